//! Reads the field `cost`: norms and their mixture, weights, tables, piecewise and quadratic costs.

use super::document::{CostDoc, Norms, RidgeDoc};
use super::names::Names;
use espalier_formats::documents::read::{Fields, Place};
use espalier_formats::documents::schema::weight;
use espalier_formats::documents::DocumentError;
use espalier_formats::words::{quote, suggest};
use espalier_model::query::hull::width;
use espalier_model::query::{Cost, Norm, Quadratic};
use espalier_model::schema::Kind;
use serde_json::Value;

/// Reads the field, with the objective that the target states.
pub(super) fn read(
    place: Option<Place>,
    objective: Option<Place>,
    names: &Names,
    factual: &[f64],
) -> Result<Cost, DocumentError> {
    let n = names.schema.features.len();
    let mut cost = Cost::of(Norm { l1: 1.0, ..Norm::default() }, n);
    let own = place.map(|place| changes(&place, &mut cost, names, factual)).transpose()?.flatten();
    match (objective, own) {
        (Some(twice), Some(_)) => Err(twice.error("the cost has an objective already", "leave out one of them"))?,
        (place, own) => place.or(own).map(|place| minimise(&place, &mut cost, names, factual)).transpose()?,
    };
    Ok(cost)
}

/// Reads the costs of changes. Returns the place of the objective.
fn changes<'a>(
    place: &Place<'a>,
    cost: &mut Cost,
    names: &Names,
    factual: &[f64],
) -> Result<Option<Place<'a>>, DocumentError> {
    let fields = place.object(CostDoc::FIELDS)?;
    if let Some(place) = fields.get("quadratic") {
        cost.quadratic = Some(quadratic(&place, &fields, names, factual)?);
        cost.norm = Norm { l2: 1.0, ..Norm::default() };
    }
    if let Some(place) = fields.get("norm") {
        cost.norm = norm(&place)?;
        if let Some(quadratic) = &mut cost.quadratic {
            quadratic.beside = true;
            if cost.norm.linf > 0.0 {
                return Err(
                    place.error("the largest change beside a quadratic cost", "leave out \"linf\" or \"quadratic\"")
                );
            }
        }
    }
    cost.per_change = fields.maybe("per_change", |p| p.amount())?.unwrap_or(0.0);
    for (name, item) in each(&fields, "weights")? {
        cost.weights[names.feature_named(name, &item)?] = Some(weight(&item)?);
    }
    for (name, item) in each(&fields, "tables")? {
        let f = names.feature_named(name, &item)?;
        cost.tables[f] = Some(table(&item, f, names)?);
    }
    for (name, item) in each(&fields, "piecewise")? {
        let f = names.feature_named(name, &item)?;
        if names.at(f).level_count().is_some() {
            let what = format!("{} has levels, not numbers", quote(name));
            return Err(item.error(what, "give it one of \"tables\""));
        }
        if factual[names.at(f).columns()[0]].is_nan() {
            let what = format!("the change of {} has no size: its value is missing", quote(name));
            return Err(item.error(what, "give the feature a value, or leave its piecewise cost out"));
        }
        cost.piecewise[f] = Some(piecewise(&item)?);
    }
    Ok(fields.get("minimise"))
}

/// Prices the features that an objective names by their own values, in place of the norm.
fn minimise(place: &Place, cost: &mut Cost, names: &Names, factual: &[f64]) -> Result<(), DocumentError> {
    for (name, item) in place.map()?.each() {
        let (f, by) = (names.feature_named(name, &item)?, item.number()?);
        let feature = names.at(f);
        let column = feature.columns()[0];
        let own = factual[column];
        let fault = |what: &str, remedy: &str| Err(item.error(format!("{} {what}", quote(name)), remedy));
        let squared = cost.quadratic.as_ref().is_some_and(|q| q.features.contains(&f));
        if squared || cost.tables[f].is_some() || cost.piecewise[f].is_some() {
            return fault("has a price already", "leave out one of them");
        }
        if own.is_nan() {
            return fault("is missing: its change has no size", "give the feature a value, or leave it out");
        }
        match feature.kind {
            Kind::Numeric { .. } | Kind::Integer { .. } => {
                cost.piecewise[f] = Some(vec![(-1.0, -by), (0.0, 0.0), (1.0, by)]);
            }
            Kind::Ordinal { .. } | Kind::Binary { .. } => {
                let price = |level| feature.level_value(level, column).map(|x| by * (x - own));
                cost.tables[f] = Some((0..feature.level_count().unwrap_or(0)).map(price).collect());
            }
            _ => return fault("is a category, which has no number", "give it one of \"tables\""),
        }
    }
    Ok(())
}

