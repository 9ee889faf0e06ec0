//! The stages of a search. [`choose_engine`] chooses the engine. [`run`] runs it for one goal. The other modules treat ties,
//! several answers, regions, the best prediction within a budget, the reasons of infeasibility, and certificates.

pub(super) mod best_within;
pub(super) mod choose_engine;
pub(super) mod conflict;
pub(super) mod diversity;
pub(super) mod export;
pub(super) mod hull_certificate;
pub(super) mod hulls;
pub(super) mod hyperplane_certificate;
mod leaf_certificate;
pub(super) mod linear_constraint_certificate;
pub(super) mod pool;
pub(super) mod region_rounds;
pub(super) mod regions;
pub(super) mod row_ties;
pub(super) mod run;
#[cfg(test)]
mod tests_step_work;
pub(super) mod ties;
pub(super) mod unsupported;
pub(super) mod write_certificate;
