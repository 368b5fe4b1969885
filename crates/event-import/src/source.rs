//! Rows of a file, one after the other, whatever its format: CSV, JSON lines, a JSON array, gzip of each, Parquet.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};

use flate2::read::MultiGzDecoder;

use crate::columns::Columns;
pub use crate::row::{BadFile, BadRow, Row};
use crate::value::Value;

/// The longest row, in bytes.
const MAX_ROW: u64 = 8 * 1024 * 1024;

const PARQUET: &[u8] = b"PAR1";
const GZIP: [u8; 2] = [0x1f, 0x8b];
const BUFFER: usize = 256 * 1024;

type Text = Box<dyn BufRead + Send>;

/// The rows of a file.
pub struct Source(Form);

enum Form {
    Csv(Box<Csv>),
    Json(Json),
    Parquet(Box<Columns>),
}

struct Csv {
    reader: csv::Reader<Text>,
    header: Vec<String>,
    record: csv::StringRecord,
    is_broken: bool,
}

struct Json {
    text: Text,
    /// Whether the file is one list: then a row ends with its bracket, not with its line.
    is_list: bool,
    line: u64,
}

impl Source {
    /// Looks at what a file is, and reads it from its beginning.
    pub fn open(mut file: File) -> Result<Self, BadFile> {
        let mut magic = Vec::new();
        (&mut file).take(4).read_to_end(&mut magic)?;
        file.rewind()?;
        if magic == PARQUET {
            return Ok(Self(Form::Parquet(Box::new(Columns::open(file)?))));
        }
        let text: Text = if magic.starts_with(&GZIP) {
            let decoder = MultiGzDecoder::new(BufReader::with_capacity(BUFFER, file));
            Box::new(BufReader::with_capacity(BUFFER, decoder))
        } else {
            Box::new(BufReader::with_capacity(BUFFER, file))
        };
        Self::of(text)
    }

    fn of(mut text: Text) -> Result<Self, BadFile> {
        let first = text.fill_buf()?;
        let mark = [0xef, 0xbb, 0xbf];
        if first.starts_with(&mark) {
            text.consume(mark.len());
        }
        let first = text.fill_buf()?;
        let first = first.iter().find(|byte| !byte.is_ascii_whitespace());
        Ok(Self(match first {
            Some(b'{' | b'[') => Form::Json(Json {
                is_list: first == Some(&b'['),
                text,
                line: 0,
            }),
            _ => Form::Csv(Box::new(Csv::of(text)?)),
        }))
    }
}

impl Iterator for Source {
    type Item = Result<Row, BadRow>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Form::Csv(csv) => csv.next(),
            Form::Parquet(columns) => columns.next(),
            Form::Json(json) if json.is_list => json.next_item(),
            Form::Json(json) => json.next_line(),
        }
    }
}

impl Csv {
    fn of(text: Text) -> Result<Self, BadFile> {
        let mut reader = csv::ReaderBuilder::new().from_reader(text);
        let header = reader.headers();
        let header = header.map_err(|error| BadFile::Refused(error.to_string()))?;
        let header: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        if header.iter().all(String::is_empty) {
            return Err(BadFile::Refused("is empty".to_owned()));
        }
        if is_daily_sums(&header) {
            return Err(BadFile::Refused(
                "has sums of days, as exports of Plausible have: there are no visitors in it, so nothing could be \
                 credited"
                    .to_owned(),
            ));
        }
        let mut names: Vec<&String> = header.iter().filter(|name| !name.is_empty()).collect();
        names.sort_unstable();
        if let Some([name, _]) = names.array_windows().find(|[one, next]| one == next) {
            return Err(BadFile::Refused(format!("has a column {name:?} twice")));
        }
        Ok(Self {
            reader,
            header,
            record: csv::StringRecord::new(),
            is_broken: false,
        })
    }

    fn next(&mut self) -> Option<Result<Row, BadRow>> {
        if self.is_broken {
            return None;
        }
        let read = self.reader.read_record(&mut self.record);
        match read {
            Ok(false) => None,
            Ok(true) => {
                let line = self.record.position().map_or(0, csv::Position::line);
                let cells = self.header.iter().zip(&self.record);
                let cells = cells.filter(|(_, cell)| !cell.is_empty());
                let members =
                    cells.map(|(name, cell)| (name.clone(), Value::Text(cell.to_owned())));
                let value = Value::Object(members.collect());
                Some(Ok(Row { line, value }))
            }
            Err(error) => {
                self.is_broken = error.is_io_error();
                Some(Err(BadRow {
                    line: error.position().map_or(0, csv::Position::line),
                    reason: told(&error),
                }))
            }
        }
    }
}

