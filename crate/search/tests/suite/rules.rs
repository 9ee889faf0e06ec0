//! If-then limits whose sides hold several conditions, joined by "and" or by "or": by hand, and at random by every engine that takes them.

use super::oracle;
use espalier_api::Request;
use espalier_formats as formats;
use espalier_model::explanation::{Explanation, Status};
use espalier_model::query::{Condition, ConditionTest, Constraint, Distinct, Formula, Join, Query, Sought};
use espalier_model::Model;
use espalier_search::{Compiled, Engine, Search};
use espalier_testkit::instance::Size;
use espalier_testkit::oblique::{self, Shape};
use espalier_testkit::{engine, forgiven, queries, schemas, seeds, straight, Instance, Rng};
use serde_json::{json, Value};
use std::sync::Arc;

/// The engines that answer rules without sums.
const ENGINES: [Engine; 3] = [Engine::BoxSearch, Engine::LpSearch, Engine::Milp];

/// The target needs `a` above 5. The person has `a` = 2, `b` = 1, `switch` = off and `job` = y.
fn model() -> Model {
    let file = json!({
        "format": "espalier", "version": 1, "kind": "classifier", "columns": 6, "input": "float64", "compare": "<=",
        "aggregation": "sum", "base": [-0.5], "link": "logistic", "classes": ["no", "yes"],
        "trees": [{"weight": 1, "feature": [0, -1, -1], "threshold": [5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
                   "value": [null, [0], [1]]}],
        "schema": {"features": [
            {"name": "a", "kind": "numeric", "column": 0, "min": 0, "max": 10},
            {"name": "b", "kind": "integer", "column": 1, "min": 0, "max": 4},
            {"name": "switch", "kind": "binary", "column": 2, "labels": ["off", "on"]},
            {"name": "job", "kind": "categorical", "columns": [3, 4, 5], "labels": ["x", "y", "z"]}],
            "classes": ["no", "yes"]}});
    formats::load(file.to_string().as_bytes()).expect("the file is right")
}

fn asked(model: &Model, constraints: &[Value]) -> Query {
    let request = json!({"query": [2, 1, 0, 0, 1, 0], "target": {"class": 1}, "constraints": constraints});
    Request::parse(&request, model).expect("a request that fits").query
}

/// Asserts the least cost under these limits, by every engine. `None`: there is no answer, and the first limit alone is to blame.
#[track_caller]
fn costs(constraints: &[Value], right: Option<f64>) {
    let model = model();
    let instance = Instance { query: asked(&model, constraints), model };
    for engine in ENGINES {
        let answer = engine::answer(&instance, engine).expect("an end").expect("a query that it takes");
        espalier_verify::verify(&instance.model, &instance.query, &answer).expect("a right answer");
        match right {
            Some(cost) => {
                assert_eq!(answer.status, Status::Optimal, "{engine:?}");
                let found = answer.counterfactuals[0].cost;
                assert!((found - cost).abs() < 1e-9, "{engine:?}: {found} where {cost} is right");
            }
            None => {
                assert_eq!(answer.status, Status::Infeasible, "{engine:?}");
                assert_eq!(answer.conflict.expect("a conflict").limits(), [0], "{engine:?}");
            }
        }
    }
}

fn a(min: f64) -> Value {
    json!({"feature": "a", "min": min})
}

#[test]
fn any_of_several_consequences_is_enough() {
    // `b` to 3 costs 0.5. Another switch, or another job, would cost 1.
    let rule = json!({"if": {"all": [a(5.0), {"feature": "switch", "unchanged": true}]},
                      "then": {"any": [{"feature": "job", "in": ["z"]}, {"feature": "b", "min": 3}]}});
    costs(&[rule], Some(0.8));
}

#[test]
fn all_of_several_consequences_are_needed() {
    let rule = |job: &str| {
        json!({"if": {"any": [{"feature": "b", "min": 3}, a(5.0)]},
               "then": {"all": [{"feature": "b", "min": 2, "max": 3}, {"feature": "job", "in": [job]}]}})
    };
    costs(&[rule("y")], Some(0.55));
    costs(&[rule("z")], Some(1.55));
}

#[test]
fn all_of_several_conditions_are_needed() {
    // Beyond 6 the rule no longer asks for anything. That costs 0.4, and `b` at 3 would cost 0.8.
    let rule = json!({"if": {"all": [a(5.0), {"feature": "a", "max": 6}]},
                      "then": {"any": [{"feature": "b", "min": 3, "max": 4}, {"feature": "a", "unchanged": true}]}});
    costs(&[rule], Some(0.4));
}

#[test]
fn of_a_conflict_the_whole_rule_is_one_limit() {
    let impossible = json!({"if": {"any": [a(5.0), {"feature": "switch", "in": ["on"]}]},
                            "then": {"all": [{"feature": "b", "min": 2}, {"feature": "a", "max": 4}]}});
    let harmless =
        json!({"if": {"all": [a(5.0), a(5.5)]}, "then": {"any": [{"feature": "b", "unchanged": true}, a(9.0)]}});
    costs(&[impossible, harmless.clone()], None);
    costs(&[harmless], Some(0.3));
}

#[test]
fn many_alternatives_of_intervals_are_asked_one_by_one() {
    // Each alternative but the last holds two tests of a number: as one tree of tests they would have 2^63 leaves.
    let mut any: Vec<Value> = (0..63)
        .map(|k| json!({"feature": "a", "min": 6.0 + f64::from(k) * 0.05, "max": 6.01 + f64::from(k) * 0.05}))
        .collect();
    any.push(json!({"feature": "switch", "in": ["on"]}));
    costs(&[json!({"if": {"any": [a(5.0), a(6.0)]}, "then": {"any": any}})], Some(0.4));
}

/// An instance whose only limits are one to three rules with up to six conditions on each side.
pub(super) fn ruled(seed: u64, size: Size) -> Instance {
    let mut instance = Instance::new(seed, size);
    let plans = schemas::plans(&mut Rng::new(seed), size.features);
    let rng = &mut Rng::new(seed ^ 0x0A_11D0_0000_0A21);
    let Instance { model, query } = &mut instance;
    let rules = rng.within(1, 3);
    query.constraints = (0..rules).map(|_| queries::rule(rng, 6, model, &plans, &query.factual)).collect();
    if rng.chance(0.3) {
        query.constraints.push(Constraint::MaxChanges(rng.within(1, 3)));
    }
    instance
}

#[test]
fn the_search_agrees_with_brute_force_and_certifies_it() {
    for (size, count) in [(Size::TINY, 4000), (Size::SMALL, 4000), (Size::LARGE, 1500)] {
        oracle::check_all(size, seeds(count), ruled, 2);
    }
}

#[test]
fn the_other_engines_agree_with_brute_force() {
    let (mut failed, mut open) = (Vec::new(), 0);
    for (engine, size, count) in
        [(Engine::LpSearch, Size::TINY, 1000), (Engine::LpSearch, Size::SMALL, 1000), (Engine::Milp, Size::SMALL, 500)]
    {
        let (mut compared, mut none) = (0, 0);
        for seed in seeds(count) {
            let mut instance = ruled(seed, size);
            instance.query.sought = Sought::Cheapest;
            let done = engine::check(&instance, engine).unwrap_or_else(|e| {
                if forgiven(seed, &e) {
                    open += 1;
                } else {
                    failed.push(format!("{engine:?}, seed {seed}: {e}"));
                }
                false
            });
            compared += u64::from(done);
            none += u64::from(
                done && engine::answer(&instance, engine).is_ok_and(|a| a.is_some_and(|a| a.conflict.is_some())),
            );
        }
        assert!(
            compared * 3 > count && none > 0,
            "{compared} of {count} were compared, {none} of them without an answer"
        );
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(open < 2, "{open} of the day's seeds were left open");
}

#[test]
fn several_answers_keep_the_rules() {
    let mut seen = 0;
    for seed in seeds(300) {
        let mut instance = ruled(seed, Size::SMALL);
        instance.query.sought = Sought::Several { count: 3, distinct: Distinct::Features };
        for engine in [Engine::BoxSearch, Engine::LpSearch] {
            let compiled = Arc::new(Compiled::new(&instance.model).expect("a model that compiles"));
            let Ok(mut search) = Search::by(compiled, instance.query.clone(), engine) else { continue };
            assert!((0..500_000).any(|_| search.step(1)), "seed {seed}: not finished");
            let answer = search.explanation();
            espalier_verify::verify(&instance.model, &instance.query, &answer)
                .unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            seen += answer.counterfactuals.len();
        }
    }
    assert!(seen > 300, "{seen} answers");
}

/// An interval of one number.
type Interval = (usize, f64, f64);

/// Rules over intervals of numbers, each with the ways to keep it: lists of intervals that hold together.
fn over_intervals(rng: &mut Rng, instance: &Instance) -> (Constraint, Vec<Vec<Interval>>) {
    let input = instance.model.ensemble.input;
    let features = &instance.model.schema.features;
    let numbers: Vec<usize> = (0..features.len()).filter(|f| features[*f].level_count().is_none()).collect();
    let interval = |rng: &mut Rng| {
        let f = *rng.pick(&numbers);
        let at = |share: f64| features[f].min + share * (features[f].max - features[f].min);
        let own = instance.query.factual[features[f].columns()[0]];
        let (a, b) = (at(rng.unit()), if rng.chance(0.4) { own } else { at(rng.unit()) });
        let (min, max) = (a.min(b), a.max(b));
        *rng.pick(&[(f, min, max), (f, min, max), (f, min, f64::INFINITY), (f, f64::NEG_INFINITY, max)])
    };
    let side = |rng: &mut Rng| {
        let join = *rng.pick(&[Join::All, Join::Any]);
        (join, (0..rng.within(1, 3)).map(|_| interval(rng)).collect::<Vec<_>>())
    };
    let formula = |(join, all): &(Join, Vec<Interval>)| Formula {
        join: *join,
        conditions: all
            .iter()
            .map(|&(feature, min, max)| Condition { feature, test: ConditionTest::Range { min, max } })
            .collect(),
    };
    let beside = |&(f, min, max): &Interval| {
        let below = (f, f64::NEG_INFINITY, input.before(input.ceil(min)));
        let above = (f, input.after(input.floor(max)), f64::INFINITY);
        [below, above].into_iter().filter(|(_, a, b)| *a < f64::INFINITY && *b > f64::NEG_INFINITY).collect::<Vec<_>>()
    };
    let (when, then) = (side(rng), side(rng));
    let mut ways: Vec<Vec<Interval>> = match then.0 {
        Join::All => vec![then.1.clone()],
        Join::Any => then.1.iter().map(|t| vec![*t]).collect(),
    };
    match when.0 {
        Join::All => ways.extend(when.1.iter().flat_map(beside).map(|part| vec![part])),
        Join::Any => {
            let mut missed: Vec<Vec<Interval>> = vec![Vec::new()];
            for condition in &when.1 {
                let longer = |way: &Vec<Interval>| {
                    beside(condition).into_iter().map(|part| [way.clone(), vec![part]].concat()).collect::<Vec<_>>()
                };
                missed = missed.iter().flat_map(longer).collect();
            }
            ways.extend(missed);
        }
    }
    (Constraint::If { when: formula(&when), then: formula(&then) }, ways)
}

/// Compares the answer under a rule with the cheapest of those under each way to keep it, which are limits on single features. Returns whether both
/// have proved answers that the rule changes.
fn by_ways(seed: u64, mut instance: Instance) -> Result<bool, String> {
    let (rule, ways) = over_intervals(&mut Rng::new(seed ^ 0x0B57_AC1E), &instance);
    let answer = |instance: &Instance| -> Result<Explanation, String> {
        let compiled = Arc::new(Compiled::new(&instance.model).map_err(|e| e.to_string())?);
        let mut search = Search::new(compiled, instance.query.clone()).map_err(|e| e.to_string())?;
        if !(0..200_000).any(|_| search.step(1)) {
            return Err("not finished".into());
        }
        let answer = search.explanation();
        espalier_verify::verify(&instance.model, &instance.query, &answer)
            .map_err(|e| format!("{e}: {:?}\n{answer:?} {:?}", instance.query, instance.model.ensemble.input))?;
        Ok(answer)
    };
    let free = answer(&instance)?;
    let mut least = f64::INFINITY;
    let mut proved = true;
    for way in ways {
        let mut limited = instance.clone();
        let ranges = way.iter().map(|&(feature, min, max)| Constraint::Range { feature, min, max });
        limited.query.constraints.extend(ranges);
        let one = answer(&limited)?;
        proved &= matches!(one.status, Status::Optimal | Status::Infeasible);
        least = one.counterfactuals.first().map_or(least, |c| least.min(c.cost));
    }
    instance.query.constraints.push(rule);
    let ruled = answer(&instance)?;
    let cost = ruled.counterfactuals.first().map_or(f64::INFINITY, |c| c.cost);
    match ruled.status {
        Status::Optimal | Status::Infeasible if proved => {
            let near = cost == least || (cost - least).abs() <= 1e-6 * least.abs() + 2e-6;
            let moved = free.counterfactuals.first().is_some_and(|c| c.cost + 1e-6 < least);
            if near {
                Ok(moved)
            } else {
                Err(format!("{cost}, where the cheapest way costs {least}"))
            }
        }
        _ => Ok(false),
    }
}

#[test]
fn beside_hyperplanes_and_sums_rules_cost_as_much_as_their_cheapest_way() {
    let planes = Shape { trees: 3, depth: 3, numbers: 4, others: 1, linear: false };
    let sums = Shape { linear: true, ..planes };
    let makes: [(&dyn Fn(u64) -> Instance, u64); 3] = [
        (&|seed| oblique::instance(seed, planes), 250),
        (&|seed| oblique::instance(seed, sums), 250),
        (&|seed| straight::linear(seed, sums), 250),
    ];
    for (make, count) in makes {
        let mut moved = 0;
        for seed in seeds(count) {
            moved += u64::from(by_ways(seed, make(seed)).unwrap_or_else(|e| panic!("seed {seed}: {e}")));
        }
        assert!(moved * 20 > count, "only {moved} of {count} rules changed an answer");
    }
}

#[test]
fn a_proof_under_rules_does_not_stand_without_them() {
    let (mut refuted, mut impossible) = (0, 0);
    for seed in seeds(1500) {
        let Instance { model, query } = ruled(seed, Size::SMALL);
        let query = Query { certificate: true, sought: Sought::Cheapest, ..query };
        let free = Query { constraints: Vec::new(), ..query.clone() };
        let [ruled, free] = [&query, &free].map(|query| {
            let compiled = Arc::new(Compiled::new(&model).expect("a model that compiles"));
            let mut search = Search::new(compiled, query.clone()).ok()?;
            while !search.step(1000) {}
            Some((search.explanation(), query))
        });
        let (Some((ruled, _)), Some((free, without))) = (ruled, free) else { continue };
        let (Some(proof), Some(cheapest)) = (&ruled.certificate, free.counterfactuals.first()) else { continue };
        espalier_verify::certificate(&model, &query, proof).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let cost = ruled.counterfactuals.first().map(|c| c.cost);
        if cost.is_none_or(|cost| cost > cheapest.cost * 1.001 + 1e-9) {
            assert!(
                espalier_verify::certificate(&model, without, proof).is_err(),
                "seed {seed}: confirmed without the rules"
            );
            refuted += 1;
            impossible += usize::from(cost.is_none());
        }
    }
    assert!(refuted > 100 && impossible > 10, "{refuted} proofs, {impossible} of them that there is no answer");
}
