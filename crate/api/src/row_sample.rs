//! A uniform sample of the rows of a csv file that comes piece by piece: each row is as likely as any other (Vitter's algorithm R). The
//! seed is fixed, so that the same file gives the same sample. No more memory is needed than the sample takes.

use super::csv_records::{OwnedRecord, Record, Records};
use super::request::Names;
use super::table::Table;
use espalier_formats::documents::DocumentError;
use espalier_model::Model;
use espalier_numerics::sorting::sort_by;
use serde_json::{json, Value};

/// Most bytes of the sampled rows, and of one row.
const MOST_BYTES: usize = 32_000_000;
const LONGEST: usize = 1_000_000;

/// A sample under way.
#[derive(Debug)]
pub struct RowSample {
    records: Records,
    drawn: Drawn,
}

/// The header, and the rows that were drawn so far.
#[derive(Debug)]
struct Drawn {
    header: Option<OwnedRecord>,
    rows: Vec<OwnedRecord>,
    /// Most rows that are kept.
    most: usize,
    /// Bytes of the kept rows in the file.
    bytes: usize,
    /// Rows of the file.
    count: usize,
    random: Mulberry,
}

impl RowSample {
    /// A sample of at most so many rows.
    pub fn new(most: usize) -> RowSample {
        let drawn = Drawn { header: None, rows: Vec::new(), most, bytes: 0, count: 0, random: Mulberry(1) };
        RowSample { records: Records::new(LONGEST), drawn }
    }

    /// Reads the next piece of the file.
    ///
    /// # Errors
    /// A row of more than 1 MB, by its line.
    pub fn take(&mut self, piece: &[u8]) -> Result<(), DocumentError> {
        self.records.take(piece, |record| {
            self.drawn.take(record);
            Ok(())
        })
    }

    /// The sampled rows in the file's order, as a document of samples in csv, with the number of rows in the file (`count`).
    ///
    /// # Errors
    /// A quoted cell that is not closed, a file without a header, and faults of the header and of the sampled rows, by line and column.
    pub fn end(mut self, model: &Model) -> Result<Value, DocumentError> {
        let mut drawn = self.drawn;
        self.records.end(|record| {
            drawn.take(record);
            Ok(())
        })?;
        let Some(header) = &drawn.header else {
            return Err(DocumentError::new("line 1", "the file is empty", "give a header and rows"));
        };
        sort_by(&mut drawn.rows, |a, b| a.record().line.cmp(&b.record().line));
        let (names, mut table) = (Names::new(model), Table::new(true));
        for kept in std::iter::once(header).chain(&drawn.rows) {
            table.take(kept.record(), &names)?;
        }
        let mut document = table.document(model);
        if let Value::Object(fields) = &mut document {
            fields.insert("count".into(), json!(drawn.count));
        }
        Ok(document)
    }
}

impl Drawn {
    fn take(&mut self, record: Record) {
        if self.header.is_none() {
            self.header = Some(record.keep());
            return;
        }
        self.count += 1;
        if self.rows.len() < self.most {
            self.rows.push(record.keep());
        } else {
            let place = (self.random.unit() * self.count as f64) as usize;
            if place >= self.most {
                return;
            }
            self.bytes -= self.rows[place].record().size;
            self.rows[place] = record.keep();
        }
        self.bytes += record.size;
        // Half of a uniform sample, drawn at random, is a uniform sample.
        while self.bytes > MOST_BYTES && self.rows.len() > 1 {
            self.most = self.rows.len().div_ceil(2);
            for k in (self.most..self.rows.len()).rev() {
                let other = (self.random.unit() * (k + 1) as f64) as usize;
                self.rows.swap(k, other);
            }
            self.rows.truncate(self.most);
            self.bytes = self.rows.iter().map(|row| row.record().size).sum();
        }
    }
}

/// Mulberry32 (Tommy Ettinger): numbers that follow from the seed.
#[derive(Debug)]
struct Mulberry(u32);

