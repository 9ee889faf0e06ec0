//! The engines that answer a request, by name.

/// The engine of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The box search: axis splits and limits on one feature each.
    Boxes,
    /// Branch and bound over linear programs: hyperplanes, and sums over features.
    Slanted,
    /// The box search with sums over features: its bound prices the sums. For sums with axis splits.
    Coupled,
    /// Branch and bound over the linear relaxation of the OCEAN formulation, for the queries of the box search.
    Milp,
    /// Reads every background row, where the answer must be one of them.
    Rows,
}

impl Engine {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Engine::Boxes => "boxes",
            Engine::Slanted => "linear programs",
            Engine::Coupled => "boxes with linear programs",
            Engine::Milp => "the engine \"milp\"",
            Engine::Rows => "the background rows",
        }
    }

    /// The name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Boxes => "boxes",
            Engine::Slanted => "slanted",
            Engine::Coupled => "coupled",
            Engine::Milp => "milp",
            Engine::Rows => "rows",
        }
    }
}
