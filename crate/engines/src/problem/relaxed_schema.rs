//! Schemas with fewer statements on their features, to find out which field of a schema excludes a target.

use super::compiled::Compiled;
use super::compiling::Compiling;
use crate::SearchError;
use espalier_model::cells::{Cuts, Grid};
use espalier_model::ensemble::{Node, Precision, Split};
use espalier_model::explanation::Field;
use espalier_model::query::{Cost, Norm, Query};
use espalier_model::schema::{Change, Feature, Kind, Schema};
use std::sync::Arc;

/// The fields of a schema, and the means to leave them out.
#[derive(Debug)]
pub struct Lenient {
    schema: Schema,
    /// By column: bounds beyond which values are not distinguished, neither by the model nor by the background rows of
    /// the query.
    ends: Vec<(f64, f64)>,
    /// By column: whether category sets read it. If so, it must have levels.
    sets: Vec<bool>,
    /// Hyperplanes distinguish all numbers, so ranges cannot be left out.
    oblique: bool,
}

impl Lenient {
    /// Its cost is that of sorting the model's thresholds.
    pub fn new(compiled: &Compiled, query: &Query) -> Lenient {
        let ensemble = &compiled.ensemble;
        let mut sets = vec![false; ensemble.columns];
        for node in ensemble.trees.iter().flat_map(|t| &t.nodes) {
            if let Node::Split { split: Split::Categories { column, .. }, .. } = node {
                sets[*column] = true;
            }
        }
        let mut ends: Vec<_> = Grid::new(ensemble).columns.iter().map(|cuts| beyond(cuts, ensemble.input)).collect();
        for row in query.real_rows.iter().flat_map(|b| &b.rows) {
            for ((low, high), x) in ends.iter_mut().zip(row) {
                (*low, *high) = (low.min(*x), high.max(*x));
            }
        }
        Lenient { schema: compiled.schema.clone(), ends, sets, oblique: compiled.beyond_boxes }
    }

    /// All fields that can be left out. The first is left out first. So where one of several fields is enough, the last
    /// one is named.
    pub fn fields(&self) -> Vec<(usize, Field)> {
        let mut fields = Vec::new();
        for field in [Field::Kind, Field::Min, Field::Max, Field::Change] {
            fields.extend((0..self.schema.features.len()).filter(|&f| self.says(f, field)).map(|f| (f, field)));
        }
        fields
    }

    /// Whether all of the schema's fields can be left out.
    pub fn whole(&self) -> bool {
        !self.oblique && !self.sets.contains(&true)
    }

    fn says(&self, f: usize, field: Field) -> bool {
        let feature = &self.schema.features[f];
        let number = feature.level_count().is_none();
        match field {
            Field::Kind => {
                let free = feature.columns().iter().all(|&c| !self.sets[c]);
                !matches!(feature.kind, Kind::Numeric { .. }) && free
            }
            Field::Min | Field::Max => number && !self.oblique,
            Field::Change => feature.change != Change::Free,
        }
    }

    /// The model under a schema with only the `kept` of the fields that can be left out, and a cost for that schema.
    ///
    /// # Errors
    /// As [`Compiling::new`].
    pub fn without(&self, compiled: &Arc<Compiled>, kept: &[(usize, Field)]) -> Result<(Compiling, Cost), SearchError> {
        let mut features = Vec::new();
        for (f, feature) in self.schema.features.iter().enumerate() {
            let keeps = |field| !self.says(f, field) || kept.contains(&(f, field));
            let change = if keeps(Field::Change) { feature.change } else { Change::Free };
            let one = |kind: Kind, change: Change| {
                let mut one = Feature { kind, change, ..feature.clone() };
                let (low, high) = self.ends[one.columns()[0]];
                let levels = feature.level_count().is_some() && one.level_count().is_none();
                if !self.oblique && (levels || !keeps(Field::Min)) {
                    one.min = one.min.min(low);
                }
                if !self.oblique && (levels || !keeps(Field::Max)) {
                    one.max = one.max.max(high);
                }
                one
            };
            if keeps(Field::Kind) {
                features.push(one(feature.kind.clone(), change));
                continue;
            }
            let backwards = matches!(&feature.kind, Kind::Binary { levels, .. } if levels[0].value > levels[1].value);
            let change = match change {
                Change::Increase if backwards => Change::Decrease,
                Change::Decrease if backwards => Change::Increase,
                same => same,
            };
            features.extend(feature.columns().iter().map(|&column| one(Kind::Numeric { column }, change)));
        }
        let count = features.len();
        let cost = Cost::of(Norm { l1: 1.0, ..Norm::default() }, count);
        let schema = Schema { features, classes: self.schema.classes.clone(), subject: None, image: None };
        Ok((Compiling::under(compiled, schema)?, cost))
    }
}

/// Values beyond a column's first and last cut. They are whole numbers in its first and its last cell, or the numbers
/// nearest to the cells' inner bounds.
fn beyond(cuts: &Cuts, input: Precision) -> (f64, f64) {
    let mut finite = cuts.0.iter().copied().filter(|c| c.is_finite());
    let Some(first) = finite.next() else { return (f64::INFINITY, f64::NEG_INFINITY) };
    let last = finite.next_back().unwrap_or(first);
    let or = |x: f64, inner: f64| if x.is_finite() { x } else { inner };
    (or(input.floor(first.floor() - 1.0), first), or(input.ceil((last.ceil() + 1.0).max(input.after(last))), last))
}
