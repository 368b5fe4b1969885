//! Whole numbers and texts as bytes: seven bits a byte, the smallest first, small ones short.

use crate::Corrupt;

/// Appends to bytes.
#[derive(Debug, Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.wide(number.into());
    }

    pub(crate) fn size(&mut self, size: usize) {
        self.number(u64::try_from(size).unwrap_or(u64::MAX));
    }

    pub(crate) fn signed(&mut self, number: i64) {
        self.wide_signed(number.into());
    }

    pub(crate) fn wide(&mut self, mut number: u128) {
        while number >= 0x80 {
            let [low, ..] = number.to_le_bytes();
            self.0.push(low | 0x80);
            number >>= 7;
        }
        let [low, ..] = number.to_le_bytes();
        self.0.push(low);
    }

    /// Small numbers of both signs are short.
    pub(crate) fn wide_signed(&mut self, number: i128) {
        self.wide(((number << 1) ^ (number >> 127)).cast_unsigned());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.size(text.len());
        self.raw(text.as_bytes());
    }
}

/// Takes from bytes what a [`Writer`] put there.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a>(&'a [u8]);

const SHORT: Corrupt = Corrupt("a column is cut short");
const LARGE: Corrupt = Corrupt("a number is too large");

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes from here to where another reader of the same bytes is.
    pub(crate) fn until(&self, later: &Self) -> &'a [u8] {
        let size = self.0.len().saturating_sub(later.0.len());
        self.0.get(..size).unwrap_or_default()
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Corrupt> {
        let (first, rest) = self.0.split_first().ok_or(SHORT)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(crate) fn raw(&mut self, size: usize) -> Result<&'a [u8], Corrupt> {
        let (taken, rest) = self.0.split_at_checked(size).ok_or(SHORT)?;
        self.0 = rest;
        Ok(taken)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, Corrupt> {
        match self.narrow() {
            Some(number) => Ok(number),
            None => u64::try_from(self.long()?).map_err(|_| LARGE),
        }
    }

    /// Takes a number of at most eight bytes when as many bytes are left, which is nearly always.
    /// Numbers of one byte and of two come in no order, so that a branch for each byte would be
    /// guessed wrong every time: the end is found among eight bytes at once, and their bits are
    /// moved together in pairs.
    #[inline]
    fn narrow(&mut self) -> Option<u64> {
        let word = u64::from_le_bytes(*self.0.first_chunk()?);
        let ends = !word & 0x8080_8080_8080_8080;
        let size = usize::try_from(ends.trailing_zeros() / 8 + 1).ok()?;
        if ends == 0 {
            return None;
        }
        self.0 = self.0.get(size..)?;
        let until_end = ends ^ (ends - 1);
        let number = word & until_end & 0x7f7f_7f7f_7f7f_7f7f;
        let number = (number & 0x7f00_7f00_7f00_7f00) >> 1 | (number & 0x007f_007f_007f_007f);
        let number = (number & 0x3fff_0000_3fff_0000) >> 2 | (number & 0x0000_3fff_0000_3fff);
        Some((number & 0x0fff_ffff_0000_0000) >> 4 | (number & 0x0fff_ffff))
    }

    pub(crate) fn size(&mut self) -> Result<usize, Corrupt> {
        usize::try_from(self.number()?).map_err(|_| Corrupt("a size is too large"))
    }

    pub(crate) fn small(&mut self) -> Result<u32, Corrupt> {
        u32::try_from(self.number()?).map_err(|_| LARGE)
    }

    /// What [`Writer::signed`] puts there fits 64 bits with its sign.
    #[inline]
    pub(crate) fn signed(&mut self) -> Result<i64, Corrupt> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    #[inline]
    pub(crate) fn wide(&mut self) -> Result<u128, Corrupt> {
        match self.narrow() {
            Some(number) => Ok(number.into()),
            None => self.long(),
        }
    }

    fn long(&mut self) -> Result<u128, Corrupt> {
        let (mut number, mut shift) = (0_u128, 0);
        loop {
            let byte = self.byte()?;
            number |= u128::from(byte & 0x7f)
                .checked_shl(shift)
                .unwrap_or_default();
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
            if shift > 127 {
                return Err(LARGE);
            }
        }
    }

    pub(crate) fn wide_signed(&mut self) -> Result<i128, Corrupt> {
        let number = self.wide()?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, Corrupt> {
        let size = self.size()?;
        std::str::from_utf8(self.raw(size)?).map_err(|_| Corrupt("a text is not UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(
            numbers in proptest::collection::vec((any::<u64>(), 0_u32..64), 0..20),
            (wide, signed, less) in (any::<i128>(), any::<i64>(), 0_u32..64), text in ".*",
        ) {
            // As many short numbers as long ones.
            let numbers: Vec<u64> = numbers.into_iter().map(|(it, less)| it >> less).collect();
            let (wide, signed) = (wide >> (2 * less), signed >> less);
            let mut writer = Writer::default();
            for number in &numbers {
                writer.number(*number);
            }
            writer.wide_signed(wide);
            writer.signed(signed);
            writer.text(&text);
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            for number in &numbers {
                prop_assert_eq!(reader.number().unwrap(), *number);
            }
            prop_assert_eq!(reader.wide_signed().unwrap(), wide);
            prop_assert_eq!(reader.signed().unwrap(), signed);
            prop_assert_eq!(reader.text().unwrap(), text);
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn broken_bytes_are_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let mut reader = Reader::new(&bytes);
            while !reader.is_empty() {
                if reader.number().is_err() || reader.text().is_err() || reader.wide().is_err() {
                    break;
                }
            }
        }
    }
}
