//! What a report asks of rows: which of them, and what each counts under.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use kernel::Date;
use reporting::filter::{Dimension, Filter};

use crate::Corrupt;
use crate::batch::{Batch, Measure, Row, Texts};
use crate::column::{Columns, read_texts};
use crate::dimension::Dim;

/// What a signature means under the profile's rules; what it does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Its channel.
    pub channel: String,
    /// The traffic source.
    pub source: String,
    /// The traffic medium.
    pub medium: String,
    /// The campaign, as `utm_campaign` names it.
    pub campaign: String,
    /// The keyword, as `utm_term` tells it.
    pub keyword: String,
}

/// What signatures mean.
pub type Labels = HashMap<i64, Label, OfSignature>;

/// Hashes signatures, which are hashes themselves: one multiplication, by a number that nobody who
/// makes up signatures knows. A report looks up one for each signature and day.
#[derive(Clone, Debug)]
pub struct OfSignature(u64);

impl Default for OfSignature {
    fn default() -> Self {
        Self(RandomState::new().build_hasher().finish() | 1)
    }
}

impl BuildHasher for OfSignature {
    type Hasher = SignatureHasher;

    fn build_hasher(&self) -> SignatureHasher {
        SignatureHasher(self.0)
    }
}

/// The state of [`OfSignature`].
#[derive(Clone, Debug)]
pub struct SignatureHasher(u64);

impl Hasher for SignatureHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let wide = u128::from(number ^ self.0) * 0x9e37_79b9_7f4a_7c15;
        let folded = wide ^ (wide >> 64);
        self.0 = u64::try_from(folded & u128::from(u64::MAX)).unwrap_or_default();
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number.cast_unsigned());
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Label {
    /// Whether the filters that are about the signature let it through.
    pub fn passes(&self, filters: &[Filter]) -> bool {
        filters.iter().all(|filter| {
            let value = self.value(filter.dimension);
            value.is_none_or(|value| filter.matches(value))
        })
    }

    /// The value of a dimension that follows from the signature.
    fn value(&self, dimension: Dimension) -> Option<&str> {
        match dimension {
            Dimension::Channel => Some(&self.channel),
            Dimension::Source => Some(&self.source),
            Dimension::Medium => Some(&self.medium),
            Dimension::Campaign => Some(&self.campaign),
            _ => None,
        }
    }
}

/// What rows count under.
pub enum By<'a> {
    /// One key for all.
    Whole,
    /// A key a day or more, by its name.
    Day(&'a (dyn Fn(Date) -> String + Sync)),
    /// What the signature says.
    Label(fn(&Label) -> &str),
    /// A dimension of the row.
    Dim(Dim),
    /// What a value of a dimension is part of; the empty text when that is not known.
    Group(Dim, &'a HashMap<String, String>),
}

/// The key under which everything counts.
pub(crate) const TOTAL: u32 = 0;

/// A question, made ready to be asked of many rows.
pub struct Selection<'a> {
    by: By<'a>,
    filters: &'a [Filter],
    labels: &'a Labels,
    keys: Texts,
    signatures: HashMap<i64, Counted, OfSignature>,
    /// What rows without a signature count under.
    unsigned: Option<Counted>,
    unlabelled: BTreeSet<i64>,
    /// Whether signatures tell rows apart.
    is_labelled: bool,
    /// The key of the day that was asked for last: rows come day by day.
    day: Option<(Date, u32)>,
}

/// What a row counts under: nothing, a key of its own, or, where there are none, the total. What
/// rows count under keys of their own is added to the total when every row is there.
pub(crate) type Counted = Option<u32>;

impl<'a> Selection<'a> {
    /// Rows that all filters let through. A signature that has none of the `labels` means nothing,
    /// and [`Selection::unlabelled`] names it afterwards.
    pub fn new(by: By<'a>, filters: &'a [Filter], labels: &'a Labels) -> Self {
        Self {
            is_labelled: needs_labels(&by, filters),
            by,
            filters,
            labels,
            keys: Texts::default(),
            signatures: HashMap::default(),
            unsigned: None,
            unlabelled: BTreeSet::new(),
            day: None,
        }
    }

    /// Signatures that were met and had no label, where labels tell rows apart: with any of them
    /// the answer is not complete.
    pub const fn unlabelled(&self) -> &BTreeSet<i64> {
        &self.unlabelled
    }

    /// Whether a total is counted beside the keys.
    pub(crate) const fn has_total(&self) -> bool {
        !matches!(self.by, By::Day(_))
    }

    /// Whether every row of a day counts alike.
    pub(crate) const fn is_everything(&self) -> bool {
        self.filters.is_empty() && matches!(self.by, By::Whole | By::Day(_))
    }

    /// Dimensions of rows that have to be read.
    pub fn dims(&self) -> Vec<Dim> {
        let mut dims: Vec<Dim> = self.tests().map(|(dim, _)| dim).collect();
        dims.extend(self.key_dim());
        dims.sort_unstable();
        dims.dedup();
        dims
    }

