//! What tests of damaged files share.
#![allow(dead_code)]

use espalier_core::ensemble::Prediction;
use espalier_documents::formats::{load, ParseError};

/// The error of a file; its line is held to what every line must be.
pub fn refusal(bytes: &[u8]) -> ParseError {
    let error = match load(bytes) {
        Err(error) => error,
        Ok(_) => panic!("opened: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(400)])),
    };
    sound(&error, bytes);
    error
}

/// One line, of bearable length, with a remedy, and an excerpt that holds its culprit.
pub fn sound(error: &ParseError, bytes: &[u8]) {
    let line = error.to_string();
    assert!(!line.chars().any(char::is_control), "{line:?}");
    assert!(line.chars().count() < 600, "{line}");
    assert!(!error.what.is_empty() && !error.right.is_empty(), "{line}");
    if let Some(excerpt) = &error.excerpt {
        let length = excerpt.text.chars().count();
        assert!(excerpt.start <= excerpt.end && excerpt.end <= length && length <= 300, "{line} {excerpt:?}");
        let position = error.place.position.expect("an excerpt has a position");
        assert!(position.offset <= bytes.len() && position.line >= 1 && position.column >= 1, "{line}");
    }
}

/// Opens a file or takes its refusal, and asks what was opened for a few predictions.
pub fn attempt(bytes: &[u8]) {
    match load(bytes) {
        Err(error) => sound(&error, bytes),
        Ok(model) => {
            let columns = model.ensemble.columns;
            for value in [0.0, -1.5, 1e300, f64::NAN, 7.0] {
                match model.ensemble.predict(&vec![value; columns]) {
                    Ok(Prediction::Class { class, scores, .. }) => assert!(class < scores.len()),
                    Ok(Prediction::Value(_)) | Err(_) => {}
                }
                if let Some(forest) = &model.isolation_forest {
                    let _ = forest.predict(&vec![value; columns]);
                }
            }
        }
    }
}

/// Random bytes from a fixed seed (xorshift), so that a failure can be repeated.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Changes a few bytes: one by another, some away, words in between or in place, a piece doubled, a bit turned.
pub fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    let words: [&[u8]; 12] = [
        b"NaN",
        b"null",
        b"-1",
        b"1e999",
        b"99999999999999999999",
        b"\"",
        b"[]",
        b"{}",
        b"[",
        b"true",
        b"-0.0",
        b"\\u0000",
    ];
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(12)).min(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, words[random.below(words.len())].iter().copied())),
            3 => drop(bytes.splice(at..end, words[random.below(words.len())].iter().copied())),
            4 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                drop(bytes.splice(to..to, piece));
            }
            _ => bytes[at] ^= 1 << random.below(8),
        }
        if bytes.is_empty() {
            break;
        }
    }
}
