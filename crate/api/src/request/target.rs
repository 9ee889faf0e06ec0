//! The `target` field and the margin.

use super::document::{Margins, OfClass, TargetDoc};
use super::names::Names;
use espalier_formats::documents::read::{Fields, Place};
use espalier_formats::documents::DocumentError;
use espalier_model::query::{Aim, Target};

pub(super) fn read(place: &Place, names: &Names) -> Result<Target, DocumentError> {
    let fields = place.object(TargetDoc::FIELDS)?;
    let forms: Vec<(&str, Place)> = TargetDoc::FORMS.iter().filter_map(|&n| Some((n, fields.get(n)?))).collect();
    let (form, what) = match forms.as_slice() {
        [(form, what)] => (*form, what),
        [] => return Err(place.error("the target names nothing", help(names))),
        [_, (_, second), ..] => return Err(second.error("the target has several forms", help(names))),
    };
    if let Some(p) = fields.get("min_probability").filter(|_| form != "class") {
        return Err(p.error("a probability without its class", "give {\"class\": k, \"min_probability\": p}"));
    }
    if let Some(p) = fields.get("minimise").filter(|_| form != "class") {
        return Err(p.error(
            "an objective without its class",
            "give {\"class\": k, \"minimise\": {..}}, or \"minimise\" in the cost",
        ));
    }
    if let Some(p) = fields.get("budget").filter(|_| form != "best") {
        return Err(p.error("a budget without \"best\"", "give {\"best\": {\"class\": k}, \"budget\": b}"));
    }
    if let Some(p) = fields.get("at_least").filter(|_| form != "apart") {
        return Err(p.error(
            "a least difference without \"apart\"",
            "give {\"apart\": {\"difference\": model}, \"at_least\": d}",
        ));
    }
    if form == "best" && names.class_count() > 0 {
        probable(what, names)?;
    }
    if let Some(p) = fields.get("min_probability") {
        probable(&p, names)?;
    }
    if form == "best" {
        let budget = fields.maybe("budget", |b| b.amount())?.unwrap_or(f64::INFINITY);
        return Ok(Target::Best { aim: aim(what, names)?, budget });
    }
    if form == "apart" {
        return Err(place.error("a difference of models within another model's target", help(names)));
    }
    if (form == "value") != (names.class_count() == 0) {
        return Err(what.error(format!("the model has no {form} to aim at"), help(names)));
    }
    match form {
        "class" => one_class(what, &fields, names),
        "classes" => classes(what, names),
        "class_costs" => class_costs(what, names),
        _ => value(what),
    }
}

/// The objective that a target states, if any.
pub(super) fn objective<'a>(target: &Place<'a>) -> Result<Option<Place<'a>>, DocumentError> {
    Ok(target.object(TargetDoc::FIELDS)?.get("minimise"))
}

/// Refuses a target on probabilities where the model has none.
pub(super) fn probable(place: &Place, names: &Names) -> Result<(), DocumentError> {
    if names.model.probabilities {
        return Ok(());
    }
    let what = "the model has no probabilities, its file holds decisions alone (\"probabilities\": false)";
    Err(place.error(what, "ask for the class: {\"class\": k}, {\"classes\": [..]} or {\"class_costs\": {..}}"))
}

fn help(names: &Names) -> &'static str {
    match names.class_count() {
        0 => "the model predicts a number: give {\"value\": [lo, hi]}",
        _ => "the model predicts a class: give {\"class\": k}, {\"classes\": [..]} or {\"class_costs\": {..}}",
    }
}

fn aim(place: &Place, names: &Names) -> Result<Aim, DocumentError> {
    if names.class_count() > 0 {
        let form = "{\"class\": k} is needed: the model predicts a class, whose probability is to be highest";
        if !place.value.is_object() {
            return Err(place.wrong(form));
        }
        return Ok(Aim::Class(names.class(&place.object(OfClass::FIELDS)?.need("class")?)?));
    }
    match place.value.as_str() {
        Some("max") => Ok(Aim::Most),
        Some("min") => Ok(Aim::Least),
        _ => Err(place.wrong("\"max\" or \"min\" is needed: the model predicts a number")),
    }
}

