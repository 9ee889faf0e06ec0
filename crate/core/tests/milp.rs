//! The engine "milp" (branch and bound over the OCEAN formulation) against brute force.

mod common;

use common::engine;
use common::instance::Size;
use espalier_core::search::Engine;

#[test]
fn small_instances_agree_with_brute_force() {
    engine::run(Engine::Milp, Size::SMALL, 3000);
}

#[test]
fn larger_instances_agree_with_brute_force() {
    engine::run(Engine::Milp, Size::LARGE, 600);
}

#[test]
#[ignore]
fn show() {
    engine::show(Engine::Milp);
}
