//! A free JSON object: what callers send beside the fields that mean something.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::text::CONTROL;

/// Deeper objects are refused: nothing that a caller means is nested like that.
const MAX_DEPTH: usize = 32;
/// Decimals of a number that a database keeps.
const MAX_DECIMALS: i64 = 16_383;
/// Exponents beyond are refused by a database, whatever they stand with.
const MAX_EXPONENT: i64 = 1_000_000;

const UNREADABLE: &str = "is not a JSON object";

/// A JSON object in one normal form: members in the order of their names, no white space, numbers and
/// strings as they were written. Two senders of the same content send the same text. It is read once;
/// whether it can be stored is known from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonObject {
    text: String,
    flaws: Flaws,
}

/// What was noticed while it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flaws {
    /// A text or a number is none.
    is_unreadable: bool,
    /// A text has a NUL, which no database keeps in JSON, escaped or not.
    has_nul: bool,
    /// A number has more digits than a database keeps.
    has_endless_number: bool,
}

impl JsonObject {
    /// Reads a text; the reason when it is no object, or nested too deeply.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|_| UNREADABLE)?;
        Self::read(raw)
    }

    /// Reads a part of a request; the reason when it is no object, or nested too deeply.
    pub fn read(raw: &RawValue) -> Result<Self, &'static str> {
        if !raw.get().starts_with('{') {
            return Err(UNREADABLE);
        }
        let mut object = Self {
            text: String::with_capacity(raw.get().len()),
            flaws: Flaws::default(),
        };
        object.write(raw, 0)?;
        Ok(object)
    }

    /// Its normal form, with every digit as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// As it is stored: its normal form. A number with more digits than a database keeps is the nearest
    /// one that it does.
    pub fn stored(&self) -> Cow<'_, str> {
        let nearest =
            |text: &str| serde_json::from_str::<Value>(text).map(|value| value.to_string());
        if self.flaws.has_endless_number
            && let Ok(text) = nearest(&self.text)
        {
            return Cow::Owned(text);
        }
        Cow::Borrowed(&self.text)
    }

    /// The text that a member holds, if it holds one.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(&self.text).ok()?;
        serde_json::from_str(members.get(name)?.get()).ok()
    }

    /// `Err` with the reason when it is longer than `max` bytes or cannot be stored.
    pub(crate) fn check(&self, max: usize) -> Result<(), String> {
        if self.text.len() > max {
            return Err(format!("is longer than {max} bytes"));
        }
        if self.flaws.is_unreadable {
            return Err(UNREADABLE.to_owned());
        }
        if self.flaws.has_nul {
            return Err(CONTROL.to_owned());
        }
        Ok(())
    }

    fn write(&mut self, raw: &RawValue, depth: usize) -> Result<(), &'static str> {
        if depth > MAX_DEPTH {
            return Err("is nested more than 32 levels deep");
        }
        let text = raw.get();
        match text.as_bytes().first() {
            Some(b'{') => self.write_object(text, depth)?,
            Some(b'[') => self.write_array(text, depth)?,
            Some(b'"') => {
                self.look_at_text(text);
                self.text.push_str(text);
            }
            Some(b'-' | b'0'..=b'9') => {
                self.look_at_number(text);
                self.text.push_str(text);
            }
            _ => self.text.push_str(text),
        }
        Ok(())
    }

    fn write_object(&mut self, text: &str, depth: usize) -> Result<(), &'static str> {
        let members: BTreeMap<String, &RawValue> =
            serde_json::from_str(text).map_err(|_| UNREADABLE)?;
        self.text.push('{');
        for (position, (name, value)) in members.into_iter().enumerate() {
            if position > 0 {
                self.text.push(',');
            }
            self.flaws.has_nul |= name.contains('\0');
            self.text
                .push_str(&serde_json::to_string(&name).map_err(|_| UNREADABLE)?);
            self.text.push(':');
            self.write(value, depth + 1)?;
        }
        self.text.push('}');
        Ok(())
    }

    fn write_array(&mut self, text: &str, depth: usize) -> Result<(), &'static str> {
        let items: Vec<&RawValue> = serde_json::from_str(text).map_err(|_| UNREADABLE)?;
        self.text.push('[');
        for (position, value) in items.into_iter().enumerate() {
            if position > 0 {
                self.text.push(',');
            }
            self.write(value, depth + 1)?;
        }
        self.text.push(']');
        Ok(())
    }

    /// A text without an escape has nothing to look for.
    fn look_at_text(&mut self, text: &str) {
        if text.contains('\\') {
            match serde_json::from_str::<String>(text) {
                Ok(text) => self.flaws.has_nul |= text.contains('\0'),
                Err(_) => self.flaws.is_unreadable = true,
            }
        }
    }

    /// A short number without an exponent has nothing to look for.
    fn look_at_number(&mut self, text: &str) {
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, Some(exponent)),
            None => (text, None),
        };
        if exponent.is_none() && digits.len() <= 300 {
            return;
        }
        // Nobody reads it as a float; what is beyond the floats is no number that anybody means.
        self.flaws.is_unreadable |= serde_json::from_str::<f64>(text).is_err();
        let exponent = exponent.map_or(0, |text| text.parse().unwrap_or(i64::MAX));
        let decimals = digits
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        let decimals = i64::try_from(decimals).unwrap_or(i64::MAX);
        self.flaws.has_endless_number |= exponent.saturating_abs() > MAX_EXPONENT
            || decimals.saturating_sub(exponent) > MAX_DECIMALS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str, max: usize) -> Result<(), String> {
        JsonObject::parse(text)?.check(max)
    }

    #[test]
    fn equal_content_is_equal_text_and_numbers_keep_their_digits() {
        let text = r#"{"a":[1.10,12345678901234567890.123,{"x":"\"}{"}],"b":null}"#;
        let other = "{ \"b\": null,\n\"a\": [1.10, 12345678901234567890.123, {\"x\": \"\\\"}{\"}]}";
        for sent in [text, other] {
            let object = JsonObject::parse(sent).unwrap();
            assert_eq!((object.as_str(), &*object.stored()), (text, text));
        }
        assert_eq!(JsonObject::parse("{}").unwrap().as_str(), "{}");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "[]", "1", "\"{}\"", "null", "{", "{} {}", "{\"a\":}"] {
            assert_eq!(JsonObject::parse(text).unwrap_err(), UNREADABLE, "{text}");
        }
        let nested = |depth| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(JsonObject::parse(&nested(32)).is_ok());
        assert!(
            JsonObject::parse(&nested(33))
                .unwrap_err()
                .contains("nested")
        );
    }

    #[test]
    fn what_a_database_cannot_hold_is_told() {
        assert_eq!(checked("{\n \"a\": [\"x\\ny\"]}", 64), Ok(()));
        for bad in [
            r#"{"a":"\u0000"}"#,
            r#"{"a":["\u0000"]}"#,
            r#"{"\u0000":1}"#,
        ] {
            assert_eq!(checked(bad, 64).unwrap_err(), CONTROL, "{bad}");
        }
        for bad in [r#"{"a":"\ud800"}"#, r#"{"a":1e400}"#, r#"{"\ud800":1}"#] {
            assert_eq!(checked(bad, 64).unwrap_err(), UNREADABLE, "{bad}");
        }
        let long = format!(r#"{{"a":{}}}"#, "9".repeat(310));
        assert_eq!(checked(&long, 512).unwrap_err(), UNREADABLE);
        assert_eq!(checked("{}", 2), Ok(()));
        // What counts is the normal form.
        assert_eq!(checked("{ }", 2), Ok(()));
        assert_eq!(
            checked(r#"{"a":1}"#, 2).unwrap_err(),
            "is longer than 2 bytes"
        );
    }

    #[test]
    fn a_number_that_no_database_keeps_is_the_nearest_one() {
        for (sent, stored) in [
            (r#"{"a":1e-400}"#, r#"{"a":1e-400}"#),
            (r#"{"a":1E+2}"#, r#"{"a":1E+2}"#),
            (r#"{"a":1e-16383}"#, r#"{"a":1e-16383}"#),
            (r#"{"a":1e-16384}"#, r#"{"a":0.0}"#),
            (r#"{"a":0.5e-16383}"#, r#"{"a":0.0}"#),
            (r#"{"a":0e2000000}"#, r#"{"a":0.0}"#),
            (r#"{"a":-1e-99999999999999999999}"#, r#"{"a":-0.0}"#),
        ] {
            let object = JsonObject::parse(sent).unwrap();
            assert_eq!(object.as_str(), sent);
            assert_eq!(object.check(64), Ok(()), "{sent}");
            assert_eq!(object.stored(), stored);
        }
    }
}
