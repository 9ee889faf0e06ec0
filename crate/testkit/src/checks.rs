//! The libraries' own predictions for the fixtures.

use super::files::fixtures;
use serde_json::Value;
use std::collections::BTreeMap;

/// The libraries' predictions with their models, by fixture.
pub fn checks() -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for file in std::fs::read_dir(fixtures().join("checks")).expect("the folder of checks") {
        let file = std::fs::File::open(file.expect("an entry").path()).expect("a file");
        let family: BTreeMap<String, Value> =
            serde_json::from_reader(std::io::BufReader::new(flate2::read::GzDecoder::new(file))).expect("JSON");
        all.extend(family);
    }
    assert!(all.len() >= 200, "found the checks of only {} fixtures", all.len());
    all
}
