//! Numbers and text are read in the same way in models, schemas, requests and files of queries. A number must be one by JSON's rules and
//! finite, each field may occur once, and text must be valid UTF-8. A refusal names the place.

use espalier_api::{Queries, Request, Shared};
use espalier_formats::documents::value;
use espalier_formats::load;
use espalier_model::Model;
use espalier_testkit::files;

const MODEL: &str = r#"{"format": "espalier", "version": 1, "kind": "regressor", "columns": 2, "input": "float64", "compare": "<=",
 "aggregation": "sum", "base": [0.5], "link": "none", "trees": [{"feature": [0, -1, -1], "threshold": [2.5, 0, 0],
 "left": [1, -1, -1], "right": [2, -1, -1], "value": [null, -1, 7.25], "missing": {"0": "left"}}],
 "schema": {"features": [{"name": "Age", "column": 0, "min": 0, "max": 9.5}, {"name": "Debt", "column": 1, "min": 0, "max": 1}]}}"#;
const SCHEMA: &str = r#"{"features": [{"name": "Age", "column": 0, "min": 0, "max": 9.5}, {"name": "Debt", "column": 1, "min": 0, "max": 1}]}"#;
const REQUEST: &str =
    r#"{"query": [1.5, 0], "target": {"value": [7.25, 8]}, "cost": {"norm": "l1", "weights": {"Age": 2.5}}}"#;
const QUERIES: &str = "[[1.5, 0], [null, 7.25]]";
const CSV: &str = "Age,Debt\n1.5,0\n,7.25\n";

fn model() -> Model {
    load(MODEL.as_bytes()).expect("a model")
}

/// Reads a document of a kind. Returns the line that refuses it, if any.
fn read(kind: &str, text: &str) -> Result<(), String> {
    let model = model();
    let said = match kind {
        "model" => load(text.as_bytes()).map(drop).map_err(|e| e.to_string()),
        "schema" => value(text).map_err(|e| e.to_string()).and_then(|schema| {
            Shared::read(MODEL.as_bytes(), "m.json", Some(&schema)).map(drop).map_err(|e| e.message().to_owned())
        }),
        "request" => Request::from_json(text, &model).map(drop).map_err(|e| e.to_string()),
        _ => Queries::parse(text, &model).map(drop).map_err(|e| e.to_string()),
    };
    if let Err(line) = &said {
        assert!(!line.chars().any(char::is_control) && line.chars().count() < 600, "{line}");
    }
    said
}

/// The line that refuses a document of a kind after one part was replaced.
fn damaged(kind: &str, text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old}");
    read(kind, &text.replacen(old, new, 1)).expect_err(&format!("{kind}: {old} -> {new}"))
}

/// Texts that are no number, in JSON as in csv.
const STRANGE: [&str; 7] = ["1e400", "-1e400", "0x10", "1_000", "NaN", "-Infinity", "1e"];

/// Kinds of documents, a sound document of each, a number in it, and words that name the number's place.
const KINDS: [(&str, &str, &str, &str); 7] = [
    ("model", MODEL, "7.25", "/trees/0/value"),
    ("model", MODEL, "2.5", "/trees/0/threshold"),
    ("model", MODEL, "9.5", "line 4"),
    ("schema", SCHEMA, "9.5", ""),
    ("request", REQUEST, "7.25", ""),
    ("request", REQUEST, "2.5", ""),
    ("queries", QUERIES, "7.25", ""),
];

#[test]
fn a_text_that_is_no_number_is_refused_with_its_place() {
    let json =
        ["Infinity", "+1", ".5", "1.", "01", "--1", "1,5e", "\"NaN\"", "\"1\"", "\"1e3\"", "\"\"", "true", "[]", "{}"];
    for (kind, text, number, place) in KINDS {
        read(kind, text).expect("the sound document");
        // An object is a valid weight, with one number for each direction.
        let strange = STRANGE.into_iter().chain(json);
        for new in strange.filter(|new| *new != "{}" || (kind, number) != ("request", "2.5")) {
            let line = damaged(kind, text, number, new);
            let placed = line.contains("line ") || line.contains(", /") || line.starts_with('/');
            assert!(placed && line.contains(place) || new == "1,5e", "{kind}, {new}: {line}");
        }
    }
}

#[test]
fn a_number_is_read_to_the_last_bit() {
    for new in [
        "1E+2",
        "-0",
        "-0.0",
        "0.1",
        "1e-400",
        "5e-324",
        "1.7976931348623157e308",
        "123456789012345678901234567890",
        "9007199254740993",
    ] {
        let text = MODEL.replacen("7.25", new, 1);
        let found = load(text.as_bytes()).expect(new).ensemble.trees[0].values[1];
        assert_eq!(found.to_bits(), new.parse::<f64>().expect("a number").to_bits(), "{new}");
        let rows = Queries::parse(&QUERIES.replacen("7.25", new, 1), &model()).expect(new).rows;
        assert_eq!(rows[3], new.parse::<f64>().expect("a number"), "{new}");
        let rows = Queries::parse(&CSV.replacen("7.25", new, 1), &model()).expect(new).rows;
        assert_eq!(rows[3].to_bits(), new.parse::<f64>().expect("a number").to_bits(), "{new}");
    }
}

