//! A schema document as it is written, before any model is looked at.

use crate::decoder::json::value as value_of;
use crate::documents::read::Place;
use crate::documents::shape::document;
use crate::documents::DocumentError;
use crate::words::{quote, suggest};
use espalier_model::schema::{Change, Weight};
use schemars::JsonSchema;
use serde_json::Value;

document! {
    /// A schema: the meaning of each input column of a model.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct SchemaDoc {
        /// The features; where they are left out every column is numeric.
        features: Option<Vec<FeatureDoc>>,
        /// Names of the classes in the model's order.
        classes: Option<Vec<String>>,
        /// Whom the model decides about, as sentences name it: "you", "the sample".
        #[schemars(length(min = 1, max = LONGEST))]
        subject: Option<String>,
        /// Height and width where the columns are the pixels of a picture, row by row from the top.
        image: Option<[usize; 2]>,
    }
    beside {
        /// JSON pointer of the document in the one that holds it; empty where it stands alone.
        at: String,
    }
}

document! {
    /// One feature.
    #[derive(Clone, Debug, PartialEq)]
    pub struct FeatureDoc {
        /// Its name.
        #[schemars(length(min = 1))]
        name: String,
        /// Its kind; numeric where nothing is said.
        #[schemars(with = "Option<KindDoc>")]
        kind: KindDoc,
        /// The one column that it stands in.
        column: Option<usize>,
        /// The columns of a one-hot category.
        columns: Option<Vec<usize>>,
        /// The name of each level, as people read it.
        labels: Option<Vec<String>>,
        /// Raw model input of each level; where nothing is said evenly spaced over the range, or 0, 1, 2 and so on.
        values: Option<Vec<f64>>,
        /// Lower end of the range: it scales the cost, and is the domain.
        min: Option<f64>,
        /// Upper end of the range.
        max: Option<f64>,
        /// In which direction it may change; free where nothing is said.
        #[schemars(with = "Option<ChangeDoc>")]
        change: Change,
        /// Cost multipliers; 1 where nothing is said.
        #[schemars(with = "Option<WeightDoc>")]
        weight: Weight,
        /// Unit for people.
        unit: Option<String>,
        /// Decimal places for people.
        #[schemars(range(min = 0, max = MOST_DECIMALS))]
        decimals: Option<u8>,
        /// How sentences speak of it, in place of its name: "the worst concave points".
        #[schemars(length(min = 1, max = LONGEST))]
        phrase: Option<String>,
    }
}

/// In which direction a feature may change: by value; by level for ordinal; 0 to 1 or 1 to 0 for binary. Categories have no direction.
#[derive(JsonSchema)]
#[schemars(rename = "Change", rename_all = "lowercase")]
#[allow(dead_code)] // Documents name the model's own `Change`.
pub enum ChangeDoc {
    /// In both.
    Free,
    /// It stays as it is.
    Fixed,
    /// Upwards alone.
    Increase,
    /// Downwards alone.
    Decrease,
}

/// A cost multiplier, or one a direction.
#[derive(JsonSchema)]
#[schemars(rename = "Weight", untagged)]
#[allow(dead_code)] // Documents name the model's own `Weight`.
pub enum WeightDoc {
    /// For both directions.
    Both(#[schemars(range(min = 0.0))] f64),
    /// For each direction.
    Sides(SidesDoc),
}

document! {
    /// Cost multipliers, 1 where nothing is said.
    #[allow(dead_code)] // Documents name the model's own `Weight`.
    #[schemars(rename = "Sides")]
    pub struct SidesDoc {
        /// Of changes upwards.
        #[schemars(range(min = 0.0))]
        up: Option<f64>,
        /// Of changes downwards.
        #[schemars(range(min = 0.0))]
        down: Option<f64>,
    }
}

/// The kinds that a document names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, JsonSchema)]
#[schemars(rename = "Kind", rename_all = "lowercase")]
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

/// Most characters of a subject or a phrase, so that it fits into a sentence.
const LONGEST: usize = 80;

/// Most decimal places with which a feature may be shown.
const MOST_DECIMALS: u8 = 20;

impl SchemaDoc {
    /// Reads a document whose JSON pointer in the surrounding document is `at` ("" if it is whole).
    ///
    /// # Errors
    /// The first field that is unknown or has an unexpected value.
    pub fn parse(value: &Value, at: &str) -> Result<SchemaDoc, DocumentError> {
        let doc = Place::new(value, at).object(SchemaDoc::FIELDS)?;
        Ok(SchemaDoc {
            features: doc.maybe("features", |f| f.list()?.iter().map(FeatureDoc::parse).collect())?,
            classes: doc.maybe("classes", |c| texts(&c))?,
            subject: doc.maybe("subject", |s| spoken(&s))?,
            image: doc.maybe("image", |i| sides(&i))?,
            at: at.into(),
        })
    }

    /// Reads a document from JSON text.
    ///
    /// # Errors
    /// As [`SchemaDoc::parse`]; with line and column where the text is not JSON.
    pub fn from_json(text: &str) -> Result<SchemaDoc, DocumentError> {
        let value = value_of(text)?;
        SchemaDoc::parse(&value, "")
    }
}

impl FeatureDoc {
    /// A feature in one column, without further statements.
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

    fn parse(place: &Place) -> Result<FeatureDoc, DocumentError> {
        let fields = place.object(FeatureDoc::FIELDS)?;
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
pub fn change(place: &Place) -> Result<Change, DocumentError> {
    one_of(place, &CHANGES)
}

/// A weight: one number, or one for each direction.
pub fn weight(place: &Place) -> Result<Weight, DocumentError> {
    if let Value::Object(_) = place.value {
        let fields = place.object(SidesDoc::FIELDS)?;
        let side = |name| Ok(fields.maybe(name, |w| w.amount())?.unwrap_or(1.0));
        return Ok(Weight { up: side("up")?, down: side("down")? });
    }
    if !place.value.is_number() {
        return Err(place.wrong("a number, or an object with \"up\" and \"down\", is needed"));
    }
    let both = place.amount()?;
    Ok(Weight { up: both, down: both })
}

fn texts(place: &Place) -> Result<Vec<String>, DocumentError> {
    place.list()?.iter().map(|t| Ok(t.text()?.to_owned())).collect()
}

/// Words that are used within a sentence.
/// The two sides of a picture, in pixels.
fn sides(place: &Place) -> Result<[usize; 2], DocumentError> {
    match place.list()?.iter().map(Place::index).collect::<Result<Vec<_>, _>>()?[..] {
        [height, width] if height > 0 && width > 0 => Ok([height, width]),
        _ => Err(place.wrong("the height and the width of a picture are needed, each at least 1")),
    }
}

fn spoken(place: &Place) -> Result<String, DocumentError> {
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

fn decimals(place: &Place) -> Result<u8, DocumentError> {
    match place.index()? {
        d @ 0..=20 => Ok(d as u8),
        _ => Err(place.wrong("a whole number from 0 to 20 is needed")),
    }
}

fn one_of<T: Copy>(place: &Place, known: &[(&str, T)]) -> Result<T, DocumentError> {
    let text = place.text()?;
    match known.iter().find(|(name, _)| *name == text) {
        Some((_, value)) => Ok(*value),
        None => Err(place.error(format!("found {}", quote(text)), suggest(text, known.iter().map(|(name, _)| *name)))),
    }
}
