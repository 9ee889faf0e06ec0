//! Rows of csv: which column of the model each column of the file fills, and the values of its cells.

use super::csv_records::{fault, Record, Records};
use super::request::{level_labelled, Names};
use espalier_formats::documents::DocumentError;
use espalier_formats::words::{list, quote, suggest};
use espalier_model::Model;
use espalier_numerics::decimal;
use serde_json::{json, Value};

/// The columns of the model that a csv column fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// All columns of a feature.
    Feature(usize),
    /// One column of a one-hot feature.
    Column(usize),
    /// Nothing of the model.
    Other,
}

/// The rows of a csv file: the model's, and the columns that are not the model's.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Whether columns that are not the model's are allowed. Else they are an error.
    beside: bool,
    /// By column of the file, once the header is read.
    slots: Option<Vec<Slot>>,
    /// Raw inputs in column order, one row after another.
    pub rows: Vec<f64>,
    /// The line of each row.
    pub lines: Vec<u64>,
    /// Names of the columns that are not the model's.
    pub others: Vec<String>,
    /// Their cells, a row.
    pub cells: Vec<Vec<String>>,
}

impl Table {
    /// A table without header and rows.
    pub fn new(beside: bool) -> Table {
        Table { beside, ..Table::default() }
    }

    /// Reads the text of a whole file.
    ///
    /// # Errors
    /// The first fault, by line and column.
    pub fn read(text: &str, model: &Model, beside: bool) -> Result<Table, DocumentError> {
        let (names, mut table, mut records) = (Names::new(model), Table::new(beside), Records::new(usize::MAX));
        records.take(text.as_bytes(), |record| table.take(record, &names))?;
        records.end(|record| table.take(record, &names))?;
        Ok(table)
    }

    /// The table as a document: `rows`, with null for a missing value, the names of the columns that are not the model's (`beside`), their
    /// `cells` for each row, and the `lines` of the rows.
    pub fn document(&self, model: &Model) -> Value {
        let rows: Vec<&[f64]> = self.rows.chunks(model.ensemble.columns).collect();
        json!({ "rows": rows, "beside": self.others, "cells": self.cells, "lines": self.lines })
    }

    /// Whether not even a header was taken.
    pub fn is_empty(&self) -> bool {
        self.slots.is_none()
    }

    /// Takes the next record: the header, then rows.
    ///
    /// # Errors
    /// A fault of the record, by line and column.
    pub fn take(&mut self, record: Record, names: &Names) -> Result<(), DocumentError> {
        let (line, cells) = (record.line, record.cells()?);
        let Some(slots) = &self.slots else {
            let header: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
            let slots = slots(&header, line, names, self.beside)?;
            self.others = others(&header, &slots);
            self.slots = Some(slots);
            return Ok(());
        };
        if cells.len() != slots.len() {
            let right = format!("the header has {}; give as many", slots.len());
            return Err(fault(line, &format!("found {} cells", cells.len()), &right));
        }
        let begin = self.rows.len();
        self.rows.resize(begin + names.ensemble.columns, f64::NAN);
        for (i, (cell, slot)) in cells.iter().zip(slots).enumerate() {
            let at = || format!("line {line}, column {}", i + 1);
            fill(&mut self.rows[begin..], cell.trim(), *slot, names)
                .map_err(|(what, right)| DocumentError::new(at(), what, right))?;
        }
        self.lines.push(line);
        if self.beside {
            self.cells.push(others(&cells, slots));
        }
        Ok(())
    }
}

/// The cells that are not the model's.
fn others(cells: &[&str], slots: &[Slot]) -> Vec<String> {
    cells.iter().zip(slots).filter(|(_, s)| **s == Slot::Other).map(|(cell, _)| cell.trim().to_owned()).collect()
}

/// The slot of each name of the header. Every column of the model must occur exactly once.
fn slots(header: &[&str], line: u64, names: &Names, beside: bool) -> Result<Vec<Slot>, DocumentError> {
    let mut known: Vec<(String, Slot)> = Vec::new();
    for (f, feature) in names.schema.features.iter().enumerate() {
        known.push((feature.name.clone(), Slot::Feature(f)));
        if feature.columns().len() > 1 {
            for (k, &c) in feature.columns().iter().enumerate() {
                let label = feature.label(k).unwrap_or_default();
                for name in [format!("{}={label}", feature.name), format!("{}_{label}", feature.name)] {
                    known.push((name, Slot::Column(c)));
                }
            }
        }
    }
    let index: std::collections::HashMap<&str, Slot> =
        known.iter().rev().map(|(name, slot)| (name.as_str(), *slot)).collect();
    let mut filled = vec![false; names.ensemble.columns];
    let mut slots = Vec::with_capacity(header.len());
    for (i, &name) in header.iter().enumerate() {
        let at = format!("line {line}, column {}", i + 1);
        let Some(&slot) = index.get(name) else {
            if beside {
                slots.push(Slot::Other);
                continue;
            }
            let what = format!("the model has no column {}", quote(name));
            return Err(DocumentError::new(at, what, suggest(name, known.iter().map(|(n, _)| n.as_str()))));
        };
        let columns = match &slot {
            Slot::Feature(f) => names.at(*f).columns(),
            Slot::Column(c) => std::slice::from_ref(c),
            Slot::Other => &[],
        };
        for &c in columns {
            if std::mem::replace(&mut filled[c], true) {
                let what = format!("{} fills column {c} a second time", quote(name));
                return Err(DocumentError::new(at, what, "give every column of the model once"));
            }
        }
        slots.push(slot);
    }
    let absent = names.schema.features.iter().filter(|f| f.columns().iter().any(|&c| !filled[c]));
    let absent: Vec<&str> = absent.map(|f| f.name.as_str()).collect();
    if !absent.is_empty() {
        let what = format!("the header lacks {}", list(absent));
        let right = "give every column of the model; leave cells empty where a value is missing";
        return Err(fault(line, &what, right));
    }
    Ok(slots)
}

/// Puts a cell's value into the row. A cell without a value gives a fault and a remedy.
fn fill(row: &mut [f64], cell: &str, slot: Slot, names: &Names) -> Result<(), (String, String)> {
    if cell.is_empty() {
        return Ok(());
    }
    let number = decimal::number(cell).filter(|n: &f64| n.is_finite());
    let needed = |n: Option<f64>| n.ok_or_else(|| (format!("found {}", quote(cell)), "a number is needed".to_owned()));
    match slot {
        Slot::Other => {}
        Slot::Column(c) => row[c] = needed(number)?,
        Slot::Feature(f) => {
            let feature = names.at(f);
            match level_labelled(feature, cell) {
                Some(level) => {
                    for &c in feature.columns() {
                        row[c] = feature.level_value(level, c).unwrap_or(f64::NAN);
                    }
                }
                None => match (feature.level_count(), feature.columns()) {
                    (None, [c]) => row[*c] = needed(number)?,
                    (Some(_), [c]) if number.is_some() => row[*c] = needed(number)?,
                    _ => {
                        let what = format!("{} has no level {}", quote(&feature.name), quote(cell));
                        return Err((what, suggest(cell, super::request::labels(feature))));
                    }
                },
            }
        }
    }
    Ok(())
}
