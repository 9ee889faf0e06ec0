//! The one reader of csv, by pieces of a file: cells by the grammar of `csv-core`, each record with its line. A piece may end anywhere.

use csv_core::ReadRecordResult;
use espalier_formats::documents::DocumentError;

/// The mark at the start of some UTF-8 files.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A record: its line from 1, and its cells one after another, with the end of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    /// The line on which it begins.
    pub line: u64,
    /// Bytes that it takes in the file, with its line end.
    pub size: usize,
    bytes: &'a [u8],
    ends: &'a [usize],
}

impl<'a> Record<'a> {
    /// The cells as text.
    ///
    /// # Errors
    /// The cells are not UTF-8.
    pub fn cells(&self) -> Result<Vec<&'a str>, DocumentError> {
        let mut from = 0;
        let cells =
            self.ends.iter().map(|&end| std::str::from_utf8(&self.bytes[std::mem::replace(&mut from, end)..end]));
        cells
            .collect::<Result<_, _>>()
            .map_err(|_| fault(self.line, "the text is not UTF-8", "save the csv file as UTF-8"))
    }

    /// A copy that outlives the reading.
    pub fn keep(&self) -> OwnedRecord {
        OwnedRecord { line: self.line, size: self.size, bytes: self.bytes.into(), ends: self.ends.into() }
    }
}

/// A record that is kept.
#[derive(Debug)]
pub(super) struct OwnedRecord {
    line: u64,
    size: usize,
    bytes: Box<[u8]>,
    ends: Box<[usize]>,
}

impl OwnedRecord {
    pub fn record(&self) -> Record<'_> {
        Record { line: self.line, size: self.size, bytes: &self.bytes, ends: &self.ends }
    }
}

/// A csv file under reading. Empty lines are no records, and a mark at the start is skipped.
#[derive(Debug)]
pub(super) struct Records {
    core: csv_core::Reader,
    /// Most bytes of a record.
    longest: usize,
    /// Bytes of the mark that were met, until the text begins.
    marked: Option<usize>,
    /// Of the record that is not ended yet: its line, its bytes in the file, its cells.
    line: u64,
    size: usize,
    bytes: Vec<u8>,
    filled: usize,
    ends: Vec<usize>,
    ended: usize,
}

impl Records {
    /// A file of which nothing is read yet, with records of at most `longest` bytes.
    pub fn new(longest: usize) -> Records {
        Records {
            core: csv_core::Reader::new(),
            longest,
            marked: Some(0),
            line: 1,
            size: 0,
            bytes: vec![0; 1024],
            filled: 0,
            ends: vec![0; 64],
            ended: 0,
        }
    }

    /// Reads the next piece, and gives each record that ends in it to `each`.
    ///
    /// # Errors
    /// A record that is too long; and those of `each`.
    pub fn take<E>(&mut self, mut piece: &[u8], mut each: E) -> Result<(), DocumentError>
    where
        E: FnMut(Record) -> Result<(), DocumentError>,
    {
        if let Some(met) = self.marked {
            let more = piece.iter().zip(&MARK[met..]).take_while(|(a, b)| a == b).count();
            if met + more < MARK.len() && more == piece.len() {
                self.marked = Some(met + more);
                return Ok(());
            }
            self.marked = None;
            if met + more == MARK.len() {
                piece = &piece[more..];
            } else {
                self.read(&MARK[..met], &mut each)?;
            }
        }
        self.read(piece, &mut each)
    }

    /// Ends the file. Gives its last record to `each` where no line end stood behind it.
    ///
    /// # Errors
    /// A quoted cell that is not closed, by the line of its record; and those of `each`.
    pub fn end<E>(&mut self, mut each: E) -> Result<(), DocumentError>
    where
        E: FnMut(Record) -> Result<(), DocumentError>,
    {
        if let Some(met) = self.marked.take() {
            self.read(&MARK[..met], &mut each)?;
        }
        while self.size > 0 {
            // A line end ends the record, but not within quotes.
            if self.advance(b"\n", &mut each)? > 0 && self.size > 0 {
                return Err(fault(self.line, "a quoted cell is not closed", "end it with \""));
            }
        }
        Ok(())
    }

    fn read<E>(&mut self, mut bytes: &[u8], each: &mut E) -> Result<(), DocumentError>
    where
        E: FnMut(Record) -> Result<(), DocumentError>,
    {
        loop {
            if self.size == 0 {
                let blank = bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
                let lines = bytes[..blank].iter().filter(|b| **b == b'\n').count();
                self.core.set_line(self.core.line() + lines as u64);
                bytes = &bytes[blank..];
                self.line = self.core.line();
            }
            if bytes.is_empty() {
                return Ok(());
            }
            let taken = self.advance(bytes, each)?;
            bytes = &bytes[taken..];
        }
    }

