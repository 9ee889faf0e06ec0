//! Formulations as files for other solvers, in free MPS and in CPLEX's LP format. Both are written line by line.

use super::{Formulation, ProgramFormat};
use std::fmt::{self, Write};

/// Number of terms on a line of an LP file. By hand: lines stay readable, and short enough for every reader of the
/// format.
const TERMS: usize = 6;

impl Formulation {
    /// Writes the program. Its optimum is the cost of the cheapest answer.
    ///
    /// # Errors
    /// The errors of the writer.
    /// # Cost
    /// Linear in the coefficients.
    pub fn write(&self, format: ProgramFormat, out: &mut dyn Write) -> fmt::Result {
        let columns = self.words.columns(self);
        let rows = self.words.rows(self, &columns);
        match format {
            ProgramFormat::Mps => self.mps(&columns, &rows, out),
            ProgramFormat::Lp => self.lp(&columns, &rows, out),
        }
    }

    fn mps(&self, columns: &[String], rows: &[String], out: &mut dyn Write) -> fmt::Result {
        self.comment('*', out)?;
        out.write_str("NAME espalier\nOBJSENSE\n    MIN\nROWS\n N cost\n")?;
        for (i, name) in rows.iter().enumerate() {
            writeln!(out, " {} {name}", self.relation(i).mps())?;
        }
        out.write_str("COLUMNS\n")?;
        let mut by_column: Vec<Vec<(u32, f64)>> = vec![Vec::new(); columns.len()];
        for i in 0..rows.len() {
            self.rows.row(i).iter().for_each(|&(c, a)| by_column[c as usize].push((i as u32, a)));
        }
        let mut whole = false;
        let mut markers = 0;
        let mut mark = |to: bool, out: &mut dyn Write| {
            markers += 1;
            writeln!(out, " marker{markers} 'MARKER' '{}'", if to { "INTORG" } else { "INTEND" })
        };
        for (c, name) in columns.iter().enumerate() {
            if self.whole(c) != whole {
                whole = !whole;
                mark(whole, out)?;
            }
            // Some readers ignore a column without a coefficient.
            if self.cost[c] != 0.0 || by_column[c].is_empty() {
                writeln!(out, " {name} cost {}", Number(self.cost[c]))?;
            }
            for &(i, a) in &by_column[c] {
                writeln!(out, " {name} {} {}", rows[i as usize], Number(a))?;
            }
        }
        if whole {
            mark(false, out)?;
        }
        writeln!(out, " {ONE} cost {}", Number(self.constant))?;
        out.write_str("RHS\n")?;
        for (i, name) in rows.iter().enumerate() {
            let side = self.relation(i).side();
            if side != 0.0 {
                writeln!(out, " rhs {name} {}", Number(side))?;
            }
        }
        out.write_str("BOUNDS\n")?;
        for (c, name) in columns.iter().enumerate() {
            writeln!(out, " UP bound {name} {}", Number(self.upper[c]))?;
        }
        writeln!(out, " FX bound {ONE} 1")?;
        if !self.squares.is_empty() {
            out.write_str("QUADOBJ\n")?;
        }
        // Both formats halve the quadratic terms.
        for &(c, price) in &self.squares {
            let name = &columns[c as usize];
            writeln!(out, " {name} {name} {}", Number(2.0 * price))?;
        }
        out.write_str("ENDATA\n")
    }

