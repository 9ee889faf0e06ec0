//! Names of columns and rows, from the model's own names, made safe for the files. A name begins with a letter or
//! underscore. Letters, digits, underscores and points follow.

use super::features::has;
use super::{ColumnMeaning, Formulation, RowMeaning};
use espalier_engines::problem::target::{Goal, LibraryStatement};
use espalier_engines::problem::Problem;
use espalier_model::schema::Kind;
use std::collections::HashSet;

/// Largest number of letters kept of a user's name. More makes written programs longer. By hand.
const LONGEST: usize = 40;

/// The parts of names.
#[derive(Clone, Debug, Default)]
pub struct Words {
    features: Vec<String>,
    /// By feature and live level: the name of being above the level before it. Empty where columns are no chain.
    above: Vec<Vec<String>>,
    /// By feature and live level.
    is: Vec<Vec<String>>,
    goals: Vec<String>,
    /// By goal and row.
    scores: Vec<Vec<String>>,
    /// Names of columns and rows that have a name of their own.
    pub(super) named_columns: Vec<String>,
    pub(super) named_rows: Vec<String>,
}

impl Words {
    pub fn new(form: &Formulation, problems: &[Problem]) -> Words {
        let problem = &problems[0];
        let mut words = Words::default();
        let mut taken = HashSet::new();
        for (f, feature) in problem.compiled.schema.features.iter().enumerate() {
            let (place, var) = (&form.places[f], &problem.vars[f]);
            words.features.push(unique(safe(&feature.name), &mut taken));
            let missing = |level: usize| var.missing && level + 1 == var.levels();
            let is = |level: usize| match feature.label(level) {
                _ if missing(level) => "missing".to_string(),
                Some(label) => format!("is_{}", safe_part(label)),
                None => format!("is_{}", number(var.value[level])),
            };
            let above = |level: usize| match &feature.kind {
                _ if missing(level) => "missing".to_string(),
                Kind::Numeric { .. } | Kind::Integer { .. } => format!("above_{}", number(var.cuts.ends(level).0)),
                Kind::Ordinal { .. } => format!("from_{}", safe_part(feature.label(level).unwrap_or_default())),
                _ => is(level),
            };
            let levels = || place.live.iter().map(|k| *k as usize);
            words.above.push(if place.chain { levels().map(above).collect() } else { Vec::new() });
            words.is.push(levels().map(is).collect());
        }
        let class = |k: usize| {
            let names = &problem.compiled.schema.classes;
            names.get(k).map_or_else(|| format!("class_{k}"), |name| safe_part(name))
        };
        for Problem { goal, sides, .. } in problems {
            let (name, mut rows) = goal_words(goal, &class);
            rows.extend(sides.iter().flat_map(|side| side.row_names()).map(str::to_string));
            words.goals.push(name);
            words.scores.push(rows);
        }
        words
    }

    /// Names of all columns. They are distinct.
    pub fn columns(&self, form: &Formulation) -> Vec<String> {
        let mut taken = HashSet::new();
        let name = |column: &ColumnMeaning| match *column {
            ColumnMeaning::Above(f, k) => {
                format!("{}_{}", self.features[f as usize], self.above[f as usize][k as usize])
            }
            ColumnMeaning::Level(f, k) => format!("{}_{}", self.features[f as usize], self.is[f as usize][k as usize]),
            ColumnMeaning::Leaf(t, node) => format!("tree{t}_leaf{node}"),
            ColumnMeaning::Node(t, node) => format!("tree{t}_node{node}"),
            ColumnMeaning::Turn(t, depth) => format!("tree{t}_left{depth}"),
            ColumnMeaning::Goal(g) => format!("goal_{}", self.goals[g as usize]),
            ColumnMeaning::Largest => "largest_change".to_string(),
            ColumnMeaning::Own(name, _) => self.named_columns[name as usize].clone(),
        };
        form.columns.iter().map(|c| unique(name(c), &mut taken)).collect()
    }

