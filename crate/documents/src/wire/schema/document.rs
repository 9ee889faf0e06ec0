//! What a schema document says, before any model is looked at.

use crate::wire::error::WireError;
use crate::wire::read::Place;
use crate::wire::strict;
use crate::wire::text::{quote, suggest};
use espalier_core::schema::{Change, Weight};
use serde_json::Value;

/// A schema document as written. Absent fields are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SchemaDoc {
    /// The features; `None` where the document has no such field (`{}`): every column numeric.
    pub features: Option<Vec<FeatureDoc>>,
    /// Names of the classes in the model's order.
    pub classes: Option<Vec<String>>,
    /// Whom the model decides about.
    pub subject: Option<String>,
    /// JSON pointer of the document in the one that holds it; empty where it stands alone.
    pub at: String,
}

/// One feature as written.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureDoc {
    /// Its name.
    pub name: String,
    /// Its kind; numeric where the document has none.
    pub kind: KindDoc,
    /// The one column that it stands in.
    pub column: Option<usize>,
    /// The columns of a one-hot category.
    pub columns: Option<Vec<usize>>,
    /// What people see of each level.
    pub labels: Option<Vec<String>>,
    /// Raw model input of each level.
    pub values: Option<Vec<f64>>,
    /// Lower end of the range.
    pub min: Option<f64>,
    /// Upper end of the range.
    pub max: Option<f64>,
    /// In which direction it may change; `Free` where the document says nothing.
    pub change: Change,
    /// Cost multipliers; 1 where the document says nothing.
    pub weight: Weight,
    /// Unit for people.
    pub unit: Option<String>,
    /// Decimal places for people.
    pub decimals: Option<u8>,
    /// How a sentence speaks of it.
    pub phrase: Option<String>,
}

/// The kinds that a document names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum KindDoc {
    /// Real numbers.
    #[default]
    Numeric,
    /// Whole numbers.
    Integer,
    /// Ordered levels.
    Ordinal,
    /// Two levels.
    Binary,
    /// One-hot over `columns`, or codes in one `column`.
    Categorical,
}

const KINDS: [(&str, KindDoc); 5] = [
    ("numeric", KindDoc::Numeric),
    ("integer", KindDoc::Integer),
    ("ordinal", KindDoc::Ordinal),
    ("binary", KindDoc::Binary),
    ("categorical", KindDoc::Categorical),
];

const CHANGES: [(&str, Change); 4] =
    [("free", Change::Free), ("fixed", Change::Fixed), ("increase", Change::Increase), ("decrease", Change::Decrease)];

const FEATURE_FIELDS: [&str; 13] = [
    "name", "kind", "column", "columns", "labels", "values", "min", "max", "change", "weight", "unit", "decimals",
    "phrase",
];

/// Characters that a subject or a phrase may have: what sentences have room for.
const LONGEST: usize = 80;

impl SchemaDoc {
    /// Reads a document that stands at JSON pointer `at` of the one that holds it ("" if it is whole).
    ///
    /// # Errors
    /// The first field that is unknown or holds something else than it should.
    pub fn parse(value: &Value, at: &str) -> Result<SchemaDoc, WireError> {
        let doc = Place::new(value, at).object(&["features", "classes", "subject"])?;
        Ok(SchemaDoc {
            features: doc.maybe("features", |f| f.list()?.iter().map(FeatureDoc::parse).collect())?,
            classes: doc.maybe("classes", |c| texts(&c))?,
            subject: doc.maybe("subject", |s| spoken(&s))?,
            at: at.into(),
        })
    }

    /// Reads a document from JSON text.
    ///
    /// # Errors
    /// As [`SchemaDoc::parse`]; with line and column where the text is not JSON.
    pub fn from_json(text: &str) -> Result<SchemaDoc, WireError> {
        let value = strict::value(text)?;
        SchemaDoc::parse(&value, "")
    }
}

