//! Ids, names and numbers, as either platform writes them.

use ad_spend::{Date, Named, SourceFailure};
use serde::Deserialize;
use time::macros::format_description;

/// The longest id.
const LONGEST_ID: usize = 64;
/// The longest name that is kept.
const LONGEST_NAME: usize = 500;

/// A number that may come as text, as integers of 64 bits do, or a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Scalar {
    Text(String),
    Number(serde_json::Number),
}

impl Scalar {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        }
    }
}

/// What of an answer cannot be read: the row is not left out, because its money would be.
pub(super) fn unreadable(what: &str) -> SourceFailure {
    SourceFailure::Refused(format!("{what} of a row cannot be read"))
}

/// An id with its name.
pub(super) fn named(id: Option<&Scalar>, name: Option<&str>) -> Result<Named, SourceFailure> {
    let id = id.map(Scalar::text).unwrap_or_default();
    let is_id = (1..=LONGEST_ID).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let seen = name
        .unwrap_or_default()
        .chars()
        .filter(|letter| !letter.is_control());
    let name: String = seen.take(LONGEST_NAME).collect();
    if is_id {
        let name = (!name.trim().is_empty()).then_some(name);
        Ok(Named { id, name })
    } else {
        Err(unreadable("an id"))
    }
}

/// A count; what is left out is none.
pub(super) fn count(value: Option<&Scalar>, what: &str) -> Result<i64, SourceFailure> {
    let Some(value) = value else { return Ok(0) };
    let count: Option<i64> = value.text().parse().ok();
    count
        .filter(|count| *count >= 0)
        .ok_or_else(|| unreadable(what))
}

/// A day, `2026-11-25`.
pub(super) fn date(text: &str) -> Result<Date, SourceFailure> {
    let form = format_description!("[year]-[month]-[day]");
    Date::parse(text, form).map_err(|_| unreadable("the day"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(json: &str) -> Scalar {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn ids_and_counts_come_as_texts_and_as_numbers() {
        for json in ["\"17000000000000000001\"", "17000000000000000001"] {
            let read = named(Some(&scalar(json)), Some(" ")).unwrap();
            assert_eq!(
                (read.id.as_str(), read.name),
                ("17000000000000000001", None)
            );
        }
        assert_eq!(count(Some(&scalar("\"12\"")), "x"), Ok(12));
        assert_eq!(count(Some(&scalar("12")), "x"), Ok(12));
        assert_eq!(count(None, "x"), Ok(0));
        for json in ["\"1.5\"", "-1", "\"\"", "1e3", "9223372036854775808"] {
            assert!(count(Some(&scalar(json)), "x").is_err(), "{json}");
        }
    }

    #[test]
    fn names_are_what_can_be_seen_and_ids_are_words() {
        let id = scalar("\"a-1_B\"");
        let read = named(Some(&id), Some("Spring\u{0} sale\n")).unwrap();
        assert_eq!(read.name.as_deref(), Some("Spring sale"));
        for odd in ["\"\"", "\"a b\"", "\"x/../y\""] {
            assert!(named(Some(&scalar(odd)), None).is_err(), "{odd}");
        }
        assert!(named(None, Some("x")).is_err());
    }

    #[test]
    fn days_are_whole() {
        assert!(date("2026-11-25").is_ok());
        for odd in ["2026-11-31", "20261125", "2026-11-25T00:00:00", ""] {
            assert!(date(odd).is_err(), "{odd}");
        }
    }
}
