//! The faults that [`verify`](super::verify) finds.

use espalier_model::ensemble::Prediction;
use espalier_model::explanation::Status;

/// A statement of an explanation that does not hold.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The number of values in a row differs from the model's number of columns.
    Columns {
        /// Number of values in the row.
        found: usize,
        /// Number of columns that the model reads.
        expected: usize,
    },
    /// A changed value that a feature of this kind cannot take in the model's input type.
    NotAttained {
        /// The feature's name.
        feature: String,
        /// Input column.
        column: usize,
        /// The value.
        value: f64,
        /// Why not.
        what: &'static str,
    },
    /// A limit of the schema is violated: domain or direction.
    Schema {
        /// The feature's name.
        feature: String,
        /// Which limit.
        what: &'static str,
    },
    /// One of the query's own constraints is broken.
    Constraint {
        /// Its index in the query.
        index: usize,
    },
    /// The model has no prediction at the counterfactual: a missing value without a rule.
    Unpredictable {
        /// Input column.
        column: usize,
    },
    /// The prediction stated is not the model's.
    Prediction {
        /// As stated.
        stated: Prediction,
        /// The model's.
        found: Prediction,
    },
    /// The prediction misses the target.
    Target {
        /// The model's prediction.
        found: Prediction,
    },
    /// The average path length in the isolation forest is too short.
    Outlier {
        /// The row's length; NaN where a missing value has no rule in the forest.
        found: f64,
        /// The least length that the query accepts.
        least: f64,
    },
    /// A split on a row's way is nearer than the query's distance.
    Near {
        /// Index of the tree.
        tree: usize,
    },
    /// The counterfactual does not lie in a hull of the query.
    Hull {
        /// Why not.
        what: &'static str,
    },
    /// A background row is asked for, and the values are not one.
    NoRow,
    /// The cost stated is not that of the values.
    Cost {
        /// As stated.
        stated: f64,
        /// Computed by the query's cost.
        found: f64,
    },
    /// The features listed as changed are not those that differ.
    Changes {
        /// Feature indices listed.
        listed: Vec<usize>,
        /// Feature indices that differ.
        differing: Vec<usize>,
    },
    /// A change states a value before or after that differs from the rows.
    Setting {
        /// The feature's name.
        feature: String,
    },
    /// A range does not hold at one of its ends.
    Range {
        /// The feature's name.
        feature: String,
        /// The end, in raw value.
        end: f64,
        /// Why not.
        what: &'static str,
    },
    /// The lower bound exceeds the cost of a counterfactual.
    Bound {
        /// The bound stated.
        bound: f64,
        /// The cost stated.
        cost: f64,
    },
    /// The same counterfactual is listed twice.
    Repeated {
        /// Index of the second.
        index: usize,
    },
    /// Two counterfactuals do not differ as the query demands.
    Alike {
        /// Index of the later.
        index: usize,
        /// Index of the earlier.
        other: usize,
    },
    /// The counterfactuals are not in ascending order of cost.
    Order {
        /// Index of the first that is cheaper than the one before.
        index: usize,
    },
    /// The status does not fit the rest.
    Status {
        /// As stated.
        status: Status,
        /// The contradiction.
        what: &'static str,
    },
    /// A region does not hold its statement.
    Region {
        /// Its number.
        index: usize,
        /// The fault.
        what: Box<VerifyError>,
    },
    /// The nearest point of a region falls into other leaves than the region's.
    Leaves,
    /// The stated best prediction within a budget does not hold.
    Reach {
        /// The fault.
        what: &'static str,
    },
    /// A certificate does not prove its claim.
    Certificate {
        /// Number of the proof.
        goal: usize,
        /// Bytes of it that were read.
        byte: usize,
        /// The step's fault.
        what: &'static str,
    },
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            VerifyError::Columns { found, expected } => {
                write!(f, "a row has {found} values; the model reads {expected} columns")
            }
            VerifyError::NotAttained { feature, column, value, what } => {
                write!(f, "{feature} cannot be changed to {value} (column {column}): {what}")
            }
            VerifyError::Schema { feature, what } => write!(f, "{feature}: {what}"),
            VerifyError::Constraint { index } => write!(f, "constraint {index} is broken"),
            VerifyError::Unpredictable { column } => {
                write!(f, "the model has no rule for the missing value of column {column}")
            }
            VerifyError::Prediction { stated, found } => {
                write!(f, "the prediction is stated as {stated}, the model says {found}")
            }
            VerifyError::Target { found } => write!(f, "the prediction {found} misses the target"),
            VerifyError::Outlier { found, least } => {
                write!(f, "the average path length is {found}, at least {least} is needed")
            }
            VerifyError::Near { tree } => {
                write!(f, "a split of tree {tree} is nearer than the distance that is asked for")
            }
            VerifyError::Hull { what } => write!(f, "the hull: {what}"),
            VerifyError::NoRow => f.write_str("the values are no background row"),
            VerifyError::Cost { stated, found } => write!(f, "the cost is stated as {stated}, it is {found}"),
            VerifyError::Changes { listed, differing } => {
                let list =
                    |f: &mut std::fmt::Formatter<'_>, of: &[usize]| of.iter().try_for_each(|n| write!(f, " {n}"));
                f.write_str("features")?;
                list(f, listed)?;
                f.write_str(" are listed as changed, the changed are")?;
                list(f, differing)
            }
            VerifyError::Setting { feature } => {
                write!(f, "the change of {feature} states values that the rows do not hold")
            }
            VerifyError::Range { feature, end, what } => {
                write!(f, "the range of {feature} does not hold at its end {end}: {what}")
            }
            VerifyError::Bound { bound, cost } => write!(f, "the lower bound {bound} exceeds the cost {cost}"),
            VerifyError::Repeated { index } => write!(f, "counterfactual {index} stands there already"),
            VerifyError::Alike { index, other } => {
                write!(f, "counterfactual {index} does not differ from {other} as was asked")
            }
            VerifyError::Order { index } => write!(f, "counterfactual {index} is cheaper than the one before"),
            VerifyError::Region { index, what } => write!(f, "region {index}: {what}"),
            VerifyError::Leaves => write!(f, "the nearest point falls into other leaves"),
            VerifyError::Reach { what } => write!(f, "the best prediction within the budget: {what}"),
            VerifyError::Certificate { goal, byte, what } => {
                write!(f, "the certificate proves nothing (proof {goal}, byte {byte}): {what}")
            }
            VerifyError::Status { status, what } => write!(f, "the status is {}: {what}", status.name()),
        }
    }
}

impl std::error::Error for VerifyError {}
