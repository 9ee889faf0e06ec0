//! The constraint `budget`: a limit on a second price, beside the cost. It is not the budget of "the best prediction within a cost".

use super::document::BudgetDoc;
use super::names::Names;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::schema::weight;
use espalier_formats::documents::DocumentError;
use espalier_formats::words::quote;
use espalier_model::query::{Budget, Constraint};
use espalier_model::schema::Kind;
use serde_json::Value;

/// `{"changes": {feature: price}, "levels": {feature: {label: price}}, "most", "unit"}`.
pub(super) fn read(place: &Place, names: &Names) -> Result<Constraint, DocumentError> {
    let fields = place.object(BudgetDoc::FIELDS)?;
    let mut budget = Budget { changes: Vec::new(), levels: Vec::new(), most: fields.need("most")?.amount()? };
    for (name, item) in fields.maybe("changes", |p| p.map())?.iter().flat_map(|map| map.each()) {
        let feature = names.feature_named(name, &item)?;
        if let Kind::OneHot { .. } | Kind::Codes { .. } = names.at(feature).kind {
            let what = format!("{} has categories, between which a change has no size", quote(name));
            return Err(item.error(what, "give its levels prices under \"levels\""));
        }
        budget.changes.push((feature, weight(&item)?));
    }
    for (name, item) in fields.maybe("levels", |p| p.map())?.iter().flat_map(|map| map.each()) {
        let feature = names.feature_named(name, &item)?;
        budget.levels.push((feature, levels(&item, feature, names, |p| p.amount())?));
    }
    if budget.changes.is_empty() && budget.levels.is_empty() {
        return Err(place.error("the budget prices nothing", "give \"changes\", \"levels\" or both"));
    }
    fields.maybe("unit", |p| p.text().map(str::to_string))?;
    Ok(Constraint::Budget(budget))
}

/// `{label: number}` as one number a level, 0 for the levels that are not named.
pub(super) fn levels(
    place: &Place,
    feature: usize,
    names: &Names,
    number: fn(&Place) -> Result<f64, DocumentError>,
) -> Result<Vec<f64>, DocumentError> {
    let named = names.at(feature);
    let Some(count) = named.level_count() else {
        let what = format!("{} has numbers, not levels", quote(&named.name));
        return Err(
            place.error(what, "give one number for a value or a change of 1; a budget has it under \"changes\"")
        );
    };
    let mut all = vec![0.0; count];
    for (label, item) in place.map()?.each() {
        let label = Value::from(label);
        all[names.level(feature, &Place { value: &label, at: item.at.clone() })?] = number(&item)?;
    }
    Ok(all)
}
