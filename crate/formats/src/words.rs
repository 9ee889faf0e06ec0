//! Words for error messages: descriptions of values, and the nearest known name.

use crate::written::to_json;
use serde::Serialize;
use serde_json::Value;

/// Longest text that a message quotes, in characters.
const QUOTED: usize = 40;

/// A number, or another value, as it stands in JSON.
pub fn text(value: &impl Serialize) -> String {
    String::from_utf8(to_json(value)).unwrap_or_default()
}

/// A value in words, short enough for one line.
pub fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(b) => format!("{b}"),
        Value::Number(n) => format!("the number {}", text(n)),
        Value::String(s) => format!("the text {}", quote(s)),
        Value::Array(a) => format!("a list of {}", a.len()),
        Value::Object(o) => format!("an object of {} fields", o.len()),
    }
}

/// A name in quotes, shortened where it is long.
pub fn quote(text: &str) -> String {
    let mut length = 0;
    // The limit applies to the text as it is shown: an escaped character takes several places.
    let shown = text.chars().take_while(|c| {
        length += c.escape_debug().count();
        length <= QUOTED
    });
    let shown: String = shown.collect();
    let rest = if shown.len() < text.len() { "..." } else { "" };
    format!("{shown:?}{rest}")
}

/// Names in quotes, separated by commas. Of many names, the rest is only counted.
pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    /// Names that a message of a few lines holds.
    const SHOWN: usize = 12;
    let all: Vec<&str> = names.into_iter().collect();
    let mut text = all.iter().take(SHOWN).map(|n| quote(n)).collect::<Vec<_>>().join(", ");
    if all.len() > SHOWN {
        text += &format!(" and {} more", all.len() - SHOWN);
    }
    text
}

/// The remedy for an unknown name: the nearest known one. Where even that is far, the others too.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some((near, true)) => format!("did you mean {}?", quote(near)),
        Some((near, false)) => format!("the nearest known one is {}, of {}", quote(near), list(known)),
        None => "nothing is known here".into(),
    }
}

/// The known name with the fewest single-character edits from `name`, the first where several tie,
/// and whether these are at most half of the longer name's characters.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<(&'a str, bool)> {
    let short = |s: &str| s.chars().take(64).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let wanted = short(name);
    let mut best: Option<(usize, &str, bool)> = None;
    for candidate in known {
        let other = short(candidate);
        let distance = edits(&wanted, &other);
        if best.is_none_or(|(b, ..)| distance < b) {
            best = Some((distance, candidate, distance * 2 <= wanted.len().max(other.len())));
        }
    }
    best.map(|(_, name, near)| (name, near))
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
fn edits(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        rows[i][0] = i;
        for j in 1..=b.len() {
            let kept = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = kept.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

/// A text from a file made suitable for one line of an error: no control characters, at most 80 characters.
pub fn one_line(text: &str) -> String {
    let mut line: String = text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(80).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_finds_its_name_and_nonsense_finds_none() {
        let known = ["constraints", "count", "cost", "query"];
        assert_eq!(nearest("contraints", known), Some(("constraints", true)));
        assert_eq!(nearest("Qurey", known), Some(("query", true)));
        assert_eq!(nearest("coun", known), Some(("count", true)));
        assert!(matches!(nearest("xyzzy plugh", known), Some((_, false))));
        assert_eq!(nearest("x", []), None);
        assert_eq!(edits(&['a', 'b'], &['b', 'a', 'b']), 1);
    }

    #[test]
    fn long_names_are_cut_at_a_character() {
        assert_eq!(quote(&"ä".repeat(50)).chars().filter(|&c| c == 'ä').count(), QUOTED);
    }
}
