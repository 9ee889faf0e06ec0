//! One query in the form that the engines need: levels of features, rows that state the target, and trees compiled for
//! bounds.

pub(super) mod answer;
pub(super) mod compiled;
pub(super) mod compiling;
pub(super) mod feasibility;
pub(super) mod implication;
pub(super) mod levels;
pub(super) mod target;
pub(super) mod weaker_schema;
