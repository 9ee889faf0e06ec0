//! The numbers of an answer as they are written. Where the model reads single precision it rounds the written number: 7924.461 stands for
//! 7924.4609375. So such numbers are written as the shortest decimals that the model reads as the same numbers. Cost, prediction and bounds are those
//! of the numbers that are read; the limits hold of the written ones too.

use crate::answer::{verify, Check};
use crate::error::VerifyError;
use espalier_model::ensemble::Precision;
use espalier_model::explanation::{Counterfactual, Explanation, Setting};
use espalier_model::query::Query;
use espalier_model::schema::Kind;
use espalier_model::Model;
use espalier_numerics::decimal;

/// The least power of ten of a last digit that is tried: the least number of single precision has nine digits above it.
const LAST_POWER: i32 = -54;

/// Whole numbers below this are written with all of their digits.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// An answer in the shortest decimals that the model reads as its numbers and with which all limits hold: of each changed number, and of the ends of
/// its range. In double precision a number is its own shortest decimal, and the answer stays as it is; so it does where an isolation forest decides how
/// usual it is, since the library of that forest may read double precision where the model reads single.
///
/// # Cost
/// The limits on several features, once or a few times a number.
pub fn shortest(model: &Model, query: &Query, answer: &Counterfactual) -> Counterfactual {
    let mut short = answer.clone();
    if model.ensemble.input == Precision::F32 && query.depth.is_none() {
        let check = Check { ensemble: &model.ensemble, schema: &model.schema, query };
        for change in &mut short.changes {
            check.shorten(&mut short.values, change.feature, &mut change.to);
        }
        for change in &mut short.changes {
            let Some((low, high)) = &mut change.range else { continue };
            for end in [low, high] {
                check.shorten(&mut short.values, change.feature, end);
            }
            if let Setting::Number(to) = change.to {
                short.values[model.schema.features[change.feature].columns()[0]] = to;
            }
        }
    }
    short
}

/// [`verify`] of an explanation whose numbers may be written in other decimals than the model reads. All must hold of the numbers that are read, and the
/// limits of those that are written too.
///
/// # Errors
/// The first statement that does not hold.
/// # Cost
/// That of [`verify`], and the limits on several features a few times a changed number.
pub fn verify_written(model: &Model, query: &Query, explanation: &Explanation) -> Result<(), VerifyError> {
    let check = Check { ensemble: &model.ensemble, schema: &model.schema, query };
    let mut read = explanation.clone();
    let mut found = Ok(());
    for one in read.counterfactuals.iter_mut().chain(&mut read.pool) {
        let mut row = one.values.clone();
        if row.len() != model.ensemble.columns {
            break;
        }
        for change in &mut one.changes {
            let Some(Kind::Numeric { column }) = model.schema.features.get(change.feature).map(|f| &f.kind) else {
                continue;
            };
            // The factual's own numbers stay as they are.
            let own = query.factual[*column];
            let single = model.ensemble.input == Precision::F32;
            let alike = |x: f64| if x == own || !single { x } else { model.ensemble.input.round(x) };
            let ends = change.range.as_mut().map(|(low, high)| [low, high]);
            for number in ends.into_iter().flatten().chain([&mut change.to]) {
                let Setting::Number(x) = number else { continue };
                row[*column] = *x;
                found = found.and_then(|()| check.limits(&row, change.feature));
                *x = alike(*x);
            }
            let x = &mut one.values[*column];
            row[*column] = *x;
            *x = alike(*x);
        }
    }
    verify(model, query, &read).and(found)
}

impl Check<'_> {
    /// The limits on a feature, and those on several.
    fn limits(&self, row: &[f64], f: usize) -> Result<(), VerifyError> {
        self.feature_limits(f, row)?;
        self.joint_limits(row)
    }

    /// Replaces a number of a real feature by the shortest decimal that the model reads alike and that keeps all limits in its place in the row. It is left
    /// there.
    fn shorten(&self, row: &mut [f64], f: usize, number: &mut Setting) {
        let (Kind::Numeric { column }, Setting::Number(x)) = (&self.schema.features[f].kind, number) else { return };
        if x.fract() == 0.0 && x.abs() < WHOLE {
            row[*column] = *x;
            return;
        }
        let shown = format!("{:e}", *x as f32);
        let (digits, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
        let length = digits.bytes().filter(u8::is_ascii_digit).count() as i32;
        // No shorter decimal is read alike. Where a limit lies beside this one, those on its other side and longer ones are tried.
        for power in (LAST_POWER..=exponent.parse::<i32>().unwrap_or(0) - length + 1).rev() {
            let digits = *x / 10f64.powi(power);
            let near = digits.round();
            // The decimal on the other side is as long.
            for digits in [near, digits.floor() + digits.ceil() - near] {
                let decimal = decimal::number(&format!("{digits}e{power}")).unwrap_or(*x);
                row[*column] = decimal;
                if self.ensemble.input.round(decimal) == *x && self.limits(row, f).is_ok() {
                    *x = decimal;
                    return;
                }
            }
        }
        row[*column] = *x;
    }
}
