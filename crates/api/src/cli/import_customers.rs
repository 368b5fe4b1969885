//! `tributary import customers`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use application::customers::import::{Forgotten, Imported, MAX_ROWS, Rejection, import};
use event_import::feed::digest;
use event_import::write::done_rows;
use event_intake::RawPerson;
use indicatif::ProgressBar;
use kernel::ProfileId;

use super::import::{SHOWN, catch_up, count};
use super::{Failure, profiles, say};
use crate::composition::Environment;

/// A field, and where it goes.
type Field = (&'static str, fn(&mut RawPerson) -> &mut Option<String>);

const FIELDS: [Field; 6] = [
    ("phone", |row| &mut row.phone),
    ("email", |row| &mut row.email),
    ("national_id", |row| &mut row.national_id),
    ("external_id", |row| &mut row.external_id),
    ("first_name", |row| &mut row.first_name),
    ("last_name", |row| &mut row.last_name),
];

/// Rows between two lines where nobody sees a bar.
const TOLD: u64 = 50_000;

/// What is asked for.
pub(super) struct Asked {
    pub(super) file: PathBuf,
    pub(super) profile: String,
    pub(super) mapping: Option<PathBuf>,
    pub(super) forgotten: Forgotten,
}

/// Some rows, each with its line.
#[derive(Default)]
struct Piece {
    rows: Vec<Option<RawPerson>>,
    lines: Vec<u64>,
}

/// What became of all rows so far.
#[derive(Default)]
struct Total {
    created: u64,
    matched: u64,
    rejected: BTreeMap<Rejection, u64>,
    first: Vec<String>,
}

/// Runs the command: what was written of a file that was interrupted is passed over.
pub(super) async fn run(environment: &Environment, asked: &Asked) -> Result<(), Failure> {
    let profile = profiles::find(environment, &asked.profile).await?;
    let mapping = mapping(asked.mapping.as_deref())?;
    let mut table = Table::open(&asked.file, &mapping)?;
    // Whoever was rejected as forgotten is not passed over once they may come back.
    let kind = match asked.forgotten {
        Forgotten::Rejected => "customers",
        Forgotten::Readmitted => "customers, readmitted",
    };
    let digest = digest(&asked.file, &format!("{mapping:?}"), kind)?;
    let done = done_rows(&*environment.units, profile.id, &digest).await?;
    if done > 0 {
        say(&format!("going on after row {done}"));
    }
    let bar = ProgressBar::new_spinner().with_message("rows");
    let (mut total, mut row) = (Total::default(), 0);
    loop {
        let piece = table.next();
        if piece.rows.is_empty() {
            break;
        }
        row += count(piece.rows.len());
        // The end of a part that was written before may lie within this one: to match again is harmless.
        if row > done {
            let input = (profile.id, digest, row, piece.rows, asked.forgotten);
            let imported = write(environment, &input).await?;
            total.add(&imported, &piece.lines);
        }
        bar.set_position(row);
        if bar.is_hidden() && row.is_multiple_of(TOLD) {
            say(&format!("{row} rows"));
        }
    }
    bar.finish_and_clear();
    total.tell();
    catch_up(environment, &profile).await
}

async fn write(
    environment: &Environment,
    input: &(ProfileId, [u8; 32], u64, Vec<Option<RawPerson>>, Forgotten),
) -> Result<Vec<Imported>, Failure> {
    let written = environment.write(input, |work, context, input| {
        Box::pin(async move {
            let (profile_id, digest, done, rows, forgotten) = input;
            let imported = import(work, context, *profile_id, rows, *forgotten).await?;
            let now = context.clock.now();
            work.imports()
                .advance(*profile_id, digest, *done, now)
                .await?;
            Ok::<_, kernel::StoreError>(imported)
        })
    });
    Ok(written.await?)
}

/// Which column each field is in; without a file, the one that is called like it.
fn mapping(file: Option<&Path>) -> Result<BTreeMap<String, String>, Failure> {
    let own = || FIELDS.map(|(name, _)| (name.to_owned(), name.to_owned()));
    let Some(file) = file else {
        return Ok(own().into());
    };
    let shown = file.display();
    let text = std::fs::read_to_string(file);
    let text = text.map_err(Failure::io(format!("cannot read {shown}")))?;
    let mapping: BTreeMap<String, String> =
        serde_json::from_str(&text).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
    for field in mapping.keys() {
        if !FIELDS.iter().any(|(name, _)| name == field) {
            let names = FIELDS.map(|(name, _)| name).join(", ");
            let words = format!("{shown}: {field} is no field; there are {names}");
            return Err(Failure::usage(words));
        }
    }
    Ok(mapping)
}

/// A file of rows, read as it is needed.
struct Table {
    reader: csv::Reader<BufReader<File>>,
    /// Where each field stands.
    columns: [Option<usize>; FIELDS.len()],
}

impl Table {
    fn open(path: &Path, mapping: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let shown = path.display();
        let open = || File::open(path).map(BufReader::new);
        let cannot = || Failure::io(format!("cannot read {shown}"));
        let delimiter = delimiter(open().map_err(cannot())?).map_err(cannot())?;
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .from_reader(open().map_err(cannot())?);
        let headers = reader
            .headers()
            .map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
        let headers: Vec<&str> = headers
            .iter()
            .map(|name| name.trim_start_matches('\u{feff}').trim())
            .collect();
        let place = |column: &String| headers.iter().position(|header| header == column);
        let columns = FIELDS.map(|(name, _)| mapping.get(name).and_then(place));
        if let [None, None, None, ..] = columns {
            let words = format!(
                "{shown}: has no column for phone, email or national_id; there are {}",
                headers.join(", ")
            );
            return Err(Failure::usage(words));
        }
        Ok(Self { reader, columns })
    }

    /// The next rows; none at the end.
    fn next(&mut self) -> Piece {
        let mut piece = Piece::default();
        let mut records = self.reader.records();
        while piece.rows.len() < MAX_ROWS {
            let Some(record) = records.next() else { break };
            let position = match &record {
                Ok(record) => record.position(),
                Err(error) => error.position(),
            };
            piece.lines.push(position.map_or(0, csv::Position::line));
            piece.rows.push(record.ok().map(|record| {
                let mut row = RawPerson::default();
                for ((_, field), column) in FIELDS.iter().zip(self.columns) {
                    let text = column.and_then(|column| record.get(column)).map(str::trim);
                    *field(&mut row) = text.filter(|text| !text.is_empty()).map(str::to_owned);
                }
                row
            }));
        }
        piece
    }
}

/// What parts the columns: of those that are in use the one that the first line has most of.
fn delimiter(mut file: impl BufRead) -> std::io::Result<u8> {
    let mut line = Vec::new();
    file.read_until(b'\n', &mut line)?;
    let many = |one: &u8| line.split(|byte| byte == one).count();
    let most = [b'\t', b';', b','].into_iter().max_by_key(many);
    Ok(most.unwrap_or(b','))
}

impl Total {
    fn add(&mut self, imported: &[Imported], lines: &[u64]) {
        for (imported, line) in imported.iter().zip(lines) {
            match imported {
                Imported::Created(_) => self.created += 1,
                Imported::Matched(_) => self.matched += 1,
                Imported::Rejected(why) => {
                    *self.rejected.entry(*why).or_default() += 1;
                    if self.first.len() < SHOWN {
                        self.first.push(format!("line {line}: {}", why.as_str()));
                    }
                }
            }
        }
    }

    fn tell(&self) {
        for line in &self.first {
            say(line);
        }
        let rejected: u64 = self.rejected.values().sum();
        if rejected > count(self.first.len()) {
            say(&format!(
                "… and {} more",
                rejected - count(self.first.len())
            ));
        }
        let why = self.rejected.iter();
        let why: Vec<String> = why
            .map(|(why, many)| format!("{many} {}", why.as_str()))
            .collect();
        let why = if why.is_empty() {
            String::new()
        } else {
            format!(": {}", why.join(", "))
        };
        say(&format!(
            "created {} customers, matched {}, rejected {rejected} rows{why}",
            self.created, self.matched
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parts_columns_is_seen_in_the_first_line() {
        let of = |text: &str| delimiter(text.as_bytes()).unwrap();
        assert_eq!(of("email,phone\na;b;c;d,e\n"), b',');
        assert_eq!(of("email;phone;nombre, apellido\n"), b';');
        assert_eq!(of("email\tphone\n"), b'\t');
        assert_eq!(of("email\n"), b',');
    }
}
