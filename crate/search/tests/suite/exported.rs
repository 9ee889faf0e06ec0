//! Programs of requests of every kind that can be exported, for another solver: `tests/fixtures/check_formulation.py` gives them to HiGHS.

use espalier_model::explanation::Status;
use espalier_model::query::{Norm, Query, Sought, Target};
use espalier_search::{formulation, Compiled, ProgramFormat, ProgramKind, Search};
use espalier_testkit::earning::earning;
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{beside::beside, brute, environment, straight, Instance, Rng};
use espalier_verify::verify;
use std::fmt::Write as _;
use std::sync::Arc;

const ONE_TREE: Shape = Shape { trees: 1, depth: 4, numbers: 6, others: 2, linear: false };
const TREES: Shape = Shape { trees: 4, depth: 3, numbers: 5, others: 2, linear: false };
const ROWS: Shape = Shape { linear: true, ..TREES };

type Made = fn(u64) -> Instance;

/// The kinds, by name.
const KINDS: [(&str, Made); 14] = [
    ("l1", |seed| normed(Instance::new(seed, Size::LARGE), Norm { l1: 1.0, ..Norm::default() })),
    ("linf", |seed| normed(Instance::new(seed, Size::LARGE), Norm { linf: 1.0, ..Norm::default() })),
    ("mixtures", |seed| {
        normed(Instance::new(seed, Size::LARGE), Norm { l0: 0.2, l1: 1.0, linf: 0.5, ..Norm::default() })
    }),
    ("budgets and other models", |seed| beside(seed, Size::LARGE)),
    ("prices that earn", |seed| earning(seed, Size::LARGE)),
    ("class costs", class_costs),
    ("isolation forests", |seed| Instance::plausible(seed, Size::LARGE)),
    ("linear rows", |seed| straight::linear(seed, ROWS)),
    ("consequences", |seed| straight::causal(seed, ROWS)),
    ("hyperplanes", |seed| oblique::instance(seed, [ONE_TREE, TREES, ROWS][seed as usize % 3])),
    ("linear leaves", |seed| oblique::sloped(seed, [ONE_TREE, TREES, ROWS][seed as usize % 3])),
    ("networks of one hidden layer", |seed| oblique::network(seed, [ONE_TREE, TREES, ROWS][seed as usize % 3])),
    ("hulls", |seed| oblique::hull(seed, [ONE_TREE, TREES, ROWS][seed as usize % 3])),
    ("hulls with a price", |seed| oblique::soft_hull(seed, [ONE_TREE, TREES, ROWS][seed as usize % 3])),
];

fn normed(mut instance: Instance, norm: Norm) -> Instance {
    instance.query.cost.norm = norm;
    instance
}

/// As [`Instance::new`], with a price on several classes.
fn class_costs(seed: u64) -> Instance {
    let classes = |i: &Instance| i.model.schema.classes.len();
    let mut instance = (0..)
        .map(|i| Instance::new(seed + i * 1_000_003, Size::LARGE))
        .find(|i| classes(i) > 1 && i.model.ensemble.outputs > 1)
        .expect("most are classifiers");
    let rng = &mut Rng::new(!seed);
    let mut costs: Vec<(usize, f64)> = (0..classes(&instance)).map(|k| (k, *rng.pick(&[0.0, 0.1, 0.5, 1.0]))).collect();
    costs.remove(rng.below(costs.len()));
    instance.query.target = Target::ClassCosts(costs);
    instance
}

/// The request alone, with a cost that a linear program has.
fn linear(Instance { model, query }: Instance) -> Instance {
    let mut query = Query { sought: Sought::Cheapest, certificate: false, ..query };
    query.cost.norm.l2 = 0.0;
    if query.cost.norm == Norm::default() {
        query.cost.norm.l1 = 1.0;
    }
    Instance { model, query }
}

/// How many of the first kinds brute force knows.
const BOXES: u64 = 7;

/// Brute force's two words: the least cost with points that lie on a border within rounding, and without them. Empty where they are one.
fn border(instance: &Instance) -> String {
    match brute::solve(instance, 100_000) {
        Some(solved) if solved.open != solved.sure => {
            [solved.open, solved.sure].map(|cost| cost.unwrap_or(f64::INFINITY).to_string()).join(" ")
        }
        _ => String::new(),
    }
}

/// Writes programs into the folder `OUT`, both formats and both kinds by turns, and into its file `answers` a line each: file, kind, status, cost, and brute
/// force's two words where they differ. `ORACLE_FROM` and `ORACLE_COUNT` choose the seeds; each is of one kind.
#[test]
#[ignore]
fn write_random_programs() {
    let folder = std::path::PathBuf::from(std::env::var("OUT").expect("OUT names a folder"));
    let from = environment("ORACLE_FROM", 0);
    let mut answers = String::new();
    for seed in from..from + environment("ORACLE_COUNT", 100) {
        let (kind, make) = KINDS[(seed % KINDS.len() as u64) as usize];
        let instance = linear(make(seed));
        let compiled = Arc::new(Compiled::new(&instance.model).expect("generated models compile"));
        let program = if seed / 14 % 2 == 0 { ProgramKind::Paper } else { ProgramKind::Levels };
        let form = match formulation(Arc::clone(&compiled), instance.query.clone(), program) {
            Ok(form) => form,
            Err(e) => {
                eprintln!("seed {seed}, {kind}: {e}");
                continue;
            }
        };
        let mut search = Search::new(compiled, instance.query.clone()).expect("generated queries fit");
        let mut steps = 0;
        while !search.step(64) && steps < 20_000 {
            steps += 1;
        }
        let answer = search.explanation();
        verify(&instance.model, &instance.query, &answer).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let (format, end) = if seed / 28 % 2 == 0 { (ProgramFormat::Mps, "mps") } else { (ProgramFormat::Lp, "lp") };
        let mut text = String::new();
        form.write(format, &mut text).expect("a text takes everything");
        std::fs::write(folder.join(format!("{seed}.{end}")), text).expect("the folder takes files");
        let status = match answer.status {
            Status::Optimal => "optimal",
            Status::Infeasible => "infeasible",
            Status::Feasible => "feasible",
            Status::Unknown => "unknown",
        };
        let cost = answer.counterfactuals.first().map_or("None".into(), |c| c.cost.to_string());
        let border = if seed % (KINDS.len() as u64) < BOXES { border(&instance) } else { String::new() };
        writeln!(answers, "{seed}.{end}\t{kind}\t{status}\t{cost}\t{border}").expect("a text takes everything");
    }
    std::fs::write(folder.join("answers"), answers).expect("the folder takes files");
}

/// One seed, with brute force's word: `ORACLE_FROM=7 cargo test --test suite exported::show -- --ignored --nocapture`.
#[test]
#[ignore]
fn show() {
    let seed = environment("ORACLE_FROM", 0);
    let (kind, make) = KINDS[(seed % KINDS.len() as u64) as usize];
    let instance = linear(make(seed));
    eprintln!("{kind}\n{}", espalier_testkit::shrink::show(&instance));
    let compiled = Arc::new(Compiled::new(&instance.model).expect("generated models compile"));
    let mut search = Search::new(compiled, instance.query.clone()).expect("generated queries fit");
    while !search.step(64) {}
    eprintln!("{:#?}", search.explanation().counterfactuals.first());
    if let Some(solved) = espalier_testkit::brute::solve(&instance, 1_000_000) {
        eprintln!("brute force: surely {:?}, perhaps {:?}", solved.sure, solved.open);
    }
}
