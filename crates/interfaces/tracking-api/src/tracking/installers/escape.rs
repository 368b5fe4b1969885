//! Text of others in markup and in code: each place has escapes of its own.
//!
//! What is left as it is are letters, digits and five marks. Everything else is written by its number, so that nobody
//! has to know which characters end a value, begin an entity, a script or a variable of a tag manager.

use std::fmt::Write;

/// The value of an attribute, for between double quotes.
pub(super) fn attribute(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        if is_plain(character) {
            written.push(character);
        } else {
            // Writing to a string does not fail.
            let _ = write!(written, "&#x{:X};", u32::from(character));
        }
    }
    written
}

/// A text of JavaScript, quotes included, that can also stand within a `<script>`.
pub(super) fn js_text(text: &str) -> String {
    let mut written = String::from("\"");
    let mut units = [0; 2];
    for character in text.chars() {
        if is_plain(character) {
            written.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut units) {
            let _ = write!(written, "\\u{unit:04X}");
        }
    }
    written.push('"');
    written
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.' | ':' | '/')
}

/// The template with a value in the place of each mark. What was put in is not looked through again, so a value that
/// has the name of a mark stays what it is.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    loop {
        let found = values
            .iter()
            .filter_map(|(mark, value)| Some((rest.split_once(mark)?, value)));
        let Some(((before, after), value)) = found.min_by_key(|((before, _), _)| before.len())
        else {
            filled.push_str(rest);
            return filled;
        };
        filled.push_str(before);
        filled.push_str(value);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_mean_something_is_written_by_its_number() {
        let plain = "https://t.example:8443/tracker.js";
        assert_eq!(attribute(plain), plain);
        assert_eq!(js_text(plain), format!("\"{plain}\""));
        assert_eq!(attribute("a\"b&'<"), "a&#x22;b&#x26;&#x27;&#x3C;");
        assert_eq!(
            js_text("</script>\\\"{{x}}\n\u{2028}😀"),
            "\"\\u003C/script\\u003E\\u005C\\u0022\\u007B\\u007Bx\\u007D\\u007D\\u000A\\u2028\\uD83D\\uDE00\""
        );
    }

    #[test]
    fn a_text_of_javascript_is_one_of_json_too_and_reads_back() {
        for text in ["", "a b", "</script><!--", "{{x}}", "ñ😀\u{2029}\0'\"\\"] {
            let read: String = serde_json::from_str(&js_text(text)).unwrap();
            assert_eq!(read, text);
        }
    }

    #[test]
    fn values_are_not_templates() {
        let values = [("\"__A__\"", "\"__B__\""), ("\"__B__\"", "\"__A__\"")];
        assert_eq!(
            fill("a \"__A__\" b \"__B__\" c \"__A__\".", &values),
            "a \"__B__\" b \"__A__\" c \"__B__\"."
        );
        assert_eq!(fill("nothing", &values), "nothing");
        assert_eq!(fill("", &values), "");
    }
}
