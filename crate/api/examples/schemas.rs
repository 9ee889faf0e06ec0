//! Writes the JSON Schemas of the documents into docs/contract: `cargo run -p espalier-api --example schemas`.

use espalier_api::contract;

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/contract");
    std::fs::create_dir_all(folder)?;
    for (name, schema) in contract() {
        std::fs::write(format!("{folder}/{name}.schema.json"), format!("{:#}\n", schema.as_value()))?;
    }
    Ok(())
}
