//! Free JSON objects in requests, kept as text with every digit of their numbers.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// Deeper objects are refused: nothing that a caller means is nested like that.
const MAX_DEPTH: usize = 32;

/// A JSON object in one normal form: members in the order of their names, no white space, numbers
/// and strings as they were written. Two senders of the same content send the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectText(pub String);

impl<'de> Deserialize<'de> for ObjectText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        if !raw.get().starts_with('{') {
            return Err(D::Error::custom("is not a JSON object"));
        }
        let mut text = String::with_capacity(raw.get().len());
        write(&raw, 0, &mut text).map_err(D::Error::custom)?;
        Ok(Self(text))
    }
}

fn write(raw: &RawValue, depth: usize, out: &mut String) -> Result<(), &'static str> {
    const UNREADABLE: &str = "is not a JSON object";
    if depth > MAX_DEPTH {
        return Err("is nested more than 32 levels deep");
    }
    let text = raw.get();
    if text.starts_with('{') {
        let members: BTreeMap<String, &RawValue> =
            serde_json::from_str(text).map_err(|_| UNREADABLE)?;
        out.push('{');
        for (position, (name, value)) in members.into_iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            out.push_str(&serde_json::to_string(&name).map_err(|_| UNREADABLE)?);
            out.push(':');
            write(value, depth + 1, out)?;
        }
        out.push('}');
    } else if text.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text).map_err(|_| UNREADABLE)?;
        out.push('[');
        for (position, value) in items.into_iter().enumerate() {
            if position > 0 {
                out.push(',');
            }
            write(value, depth + 1, out)?;
        }
        out.push(']');
    } else {
        out.push_str(text);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<String, String> {
        serde_json::from_str::<ObjectText>(json)
            .map(|object| object.0)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn equal_content_is_equal_text_and_numbers_keep_their_digits() {
        let text = r#"{"a":[1.10,12345678901234567890.123,{"x":"\"}{"}],"b":null}"#;
        assert_eq!(read(text).unwrap(), text);
        let other = "{ \"b\": null,\n\"a\": [1.10, 12345678901234567890.123, {\"x\": \"\\\"}{\"}]}";
        assert_eq!(read(other).unwrap(), text);
        assert_eq!(read("{}").unwrap(), "{}");
    }

    #[test]
    fn anything_else_is_refused() {
        for json in ["[]", "1", "\"{}\"", "null", "{\"a\":}"] {
            assert!(read(json).is_err(), "{json}");
        }
        let nested = |depth| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(&nested(32)).is_ok());
        assert!(read(&nested(33)).is_err());
        assert!(read(&nested(30_000)).unwrap_err().contains("nested"));
    }
}
