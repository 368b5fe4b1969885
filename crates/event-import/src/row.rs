//! A row of a file, and why there is none.

use std::io;

use crate::value::Value;

/// A row with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line, from 1; of a file without lines its number.
    pub line: u64,
    /// What it says: an object.
    pub value: Value,
}

/// A row that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// Its line, from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: String,
}

/// Why a file cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// It cannot be opened or read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is none that has events.
    #[error("{0}")]
    Refused(String),
}
