//! The hash behind signature ids and source keys.
//!
//! FNV-1a, 64 bit (offset basis `0xcbf29ce484222325`, prime `0x100000001b3`), over a byte sequence
//! in which every field carries its presence and its length, followed by the 64-bit finaliser of
//! `MurmurHash3`, because FNV alone spreads the last bytes badly. The results are stored: neither the
//! constants nor the order or form of the fields may ever change. It resists accidents, not an
//! attacker who searches for two texts of one id; all he could do is to mislabel his own visits.

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// Collects fields and gives one number for all of them.
pub(crate) struct FieldHash(u64);

impl FieldHash {
    /// `domain` keeps equal fields of two uses apart.
    pub(crate) fn new(domain: &str) -> Self {
        Self(OFFSET_BASIS).text(domain)
    }

    /// A text: its length in bytes as eight little-endian bytes, then its UTF-8.
    pub(crate) fn text(self, text: &str) -> Self {
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        self.bytes(&length.to_le_bytes()).bytes(text.as_bytes())
    }

    /// One byte of presence, then the text if there is one.
    pub(crate) fn optional(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.bytes(&[1]).text(text),
            None => self.bytes(&[0]),
        }
    }

    /// One byte, 0 or 1.
    pub(crate) fn flag(self, flag: bool) -> Self {
        self.bytes(&[u8::from(flag)])
    }

    /// The number of items as eight little-endian bytes, then each as a text.
    pub(crate) fn list<'a>(self, items: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let count = u64::try_from(items.len()).unwrap_or(u64::MAX);
        items.fold(self.bytes(&count.to_le_bytes()), Self::text)
    }

    /// The finished number, its bits read as a signed one to fit a database column.
    pub(crate) fn finish(self) -> i64 {
        let mut mixed = self.0;
        mixed ^= mixed >> 33;
        mixed = mixed.wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^= mixed >> 33;
        mixed = mixed.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        mixed ^= mixed >> 33;
        mixed.cast_signed()
    }

    fn bytes(self, bytes: &[u8]) -> Self {
        let step = |state: u64, byte: &u8| (state ^ u64::from(*byte)).wrapping_mul(PRIME);
        Self(bytes.iter().fold(self.0, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_hash_is_fnv_1a() {
        // Published test values of FNV-1a 64.
        assert_eq!(FieldHash(OFFSET_BASIS).bytes(b"a").0, 0xaf63_dc4c_8601_ec8c);
        assert_eq!(
            FieldHash(OFFSET_BASIS).bytes(b"foobar").0,
            0x8594_4171_f739_67e8
        );
    }

    #[test]
    fn borders_between_fields_matter() {
        let of = |left: &str, right: &str| FieldHash::new("t").text(left).text(right).finish();
        assert_ne!(of("ab", "c"), of("a", "bc"));
        assert_ne!(of("", "a"), of("a", ""));
        let absent = FieldHash::new("t").optional(None).finish();
        assert_ne!(absent, FieldHash::new("t").optional(Some("")).finish());
        assert_ne!(absent, FieldHash::new("u").optional(None).finish());
    }
}
