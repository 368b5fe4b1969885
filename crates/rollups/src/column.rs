//! The columns of a settled day: texts by dictionary, numbers by varying length.

use std::collections::HashMap;
use std::sync::Arc;

use crate::Corrupt;
use crate::batch::Texts;
use crate::bytes::{Reader, Writer};

/// Columns by name. A reader asks for those it needs and is given no others. Their bytes may be
/// shared with whoever keeps them.
#[derive(Clone, Debug, Default)]
pub struct Columns(HashMap<String, Arc<[u8]>>);

impl Columns {
    /// Puts a column in.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) {
        self.0.insert(name.into(), bytes.into());
    }

    pub(crate) fn get(&self, name: &str) -> Result<&[u8], Corrupt> {
        let column = self.0.get(name).map(AsRef::as_ref);
        column.ok_or(Corrupt("a column is missing"))
    }
}

impl IntoIterator for Columns {
    type Item = (String, Arc<[u8]>);
    type IntoIter = std::collections::hash_map::IntoIter<String, Arc<[u8]>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Distinct values in the order in which rows meet them, and each row's place among them.
struct Coded<T> {
    values: Vec<T>,
    codes: Vec<u32>,
}

impl<T: Copy + Eq + std::hash::Hash> Coded<T> {
    fn of(rows: impl Iterator<Item = T>) -> Self {
        let mut places: HashMap<T, u32> = HashMap::new();
        let mut values = Vec::new();
        let codes = rows.map(|value| {
            *places.entry(value).or_insert_with(|| {
                values.push(value);
                u32::try_from(values.len() - 1).unwrap_or(u32::MAX)
            })
        });
        let codes = codes.collect();
        Self { values, codes }
    }

    /// One, two or four bytes a row, and none at all when all rows have the same value.
    fn write(&self, writer: &mut Writer) {
        let width = width(self.values.len());
        for code in &self.codes {
            writer.raw(code.to_le_bytes().get(..width).unwrap_or_default());
        }
    }
}

const fn width(values: usize) -> usize {
    match values {
        0..=1 => 0,
        2..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        _ => 4,
    }
}

fn read_codes(reader: &mut Reader<'_>, values: usize, rows: usize) -> Result<Vec<u32>, Corrupt> {
    let width = width(values);
    if width == 0 {
        return Ok(vec![0; rows]);
    }
    let wanted = rows.checked_mul(width);
    let codes = reader.raw(wanted.ok_or(Corrupt("a column is too long"))?)?;
    Ok(match width {
        1 => codes.iter().map(|code| u32::from(*code)).collect(),
        _ => codes.chunks_exact(width).map(code).collect(),
    })
}

fn code(bytes: &[u8]) -> u32 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |code, byte| code << 8 | u32::from(*byte))
}

/// The texts that rows have, by their places.
pub(crate) fn write_texts(texts: &Texts, rows: impl Iterator<Item = u32>) -> Vec<u8> {
    let coded = Coded::of(rows);
    let mut writer = Writer::default();
    writer.size(coded.values.len());
    for place in &coded.values {
        writer.text(texts.text(*place));
    }
    coded.write(&mut writer);
    writer.finish()
}

/// The texts, and the place of each of `rows` rows' text among them.
pub(crate) fn read_texts(bytes: &[u8], rows: usize) -> Result<(Vec<&str>, Vec<u32>), Corrupt> {
    let mut reader = Reader::new(bytes);
    let size = reader.size()?;
    let mut texts = Vec::new();
    for _ in 0..size {
        texts.push(reader.text()?);
    }
    let codes = read_codes(&mut reader, size, rows)?;
    Ok((texts, codes))
}

/// Numbers of which there are few different ones.
pub(crate) fn write_few(rows: impl Iterator<Item = u32>) -> Vec<u8> {
    let coded = Coded::of(rows);
    let mut writer = Writer::default();
    writer.size(coded.values.len());
    for value in &coded.values {
        writer.number((*value).into());
    }
    coded.write(&mut writer);
    writer.finish()
}

/// The inverse of [`write_few`] for `rows` rows.
pub(crate) fn read_few(bytes: &[u8], rows: usize) -> Result<Vec<u32>, Corrupt> {
    let mut reader = Reader::new(bytes);
    let size = reader.size()?;
    let mut values = Vec::new();
    for _ in 0..size {
        values.push(reader.small()?);
    }
    let codes = read_codes(&mut reader, size, rows)?;
    let value = |code: u32| {
        values
            .get(usize::try_from(code).unwrap_or(usize::MAX))
            .copied()
    };
    let value = |code| value(code).ok_or(Corrupt("a code has no value"));
    codes.into_iter().map(value).collect()
}

/// Numbers one after the other; nothing at all when every one of them is `usual`.
pub(crate) fn write_numbers(numbers: impl Iterator<Item = u64> + Clone, usual: u64) -> Vec<u8> {
    let mut writer = Writer::default();
    if numbers.clone().any(|number| number != usual) {
        for number in numbers {
            writer.number(number);
        }
    }
    writer.finish()
}

/// What [`write_numbers`] wrote, a number at a time.
pub(crate) struct Numbers<'a> {
    reader: Reader<'a>,
    /// Every one of them, when none is written.
    usual: Option<u64>,
}

impl<'a> Numbers<'a> {
    pub(crate) fn new(bytes: &'a [u8], usual: u64) -> Self {
        Self {
            reader: Reader::new(bytes),
            usual: bytes.is_empty().then_some(usual),
        }
    }

    pub(crate) fn take(&mut self) -> Result<u64, Corrupt> {
        match self.usual {
            Some(usual) => Ok(usual),
            None => self.reader.number(),
        }
    }

    /// The next one, how many rows there are.
    pub(crate) fn take_count(&mut self) -> Result<i64, Corrupt> {
        i64::try_from(self.take()?).map_err(|_| Corrupt("too many rows"))
    }
}
