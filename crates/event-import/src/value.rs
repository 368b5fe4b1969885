//! What a file holds at a place: numbers as they are written, so that money never is a float.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;

/// Deeper files are refused: no export is nested like that.
const MAX_DEPTH: usize = 32;

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// With the digits that were written.
    Number(String),
    /// Words.
    Text(String),
    /// Several.
    List(Vec<Value>),
    /// By name.
    Object(BTreeMap<String, Value>),
}

impl Value {
    /// Reads JSON; the reason when it is none.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|_| "is not JSON")?;
        Self::read(raw.get(), 0)
    }

    fn read(text: &str, depth: usize) -> Result<Self, &'static str> {
        if depth > MAX_DEPTH {
            return Err("is nested more than 32 levels deep");
        }
        let unreadable = |_| "is not JSON";
        Ok(match text.as_bytes().first() {
            Some(b'{') => {
                let members: BTreeMap<String, &RawValue> =
                    serde_json::from_str(text).map_err(unreadable)?;
                let members = members.into_iter();
                let read = members
                    .map(|(name, value)| Ok((name, Self::read(value.get(), depth + 1)?)))
                    .collect::<Result<_, &'static str>>();
                Self::Object(read?)
            }
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(text).map_err(unreadable)?;
                let items = items.into_iter();
                let read = items
                    .map(|item| Self::read(item.get(), depth + 1))
                    .collect::<Result<_, _>>();
                Self::List(read?)
            }
            Some(b'"') => Self::Text(serde_json::from_str(text).map_err(unreadable)?),
            Some(b't') => Self::Bool(true),
            Some(b'f') => Self::Bool(false),
            Some(b'-' | b'0'..=b'9') => Self::Number(text.to_owned()),
            _ => Self::Null,
        })
    }

    /// What is at a path such as `properties.$current_url`. A name may have points itself.
    pub fn at(&self, path: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        if let Some(found) = members.get(path) {
            return Some(found);
        }
        path.match_indices('.').find_map(|(point, _)| {
            let (name, rest) = path.split_at_checked(point)?;
            members.get(name)?.at(rest.strip_prefix('.')?)
        })
    }

    /// As text, when it is one thing and not empty.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Number(text) => {
                Some(text.trim()).filter(|text| !text.is_empty())
            }
            Self::Bool(true) => Some("true"),
            Self::Bool(false) => Some("false"),
            Self::Null | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// A text that holds an object or a list becomes what it holds: files without nesting have it so.
    pub(crate) fn unfold(&mut self) {
        if let Self::Text(text) = self
            && text.starts_with(['{', '['])
            && let Ok(inner) = Self::parse(text)
        {
            *self = inner;
        }
    }

    /// A list of `key` and `value` becomes an object, as `BigQuery` has parameters of events.
    pub(crate) fn pair(&mut self) {
        let Self::List(items) = self else { return };
        let mut members = BTreeMap::new();
        for item in std::mem::take(items) {
            let Self::Object(mut item) = item else {
                continue;
            };
            let value = item.remove("value");
            if let (Some(Self::Text(key)), Some(value)) = (item.remove("key"), value) {
                members.insert(key, value.only());
            }
        }
        *self = Self::Object(members);
    }

    /// Of an object with one kind of value filled in, that value.
    fn only(self) -> Self {
        match self {
            Self::Object(members) => members
                .into_values()
                .find(|value| *value != Self::Null)
                .unwrap_or(Self::Null),
            plain => plain,
        }
    }
}

/// The same for equal values, so that ids can be made of it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Bool(value) => value.fmt(f),
            Self::Number(text) | Self::Text(text) => f.write_str(text),
            Self::List(items) => items.iter().try_for_each(|item| write!(f, "\u{1e}{item}")),
            Self::Object(members) => members
                .iter()
                .try_for_each(|(name, value)| write!(f, "\u{1d}{name}={value}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits_and_names_may_have_points() {
        let value = Value::parse(r#"{"a":{"b.c":{"d":10.10}},"e":12345678901234567890.123}"#);
        let value = value.unwrap();
        assert_eq!(value.at("a.b.c.d").and_then(Value::text), Some("10.10"));
        assert_eq!(
            value.at("e").and_then(Value::text),
            Some("12345678901234567890.123")
        );
        assert_eq!(value.at("a.b"), None);
        assert_eq!(value.at("a").and_then(Value::text), None);
    }

    #[test]
    fn parameters_of_bigquery_are_members() {
        let mut value = Value::parse(
            r#"[{"key":"page_location","value":{"string_value":"https://a.example/"}},
                {"key":"n","value":{"string_value":null,"int_value":"7"}}]"#,
        )
        .unwrap();
        value.pair();
        assert_eq!(
            value.at("page_location").and_then(Value::text),
            Some("https://a.example/")
        );
        assert_eq!(value.at("n").and_then(Value::text), Some("7"));
    }

    #[test]
    fn what_is_no_json_is_told() {
        for text in ["", "{", "{\"a\":}", "{} {}", "nul"] {
            assert_eq!(Value::parse(text), Err("is not JSON"), "{text}");
        }
        let deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
        assert!(Value::parse(&deep).unwrap_err().contains("nested"));
    }

    #[test]
    fn equal_values_are_equal_text() {
        let one = Value::parse(r#"{"b":[1,"x"],"a":null}"#).unwrap();
        let other = Value::parse(r#"{ "a": null, "b": [ 1, "x" ] }"#).unwrap();
        let another = Value::parse(r#"{"b":[1,"y"],"a":null}"#).unwrap();
        assert_eq!(one.to_string(), other.to_string());
        assert_ne!(one.to_string(), another.to_string());
    }
}
