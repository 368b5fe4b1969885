//! Texts that many rows share, each held once.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::StoreError;

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

    /// Forgets them and keeps the room that lists of them took.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.list.clear();
        self.bytes = 0;
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

/// Bytes of a [`Pile`] that are asked for at once: a buffer that doubles leaves holes behind.
const CHUNK: usize = 1 << 16;

/// Texts that are different every time, one after the other.
#[derive(Default)]
pub(super) struct Pile {
    chunks: Vec<String>,
    places: Vec<Place>,
}

/// Where a text is.
struct Place {
    chunk: u32,
    begin: u32,
    end: u32,
}

impl Pile {
    pub(super) fn add(&mut self, text: Option<&str>) -> Result<TextId, StoreError> {
        let Some(text) = text else {
            return Ok(NONE);
        };
        let number = next(self.places.len())?;
        let has_room = |chunk: &String| chunk.capacity() - chunk.len() >= text.len();
        if !self.chunks.last().is_some_and(has_room) {
            let size = CHUNK.max(text.len());
            self.chunks.push(String::with_capacity(size));
        }
        let chunk = next(self.chunks.len() - 1)?;
        if let Some(last) = self.chunks.last_mut() {
            let begin = next(last.len())?;
            last.push_str(text);
            let end = next(last.len())?;
            self.places.push(Place { chunk, begin, end });
        }
        Ok(number)
    }

    pub(super) fn get(&self, number: TextId) -> Option<&str> {
        let place = self.places.get(index(number))?;
        let chunk = self.chunks.get(index(place.chunk))?;
        chunk.get(index(place.begin)..index(place.end))
    }

    /// Forgets them.
    pub(super) fn clear(&mut self) {
        self.chunks.clear();
        self.places.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK + self.places.len() * size_of::<Place>()
    }
}

/// The number of the next one after `count`. Numbers are half as large as pointers, and far more
/// rows than a replay may hold at once.
pub(super) fn next(count: usize) -> Result<u32, StoreError> {
    let number = u32::try_from(count).ok().filter(|number| *number < NONE);
    number.ok_or_else(|| StoreError::inconsistent("too many rows to replay at once"))
}

/// A number as the index that it was.
pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_gives_back_what_it_was_given_however_long() {
        let mut pile = Pile::default();
        let texts: Vec<String> = [0, 1, CHUNK - 3, 5, CHUNK, 2 * CHUNK, 7]
            .into_iter()
            .enumerate()
            .map(|(place, length)| format!("{place}{}", "é".repeat(length / 2)))
            .collect();
        for _ in 0..2 {
            let add = |text: &String| pile.add(Some(text)).unwrap();
            let numbers: Vec<TextId> = texts.iter().map(add).collect();
            assert_eq!(pile.add(None).unwrap(), NONE);
            for (number, text) in numbers.iter().zip(&texts) {
                assert_eq!(pile.get(*number), Some(text.as_str()));
            }
            assert_eq!(pile.get(NONE), None);
            pile.clear();
            assert_eq!(pile.get(0), None);
        }
    }
}
