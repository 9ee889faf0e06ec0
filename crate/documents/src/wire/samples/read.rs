//! Reading files of sample predictions.

use super::{Expected, Samples};
use crate::wire::error::WireError;
use crate::wire::queries;
use crate::wire::read::Place;
use crate::wire::strict;
use crate::wire::text::{list, quote};
use espalier_core::ensemble::Task;
use espalier_core::model::Model;
use serde_json::Value;

pub(super) fn samples(text: &str, model: &Model) -> Result<Samples, WireError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        Some('{') => json(text, model),
        Some(_) => csv(text, model),
        None => {
            Err(WireError::new("", "the file is empty", "give rows with the library's predictions, as JSON or csv"))
        }
    }
}

fn json(text: &str, model: &Model) -> Result<Samples, WireError> {
    let value: Value = strict::value(text)?;
    let fields = Place::new(&value, "").object(&["rows", "predictions"])?;
    let rows = fields.need("rows")?.list()?.iter().map(|r| queries::one(r, model)).collect::<Result<Vec<_>, _>>()?;
    let given = fields.need("predictions")?;
    let items = given.list()?;
    if items.len() != rows.len() {
        let what = format!("found {} predictions for {} rows", items.len(), rows.len());
        return Err(given.error(what, "give one prediction a row"));
    }
    let lists = items.iter().any(|i| i.value.is_array());
    let expected = if lists {
        let numbers = |i: &Place| i.list()?.iter().map(Place::number).collect::<Result<Vec<_>, _>>();
        let all: Vec<Vec<f64>> = items.iter().map(numbers).collect::<Result<_, _>>()?;
        several(all, model, |i| format!("/predictions/{i}"))?
    } else {
        let text = |i: &Place| match i.value {
            Value::String(text) => Ok(text.clone()),
            Value::Bool(_) | Value::Number(_) => Ok(i.value.to_string()),
            _ => Err(i.wrong("a number, a class or a list of probabilities is needed")),
        };
        let cells = items.iter().map(text).collect::<Result<Vec<_>, _>>()?;
        one_each(&cells, model, |i| format!("/predictions/{i}"))?
    };
    Ok(Samples { rows, expected })
}

fn csv(text: &str, model: &Model) -> Result<Samples, WireError> {
    let table = queries::table(text, model, true)?;
    let at = |i: usize| format!("line {}", table.lines.get(i).copied().unwrap_or(0));
    let width = table.others.len();
    let expected = match width {
        0 => {
            let what = "the header has the model's columns and no other";
            return Err(WireError::new("line 1", what, "add a column with the library's predictions"));
        }
        1 => {
            let cells: Vec<String> = table.cells.iter().map(|c| c.concat()).collect();
            one_each(&cells, model, at)?
        }
        _ => {
            if width != model.schema.classes.len() {
                let what = format!(
                    "besides the model's columns the header has {}",
                    list(table.others.iter().map(String::as_str))
                );
                let right = match model.schema.classes.len() {
                    0 => "one column of predicted values is needed".to_owned(),
                    n => format!("one column of predicted classes, or {n} of probabilities, is needed"),
                };
                return Err(WireError::new("line 1", what, right));
            }
            let numbers = |(i, cells): (usize, &Vec<String>)| {
                cells.iter().map(|c| number(c, &at(i))).collect::<Result<Vec<_>, _>>()
            };
            let all = table.cells.iter().enumerate().map(numbers).collect::<Result<Vec<_>, _>>()?;
            several(all, model, at)?
        }
    };
    Ok(Samples { rows: table.rows, expected })
}

fn number(cell: &str, at: &str) -> Result<f64, WireError> {
    match cell.parse::<f64>() {
        Ok(n) if n.is_finite() => Ok(n),
        _ => Err(WireError::new(at, format!("found {}", quote(cell)), "a number is needed")),
    }
}

/// Several numbers a row: probabilities, one a class.
fn several(all: Vec<Vec<f64>>, model: &Model, at: impl Fn(usize) -> String) -> Result<Expected, WireError> {
    let classes = model.schema.classes.len();
    let (width, right) = match classes {
        0 => (1, "the model predicts one number a row".to_owned()),
        n => (n, format!("the model has {n} classes; give one probability each")),
    };
    if let Some(i) = all.iter().position(|row| row.len() != width) {
        return Err(WireError::new(at(i), format!("found {} numbers", all[i].len()), right));
    }
    Ok(if classes == 0 { Expected::Values(all.concat()) } else { Expected::Scores(all) })
}

/// One cell a row: a value, a class by name or index, or the probability of the second of two classes.
fn one_each(cells: &[String], model: &Model, at: impl Fn(usize) -> String) -> Result<Expected, WireError> {
    let names = &model.schema.classes;
    if !matches!(model.ensemble.task, Task::Classifier { .. }) {
        let numbers = cells.iter().enumerate().map(|(i, c)| number(c, &at(i)));
        return Ok(Expected::Values(numbers.collect::<Result<_, _>>()?));
    }
    let named: Option<Vec<usize>> = cells.iter().map(|c| names.iter().position(|n| n == c)).collect();
    if let Some(classes) = named {
        return Ok(Expected::Classes(classes));
    }
    let class =
        |c: &String| c.parse::<f64>().ok().filter(|n| n.fract() == 0.0 && (0.0..names.len() as f64).contains(n));
    if let Some(classes) = cells.iter().map(|c| class(c).map(|n| n as usize)).collect() {
        return Ok(Expected::Classes(classes));
    }
    let share = |c: &String| c.parse::<f64>().ok().filter(|p| (0.0..=1.0).contains(p));
    match cells.iter().position(|c| share(c).is_none()) {
        None if names.len() == 2 => {
            let both = |c: &String| share(c).map(|p| vec![1.0 - p, p]);
            Ok(Expected::Scores(cells.iter().filter_map(both).collect()))
        }
        wrong => {
            let i = wrong.unwrap_or(0);
            let known = list(names.iter().map(String::as_str));
            let right = format!("give a class of {known}, its index, or one probability a class");
            Err(WireError::new(at(i), format!("found {}", quote(&cells[i])), right))
        }
    }
}
