//! Lines and sections of the text format, each part with its range of bytes.

use super::AGAIN;
use crate::error::ParseError;
use crate::lightgbm::TEXT;
use crate::words::one_line;
use crate::words::quote;
use espalier_numerics::decimal;
use std::collections::HashMap;
use std::ops::Range;

/// An error at some bytes of the file.
pub(super) fn refuse(bytes: &[u8], at: Range<usize>, what: impl Into<String>, right: impl Into<String>) -> ParseError {
    ParseError::whole(TEXT, what, right).at(bytes, at)
}

/// A number that fields hold.
pub(super) trait Written: Sized {
    /// The number that a word is.
    fn read(word: &str) -> Option<Self>;
}

macro_rules! whole {
    ($($number:ty),*) => {$(
        impl Written for $number {
            fn read(word: &str) -> Option<$number> {
                word.parse().ok()
            }
        }
    )*};
}

whole!(u8, u32, i64, usize);

impl Written for f64 {
    fn read(word: &str) -> Option<f64> {
        decimal::number(word)
    }
}

/// The lines that are left of a file.
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str) -> Lines<'a> {
        Lines { text, at: 0 }
    }

    /// The next line that is not blank, trimmed, and where it starts.
    fn next(&mut self) -> Option<(&'a str, usize)> {
        while self.at < self.text.len() {
            let start = self.at;
            let end = self.text[start..].find('\n').map_or(self.text.len(), |i| start + i);
            self.at = (end + 1).min(self.text.len());
            let line = &self.text[start..end];
            let trimmed = line.trim();
            if !trimmed.is_empty() {
                return Some((trimmed, start + (line.len() - line.trim_start().len())));
            }
            if end == self.text.len() {
                break;
            }
        }
        None
    }
}

/// A `key=value` line; `at` is where the value starts.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub value: &'a str,
    pub at: usize,
}

impl Field<'_> {
    /// The bytes of the value, or of the key's end where it is empty.
    fn span(&self) -> Range<usize> {
        self.at..self.at + self.value.len().max(1)
    }

    /// The bytes of its `index`-th word.
    fn word(&self, index: usize) -> Range<usize> {
        match self.value.split_ascii_whitespace().nth(index) {
            Some(word) => {
                let at = self.at + (word.as_ptr() as usize - self.value.as_ptr() as usize);
                at..at + word.len()
            }
            None => self.span(),
        }
    }
}

/// Fields that are looked for one by one: trees have about 20. By hand.
const FEW: usize = 32;

/// The fields of a section by their names. Small trees are quicker to read so than by a table for each.
#[derive(Default)]
struct Fields<'a> {
    few: Vec<(&'a str, Field<'a>)>,
    many: HashMap<&'a str, Field<'a>>,
}

impl<'a> Fields<'a> {
    fn get(&self, key: &str) -> Option<Field<'a>> {
        let few = self.few.iter().find(|(name, _)| *name == key).map(|(_, field)| *field);
        few.or_else(|| self.many.get(key).copied())
    }

    /// Adds a field; whether its name is new.
    fn insert(&mut self, key: &'a str, field: Field<'a>) -> bool {
        if self.get(key).is_some() {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push((key, field));
        } else {
            self.many.insert(key, field);
        }
        true
    }
}

/// The line that follows a section, with its bytes.
pub(super) enum Next {
    Tree(Range<usize>),
    End(Range<usize>),
    Nothing,
}

/// The fields of the head or of one tree.
pub(super) struct Section<'a> {
    text: &'a str,
    /// Where it starts.
    start: usize,
    fields: Fields<'a>,
    /// Number of the tree, for errors.
    pub tree: Option<usize>,
}

