//! The OCEAN formulation (Parmentier & Vidal 2021, Section 3 and supplement) of one query, over levels.
//!
//! Columns: the level that each feature takes, and the way of each tree's flow. A feature whose levels have an order has one
//! column a gap, "is above" (the paper's mu, and its omega for ordinal features); any other has one column a level (nu);
//! with two levels that is one binary (x). As a level costs as much as its cheapest attainable point, every cost
//! that is a sum over features is a sum over columns, and needs no big M; the largest change is a column of its own.
//!
//! Two programs have these columns ([`ProgramKind`]). In the paper's a unit of flow enters each tree and divides at each inner node (8), (9), a
//! binary a tree and depth says to which side (10) to (12), and no more flows to a side than the feature allows ((16), (17) and their kin). In the other
//! each tree has a column a leaf, a test's row takes in all leaves on its side, and the levels are whole: with these decided
//! the flows are whole of themselves, so it needs no turns; and limits on levels, such as a number of changes, hold for whole levels only.

mod features;
mod flows;
mod names;
mod own;
mod rows;
mod trees;
mod write;

pub(super) use features::{has, FeatureColumns, Set};
pub(in crate::search) use names::{number, safe, safe_part, unique};

use crate::search::engines::box_search::Problem;
use crate::search::SearchError;

/// Words that the sets of levels of all leaves may take: 128 MB.
const MOST: usize = 1 << 24;

/// How a formulation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Free MPS.
    Mps,
    /// CPLEX's LP.
    Lp,
}

/// Which program of a query is meant; both have its optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramKind {
    /// The paper's: flows through all nodes, a binary a tree and depth.
    Paper,
    /// Of levels and leaves alone: fewer columns and rows, and a stronger relaxation.
    Levels,
}

/// What a column stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Column {
    /// The feature's level is the live level `.1` or one above it.
    Above(u32, u32),
    /// The feature's level is the live level `.1`.
    Level(u32, u32),
    /// The tree ends in this leaf (its node).
    Leaf(u32, u32),
    /// The tree's path leads through this inner node.
    Node(u32, u32),
    /// The tree's path turns left at this depth.
    Turn(u32, u32),
    /// The answer meets this goal.
    Goal(u32),
    /// The largest change.
    Largest,
    /// Has the name of that number; whether it is a whole number.
    Own(u32, bool),
}

/// What a row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Why {
    /// Who is above a level is above those below.
    Order(u32, u32),
    /// A feature has one level.
    OneLevel(u32),
    /// A tree ends in one leaf.
    OneLeaf(u32),
    /// Leaves of a tree on one side of a test need the feature there: tree, feature, number of the set.
    Side(u32, u32, u32),
    /// The flow through an inner node is that of its sides together: tree, node.
    Flow(u32, u32),
    /// A flow to a node needs the feature of the test above on its side: tree, node.
    Step(u32, u32),
    /// Flows at a depth turn left, or right (`true`), as the binary says: tree, depth.
    Turn(u32, u32, bool),
    /// A square lies above its tangent.
    Tangent,
    /// A goal's score.
    Score(u32, u32),
    /// One goal is met.
    OneGoal,
    /// So many features change at most.
    MaxChanges,
    /// The largest change is as large as this feature's.
    Largest(u32),
    /// Has the name of that number; whether it may be that nothing meets it.
    Own(u32, bool),
}

/// `low <= sum of coefficient * column <= high`, all columns between 0 and their upper end.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Rows {
    pub why: Vec<Why>,
    pub start: Vec<usize>,
    pub entry: Vec<(u32, f64)>,
    pub low: Vec<f64>,
    pub high: Vec<f64>,
}

impl Rows {
    pub fn push(&mut self, why: Why, entries: impl IntoIterator<Item = (u32, f64)>, low: f64, high: f64) {
        if self.start.is_empty() {
            self.start.push(0);
        }
        self.why.push(why);
        self.entry.extend(entries.into_iter().filter(|e| e.1 != 0.0));
        self.start.push(self.entry.len());
        self.low.push(low);
        self.high.push(high);
    }

    pub fn len(&self) -> usize {
        self.why.len()
    }

    pub fn row(&self, i: usize) -> &[(u32, f64)] {
        &self.entry[self.start[i]..self.start[i + 1]]
    }
}

