//! All facts of files, some rows at a time.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use application::keys::create::sha256;
use kernel::TimeZone;

use crate::fact::{Fact, Verdict};
use crate::mapping::Mapping;
use crate::reader::{Asked, Reader};
use crate::source::{BadFile, Source};
use crate::survey::Survey;

/// Rows in one piece.
const ROWS: u64 = 2_000;
/// Bytes of a file that are hashed at once.
const BLOCK: u64 = 1024 * 1024;

/// A file, and how much of it was done before.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Where it is.
    pub path: PathBuf,
    /// Rows of which nothing is to be written again.
    pub done: u64,
}

/// What some rows of a file became.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Which file, from 0.
    pub file: usize,
    /// How many of its rows are done once these facts are written.
    pub rows: u64,
    /// The facts, in the order of their rows.
    pub facts: Vec<Fact>,
}

/// A file that cannot be read at all.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}", path = path.display())]
pub struct Unreadable {
    /// Where it is.
    pub path: PathBuf,
    /// Why.
    pub error: BadFile,
}

/// What tells a file, read by this mapping, from every other. `also` is what else decides about its facts.
pub fn digest(path: &PathBuf, mapping: &str, also: &str) -> Result<[u8; 32], Unreadable> {
    let unreadable = |error: std::io::Error| Unreadable {
        path: path.clone(),
        error: error.into(),
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut digest = sha256(format!("{mapping}\u{0}{also}").as_bytes());
    let mut block = Vec::new();
    loop {
        block.clear();
        block.extend(digest);
        let read = (&mut file).take(BLOCK).read_to_end(&mut block);
        if read.map_err(unreadable)? == 0 {
            return Ok(digest);
        }
        digest = sha256(&block);
    }
}

/// Reads the files and hands over what becomes of their rows, as long as `take` wants more; what was read.
pub fn feed(
    files: &[Waiting],
    mapping: &Mapping,
    (asked, timezone): (Asked, TimeZone),
    mut take: impl FnMut(Piece) -> bool,
) -> Result<Survey, Unreadable> {
    let mut reader = Reader::new(mapping, asked);
    let mut survey = Survey::new(mapping, timezone);
    if mapping.looks_first() {
        for file in files {
            for row in open(file)?.flatten() {
                reader.look(row);
            }
        }
    }
    for (number, file) in files.iter().enumerate() {
        let mut piece = Piece {
            file: number,
            rows: 0,
            facts: Vec::new(),
        };
        for row in open(file)? {
            piece.rows += 1;
            match row {
                Ok(row) => {
                    for verdict in reader.read(row, &mut survey) {
                        match verdict {
                            Ok(verdict) => {
                                survey.count(&verdict);
                                if let Verdict::Facts(facts) = verdict
                                    && piece.rows > file.done
                                {
                                    piece.facts.extend(facts);
                                }
                            }
                            Err(bad) => survey.bad(bad),
                        }
                    }
                }
                Err(bad) => survey.bad(bad),
            }
            if piece.rows.is_multiple_of(ROWS) && !hand_over(&mut piece, &mut take) {
                return Ok(survey);
            }
        }
        if !hand_over(&mut piece, &mut take) {
            return Ok(survey);
        }
    }
    Ok(survey)
}

fn hand_over(piece: &mut Piece, take: &mut impl FnMut(Piece) -> bool) -> bool {
    let facts = std::mem::take(&mut piece.facts);
    take(Piece {
        facts,
        ..piece.clone()
    })
}

fn open(file: &Waiting) -> Result<Source, Unreadable> {
    let unreadable = |error: BadFile| Unreadable {
        path: file.path.clone(),
        error,
    };
    let opened = File::open(&file.path).map_err(|error| unreadable(error.into()))?;
    Source::open(opened).map_err(unreadable)
}
