//! Texts that many rows share, each held once.

use std::collections::HashMap;
use std::sync::Arc;

use application::StoreError;

/// The number of a text; [`NONE`] stands for no text.
pub(super) type TextId = u32;

/// No text.
pub(super) const NONE: TextId = TextId::MAX;

/// What a text costs beside its bytes: two counters, and pointers in the map and in the list.
const OVERHEAD: usize = 72;

/// Numbers texts.
#[derive(Default)]
pub(super) struct Texts {
    numbers: HashMap<Arc<str>, TextId>,
    list: Vec<Arc<str>>,
    bytes: usize,
}

impl Texts {
    /// The number of a text, which is [`NONE`] for none.
    pub(super) fn number(&mut self, text: Option<&str>) -> Result<TextId, StoreError> {
        let Some(text) = text else {
            return Ok(NONE);
        };
        if let Some(number) = self.numbers.get(text) {
            return Ok(*number);
        }
        let number = next(self.list.len())?;
        let text: Arc<str> = text.into();
        self.bytes += text.len() + OVERHEAD;
        self.list.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        Ok(number)
    }

    pub(super) fn get(&self, number: TextId) -> Option<&str> {
        self.list.get(index(number)).map(AsRef::as_ref)
    }

    pub(super) fn owned(&self, number: TextId) -> Option<String> {
        self.get(number).map(str::to_owned)
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Texts that are different every time, one after the other.
#[derive(Default)]
pub(super) struct Pile {
    text: String,
    ends: Vec<usize>,
}

impl Pile {
    pub(super) fn add(&mut self, text: Option<&str>) -> Result<TextId, StoreError> {
        let Some(text) = text else {
            return Ok(NONE);
        };
        let number = next(self.ends.len())?;
        self.text.push_str(text);
        self.ends.push(self.text.len());
        Ok(number)
    }

    pub(super) fn owned(&self, number: TextId) -> Option<String> {
        let place = index(number);
        let end = *self.ends.get(place)?;
        let begin = place
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .copied()
            .unwrap_or_default();
        self.text.get(begin..end).map(str::to_owned)
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len() + size_of::<usize>() * self.ends.len()
    }
}

/// The number of the next one after `count`. Numbers are half as large as pointers, and far more
/// rows than a replay may hold at once.
pub(super) fn next(count: usize) -> Result<u32, StoreError> {
    let number = u32::try_from(count).ok().filter(|number| *number < NONE);
    number.ok_or_else(|| StoreError::Unavailable("too many rows to replay at once".to_owned()))
}

/// A number as the index that it was.
pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
