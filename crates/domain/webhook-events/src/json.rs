//! Objects written key by key, so that the order of keys is the order of writing.

use kernel::Timestamp;
use rust_decimal::Decimal;
use serde_json::Value;

/// One JSON object that is being written.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self("{".to_owned())
    }

    /// A key with a value that is JSON already.
    pub(crate) fn raw(mut self, key: &str, json: &str) -> Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push_str(&quoted(key));
        self.0.push(':');
        self.0.push_str(json);
        self
    }

    /// A text, or what prints as one.
    pub(crate) fn text(self, key: &str, value: &(impl ToString + ?Sized)) -> Self {
        self.raw(key, &quoted(&value.to_string()))
    }

    /// A text or null.
    pub(crate) fn text_or_null(self, key: &str, value: Option<impl ToString>) -> Self {
        self.raw(key, &nullable(value))
    }

    pub(crate) fn count(self, key: &str, value: u64) -> Self {
        self.raw(key, &value.to_string())
    }

    pub(crate) fn instant(self, key: &str, at: Timestamp) -> Self {
        self.text(key, &at)
    }

    pub(crate) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

pub(crate) fn nullable(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| quoted(&value.to_string()))
}

/// The shortest text that is exactly this amount.
pub(crate) fn exact(amount: Decimal) -> String {
    amount.normalize().to_string()
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_in_the_order_of_writing_and_texts_are_escaped() {
        let json = Object::new()
            .text("z", "\"\\\n\u{1}é")
            .count("a", u64::MAX)
            .text_or_null("n", None::<&str>)
            .raw("o", &Object::new().finish())
            .finish();
        let written =
            "{\"z\":\"\\\"\\\\\\n\\u0001é\",\"a\":18446744073709551615,\"n\":null,\"o\":{}}";
        assert_eq!(json, written);
        assert!(serde_json::from_str::<Value>(&json).is_ok());
    }

    #[test]
    fn amounts_are_printed_exactly_and_short() {
        for (amount, printed) in [
            (Decimal::new(1050, 2), "10.5"),
            (Decimal::new(-3, 28), "-0.0000000000000000000000000003"),
            (Decimal::MAX, "79228162514264337593543950335"),
            (Decimal::new(0, 5), "0"),
        ] {
            assert_eq!(exact(amount), printed);
        }
    }
}
