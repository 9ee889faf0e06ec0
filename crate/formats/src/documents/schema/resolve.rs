//! Makes a [`Schema`] from a schema document and a model: every range known, every level with its raw value, every column described exactly
//! once.

use super::document::{FeatureDoc, KindDoc, SchemaDoc};
use super::ranges::Columns;
use crate::documents::DocumentError;
use crate::words::quote;
use espalier_model::ensemble::{Ensemble, Node, Split, Task};
use espalier_model::schema::{Change, Feature, Kind, Level, Schema, Weight};
use espalier_model::Background;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A schema without a document lists all codes from 0 on where the largest is below this, and otherwise only those that the model names.
const MOST_CODES: u32 = 4096;

/// Resolves a document against a model. Without `classes` the classes are called "0", "1", ...;
/// without `features` every column is as [`default_schema`] makes it.
///
/// # Errors
/// The first feature that does not fit the model, by JSON pointer.
pub fn resolve(doc: &SchemaDoc, ensemble: &Ensemble, background: Option<&Background>) -> Result<Schema, DocumentError> {
    let classes = classes(doc, ensemble)?;
    let Some(docs) = &doc.features else {
        return Ok(Schema {
            classes,
            subject: doc.subject.clone(),
            image: image(doc, ensemble)?,
            ..default_schema(ensemble, None, background)
        });
    };
    let columns = Columns::new(ensemble);
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut owner: Vec<Option<usize>> = vec![None; ensemble.columns];
    let mut features = Vec::with_capacity(docs.len());
    for (i, feature) in docs.iter().enumerate() {
        let reader = Reader { at: format!("{}/features/{i}", doc.at), doc: feature, ensemble, columns: &columns };
        if let Some(other) = names.insert(&feature.name, i) {
            let what = format!("the name {} is taken by feature {other}", quote(&feature.name));
            return Err(reader.error("name", what, "give every feature a name of its own"));
        }
        let resolved = reader.feature(background)?;
        for &c in resolved.columns() {
            if let Some(other) = owner[c].replace(i) {
                let what = if other == i {
                    format!("column {c} is named twice")
                } else {
                    format!("column {c} is described by {} already", quote(&docs[other].name))
                };
                return Err(reader.error(reader.columns_field(), what, "describe every column exactly once"));
            }
        }
        features.push(resolved);
    }
    let missing: Vec<String> = (0..ensemble.columns).filter(|&c| owner[c].is_none()).map(|c| c.to_string()).collect();
    if !missing.is_empty() {
        let shown = missing[..missing.len().min(12)].join(", ");
        let more = if missing.len() > 12 { format!(" and {} more", missing.len() - 12) } else { String::new() };
        return Err(DocumentError::new(
            format!("{}/features", doc.at),
            format!("of the model's {} columns, no feature describes {shown}{more}", ensemble.columns),
            "describe every column exactly once",
        ));
    }
    Ok(Schema { features, classes, subject: doc.subject.clone(), image: image(doc, ensemble)? })
}

/// The sides of the picture that the columns are.
///
/// # Errors
/// Where it has more or fewer pixels than the model has columns.
fn image(doc: &SchemaDoc, ensemble: &Ensemble) -> Result<Option<[usize; 2]>, DocumentError> {
    let Some([height, width]) = doc.image else { return Ok(None) };
    if height.checked_mul(width) == Some(ensemble.columns) {
        return Ok(Some([height, width]));
    }
    Err(DocumentError::new(
        format!("{}/image", doc.at),
        format!("a picture of {height} by {width} pixels, and the model has {} columns", ensemble.columns),
        "give the height and the width of a picture whose pixels are the model's columns, row by row",
    ))
}

/// The schema of a model without a document. Every column is numeric, except that columns of category-set splits have codes. Names are
/// `names` where given and unique, else "x0", "x1", ...; classes are "0", "1", ...
pub fn default_schema(ensemble: &Ensemble, names: Option<&[String]>, background: Option<&Background>) -> Schema {
    let columns = Columns::new(ensemble);
    let codes = default_codes(ensemble, &columns);
    let mut taken = HashSet::new();
    let features = (0..ensemble.columns)
        .map(|column| {
            let mut name = match names.and_then(|n| n.get(column)) {
                Some(name) if !name.is_empty() => name.clone(),
                _ => format!("x{column}"),
            };
            while !taken.insert(name.clone()) {
                name += &format!(" ({column})");
            }
            let (kind, (min, max)) = match codes.get(&column) {
                Some(codes) => {
                    let levels: Vec<Level> =
                        codes.iter().map(|&c| Level { label: c.to_string(), value: f64::from(c) }).collect();
                    let ends = (levels[0].value, levels[levels.len() - 1].value);
                    (Kind::Codes { column, levels }, ends)
                }
                None => (Kind::Numeric { column }, columns.range(column, background, false)),
            };
            Feature {
                name,
                kind,
                min,
                max,
                change: Change::Free,
                weight: Weight::default(),
                unit: None,
                decimals: None,
                phrase: None,
            }
        })
        .collect();
    Schema { features, classes: numbered(ensemble), subject: None, image: None }
}

