//! Searches of one model pass their buffers on to the next search. No answer may depend on earlier requests.

use espalier_model::explanation::Explanation;
use espalier_model::query::{Distinct, Query, Sought};
use espalier_search::{Compiled, Search, SearchError};
use espalier_testkit::instance::Size;
use espalier_testkit::{queries, schemas, Instance, Rng};
use std::sync::Arc;

fn answer(compiled: &Arc<Compiled>, query: &Query, steps: usize) -> Result<Explanation, SearchError> {
    let mut search = Search::new(Arc::clone(compiled), query.clone())?;
    let _ = (0..steps).find(|_| search.step(1));
    Ok(search.explanation())
}

#[test]
fn an_answer_is_the_same_whatever_was_asked_before() {
    let mut answers = 0;
    for seed in espalier_testkit::seeds(400) {
        let size = if seed % 2 == 0 { Size::SMALL } else { Size::LARGE };
        let instance = Instance::new(seed, size);
        let plans = schemas::plans(&mut Rng::new(seed), size.features);
        let Ok(compiled) = Compiled::new(&instance.model) else { continue };
        let compiled = Arc::new(compiled);
        let mut rng = Rng::new(!seed);
        for _ in 0..8 {
            let mut query = queries::query(&mut rng, &instance.model, &plans);
            match rng.below(5) {
                0 => query.certificate = true,
                1 => query.sought = Sought::Several { count: 2, distinct: Distinct::Regions },
                2 => query.sought = Sought::Regions { radius: 0.4 },
                _ => {}
            }
            // Some searches are abandoned early.
            let steps = if rng.chance(0.2) { rng.below(6) } else { 100_000 };
            let fresh = Arc::new(Compiled::new(&instance.model).expect("it was compiled before"));
            match (answer(&compiled, &query, steps), answer(&fresh, &query, steps)) {
                (Ok(one), Ok(other)) => {
                    answers += usize::from(!one.counterfactuals.is_empty());
                    assert_eq!(format!("{one:?}"), format!("{other:?}"), "seed {seed}: {query:#?}");
                }
                (one, other) => assert_eq!(one.is_err(), other.is_err(), "seed {seed}: {query:#?}"),
            }
        }
    }
    assert!(answers > 1000, "{answers}");
}
