//! Reads free MPS and CPLEX's LP format, as far as linear programs of binaries need them, and solves the programs with `microlp`.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, SolveOutcome};
use std::collections::HashMap;

/// A row: coefficients by column, relation, right side.
pub type Row = (Vec<(String, f64)>, char, f64);

/// By squared column: its value, and the value of the variable for its square.
type Values<'a> = HashMap<&'a str, (f64, f64)>;

/// A program that is minimised.
#[derive(Debug, Default, PartialEq)]
pub struct NamedProgram {
    pub cost: HashMap<String, f64>,
    /// Cost of the squares of columns.
    pub squares: HashMap<String, f64>,
    pub rows: HashMap<String, Row>,
    /// Bounds of every column.
    pub ends: HashMap<String, (f64, f64)>,
    pub whole: Vec<String>,
}

impl NamedProgram {
    pub fn mps(text: &str) -> NamedProgram {
        let mut program = NamedProgram::default();
        let (mut section, mut objective, mut whole) = (String::new(), String::new(), false);
        for line in text.lines().filter(|l| !l.starts_with('*')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if !line.starts_with(' ') {
                section = words[0].to_string();
                continue;
            }
            match (section.as_str(), words.as_slice()) {
                ("OBJSENSE", ["MIN"]) => {}
                ("ROWS", ["N", name]) => objective = name.to_string(),
                ("ROWS", [relation @ ("L" | "G" | "E"), name]) => {
                    let row = (Vec::new(), relation.chars().next().unwrap(), 0.0);
                    assert_eq!(program.rows.insert(name.to_string(), row), None, "row {name} twice");
                }
                ("COLUMNS", [_, "'MARKER'", "'INTORG'"]) => whole = true,
                ("COLUMNS", [_, "'MARKER'", "'INTEND'"]) => whole = false,
                ("COLUMNS", [column, row, by]) => {
                    let by = by.parse().unwrap();
                    if program.ends.insert(column.to_string(), (0.0, f64::INFINITY)).is_none() && whole {
                        program.whole.push(column.to_string());
                    }
                    if *row == objective {
                        assert_eq!(program.cost.insert(column.to_string(), by), None, "cost of {column} twice");
                    } else {
                        program.rows.get_mut(*row).expect("a known row").0.push((column.to_string(), by));
                    }
                }
                ("RHS", [_, row, by]) => program.rows.get_mut(*row).expect("a known row").2 = by.parse().unwrap(),
                ("BOUNDS", ["UP", _, column, by]) => {
                    program.ends.get_mut(*column).expect("a known column").1 = by.parse().unwrap();
                }
                ("BOUNDS", ["FX", _, column, by]) => {
                    let by = by.parse().unwrap();
                    *program.ends.get_mut(*column).expect("a known column") = (by, by);
                }
                ("QUADOBJ", [column, other, by]) => {
                    assert_eq!(column, other, "squares of single columns alone are known here");
                    program.square(column, by);
                }
                _ => panic!("{section}: {line:?} is no line of free MPS that is known here"),
            }
        }
        assert_eq!(section, "ENDATA");
        program.tidy()
    }

    pub fn lp(text: &str) -> NamedProgram {
        let mut program = NamedProgram::default();
        let mut section = "";
        let mut words: Vec<&str> = Vec::new();
        let (heads, mut part) = (["Minimize", "Subject To", "Bounds", "General", "End"], Vec::new());
        for line in text.lines().filter(|l| !l.starts_with('\\')).chain(["End"]) {
            assert!(line.len() < 500, "a line of {} letters", line.len());
            let head = heads.contains(&line.trim());
            // A row begins at a line with a colon. In "Bounds" and "General" every line stands alone.
            let begins = head || line.contains(':') || ["Bounds", "General"].contains(&section);
            if begins && !words.is_empty() {
                part.push((section, std::mem::take(&mut words)));
            }
            match head {
                true => section = line.trim(),
                false => words.extend(line.split_whitespace()),
            }
        }
        for (section, words) in part {
            match (section, words.as_slice()) {
                ("Minimize", ["cost:", terms @ ..]) => {
                    let (linear, squares) = terms.split_at(terms.iter().position(|w| *w == "[").unwrap_or(terms.len()));
                    program.cost = sum(linear.strip_suffix(&["+"]).unwrap_or(linear)).into_iter().collect();
                    let [squares @ .., "]", "/", "2"] = squares else { continue };
                    for term in squares[1..].split(|w| *w == "+") {
                        let [by, column, "^", "2"] = term else { panic!("{term:?} is no square") };
                        program.square(column, by);
                    }
                }
                ("Subject To", [name, terms @ .., relation, side]) => {
                    let relation = match *relation {
                        "<=" => 'L',
                        ">=" => 'G',
                        "=" => 'E',
                        other => panic!("{other} is no relation"),
                    };
                    let row = (sum(terms), relation, side.parse().unwrap());
                    assert_eq!(program.rows.insert(name.trim_end_matches(':').into(), row), None, "{name} twice");
                }
                ("Bounds", [low, "<=", name, "<=", high]) => {
                    program.ends.insert(name.to_string(), (low.parse().unwrap(), high.parse().unwrap()));
                }
                ("Bounds", [name, "=", value]) => {
                    let value = value.parse().unwrap();
                    program.ends.insert(name.to_string(), (value, value));
                }
                ("General", [name]) => program.whole.push(name.to_string()),
                _ => panic!("{section}: {words:?} is nothing that is known here"),
            }
        }
        program.tidy()
    }