/// By column that category-set splits read: the codes that the model distinguishes, ascending, at least two. Where the largest of them
/// is small, these are all codes from 0 on; otherwise those that the model names.
fn default_codes(ensemble: &Ensemble, columns: &Columns) -> HashMap<usize, Vec<u32>> {
    let mut named: HashMap<usize, BTreeSet<u32>> = HashMap::new();
    for (column, _) in columns.categories.iter().enumerate().filter(|(_, is)| **is) {
        named.entry(column).or_default().extend([0, 1]);
    }
    for node in ensemble.trees.iter().flat_map(|t| &t.nodes) {
        if let Node::Split { split: Split::Categories { column, left, unknown }, .. } = node {
            let set = named.entry(*column).or_default();
            set.extend(left);
            set.extend(unknown.and_then(|(known, _)| known.checked_sub(1)));
        }
    }
    let all = |set: BTreeSet<u32>| match set.last() {
        Some(&most) if most < MOST_CODES => (0..=most).collect(),
        _ => set.into_iter().collect(),
    };
    named.into_iter().map(|(column, set)| (column, all(set))).collect()
}

fn numbered(ensemble: &Ensemble) -> Vec<String> {
    match ensemble.task {
        Task::Classifier { classes } => (0..classes).map(|c| c.to_string()).collect(),
        Task::Regressor | Task::IsolationForest => Vec::new(),
    }
}

fn classes(doc: &SchemaDoc, ensemble: &Ensemble) -> Result<Vec<String>, DocumentError> {
    let numbered = numbered(ensemble);
    let Some(classes) = &doc.classes else { return Ok(numbered) };
    let at = format!("{}/classes", doc.at);
    if classes.len() != numbered.len() {
        let right = match numbered.len() {
            0 => "the model predicts no classes; leave them out".into(),
            n => format!("the model has {n}; name each"),
        };
        return Err(DocumentError::new(at, format!("found {} class names", classes.len()), right));
    }
    if let Some(i) = repeated(classes) {
        let what = format!("the name {} stands twice", quote(&classes[i]));
        return Err(DocumentError::new(format!("{at}/{i}"), what, "give every class a name of its own"));
    }
    Ok(classes.clone())
}

/// Index of the first name that occurs earlier in the list.
fn repeated(names: &[String]) -> Option<usize> {
    let mut seen = HashSet::new();
    names.iter().position(|n| !seen.insert(n))
}

/// One feature of a document, with all that is needed to resolve it.
struct Reader<'a> {
    at: String,
    doc: &'a FeatureDoc,
    ensemble: &'a Ensemble,
    columns: &'a Columns,
}

