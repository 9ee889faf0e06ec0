//! Three ways out, under limits: the savings stay, and the credit is paid back within four years. `cargo run -p espalier-xai --example several`

use espalier_xai::{Error, Model};

fn main() -> Result<(), Error> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/public/examples/loan.json"))?;
    let model = Model::read(&file)?;
    let row = [5450.0, 39.0, 1.0, 1.0, 1.0, 7.0, 0.0, 0.0, 43.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    let request = model.request(&row, model.class("accepted")?)?;
    let request = request.fix("Savings")?.within("Duration", 6.0, 48.0)?.several(3);
    let answer = model.explain(&request)?;
    for (k, counterfactual) in answer.counterfactuals.iter().enumerate() {
        let changes: Vec<String> = counterfactual.changes.iter().map(|change| model.describe(change)).collect();
        println!("{}. at {:.4}: {}", k + 1, counterfactual.cost, changes.join(", "));
    }
    Ok(())
}
