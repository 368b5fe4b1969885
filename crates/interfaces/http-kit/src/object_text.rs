//! Free JSON objects in requests, kept with every digit of their numbers.

use event_intake::JsonObject;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// A JSON object of a request, which is read while the request is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectText(pub JsonObject);

impl<'de> Deserialize<'de> for ObjectText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        JsonObject::read(&raw).map(Self).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<String, String> {
        serde_json::from_str::<ObjectText>(json)
            .map(|object| object.0.as_str().to_owned())
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
