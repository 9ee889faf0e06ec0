//! What every JSON format shares: a check of nesting and of doubled fields before anything recurses, decoding with errors
//! that know their JSON pointer, and the way from a pointer back to its bytes.

use super::error::{one_line, Fault, ParseError};
use crate::wire::text::{quote, suggest};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

/// Levels of nesting that are read. Model files need fewer than ten.
const DEEPEST: usize = 100;

/// Decodes a JSON document.
///
/// # Errors
/// Text that is no JSON, is nested too deep, or has other fields or types than `T`.
/// # Cost
/// Linear in the bytes; no recursion deeper than [`DEEPEST`].
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8], format: &'static str) -> Result<T, ParseError> {
    check_structure(bytes, format)?;
    serde_json::from_slice(bytes).map_err(|e| from_serde(&e, offset_of(bytes, e.line(), e.column()), bytes, format))
}

/// Decodes a document that may hold `NaN`, `Infinity` and `-Infinity`, as XGBoost's does for numbers that
/// mean nothing. They are read as null, which `T` must take for NaN where it takes numbers.
///
/// # Errors
/// As [`decode`].
pub(crate) fn decode_lenient<T: DeserializeOwned>(bytes: &[u8], format: &'static str) -> Result<T, ParseError> {
    check_structure(bytes, format)?;
    let (patched, grown) = without_infinities(bytes);
    serde_json::from_slice(&patched).map_err(|e| {
        let offset = offset_of(&patched, e.line(), e.column());
        let before = grown.iter().take_while(|&&at| at < offset).count();
        from_serde(&e, offset - before, bytes, format)
    })
}

/// The same text with null for each NaN and infinity outside of strings, and the places where it grew by a byte.
fn without_infinities(bytes: &[u8]) -> (Cow<'_, [u8]>, Vec<usize>) {
    const TOKENS: [&[u8]; 4] = [b"NaN", b"Infinity", b"-Infinity", b"-NaN"];
    let (mut patched, mut grown) = (Vec::new(), Vec::new());
    let (mut copied, mut i) = (0, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'"' => i = skip_string(bytes, i) - 1,
            b'N' | b'I' | b'-' => {
                if let Some(token) = TOKENS.into_iter().find(|t| bytes[i..].starts_with(t)) {
                    patched.extend_from_slice(&bytes[copied..i]);
                    if token.len() < 4 {
                        grown.push(patched.len());
                    }
                    patched.extend_from_slice(b"null");
                    patched.resize(patched.len() + token.len().saturating_sub(4), b' ');
                    i += token.len() - 1;
                    copied = i + 1;
                }
            }
            _ => {}
        }
        i += 1;
    }
    if copied == 0 {
        return (Cow::Borrowed(bytes), grown);
    }
    patched.extend_from_slice(&bytes[copied..]);
    (Cow::Owned(patched), grown)
}

/// Refuses documents that are nested too deep, and objects that give a field twice: readers of JSON differ
/// in which one they take.
pub(crate) fn check_structure(bytes: &[u8], format: &'static str) -> Result<(), ParseError> {
    // One entry an open bracket: the keys so far of an object, none of a list.
    let mut open: Vec<Option<HashSet<&[u8]>>> = Vec::new();
    let (mut key_next, mut i) = (false, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'"' => {
                let end = skip_string(bytes, i);
                if let (true, Some(Some(keys))) = (key_next, open.last_mut()) {
                    if !keys.insert(&bytes[i..end]) {
                        let (pointer, _) = pointer_at(bytes, i);
                        let name = String::from_utf8_lossy(bytes.get(i + 1..end - 1).unwrap_or_default()).into_owned();
                        let what = format!("the field {} is given twice", quote(&name));
                        let mut error = ParseError::whole(format, what, "once is right").at(bytes, i..end);
                        error.place.pointer = Some(pointer);
                        return Err(error);
                    }
                }
                key_next = false;
                i = end - 1;
            }
            bracket @ (b'[' | b'{') => {
                if open.len() == DEEPEST {
                    let what = format!("the document is nested more than {DEEPEST} levels deep");
                    return Err(
                        ParseError::whole(format, what, "model files need fewer than ten levels").at(bytes, i..i + 1)
                    );
                }
                key_next = bracket == b'{';
                open.push(key_next.then(HashSet::new));
            }
            b']' | b'}' => {
                open.pop();
                key_next = false;
            }
            b',' => key_next = true,
            _ => {}
        }
        i += 1;
    }
    Ok(())
}

