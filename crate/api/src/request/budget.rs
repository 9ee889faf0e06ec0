//! The constraint `budget`: a limit on a second price, beside the cost. It is not the budget of "the best prediction within a cost".

use super::document::BudgetDoc;
use super::names::Names;
use espalier_formats::documents::read::Place;
use espalier_formats::documents::schema::weight;
use espalier_formats::documents::text::quote;
use espalier_formats::documents::DocumentError;
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
        let Some(count) = names.at(feature).level_count() else {
            let what = format!("{} has numbers, not levels", quote(name));
            return Err(item.error(what, "give the price of a change by 1 under \"changes\""));
        };
        let mut prices = vec![0.0; count];
        for (label, price) in item.map()?.each() {
            let named = Value::from(label);
            let level = names.level(feature, &Place { value: &named, at: price.at.clone() })?;
            prices[level] = price.amount()?;
        }
        budget.levels.push((feature, prices));
    }
    if budget.changes.is_empty() && budget.levels.is_empty() {
        return Err(place.error("the budget prices nothing", "give \"changes\", \"levels\" or both"));
    }
    fields.maybe("unit", |p| p.text().map(str::to_string))?;
    Ok(Constraint::Budget(budget))
}