    /// One step of the grammar. The number of bytes that it took.
    fn advance<E>(&mut self, bytes: &[u8], each: &mut E) -> Result<usize, DocumentError>
    where
        E: FnMut(Record) -> Result<(), DocumentError>,
    {
        let (result, taken, filled, ended) =
            self.core.read_record(bytes, &mut self.bytes[self.filled..], &mut self.ends[self.ended..]);
        self.size += taken;
        self.filled += filled;
        self.ended += ended;
        if self.size > self.longest {
            let what = format!("a row is longer than {} MB", self.longest / 1_000_000);
            return Err(fault(self.line, &what, "give csv: a header, then one row a line, and quotes in pairs"));
        }
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull => self.bytes.resize(2 * self.bytes.len(), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            ReadRecordResult::Record => {
                let (bytes, ends) = (&self.bytes[..self.filled], &self.ends[..self.ended]);
                let record = Record { line: self.line, size: self.size, bytes, ends };
                (self.size, self.filled, self.ended) = (0, 0, 0);
                each(record)?;
            }
            // Only no bytes at all give this, and such are not read.
            ReadRecordResult::End => {}
        }
        Ok(taken)
    }
}

/// A fault of the record on a line.
pub(super) fn fault(line: u64, what: &str, right: &str) -> DocumentError {
    DocumentError::new(format!("line {line}"), what, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = Vec<(u64, Vec<String>)>;

    /// The records of a text that comes in pieces of so many bytes, with their lines, and whether its quotes are closed.
    fn read(text: &str, size: usize) -> (Read, bool) {
        let (mut records, mut found) = (Records::new(usize::MAX), Vec::new());
        let mut each = |record: Record| {
            found.push((record.line, record.cells()?.into_iter().map(str::to_owned).collect()));
            Ok(())
        };
        text.as_bytes().chunks(size).for_each(|piece| records.take(piece, &mut each).unwrap());
        let closed = records.end(&mut each).is_ok();
        (found, closed)
    }

    fn right(records: &[(u64, &[&str])]) -> Read {
        records.iter().map(|(line, cells)| (*line, cells.iter().map(|c| (*c).to_owned()).collect())).collect()
    }

    #[test]
    fn records_and_their_lines_are_the_same_wherever_the_file_is_cut() {
        let text = "\u{feff}\n\r\na,\"b\"\r\n1,\"x, \"\"y\"\"\nz\"\r\n\r\n2,ä\r3,\"\"\n,\n\"\"\nlast, 4 ";
        let expected = right(&[
            (3, &["a", "b"]),
            (4, &["1", "x, \"y\"\nz"]),
            (7, &["2", "ä"]),
            (7, &["3", ""]),
            (8, &["", ""]),
            (9, &[""]),
            (10, &["last", " 4 "]),
        ]);
        for size in 1..text.len() + 1 {
            assert_eq!(read(text, size), (expected.clone(), true), "{size} bytes at once");
        }
    }

    #[test]
    fn a_quoted_cell_without_an_end_is_noticed() {
        for (text, closed) in [
            ("", true),
            ("a", true),
            ("a,\"b\"", true),
            ("a,\"b", false),
            ("a\n\"", false),
            ("a\n\"b\"\"", false),
            ("a\nb\"", true),
            ("\u{feff}", true),
            ("a\r", true),
        ] {
            assert_eq!(read(text, 1).1, closed, "{text:?}");
        }
    }

    #[test]
    fn many_cells_and_long_ones_are_whole() {
        let text = format!("{}\n{}\n", vec!["x"; 1000].join(","), "é".repeat(10_000));
        for size in [1, 1000, 1 << 20] {
            let (found, _) = read(&text, size);
            assert_eq!((found[0].1.len(), found[1].1[0].chars().count()), (1000, 10_000));
        }
    }

    #[test]
    fn a_record_that_is_too_long_or_no_text_is_refused_with_its_line() {
        let mut records = Records::new(1_000_000);
        let error = (0..3).find_map(|_| records.take(&b"a\n".repeat(2), |_| Ok(())).err());
        assert_eq!(error, None);
        let error = (0..3).find_map(|_| records.take(&[b'x'; 400_000], |_| Ok(())).err()).unwrap();
        assert_eq!((error.at.as_str(), error.what.as_str()), ("line 7", "a row is longer than 1 MB"));
        // Each cell has to be text by itself.
        let mut records = Records::new(usize::MAX);
        let error = records.take(b"a,b\n\xc3,\xa4\n", |record| record.cells().map(drop)).unwrap_err();
        assert_eq!((error.at.as_str(), error.what.as_str()), ("line 2", "the text is not UTF-8"));
    }

    /// Files of a few characters that matter, against the crate that reads whole files by the same grammar.
    #[test]
    fn records_are_those_of_the_whole_file() {
        let mut state = 11u64;
        let mut random = |below: u64| {
            state = state * 48271 % 2_147_483_647;
            state % below
        };
        for round in 0..20_000 {
            let text: String = (0..random(12)).map(|_| ["a", "\"", ",", "\n", "\r", " "][random(6) as usize]).collect();
            let mut whole = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(text.as_bytes());
            let expected: Vec<Vec<String>> =
                whole.records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect();
            let (found, closed) = read(&text, 1 + round % 3);
            // The crate ends an open cell with the file.
            let expected = &expected[..expected.len() - usize::from(!closed)];
            assert_eq!(found.iter().map(|(_, cells)| cells.clone()).collect::<Vec<_>>(), expected, "{text:?}");
            // A record begins where its first character stands.
            let starts: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
            assert!(starts.windows(2).all(|w| w[0] <= w[1]), "{text:?}");
        }
    }
}