impl Mulberry {
    /// A number from 0 (closed) to 1 (open).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let mixed = (self.0 ^ self.0 >> 15).wrapping_mul(1 | self.0);
        let mixed = mixed.wrapping_add((mixed ^ mixed >> 7).wrapping_mul(61 | mixed)) ^ mixed;
        f64::from(mixed ^ mixed >> 14) / 4_294_967_296.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::example_model;

    const HEAD: &str = "Age,Income,Sex,Education,Occupation,Region";

    fn sample(text: &str, most: usize, size: usize) -> Result<Value, DocumentError> {
        let mut sample = RowSample::new(most);
        text.as_bytes().chunks(size).try_for_each(|piece| sample.take(piece))?;
        sample.end(&example_model())
    }

    /// A file of so many rows, each with its number as income and a note of so many bytes.
    fn file(rows: usize, note: usize) -> String {
        let note = "x".repeat(note);
        let row = |n: usize| format!("39,{n},Male,MSc,Tech,S,{note}\n");
        format!("{HEAD},note\n{}", (0..rows).map(row).collect::<String>())
    }

    fn numbers(found: &Value) -> Vec<u64> {
        found["rows"].as_array().unwrap().iter().map(|row| row[1].as_f64().unwrap() as u64).collect()
    }

    #[test]
    fn rows_are_drawn_with_equal_chances_in_the_files_order_wherever_the_file_is_cut() {
        let text = file(1000, 0);
        let first = sample(&text, 100, 64).unwrap();
        assert_eq!(sample(&text, 100, 13).unwrap(), first);
        let drawn = numbers(&first);
        assert_eq!((drawn.len(), &first["count"]), (100, &json!(1000)));
        assert!(drawn.windows(2).all(|w| w[0] < w[1]));
        let lines: Vec<u64> = first["lines"].as_array().unwrap().iter().map(|line| line.as_u64().unwrap()).collect();
        assert_eq!(lines, drawn.iter().map(|n| n + 2).collect::<Vec<_>>());
        // The mean of 100 of 0 to 999 drawn evenly is within 3.5 standard errors (27) of 499.5 but once in two thousand.
        assert!((drawn.iter().sum::<u64>() as f64 / 100.0 - 499.5).abs() < 96.0, "{drawn:?}");
    }

    #[test]
    fn no_more_memory_is_taken_than_is_kept_and_the_chances_stay_equal() {
        let mut sample = RowSample::new(5000);
        let text = file(1, 900_000);
        let (head, row) = text.split_once('\n').unwrap();
        sample.take(format!("{head}\n").as_bytes()).unwrap();
        for n in 0..200 {
            sample.take(row.replacen(",0,", &format!(",{n},"), 1).as_bytes()).unwrap();
            assert!(sample.drawn.bytes <= MOST_BYTES);
        }
        let found = sample.end(&example_model()).unwrap();
        let drawn = numbers(&found);
        assert_eq!(found["count"], json!(200));
        assert!(drawn.len() > 8 && drawn.iter().any(|n| *n > 100) && drawn.iter().any(|n| *n < 100), "{drawn:?}");
    }

    #[test]
    fn faults_are_named_with_the_files_own_line() {
        for (text, at, says) in [
            ("".into(), "line 1", "the file is empty"),
            ("\n\r\n".into(), "line 1", "the file is empty"),
            ("\nAge,a\n".into(), "line 2", "lacks \"Income\""),
            (format!("{HEAD}\n1,2,0,0,Sales,3\n\nold,2,0,0,Sales,3\n"), "line 4, column 1", "a number"),
            (format!("{HEAD},a\n1,2,0,0,Sales,3,\"\nb\"\n1,2\n"), "line 4", "found 2 cells"),
            (format!("{HEAD}\n1,2,0,0,\"Sales,3\n"), "line 2", "not closed"),
        ] {
            let error = sample(&text, 100, 5).expect_err(&text);
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.to_string().contains(says), "{text}: {error}");
        }
    }
}