    fn lp(&self, columns: &[String], rows: &[String], out: &mut dyn Write) -> fmt::Result {
        self.comment('\\', out)?;
        out.write_str("Minimize\n cost:")?;
        let cost = self.cost.iter().enumerate().filter(|(_, c)| **c != 0.0);
        let cost = cost.map(|(i, c)| (columns[i].as_str(), *c)).chain([(ONE, self.constant)]);
        terms(cost, out)?;
        for (i, &(c, price)) in self.squares.iter().enumerate() {
            let (begins, name) = (if i == 0 { "\n  + [" } else { "\n  +" }, &columns[c as usize]);
            write!(out, "{begins} {} {name} ^ 2", Number(2.0 * price))?;
        }
        out.write_str(if self.squares.is_empty() { "\nSubject To\n" } else { " ] / 2\nSubject To\n" })?;
        for (i, name) in rows.iter().enumerate() {
            write!(out, " {name}:")?;
            let entries = self.rows.row(i);
            let none = entries.is_empty().then_some((ONE, 0.0));
            terms(entries.iter().map(|&(c, a)| (columns[c as usize].as_str(), a)).chain(none), out)?;
            let relation = self.relation(i);
            writeln!(out, " {} {}", relation.lp(), Number(relation.side()))?;
        }
        out.write_str("Bounds\n")?;
        for (c, name) in columns.iter().enumerate() {
            writeln!(out, " 0 <= {name} <= {}", Number(self.upper[c]))?;
        }
        writeln!(out, " {ONE} = 1\nGeneral")?;
        for (c, name) in columns.iter().enumerate() {
            if self.whole(c) {
                writeln!(out, " {name}")?;
            }
        }
        out.write_str("End\n")
    }

    fn comment(&self, mark: char, out: &mut dyn Write) -> fmt::Result {
        let [rows, columns, whole, entries] = self.size();
        writeln!(
            out,
            "{mark} The cheapest counterfactual of a tree ensemble (OCEAN formulation): the optimum is its cost.\n\
             {mark} {rows} rows, {columns} columns ({whole} of whole numbers), {entries} coefficients.\n\
             {mark} FEATURE_above_x: the value is above x. FEATURE_from_x, FEATURE_is_x: its level is x or above, is x.\n\
             {mark} FEATURE_up, FEATURE_down: how far the value moves, as a share of its range. planeN: a hyperplane's right side.\n\
             {mark} treeT_leafN: tree T ends in node N; treeT_nodeN: its path leads through it; treeT_leftD: it turns left at depth D. Scores are scaled by a power of 2."
        )
    }

    fn relation(&self, row: usize) -> Relation {
        match (self.rows.low[row], self.rows.high[row]) {
            (low, high) if low == high => Relation::Equal(low),
            (low, f64::INFINITY) => Relation::AtLeast(low),
            (_, high) => Relation::AtMost(high),
        }
    }
}

/// The column that is always 1 and carries the constant cost of every answer. No feature's name is the same, since
/// feature names continue after an underscore.
const ONE: &str = "one";

enum Relation {
    AtMost(f64),
    AtLeast(f64),
    Equal(f64),
}

impl Relation {
    fn mps(&self) -> char {
        match self {
            Relation::AtMost(_) => 'L',
            Relation::AtLeast(_) => 'G',
            Relation::Equal(_) => 'E',
        }
    }

    fn lp(&self) -> &'static str {
        match self {
            Relation::AtMost(_) => "<=",
            Relation::AtLeast(_) => ">=",
            Relation::Equal(_) => "=",
        }
    }

    fn side(&self) -> f64 {
        let (Relation::AtMost(x) | Relation::AtLeast(x) | Relation::Equal(x)) = self;
        *x
    }
}

fn terms<'a>(terms: impl Iterator<Item = (&'a str, f64)>, out: &mut dyn Write) -> fmt::Result {
    for (i, (name, by)) in terms.enumerate() {
        if i > 0 && i % TERMS == 0 {
            out.write_str("\n  ")?;
        }
        let sign = if by < 0.0 { '-' } else { '+' };
        match by.abs() {
            1.0 => write!(out, " {sign} {name}")?,
            size => write!(out, " {sign} {} {name}", Number(size))?,
        }
    }
    Ok(())
}

/// A number that reads back to the same bits.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.abs() {
            size if size != 0.0 && !(1e-5..1e15).contains(&size) => write!(f, "{:e}", self.0),
            _ => write!(f, "{}", self.0),
        }
    }
}
