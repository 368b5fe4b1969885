//! Rows with their texts kept once.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::Date;

use crate::Corrupt;
use crate::bytes::{Reader, Writer};
use crate::dimension::{DIMS, Dim};

/// What a row counts.
pub trait Measure: Copy + Ord + Send {
    /// Appends it.
    #[doc(hidden)]
    fn write(&self, writer: &mut Sink);
    /// Takes it.
    #[doc(hidden)]
    fn read(reader: &mut Source<'_>) -> Result<Self, Corrupt>;
}

/// Where measures are written to.
#[derive(Debug, Default)]
pub struct Sink(pub(crate) Writer);

/// Where measures are read from.
#[derive(Debug)]
pub struct Source<'a>(pub(crate) Reader<'a>);

/// Rows that are alike in everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row<M> {
    /// The local day.
    pub day: Date,
    /// Traffic evidence.
    pub signature: Option<i64>,
    /// What is counted.
    pub measure: M,
    /// Places of the values in the batch's texts, in the order of [`Dim::ALL`](crate::Dim::ALL).
    pub dims: [u32; DIMS],
    /// How many there are; negative for rows that are gone.
    pub count: i64,
}

/// Texts, each once, by their place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    places: HashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
}

impl Texts {
    pub(crate) fn place(&mut self, text: &str) -> u32 {
        if let Some(place) = self.places.get(text) {
            return *place;
        }
        let place = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.places.insert(text, place);
        place
    }

    pub(crate) fn text(&self, place: u32) -> &str {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        self.texts.get(place).map_or("", |text| text)
    }

    /// The text, kept once with this one.
    pub(crate) fn shared(&self, place: u32) -> Option<Arc<str>> {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        self.texts.get(place).map(Arc::clone)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(AsRef::as_ref)
    }

    pub(crate) const fn len(&self) -> usize {
        self.texts.len()
    }
}

/// Rows of a batch that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a, M> {
    pub(crate) texts: &'a [Texts; DIMS],
    pub(crate) rows: &'a [Row<M>],
}

/// Rows in no particular order.
#[derive(Clone, Debug)]
pub struct Batch<M> {
    pub(crate) texts: [Texts; DIMS],
    rows: Vec<Row<M>>,
}

impl<M> Default for Batch<M> {
    fn default() -> Self {
        Self {
            texts: Default::default(),
            rows: Vec::new(),
        }
    }
}

/// A row before its texts have places.
#[derive(Clone, Copy, Debug)]
pub struct NewRow<'a, M> {
    /// The local day.
    pub day: Date,
    /// Traffic evidence.
    pub signature: Option<i64>,
    /// What is counted.
    pub measure: M,
    /// The values, in the order of [`Dim::ALL`](crate::Dim::ALL); what is not known is empty.
    pub dims: [&'a str; DIMS],
}

impl<M: Measure> Batch<M> {
    /// Makes room for so many more rows and no others. A piece is decoded, changed and encoded as a
    /// whole, and a list that grows by itself is there twice while it does.
    pub(crate) fn make_room(&mut self, rows: usize) {
        self.rows.reserve_exact(rows);
    }

    /// Adds `count` rows like this one; takes them away when it is negative.
    pub fn add(&mut self, row: &NewRow<'_, M>, count: i64) {
        let mut dims = [0; DIMS];
        let values = row.dims.iter().zip(&mut self.texts);
        for (dim, (value, texts)) in dims.iter_mut().zip(values) {
            *dim = texts.place(value);
        }
        self.rows.push(Row {
            day: row.day,
            signature: row.signature,
            measure: row.measure,
            dims,
            count,
        });
    }

    /// Adds another batch's rows of which `wanted` says so, and no texts but theirs.
    pub fn absorb(&mut self, other: &Self, wanted: impl Fn(&Row<M>) -> bool) {
        let mut known = other.texts.each_ref().map(|texts| vec![None; texts.len()]);
        for row in other.rows.iter().filter(|row| wanted(row)) {
            let mut dims = row.dims;
            let texts = self.texts.iter_mut().zip(&other.texts).zip(&mut known);
            for (dim, ((own, theirs), known)) in dims.iter_mut().zip(texts) {
                let known = known.get_mut(usize::try_from(*dim).unwrap_or(usize::MAX));
                let mut place = || own.place(theirs.text(*dim));
                *dim = match known {
                    Some(known) => *known.get_or_insert_with(place),
                    None => place(),
                };
            }
            self.rows.push(Row { dims, ..*row });
        }
    }

    /// The place among `texts` of each text of this batch.
    pub(crate) fn places_in(&self, texts: &mut [Texts; DIMS]) -> Vec<Vec<u32>> {
        let both = self.texts.iter().zip(texts);
        both.map(|(own, texts)| own.iter().map(|text| texts.place(text)).collect())
            .collect()
    }

    /// Brings rows that are alike together and leaves out what comes to nothing. Rows are in order
    /// of day, signature and measure then.
    pub fn settle(&mut self) {
        self.rows.sort_unstable();
        self.rows.dedup_by(|next, kept| {
            let alike = (next.day, next.signature, next.measure, next.dims)
                == (kept.day, kept.signature, kept.measure, kept.dims);
            if alike {
                kept.count += next.count;
            }
            alike
        });
        self.rows.retain(|row| row.count != 0);
    }

    /// Takes the rows out of it that take something away.
    pub(crate) fn take_losses(&mut self) -> Self {
        let mut losses = Self::default();
        if self.rows.iter().any(|row| row.count < 0) {
            losses.absorb(self, |row| row.count < 0);
            self.rows.retain(|row| row.count >= 0);
        }
        losses
    }

    /// How many its rows count together.
    pub(crate) fn total(&self) -> i64 {
        self.rows.iter().map(|row| row.count).sum()
    }

    /// The rows, at most so many at a time.
    pub(crate) fn stretches(&self, most: usize) -> impl Iterator<Item = Stretch<'_, M>> {
        let texts = &self.texts;
        let rows = self.rows.chunks(most);
        rows.map(move |rows| Stretch { texts, rows })
    }

    /// A row's value of a dimension.
    pub(crate) fn text(&self, row: &Row<M>, dim: Dim) -> &str {
        let place = row.dims.get(dim.place());
        let texts = self.texts.get(dim.place());
        texts
            .zip(place)
            .map_or("", |(texts, place)| texts.text(*place))
    }

    /// The rows.
    pub fn rows(&self) -> &[Row<M>] {
        &self.rows
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn push(&mut self, row: Row<M>) {
        self.rows.push(row);
    }
}

impl<M: Measure> Batch<M> {
    /// Gives each row its value of a dimension.
    pub(crate) fn set_dim(&mut self, dim: Dim, texts: &[&str], codes: &[u32]) {
        let Some(own) = self.texts.get_mut(dim.place()) else {
            return;
        };
        let places: Vec<u32> = texts.iter().map(|text| own.place(text)).collect();
        for (row, code) in self.rows.iter_mut().zip(codes) {
            let code = usize::try_from(*code).unwrap_or(usize::MAX);
            if let Some(value) = row.dims.get_mut(dim.place()) {
                *value = places.get(code).copied().unwrap_or_default();
            }
        }
    }
}
