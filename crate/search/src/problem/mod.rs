//! One query in the form that the engines need: levels of features, rows that state the target, and trees compiled for
//! bounds. Nothing here imports an engine or the session.

pub(super) mod compiled;
pub(super) mod compiling;
pub(super) mod diversity;
pub(super) mod engine_needs;
pub(super) mod extra_outputs;
pub(super) mod goal_problem;
pub(super) mod hyperplane_features;
pub(super) mod implication;
pub(super) mod joint_limits;
pub(super) mod level_answer;
pub(super) mod levels;
pub(super) mod linear_constraints;
pub(super) mod move_table;
pub(super) mod quickscorer;
pub(super) mod relaxed_schema;
pub(super) mod restricted_model;
pub(super) mod split_margin;
pub(super) mod target;
pub(super) mod workspace_cache;

pub(crate) use goal_problem::{Problem, Quick};
pub(crate) use linear_constraints::{ConstraintTerm, LinearConstraints, NumericTerm, OneSidedCost, StandIns};
pub(crate) use move_table::Moves;
pub(crate) use workspace_cache::WorkspaceCache;