    fn tests(&self) -> impl Iterator<Item = (Dim, &'a Filter)> + use<'a> {
        let filters = self.filters.iter();
        filters.filter_map(|filter| Some((Dim::of(filter.dimension)?, filter)))
    }

    const fn key_dim(&self) -> Option<Dim> {
        match self.by {
            By::Dim(dim) | By::Group(dim, _) => Some(dim),
            By::Whole | By::Day(_) | By::Label(_) => None,
        }
    }

    fn key(&mut self, name: &str) -> u32 {
        self.keys.place(name) + 1
    }

    /// The names of the keys, from the first after the total on.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter()
    }

    /// The name of a key; the total has none.
    pub(crate) fn name(&self, key: u32) -> Option<Arc<str>> {
        self.keys.shared(key.checked_sub(1)?)
    }

    /// The key that was named so.
    pub(crate) fn named(&mut self, name: Option<&str>) -> u32 {
        name.map_or(TOTAL, |name| self.key(name))
    }

    /// What counts under the key on a day: where keys are days, what has no key of its own gets one.
    pub(crate) fn on_day(&mut self, key: u32, day: Date) -> u32 {
        let By::Day(name) = self.by else {
            return key;
        };
        match self.day {
            Some((last, key)) if last == day => key,
            _ => {
                let key = self.key(&name(day));
                self.day = Some((day, key));
                key
            }
        }
    }

    /// What rows count under as far as their signature tells, on any day.
    pub(crate) fn of_signature(&mut self, signature: Option<i64>) -> Counted {
        if !self.is_labelled {
            return Some(TOTAL);
        }
        let learnt = match signature {
            Some(id) => self.signatures.get(&id).copied(),
            None => self.unsigned,
        };
        match learnt {
            Some(known) => known,
            None => self.learn(signature),
        }
    }

    fn learn(&mut self, signature: Option<i64>) -> Counted {
        let nothing = Label::default();
        let label = signature.and_then(|id| self.labels.get(&id));
        if label.is_none() {
            self.unlabelled.extend(signature);
        }
        let label = label.unwrap_or(&nothing);
        let counted = match self.by {
            _ if !label.passes(self.filters) => None,
            By::Label(name) => {
                let name = name(label).to_owned();
                Some(self.key(&name))
            }
            _ => Some(TOTAL),
        };
        match signature {
            Some(id) => {
                self.signatures.insert(id, counted);
            }
            None => self.unsigned = Some(counted),
        }
        counted
    }

    /// Narrows what rows count under by their dimensions, in the order of the columns.
    pub(crate) fn narrow(
        &mut self,
        rows: &mut [Counted],
        columns: &Columns,
    ) -> Result<(), Corrupt> {
        for (dim, filter) in self.tests() {
            let (texts, codes) = read_texts(columns.get(dim.column())?, rows.len())?;
            let passes: Vec<bool> = texts.iter().map(|text| filter.matches(text)).collect();
            for (row, code) in rows.iter_mut().zip(codes) {
                if !at(&passes, code) {
                    *row = None;
                }
            }
        }
        if let Some(dim) = self.key_dim() {
            let (texts, codes) = read_texts(columns.get(dim.column())?, rows.len())?;
            let keys: Vec<u32> = texts.iter().map(|text| self.of_value(text)).collect();
            for (row, code) in rows.iter_mut().zip(codes) {
                *row = row.map(|_| at(&keys, code));
            }
        }
        Ok(())
    }

    fn of_value(&mut self, value: &str) -> u32 {
        match self.by {
            By::Group(_, groups) => {
                let group = groups.get(value).map_or("", String::as_str);
                self.key(group)
            }
            _ => self.key(value),
        }
    }

    /// What a changed row counts under, on any day.
    pub(crate) fn of_row<M: Measure>(&mut self, batch: &Batch<M>, row: &Row<M>) -> Counted {
        self.of_texts(row.signature, |dim| batch.text(row, dim))
    }

    /// What a row with these values counts under, on any day.
    pub(crate) fn of_texts<'t>(
        &mut self,
        signature: Option<i64>,
        text: impl Fn(Dim) -> &'t str,
    ) -> Counted {
        let counted = self.of_signature(signature)?;
        for (dim, filter) in self.tests() {
            if !filter.matches(text(dim)) {
                return None;
            }
        }
        match self.key_dim() {
            Some(dim) => Some(self.of_value(text(dim))),
            None => Some(counted),
        }
    }
}

/// Whether rows have to be labelled at all to be told apart this way.
pub fn needs_labels(by: &By<'_>, filters: &[Filter]) -> bool {
    let of_signature = |filter: &Filter| Dim::of(filter.dimension).is_none();
    matches!(by, By::Label(_)) || filters.iter().any(of_signature)
}

fn at<T: Copy + Default>(values: &[T], code: u32) -> T {
    let place = usize::try_from(code).unwrap_or(usize::MAX);
    values.get(place).copied().unwrap_or_default()
}
