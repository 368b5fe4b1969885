//! One day on its own, which can be kept and added up with others again and again.

use std::sync::Arc;

use crate::column::Columns;
use crate::packed::Packed;

/// What a day's columns come to, by key, without its changes. It stays right for a question of the
/// same selection as long as neither the columns nor what their signatures mean is another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayTally<S> {
    pub(super) parts: Vec<Part<S>>,
}

/// What rows of one key come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<S> {
    /// `None` for what has no key of its own.
    pub(super) name: Option<Arc<str>>,
    pub(super) sums: S,
    pub(super) visitors: Packed,
}

impl<S> DayTally<S> {
    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        let parts = self.parts.iter().map(|part| {
            let name = part.name.as_ref().map_or(0, |name| name.len());
            size_of::<Part<S>>() + name + part.visitors.bytes()
        });
        parts.sum()
    }
}

/// A day as it is given to be added up.
#[derive(Clone, Debug)]
pub enum Day<S> {
    /// Its columns.
    Columns(Columns),
    /// What it came to before.
    Tallied(Arc<DayTally<S>>),
}

/// Sums and visitors of a day by key, while they are added up.
#[derive(Debug)]
pub(super) struct Adding<S> {
    sums: Vec<(S, Vec<u32>)>,
}

impl<S> Default for Adding<S> {
    fn default() -> Self {
        Self { sums: Vec::new() }
    }
}

impl<S: Clone + Default + PartialEq> Adding<S> {
    /// The sums of a key and its visitors, who may be named more than once.
    pub(super) fn key(&mut self, key: u32) -> Option<&mut (S, Vec<u32>)> {
        let key = usize::try_from(key).unwrap_or(usize::MAX);
        if self.sums.len() <= key {
            self.sums.resize(key + 1, Default::default());
        }
        self.sums.get_mut(key)
    }

    /// The day; `name` names its keys.
    pub(super) fn finish(self, name: impl Fn(u32) -> Option<Arc<str>>) -> DayTally<S> {
        let parts = (0..).zip(self.sums).filter_map(|(key, (sums, visitors))| {
            (sums != S::default() || !visitors.is_empty()).then(|| Part {
                name: name(key),
                sums,
                visitors: Packed::of(&visitors),
            })
        });
        DayTally {
            parts: parts.collect(),
        }
    }
}
