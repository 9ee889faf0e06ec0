//! A proof that others can check, and a claim that the check refutes. `cargo run -p espalier-xai --example certificate`

use espalier_xai::{Error, Model};

fn main() -> Result<(), Error> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/public/examples/loan.json"))?;
    let model = Model::read(&file)?;
    let row = [5450.0, 39.0, 1.0, 1.0, 1.0, 7.0, 0.0, 0.0, 43.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    let request = model.request(&row, model.class("accepted")?)?.certificate();
    let mut answer = model.explain(&request)?;
    let certificate = answer.certificate.as_mut().ok_or("the proof is finished")?;
    let bytes: usize = certificate.proofs.iter().map(Vec::len).sum();
    let claim = certificate.cost.ok_or("there is an answer")?;
    println!("a proof of {bytes} bytes that nothing costs less than {claim:.6}");
    model.check(&request, &answer)?;
    println!("checked");
    // The same proof for a higher cost does not hold.
    if let Some(certificate) = &mut answer.certificate {
        certificate.cost = Some(1.01 * claim);
    }
    match model.check(&request, &answer) {
        Err(fault) => println!("a claim of one per cent more is refuted: {fault}"),
        Ok(()) => return Err("a false claim was accepted".into()),
    }
    Ok(())
}