/// Without what a cell holds.
fn told(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("has {len} cells, and the header {expected_len}"),
        csv::ErrorKind::Utf8 { .. } => "is not UTF-8".to_owned(),
        _ => "cannot be read".to_owned(),
    }
}

/// Whether a header is that of the files that Plausible exports.
fn is_daily_sums(header: &[String]) -> bool {
    let has = |name: &str| header.iter().any(|it| it == name);
    has("date") && (has("visitors") || has("visits")) && (has("pageviews") || has("visit_duration"))
}

impl Json {
    fn next_line(&mut self) -> Option<Result<Row, BadRow>> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            self.line += 1;
            let read = (&mut self.text).take(MAX_ROW).read_until(b'\n', &mut bytes);
            match read {
                Err(error) => return Some(Err(self.broken(&error))),
                Ok(0) => return None,
                Ok(_) if bytes.trim_ascii().is_empty() => {}
                Ok(_) => break,
            }
        }
        if u64::try_from(bytes.len()).is_ok_and(|length| length >= MAX_ROW) {
            self.text = Box::new(io::empty());
            return Some(Err(self.bad("is longer than 8 MiB")));
        }
        Some(row(&bytes, self.line))
    }

    /// What follows cannot be read either.
    fn broken(&mut self, error: &io::Error) -> BadRow {
        self.text = Box::new(io::empty());
        self.bad(&format!("cannot be read: {error}"))
    }

    fn bad(&self, reason: &str) -> BadRow {
        BadRow {
            line: self.line,
            reason: reason.to_owned(),
        }
    }

    /// The next object of a list.
    fn next_item(&mut self) -> Option<Result<Row, BadRow>> {
        let mut item = Item::default();
        self.line = self.line.max(1);
        loop {
            let Ok(buffer) = self.text.fill_buf() else {
                return Some(Err(self.broken(&io::ErrorKind::InvalidData.into())));
            };
            if buffer.is_empty() {
                let is_cut = !item.bytes.is_empty();
                return is_cut.then(|| Err(self.bad("ends in the middle of an object")));
            }
            let mut used = 0;
            let mut is_whole = false;
            for byte in buffer {
                used += 1;
                self.line += u64::from(*byte == b'\n');
                if item.take(*byte, self.line) {
                    is_whole = true;
                    break;
                }
            }
            self.text.consume(used);
            if is_whole {
                return Some(row(&item.bytes, item.line));
            }
            if u64::try_from(item.bytes.len()).is_ok_and(|length| length >= MAX_ROW) {
                self.text = Box::new(io::empty());
                return Some(Err(self.bad("is longer than 8 MiB")));
            }
        }
    }
}

fn row(bytes: &[u8], line: u64) -> Result<Row, BadRow> {
    let text = std::str::from_utf8(bytes.trim_ascii());
    let value = text.map_err(|_| "is not UTF-8").and_then(Value::parse);
    match value {
        Ok(value @ Value::Object(_)) => Ok(Row { line, value }),
        Ok(_) => Err(BadRow {
            line,
            reason: "is not a JSON object".to_owned(),
        }),
        Err(reason) => Err(BadRow {
            line,
            reason: reason.to_owned(),
        }),
    }
}

/// An object that is read byte by byte.
#[derive(Default)]
struct Item {
    bytes: Vec<u8>,
    line: u64,
    depth: usize,
    is_in_text: bool,
    is_escaped: bool,
}

impl Item {
    /// Whether the object ends with this byte.
    fn take(&mut self, byte: u8, line: u64) -> bool {
        if self.depth == 0 {
            if byte == b'{' {
                self.depth = 1;
                self.line = line;
                self.bytes.push(byte);
            }
            return false;
        }
        self.bytes.push(byte);
        if self.is_in_text {
            let ends = byte == b'"' && !self.is_escaped;
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            self.is_in_text = !ends;
            return false;
        }
        match byte {
            b'"' => self.is_in_text = true,
            b'{' => self.depth += 1,
            b'}' => self.depth -= 1,
            _ => {}
        }
        self.depth == 0
    }
}

/// The events of a row: itself, or the items of one of its lists, each with what the row says besides.
pub(crate) fn events_of(value: Value, each: Option<&str>) -> Vec<Value> {
    let Some(each) = each else {
        return vec![value];
    };
    let Value::Object(mut members) = value else {
        return Vec::new();
    };
    let Some(Value::List(items)) = members.remove(each) else {
        return Vec::new();
    };
    let event = |item: Value| {
        let Value::Object(own) = item else {
            return None;
        };
        let mut all: BTreeMap<String, Value> = members.clone();
        all.extend(own);
        Some(Value::Object(all))
    };
    items.into_iter().filter_map(event).collect()
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