impl FeatureDoc {
    /// A feature in one column, of which nothing else is said.
    pub(crate) fn new(name: String, kind: KindDoc, column: usize) -> FeatureDoc {
        FeatureDoc {
            name,
            kind,
            column: Some(column),
            columns: None,
            labels: None,
            values: None,
            min: None,
            max: None,
            change: Change::Free,
            weight: Weight::default(),
            unit: None,
            decimals: None,
            phrase: None,
        }
    }

    fn parse(place: &Place) -> Result<FeatureDoc, WireError> {
        let fields = place.object(&FEATURE_FIELDS)?;
        let name = fields.need("name")?;
        let text = name.text()?;
        if text.is_empty() {
            return Err(name.error("the name is empty", "give the feature a name"));
        }
        Ok(FeatureDoc {
            name: text.into(),
            kind: fields.maybe("kind", |k| one_of(&k, &KINDS))?.unwrap_or_default(),
            column: fields.maybe("column", |c| c.index())?,
            columns: fields.maybe("columns", |c| c.list()?.iter().map(Place::index).collect())?,
            labels: fields.maybe("labels", |l| texts(&l))?,
            values: fields.maybe("values", |v| v.list()?.iter().map(Place::number).collect())?,
            min: fields.maybe("min", |n| n.number())?,
            max: fields.maybe("max", |n| n.number())?,
            change: fields.maybe("change", |c| change(&c))?.unwrap_or_default(),
            weight: fields.maybe("weight", |w| weight(&w))?.unwrap_or_default(),
            unit: fields.maybe("unit", |u| Ok(u.text()?.to_owned()))?,
            decimals: fields.maybe("decimals", |d| decimals(&d))?,
            phrase: fields.maybe("phrase", |p| spoken(&p))?,
        })
    }
}

/// `free`, `fixed`, `increase` or `decrease`.
pub(crate) fn change(place: &Place) -> Result<Change, WireError> {
    one_of(place, &CHANGES)
}

/// A weight: one number, or one a direction.
pub(crate) fn weight(place: &Place) -> Result<Weight, WireError> {
    if let Value::Object(_) = place.value {
        let fields = place.object(&["up", "down"])?;
        let side = |name| Ok(fields.maybe(name, |w| w.amount())?.unwrap_or(1.0));
        return Ok(Weight { up: side("up")?, down: side("down")? });
    }
    if !place.value.is_number() {
        return Err(place.wrong("a number, or an object with \"up\" and \"down\", is needed"));
    }
    let both = place.amount()?;
    Ok(Weight { up: both, down: both })
}

fn texts(place: &Place) -> Result<Vec<String>, WireError> {
    place.list()?.iter().map(|t| Ok(t.text()?.to_owned())).collect()
}

/// Words that stand in a sentence.
fn spoken(place: &Place) -> Result<String, WireError> {
    let text = place.text()?;
    let count = text.chars().count();
    if text.trim().is_empty() {
        return Err(place.error("the text is empty", "give the words of a sentence, or leave the field out"));
    }
    if count > LONGEST {
        return Err(place.error(format!("found {count} characters"), format!("a sentence has room for {LONGEST}")));
    }
    if text.chars().any(char::is_control) {
        return Err(place.error("found a line break or another control character", "write it on one line"));
    }
    Ok(text.trim().into())
}

fn decimals(place: &Place) -> Result<u8, WireError> {
    match place.index()? {
        d @ 0..=20 => Ok(d as u8),
        _ => Err(place.wrong("a whole number from 0 to 20 is needed")),
    }
}

fn one_of<T: Copy>(place: &Place, known: &[(&str, T)]) -> Result<T, WireError> {
    let text = place.text()?;
    match known.iter().find(|(name, _)| *name == text) {
        Some((_, value)) => Ok(*value),
        None => Err(place.error(format!("found {}", quote(text)), suggest(text, known.iter().map(|(name, _)| *name)))),
    }
}
