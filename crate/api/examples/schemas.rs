//! Writes the JSON Schemas of the documents, and the table of questions that are not answered, into docs/contract: `cargo run -p espalier-api --example schemas`.

use espalier_api::{contract, unsupported};

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/contract");
    std::fs::create_dir_all(folder)?;
    for (name, schema) in contract() {
        std::fs::write(format!("{folder}/{name}.schema.json"), format!("{:#}\n", schema.as_value()))?;
    }
    std::fs::write(format!("{folder}/unsupported.md"), unsupported())
}
