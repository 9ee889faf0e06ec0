//! A writer of UBJSON, as XGBoost writes it.

use serde_json::Value;

/// Writes a document as XGBoost does: counts before lists and long keys, and typed lists of numbers.
pub fn write(value: &Value, out: &mut Vec<u8>) {
    let length = |n: usize, out: &mut Vec<u8>| {
        out.push(b'L');
        out.extend((n as i64).to_be_bytes());
    };
    match value {
        Value::Null => out.push(b'Z'),
        Value::Bool(b) => out.push(if *b { b'T' } else { b'F' }),
        Value::Number(n) => match n.as_i64() {
            Some(n) => {
                out.push(b'l');
                out.extend((n as i32).to_be_bytes());
            }
            None => {
                out.push(b'd');
                out.extend((n.as_f64().expect("a number") as f32).to_be_bytes());
            }
        },
        Value::String(s) => {
            out.push(b'S');
            length(s.len(), out);
            out.extend(s.as_bytes());
        }
        Value::Array(a) if !a.is_empty() && a.iter().all(Value::is_number) => {
            let whole = a.iter().all(Value::is_i64);
            out.extend(if whole { b"[$l#" } else { b"[$d#" });
            length(a.len(), out);
            for n in a {
                match n.as_i64().filter(|_| whole) {
                    Some(n) => out.extend((n as i32).to_be_bytes()),
                    None => out.extend((n.as_f64().expect("a number") as f32).to_be_bytes()),
                }
            }
        }
        Value::Array(a) => {
            out.extend(b"[#");
            length(a.len(), out);
            a.iter().for_each(|v| write(v, out));
        }
        Value::Object(o) => {
            out.push(b'{');
            for (key, v) in o {
                length(key.len(), out);
                out.extend(key.as_bytes());
                write(v, out);
            }
            out.push(b'}');
        }
    }
}

/// A value as a document.
pub fn bytes_of(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    bytes
}