/// A constant and a sum over columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sum {
    pub constant: f64,
    pub terms: Vec<(u32, f64)>,
}

/// A leaf of the formulation.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub column: u32,
    /// What it allows of the features on its path: (feature, set).
    pub allows: Vec<(u32, Set)>,
}

/// A query as a mixed-integer program that is minimised.
#[derive(Clone, Debug)]
pub struct Formulation {
    pub(in crate::search) columns: Vec<Column>,
    pub(in crate::search) cost: Vec<f64>,
    /// What squares of columns cost besides, by column.
    pub(in crate::search) squares: Vec<(u32, f64)>,
    pub(in crate::search) upper: Vec<f64>,
    /// Cost of an answer whose columns are all 0.
    pub(in crate::search) constant: f64,
    pub(in crate::search) rows: Rows,
    pub(super) places: Vec<FeatureColumns>,
    /// By tree: its leaves that can be reached.
    pub(super) trees: Vec<Vec<Leaf>>,
    /// Sides of tests, by feature; rows refer to them by number.
    pub(super) sets: Vec<Vec<Set>>,
    /// Whether a feature has no level left, or a tree no leaf.
    pub(super) empty: bool,
    /// Whether levels have to be said to be whole numbers.
    whole_levels: bool,
    /// Words that leaves' sets take.
    words_taken: usize,
    words: names::Words,
}

impl Formulation {
    /// The program of one problem a goal; with several goals one of them is to be met. `exact`: scores reach what they need;
    /// else they may lack what rounding may.
    pub(super) fn new(problems: &[Problem], kind: ProgramKind, exact: bool) -> Result<Formulation, SearchError> {
        let problem = &problems[0];
        // Limits on several levels can be met by parts of them, though flows are whole.
        let tied = problem.max_changes.is_some() || problem.vars.iter().any(|v| !v.reach.is_empty());
        let mut f = Formulation {
            columns: Vec::new(),
            cost: Vec::new(),
            squares: Vec::new(),
            upper: Vec::new(),
            constant: 0.0,
            rows: Rows::default(),
            places: Vec::new(),
            trees: Vec::new(),
            sets: vec![Vec::new(); problem.vars.len()],
            empty: false,
            whole_levels: kind == ProgramKind::Levels || tied,
            words_taken: 0,
            words: names::Words::default(),
        };
        f.features(problem);
        match kind {
            ProgramKind::Paper => f.flows(problem, exact),
            ProgramKind::Levels => f.leaves(problem),
        }
        if f.words_taken > MOST {
            let what = "this model has too many leaves and levels for a mixed-integer program; leave the engine out";
            return Err(SearchError::Unsupported { what: what.into() });
        }
        f.scores(problems, exact);
        f.limits(problem);
        Ok(f)
    }

    /// As [`Formulation::new`], with what it takes to write it down.
    ///
    /// # Errors
    /// Where a goal is not linear in the scores.
    pub(in crate::search) fn written(problems: &[Problem], kind: ProgramKind) -> Result<Formulation, SearchError> {
        if problems.iter().any(|p| p.goal.only_necessary()) {
            let what = "a probability under a softmax over three or more classes is not linear in the scores, so there is no linear program of it; take the class itself, with a margin, for the target";
            return Err(SearchError::Unsupported { what: what.into() });
        }
        let mut f = Formulation::new(problems, kind, true)?;
        f.words = names::Words::new(&f, problems);
        Ok(f)
    }

    pub(in crate::search) fn column(&mut self, what: Column, cost: f64, upper: f64) -> u32 {
        self.columns.push(what);
        self.cost.push(cost);
        self.upper.push(upper);
        self.columns.len() as u32 - 1
    }

    /// Whether a column is a whole number in every answer and has to be said to be.
    pub(in crate::search) fn whole(&self, column: usize) -> bool {
        match self.columns[column] {
            Column::Above(..) | Column::Level(..) => self.whole_levels,
            Column::Goal(_) | Column::Turn(..) | Column::Own(_, true) => true,
            _ => false,
        }
    }

    /// Rows, columns, columns of whole numbers, and coefficients that are not 0.
    pub fn size(&self) -> [usize; 4] {
        let whole = (0..self.columns.len()).filter(|&c| self.whole(c)).count();
        [self.rows.len(), self.columns.len(), whole, self.rows.entry.len()]
    }
}
