//! The normal form of what people write into a condition, so that it equals what is stored.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::problem::RuleProblemKind;
use super::words::{RuleField, RuleOperator};
use crate::clicks::click_parameter;
use crate::hosts::parse_listed;
use crate::text::{folded, is_absent_word};

/// Longest value in normal form, in bytes of UTF-8: as long as the longest field.
pub(crate) const MAX_VALUE_BYTES: usize = 512;
/// Longest pattern, in characters.
pub(crate) const MAX_PATTERN_CHARS: usize = 256;

/// Longest path that is decoded at all, in bytes: decoding to the end takes as many rounds as there
/// are layers.
const MAX_ENCODED_PATH_BYTES: usize = 4 * MAX_VALUE_BYTES;

/// What evidence never keeps as a source.
const DIRECT_SOURCE: &str = "(direct)";

/// The normal form of one value that is no pattern.
pub(super) fn normal_value(
    field: Option<RuleField>,
    operator: Option<RuleOperator>,
    raw: &str,
) -> Result<String, RuleProblemKind> {
    let exact = operator.is_some_and(RuleOperator::is_exact);
    let folded = folded(raw);
    if folded.is_empty() {
        return Err(RuleProblemKind::EmptyValue);
    }
    let value = match field {
        Some(field) if field.is_host() && exact => whole_host(&folded)?,
        Some(field) if field.is_host() => part_of_host(&folded, operator),
        Some(RuleField::LandingPath) => path(&folded, operator)?,
        Some(RuleField::ClickId) if exact => click_kind(&folded),
        Some(field) if exact && is_word_for_nothing(field, &folded) => {
            return Err(RuleProblemKind::WordForNothing);
        }
        _ => folded,
    };
    match value.len() {
        0 => Err(RuleProblemKind::EmptyValue),
        1..=MAX_VALUE_BYTES => Ok(value),
        _ => Err(RuleProblemKind::ValueTooLong),
    }
}

/// A path as people read it: percent-decoded until nothing is encoded, NFC, in lower case. Rules see
/// a signature's landing path in this form, because people do not write `%C3%B1`. Decoding to the
/// end makes a value that was read and stored read as itself again.
pub(super) fn readable_path(path: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'%' && !byte.is_ascii_uppercase();
    if path.bytes().all(plain) {
        Cow::Borrowed(path)
    } else {
        Cow::Owned(folded(&decoded(path)))
    }
}

fn decoded(path: &str) -> String {
    let mut text = path.to_owned();
    loop {
        // Each round that changes something leaves fewer bytes or fewer percent signs.
        let once = percent_decode_str(&text).decode_utf8_lossy().into_owned();
        if once == text {
            return text;
        }
        text = once;
    }
}

fn is_word_for_nothing(field: RuleField, folded: &str) -> bool {
    is_absent_word(folded) || (field == RuleField::UtmSource && folded == DIRECT_SOURCE)
}

/// A host as evidence keeps it. A path or a wildcard would be dropped silently, so neither is read.
fn whole_host(folded: &str) -> Result<String, RuleProblemKind> {
    if folded.len() > MAX_VALUE_BYTES {
        return Err(RuleProblemKind::ValueTooLong);
    }
    parse_listed(folded)
        .filter(|address| address.path == "/" && !folded.contains('*'))
        .map(|address| address.host)
        .ok_or(RuleProblemKind::NotAHost)
}

/// A part of a host: without what no stored host has at that end. Whole international labels become
/// ASCII, as in evidence; their full stops too, so the ends are looked at again afterwards.
fn part_of_host(folded: &str, operator: Option<RuleOperator>) -> String {
    let part = possible_end(folded, operator);
    if part.is_ascii() {
        return part.to_owned();
    }
    let labels = part.trim_matches('.');
    match url::Host::parse(labels) {
        Ok(host) => {
            let ascii = part.replacen(labels, &host.to_string(), 1);
            possible_end(&ascii, operator).to_owned()
        }
        Err(_) => part.to_owned(),
    }
}

/// Without every `www.` at the start or every port, dot and blank at the end, where the operator
/// looks there: what is left is read as itself.
fn possible_end(part: &str, operator: Option<RuleOperator>) -> &str {
    let mut rest = part;
    match operator {
        Some(RuleOperator::StartsWith) => {
            while let Some(shorter) = rest.strip_prefix("www.").map(str::trim_start) {
                rest = shorter;
            }
        }
        Some(RuleOperator::EndsWith) => {
            while let Some(shorter) = without_port(rest).or_else(|| rest.strip_suffix(['.', ' '])) {
                rest = shorter;
            }
        }
        _ => {}
    }
    rest
}

fn without_port(part: &str) -> Option<&str> {
    part.trim_end_matches(|c: char| c.is_ascii_digit())
        .strip_suffix(':')
}

