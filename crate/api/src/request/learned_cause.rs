//! A cause that is learned from the background rows. It is learned in steps, and once for all requests of a model that ask for the same.

use espalier_formats::boosted::{Column, Learner};
use espalier_model::query::{CausalEnsemble, Lesson, Settings};
use espalier_model::Model;
use std::cell::RefCell;
use std::sync::Arc;

/// A cause's rows and settings, and its trees as far as they are learned.
#[derive(Debug)]
pub struct LearnedCause {
    pub(super) feature: usize,
    parents: Vec<usize>,
    settings: Settings,
    learning: RefCell<Learning>,
}

#[derive(Debug)]
enum Learning {
    Begun(Box<Learner>),
    Over(Arc<CausalEnsemble>),
}

impl LearnedCause {
    /// A lesson that has not begun; `columns` are those of the parents, `of` the feature's.
    pub(super) fn new(
        feature: usize,
        parents: Vec<usize>,
        columns: Vec<Column>,
        of: usize,
        settings: Settings,
    ) -> LearnedCause {
        let learning = RefCell::new(Learning::Begun(Box::new(Learner::new(columns, of, settings))));
        LearnedCause { feature, parents, settings, learning }
    }

    /// Whether another lesson teaches the same.
    pub(super) fn same(&self, other: &LearnedCause) -> bool {
        (self.feature, &self.parents, self.settings) == (other.feature, &other.parents, other.settings)
    }

    /// Learns one more piece; every call must give the same model, for its rows. Returns the cause once all is learned.
    pub(super) fn step(&self, model: &Model) -> Option<Arc<CausalEnsemble>> {
        let mut learning = self.learning.borrow_mut();
        if let Learning::Begun(learner) = &mut *learning {
            let rows = model.background.as_ref().map_or(&[][..], |b| &b.rows);
            if !learner.step(rows, model.ensemble.input) {
                return None;
            }
            let found = learner.learned(&model.ensemble);
            let lesson = Some(Lesson { settings: self.settings, explained: found.explained });
            *learning = Learning::Over(Arc::new(CausalEnsemble {
                trees: found.ensemble,
                parents: self.parents.clone(),
                lesson,
            }));
        }
        match &*learning {
            Learning::Over(cause) => Some(Arc::clone(cause)),
            Learning::Begun(_) => None,
        }
    }
}
