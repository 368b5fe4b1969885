//! Ids that some other system gave out: nothing is known of their form.

/// Most characters of an id, a source or a name.
pub const MAX_CHARS: usize = 256;

/// Trims; the case is kept, because other systems tell ids apart by it. `None` when the rest holds
/// control characters (PostgreSQL cannot store a NUL) or is longer than `max` characters.
pub fn parse(text: &str, max: usize) -> Option<&str> {
    let trimmed = text.trim();
    let fits = trimmed.chars().count() <= max;
    (fits && !trimmed.chars().any(char::is_control)).then_some(trimmed)
}

/// Whether a trimmed text stands for "no value": nothing, only zeros and hyphens, `-1`, or the
/// words `null` and `anonymous` in any case.
pub fn is_placeholder(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'-'))
        || text == "-1"
        || text.eq_ignore_ascii_case("null")
        || text.eq_ignore_ascii_case("anonymous")
}

/// [`is_placeholder`] for numbers that people write with separators: `00.000.000-0` and
/// `+000 000 000` are as empty as `0`.
pub fn is_placeholder_number(text: &str) -> bool {
    let bare: String = text
        .chars()
        .filter(|c| !matches!(c, '.' | ' ' | '+' | '(' | ')'))
        .collect();
    is_placeholder(&bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_values() {
        for text in [
            "",
            "0",
            "000",
            "-",
            "0-0",
            "-1",
            "null",
            "NULL",
            "anonymous",
            "Anonymous",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in ["1", "-2", "01", "nullable", "0a", "anonymous1", " "] {
            assert!(!is_placeholder(text), "{text}");
        }
        assert!(is_placeholder_number("00.000.000-0"));
        assert!(is_placeholder_number("+000 000 000"));
        assert!(!is_placeholder_number("1-9"));
    }

    #[test]
    fn ids_keep_their_case_and_have_a_length() {
        assert_eq!(parse(" Ab-1 ", 4), Some("Ab-1"));
        assert_eq!(parse("ñandú", 5), Some("ñandú"));
        assert_eq!(parse("abcde", 4), None);
        assert_eq!(parse("a\0b", 4), None);
    }
}
