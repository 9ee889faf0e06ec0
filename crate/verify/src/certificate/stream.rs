//! Reads a proof byte by byte.

use super::levels::Levels;
use std::ops::Range;

/// The next step that a proof states for the present box.
pub enum ProofStep {
    Closed,
    Round,
    Split,
}

/// The bytes of a proof and how far they are read.
pub struct Stream<'a> {
    bytes: &'a [u8],
    at: usize,
}

const SHORT: &str = "the proof ends early";

impl<'a> Stream<'a> {
    pub fn new(bytes: &'a [u8]) -> Stream<'a> {
        Stream { bytes, at: 0 }
    }

    /// Bytes read so far.
    pub fn at(&self) -> usize {
        self.at
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], &'static str> {
        let from = self.at;
        let bytes = self.bytes.get(from..from + N).and_then(|b| b.try_into().ok()).ok_or(SHORT)?;
        self.at += N;
        Ok(bytes)
    }

    /// The next step.
    pub fn step(&mut self) -> Result<ProofStep, &'static str> {
        match self.take::<1>()? {
            [0] => Ok(ProofStep::Closed),
            [1] => Ok(ProofStep::Round),
            [2] => Ok(ProofStep::Split),
            _ => Err("a step of no known kind"),
        }
    }

    /// A whole number, seven bits a byte, the lowest first.
    pub fn number(&mut self) -> Result<usize, &'static str> {
        let mut number = 0u64;
        for shift in [0, 7, 14, 21, 28] {
            let [byte] = self.take()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number as usize);
            }
        }
        Err("a number of more than 35 bits")
    }

    /// A multiplier: a double, at least 0.
    pub fn multiplier(&mut self) -> Result<f64, &'static str> {
        let x = f64::from_le_bytes(self.take()?);
        if x.is_finite() && x >= 0.0 {
            Ok(x)
        } else {
            Err("a multiplier below 0")
        }
    }

    /// A message: a finite single.
    pub fn message(&mut self) -> Result<f64, &'static str> {
        let x = f32::from_le_bytes(self.take()?);
        if x.is_finite() {
            Ok(f64::from(x))
        } else {
            Err("a message that is no number")
        }
    }

    /// A split: a feature, a range of its levels (closed below, open above), and whether the part inside comes first.
    pub fn split(&mut self, levels: &[Levels]) -> Result<(usize, Range<usize>, bool), &'static str> {
        let (feature, from, to, inside) = (self.number()?, self.number()?, self.number()?, self.number()?);
        if feature >= levels.len() || from > to || to > levels[feature].count() || inside > 1 {
            return Err("a split of levels that there are not");
        }
        Ok((feature, from..to, inside == 1))
    }

    /// Checks that nothing follows the last box.
    pub fn end(&self) -> Result<(), &'static str> {
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err("the proof goes on after its last box")
        }
    }
}
