//! Bodies of PATCH: a field is absent (it stays), null, or a new value.
//!
//! Fields are kept as text until they are read one by one, so that one answer names every field
//! that is wrong.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::problem::{FieldCode, FieldError, Problem};

/// One field of a PATCH as it was sent. Give it `#[serde(default)]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch {
    /// It was not sent.
    #[default]
    Absent,
    /// It was sent as null.
    Null,
    /// It was sent with a value, which is this JSON text.
    Json(String),
}

impl<'de> Deserialize<'de> for Patch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Ok(match raw.get() {
            "null" => Self::Null,
            json => Self::Json(json.to_owned()),
        })
    }
}

/// What is wrong with a value: a code, and words to follow the field's name.
pub type Wrong = (FieldCode, Cow<'static, str>);

/// Proof that a [`PatchReader`] has recorded an error; nothing else can make one.
#[derive(Clone, Copy, Debug)]
pub struct Unreadable(());

impl Unreadable {
    /// The answer, once every field was read.
    fn problem(self, reader: PatchReader) -> Problem {
        let Self(()) = self;
        Problem::invalid(reader.errors)
    }
}

/// Reads fields and collects what is wrong with them.
#[derive(Debug, Default)]
pub struct PatchReader {
    errors: Vec<FieldError>,
}

impl PatchReader {
    /// A field that has always a value: null is wrong. `read` makes a value of what was sent or
    /// says what is wrong with it; `None` when the field is to stay.
    pub fn value<J: DeserializeOwned, T>(
        &mut self,
        name: &str,
        field: &Patch,
        read: impl FnOnce(J) -> Result<T, Wrong>,
    ) -> Result<Option<T>, Unreadable> {
        let json = match field {
            Patch::Absent => return Ok(None),
            Patch::Null => {
                let words = "cannot be null; leave it out to keep it";
                return Err(self.wrong(name, FieldCode::Malformed, words));
            }
            Patch::Json(json) => json,
        };
        let sent = serde_json::from_str(json).map_err(|error| {
            let text = error.to_string();
            let words = text.split(" at line ").next().unwrap_or(&text).to_owned();
            self.wrong(
                name,
                FieldCode::Malformed,
                format!("cannot be read: {words}"),
            )
        })?;
        read(sent)
            .map(Some)
            .map_err(|(code, words)| self.wrong(name, code, words))
    }

    /// A field that may be null, which means `null`. `None` when the field is to stay.
    pub fn or_null<J: DeserializeOwned, T>(
        &mut self,
        name: &str,
        field: &Patch,
        null: T,
        read: impl FnOnce(J) -> Result<T, Wrong>,
    ) -> Result<Option<T>, Unreadable> {
        match field {
            Patch::Null => Ok(Some(null)),
            field => self.value(name, field, read),
        }
    }

    /// A field that is shown and cannot be set.
    pub fn read_only(&mut self, name: &str, field: &Patch) -> Result<(), Unreadable> {
        match field {
            Patch::Absent => Ok(()),
            Patch::Null | Patch::Json(_) => {
                let words = "is read-only: it says what this deployment serves";
                Err(self.wrong(name, FieldCode::UnknownField, words))
            }
        }
    }

    /// Records that a field is wrong.
    fn wrong(
        &mut self,
        name: &str,
        code: FieldCode,
        words: impl Into<Cow<'static, str>>,
    ) -> Unreadable {
        let at = format!("/{name}");
        self.errors
            .push(FieldError::pointer(at, code, words.into()));
        Unreadable(())
    }

    /// What was read, or one answer about every field that was wrong.
    pub fn finish<T>(self, read: Result<T, Unreadable>) -> Result<T, Problem> {
        read.map_err(|unreadable| unreadable.problem(self))
    }
}

/// A field of a PATCH that cannot be null; `None` when it stays. What is wrong goes into `errors`.
pub fn sent<T: DeserializeOwned>(
    field: &Patch,
    name: &str,
    errors: &mut Vec<FieldError>,
) -> Option<T> {
    let mut reader = PatchReader::default();
    let read = reader.value(name, field, Ok);
    match reader.finish(read) {
        Ok(value) => value,
        Err(problem) => {
            errors.extend_from_slice(problem.errors());
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[serde(default)]
        a: Patch,
        #[serde(default)]
        b: Patch,
        #[serde(default)]
        c: Patch,
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "readers may fail; this one happens not to"
    )]
    fn text(sent: String) -> Result<String, Wrong> {
        Ok(sent)
    }

    #[test]
    fn absent_null_and_value_are_three_things() {
        let body: Body = serde_json::from_str(r#"{"a": "x", "b": null}"#).unwrap();
        assert_eq!(body.b, Patch::Null);
        let mut reader = PatchReader::default();
        assert_eq!(
            reader.value("a", &body.a, text).unwrap().as_deref(),
            Some("x")
        );
        assert_eq!(reader.value("c", &body.c, text).unwrap(), None);
        assert!(reader.finish(Ok(())).is_ok());
    }

    #[test]
    fn every_wrong_field_is_named() {
        let body: Body = serde_json::from_str(r#"{"a": 1, "b": null, "c": "x"}"#).unwrap();
        let mut reader = PatchReader::default();
        let a = reader.value("a", &body.a, text);
        let b = reader.value("b", &body.b, text);
        let c = reader.read_only("c", &body.c);
        assert!(c.is_err());
        let problem = reader.finish(a.and(b)).unwrap_err();
        let named: Vec<_> = problem
            .errors()
            .iter()
            .map(|error| error.pointer.as_deref().unwrap())
            .collect();
        assert_eq!(named, ["/a", "/b", "/c"]);
        assert_eq!(problem.errors()[0].code, FieldCode::Malformed);
    }
}
