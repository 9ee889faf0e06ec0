//! Our reader of JSON against `serde_json`: values, refusals, and the words and places of refusals, also for damaged documents.

use super::json::{read, stopped};
use super::record::{Read, Skipped};
use crate::json::place::{offset_of, pointer_at};
use crate::json::{explain, Lexer};
use espalier_numerics::draws::Draws;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

const SEEDS: [&str; 5] = [
    r#"{"a": [1, -2, 3.5, 0.1, true, false, null, -0, 1e-7, 5e-324, 123456789012345678901234567890, 18446744073709551616],
 "é\u00e9\n": {"b": [], "c": {}, "d": "x\\\"y"}, "e": [[1.7976931348623157e308], 9007199254740993, -9223372036854775808]}"#,
    r#"[0.30000000000000004, 2.2250738585072011e-308, 1.00000000000000011102230246251565404, -9223372036854775809, 1E+2]"#,
    "[\"\\ud83d\\ude00\", \"\\/\\b\\f\\r\\t\", \"\"]",
    " {\"x\" : 1 , \"y\" :\t[ 1 ,2 ]\r\n} ",
    "[0.1, 16777217, 3.4028235e38, 1e-46, 7, -1.5]",
];

/// A few bytes changed, taken out, doubled or cut off.
fn damaged(text: &str, draws: &mut Draws) -> Vec<u8> {
    const WORDS: [&[u8]; 17] = [
        b"\"", b"\\", b"\\u", b"\\ud800", b"[", b"]", b"{", b"}", b",", b":", b"-", b"0", b"e", b".", b"nul", b"\x01",
        b"\xFF",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..draws.below(3) {
        let at = draws.below(bytes.len() + 1);
        let end = (at + draws.below(3)).min(bytes.len());
        match draws.below(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            kind => {
                let word = WORDS[draws.below(WORDS.len())].iter().copied();
                bytes.splice(at..if kind == 3 { at } else { end }, word);
            }
        }
    }
    bytes
}

/// Compares both readers on a type. The words in which `T` refuses a document are compared where `words` is true.
fn compare<T: Read + DeserializeOwned + std::fmt::Debug>(bytes: &[u8], words: bool) {
    let shown = String::from_utf8_lossy(bytes);
    match (read::<T>(Lexer::new(bytes)), serde_json::from_slice::<T>(bytes)) {
        // The shortest decimals contain every bit of a number, including the sign of 0.
        (Ok(ours), Ok(theirs)) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{shown}"),
        (Err(ours), Err(theirs)) if words => {
            let ours = stopped(ours, bytes, &|at| at, bytes, "test");
            if std::str::from_utf8(bytes).is_err() {
                return;
            }
            let offset = offset_of(bytes, theirs.line(), theirs.column());
            let (pointer, span) = pointer_at(bytes, offset);
            let (what, right) = explain::explain(&theirs, bytes.get(span).unwrap_or_default());
            match ours.what.as_str() {
                // Two messages of `serde_json`'s, by where the second half is missing.
                "this is not JSON: half a pair of \\u escapes" => {
                    let halves = ["unexpected end of hex escape", "lone leading surrogate in hex escape"];
                    assert!(halves.iter().any(|half| what.ends_with(half)), "{shown}: {what}");
                }
                _ => assert_eq!((&ours.what, &ours.right), (&what, &right), "{shown}"),
            }
            // We report a line break within a text at its own byte, `serde_json` at the next one.
            if !what.contains("control character") {
                assert_eq!(ours.place.pointer, Some(pointer), "{shown}");
            }
        }
        (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("{shown}: {ours:?} and {theirs:?}"),
    }
}

#[test]
fn it_reads_and_refuses_the_same_texts_as_serde_json() {
    let mut draws = Draws::of(7);
    for round in 0..60_000 {
        let bytes = damaged(SEEDS[round % SEEDS.len()], &mut draws);
        compare::<Value>(&bytes, true);
        let skipped = read::<Skipped>(Lexer::new(&bytes)).is_ok();
        assert_eq!(
            skipped,
            serde_json::from_slice::<IgnoredAny>(&bytes).is_ok(),
            "{}",
            String::from_utf8_lossy(&bytes)
        );
        compare::<Vec<Option<f32>>>(&bytes, false);
        compare::<Vec<i64>>(&bytes, false);
        compare::<(f64, f64)>(&bytes, false);
        compare::<Vec<String>>(&bytes, false);
    }
}

#[test]
fn numbers_are_read_to_the_last_bit() {
    let mut draws = Draws::of(8);
    for _ in 0..40_000 {
        let number = f64::from_bits((draws.below(1 << 32) as u64) << 32 | draws.below(1 << 32) as u64);
        if !number.is_finite() {
            continue;
        }
        for text in [format!("[{number:?}]"), format!("[{number:.3e}]"), format!("[{:?}]", number as f32)] {
            if !text.contains("inf") {
                compare::<Vec<f64>>(text.as_bytes(), false);
                compare::<Vec<f32>>(text.as_bytes(), false);
            }
        }
    }
}
