//! JSON text as a value in which no field occurs twice. JSON readers differ in which of two they take, so a document with a duplicate is
//! refused.

use crate::token::DEEPEST;
use crate::words::quote;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads a document of any serde format as a value, as strictly as JSON text.
///
/// # Errors
/// Those of the format; also nesting beyond 100 levels, and a field given twice.
pub fn document<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    Strict(DEEPEST).deserialize(from)
}

/// Reads a value that may nest at most this many levels deep.
#[derive(Clone, Copy)]
pub(super) struct Strict(pub usize);

impl Strict {
    fn inner<E: Error>(self) -> Result<Strict, E> {
        let left = self.0.checked_sub(1);
        left.map(Strict).ok_or_else(|| {
            E::custom(format!("the document is nested more than {DEEPEST} levels deep; fewer than ten are needed"))
        })
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self.inner()?)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if map.contains_key(&name) {
                return Err(A::Error::custom(format!("the field {} is given twice; once is right", quote(&name))));
            }
            let value = fields.next_value_seed(self.inner()?)?;
            map.insert(name, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use crate::decoder::json::value;
    use serde_json::Value;

    #[test]
    fn a_field_given_twice_is_refused_with_its_place() {
        let line = |text: &str| value(text).unwrap_err().to_string();
        let twice = "the field \"fix\" is given twice; once is right";
        assert_eq!(line("[{\"fix\": 1,\n \"fix\": 2}]"), format!("line 2, column 6: {twice}"));
        assert!(line("{\"fix\": 1, \"\\u0066ix\": 1}").ends_with(twice), "escapes are read before names are compared");
    }

    #[test]
    fn it_reads_the_same_texts_as_serde_json() {
        for text in
            ["null", "[]", "{\"a\": [1, -2, 3.5, true, \"\\u00e9\", {\"b\": null}], \"c\": 18446744073709551615}"]
        {
            assert_eq!(value(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        }
    }

    #[test]
    fn text_that_is_no_document_is_told_in_plain_words() {
        let line = |text: &str| value(text).unwrap_err().to_string();
        assert_eq!(line("{\"a\":"), "line 1, column 5: not JSON: it ends in the middle; give one whole JSON document");
        assert!(line("").contains("it is empty"));
        assert!(
            line(&"[".repeat(100_000)).contains("nested more than 100 levels deep"),
            "{}",
            line(&"[".repeat(100_000))
        );
        assert!(line("[1e999]").contains("the number is out of range"));
        assert!(line("[1] [2]").contains("trailing characters"));
    }
}
