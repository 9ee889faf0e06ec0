//! Recognises a file's format from its content, never from its name.

use super::error::ParseError;
use super::json::names;
use super::pickle::{self, either};
use crate::decoder::json::decode;
use crate::decoder::record::Skipped;
use crate::words::list;

/// The formats that can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// CatBoost's `save_model("model.json", format="json")`.
    CatBoostJson,
    /// Espalier's own JSON.
    Espalier,
    /// ONNX models of tree ensembles.
    Onnx,
    /// XGBoost's `save_model("model.json")`.
    XgboostJson,
    /// XGBoost's `save_model("model.ubj")`.
    XgboostUbjson,
    /// LightGBM's `save_model("model.txt")`.
    LightgbmText,
    /// LightGBM's `dump_model()` as JSON.
    LightgbmJson,
}

/// Names at the top of a document that are looked at: model files have up to twenty. By hand.
const MOST_KEYS: usize = 64;

/// The name of an unknown file's format in errors.
const UNKNOWN: &str = "model file";

/// The files that can be opened, for errors.
const READABLE: &str = "XGBoost's save_model(\"model.json\"), LightGBM's save_model(\"model.txt\"), CatBoost's \
                        save_model(\"model.json\", format=\"json\"), ONNX and the JSON that espalier_xai.export \
                        writes of scikit-learn models can be opened";

/// A format that is recognised and not loaded.
struct Refusal {
    name: &'static str,
    what: &'static str,
    right: &'static str,
}

const COMPRESSED: Refusal = Refusal {
    name: "compressed file",
    what: "compressed files are not opened",
    right: concat!("unpack it; if joblib wrote it, model = joblib.load(\"model.joblib\"), and ", either!()),
};
const CATBOOST_BINARY: Refusal = Refusal {
    name: "CatBoost binary model (cbm)",
    what: "CatBoost's binary format is not read",
    right: "in Python: from catboost import CatBoost; \
            CatBoost().load_model(\"model.cbm\").save_model(\"model.json\", format=\"json\")",
};
const COREML: Refusal = Refusal {
    name: "CoreML model",
    what: "CoreML is not read",
    right: "export the model from the library that trained it: model.save_model(\"model.json\", format=\"json\") of CatBoost, \
            save_model(\"model.json\") of XGBoost, or espalier_xai.export for scikit-learn",
};
const COREML_OF_CATBOOST: Refusal = Refusal {
    name: "CoreML model of CatBoost",
    what: "CoreML is not read",
    right: "in Python, of the model that it was saved from: model.save_model(\"model.json\", format=\"json\")",
};
const XGBOOST_BINARY: Refusal = Refusal {
    name: "XGBoost binary model",
    what: "XGBoost's old binary format is not read",
    right: "load it with the XGBoost that wrote it (before 3.1) and call save_model(\"model.json\")",
};
const XGBOOST_DUMP: Refusal = Refusal {
    name: "XGBoost dump",
    what: "a dump leaves out the base score and the objective",
    right: "booster.save_model(\"model.json\") writes the whole model",
};
const UTF_16: Refusal = Refusal { name: "text in UTF-16", what: "UTF-16 is not read", right: "save the file as UTF-8" };
const PMML: Refusal = Refusal {
    name: "PMML or other XML file",
    what: "PMML is not read",
    right: "export the model from the library that trained it: XGBoost's save_model(\"model.json\"), \
            or espalier_xai.export for scikit-learn",
};

impl Format {
    /// The format's name, as people say it.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Espalier => "Espalier JSON",
            Format::XgboostJson => "XGBoost JSON",
            Format::XgboostUbjson => "XGBoost UBJSON",
            Format::LightgbmText => "LightGBM text",
            Format::LightgbmJson => "LightGBM JSON",
            Format::CatBoostJson => "CatBoost JSON",
            Format::Onnx => "ONNX model",
        }
    }

    /// Recognises the format of a file.
    ///
    /// # Errors
    /// The file is of no format that can be loaded. The error names its kind, where that is plain, and the way to export it.
    /// # Cost
    /// Linear in the bytes.
    pub fn recognise(bytes: &[u8]) -> Result<Format, ParseError> {
        let bytes = unmarked(bytes);
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(ParseError::whole(UNKNOWN, "the file is empty", READABLE));
        }
        if is_onnx(bytes) {
            if is_coreml(bytes) {
                let catboost = bytes.windows(8).any(|w| w.eq_ignore_ascii_case(b"catboost"));
                let r = if catboost { &COREML_OF_CATBOOST } else { &COREML };
                return Err(ParseError::whole(r.name, r.what, r.right));
            }
            return Ok(Format::Onnx);
        }
        if bytes[0] == b'{' && bytes.get(1).is_some_and(|b| b"iUIlL$#".contains(b)) {
            return Ok(Format::XgboostUbjson);
        }
        if is_pickle(bytes) {
            return Err(pickle::refusal(bytes));
        }
        if let Some(refusal) = by_magic(bytes) {
            return Err(ParseError::whole(refusal.name, refusal.what, refusal.right));
        }
        let first = bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
        if bytes[first..].starts_with(b"tree\n") || bytes[first..].starts_with(b"tree\r\n") {
            return Ok(Format::LightgbmText);
        }
        if !matches!(bytes[first], b'{' | b'[') {
            let what = "the file is neither JSON nor another model format that is known";
            return Err(ParseError::whole(UNKNOWN, what, READABLE).at(bytes, first..first + 1));
        }
        by_keys(bytes, first)
    }
}