/// A symmetric matrix over the numeric and integer features, in the schema's order.
fn quadratic(place: &Place, cost: &Fields, names: &Names, factual: &[f64]) -> Result<Quadratic, DocumentError> {
    let features: Vec<usize> =
        (0..names.schema.features.len()).filter(|&f| names.at(f).level_count().is_none()).collect();
    let n = features.len();
    let refused: &[&str] = if cost.get("norm").is_some() { &["piecewise"] } else { &["weights", "piecewise"] };
    for part in refused {
        for (name, item) in each(cost, part)? {
            if features.contains(&names.feature_named(name, &item)?) {
                let what = format!("the quadratic cost prices {} already", quote(name));
                return Err(item.error(what, "put its price into the matrix"));
            }
        }
    }
    if !place.value.is_array() {
        missing(place, names, &features, factual)?;
        return Ok(Quadratic { matrix: mahalanobis(place, names, &features)?, features, beside: false });
    }
    let size = |found: usize| format!("{found} where the model has {n} numeric and integer features");
    let rows = place.list()?;
    if rows.len() != n {
        return Err(place.error(size(rows.len()), "give a row and a column for each of them, in the schema's order"));
    }
    let mut matrix = Vec::with_capacity(n * n);
    for row in &rows {
        let items = row.list()?;
        if items.len() != n {
            return Err(row.error(size(items.len()), "give one number for each of them, in the schema's order"));
        }
        for item in items {
            matrix.push(item.number()?);
        }
    }
    missing(place, names, &features, factual)?;
    for i in 0..n {
        for j in 0..=i {
            let (a, b) = (matrix[i * n + j], matrix[j * n + i]);
            let most = 1e-9 * a.abs().max(b.abs());
            if (a - b).abs() > most {
                let what = format!("{a} in row {i}, column {j}, and {b} in row {j}, column {i}");
                return Err(place.error(what, "give a symmetric matrix"));
            }
            if i == j && a < 0.0 {
                return Err(
                    place.error(format!("{a} in row {i}, column {i}"), "give a matrix without negative eigenvalues")
                );
            }
            matrix[i * n + j] = 0.5 * (a + b);
            matrix[j * n + i] = matrix[i * n + j];
        }
    }
    Ok(Quadratic { features, matrix, beside: false })
}

/// Refuses a query in which one of the features is missing.
fn missing(place: &Place, names: &Names, features: &[usize], factual: &[f64]) -> Result<(), DocumentError> {
    let Some(&f) = features.iter().find(|&&f| factual[names.at(f).columns()[0]].is_nan()) else { return Ok(()) };
    let what = format!("the change of {} has no size: its value is missing", quote(&names.at(f).name));
    Err(place.error(what, "give the feature a value, or take a norm"))
}

/// `"rows"`, or `{"ridge": r}`: the inverse of the covariance of the background rows' numbers as shares of their ranges, so that the form is the squared
/// Mahalanobis distance (Parmentier & Vidal 2021, Section 2.1). A ridge adds that share of the mean variance to each variance. Rows with a missing
/// number are left out. Cost: quadratic in the features for each row, cubic in the features.
fn mahalanobis(place: &Place, names: &Names, features: &[usize]) -> Result<Vec<f64>, DocumentError> {
    let ridge = match place.value {
        Value::String(word) if word == "rows" => 0.0,
        Value::Object(_) => place.object(RidgeDoc::FIELDS)?.need("ridge")?.amount()?,
        _ => return Err(place.wrong("a matrix, \"rows\" or {\"ridge\": 0.01} is needed")),
    };
    let n = features.len();
    let share = |row: &Vec<f64>, f: &usize| row[names.at(*f).columns()[0]] / width(names.at(*f));
    let all = names.model.background.iter().flat_map(|background| &background.rows);
    let rows: Vec<Vec<f64>> = all.map(|row| features.iter().map(|f| share(row, f)).collect()).collect();
    let rows: Vec<&Vec<f64>> = rows.iter().filter(|row| row.iter().all(|x| x.is_finite())).collect();
    let count = rows.len() as f64;
    let mean: Vec<f64> = (0..n).map(|j| rows.iter().map(|row| row[j]).sum::<f64>() / count).collect();
    let mut a = vec![0.0; n * n];
    for row in &rows {
        for i in 0..n {
            let by = (row[i] - mean[i]) / (count - 1.0);
            (0..n).for_each(|j| a[i * n + j] += by * (row[j] - mean[j]));
        }
    }
    let size: Vec<f64> = (0..n).map(|i| a[i * n + i]).collect();
    let more = ridge * size.iter().sum::<f64>() / n as f64;
    (0..n).for_each(|i| a[i * n + i] += more);
    // Inverted in place, pivot by pivot. The rest of a variance is the part that no feature before it explains.
    for k in 0..n {
        let pivot = a[k * n + k];
        // Not `<=`: NaN is refused too.
        let varies = pivot > DEPENDS * (size[k] + more);
        if !varies {
            let what = format!(
                "{} of {} background rows: {} does not vary by itself there",
                rows.len(),
                names.model.background.as_ref().map_or(0, |b| b.rows.len()),
                quote(&names.at(features[k]).name)
            );
            return Err(place.error(
                what,
                "a covariance has an inverse only where every number does; give {\"ridge\": 0.01} or a matrix",
            ));
        }
        a[k * n + k] = 1.0;
        (0..n).for_each(|j| a[k * n + j] /= pivot);
        for i in (0..n).filter(|i| *i != k) {
            let by = std::mem::replace(&mut a[i * n + k], 0.0);
            (0..n).for_each(|j| a[i * n + j] -= by * a[k * n + j]);
        }
    }
    Ok((0..n * n).map(|k| 0.5 * (a[k] + a[k % n * n + k / n])).collect())
}

