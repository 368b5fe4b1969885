//! One day, or a piece of it, on its own: it can be kept and added up with others again and again.

use std::sync::Arc;

use crate::column::Columns;
use crate::packed::Packed;

/// What a day's columns come to, by key, without its changes. It stays right for a question of the
/// same selection as long as neither the columns nor what their signatures mean is another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayTally<S> {
    pub(super) parts: Box<[Part<S>]>,
}

/// What rows of one key come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<S> {
    /// `None` for what has no key of its own.
    pub(super) name: Option<Arc<str>>,
    pub(super) sums: S,
    pub(super) visitors: Packed,
}

/// What an allocator takes for the name and the two lists of a part, besides their own bytes.
const OF_PART: usize = 48;

impl<S> DayTally<S> {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let parts = self.parts.iter().map(|part| {
            let name = part.name.as_ref().map_or(0, |name| name.len());
            size_of::<Part<S>>() + OF_PART + name + part.visitors.bytes()
        });
        parts.sum()
    }
}

/// A day, or a piece of it, as it is given to be added up.
#[derive(Clone, Debug)]
pub enum Day<S> {
    /// Its columns.
    Columns(Columns),
    /// What it came to before.
    Tallied(Arc<DayTally<S>>),
}

/// Sums and visitors of a day by key, while they are added up. It is for one day after the other, so
/// that a question with very many keys does not make room for all of them each day.
#[derive(Debug)]
pub(super) struct Adding<S> {
    slots: Vec<Slot<S>>,
    /// Keys of this day.
    used: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Slot<S> {
    is_used: bool,
    pub(super) sums: S,
    /// They may be named more than once.
    pub(super) visitors: Vec<u32>,
}

impl<S> Default for Adding<S> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            used: Vec::new(),
        }
    }
}

impl<S: Clone + Default> Adding<S> {
    /// What a key comes to.
    pub(super) fn key(&mut self, key: u32) -> Option<&mut Slot<S>> {
        let place = usize::try_from(key).unwrap_or(usize::MAX);
        if self.slots.len() <= place {
            self.slots.resize(place + 1, Slot::default());
        }
        let slot = self.slots.get_mut(place)?;
        if !slot.is_used {
            slot.is_used = true;
            self.used.push(key);
        }
        Some(slot)
    }

    /// The day; `name` names its keys. The next one begins with nothing.
    pub(super) fn finish(&mut self, name: impl Fn(u32) -> Option<Arc<str>>) -> DayTally<S> {
        let mut parts = Vec::with_capacity(self.used.len());
        for key in self.used.drain(..) {
            let place = usize::try_from(key).unwrap_or(usize::MAX);
            if let Some(slot) = self.slots.get_mut(place) {
                let slot = std::mem::take(slot);
                parts.push(Part {
                    name: name(key),
                    sums: slot.sums,
                    visitors: Packed::of(&slot.visitors),
                });
            }
        }
        DayTally {
            parts: parts.into(),
        }
    }
}
