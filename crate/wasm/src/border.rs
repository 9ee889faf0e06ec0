//! Documents, typed arrays and refusals as JavaScript values.

use espalier_api::AnswerDoc;
use espalier_api::Refusal;
use espalier_formats::documents::{self, DocumentError};
use espalier_model::regions::Window;
use js_sys::{Array, Float64Array, Object, Reflect};
use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::{JsCast, JsValue};

/// Reads a document from JavaScript; `source` ("schema", "request") is for messages. Undefined fields count as absent, as in JSON.
///
/// # Errors
/// A refusal of values that are no document: functions, nesting without end.
pub fn read(document: &JsValue, source: &str) -> Result<Value, JsValue> {
    let read = documents::document(Deserializer::from(document.clone()));
    let mut value = read.map_err(|e| {
        refuse(Refusal::document(source, &DocumentError::new("", e.to_string(), "give a plain object")))
    })?;
    prune(&mut value, document);
    Ok(value)
}

/// Removes the fields of objects that are undefined; they were read as null.
fn prune(value: &mut Value, given: &JsValue) {
    match value {
        Value::Object(fields) => {
            for (name, mut field) in std::mem::take(fields) {
                if matches!(field, Value::Null | Value::Object(_) | Value::Array(_)) {
                    let at = Reflect::get(given, &name.as_str().into()).unwrap_or(JsValue::NULL);
                    if at.is_undefined() {
                        continue;
                    }
                    prune(&mut field, &at);
                }
                fields.insert(name, field);
            }
        }
        // Lists of numbers have no fields.
        Value::Array(items) if items.iter().any(|i| matches!(i, Value::Object(_) | Value::Array(_))) => {
            for (i, item) in items.iter_mut().enumerate() {
                prune(item, &Reflect::get_u32(given, i as u32).unwrap_or(JsValue::NULL));
            }
        }
        _ => {}
    }
}

/// A document for JavaScript, as `JSON.parse` would give it. All field names are fixed by the engine.
pub fn write(document: &impl Serialize) -> JsValue {
    // Every value in the engine's documents has a JavaScript counterpart.
    document.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

/// An answer for JavaScript. The boxes of its regions have a field for each feature, and a feature may be called "__proto__". Assigning that
/// property would not create a field, so each box is made from its entries.
pub fn write_answer(answer: &AnswerDoc) -> JsValue {
    let maps = Serializer::new().serialize_missing_as_null(true);
    let written = answer.serialize(&maps).unwrap_or(JsValue::UNDEFINED);
    let at = |of: &JsValue, field: &str| Reflect::get(of, &field.into()).unwrap_or(JsValue::UNDEFINED);
    if let Ok(regions) = at(&written, "regions").dyn_into::<Array>() {
        for region in regions.iter() {
            let made = Object::from_entries(&at(&region, "box"));
            // Setting a field of a plain object does not fail.
            let _ = made.and_then(|made| Reflect::set(&region, &"box".into(), &made));
        }
    }
    written
}

/// An object of named values such as typed arrays, which documents cannot hold.
pub fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let made = Object::new();
    for (name, value) in fields {
        // Setting a field of a plain object does not fail.
        let _ = Reflect::set(&made, &name.into(), &value);
    }
    made.into()
}

/// Numbers as a typed array.
pub fn numbers(list: &[f64]) -> JsValue {
    Float64Array::from(list).into()
}

/// A refusal, to be thrown.
pub fn refuse(refusal: Refusal) -> JsValue {
    write(&refusal)
}

/// A window from a list: two bounds of x, two bounds of y. An axis whose bounds are NaN has none.
pub fn window(ends: &[f64]) -> Window {
    let of = |from: usize| match ends.get(from..from + 2) {
        Some(&[lo, hi]) if !lo.is_nan() && !hi.is_nan() => Some((lo, hi)),
        _ => None,
    };
    Window { x: of(0), y: of(2) }
}
