//! Rows of a file, one after the other: a file is gone through as often as it takes, and never held as rows.

use ad_spend::rows::RowText;
use csv::StringRecord;

use super::mapping::{Mapping, Places};

/// A file with the mapping that says what is in it.
#[derive(Clone, Copy)]
pub struct SpendFile<'a> {
    /// Its text: CSV in UTF-8, with a header.
    pub bytes: &'a [u8],
    /// What its columns are.
    pub mapping: &'a Mapping,
}

/// A row of a file.
pub(super) struct FileRow {
    /// Its line, from 1.
    pub(super) line: u64,
    pub(super) text: RowText,
}

/// What is being gone through.
pub(super) struct Rows<'a> {
    mapping: &'a Mapping,
    places: Places,
    reader: csv::Reader<&'a [u8]>,
    text: Text<'a>,
    /// Rows that are none.
    pub(super) skipped: usize,
}

impl<'a> SpendFile<'a> {
    /// From its first row on, or what is wrong with it in words that follow "the file".
    pub(super) fn rows(self) -> Result<Rows<'a>, String> {
        let bytes = self
            .bytes
            .strip_prefix(b"\xEF\xBB\xBF")
            .unwrap_or(self.bytes);
        let mut rest = bytes;
        for _ in 0..self.mapping.header_after {
            let end = rest.iter().position(|byte| *byte == b'\n');
            let end = end.ok_or_else(|| "ends before its header".to_owned())?;
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .flexible(!self.mapping.is_strict)
            .from_reader(rest);
        let text = Text {
            bytes: rest,
            before: u64::try_from(self.mapping.header_after).unwrap_or(u64::MAX),
        };
        let header = reader.headers().map_err(|error| text.unreadable(&error))?;
        let header: Vec<&str> = header.iter().collect();
        let places = self.mapping.places(&header)?;
        Ok(Rows {
            mapping: self.mapping,
            places,
            reader,
            text,
            skipped: 0,
        })
    }
}

impl Rows<'_> {
    /// Columns that nobody reads.
    pub(super) fn unread(&self) -> Vec<String> {
        self.places.unread.clone()
    }

    /// The next row; `None` at the end.
    pub(super) fn next_row(&mut self) -> Option<Result<FileRow, String>> {
        loop {
            let mut record = StringRecord::new();
            match self.reader.read_record(&mut record) {
                Ok(false) => return None,
                Err(error) => return Some(Err(self.text.unreadable(&error))),
                Ok(true) if self.places.skips(&record) => self.skipped += 1,
                Ok(true) => return Some(Ok(self.row(&record))),
            }
        }
    }

    fn row(&self, record: &StringRecord) -> FileRow {
        let mut text = RowText::default();
        for (column, value) in self.mapping.constants() {
            text.0.insert(column, value.clone());
        }
        for (column, place) in &self.places.found {
            let cell = record.get(*place).unwrap_or_default();
            if !cell.is_empty() {
                text.0.insert(*column, self.mapping.cell(*column, cell));
            }
        }
        let line = record.position().map_or(0, |at| self.text.line(at));
        FileRow { line, text }
    }
}

/// What is read as CSV.
#[derive(Clone, Copy)]
struct Text<'a> {
    bytes: &'a [u8],
    /// Lines before it.
    before: u64,
}

impl Text<'_> {
    /// The line of a row. The reader notes where it stood before the row: of `\r\n` that ends the row above, and of
    /// empty lines, the ends are still ahead.
    fn line(self, at: &csv::Position) -> u64 {
        let from = usize::try_from(at.byte()).unwrap_or(usize::MAX);
        let ahead = self.bytes.get(from..).unwrap_or_default().iter();
        let ends = ahead.take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let ends = ends.filter(|byte| **byte == b'\n').count();
        at.line() + self.before + u64::try_from(ends).unwrap_or(u64::MAX)
    }

    /// Says where the reader stopped; never what stood there.
    fn unreadable(self, error: &csv::Error) -> String {
        let line = error
            .position()
            .map_or(String::new(), |at| format!(" in line {}", self.line(at)));
        match error.kind() {
            csv::ErrorKind::UnequalLengths {
                expected_len, len, ..
            } => format!("has {len} cells{line} where the header has {expected_len}"),
            csv::ErrorKind::Utf8 { .. } => format!("is not valid UTF-8{line}"),
            _ => format!("is not readable as CSV{line}"),
        }
    }
}