    /// Reads a square's coefficient. Both formats state twice the cost of the square.
    fn square(&mut self, column: &str, by: &str) {
        let price = 0.5 * by.parse::<f64>().unwrap();
        assert_eq!(self.squares.insert(column.to_string(), price), None, "square of {column} twice");
    }

    /// Removes zero coefficients and sorts everything, so that equal programs compare equal.
    fn tidy(mut self) -> NamedProgram {
        self.cost.retain(|_, by| *by != 0.0);
        for (entries, ..) in self.rows.values_mut() {
            entries.retain(|e| e.1 != 0.0);
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            assert!(entries.windows(2).all(|w| w[0].0 != w[1].0), "a column twice in a row");
        }
        self.whole.sort();
        self
    }

    /// The optimum of a program without squares; `None` where no point meets all rows.
    pub fn optimum(&self) -> Option<f64> {
        self.ends_of_optimum().map(|ends| ends.0)
    }

    /// Lower and upper bound of the optimum; `None` where no point meets all rows. Each square is a variable with tangents as lower bounds.
    /// Tangents are added, for at most 60 rounds, until the variables miss the squares by no more than 5e-7 of the cost (or of 1).
    pub fn ends_of_optimum(&self) -> Option<(f64, f64)> {
        let mut tangents: Vec<(&str, f64)> = Vec::new();
        let mut ends = (f64::NEG_INFINITY, f64::INFINITY);
        for _ in 0..60 {
            let (cost, at) = self.relaxed(&tangents)?;
            let lack = |(name, price): (&String, &f64)| {
                let (x, square) = at[name.as_str()];
                price * (x * x - square)
            };
            let all: f64 = self.squares.iter().map(lack).sum();
            ends = (cost.max(ends.0), (cost + all).min(ends.1));
            if all <= 5e-7 * cost.abs().max(1.0) {
                break;
            }
            let least = all / (4 * self.squares.len()) as f64;
            let low = self.squares.iter().filter(|s| lack(*s) > least).map(|s| (s.0.as_str(), at[s.0.as_str()].0));
            tangents.extend(low);
        }
        Some(ends)
    }

    /// The optimum under some tangents, and by squared column its value and the value of the variable for its square.
    fn relaxed(&self, tangents: &[(&str, f64)]) -> Option<(f64, Values<'_>)> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut columns: Vec<&String> = self.ends.keys().collect();
        columns.sort();
        let vars: HashMap<&String, _> = columns
            .into_iter()
            .map(|name| {
                let (cost, (low, high)) = (self.cost.get(name).copied().unwrap_or(0.0), self.ends[name]);
                let whole = self.whole.binary_search(name).is_ok();
                let var = match whole {
                    true => problem.add_integer_var(cost, (low as i32, high as i32)),
                    false => problem.add_var(cost, (low, high)),
                };
                (name, var)
            })
            .collect();
        let squares: HashMap<&str, _> = self
            .squares
            .iter()
            .map(|(name, &price)| (name.as_str(), (vars[name], problem.add_var(price, (0.0, f64::INFINITY)))))
            .collect();
        for &(name, at) in tangents {
            let (x, square) = squares[name];
            problem.add_constraint([(square, 1.0), (x, -2.0 * at)].as_slice(), ComparisonOp::Ge, -at * at);
        }
        for (entries, relation, side) in self.rows.values() {
            let relation = match relation {
                'L' => ComparisonOp::Le,
                'G' => ComparisonOp::Ge,
                _ => ComparisonOp::Eq,
            };
            if entries.is_empty() {
                let holds = match relation {
                    ComparisonOp::Le => 0.0 <= *side,
                    ComparisonOp::Ge => 0.0 >= *side,
                    ComparisonOp::Eq => 0.0 == *side,
                };
                if !holds {
                    return None;
                }
                continue;
            }
            let terms: Vec<_> = entries.iter().map(|(name, by)| (vars[name], *by)).collect();
            problem.add_constraint(terms.as_slice(), relation, *side);
        }
        let mut options = SolveOptions::default();
        options.int_tol = 1e-9;
        options.tolerances.feasibility = 1e-9;
        match problem.solve_with(options) {
            Ok(SolveOutcome::Solution(s)) => {
                let at = squares.iter().map(|(name, (x, square))| (*name, (s[*x], s[*square]))).collect();
                Some((s.objective(), at))
            }
            Err(microlp::Error::Infeasible) => None,
            other => panic!("{other:?}"),
        }
    }
}

/// Reads `+ 2 x - y` as pairs.
fn sum(words: &[&str]) -> Vec<(String, f64)> {
    let mut terms = Vec::new();
    let mut by = 1.0;
    for word in words {
        match (*word, word.parse::<f64>()) {
            ("+", _) => by = 1.0,
            ("-", _) => by = -1.0,
            (_, Ok(number)) => by *= number,
            (name, _) => terms.push((name.to_string(), by)),
        }
    }
    terms
}
