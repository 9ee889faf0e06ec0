//! The best prediction that changes within a budget can reach. `cargo run -p espalier-xai --example best_within`

use espalier_xai::{Aim, Error, Model, Target};

fn main() -> Result<(), Error> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/public/examples/loan.json"))?;
    let model = Model::read(&file)?;
    let row = [5450.0, 39.0, 1.0, 1.0, 1.0, 7.0, 0.0, 0.0, 43.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    for budget in [0.1, 0.2, 0.4, 0.8] {
        let request = model.request(&row, Target::Best { aim: Aim::Class(1), budget })?;
        let answer = model.explain(&request)?;
        let reach = answer.reach.ok_or("the factual itself is within the budget")?;
        let cost = answer.counterfactuals.first().map_or(0.0, |best| best.cost);
        println!("budget {budget}: probability {:.4}, proved to be the best, at cost {cost:.4}", reach.value);
    }
    Ok(())
}
