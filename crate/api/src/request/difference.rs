//! The difference of two models as a target: the point of greatest disagreement, or the nearest one with at least a given disagreement.

use super::also::another;
use super::document::{DifferenceDoc, TargetDoc};
use super::names::Names;
use super::plausibility::RequestCache;
use super::target::probable;
use espalier_formats::documents::read::{Fields, Place};
use espalier_formats::documents::DocumentError;
use espalier_model::ensemble::{Ensemble, Unit};
use espalier_model::query::{Aim, Target};
use espalier_model::Model;
use std::rc::Rc;
use std::sync::Arc;

/// The fault and the remedy of a certificate of a difference: it would be of a model that stands in no file.
pub(crate) const CERTIFIED: &str =
    "a certificate is of one model's file, not of the difference of two models; leave out \"certificate\"";

/// The other model of a difference.
#[derive(Debug)]
pub struct Difference {
    pub(crate) reference: Arc<Model>,
    /// The unit in which predictions are compared.
    pub unit: Unit,
    /// Of the model and of the reference: the coefficients of the compared sum, by output.
    coef: [Vec<f64>; 2],
}

impl Difference {
    /// The model's prediction less the reference's, as a regressor.
    pub(crate) fn ensemble(&self, model: &Ensemble) -> Option<Ensemble> {
        model.less(&self.reference.ensemble, [&self.coef[0], &self.coef[1]])
    }

    /// Whether two are the same difference from one model.
    pub(crate) fn same(&self, other: &Difference) -> bool {
        Arc::ptr_eq(&self.reference, &other.reference) && self.coef == other.coef
    }
}

/// The target on the difference, if the document asks for one.
pub(super) fn read(
    place: &Place<'_>,
    names: &Names<'_>,
    cache: &RequestCache,
) -> Result<Option<(Target, Rc<Difference>)>, DocumentError> {
    let fields = place.object(TargetDoc::FIELDS)?;
    if let Some(apart) = fields.get("apart") {
        let least = place.object(&["apart", "at_least"])?.need("at_least")?;
        let d = match least.number()? {
            d if d > 0.0 => d,
            _ => return Err(least.wrong("a number above 0 is needed")),
        };
        let (aim, difference) = difference(&apart, names, cache)?;
        let target = match aim {
            Aim::Most => Target::Value { lo: d, hi: f64::INFINITY },
            Aim::Least => Target::Value { lo: f64::NEG_INFINITY, hi: -d },
            _ => Target::Beyond(d),
        };
        return Ok(Some((target, Rc::new(difference))));
    }
    let Some(best) = fields.get("best").filter(|best| best.value.get("difference").is_some()) else { return Ok(None) };
    let budget = place.object(&["best", "budget"])?.maybe("budget", |b| b.amount())?.unwrap_or(f64::INFINITY);
    let (aim, difference) = difference(&best, names, cache)?;
    Ok(Some((Target::Best { aim, budget }, Rc::new(difference))))
}

fn side(fields: &Fields<'_>) -> Result<Aim, DocumentError> {
    let named = fields.maybe("side", |p| match p.text()? {
        "above" => Ok(Aim::Most),
        "below" => Ok(Aim::Least),
        _ => Err(p.wrong("\"above\" or \"below\" is needed")),
    })?;
    Ok(named.unwrap_or(Aim::Farthest))
}

fn difference(place: &Place<'_>, names: &Names<'_>, cache: &RequestCache) -> Result<(Aim, Difference), DocumentError> {
    let fields = place.object(DifferenceDoc::FIELDS)?;
    let aim = side(&fields)?;
    let at = fields.need("difference")?;
    let reference = another(&at, names, cache)?;
    let its = Names::new(&reference);
    if names.class_count() > 0 {
        probable(&at, names)?;
        probable(&at, &its)?;
    }
    let class = match (fields.get("class"), names.class_count()) {
        (Some(p), _) => names.class(&p)?,
        (None, 0) => 0,
        (None, 2) => 1,
        (None, _) => return Err(at.error("it is not said of which class", "give \"class\" beside it")),
    };
    if its.class_count() != names.class_count() {
        return Err(at.error("it has other classes than the model", "compare models of the same classes"));
    }
    // The first class's score is 1 less the second's, not a sum of its own.
    if class == 0 && [names.ensemble, its.ensemble].iter().any(|e| e.arithmetic.complement) {
        return Err(at.error("the first class has no sum over trees of its own", "ask for the second class"));
    }
    // The same class by its name. Files without names count their classes alike.
    let name = names.schema.classes.get(class);
    let named = name.and_then(|name| its.schema.classes.iter().position(|c| c == name));
    let units = names.ensemble.additive(class).zip(its.ensemble.additive(named.unwrap_or(class)));
    let Some(((unit, own), (its_unit, coef))) = units else {
        let what = "the link of one of the models lets no difference be a sum over trees";
        return Err(at.error(what, "give both models in the unit that their trees add up"));
    };
    if unit != its_unit {
        let what = format!("its trees add up to \"{}\", the model's to \"{}\"", its_unit.name(), unit.name());
        return Err(at.error(what, "compare models of one kind: two forests, two boosted models, two regressors"));
    }
    Ok((aim, Difference { reference, unit, coef: [own, coef] }))
}
