//! Markers, lengths, and the mapping between bytes and JSON pointers. Nothing here recurses. Damaged documents are read up to the damage.

use crate::token::{Error, ValueExtent};
use std::borrow::Cow;

/// Bytes of a number behind its marker.
pub(crate) fn size(marker: u8) -> Option<usize> {
    match marker {
        b'i' | b'U' => Some(1),
        b'I' => Some(2),
        b'l' | b'd' => Some(4),
        b'L' | b'D' => Some(8),
        _ => None,
    }
}

/// A position in the bytes.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Cursor<'a> {
    pub fn byte(&mut self) -> Result<u8, Error> {
        let byte = *self.bytes.get(self.at).ok_or_else(|| Error::cut_off(self.at))?;
        self.at += 1;
        Ok(byte)
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| Error::cut_off(self.bytes.len()))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// A whole number of the marker's type.
    pub fn whole(&mut self, marker: u8) -> Result<i64, Error> {
        let bytes = self.take(size(marker).unwrap_or(0))?;
        Ok(match (marker, bytes) {
            (b'i', [b]) => i64::from(*b as i8),
            (b'U', [b]) => i64::from(*b),
            (b'I', [a, b]) => i64::from(i16::from_be_bytes([*a, *b])),
            (b'l', [a, b, c, d]) => i64::from(i32::from_be_bytes([*a, *b, *c, *d])),
            (b'L', [a, b, c, d, e, f, g, h]) => i64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
            _ => {
                let what = format!("found {} where a length is", show(marker));
                return Err(Error::new(self.at.saturating_sub(1), what, "a whole number is needed"));
            }
        })
    }

    /// A length: a whole number with its marker.
    pub fn length(&mut self) -> Result<usize, Error> {
        let at = self.at;
        let marker = self.byte()?;
        let length = self.whole(marker)?;
        usize::try_from(length)
            .map_err(|_| Error::new(at, format!("the length is {length}"), "a length is not negative"))
    }

    /// The bytes of a text: its length, then the bytes.
    pub fn text(&mut self) -> Result<Cow<'a, str>, Error> {
        let length = self.length()?;
        let at = self.at;
        match String::from_utf8_lossy(self.take(length)?) {
            Cow::Borrowed(text) => Ok(Cow::Borrowed(text)),
            Cow::Owned(_) => Err(Error::new(at, "the text is not UTF-8", "export the model again")),
        }
    }

    /// Reads the optional type and count after the opening bracket of a list or an object. The count never exceeds the number of values that
    /// the remaining bytes can hold.
    pub fn extent(&mut self) -> Result<ValueExtent, Error> {
        let at = self.at;
        let mut extent = ValueExtent { count: None, marker: None };
        if self.bytes.get(self.at) == Some(&b'$') {
            self.at += 1;
            let marker = self.byte()?;
            if size(marker).is_none() {
                let what = format!("a list of values of the type {}", show(marker));
                return Err(Error::new(at, what, "a typed list holds numbers"));
            }
            extent.marker = Some(marker);
            if self.bytes.get(self.at) != Some(&b'#') {
                return Err(Error::new(self.at, "a typed list has no count", "\"#\" and a count are needed"));
            }
        }
        if self.bytes.get(self.at) == Some(&b'#') {
            self.at += 1;
            let count = self.length()?;
            let least = extent.marker.and_then(size).unwrap_or(1);
            if count.checked_mul(least).is_none_or(|bytes| bytes > self.bytes.len() - self.at) {
                let what = format!("the list is to hold {count} values");
                let right = format!("the file has {} bytes left; it is cut off or damaged", self.bytes.len() - self.at);
                return Err(Error::new(at, what, right));
            }
            extent.count = Some(count);
        }
        Ok(extent)
    }
}

/// A marker in words.
pub(super) fn show(marker: u8) -> String {
    if marker.is_ascii_graphic() {
        format!("{:?}", char::from(marker))
    } else {
        format!("the byte {marker}")
    }
}

/// An open list or object, and the name of the value in it that is being read.
struct Open<'a> {
    object: bool,
    left: Option<usize>,
    marker: Option<u8>,
    name: Cow<'a, str>,
    index: usize,
}

