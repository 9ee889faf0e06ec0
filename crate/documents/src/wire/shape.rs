//! Objects of the documents that are read. Each is declared once, for the fields that a reader accepts
//! ([`Place::object`](super::read::Place::object)) and for the JSON Schema that describes them.

use schemars::transform::{transform_subschemas, Transform};
use schemars::Schema;
use serde_json::{json, Map, Value};

/// Declares an object of a document: a struct, or an enum of objects of which one is given. It gets a [`JsonSchema`](schemars::JsonSchema) that
/// allows no other field, and `FIELDS`, the field names for the reader. An enum also gets `FORMS`, the name of the first field of each
/// variant. A field that is an `Option` may be left out or null. Fields after `beside` in a struct occur in no document.
macro_rules! document {
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
            pub(crate) const FIELDS: &'static [&'static str] = $crate::wire::shape::names!($(stringify!($field)),+);
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
        #[schemars(untagged, deny_unknown_fields, transform = $crate::wire::shape::one)]
        $(#[$meta])*
        $vis enum $Name {
            $($(#[$form])* $Form { $(#[$main])* $first: $one, $($(#[$about])* $field: $ty,)* },)+
        }

        impl $Name {
            /// The fields that the document may have.
            pub(crate) const FIELDS: &'static [&'static str] =
                $crate::wire::shape::names!($(stringify!($first) $(, stringify!($field))*),+);
            /// The first field of each form.
            pub(crate) const FORMS: &'static [&'static str] = $crate::wire::shape::names!($(stringify!($first)),+);
        }
    };
}

/// Names as a constant list, each once and without Rust's prefix of reserved words.
macro_rules! names {
    ($($name:expr),+) => {{
        const ALL: ([&str; [$($name),+].len()], usize) = $crate::wire::shape::distinct([$($name),+]);
        ALL.0.split_at(ALL.1).0
    }};
}

pub(crate) use {document, names};

/// Moves the first occurrence of each name to the front, in order. Also returns the number of different names.
pub(crate) const fn distinct<const N: usize>(mut names: [&'static str; N]) -> ([&'static str; N], usize) {
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
pub(crate) fn one(schema: &mut Schema) {
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

/// Leaves out Rust's number types.
#[derive(Clone, Debug)]
pub(super) struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        schema.remove("format");
    }
}

/// Leaves out null of fields that are left out rather than null.
#[derive(Clone, Debug)]
pub(super) struct Absent;

impl Transform for Absent {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let required = schema.get("required").cloned().unwrap_or_default();
        let needed = |name: &str| required.as_array().is_some_and(|all| all.iter().any(|n| n == name));
        for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
            if let (false, Value::Object(field)) = (needed(name), field) {
                without_null(field);
            }
        }
    }
}

fn without_null(field: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            field.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(any)) = field.get_mut("anyOf") {
        any.retain(|s| s["type"] != "null");
        if let [Value::Object(one)] = any.as_slice() {
            let one = one.clone();
            field.remove("anyOf");
            field.extend(one);
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