/// A file without a byte order mark, which some editors put before UTF-8.
pub(super) fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// Protobuf as ONNX writes it: ir_version (field 1, a small number), then a text or a message.
fn is_onnx(bytes: &[u8]) -> bool {
    matches!(bytes, [0x08, 1..=127, field, ..] if field & 7 == 2 && (0x12..0x80).contains(field))
}

/// CoreML's protobuf begins like ONNX's, but field 2 is not a text. It is a message, whose first field describes an input.
fn is_coreml(bytes: &[u8]) -> bool {
    let length = bytes[3..].iter().take(9).position(|b| *b < 0x80);
    bytes[2] == 0x12 && length.is_some_and(|end| bytes.get(3 + end + 1..).is_some_and(|rest| rest.starts_with(b"\x0A")))
}

/// Protocols from 2 on, or those before.
fn is_pickle(bytes: &[u8]) -> bool {
    matches!(bytes, [0x80, 2..=5, ..]) || bytes.starts_with(b"ccopy_reg\n_reconstructor\n")
}

fn by_magic(bytes: &[u8]) -> Option<&'static Refusal> {
    let text = bytes.trim_ascii_start();
    let second = |set: &[u8]| bytes.get(1).is_some_and(|b| set.contains(b));
    Some(match bytes[0] {
        0x1F if second(&[0x8B]) => &COMPRESSED,
        0x78 if second(&[0x01, 0x5E, 0x9C, 0xDA]) => &COMPRESSED,
        0x5D if bytes.starts_with(b"\x5D\x00\x00") => &COMPRESSED, // LZMA alone, as joblib writes it.
        _ if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"BZh") || bytes.starts_with(b"\xFD7zXZ") => {
            &COMPRESSED
        }
        _ if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") => &UTF_16,
        _ if bytes.starts_with(b"CBM1") => &CATBOOST_BINARY,
        _ if bytes.starts_with(b"binf") || bytes.starts_with(b"CONFIG-offset:") => &XGBOOST_BINARY,
        _ if text.starts_with(b"booster[") => &XGBOOST_DUMP,
        _ if text.starts_with(b"<") => &PMML,
        _ => return None,
    })
}

/// Distinguishes JSON formats by their outermost keys: the first that tell the format do. Works on documents that are cut off too.
fn by_keys(bytes: &[u8], first: usize) -> Result<Format, ParseError> {
    let refuse = |r: &Refusal| Err(ParseError::whole(r.name, r.what, r.right));
    // A document of an unknown format is either no JSON at all, or named by its fields.
    let unknown = |what: String| match decode::<Skipped>(bytes, UNKNOWN) {
        Err(error) => Err(error),
        Ok(_) => Err(ParseError::whole(UNKNOWN, what, READABLE)),
    };
    if bytes[first] == b'[' {
        let inner = names(bytes, first).next().map(|(_, start)| names(bytes, start));
        if inner.is_some_and(|mut names| names.any(|(name, _)| name == "nodeid")) {
            return refuse(&XGBOOST_DUMP);
        }
        return unknown("the JSON document is a list, which no model format is".into());
    }
    let mut keys: Vec<String> = Vec::new();
    // The trees, which are most of a file, need not be read over where the names before them suffice.
    for (key, _) in names(bytes, first).take(MOST_KEYS) {
        keys.push(key);
        let has = |name: &str| keys.iter().any(|key| key == name);
        if has("learner") {
            return Ok(Format::XgboostJson);
        }
        if has("format") || has("trees") && has("aggregation") {
            return Ok(Format::Espalier);
        }
        if has("oblivious_trees") || has("features_info") && has("model_info") {
            return Ok(Format::CatBoostJson);
        }
        if has("tree_info") && has("feature_names") {
            return Ok(Format::LightgbmJson);
        }
    }
    let what = match keys.len() {
        0 => "the JSON document has no fields".to_string(),
        _ => format!(
            "the JSON document's fields ({}) are those of no known model format",
            list(keys.iter().map(String::as_str).take(13))
        ),
    };
    unknown(what)
}
