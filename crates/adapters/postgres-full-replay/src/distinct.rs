//! Values that many rows share, each held once.

use std::collections::HashMap;
use std::hash::Hash;

use super::texts::{index, next};
use kernel::StoreError;

/// Numbers values.
pub(super) struct Distinct<T> {
    numbers: HashMap<T, u32>,
    list: Vec<T>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self {
            numbers: HashMap::new(),
            list: Vec::new(),
        }
    }
}

impl<T: Copy + Eq + Hash> Distinct<T> {
    pub(super) fn number(&mut self, value: T) -> Result<u32, StoreError> {
        if let Some(number) = self.numbers.get(&value) {
            return Ok(*number);
        }
        let number = next(self.list.len())?;
        self.list.push(value);
        self.numbers.insert(value, number);
        Ok(number)
    }

    pub(super) fn get(&self, number: u32) -> Option<T> {
        self.list.get(index(number)).copied()
    }

    /// Forgets them and keeps the room that they took.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.list.clear();
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<T>()
            + self.numbers.capacity() * (size_of::<(T, u32)>() + 1)
    }
}
