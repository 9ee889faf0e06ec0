//! The constraint `causal` (FEATURES P3): a feature that follows from others.

use super::names::Names;
use crate::wire::error::WireError;
use crate::wire::read::Place;
use crate::wire::text::quote;
use espalier_core::query::{Constraint, Cost};
use espalier_core::schema::Kind;

/// `{"feature", "parents": {feature: weight}, "cost": "own" | "none"}`; a feature that costs nothing is noted in `paid`.
pub(super) fn read(place: &Place, names: &Names, paid: &mut Cost) -> Result<Constraint, WireError> {
    let fields = place.object(&["feature", "parents", "cost"])?;
    let named = fields.need("feature")?;
    let feature = names.feature(&named)?;
    if !matches!(names.at(feature).kind, Kind::Numeric { .. } | Kind::Integer { .. }) {
        let what = format!("{} has levels; what follows from sums is a number", quote(&names.at(feature).name));
        return Err(named.error(what, "say what its levels follow from with \"if\" and \"then\""));
    }
    let mut parents = Vec::new();
    for (name, weight) in fields.need("parents")?.map()?.each() {
        let parent = names.feature_named(name, &weight)?;
        if let Kind::OneHot { .. } | Kind::Codes { .. } = names.at(parent).kind {
            let what = format!("{} has categories, which are no numbers to sum", quote(name));
            return Err(weight.error(what, "leave it out, or say what follows from it with \"if\" and \"then\""));
        }
        parents.push((parent, weight.number()?));
    }
    if parents.is_empty() {
        return Err(place.error("no parents", "give at least one feature and its weight"));
    }
    match fields.get("cost") {
        None => {}
        Some(cost) => match cost.text()? {
            "own" => {}
            "none" if paid.quadratic.is_some() => {
                let right = "leave it out, and give the feature's row of \"quadratic\" zeros";
                return Err(cost.error("a quadratic cost says itself what changes cost", right));
            }
            "none" => paid.free.push(feature),
            _ => return Err(cost.wrong("\"own\" or \"none\" is needed")),
        },
    }
    Ok(Constraint::Causal { feature, parents })
}

/// Whether each feature follows in one way only, and none from itself; `list` are the places of the constraints.
pub(super) fn check(constraints: &[Constraint], list: &[Place], names: &Names) -> Result<(), WireError> {
    let mut of = vec![None; names.schema.features.len()];
    for (i, constraint) in constraints.iter().enumerate() {
        let Constraint::Causal { feature, .. } = constraint else { continue };
        if let Some(first) = of[*feature].replace(i) {
            let what = format!("{} follows from /constraints/{first} already", quote(&names.at(*feature).name));
            return Err(list[i].error(what, "give all its parents in one"));
        }
    }
    // 0: not met, 1: on the way down, 2: done.
    let mut state = vec![0u8; of.len()];
    for root in 0..of.len() {
        let mut way = vec![(root, 0)];
        while let Some((f, next)) = way.last_mut() {
            let Some(Constraint::Causal { parents, .. }) = of[*f].map(|i: usize| &constraints[i]) else {
                state[*f] = 2;
                way.pop();
                continue;
            };
            state[*f] = 1;
            let Some(&(parent, _)) = parents.get(*next) else {
                state[*f] = 2;
                way.pop();
                continue;
            };
            *next += 1;
            if state[parent] == 1 {
                let from = way.iter().position(|w| w.0 == parent).unwrap_or(0);
                let circle: Vec<String> = way[from..].iter().map(|w| quote(&names.at(w.0).name)).collect();
                let what = format!("{} follows from itself: {}", circle[0], circle.join(" from "));
                let at = of[parent].map_or(&list[0], |i| &list[i]);
                return Err(at.error(format!("{what} from {}", circle[0]), "leave one of these out"));
            }
            if state[parent] == 0 {
                way.push((parent, 0));
            }
        }
    }
    Ok(())
}
