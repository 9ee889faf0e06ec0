//! The engine "milp" (branch and bound over the OCEAN formulation) against brute force.

use espalier_search::Engine;
use espalier_testkit::beside::{beside, distant};
use espalier_testkit::earning::earning;
use espalier_testkit::engine;
use espalier_testkit::instance::Size;

#[test]
fn small_instances_agree_with_brute_force() {
    engine::run(Engine::Milp, Size::SMALL, 3000);
}

#[test]
fn larger_instances_agree_with_brute_force() {
    engine::run(Engine::Milp, Size::LARGE, 600);
}

#[test]
fn very_dear_changes_agree_with_brute_force() {
    engine::run_dear(Engine::Milp, Size::SMALL, 1000);
    engine::run_dear(Engine::Milp, Size::LARGE, 200);
}

#[test]
#[ignore]
fn show() {
    engine::show(Engine::Milp);
}

#[test]
fn budgets_and_other_models_agree_with_brute_force() {
    engine::run_on(Engine::Milp, Size::SMALL, 1500, beside);
    engine::run_on(Engine::Milp, Size::LARGE, 300, beside);
}

#[test]
fn distances_from_splits_agree_with_brute_force() {
    engine::run_on(Engine::Milp, Size::SMALL, 1000, distant);
    engine::run_on(Engine::Milp, Size::LARGE, 150, distant);
}

#[test]
fn prices_that_earn_agree_with_brute_force() {
    engine::run_on(Engine::Milp, Size::SMALL, 1500, earning);
    engine::run_on(Engine::Milp, Size::LARGE, 200, earning);
}