#[test]
fn cells_that_are_no_number_are_refused_with_line_and_column() {
    for new in STRANGE.into_iter().chain(["nan", "inf", "1 000", "null", "NA", "\u{663}", "1;5"]) {
        let line = damaged("queries", CSV, "7.25", new);
        assert!(line.starts_with("line 3, column 2: ") && line.contains("number"), "{new}: {line}");
    }
}

#[test]
fn a_field_that_stands_twice_is_refused_however_it_is_written() {
    let model = [
        ("\"columns\": 2", "\"columns\": 2, \"col\\u0075mns\": 2"),
        ("\"columns\": 2", "\"columns\": 2, \"columns\": 2"),
        ("\"0\": \"left\"", "\"0\": \"left\", \"0\": \"right\""),
        ("\"0\": \"left\"", "\"0\": \"left\", \"\\u0030\": \"right\""),
        ("\"min\": 0", "\"min\": 0, \"m\\u0069n\": 0"),
    ];
    let lines = model.map(|(old, new)| damaged("model", MODEL, old, new)).into_iter().chain([
        damaged("schema", SCHEMA, "\"min\": 0", "\"min\": 0, \"m\\u0069n\": 0"),
        damaged("request", REQUEST, "\"Age\": 2.5", "\"Age\": 2.5, \"A\\u0067e\": 2.5"),
        damaged("queries", "{\"queries\": []}", "[]", "[], \"queries\": []"),
        damaged("queries", "Age,Debt\n1,2\n", "Age,Debt", "Age,Debt,Age"),
    ]);
    for line in lines {
        assert!(line.contains("twice") || line.contains("second time"), "{line}");
    }
}

#[test]
fn half_characters_in_escapes_are_refused_with_their_place() {
    for half in ["\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud83d x", "\\u12", "\\x41", "\\u00zz"] {
        for (kind, text) in [("model", MODEL), ("schema", SCHEMA), ("request", REQUEST)] {
            let line = damaged(kind, text, "\"Age\"", &format!("\"A{half}\""));
            assert!(line.contains("line ") && line.contains("column "), "{kind}, {half}: {line}");
        }
    }
    for (kind, text) in [("model", MODEL), ("schema", SCHEMA)] {
        read(kind, &text.replacen("\"Age\"", "\"\\ud83d\\ude00\"", 1)).expect("a whole character");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_document() {
    for (kind, text, _, _) in KINDS {
        read(kind, &format!("\u{feff}{text}")).unwrap_or_else(|line| panic!("{kind}: {line}"));
    }
    read("queries", &format!("\u{feff}{CSV}")).expect("csv");
    for file in ["xgb-one-tree/model.json", "lgb-one-tree/model.txt", "cat-deep/model.json", "lgb-categories/dump.json"]
    {
        let bytes = [b"\xEF\xBB\xBF".to_vec(), files::fixture(file)].concat();
        load(&bytes).unwrap_or_else(|e| panic!("{file}: {e}"));
    }
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_place() {
    let files = [
        ("xgb-frame/model.json", "\"colour\""),
        ("lgb-frame/model.txt", "feature_names="),
        ("cat-texts/model.json", "\"features_info\""),
        ("lgb-frame/dump.json", "\"feature_names\""),
    ];
    let utf_16: Vec<u8> = std::iter::once(0xFEFF).chain(MODEL.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert!(files::refusal(&utf_16).to_string().contains("save the file as UTF-8"));
    let own = [("our own".to_string(), MODEL.as_bytes().to_vec(), "\"Age\"")];
    let files = files.map(|(file, old)| (file.to_string(), files::fixture(file), old));
    for (file, mut bytes, old) in files.into_iter().chain(own) {
        let at = bytes.windows(old.len()).position(|w| w == old.as_bytes()).expect(&file) + old.len() - 1;
        for bad in [0xFF, 0xC3, 0x80] {
            bytes[at] = bad;
            let error = files::refusal(&bytes);
            let position = error.place.position.unwrap_or_else(|| panic!("{file}: {error}"));
            let line = error.to_string();
            assert!(line.contains("line "), "{file}: {line}");
            assert!(position.offset.abs_diff(at) <= 1, "{file}: {line}, {} instead of {at}", position.offset);
        }
    }
}

#[test]
fn deep_nesting_is_refused_in_every_document() {
    for (kind, text, number, _) in KINDS {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            for deep in [120, 100_000] {
                let nest = open.repeat(deep) + "1" + &close.repeat(deep);
                let line = damaged(kind, text, number, &nest);
                assert!(line.contains("levels deep") || deep == 120, "{kind}: {line}");
                damaged(kind, text, number, &open.repeat(deep)); // Never closed.
            }
        }
    }
}
