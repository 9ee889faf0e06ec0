//! The searches that answer a request, by name.

/// Who does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The box search: axis splits and limits on one feature each.
    Boxes,
    /// Branch and bound over linear programs: hyperplanes, and sums over features.
    Slanted,
    /// Boxes, the sums over features priced in their bound: sums with axis splits.
    Coupled,
    /// The OCEAN formulation, by branch and bound over its linear relaxation: what the box search answers.
    Milp,
    /// Looking at every background row, where the answer is to be one.
    Rows,
}

impl Engine {
    pub(in crate::search) fn words(self) -> &'static str {
        match self {
            Engine::Boxes => "boxes",
            Engine::Slanted => "linear programs",
            Engine::Coupled => "boxes with linear programs",
            Engine::Milp => "the engine \"milp\"",
            Engine::Rows => "the background rows",
        }
    }

    /// As answers name it.
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
