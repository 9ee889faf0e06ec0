//! LightGBM's text model: a head of `key=value` lines, a section for each tree, and "end of trees". Of the rest, only the last line is read:
//! the category labels of the training data frame.

mod section;
mod tree;

use super::columns::Info;
use super::{assemble, objective, Head};
use crate::error::ParseError;
use crate::words::quote;
use crate::{Parsed, MOST_COLUMNS};
use section::{refuse, Lines, Section};
use serde_json::Value;
use std::ops::Range;

/// Remedy for a file that is cut off.
const AGAIN: &str = "export it again with save_model(\"model.txt\"); this copy is cut off";

/// Versions of the text that are read; they differ in nothing that prediction depends on.
const VERSIONS: [&str; 3] = ["v2", "v3", "v4"];

/// Reads a text model.
pub(super) fn load(bytes: &[u8]) -> Result<Parsed, ParseError> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => {
            let at = e.valid_up_to();
            return Err(refuse(bytes, at..at + 1, "the text is not UTF-8", "export it again with save_model"));
        }
    };
    let mut lines = Lines::new(text);
    let (head_section, mut next) = Section::read(&mut lines)?;
    let head = head(&head_section)?;
    let sizes = head_section.get("tree_sizes").map(|f| f.value.split_ascii_whitespace().count());
    let mut trees = Vec::new();
    let mut seen: Option<Range<usize>> = None;
    while let section::Next::Tree(at) = next {
        let (mut section, after) = Section::read(&mut lines)?;
        section.tree = Some(trees.len());
        next = after;
        trees.push(tree::read(&section, trees.len(), at.clone(), head.columns)?);
        seen = Some(at);
    }
    let end = match next {
        section::Next::End(at) => at,
        _ => {
            let at = text.len().saturating_sub(1)..text.len();
            return Err(refuse(bytes, at, "the file ends before \"end of trees\"", AGAIN));
        }
    };
    if let Some(sizes) = sizes.filter(|&sizes| sizes != trees.len()) {
        let what = format!("\"tree_sizes\" has {sizes} entries for {} trees", trees.len());
        return Err(head_section.refuse("tree_sizes", what, "one entry a tree is right"));
    }
    if trees.is_empty() || trees.len() % head.outputs != 0 {
        let what = format!("there are {} trees", trees.len());
        let right = format!("at least one round of {} (num_tree_per_iteration) is needed", head.outputs);
        return Err(refuse(bytes, seen.unwrap_or(end), what, right));
    }
    let categories = pandas_categories(&text[end.end..]);
    Ok(assemble(Head { categories, ..head }, trees, ""))
}

fn head(section: &Section) -> Result<Head, ParseError> {
    let version = section.need("version")?.value;
    if !VERSIONS.contains(&version) {
        let what = format!("the version is {}", quote(version));
        return Err(section.refuse("version", what, "v2, v3 and v4 can be read"));
    }
    let last: usize = section.number("max_feature_idx")?;
    let columns = last.saturating_add(1);
    if columns > MOST_COLUMNS {
        let what = format!("the model has {columns} columns");
        return Err(section.refuse("max_feature_idx", what, format!("1 to {MOST_COLUMNS} columns can be read")));
    }
    let outputs: usize = section.number("num_tree_per_iteration")?;
    let classes: usize = section.number("num_class")?;
    if outputs == 0 || outputs > MOST_COLUMNS || outputs != classes {
        let what = format!("there are {outputs} trees a round for {classes} classes");
        return Err(section.refuse("num_tree_per_iteration", what, "as many of each, at least 1, are right"));
    }
    let meaning = objective::meaning(section.get("objective").map(|f| f.value), outputs)
        .map_err(|(what, right)| section.refuse("objective", what, right))?;
    let names = section.need("feature_names")?;
    let names: Vec<String> = names.value.split(' ').filter(|n| !n.is_empty()).map(str::to_string).collect();
    if names.len() != columns {
        let what = format!("there are {} feature names", names.len());
        return Err(section.refuse("feature_names", what, format!("the model has {columns} columns; name each")));
    }
    let mut infos = vec![Info::None; columns];
    if let Some(field) = section.get("feature_infos") {
        let tokens: Vec<&str> = field.value.split_whitespace().collect();
        if tokens.len() != columns {
            let what = format!("\"feature_infos\" has {} entries", tokens.len());
            return Err(section.refuse("feature_infos", what, format!("the model has {columns} columns")));
        }
        for (i, (info, token)) in infos.iter_mut().zip(tokens).enumerate() {
            *info = Info::parse(token).ok_or_else(|| {
                let right = "\"none\", \"[min:max]\" or codes with colons between are right";
                section.refuse_token("feature_infos", i, format!("found {}", quote(token)), right)
            })?;
        }
    }
    Ok(Head {
        columns,
        outputs,
        meaning,
        average: section.get("average_output").is_some(),
        names,
        infos,
        categories: Vec::new(),
        version: Some(version.into()),
    })
}

/// The labels in a line "pandas_categorical:[[..], ..]". Empty where there is no such line or it has other content; categories are then named
/// by their codes.
fn pandas_categories(rest: &str) -> Vec<Vec<String>> {
    let line = rest.lines().find_map(|line| line.strip_prefix("pandas_categorical:"));
    let lists = line.and_then(|line| crate::documents::value(line).ok());
    let list = |list: &Value| list.as_array().cloned();
    let lists: Option<Vec<Vec<Value>>> = lists.as_ref().and_then(|all| all.as_array()?.iter().map(list).collect());
    lists.unwrap_or_default().into_iter().map(super::json::labels).collect()
}