/// The error of a fault, with its bytes found again.
pub(crate) fn locate(bytes: &[u8], format: &'static str, fault: Fault) -> ParseError {
    // Where the pointer names something that is missing, the innermost part that is there.
    let mut pointer = fault.place.pointer.as_deref().unwrap_or_default();
    let mut span = None;
    while !pointer.is_empty() && span.is_none() {
        span = span_of(bytes, pointer);
        pointer = &pointer[..pointer.rfind('/').unwrap_or(0)];
    }
    let error = ParseError { format, place: fault.place, what: fault.what, right: fault.right, excerpt: None };
    match span {
        Some(span) => error.at(bytes, span),
        None => error,
    }
}

/// The error that serde met at a byte.
fn from_serde(error: &serde_json::Error, offset: usize, bytes: &[u8], format: &'static str) -> ParseError {
    let (pointer, span) = pointer_at(bytes, offset);
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let (what, right) = if error.is_eof() {
        ("the file ends in the middle of the document".to_string(), "export it again; this copy is cut off".to_string())
    } else if text == "number out of range" {
        ("the number is out of range".into(), "a number that double precision can hold is needed".into())
    } else if error.is_syntax() {
        (format!("this is not JSON: {}", one_line(text)), syntax_advice(bytes, &span))
    } else {
        explain(text)
    };
    let mut result = ParseError::whole(format, what, right);
    result.place.pointer = Some(pointer);
    result.at(bytes, span)
}

fn syntax_advice(bytes: &[u8], span: &Range<usize>) -> String {
    let token = bytes.get(span.clone()).unwrap_or_default();
    if [&b"NaN"[..], b"nan", b"Infinity", b"-Infinity", b"inf", b"-inf"].contains(&token) {
        return "JSON has no NaN and no infinity; a finite number is needed".into();
    }
    "a JSON document as the library's own export writes it is needed".into()
}

/// Turns a message of serde's into what was found and what would be right.
fn explain(text: &str) -> (String, String) {
    if let Some((field, known)) = text.strip_prefix("unknown field `").and_then(|r| r.split_once('`')) {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return (format!("unknown field {}", quote(field)), suggest(field, known));
    }
    if let Some((value, known)) = text.strip_prefix("unknown variant `").and_then(|r| r.split_once('`')) {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return (format!("found {}", quote(value)), suggest(value, known));
    }
    if let Some(field) = text.strip_prefix("missing field `") {
        return (format!("the field \"{}\" is missing", field.trim_end_matches('`')), "it is needed".into());
    }
    if let Some(field) = text.strip_prefix("duplicate field `") {
        return (format!("the field \"{}\" is given twice", field.trim_end_matches('`')), "once is right".into());
    }
    if let Some((found, expected)) = text.split_once(", expected ") {
        let found = found.trim_start_matches("invalid type: ").trim_start_matches("invalid value: ");
        return (format!("found {}", things(found)), format!("{} is needed", plain(expected)));
    }
    match text.split_once("; ") {
        Some((what, right)) => (one_line(what), one_line(right)),
        None => (one_line(text), String::new()),
    }
}

/// serde's description of a value, in words.
fn things(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    match kind {
        "map" => "an object".into(),
        "sequence" => "a list".into(),
        "integer" | "floating" => {
            format!("the number {}", one_line(value.trim_start_matches("point ").trim_matches('`')))
        }
        "boolean" => one_line(value.trim_matches('`')),
        "string" => format!("the text {}", one_line(value)),
        _ => one_line(&found.replace('`', "")),
    }
}

/// serde's names of types, in words.
fn plain(expected: &str) -> String {
    match expected {
        "f64" | "f32" => "a number".into(),
        "usize" | "u64" | "u32" | "u8" => "a whole number, not negative,".into(),
        "i64" | "i32" => "a whole number".into(),
        "a sequence" => "a list".into(),
        "a map" => "an object".into(),
        e if e.starts_with("struct ") => "an object".into(),
        e => one_line(e),
    }
}

/// The byte before serde's line and column (both from 1): the last one it took in.
fn offset_of(bytes: &[u8], line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        start += bytes[start..].iter().position(|&b| b == b'\n').map_or(0, |i| i + 1);
    }
    (start + column.saturating_sub(1)).min(bytes.len().saturating_sub(1))
}