/// A path, or a part of one, in the form in which rules see it.
fn path(folded_path: &str, operator: Option<RuleOperator>) -> Result<String, RuleProblemKind> {
    if folded_path.len() > MAX_ENCODED_PATH_BYTES {
        return Err(RuleProblemKind::ValueTooLong);
    }
    let mut value = readable_path(folded_path).into_owned();
    let segments = value.split('/').filter(|segment| !segment.is_empty());
    if segments.count() > 2 {
        return Err(RuleProblemKind::PathTooDeep);
    }
    if operator.is_some_and(RuleOperator::is_exact) {
        // A stored path has a slash in front and, unless it is the root, neither a slash nor, once it
        // is readable, a blank at its end.
        let bare = value.trim_start_matches('/').trim_end_matches(['/', ' ']);
        value = format!("/{bare}");
    }
    Ok(value)
}

/// The kind under which a click parameter is stored: a second name counts as the first.
fn click_kind(folded: &str) -> String {
    click_parameter(folded).map_or_else(|| folded.to_owned(), |known| known.kind.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(field: RuleField, operator: RuleOperator, raw: &str) -> String {
        normal_value(Some(field), Some(operator), raw).unwrap()
    }

    fn refused(field: RuleField, operator: RuleOperator, raw: &str) -> RuleProblemKind {
        normal_value(Some(field), Some(operator), raw).unwrap_err()
    }

    #[test]
    fn texts_look_like_evidence() {
        use RuleOperator::{Contains, Is};
        let source = RuleField::UtmSource;
        assert_eq!(normal(source, Is, "  News  LETTER\t"), "news letter");
        assert_eq!(normal(source, Is, "Oton\u{303}o"), "oto\u{f1}o");
        assert_eq!(
            refused(source, Contains, " \n "),
            RuleProblemKind::EmptyValue
        );
        assert_eq!(
            refused(source, Is, "(NONE)"),
            RuleProblemKind::WordForNothing
        );
        assert_eq!(
            refused(source, Is, "(direct)"),
            RuleProblemKind::WordForNothing
        );
        assert_eq!(normal(RuleField::UtmMedium, Is, "(direct)"), "(direct)");
        assert_eq!(normal(source, Contains, "none"), "none");
        assert_eq!(normal(source, Is, &"\u{f1}".repeat(256)).len(), 512);
        assert_eq!(
            refused(source, Is, &"\u{f1}".repeat(257)),
            RuleProblemKind::ValueTooLong
        );
    }

    #[test]
    fn hosts_lose_what_no_stored_host_has() {
        use RuleOperator::{Contains, EndsWith, Is, StartsWith};
        let host = RuleField::ReferrerHost;
        for raw in [
            "Example.com",
            "www.example.com",
            "example.com.",
            "EXAMPLE.com:8443",
            "https://www.example.com/",
        ] {
            assert_eq!(normal(host, Is, raw), "example.com", "{raw}");
        }
        assert_eq!(normal(host, Is, "m\u{fc}nchen.de"), "xn--mnchen-3ya.de");
        assert_eq!(
            normal(host, EndsWith, ".M\u{fc}nchen.de"),
            ".xn--mnchen-3ya.de"
        );
        assert_eq!(normal(host, StartsWith, "www.exam"), "exam");
        for raw in [".cl.:443", ".cl:0:0", ".cl:1.:.:2.", ".cl:"] {
            assert_eq!(normal(host, EndsWith, raw), ".cl", "{raw}");
        }
        assert_eq!(
            normal(host, EndsWith, "\u{f1}\u{3002}cl\u{3002}"),
            "xn--ida.cl"
        );
        assert_eq!(
            normal(host, StartsWith, "www\u{3002}\u{f1}.cl"),
            "xn--ida.cl"
        );
        assert_eq!(refused(host, EndsWith, ":443"), RuleProblemKind::EmptyValue);
        assert_eq!(normal(host, Contains, "Shop."), "shop.");
        for raw in ["*.example.com", "example.com/blog", "a b.com", "https://"] {
            assert_eq!(refused(host, Is, raw), RuleProblemKind::NotAHost, "{raw}");
        }
    }

    #[test]
    fn paths_and_click_kinds() {
        use RuleOperator::{Contains, Is};
        let path = RuleField::LandingPath;
        assert_eq!(normal(path, Is, "Precios/"), "/precios");
        assert_eq!(normal(path, Is, "/"), "/");
        assert_eq!(normal(path, Is, "/oto%C3%B1o"), "/oto\u{f1}o");
        assert_eq!(normal(path, Is, "/a%20/"), "/a");
        assert_eq!(normal(path, Is, "/ /"), "/");
        assert_eq!(normal(path, Contains, "/Blog/"), "/blog/");
        assert_eq!(refused(path, Is, "/a/b/c"), RuleProblemKind::PathTooDeep);
        assert_eq!(normal(RuleField::ClickId, Is, "ScCid"), "sccid");
        assert_eq!(normal(RuleField::ClickId, Is, "irclid"), "irclickid");
        assert_eq!(readable_path("/Oto%C3%B1o/a%20b"), "/oto\u{f1}o/a b");
    }
}
