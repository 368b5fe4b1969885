//! Exact decimals on the wire. No number passes through a float, in either direction.

use std::borrow::Cow;

use kernel::{Amount, Exact};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// What decimal strings look like.
pub const PATTERN: &str = r"^-?\d+(\.\d+)?$";

/// An exact decimal that is written as a JSON number with all its digits. Write the response with
/// `serde_json` straight to text (as `HttpResponse::json` does); going through
/// `serde_json::Value` would make a float of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecimalNumber(pub Exact);

/// An exact decimal that is written as a JSON string matching [`PATTERN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecimalString(pub Exact);

impl From<Amount> for DecimalNumber {
    fn from(amount: Amount) -> Self {
        Self(Exact::from(amount.decimal()))
    }
}

impl From<Amount> for DecimalString {
    fn from(amount: Amount) -> Self {
        Self(Exact::from(amount.decimal()))
    }
}

impl Serialize for DecimalNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string())
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}

impl Serialize for DecimalString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl PartialSchema for DecimalNumber {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .description(Some(
                "Exact decimal; read it as a decimal, not as a binary float.",
            ))
            .into()
    }
}

impl ToSchema for DecimalNumber {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("DecimalNumber")
    }
}

impl PartialSchema for DecimalString {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(PATTERN))
            .into()
    }
}

impl ToSchema for DecimalString {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("DecimalString")
    }
}

/// A decimal in a request, a string or a JSON number, as its digits: the domain reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecimalText(pub String);

impl<'de> Deserialize<'de> for DecimalText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        match raw.get().bytes().next() {
            Some(b'"') => serde_json::from_str(raw.get())
                .map(Self)
                .map_err(D::Error::custom),
            Some(b'-' | b'0'..=b'9') => Ok(Self(raw.get().to_owned())),
            _ => Err(D::Error::custom("is neither a decimal string nor a number")),
        }
    }
}

impl PartialSchema for DecimalText {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Number]))
            .pattern(Some(r"^-?\d{1,15}(\.\d{1,4})?$"))
            .description(Some(
                "At most 15 digits before and 4 after the decimal point, as string or as number, \
                 without exponent.",
            ))
            .into()
    }
}

impl ToSchema for DecimalText {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("AmountInput")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Money {
        value: Option<DecimalText>,
    }

    fn read(json: &str) -> Result<Option<String>, String> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        serde_path_to_error::deserialize::<_, Money>(&mut deserializer)
            .map(|money| money.value.map(|text| text.0))
            .map_err(|error| format!("{}: {}", error.path(), error.inner()))
    }

    #[test]
    fn numbers_and_strings_keep_their_digits() {
        for (value, text) in [
            ("0.1", "0.1"),
            (r#""0.1""#, "0.1"),
            ("12345678901234567890.12", "12345678901234567890.12"),
            ("1e3", "1e3"),
            ("-12.5000000", "-12.5000000"),
        ] {
            let read = read(&format!(r#"{{"value":{value}}}"#));
            assert_eq!(read.unwrap().as_deref(), Some(text), "{value}");
        }
        assert_eq!(read(r#"{"value":null}"#), Ok(None));
        assert_eq!(read("{}"), Ok(None));
    }

    #[test]
    fn what_is_neither_is_refused_by_name() {
        for value in ["true", "[1]", "{}"] {
            let error = read(&format!(r#"{{"value":{value}}}"#)).unwrap_err();
            assert!(error.starts_with("value: is neither"), "{value}: {error}");
        }
    }

    #[test]
    fn answers_keep_every_digit() {
        let exact: Exact = "123456789012345678.12345678901234567".parse().unwrap();
        assert_eq!(
            serde_json::to_string(&DecimalNumber(exact)).unwrap(),
            exact.to_string()
        );
        assert_eq!(
            serde_json::to_string(&DecimalString(exact)).unwrap(),
            format!("\"{exact}\"")
        );
        assert_eq!(
            serde_json::to_string(&DecimalNumber(Exact::ZERO)).unwrap(),
            "0"
        );
    }
}
