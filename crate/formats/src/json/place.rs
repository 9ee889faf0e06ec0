//! The mapping from a byte of a JSON document to the pointer of its value, and back. Damaged documents are read up to the damage. Nothing here
//! recurses.

use super::lexer::unescaped;
use std::ops::Range;

/// The byte at serde's line and column (both from 1), which are those of the last byte it read.
pub(crate) fn offset_of(bytes: &[u8], line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        start += bytes[start..].iter().position(|&b| b == b'\n').map_or(0, |i| i + 1);
    }
    (start + column.saturating_sub(1)).min(bytes.len().saturating_sub(1))
}

/// The JSON pointer of the innermost value that contains or follows a byte, and the bytes of that value. Where the byte is in no plain
/// value, these are the byte alone. Reads damaged documents too.
pub(crate) fn pointer_at(bytes: &[u8], offset: usize) -> (String, Range<usize>) {
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
pub(super) fn span_of(bytes: &[u8], pointer: &str) -> Option<Range<usize>> {
    let mut at = skip_space(bytes, 0);
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        at = Members::of(bytes, at)?.into_iter().find(|(name, _)| *name == part)?.1.start;
    }
    Some(at..skip_value(bytes, at))
}

/// The members of the array or object at a byte: names (indices, keys), and where the values start. A value is read over when the next name is
/// asked for. Damaged documents are read up to the damage. Empty where neither an array nor an object starts there.
pub(crate) fn names(bytes: &[u8], at: usize) -> impl Iterator<Item = (String, usize)> + '_ {
    let mut members = Members::of(bytes, at);
    std::iter::from_fn(move || members.as_mut()?.name())
}

/// The members of an array or object: names (indices, keys) and the bytes of the values.
struct Members<'a> {
    bytes: &'a [u8],
    at: usize,
    index: Option<usize>,
    /// Whether a value starts at `at` that was not read over.
    value: bool,
}

impl<'a> Members<'a> {
    fn of(bytes: &'a [u8], at: usize) -> Option<Members<'a>> {
        match bytes.get(at)? {
            b'[' => Some(Members { bytes, at: at + 1, index: Some(0), value: false }),
            b'{' => Some(Members { bytes, at: at + 1, index: None, value: false }),
            _ => None,
        }
    }

    /// Reads over the value that was named last.
    fn skip(&mut self) {
        if std::mem::take(&mut self.value) {
            self.at = skip_value(self.bytes, self.at).max(self.at + 1);
        }
    }

    /// The name of the next member, and where its value starts.
    fn name(&mut self) -> Option<(String, usize)> {
        self.skip();
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
                let key = unescaped(&bytes[self.at..end]);
                self.at = skip_space(bytes, end);
                if bytes.get(self.at) == Some(&b':') {
                    self.at = skip_space(bytes, self.at + 1);
                }
                key.unwrap_or_default()
            }
        };
        self.value = true;
        Some((name, self.at))
    }
}

impl Iterator for Members<'_> {
    type Item = (String, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, start) = self.name()?;
        self.skip();
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
pub(crate) fn skip_string(bytes: &[u8], at: usize) -> usize {
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
