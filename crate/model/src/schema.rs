//! The meaning of each input column: features, their kinds, ranges and levels.
//!
//! [`Schema`] is resolved: every range is known, every level has its raw value, and the features together describe
//! every column of the model exactly once. `espalier-formats` reads the documents of users (docs/contract/schema.md) and resolves
//! them against the model. Imports nothing.

/// The features of a model in the order in which they are shown, and the names of its classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// One entry for each feature. Together they cover every input column exactly once.
    pub features: Vec<Feature>,
    /// One name for each class, in the model's order. Empty for regressors.
    pub classes: Vec<String>,
    /// The person or thing that the model decides about, as worded in a sentence, if given.
    pub subject: Option<String>,
    /// Height and width in pixels where the columns are the pixels of a picture, row by row from the top: their product is the number of columns.
    pub image: Option<[usize; 2]>,
}

/// One feature: a single column, or the one-hot columns of one category.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// The name that is shown. Unique within a schema.
    pub name: String,
    /// Its columns, and the values that it may take.
    pub kind: Kind,
    /// Lower bound (included) of the domain, in raw model input. The range from it to `max` scales the cost.
    pub min: f64,
    /// Upper bound (included) of the domain, in raw model input.
    pub max: f64,
    /// The direction in which it may change.
    pub change: Change,
    /// Cost multiplier of a change, by direction.
    pub weight: Weight,
    /// Unit that is shown, if any.
    pub unit: Option<String>,
    /// Number of decimal places that are shown, if given.
    pub decimals: Option<u8>,
    /// Its wording in a sentence in place of its name, if given.
    pub phrase: Option<String>,
}

/// The kind of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Any real number that the model's input type can hold.
    Numeric {
        /// Input column.
        column: usize,
    },
    /// Whole numbers.
    Integer {
        /// Input column.
        column: usize,
    },
    /// Ordered levels, in ascending order of raw value.
    Ordinal {
        /// Input column.
        column: usize,
        /// The levels, first to last.
        levels: Vec<Level>,
    },
    /// Two levels.
    Binary {
        /// Input column.
        column: usize,
        /// Level 0 and level 1.
        levels: [Level; 2],
    },
    /// One column for each label. Exactly one of them is 1, and the others are 0.
    OneHot {
        /// Input columns, one for each label.
        columns: Vec<usize>,
        /// Labels, in the columns' order.
        labels: Vec<String>,
    },
    /// Unordered codes in one column.
    Codes {
        /// Input column.
        column: usize,
        /// The levels. Their raw values are whole numbers.
        levels: Vec<Level>,
    },
}

/// One level of a discrete feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The label that is shown.
    pub label: String,
    /// The model's input value.
    pub value: f64,
}

/// The direction in which a feature may change: by value, or by level for ordinal features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Change {
    /// Both directions.
    #[default]
    Free,
    /// No change.
    Fixed,
    /// Only up.
    Increase,
    /// Only down.
    Decrease,
}

/// Cost multipliers, one for each direction. Both are finite and at least 0. Unordered kinds use `up`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// For a change to a higher value.
    pub up: f64,
    /// For a change to a lower value.
    pub down: f64,
}

impl Default for Weight {
    fn default() -> Self {
        Weight { up: 1.0, down: 1.0 }
    }
}

impl Feature {
    /// The input columns of the feature.
    pub fn columns(&self) -> &[usize] {
        match &self.kind {
            Kind::Numeric { column }
            | Kind::Integer { column }
            | Kind::Ordinal { column, .. }
            | Kind::Binary { column, .. }
            | Kind::Codes { column, .. } => std::slice::from_ref(column),
            Kind::OneHot { columns, .. } => columns,
        }
    }

    /// Number of levels of a discrete feature; `None` for numeric and integer ones.
    pub fn level_count(&self) -> Option<usize> {
        match &self.kind {
            Kind::Numeric { .. } | Kind::Integer { .. } => None,
            Kind::Ordinal { levels, .. } | Kind::Codes { levels, .. } => Some(levels.len()),
            Kind::Binary { .. } => Some(2),
            Kind::OneHot { labels, .. } => Some(labels.len()),
        }
    }

    /// The label of a level of a discrete feature.
    pub fn label(&self, level: usize) -> Option<&str> {
        match &self.kind {
            Kind::Numeric { .. } | Kind::Integer { .. } => None,
            Kind::Ordinal { levels, .. } | Kind::Codes { levels, .. } => levels.get(level).map(|l| l.label.as_str()),
            Kind::Binary { levels, .. } => levels.get(level).map(|l| l.label.as_str()),
            Kind::OneHot { labels, .. } => labels.get(level).map(String::as_str),
        }
    }

    /// The raw value of level `level` in input column `column` (one of [`Feature::columns`]).
    pub fn level_value(&self, level: usize, column: usize) -> Option<f64> {
        match &self.kind {
            Kind::Numeric { .. } | Kind::Integer { .. } => None,
            Kind::Ordinal { levels, .. } | Kind::Codes { levels, .. } => levels.get(level).map(|l| l.value),
            Kind::Binary { levels, .. } => levels.get(level).map(|l| l.value),
            Kind::OneHot { columns, .. } => columns.get(level).map(|&c| if c == column { 1.0 } else { 0.0 }),
        }
    }

    /// The level in a raw row. `None` where the feature is not discrete, or where the row has no level of it (a missing
    /// value, an unknown code, an invalid one-hot group).
    pub fn level_of(&self, row: &[f64]) -> Option<usize> {
        match &self.kind {
            Kind::Numeric { .. } | Kind::Integer { .. } => None,
            Kind::Ordinal { column, levels } | Kind::Codes { column, levels } => {
                levels.iter().position(|l| l.value == row[*column])
            }
            Kind::Binary { column, levels } => levels.iter().position(|l| l.value == row[*column]),
            Kind::OneHot { columns, .. } => {
                let mut hot = None;
                for (i, &c) in columns.iter().enumerate() {
                    if row[c] == 1.0 && hot.is_none() {
                        hot = Some(i);
                    } else if row[c] != 0.0 {
                        return None;
                    }
                }
                hot
            }
        }
    }
}
