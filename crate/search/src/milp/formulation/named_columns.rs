//! Formulations whose columns and rows bring names of their own.

use super::names::Words;
use super::rows::scale;
use super::{ColumnMeaning, Domain, Feasible, Formulation, FormulationRows, RowMeaning};

impl Formulation {
    /// Nothing yet.
    pub(crate) fn blank() -> Formulation {
        Formulation {
            columns: Vec::new(),
            cost: Vec::new(),
            squares: Vec::new(),
            upper: Vec::new(),
            constant: 0.0,
            rows: FormulationRows::default(),
            places: Vec::new(),
            trees: Vec::new(),
            sets: Vec::new(),
            empty: false,
            whole_levels: false,
            words_taken: 0,
            words: Words::default(),
        }
    }

    /// A column from 0 to `upper`. The name must be distinct.
    pub(crate) fn named_column(&mut self, name: String, domain: Domain, cost: f64, upper: f64) -> u32 {
        self.words.named_columns.push(name);
        self.column(ColumnMeaning::Own(self.words.named_columns.len() as u32 - 1, domain), cost, upper)
    }

    /// A row. The name must be distinct.
    pub(crate) fn named_row(
        &mut self,
        name: String,
        feasible: Feasible,
        entries: Vec<(u32, f64)>,
        low: f64,
        high: f64,
    ) {
        self.words.named_rows.push(name);
        self.rows.push(RowMeaning::Own(self.words.named_rows.len() as u32 - 1, feasible), entries, low, high);
    }

    /// A row of scores, scaled like the other rows of scores.
    pub(crate) fn named_score(&mut self, name: String, mut entries: Vec<(u32, f64)>, mut need: f64) {
        if need == f64::INFINITY {
            // A need that is never reached: more than the largest possible sum.
            need = 2.0 * entries.iter().map(|e| e.1.abs()).sum::<f64>() + 1.0;
        }
        let by = scale(&entries);
        entries.iter_mut().for_each(|e| e.1 *= by);
        self.named_row(name, Feasible::Perhaps, entries, need * by, f64::INFINITY);
    }
}