/// A number varies by itself if more than this share of its variance is not explained by others. So the inverse is accurate to about 1e-10 of itself, and two
/// ways to compute a cost agree to 1e-9. By hand.
const DEPENDS: f64 = 1e-6;

/// The entries of an object by feature name; none where it is absent.
fn each<'a>(fields: &Fields<'a>, name: &str) -> Result<Vec<(&'a str, Place<'a>)>, DocumentError> {
    Ok(match fields.get(name) {
        Some(place) => place.map()?.each().collect(),
        None => Vec::new(),
    })
}

fn norm(place: &Place) -> Result<Norm, DocumentError> {
    let mut norm = Norm::default();
    match place.value {
        Value::String(name) => match coefficient(&mut norm, name) {
            Some(c) => *c = 1.0,
            None => {
                return Err(place.error(format!("found {}", quote(name)), suggest(name, Norms::FIELDS.iter().copied())))
            }
        },
        Value::Object(_) => {
            let mut any = false;
            for (name, item) in place.object(Norms::FIELDS)?.each() {
                if let Some(c) = coefficient(&mut norm, name) {
                    *c = item.amount()?;
                    any = true;
                }
            }
            if !any {
                return Err(place.wrong("the coefficient of at least one norm is needed"));
            }
        }
        _ => {
            return Err(place.wrong("\"l0\", \"l1\", \"l2\" or \"linf\", or an object of their coefficients, is needed"))
        }
    }
    Ok(norm)
}

fn coefficient<'n>(norm: &'n mut Norm, name: &str) -> Option<&'n mut f64> {
    match name {
        "l0" => Some(&mut norm.l0),
        "l1" => Some(&mut norm.l1),
        "l2" => Some(&mut norm.l2),
        "linf" => Some(&mut norm.linf),
        _ => None,
    }
}

fn table(place: &Place, f: usize, names: &Names) -> Result<Vec<Option<f64>>, DocumentError> {
    let feature = names.at(f);
    let Some(count) = feature.level_count() else {
        let what = format!("{} has numbers, not levels", quote(&feature.name));
        return Err(place.error(what, "give it a \"piecewise\" cost"));
    };
    let mut table = vec![None; count];
    for (label, item) in place.map()?.each() {
        let Some(level) = super::names::level_labelled(feature, label) else {
            let what = format!("{} has no level {}", quote(&feature.name), quote(label));
            return Err(item.error(what, suggest(label, super::names::labels(feature))));
        };
        table[level] = Some(item.number()?);
    }
    Ok(table)
}

/// Points (change, cost) of a convex function that is 0 at 0. The first and last pieces extend without end.
fn piecewise(place: &Place) -> Result<Vec<(f64, f64)>, DocumentError> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut slopes: Vec<f64> = Vec::new();
    for item in place.list()? {
        let pair = item.list()?;
        let [change, cost] = pair.as_slice() else { return Err(item.wrong("[change, cost] is needed")) };
        let (x, y) = (change.number()?, cost.number()?);
        if let Some(&(before, below)) = points.last() {
            if x <= before {
                return Err(change.error(
                    format!("the change {x} does not exceed {before}"),
                    "list the points from lowest to highest change",
                ));
            }
            let slope = (y - below) / (x - before);
            let last = slopes.last().copied().unwrap_or(f64::NEG_INFINITY);
            if !slope.is_finite() || slope < last - 1e-9 * last.abs().max(slope.abs()) {
                return Err(item
                    .error("the cost is not convex here", "every piece must be at least as steep as the one before"));
            }
            slopes.push(slope);
        }
        points.push((x, y));
    }
    if !points.contains(&(0.0, 0.0)) {
        return Err(place.error("no change costs something", "the points must hold [0, 0]"));
    }
    let both = points.first().is_some_and(|p| p.0 < 0.0) && points.last().is_some_and(|p| p.0 > 0.0);
    let rises = slopes.first().is_some_and(|s| *s <= 0.0) && slopes.last().is_some_and(|s| *s >= 0.0);
    if both || rises {
        Ok(points)
    } else {
        Err(place.error("the points lie on one side of [0, 0]", "give points on both sides of it"))
    }
}
