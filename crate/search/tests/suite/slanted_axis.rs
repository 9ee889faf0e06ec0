//! The search over linear programs on axis-aligned ensembles, against brute force. It treats everything but hyperplanes in the same way there.

use espalier_search::Engine;
use espalier_testkit::beside::{beside, distant};
use espalier_testkit::earning::earning;
use espalier_testkit::engine;
use espalier_testkit::instance::{Instance, Size};

#[test]
fn small_axis_aligned_instances_agree_with_brute_force() {
    engine::run(Engine::LpSearch, Size::SMALL, 3000);
}

#[test]
fn larger_axis_aligned_instances_agree_with_brute_force() {
    engine::run(Engine::LpSearch, Size::LARGE, 600);
}

#[test]
fn very_dear_changes_agree_with_brute_force() {
    engine::run_dear(Engine::LpSearch, Size::SMALL, 1000);
    engine::run_dear(Engine::LpSearch, Size::LARGE, 200);
}

#[test]
#[ignore]
fn show() {
    let make = if std::env::var_os("ORACLE_EARNING").is_some() { earning } else { Instance::new };
    engine::show_of(Engine::LpSearch, make);
}

#[test]
fn budgets_and_other_models_agree_with_brute_force() {
    engine::run_on(Engine::LpSearch, Size::SMALL, 1500, beside);
    engine::run_on(Engine::LpSearch, Size::LARGE, 300, beside);
}

#[test]
fn distances_from_splits_agree_with_brute_force() {
    engine::run_on(Engine::LpSearch, Size::SMALL, 1000, distant);
    engine::run_on(Engine::LpSearch, Size::LARGE, 200, distant);
}

#[test]
fn prices_that_earn_agree_with_brute_force() {
    engine::run_on(Engine::LpSearch, Size::SMALL, 1500, earning);
    engine::run_on(Engine::LpSearch, Size::LARGE, 200, earning);
}
