//! Requests: a query, and the names of the features by which limits are added to it.

use crate::Error;
use espalier_model::query::{Constraint, Cost, Distinct, Norm, Query, Relation, Sought, Target};
use espalier_model::schema::{Change, Schema};

/// A question to a model. Each method adds a limit or a wish, and returns the request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The query, open to everything that has no method here.
    pub query: Query,
    schema: Schema,
}

impl Request {
    pub(crate) fn new(model: &espalier_model::Model, row: &[f64], target: Target) -> Result<Request, Error> {
        let columns = model.ensemble.columns;
        if row.len() != columns {
            return Err(format!("the row has {} values; the model reads {columns}", row.len()).into());
        }
        let count = model.schema.features.len();
        let cost = Cost::of(Norm { l1: 1.0, ..Norm::default() }, count);
        Ok(Request { query: Query::new(row.to_vec(), target, cost), schema: model.schema.clone() })
    }

    /// The index of a feature, by its name.
    ///
    /// # Errors
    /// A name that no feature has.
    pub fn feature(&self, name: &str) -> Result<usize, Error> {
        let found = self.schema.features.iter().position(|feature| feature.name == name);
        found.ok_or_else(|| format!("no feature is called {name:?}").into())
    }

    /// The feature keeps its value.
    ///
    /// # Errors
    /// A name that no feature has.
    pub fn fix(self, name: &str) -> Result<Request, Error> {
        let feature = self.feature(name)?;
        Ok(self.limit(Constraint::Fix { feature }))
    }

    /// The feature changes only in this direction.
    ///
    /// # Errors
    /// A name that no feature has.
    pub fn only(self, name: &str, change: Change) -> Result<Request, Error> {
        let feature = self.feature(name)?;
        Ok(self.limit(Constraint::Direction { feature, change }))
    }

    /// The feature's raw value lies in this closed interval; infinite ends are none.
    ///
    /// # Errors
    /// A name that no feature has.
    pub fn within(self, name: &str, min: f64, max: f64) -> Result<Request, Error> {
        let feature = self.feature(name)?;
        Ok(self.limit(Constraint::Range { feature, min, max }))
    }

    /// A weighted sum of features' raw values keeps a relation to a limit.
    ///
    /// # Errors
    /// A name that no feature has.
    pub fn sum(self, terms: &[(&str, f64)], relation: Relation, limit: f64) -> Result<Request, Error> {
        let terms =
            terms.iter().map(|(name, weight)| Ok((self.feature(name)?, *weight))).collect::<Result<_, Error>>()?;
        Ok(self.limit(Constraint::Linear { terms, levels: Vec::new(), relation, limit, of_change: false }))
    }

    /// At most this many features change.
    pub fn at_most(self, changes: usize) -> Request {
        self.limit(Constraint::MaxChanges(changes))
    }

    /// Any other limit.
    pub fn limit(mut self, constraint: Constraint) -> Request {
        self.query.constraints.push(constraint);
        self
    }

    /// Another mixture of norms.
    pub fn cost(mut self, norm: Norm) -> Request {
        self.query.cost.norm = norm;
        self
    }

    /// Several answers in place of one: each is the cheapest that keeps some feature unchanged that an earlier one changes.
    pub fn several(mut self, count: usize) -> Request {
        self.query.sought = Sought::Several { count, distinct: Distinct::Features };
        self
    }

    /// All optimal answers in place of one.
    pub fn ties(mut self) -> Request {
        self.query.sought = Sought::Ties;
        self
    }

    /// The least cost as a function of the demanded probability or value, from the target's own demand up to `to`: each answer is the cheapest to the
    /// demands above the prediction of the one before it, up to its own. The demand rises by at least `step` each time; 0: by the least that counts.
    pub fn series(mut self, to: f64, step: f64) -> Request {
        self.query.sought = Sought::Series { to, step };
        self
    }

    /// A proof that others can check ([`Model::check`](crate::Model::check)).
    pub fn certificate(mut self) -> Request {
        self.query.certificate = true;
        self
    }
}
