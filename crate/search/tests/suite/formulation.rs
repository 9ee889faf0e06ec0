//! The files of the OCEAN formulation against brute force. They are read by the tests' own reader and solved by `microlp`.
//!
//! `ORACLE_FROM` and `ORACLE_COUNT` choose other seeds than the fixed ones.

use espalier_search::{formulation, Compiled, ProgramFormat, ProgramKind};
use espalier_testkit::beside::beside;
use espalier_testkit::earning::earning;
use espalier_testkit::instance::Size;
use espalier_testkit::programs::NamedProgram;
use espalier_testkit::seeds;
use espalier_testkit::{brute, Instance};
use std::sync::Arc;

/// The file of a program; `None` where the query has no linear program.
fn written(instance: &Instance, kind: ProgramKind, format: ProgramFormat) -> Option<String> {
    let compiled = Arc::new(Compiled::new(&instance.model).expect("generated models compile"));
    let mut out = String::new();
    formulation(compiled, instance.query.clone(), kind).ok()?.write(format, &mut out).expect("a text takes everything");
    Some(out)
}

/// Compares an instance's programs with brute force; returns whether they were compared.
fn check(instance: &Instance, kind: ProgramKind) -> Result<bool, String> {
    let (Some(mps), Some(lp)) =
        (written(instance, kind, ProgramFormat::Mps), written(instance, kind, ProgramFormat::Lp))
    else {
        return Ok(false);
    };
    let (program, other) = (NamedProgram::mps(&mps), NamedProgram::lp(&lp));
    if program != other {
        return Err("the two files differ".into());
    }
    // For points within rounding of a border, solvers may disagree.
    let Some(solved) = brute::solve(instance, 100_000).filter(|s| s.sure == s.open) else { return Ok(false) };
    // microlp gives up on one program in some thousands, for its own rounding. HiGHS solves them.
    let Ok(found) = std::panic::catch_unwind(|| program.optimum()) else { return Ok(false) };
    let equal = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0);
    match (found, solved.sure) {
        (None, None) => Ok(true),
        (Some(a), Some(b)) if equal(a, b) => Ok(true),
        _ => Err(format!("the program's optimum is {found:?}, brute force finds {:?}", solved.sure)),
    }
}

/// Of every kind: some with an isolation forest, some with budgets and other models.
fn made(seed: u64, size: Size) -> Instance {
    match seed % 5 {
        0 if seed.is_multiple_of(2) => earning(seed, size),
        4 => Instance::plausible(seed, size),
        2 | 3 => beside(seed, size),
        _ => Instance::new(seed, size),
    }
}

#[test]
fn programs_have_the_optima_of_brute_force() {
    let seeds = seeds(400);
    let count = seeds.len() as u64;
    let (mut compared, mut failed) = (0, 0);
    for seed in seeds {
        let instance = made(seed, if seed % 3 == 0 { Size::SMALL } else { Size::TINY });
        for kind in [ProgramKind::Paper, ProgramKind::Levels] {
            match check(&instance, kind) {
                Ok(done) => compared += u64::from(done),
                Err(e) => {
                    failed += 1;
                    eprintln!("seed {seed}, {kind:?}: {e}");
                }
            }
        }
    }
    assert_eq!(failed, 0, "{failed} failed, {compared} agreed");
    assert!(compared > count, "only {compared} were compared");
}
