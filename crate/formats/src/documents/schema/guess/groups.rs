//! One-hot groups: neighbouring columns of 0 and 1 whose names begin alike, where neither a background row nor a tree
//! contradicts that exactly one of them is 1.

use super::columns::{Column, Looks};
use espalier_model::ensemble::{At, Split, Tree};
use espalier_model::Model;

/// Characters that separate the name of a category from its label.
const SEPARATORS: [char; 8] = ['_', '=', '.', ':', ' ', '-', '/', '|'];
/// Beginnings of names that do not name a category. The rest of such a name is a question of its own, or a mere number.
const GENERIC: [&str; 24] = [
    "is", "has", "had", "was", "were", "are", "does", "did", "can", "any", "no", "not", "x", "f", "v", "var", "col",
    "column", "feature", "feat", "att", "attr", "input", "num",
];

/// The one-hot columns of a category.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// The common beginning of the names.
    pub name: String,
    /// Neighbouring input columns, one a label.
    pub columns: Vec<usize>,
    /// The rest of each name.
    pub labels: Vec<String>,
    /// Whether background rows confirm it.
    pub rows: bool,
}

/// The groups of a model, in the order of their columns; none of them overlap.
pub(super) fn find(model: &Model, names: &[&str], columns: &[Column]) -> Vec<Group> {
    // A column that no split reads may belong to a group whose other columns are read.
    let may = |c: usize| matches!(columns[c].looks, Looks::Binary(_)) || !columns[c].used;
    let mut groups = Vec::new();
    let mut start = 0;
    while start < columns.len() {
        let found = if may(start) { longest(names, start, &may) } else { None };
        let rows = found.is_some_and(|(_, end)| confirmed(model, start..end));
        // Rows that confirm a category do so whatever the model reads.
        match found.filter(|(_, end)| rows || (start..*end).any(|c| columns[c].used)) {
            Some((prefix, end)) => {
                groups.push(Group {
                    name: names[start][..prefix].trim_end_matches(SEPARATORS).to_owned(),
                    columns: (start..end).collect(),
                    labels: (start..end).map(|c| names[c][prefix..].to_owned()).collect(),
                    rows,
                });
                start = end;
            }
            None => start += 1,
        }
    }
    let refuted = refuted(&model.ensemble.trees, &groups, columns.len());
    let mut kept: Vec<Group> = Vec::new();
    for (group, refuted) in groups.into_iter().zip(refuted) {
        let generic = GENERIC.iter().any(|g| group.name.eq_ignore_ascii_case(g));
        let taken = kept.iter().any(|k| k.name == group.name)
            || names.iter().enumerate().any(|(c, n)| *n == group.name && !group.columns.contains(&c));
        let judged = model.background.as_ref().is_some_and(|b| !b.rows.is_empty());
        let believed = group.rows || !(judged || refuted || generic);
        if believed && !taken {
            kept.push(group);
        }
    }
    kept
}

/// The longest beginning, up to and with a separator, that the name at `start` shares with the columns after it, and the first column
/// after these. Every name must continue after it.
fn longest(names: &[&str], start: usize, may: &impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let name = names[start];
    let ends = name.char_indices().rev().filter(|(_, c)| SEPARATORS.contains(c)).map(|(i, c)| i + c.len_utf8());
    for prefix in ends {
        let begins = |n: &str| n.len() > prefix && n.starts_with(&name[..prefix]);
        let end = (start..names.len()).find(|&c| !(may(c) && begins(names[c]))).unwrap_or(names.len());
        let named = !name[..prefix].trim_end_matches(SEPARATORS).is_empty();
        if named && end >= start + 2 {
            return Some((prefix, end));
        }
    }
    None
}

/// Whether there are background rows, and each has exactly one 1 among these columns and 0 elsewhere.
fn confirmed(model: &Model, columns: std::ops::Range<usize>) -> bool {
    let Some(background) = model.background.as_ref().filter(|b| !b.rows.is_empty()) else { return false };
    background.rows.iter().all(|row| {
        let own = &row[columns.clone()];
        own.iter().filter(|&&x| x == 1.0).count() == 1 && own.iter().all(|&x| x == 0.0 || x == 1.0)
    })
}

/// By group: whether a tree cuts one of its columns where the cuts above already determine that column. Trees do not grow such a cut on rows
/// of a one-hot category, since all rows would go one way.
fn refuted(trees: &[Tree], groups: &[Group], columns: usize) -> Vec<bool> {
    let mut of = vec![None; columns];
    for (g, group) in groups.iter().enumerate() {
        for &c in &group.columns {
            of[c] = Some(g);
        }
    }
    let mut refuted = vec![false; groups.len()];
    // By group: the number of columns known to be 0, and the number known to be 1, on the path to the node.
    let mut known = vec![[0usize; 2]; groups.len()];
    for tree in trees {
        let mut stack = vec![Step::Enter(0, None)];
        while let Some(step) = stack.pop() {
            let (node, side) = match step {
                Step::Leave(group, side) => {
                    known[group][side] -= 1;
                    continue;
                }
                Step::Enter(node, side) => (node, side),
            };
            if let Some((group, side)) = side {
                known[group][side] += 1;
                stack.push(Step::Leave(group, side));
            }
            let At::Split { split, left, right, .. } = tree.at(node) else { continue };
            let group = match split {
                Split::Axis { column, .. } => of[*column],
                _ => None,
            };
            if let Some(g) = group {
                let [zeros, ones] = known[g];
                refuted[g] |= ones > 0 || zeros + 1 == groups[g].columns.len();
            }
            stack.push(Step::Enter(left, group.map(|g| (g, 0))));
            stack.push(Step::Enter(right, group.map(|g| (g, 1))));
        }
    }
    refuted
}

/// A step of a walk through a tree: down into a node, with the fact from the cut above it, or up again.
enum Step {
    Enter(usize, Option<(usize, usize)>),
    Leave(usize, usize),
}
