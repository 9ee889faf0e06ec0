//! Named requests to every engine, answered natively, equal the stored answers to the last bit. `tests/web/named-rows.test.ts` checks the
//! WebAssembly against the same answers. `WRITE_ROWS=1 cargo test -p espalier-api --test suite named_rows` stores them again after an
//! intended change.

use espalier_api::{Asked, Shared};
use serde_json::Value;
use std::path::PathBuf;
use std::rc::Rc;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An answer without the time it took.
fn answer(model: &str, request: &Value) -> Value {
    let bytes = std::fs::read(root().join(model)).expect(model);
    let shared = Rc::new(Shared::read(&bytes, model, None).unwrap_or_else(|e| panic!("{}", e.to_json())));
    let asked = Asked::new(&shared, request).and_then(|asked| asked.search());
    let mut running = asked.unwrap_or_else(|e| panic!("{}", e.to_json()));
    assert!((0..100_000).any(|_| running.step(100)), "not finished");
    let mut answer: Value = serde_json::from_str(&running.answer(0.0).unwrap().to_json()).unwrap();
    answer["work"].as_object_mut().unwrap().remove("milliseconds");
    answer
}

#[test]
fn every_engine_answers_its_named_requests_as_they_are_stored() {
    let path = root().join("tests/fixtures/named-rows.json");
    let mut rows: Vec<Value> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let write = std::env::var_os("WRITE_ROWS").is_some();
    for row in &mut rows {
        let found = answer(row["model"].as_str().unwrap(), &row["request"]);
        if write {
            row["answer"] = found;
        } else {
            assert_eq!(found, row["answer"], "{}", row["name"]);
        }
    }
    if write {
        let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        std::fs::write(path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
}
