//! The normal form of one text field.

use percent_encoding::percent_decode_str;
use unicode_normalization::UnicodeNormalization;

/// Longest field that is kept, in bytes of UTF-8.
pub(crate) const MAX_FIELD_BYTES: usize = 512;

/// What writers put where they have no value.
const ABSENT_WORDS: [&str; 5] = ["null", "undefined", "(not set)", "(none)", "none"];

/// The normal form of a UTM value as it stands in a URL: percent-decoded once with `+` as a space,
/// NFC, lower case, white space and control characters collapsed to single spaces, at most 512
/// bytes. `None` when nothing is left or the value is a word for "no value".
pub fn normal_text(raw: &str) -> Option<String> {
    clean(&decode_once(raw))
}

/// Percent-decodes once; bytes that are no UTF-8 become the replacement character. A second layer
/// stays as it is: guessing at it would turn a literal `%2B` into something nobody wrote.
pub(crate) fn decode_once(raw: &str) -> String {
    let spaced = raw.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8_lossy().into_owned()
}

/// [`normal_text`] without the decoding; applying it twice changes nothing.
pub fn clean(text: &str) -> Option<String> {
    let folded = folded(text);
    let kept = cut(&folded).trim_end();
    if kept.is_empty() || is_absent_word(kept) {
        None
    } else {
        Some(kept.to_owned())
    }
}

/// NFC, lower case, on one line; neither cut nor judged.
pub(crate) fn folded(text: &str) -> String {
    let composed: String = text.nfc().collect();
    // Lower-casing may take a composed letter apart, so it is composed again.
    let lower: String = composed.to_lowercase().nfc().collect();
    one_line(&lower)
}

/// Whether a folded text is a word for "no value".
pub(crate) fn is_absent_word(folded: &str) -> bool {
    ABSENT_WORDS.contains(&folded)
}

/// A value whose case matters (a click id, an ad id): trimmed, on one line, cut. `None` for the
/// words for "no value", in any case.
pub(crate) fn verbatim(text: &str) -> Option<String> {
    let line = one_line(text);
    let kept = cut(&line).trim_end();
    let absent = kept.is_empty()
        || ABSENT_WORDS
            .iter()
            .any(|word| word.eq_ignore_ascii_case(kept));
    if absent { None } else { Some(kept.to_owned()) }
}

/// The longest prefix of at most [`MAX_FIELD_BYTES`] that ends between two characters.
pub(crate) fn cut(text: &str) -> &str {
    let end = text
        .char_indices()
        .map(|(start, character)| start + character.len_utf8())
        .take_while(|end| *end <= MAX_FIELD_BYTES)
        .last()
        .unwrap_or(0);
    text.get(..end).unwrap_or("")
}

/// White space and control characters become single spaces. Control characters go because the
/// database refuses a NUL in a text.
pub(crate) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decodes_once_and_only_once() {
        assert_eq!(normal_text("KC%20-%20AAA").as_deref(), Some("kc - aaa"));
        assert_eq!(normal_text("spring+sale").as_deref(), Some("spring sale"));
        assert_eq!(normal_text("face%2562ook").as_deref(), Some("face%62ook"));
        assert_eq!(normal_text("1%2B1").as_deref(), Some("1+1"));
        assert_eq!(normal_text("50%").as_deref(), Some("50%"));
    }

    #[test]
    fn composes_lowers_and_collapses() {
        assert_eq!(
            normal_text("  Oto\u{f1}o \t 2026\n").as_deref(),
            Some("oto\u{f1}o 2026")
        );
        assert_eq!(normal_text("Oton\u{303}o").as_deref(), Some("oto\u{f1}o"));
        assert_eq!(normal_text("a%00b").as_deref(), Some("a b"));
    }

    #[test]
    fn words_for_nothing_are_nothing() {
        for word in [
            "",
            "  ",
            "null",
            "NULL",
            "undefined",
            "(not set)",
            "(none)",
            "None",
            "%20+",
        ] {
            assert_eq!(normal_text(word), None, "{word:?}");
            assert_eq!(verbatim(&decode_once(word)), None, "{word:?}");
        }
        assert_eq!(normal_text("nullarbor").as_deref(), Some("nullarbor"));
    }

    #[test]
    fn cuts_between_characters() {
        let long = "\u{f1}".repeat(400);
        assert_eq!(clean(&long).map(|text| text.len()), Some(512));
        let odd = format!("a{long}");
        assert_eq!(clean(&odd).map(|text| text.len()), Some(511));
    }

    #[test]
    fn verbatim_keeps_case() {
        assert_eq!(verbatim(" CjwKCAiA_x ").as_deref(), Some("CjwKCAiA_x"));
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in any::<String>()) {
            if let Some(once) = clean(&text) {
                prop_assert!(once.len() <= MAX_FIELD_BYTES);
                prop_assert_eq!(clean(&once), Some(once));
            }
            if let Some(once) = verbatim(&text) {
                prop_assert_eq!(verbatim(&once), Some(once));
            }
        }
    }
}
