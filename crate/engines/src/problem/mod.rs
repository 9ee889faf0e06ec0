//! One query in the form that the engines need: levels of features, rows that state the target, and trees compiled for
//! bounds. Nothing here imports an engine or the session.

pub mod compiled;
pub mod compiling;
pub mod diversity;
pub mod engine_needs;
pub mod extra_outputs;
pub mod goal_problem;
pub mod hyperplane_features;
pub mod implication;
pub mod joint_limits;
pub mod level_answer;
pub mod levels;
pub mod linear_constraints;
pub mod move_table;
pub mod quickscorer;
pub mod relaxed_schema;
pub mod restricted_model;
pub mod split_margin;
pub mod target;
pub mod workspace_cache;

pub use goal_problem::{Problem, Quick};
pub use linear_constraints::{ConstraintTerm, LinearConstraints, NumericTerm, OneSidedCost, StandIns};
pub use move_table::Moves;
pub use workspace_cache::WorkspaceCache;