impl<'a> Section<'a> {
    /// Reads fields up to the next tree or the end of the trees.
    pub fn read(lines: &mut Lines<'a>) -> Result<(Section<'a>, Next), ParseError> {
        let text = lines.text;
        let mut section = Section { text, start: lines.at, fields: Fields::default(), tree: None };
        while let Some((line, at)) = lines.next() {
            let span = at..at + line.len();
            if line == "end of trees" {
                return Ok((section, Next::End(span)));
            }
            if line.starts_with("Tree=") {
                return Ok((section, Next::Tree(span)));
            }
            // Lines without "=": the first line of the file, and a flag of random-forest mode.
            let (key, value) = match line.split_once('=') {
                Some(field) => field,
                None if line == "tree" || line == "average_output" => (line, ""),
                None => {
                    let what = format!("found the line {}", quote(&one_line(line)));
                    let right = if lines.at >= text.len() { AGAIN } else { "a line \"key=value\" is needed" };
                    return Err(refuse(text.as_bytes(), span, what, right));
                }
            };
            let field = Field { value, at: at + line.len() - value.len() };
            if !section.fields.insert(key, field) {
                let what = format!("the field {} is given twice", quote(&one_line(key)));
                return Err(refuse(text.as_bytes(), span, what, "once is right"));
            }
        }
        Ok((section, Next::Nothing))
    }

    pub fn get(&self, key: &str) -> Option<Field<'a>> {
        self.fields.get(key)
    }

    /// A field that must be there.
    pub fn need(&self, key: &str) -> Result<Field<'a>, ParseError> {
        self.get(key).ok_or_else(|| {
            let at = self.start..self.start + 1;
            let what = format!("the field \"{key}\" is missing");
            self.placed(refuse(self.text.as_bytes(), at, what, "it is needed; export the model again with save_model"))
        })
    }

    /// A field that holds one number.
    pub fn number<T: Written>(&self, key: &str) -> Result<T, ParseError> {
        let field = self.need(key)?;
        T::read(field.value.trim()).ok_or_else(|| {
            self.refuse(key, format!("found {}", quote(field.value)), "a whole number, not negative, is needed")
        })
    }

    /// A field that holds `count` numbers with spaces between.
    pub fn list<T: Written>(&self, key: &str, count: usize, needed: &str) -> Result<Vec<T>, ParseError> {
        let field = self.need(key)?;
        let words = || field.value.split_ascii_whitespace();
        // A word takes a byte and a space at least.
        let mut list = Vec::with_capacity(count.min(field.value.len() / 2 + 1));
        let wrong = words().enumerate().find(|(_, word)| T::read(word).map(|number| list.push(number)).is_none());
        if wrong.is_none() && list.len() == count {
            return Ok(list);
        }
        let found = words().count();
        Err(match wrong {
            Some((i, word)) if found == count => self.refuse_token(key, i, format!("found {}", quote(word)), needed),
            _ => self.refuse(key, format!("\"{key}\" has {found} entries"), format!("{count} are right")),
        })
    }

    /// An error at a field.
    pub fn refuse(&self, key: &str, what: impl Into<String>, right: impl Into<String>) -> ParseError {
        let span = self.get(key).map_or(self.start..self.start + 1, |f| f.span());
        self.placed(refuse(self.text.as_bytes(), span, what, right))
    }

    /// An error at the `index`-th word of a field.
    pub fn refuse_token(
        &self,
        key: &str,
        index: usize,
        what: impl Into<String>,
        right: impl Into<String>,
    ) -> ParseError {
        let span = self.get(key).map_or(self.start..self.start + 1, |f| f.word(index));
        self.placed(refuse(self.text.as_bytes(), span, what, right))
    }

    /// An error at a node of the tree, with a field that has the node's entry.
    pub fn refuse_node(&self, key: &str, node: usize, what: impl Into<String>, right: impl Into<String>) -> ParseError {
        let mut error = self.refuse_token(key, node, what, right);
        error.place.node = Some(node);
        error
    }

    /// Checks the number in the tree's first line.
    pub fn check_number(&self, number: usize, at: Range<usize>) -> Result<(), ParseError> {
        if self.text[at.clone()].strip_prefix("Tree=").and_then(|n| n.parse().ok()) == Some(number) {
            return Ok(());
        }
        let what = format!("found {}", quote(&one_line(&self.text[at.clone()])));
        Err(refuse(self.text.as_bytes(), at, what, format!("this is tree {number}; \"Tree={number}\" is right")))
    }

    fn placed(&self, mut error: ParseError) -> ParseError {
        error.place.tree = self.tree;
        error
    }
}
