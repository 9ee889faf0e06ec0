//! Numbers as JSON can hold them.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A number of an answer: null where it is not finite, without a fraction where it is whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Num(pub f64);

impl Serialize for Num {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        /// Whole numbers below this are exact in both types.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        match self.0 {
            n if !n.is_finite() => out.serialize_none(),
            n if n.fract() == 0.0 && n.abs() < EXACT => out.serialize_i64(n as i64),
            n => out.serialize_f64(n),
        }
    }
}

impl JsonSchema for Num {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Num".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<f64>::json_schema(generator)
    }
}

/// A list of them.
pub(crate) fn nums(values: &[f64]) -> Vec<Num> {
    values.iter().copied().map(Num).collect()
}
