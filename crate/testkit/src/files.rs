//! Files of tests/fixtures, damaged files, and the rules that every refusal of a file keeps.

use espalier_formats::{load, ParseError};
use espalier_model::ensemble::Prediction;
use espalier_numerics::draws::Draws;
use std::path::PathBuf;

/// The error of a file. Its line is checked by the rules for every such line.
pub fn refusal(bytes: &[u8]) -> ParseError {
    let error = match load(bytes) {
        Err(error) => error,
        Ok(_) => panic!("opened: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(400)])),
    };
    sound(&error, bytes);
    error
}

/// Checks that an error has one line of moderate length, a remedy, and an excerpt that contains the faulty part.
pub fn sound(error: &ParseError, bytes: &[u8]) {
    let line = error.to_string();
    assert!(!line.chars().any(char::is_control), "{line:?}");
    assert!(line.chars().count() < 600, "{line}");
    assert!(!error.what.is_empty() && !error.right.is_empty(), "{line}");
    if let Some(excerpt) = &error.excerpt {
        let length = excerpt.text.chars().count();
        assert!(excerpt.start <= excerpt.end && excerpt.end <= length && length <= 300, "{line} {excerpt:?}");
        let position = error.place.position.expect("an excerpt has a position");
        assert!(position.offset <= bytes.len() && position.line >= 1 && position.column >= 1, "{line}");
    }
}

/// A part of a document, its replacement, and words that the refusal's line must contain.
pub type Damage<'a> = (&'a str, &'a str, &'a [&'a str]);

/// Checks that the undamaged document opens, and that each damage is refused by a sound line that contains its words.
pub fn check(base: &str, damages: &[Damage]) {
    load(base.as_bytes()).expect("the undamaged document opens");
    let mut wrong = Vec::new();
    for &(old, new, named) in damages {
        let damaged = base.replacen(old, new, 1);
        assert_ne!(damaged, base, "{old} is not in the document");
        let Err(error) = load(damaged.as_bytes()) else {
            wrong.push(format!("{old} -> {new}: the file was opened"));
            continue;
        };
        sound(&error, damaged.as_bytes());
        let line = error.to_string();
        for words in named.iter().filter(|words| !line.contains(**words)) {
            wrong.push(format!("{old} -> {new}: the line should say {words}:\n  {line}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The folder of fixtures.
pub fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

/// A file of tests/fixtures.
pub fn fixture(file: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(file)).expect(file)
}

/// Replaces every byte of a document in turn by each byte that has a meaning in these formats.
pub fn change_each_byte(document: &[u8]) {
    for at in 0..document.len() {
        for byte in *b" \"{}[]$#,:-09eLS=\\\n\x00\x01\x80\xFF" {
            let mut bytes = document.to_vec();
            bytes[at] = byte;
            attempt(&bytes);
        }
    }
}

/// Makes `rounds` mutations, of the seeds in turn.
pub fn mutate_often(seeds: &[Vec<u8>], rounds: usize) {
    let mut random = Draws::of(0x1234_5678_9ABC_DEF1);
    for round in 0..rounds {
        let mut bytes = seeds[round % seeds.len()].clone();
        mutate(&mut bytes, &mut random);
        attempt(&bytes);
    }
}

/// Opens a file or receives its refusal. An opened model makes a few predictions.
pub fn attempt(bytes: &[u8]) {
    match load(bytes) {
        Err(error) => sound(&error, bytes),
        Ok(model) => {
            let columns = model.ensemble.columns;
            for value in [0.0, -1.5, 1e300, f64::NAN, 7.0] {
                match model.ensemble.predict(&vec![value; columns]) {
                    Ok(Prediction::Class { class, scores, .. }) => assert!(class < scores.len()),
                    Ok(Prediction::Value(_)) | Err(_) => {}
                }
                if let Some(forest) = &model.isolation_forest {
                    let _ = forest.predict(&vec![value; columns]);
                }
            }
        }
    }
}

/// Makes a few changes: a byte replaced, bytes removed, words inserted or overwritten, a piece doubled, a bit flipped.
pub fn mutate(bytes: &mut Vec<u8>, random: &mut Draws) {
    let words: [&[u8]; 12] = [
        b"NaN",
        b"null",
        b"-1",
        b"1e999",
        b"99999999999999999999",
        b"\"",
        b"[]",
        b"{}",
        b"[",
        b"true",
        b"-0.0",
        b"\\u0000",
    ];
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(12)).min(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, words[random.below(words.len())].iter().copied())),
            3 => drop(bytes.splice(at..end, words[random.below(words.len())].iter().copied())),
            4 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                drop(bytes.splice(to..to, piece));
            }
            _ => bytes[at] ^= 1 << random.below(8),
        }
        if bytes.is_empty() {
            break;
        }
    }
}
