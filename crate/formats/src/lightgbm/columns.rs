//! The file's information on each column: its range in the training data, or its category codes, with the labels that the training data
//! frame had for them.

use crate::documents::{FeatureDoc, KindDoc, SchemaDoc};
use espalier_model::ensemble::{Node, Split, Tree};
use espalier_numerics::decimal;
use std::collections::{BTreeSet, HashSet};

/// One column of the training data.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Info {
    /// Constant, or not looked at.
    None,
    /// Least and largest value.
    Range(f64, f64),
    /// Category codes, negative ones (missing) left out.
    Codes(Vec<u32>),
}

impl Info {
    /// Reads an entry of `feature_infos`: "none", "[min:max]" or codes with colons between.
    pub fn parse(text: &str) -> Option<Info> {
        if text == "none" {
            return Some(Info::None);
        }
        if let Some(range) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
            let (lo, hi) = range.split_once(':')?;
            return Some(Info::range(decimal::number(lo)?, decimal::number(hi)?));
        }
        let codes: Option<Vec<i64>> = text.split(':').map(|c| c.parse().ok()).collect();
        Some(Info::codes(codes?))
    }

    /// A range, where it is one.
    pub fn range(lo: f64, hi: f64) -> Info {
        if lo < hi && (hi - lo).is_finite() {
            Info::Range(lo, hi)
        } else {
            Info::None
        }
    }

    /// A column of codes, given in any order.
    pub fn codes(codes: impl IntoIterator<Item = i64>) -> Info {
        let mut codes: Vec<u32> = codes.into_iter().filter_map(|c| u32::try_from(c).ok()).collect();
        codes.sort();
        codes.dedup();
        Info::Codes(codes)
    }
}

/// A schema from the names, the ranges and the categories.
pub(super) fn schema(names: &[String], infos: &[Info], categories: &[Vec<String>], trees: &[Tree]) -> SchemaDoc {
    let mut codes: Vec<Option<BTreeSet<u32>>> = infos
        .iter()
        .map(|info| match info {
            Info::Codes(codes) => {
                let mut set = BTreeSet::new();
                set.extend(codes);
                Some(set)
            }
            _ => None,
        })
        .collect();
    // Labels belong to the columns with codes, in order. If their numbers differ, the assignment is unknown.
    let labelled = codes.iter().filter(|c| c.is_some()).count() == categories.len();
    for node in trees.iter().flat_map(|t| &t.nodes) {
        if let Node::Split { split: Split::Categories { column, left, .. }, .. } = node {
            codes[*column].get_or_insert_default().extend(left);
        }
    }
    let mut labels = categories.iter();
    let mut taken = HashSet::new();
    let features = names.iter().zip(infos).zip(codes).enumerate().map(|(column, ((name, info), codes))| {
        let mut name = if name.is_empty() { format!("x{column}") } else { name.clone() };
        while !taken.insert(name.clone()) {
            name += &format!(" ({column})");
        }
        let mut feature = FeatureDoc::new(name, KindDoc::Numeric, column);
        if let Info::Range(lo, hi) = *info {
            (feature.min, feature.max) = (Some(lo), Some(hi));
        }
        if let Some(mut codes) = codes {
            let known = matches!(info, Info::Codes(_)).then(|| labels.next()).flatten().filter(|_| labelled);
            // The data frame's labels belong to the codes from 0 on, also to codes that no training row had.
            codes.extend(known.map_or(0..0, |l| 0..l.len() as u32));
            if codes.len() < 2 {
                codes.extend([0, 1]);
            }
            let label = |c: &u32| known.and_then(|l| l.get(*c as usize).cloned()).unwrap_or_else(|| c.to_string());
            let mut shown: Vec<String> = codes.iter().map(label).collect();
            if shown.iter().collect::<HashSet<_>>().len() < shown.len() {
                shown = codes.iter().map(u32::to_string).collect();
            }
            (feature.kind, feature.labels) = (KindDoc::Categorical, Some(shown));
            (feature.min, feature.max) = (None, None);
            feature.values = Some(codes.into_iter().map(f64::from).collect());
        }
        feature
    });
    SchemaDoc { features: Some(features.collect()), at: String::new(), ..SchemaDoc::default() }
}