/// The JSON pointer of the innermost value that holds or follows a byte, and the bytes of that value
/// (of the byte alone where it stands in no plain value). Reads damaged documents too.
fn pointer_at(bytes: &[u8], offset: usize) -> (String, Range<usize>) {
    let mut pointer = String::new();
    let mut at = skip_space(bytes, 0);
    loop {
        let Some(members) = Members::of(bytes, at) else {
            let end = skip_value(bytes, at);
            return (pointer, if (at..end).contains(&offset) { at..end } else { offset..offset + 1 });
        };
        let Some((part, span)) = members.into_iter().find(|(_, span)| offset < span.end) else {
            return (pointer, offset..offset + 1);
        };
        let before = offset < span.start;
        if before && bytes[at] == b'{' {
            if let Some(key) = key_before(bytes, &span).filter(|key| offset < key.end) {
                return (pointer, if offset < key.start { offset..offset + 1 } else { key });
            }
        }
        pointer.push('/');
        pointer.push_str(&part.replace('~', "~0").replace('/', "~1"));
        if before {
            return (pointer, span);
        }
        at = span.start;
    }
}

/// The bytes of the key before a value.
fn key_before(bytes: &[u8], value: &Range<usize>) -> Option<Range<usize>> {
    let end = bytes[..value.start].iter().rposition(|&b| b == b'"')? + 1;
    let start = bytes[..end - 1].iter().rposition(|&b| b == b'"')?;
    Some(start..end)
}

/// The bytes of the value at a JSON pointer.
pub(crate) fn span_of(bytes: &[u8], pointer: &str) -> Option<Range<usize>> {
    let mut at = skip_space(bytes, 0);
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        at = Members::of(bytes, at)?.into_iter().find(|(name, _)| *name == part)?.1.start;
    }
    Some(at..skip_value(bytes, at))
}

/// The members of the array or object at a byte: names (indices, keys) and the bytes of the values.
/// Reads damaged documents too, as far as they go; empty where neither starts there.
pub(crate) fn members(bytes: &[u8], at: usize) -> impl Iterator<Item = (String, Range<usize>)> + '_ {
    Members::of(bytes, at).into_iter().flatten()
}

/// The members of an array or object: names (indices, keys) and the bytes of the values.
struct Members<'a> {
    bytes: &'a [u8],
    at: usize,
    index: Option<usize>,
}

impl<'a> Members<'a> {
    fn of(bytes: &'a [u8], at: usize) -> Option<Members<'a>> {
        match bytes.get(at)? {
            b'[' => Some(Members { bytes, at: at + 1, index: Some(0) }),
            b'{' => Some(Members { bytes, at: at + 1, index: None }),
            _ => None,
        }
    }
}

impl Iterator for Members<'_> {
    type Item = (String, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.bytes;
        self.at = skip_space(bytes, self.at);
        if bytes.get(self.at) == Some(&b',') {
            self.at = skip_space(bytes, self.at + 1);
        }
        if matches!(bytes.get(self.at), None | Some(b']' | b'}')) {
            return None;
        }
        let name = match &mut self.index {
            Some(index) => {
                *index += 1;
                (*index - 1).to_string()
            }
            None => {
                let end = skip_value(bytes, self.at);
                let key = serde_json::from_slice(&bytes[self.at..end]);
                self.at = skip_space(bytes, end);
                if bytes.get(self.at) == Some(&b':') {
                    self.at = skip_space(bytes, self.at + 1);
                }
                key.unwrap_or_default()
            }
        };
        let start = self.at;
        self.at = skip_value(bytes, start).max(start + 1);
        Some((name, start..self.at))
    }
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// The byte after the string that starts at `at`, or the end of the file.
fn skip_string(bytes: &[u8], at: usize) -> usize {
    let mut i = at + 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 1,
            b'"' => return i + 1,
            _ => {}
        }
        i += 1;
    }
    bytes.len()
}

/// The byte after the value that starts at `at`. Counts brackets; does not recurse.
fn skip_value(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        None => bytes.len(),
        Some(b'"') => skip_string(bytes, at),
        Some(b'[' | b'{') => {
            let (mut depth, mut i) = (0usize, at);
            while i < bytes.len() {
                match bytes[i] {
                    b'"' => i = skip_string(bytes, i) - 1,
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' => {
                        depth -= 1;
                        if depth == 0 {
                            return i + 1;
                        }
                    }
                    _ => {}
                }
                i += 1;
            }
            bytes.len()
        }
        Some(_) => {
            let plain = |b: &u8| !matches!(b, b',' | b']' | b'}' | b':' | b' ' | b'\n' | b'\r' | b'\t');
            at + bytes[at..].iter().take_while(|b| plain(b)).count()
        }
    }
}
