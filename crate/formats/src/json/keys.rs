//! The names of an object's fields so far.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::Hash;

/// Names that are compared one by one; most objects have fewer.
const FEW: usize = 24;

/// Names, each once.
pub(crate) struct Keys<'a, T: ?Sized + ToOwned> {
    few: Vec<Cow<'a, T>>,
    many: HashSet<Cow<'a, T>>,
}

impl<T: ?Sized + ToOwned> Default for Keys<'_, T> {
    fn default() -> Self {
        Keys { few: Vec::new(), many: HashSet::new() }
    }
}

impl<'a, T: ?Sized + ToOwned + Eq + Hash> Keys<'a, T> {
    /// Adds a name; whether it is new.
    pub fn insert(&mut self, key: Cow<'a, T>) -> bool {
        if self.few.iter().any(|k| **k == *key) || self.many.contains(&*key) {
            return false;
        }
        if self.few.len() < FEW {
            self.few.push(key);
            return true;
        }
        self.many.insert(key)
    }
}
