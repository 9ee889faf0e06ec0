//! The reasons why a search cannot start.

/// The reason why the search cannot take a model or a query. Each message tells the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// A category-set split reads a feature that the schema calls numeric.
    CategoryOnNumeric {
        /// Feature name.
        feature: String,
    },
    /// The factual holds no level of a discrete feature.
    NoLevel {
        /// Feature name.
        feature: String,
        /// Raw values found in its columns.
        found: String,
    },
    /// The target does not fit the model.
    Target {
        /// The fault, and the target that would be right.
        what: String,
    },
    /// The factual has a different number of columns from the model.
    Columns {
        /// Number of columns of the factual.
        found: usize,
        /// Number of columns of the model.
        expected: usize,
    },
    /// Something that this engine does not support.
    Unsupported {
        /// Its name.
        what: String,
    },
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SearchError::CategoryOnNumeric { feature } => write!(
                f,
                "feature \"{feature}\" is tested by category sets, but the schema makes it a number; give it the kind \"categorical\" with one column and its codes as values"
            ),
            SearchError::NoLevel { feature, found } => write!(
                f,
                "feature \"{feature}\" holds none of its levels (found {found}); give one of the levels, or for one-hot columns exactly one 1 and else 0"
            ),
            SearchError::Target { what } => f.write_str(what),
            SearchError::Columns { found, expected } => {
                write!(f, "the query has {found} values; the model reads {expected} columns")
            }
            SearchError::Unsupported { what } => f.write_str(what),
        }
    }
}

impl std::error::Error for SearchError {}