fn one_class(place: &Place, fields: &Fields, names: &Names) -> Result<Target, DocumentError> {
    let class = names.class(place)?;
    match fields.get("min_probability") {
        None => Ok(Target::Class(class)),
        Some(p) => match p.number()? {
            at_least if (0.0..=1.0).contains(&at_least) => Ok(Target::Probability { class, at_least }),
            _ => Err(p.wrong("a probability from 0 to 1 is needed")),
        },
    }
}

fn classes(place: &Place, names: &Names) -> Result<Target, DocumentError> {
    let mut wanted = vec![false; names.class_count()];
    for item in place.list()? {
        let class = names.class(&item)?;
        if std::mem::replace(&mut wanted[class], true) {
            return Err(item.error(format!("class {class} stands twice"), "name every class once"));
        }
    }
    let set: Vec<usize> = (0..wanted.len()).filter(|&k| wanted[k]).collect();
    match set.len() {
        0 => Err(place.wrong("at least one class is needed")),
        1 => Ok(Target::Class(set[0])),
        n if n == wanted.len() => Err(place.error("every class is wanted", "leave out the classes to get away from")),
        _ => Ok(Target::Classes(set)),
    }
}

fn class_costs(place: &Place, names: &Names) -> Result<Target, DocumentError> {
    let mut costs = vec![None; names.class_count()];
    for (name, item) in place.map()?.each() {
        let class = names.class_named(name, &item)?;
        if costs[class].replace(item.amount()?).is_some() {
            return Err(
                item.error(format!("class {class} stands twice, by name and by index"), "name every class once")
            );
        }
    }
    let costs: Vec<(usize, f64)> = costs.into_iter().enumerate().filter_map(|(k, c)| Some((k, c?))).collect();
    if costs.is_empty() {
        return Err(place.wrong("the cost of at least one class is needed"));
    }
    Ok(Target::ClassCosts(costs))
}

fn value(place: &Place) -> Result<Target, DocumentError> {
    let form = "[lo, hi] is needed, either of them null where that side is open";
    let items = place.list()?;
    let [lo, hi] = items.as_slice() else { return Err(place.wrong(form)) };
    let end = |p: &Place, open| if p.value.is_null() { Ok(open) } else { p.number() };
    let (lo, hi) = (end(lo, f64::NEG_INFINITY)?, end(hi, f64::INFINITY)?);
    if lo > hi {
        return Err(place.error(format!("{lo} exceeds {hi}"), "give the lower end first"));
    }
    Ok(Target::Value { lo, hi })
}

/// The `margin` field: a lead in raw score, which is allowed only where the target is a class that must beat others, and a distance from splits.
pub(super) fn margin(place: &Place, target: &Target, names: &Names) -> Result<(f64, f64), DocumentError> {
    if !place.value.is_object() {
        return Ok((lead(place, target, names)?, 0.0));
    }
    let fields = place.object(Margins::FIELDS)?;
    let distance = fields.maybe("distance", |p| p.amount())?;
    let score = fields.maybe("score", |p| lead(&p, target, names))?;
    if distance.is_none() && score.is_none() {
        return Err(place.error("the margin says nothing", "give \"score\", \"distance\" or both"));
    }
    Ok((score.unwrap_or(0.0), distance.unwrap_or(0.0)))
}

fn lead(place: &Place, target: &Target, names: &Names) -> Result<f64, DocumentError> {
    let margin = place.amount()?;
    if margin > 0.0 {
        probable(place, names)?;
    }
    if margin > 0.0
        && matches!(target, Target::Probability { .. } | Target::Value { .. } | Target::Beyond(_) | Target::Best { .. })
    {
        let what = "a margin where no class need beat another";
        return Err(place.error(what, "raise min_probability or narrow the value interval instead"));
    }
    Ok(margin)
}