    /// Names of all rows. They are distinct. `columns` holds the columns' names.
    pub fn rows(&self, form: &Formulation, columns: &[String]) -> Vec<String> {
        let mut taken = HashSet::new();
        let feature = |f: u32| &self.features[f as usize];
        let name = |why: &RowMeaning| match *why {
            RowMeaning::Order(f, k) => format!("{}_order{k}", feature(f)),
            RowMeaning::OneLevel(f) => format!("{}_one_level", feature(f)),
            RowMeaning::OneLeaf(t) => format!("tree{t}_one_leaf"),
            RowMeaning::Side(t, f, set) => format!("tree{t}_{}", self.side(form, columns, f as usize, set as usize)),
            RowMeaning::Flow(t, node) => format!("tree{t}_flow{node}"),
            RowMeaning::Step(t, node) => format!("tree{t}_to{node}"),
            RowMeaning::Turn(t, depth, right) => format!("tree{t}_{}{depth}", if right { "right" } else { "left" }),
            RowMeaning::Tangent => "tangent".to_string(),
            RowMeaning::Score(g, r) => self.scores[g as usize][r as usize].clone(),
            RowMeaning::OneGoal => "one_goal".to_string(),
            RowMeaning::MaxChanges => "max_changes".to_string(),
            RowMeaning::Largest(f) => format!("largest_change_{}", feature(f)),
            RowMeaning::Own(name, _) => self.named_rows[name as usize].clone(),
        };
        form.rows.why.iter().map(|w| unique(name(w), &mut taken)).collect()
    }

    /// The side of a test as a statement on its feature, where one column can express it.
    fn side(&self, form: &Formulation, columns: &[String], f: usize, number: usize) -> String {
        let (place, set) = (&form.places[f], &form.sets[f][number]);
        let column = |k: usize| &columns[place.first as usize + k];
        let count = |is: bool| (0..place.live.len()).filter(move |&k| has(set, k) == is);
        let inside = place.inside(set);
        match (inside.constant, inside.terms.as_slice()) {
            (0.0, [(c, 1.0)]) => columns[*c as usize].clone(),
            (1.0, [(c, -1.0)]) => format!("not_{}", columns[*c as usize]),
            _ if place.chain && place.missing.is_none() && count(true).count() == 1 => {
                let k = count(true).next().unwrap_or(0);
                format!("{}_{}", self.features[f], self.is[f][k])
            }
            _ if !place.chain && count(false).count() == 1 => {
                format!("not_{}", column(count(false).next().unwrap_or(0)))
            }
            _ => format!("{}_set{number}", self.features[f]),
        }
    }
}

/// The names of a goal and of its rows.
fn goal_words(goal: &Goal, class: &dyn Fn(usize) -> String) -> (String, Vec<String>) {
    match &goal.stated {
        LibraryStatement::Beats { class: k, rivals } => {
            (class(*k), rivals.iter().map(|j| format!("score_{}_over_{}", class(*k), class(*j))).collect())
        }
        LibraryStatement::Probability { class: k, .. } => {
            let rows = goal.rows.iter().map(|_| format!("score_of_{}", class(*k)));
            (class(*k), rows.collect())
        }
        LibraryStatement::Anything => ("any".into(), goal.rows.iter().map(|_| "score".to_string()).collect()),
        LibraryStatement::Value { .. } => {
            let end = |c: &f64| if *c > 0.0 { "value_at_least" } else { "value_at_most" };
            ("value".into(), goal.rows.iter().map(|r| end(&r.coef[0]).to_string()).collect())
        }
    }
}

/// A name in the files' alphabet, shortened.
pub(crate) fn safe(name: &str) -> String {
    let part = safe_part(name);
    let mut letters = part.chars();
    let (first, second) = (letters.next().unwrap_or('0'), letters.next().unwrap_or('_'));
    // A reader would take an e followed by digits for a number's exponent.
    match (first == '_' || first.is_ascii_alphabetic())
        && !(first.eq_ignore_ascii_case(&'e') && second.is_ascii_digit())
    {
        true => part,
        false => format!("f_{part}"),
    }
}

pub(crate) fn safe_part(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    name.chars().take(LONGEST).map(safe).collect()
}

/// A number as part of a name: six digits, and "neg" for minus.
pub(crate) fn number(x: f64) -> String {
    let size = x.abs();
    let text = match size {
        _ if size != 0.0 && !(1e-5..1e12).contains(&size) => format!("{size:.5e}").replace('-', "m"),
        _ => {
            let places = if size == 0.0 {
                0
            } else {
                (5 - (-5..12).rev().find(|&power| size >= 10f64.powi(power)).unwrap_or(-5)).max(0) as usize
            };
            let text = format!("{size:.places$}");
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
                false => text,
            }
        }
    };
    if x < 0.0 {
        format!("neg{text}")
    } else {
        text
    }
}

/// The name. If it is taken, the name with a number.
pub(crate) fn unique(name: String, taken: &mut HashSet<String>) -> String {
    let mut free = name.clone();
    let mut next = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}__{next}");
        next += 1;
    }
    free
}