impl Reader<'_> {
    fn error(&self, field: &str, what: impl Into<String>, right: impl Into<String>) -> DocumentError {
        let at = if field.is_empty() { self.at.clone() } else { format!("{}/{field}", self.at) };
        DocumentError::new(at, what, right)
    }

    fn columns_field(&self) -> &'static str {
        if self.doc.columns.is_some() {
            "columns"
        } else {
            "column"
        }
    }

    fn feature(&self, background: Option<&Background>) -> Result<Feature, DocumentError> {
        let kind = self.kind()?;
        if matches!(kind, Kind::OneHot { .. } | Kind::Codes { .. })
            && matches!(self.doc.change, Change::Increase | Change::Decrease)
        {
            let right = "categories have no order: use \"free\" or \"fixed\", or kind \"ordinal\"";
            return Err(self.error("change", "a category can neither increase nor decrease", right));
        }
        let (min, max) = self.range(&kind, background)?;
        Ok(Feature {
            name: self.doc.name.clone(),
            kind,
            min,
            max,
            change: self.doc.change,
            weight: self.doc.weight,
            unit: self.doc.unit.clone(),
            decimals: self.doc.decimals,
            phrase: self.doc.phrase.clone(),
        })
    }

    fn kind(&self) -> Result<Kind, DocumentError> {
        let doc = self.doc;
        if doc.kind == KindDoc::Categorical && doc.columns.is_some() {
            return self.one_hot();
        }
        let column = self.column()?;
        if self.columns.categories[column] && doc.kind != KindDoc::Categorical {
            let right = "make it \"categorical\", with the codes as \"values\" of its \"labels\"";
            return Err(self.error("kind", format!("the model reads column {column} as category codes"), right));
        }
        Ok(match doc.kind {
            KindDoc::Numeric | KindDoc::Integer => {
                for (field, there) in [("labels", doc.labels.is_some()), ("values", doc.values.is_some())] {
                    if there {
                        let right = "leave them out, or make the kind \"ordinal\", \"binary\" or \"categorical\"";
                        return Err(self.error(field, format!("a number has no {field}"), right));
                    }
                }
                match doc.kind {
                    KindDoc::Integer => Kind::Integer { column },
                    _ => Kind::Numeric { column },
                }
            }
            KindDoc::Ordinal => Kind::Ordinal { column, levels: self.ordinal()? },
            KindDoc::Categorical => Kind::Codes { column, levels: self.codes()? },
            KindDoc::Binary => {
                let levels = self.levels(Some(2), |k, _| k as f64)?;
                match <[Level; 2]>::try_from(levels) {
                    Ok(levels) => Kind::Binary { column, levels },
                    Err(l) => {
                        let field = if doc.labels.is_some() { "labels" } else { "values" };
                        return Err(self.error(field, format!("found {} levels", l.len()), "a binary feature has 2"));
                    }
                }
            }
        })
    }

    /// The one column of the feature, in the model.
    fn column(&self) -> Result<usize, DocumentError> {
        if self.doc.columns.is_some() {
            let right = "give one \"column\"; only a \"categorical\" feature has several";
            return Err(self.error("columns", "several columns for a feature of one", right));
        }
        match self.doc.column {
            Some(c) => self.known_column(c, "column"),
            None => Err(self.error("", format!("{} has no column", quote(&self.doc.name)), "give its \"column\"")),
        }
    }

    fn known_column(&self, column: usize, field: &str) -> Result<usize, DocumentError> {
        let count = self.ensemble.columns;
        if column < count {
            return Ok(column);
        }
        Err(self.error(field, format!("found column {column}"), format!("the model has columns 0 to {}", count - 1)))
    }

    fn one_hot(&self) -> Result<Kind, DocumentError> {
        let doc = self.doc;
        let columns = doc.columns.clone().unwrap_or_default();
        if doc.column.is_some() {
            return Err(self.error("column", "both \"column\" and \"columns\" are given", "give one of them"));
        }
        if doc.values.is_some() {
            return Err(self.error("values", "one-hot columns hold 0 and 1 only", "leave the values out"));
        }
        if columns.len() < 2 {
            let right = "at least 2 are needed; a single 0/1 column is \"binary\"";
            return Err(self.error("columns", format!("found {} one-hot columns", columns.len()), right));
        }
        for (i, &c) in columns.iter().enumerate() {
            self.known_column(c, &format!("columns/{i}"))?;
            if self.columns.categories[c] {
                let right = "give it as one \"column\" with codes as \"values\"";
                let what = format!("the model reads column {c} as category codes");
                return Err(self.error(&format!("columns/{i}"), what, right));
            }
        }
        let Some(labels) = doc.labels.clone() else {
            return Err(self.error("", "a one-hot category has no labels", "give one of \"labels\" a column"));
        };
        if labels.len() != columns.len() {
            let what = format!("found {} labels for {} columns", labels.len(), columns.len());
            return Err(self.error("labels", what, "give one label a column"));
        }
        self.unique(&labels)?;
        Ok(Kind::OneHot { columns, labels })
    }

    fn unique(&self, labels: &[String]) -> Result<(), DocumentError> {
        match repeated(labels) {
            Some(i) => {
                let what = format!("the label {} stands twice", quote(&labels[i]));
                Err(self.error(&format!("labels/{i}"), what, "give every level a label of its own"))
            }
            None => Ok(()),
        }
    }

    /// Levels from labels and values. Where only one list is given the other follows from it, values by `value(level, count)`. With neither
    /// list there are `count` levels; without `count` that is an error.
    fn levels(&self, count: Option<usize>, value: impl Fn(usize, usize) -> f64) -> Result<Vec<Level>, DocumentError> {
        let doc = self.doc;
        let n = match (&doc.labels, &doc.values, count) {
            (Some(labels), Some(values), _) if labels.len() != values.len() => {
                let what = format!("found {} values for {} labels", values.len(), labels.len());
                return Err(self.error("values", what, "give one value a label"));
            }
            (Some(labels), _, _) => labels.len(),
            (None, Some(values), _) => values.len(),
            (None, None, Some(n)) => n,
            (None, None, None) => {
                let what = format!("{} has no levels", quote(&doc.name));
                return Err(self.error("", what, "give \"labels\", with \"values\" where they are not 0, 1, 2, ..."));
            }
        };
        if n < 2 {
            let field = if doc.labels.is_some() { "labels" } else { "values" };
            return Err(self.error(field, format!("found {n} levels"), "at least 2 are needed"));
        }
        let values: Vec<f64> = match &doc.values {
            Some(values) => values.iter().map(|v| self.ensemble.input.round(*v)).collect(),
            None => (0..n).map(|k| self.ensemble.input.round(value(k, n))).collect(),
        };
        let mut seen = HashSet::new();
        for (i, v) in values.iter().enumerate() {
            // Adding 0 turns -0 into 0.
            if !v.is_finite() || !seen.insert((v + 0.0).to_bits()) {
                let what = format!("{v} cannot be told from another level, or is too large, in the model's input type");
                return Err(self.error(&format!("values/{i}"), what, "give every level a value of its own"));
            }
        }
        let labels = match &doc.labels {
            Some(labels) => labels.clone(),
            None => values.iter().map(|v| v.to_string()).collect(),
        };
        self.unique(&labels)?;
        Ok(labels.into_iter().zip(values).map(|(label, value)| Level { label, value }).collect())
    }

    fn ordinal(&self) -> Result<Vec<Level>, DocumentError> {
        let (lo, hi) = match (self.doc.min, self.doc.max, &self.doc.values) {
            (_, _, Some(_)) | (None, None, None) => (0.0, f64::NAN),
            (Some(lo), Some(hi), None) if lo < hi => (lo, hi),
            (Some(_), Some(_), None) => return Err(self.order_error()),
            (lo, _, None) => {
                let (there, missing) = if lo.is_some() { ("min", "max") } else { ("max", "min") };
                let right = format!("give \"{missing}\" too, or the \"values\" themselves");
                return Err(self.error(there, format!("\"{there}\" alone does not space the levels"), right));
            }
        };
        let spaced = |k: usize, n: usize| {
            if hi.is_nan() {
                k as f64
            } else if k + 1 == n {
                hi
            } else {
                lo + (hi - lo) * (k as f64 / (n - 1) as f64)
            }
        };
        let levels = self.levels(None, spaced)?;
        if let Some(i) = levels.windows(2).position(|w| w[0].value >= w[1].value) {
            let what = format!("{} does not exceed {}", levels[i + 1].value, levels[i].value);
            return Err(self.error(&format!("values/{}", i + 1), what, "list ordered levels from lowest to highest"));
        }
        Ok(levels)
    }

    fn codes(&self) -> Result<Vec<Level>, DocumentError> {
        let levels = self.levels(None, |k, _| k as f64)?;
        if let Some(i) = levels.iter().position(|l| l.value.fract() != 0.0) {
            let what = format!("{} is not a whole number", levels[i].value);
            return Err(self.error(&format!("values/{i}"), what, "category codes are whole numbers"));
        }
        Ok(levels)
    }

    fn order_error(&self) -> DocumentError {
        let ends = [self.doc.min, self.doc.max].map(|e| e.map_or("the default".into(), |e| e.to_string()));
        let right = if self.doc.change == Change::Fixed { "min may not exceed max" } else { "min must be below max" };
        self.error("min", format!("min is {}, max is {}", ends[0], ends[1]), right)
    }

    /// The closed domain: around the levels for discrete kinds; as written, or by default, for others.
    fn range(&self, kind: &Kind, background: Option<&Background>) -> Result<(f64, f64), DocumentError> {
        let ends = |levels: &[Level]| {
            levels.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), l| (a.min(l.value), b.max(l.value)))
        };
        let ((lo, hi), discrete) = match kind {
            Kind::Numeric { column } => (self.default_range(*column, background, false), false),
            Kind::Integer { column } => (self.default_range(*column, background, true), false),
            Kind::OneHot { .. } => ((0.0, 1.0), true),
            Kind::Ordinal { levels, .. } | Kind::Codes { levels, .. } => (ends(levels), true),
            Kind::Binary { levels, .. } => (ends(levels), true),
        };
        let min = self.doc.min.unwrap_or(lo);
        let max = self.doc.max.unwrap_or(hi);
        if discrete {
            let round = |v| self.ensemble.input.round(v);
            if round(min) > lo || round(max) < hi {
                let what = format!("the levels' values, {lo} to {hi}, exceed min {min} or max {max}");
                return Err(self.error(if round(min) > lo { "min" } else { "max" }, what, "leave min and max out"));
            }
            return Ok((lo, hi));
        }
        let pinned = self.doc.change == Change::Fixed && min == max;
        if !(min < max || pinned) {
            return Err(self.order_error());
        }
        if !(max - min).is_finite()
            || !self.ensemble.input.round(min).is_finite()
            || !self.ensemble.input.round(max).is_finite()
        {
            return Err(self.error(
                "max",
                format!("the range {min:?} to {max:?} is too wide"),
                "give a narrower range",
            ));
        }
        Ok((min, max))
    }

    /// Only computed where an end is missing.
    fn default_range(&self, column: usize, background: Option<&Background>, whole: bool) -> (f64, f64) {
        match (self.doc.min, self.doc.max) {
            (Some(lo), Some(hi)) => (lo, hi),
            _ => self.columns.range(column, background, whole),
        }
    }
}
