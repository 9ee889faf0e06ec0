//! Words for error messages: what a value is, which known name is nearest.

use serde_json::Value;

/// Longest text that a message quotes, in characters.
const QUOTED: usize = 40;

/// A value in words, short enough for one line.
pub(crate) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(b) => format!("{b}"),
        Value::Number(n) => format!("the number {n}"),
        Value::String(s) => format!("the text {}", quote(s)),
        Value::Array(a) => format!("a list of {}", a.len()),
        Value::Object(o) => format!("an object of {} fields", o.len()),
    }
}

/// A name in quotes, shortened where it is long.
pub(crate) fn quote(text: &str) -> String {
    if text.chars().nth(QUOTED).is_none() {
        format!("{text:?}")
    } else {
        format!("{:?}...", text.chars().take(QUOTED).collect::<String>())
    }
}

/// Names in quotes with commas between, the rest counted where there are many.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let all: Vec<&str> = names.into_iter().collect();
    let mut text = all.iter().take(SHOWN).map(|n| quote(n)).collect::<Vec<_>>().join(", ");
    if all.len() > SHOWN {
        text += &format!(" and {} more", all.len() - SHOWN);
    }
    text
}

/// What to say of an unknown name: the nearest known one where one is near, else all of them.
pub(crate) fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean {}?", quote(near)),
        None => format!("known are {}", list(known)),
    }
}

/// The known name with the fewest single-character edits from `name`, the first where several tie;
/// `None` where even that takes more edits than half of the longer name's characters.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let short = |s: &str| s.chars().take(64).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let wanted = short(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in known {
        let other = short(candidate);
        let distance = edits(&wanted, &other);
        if distance * 2 <= wanted.len().max(other.len()) && best.is_none_or(|(b, _)| distance < b) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// Levenshtein's distance.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let kept = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_finds_its_name_and_nonsense_finds_none() {
        let known = ["constraints", "count", "cost", "query"];
        assert_eq!(nearest("contraints", known), Some("constraints"));
        assert_eq!(nearest("Query", known), Some("query"));
        assert_eq!(nearest("coun", known), Some("count"));
        assert_eq!(nearest("xyzzy plugh", known), None);
        assert_eq!(edits(&['a', 'b'], &['b', 'a', 'b']), 1);
    }

    #[test]
    fn long_names_are_cut_at_a_character() {
        assert_eq!(quote(&"ä".repeat(50)).chars().filter(|&c| c == 'ä').count(), QUOTED);
    }
}
