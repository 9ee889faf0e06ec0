//! Objects of the documents that are read. Each is declared once, for the fields that a reader accepts
//! ([`Place::object`](super::read::Place::object)) and for the JSON Schema that describes them.

use schemars::Schema;
use serde_json::{json, Value};

/// Declares an object of a document: a struct, or an enum of objects of which one is given. It gets a [`JsonSchema`](schemars::JsonSchema) that
/// allows no other field, and `FIELDS`, the field names for the reader. An enum also gets `FORMS`, the name of the first field of each
/// variant. A field that is an `Option` may be left out or null. Fields after `beside` in a struct occur in no document.
#[macro_export]
macro_rules! document {
    // Names as a constant list, each once and without Rust's prefix of reserved words.
    (@names $($name:expr),+) => {{
        const ALL: ([&str; [$($name),+].len()], usize) = $crate::documents::shape::distinct([$($name),+]);
        ALL.0.split_at(ALL.1).0
    }};
    (
        $(#[$meta:meta])* $vis:vis struct $Name:ident { $($(#[$about:meta])* $field:ident: $ty:ty,)+ }
        $(beside { $($(#[$other:meta])* $rest:ident: $kind:ty,)+ })?
    ) => {
        #[derive(schemars::JsonSchema)]
        #[schemars(deny_unknown_fields)]
        $(#[$meta])*
        $vis struct $Name {
            $($(#[$about])* pub $field: $ty,)+
            $($($(#[$other])* #[schemars(skip)] pub $rest: $kind,)+)?
        }

        impl $Name {
            /// The fields that the document may have.
            pub(crate) const FIELDS: &'static [&'static str] = $crate::document!(@names $(stringify!($field)),+);
        }
    };
    (
        $(#[$meta:meta])* $vis:vis enum $Name:ident {
            $($(#[$form:meta])* $Form:ident {
                $(#[$main:meta])* $first:ident: $one:ty, $($(#[$about:meta])* $field:ident: $ty:ty,)*
            },)+
        }
    ) => {
        #[derive(schemars::JsonSchema)]
        #[schemars(untagged, deny_unknown_fields, transform = $crate::documents::shape::one)]
        $(#[$meta])*
        $vis enum $Name {
            $($(#[$form])* $Form { $(#[$main])* $first: $one, $($(#[$about])* $field: $ty,)* },)+
        }

        impl $Name {
            /// The fields that the document may have.
            pub(crate) const FIELDS: &'static [&'static str] =
                $crate::document!(@names $(stringify!($first) $(, stringify!($field))*),+);
            /// The first field of each form.
            pub(crate) const FORMS: &'static [&'static str] = $crate::document!(@names $(stringify!($first)),+);
        }
    };
}

pub use document;

/// Moves the first occurrence of each name to the front, in order. Also returns the number of different names.
pub const fn distinct<const N: usize>(mut names: [&'static str; N]) -> ([&'static str; N], usize) {
    let (mut count, mut next) = (0, 0);
    while next < N {
        let name = bare(names[next]);
        let mut before = 0;
        while before < count && !same(names[before].as_bytes(), name.as_bytes()) {
            before += 1;
        }
        names[before] = name;
        if before == count {
            count += 1;
        }
        next += 1;
    }
    (names, count)
}

/// A name without the prefix of reserved words (`r#in`).
const fn bare(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([x, a @ ..], [y, b @ ..]) => *x == *y && same(a, b),
        _ => false,
    }
}

/// Edits the schema of an enum of objects. A field of another variant may be present as null, which counts as absent.
pub fn one(schema: &mut Schema) {
    let Some(Value::Array(forms)) = schema.get_mut("anyOf") else { return };
    let fields = |form: &Value| form["properties"].as_object().map(|p| p.keys().cloned().collect()).unwrap_or_default();
    let all: Vec<Vec<String>> = forms.iter().map(fields).collect();
    for properties in forms.iter_mut().filter_map(|form| form.get_mut("properties")?.as_object_mut()) {
        for name in all.iter().flatten() {
            if !properties.contains_key(name) {
                properties.insert(name.clone(), json!({"type": "null"}));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::schema_for;

    document! {
        /// A document of these tests.
        #[allow(dead_code)]
        enum Either {
            Rule { r#if: f64, then: Option<f64>, },
            Word { word: String, then: f64, },
        }
    }

    #[test]
    fn one_declaration_gives_the_names_and_the_schema() {
        assert_eq!(Either::FIELDS, ["if", "then", "word"]);
        assert_eq!(Either::FORMS, ["if", "word"]);
        let schema = schema_for!(Either).to_value();
        let form = |k: usize| &schema["anyOf"][k];
        assert_eq!((&form(0)["required"], &form(1)["required"]), (&json!(["if"]), &json!(["word", "then"])));
        assert_eq!(form(0)["properties"]["word"], json!({"type": "null"}));
        assert_eq!(form(1)["properties"]["if"], json!({"type": "null"}));
        assert_eq!(form(0)["additionalProperties"], json!(false));
    }
}