/// The numbers of a typed list.
#[derive(Clone, Copy)]
struct Numbers {
    /// Byte of the first.
    first: usize,
    /// Bytes of each.
    size: usize,
    count: usize,
}

/// Goes through the values of a document in order.
struct Walk<'a> {
    cursor: Cursor<'a>,
    open: Vec<Open<'a>>,
}

impl<'a> Walk<'a> {
    fn new(bytes: &'a [u8]) -> Walk<'a> {
        Walk { cursor: Cursor { bytes, at: 0 }, open: Vec::new() }
    }

    /// Where the next value starts, and its numbers where it is a typed list.
    fn next(&mut self) -> Option<(usize, Option<Numbers>)> {
        // Closing brackets of lists and objects, then the name of the next value.
        while let Some(open) = self.open.last_mut() {
            let closed = match open.left {
                Some(left) => left == 0,
                None => self.cursor.bytes.get(self.cursor.at) == Some(if open.object { &b'}' } else { &b']' }),
            };
            if closed {
                self.cursor.at += usize::from(open.left.is_none());
                self.open.pop();
                continue;
            }
            open.left = open.left.map(|left| left - 1);
            if open.object {
                open.name = self.cursor.text().ok()?;
            } else {
                open.name = Cow::Owned(open.index.to_string());
                open.index += 1;
            }
            break;
        }
        let start = self.cursor.at;
        let marker = match self.open.last().and_then(|o| o.marker) {
            Some(marker) => marker,
            None => self.cursor.byte().ok()?,
        };
        match marker {
            b'[' | b'{' => {
                let ValueExtent { count, marker: common } = self.cursor.extent().ok()?;
                if let (b'[', Some(size), Some(count)) = (marker, common.and_then(size), count) {
                    let first = self.cursor.at;
                    self.cursor.take(size * count).ok()?;
                    return Some((start, Some(Numbers { first, size, count })));
                }
                let name = Cow::Borrowed("");
                self.open.push(Open { object: marker == b'{', left: count, marker: common, name, index: 0 });
            }
            b'S' => drop(self.cursor.text().ok()?),
            _ => drop(self.cursor.take(size(marker).unwrap_or(0)).ok()?),
        }
        Some((start, None))
    }

    /// The names of the open values, except the last `less`.
    fn names(&self, less: usize) -> impl Iterator<Item = &str> {
        self.open[..self.open.len() - less].iter().map(|o| &*o.name)
    }
}

/// The JSON pointer of the innermost value that starts at or before a byte.
pub(crate) fn pointer_at(bytes: &[u8], byte: usize) -> String {
    let mut walk = Walk::new(bytes);
    let mut pointer = String::new();
    loop {
        let depth = walk.open.len();
        let Some((start, typed)) = walk.next() else { return pointer };
        if start > byte {
            return pointer;
        }
        // A list or an object that has just been opened has no named value yet.
        let fresh = usize::from(walk.open.len() > depth && walk.open.last().is_some_and(|o| o.name.is_empty()));
        pointer = walk.names(fresh).map(|n| format!("/{}", n.replace('~', "~0").replace('/', "~1"))).collect();
        match typed {
            Some(Numbers { first, size, count }) if byte >= first && byte < first + size * count => {
                return format!("{pointer}/{}", (byte - first) / size);
            }
            _ => {}
        }
    }
}

/// The byte at which the value of a JSON pointer starts.
pub(super) fn byte_of(bytes: &[u8], pointer: &str) -> Option<usize> {
    let wanted: Vec<String> = pointer.split('/').skip(1).map(|p| p.replace("~1", "/").replace("~0", "~")).collect();
    let mut walk = Walk::new(bytes);
    loop {
        let depth = walk.open.len();
        let (start, typed) = walk.next()?;
        let fresh = usize::from(walk.open.len() > depth && walk.open.last().is_some_and(|o| o.name.is_empty()));
        let named = walk.open.len() - fresh;
        if named > wanted.len() || !walk.names(fresh).eq(wanted[..named].iter().map(String::as_str)) {
            continue;
        }
        match (&wanted[named..], typed) {
            ([], _) => return Some(start),
            ([last], Some(Numbers { first, size, count })) => {
                return last.parse().ok().filter(|&index: &usize| index < count).map(|index| first + index * size);
            }
            _ => {}
        }
    }
}
