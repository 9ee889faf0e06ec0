//! Categories. CatBoost turns each category into text ("3", "blue"), hashes the text and compares hashes; a model file holds hashes alone.
//!
//! Here a column of whole numbers keeps its numbers. The hashes of 0, 1, 2, ... are computed and compared with the file's.
//! A column of texts gets codes instead: one for each text that the model tells apart, in alphabetic order, and a last one for all other
//! texts. That needs the texts, which the file holds when it was saved with its pool.

use super::document::{CategoricalFeature, FeaturesInfo};
use crate::error::Fault;
use espalier_numerics::sorting::sort_by;
use std::collections::{BTreeSet, HashMap};

/// Whole numbers from 0 below this are recognised by their hashes.
const CODES: u32 = 1 << 16;

/// The common label of all texts that a model does not tell apart.
const OTHERS: &str = "(any other)";

/// A categorical feature as its column holds it.
#[derive(Debug, Default)]
pub(super) struct Coding {
    /// Input column.
    pub column: usize,
    /// The codes of each hash that splits compare with, ascending.
    pub codes: HashMap<u32, Vec<u32>>,
    /// By code, its text; `None` for columns that hold whole numbers themselves.
    pub labels: Option<Vec<String>>,
}

/// The encoding of the categories in the columns of categorical features. `used` are, by feature, the hashes with which splits compare.
///
/// # Errors
/// A feature whose categories are texts that the file does not hold.
/// # Cost
/// Hashing [`CODES`] short texts, where any feature is used.
pub(super) fn codings(info: &FeaturesInfo, used: &[BTreeSet<u32>]) -> Result<Vec<Coding>, Fault> {
    let mut wanted: HashMap<u32, Vec<u32>> = used.iter().flatten().map(|&hash| (hash, Vec::new())).collect();
    if !wanted.is_empty() {
        for code in 0..CODES {
            if let Some(codes) = wanted.get_mut(&hash(code.to_string().as_bytes())) {
                codes.push(code);
            }
        }
    }
    let texts: HashMap<u32, &str> = info.cat_features_hash.iter().map(|t| (t.hash as u32, t.value.as_str())).collect();
    let features = info.categorical_features.iter().zip(used).enumerate();
    features.map(|(f, (feature, used))| coding(f, feature, used, &wanted, &texts)).collect()
}

fn coding(
    index: usize,
    feature: &CategoricalFeature,
    used: &BTreeSet<u32>,
    numbers: &HashMap<u32, Vec<u32>>,
    texts: &HashMap<u32, &str>,
) -> Result<Coding, Fault> {
    let column = feature.flat_feature_index;
    let number = |hash: &u32| numbers.get(hash).filter(|codes| !codes.is_empty());
    if used.iter().all(|hash| number(hash).is_some()) {
        let codes = used.iter().filter_map(|hash| Some((*hash, number(hash)?.clone()))).collect();
        return Ok(Coding { column, codes, labels: None });
    }
    let mut named = Vec::new();
    for hash in used {
        let text = match (texts.get(hash), number(hash)) {
            (Some(text), _) => (*text).to_string(),
            (None, Some(codes)) => codes[0].to_string(),
            (None, None) => {
                let pointer = format!("/features_info/categorical_features/{index}");
                let what =
                    format!("the categories of {} are texts, and the file holds only their hashes", name(feature));
                let right = "save it with them: model.save_model(\"model.json\", format=\"json\", \
                             pool=Pool(X, cat_features=...)), or train on whole numbers as categories";
                return Err(Fault::new(pointer, what, right));
            }
        };
        named.push((text, *hash));
    }
    sort_by(&mut named, Ord::cmp);
    let codes = named.iter().enumerate().map(|(code, (_, hash))| (*hash, vec![code as u32])).collect();
    let mut labels: Vec<String> = named.into_iter().map(|(text, _)| text).collect();
    labels.push(OTHERS.into());
    Ok(Coding { column, codes, labels: Some(labels) })
}

/// A feature's name, for errors.
pub(super) fn name(feature: &CategoricalFeature) -> String {
    let name = [&feature.feature_name, &feature.feature_id].into_iter().flatten().find(|n| !n.is_empty());
    match name {
        Some(name) => crate::words::quote(name),
        None => format!("column {}", feature.flat_feature_index),
    }
}

/// CatBoost's hash of a category: the low half of CityHash64 1.0 (Pike and Alakuijala) of its text. Only texts of 1 to 7 bytes are handled,
/// which suffices for whole numbers below [`CODES`].
fn hash(text: &[u8]) -> u32 {
    // CityHash64's own constants.
    const K2: u64 = 0x9AE1_6A3B_2F90_404F;
    const K3: u64 = 0xC949_D7C7_509E_6557;
    const MULTIPLIER: u64 = 0x9DDF_EA08_EB38_2D69;
    let shift_mix = |v: u64| v ^ (v >> 47);
    let length = text.len();
    debug_assert!((1..8).contains(&length));
    let full = if length >= 4 {
        let word = |at: usize| u64::from(u32::from_le_bytes([text[at], text[at + 1], text[at + 2], text[at + 3]]));
        let (u, v) = (length as u64 + (word(0) << 3), word(length - 4));
        let a = shift_mix((u ^ v).wrapping_mul(MULTIPLIER));
        shift_mix((v ^ a).wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER)
    } else {
        let byte = |at: usize| u64::from(text[at]);
        let y = byte(0) + (byte(length / 2) << 8);
        let z = length as u64 + (byte(length - 1) << 2);
        shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K3)).wrapping_mul(K2)
    };
    full as u32
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn hashes_are_those_that_catboost_writes() {
        // From files that CatBoost 1.2.10 wrote.
        let known = [("0", 2_856_682_258), ("1", 1_121_341_681), ("2", 3_010_176_887), ("3", 593_172_586)];
        for (text, expected) in
            known.into_iter().chain([("red", 3_052_168_893), ("blue", 3_431_880_003), ("green", 1_390_465_085)])
        {
            assert_eq!(hash(text.as_bytes()), expected, "{text}");
        }
    }
}
