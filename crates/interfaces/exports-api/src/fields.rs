//! Fields of bodies as they came, each apart, so that one answer names every one that is wrong.

use http_kit::extract::parse_uuid;
use http_kit::patch::{Patch, PatchReader, Wrong};
use http_kit::problem::{FieldCode, FieldError, Problem};
use kernel::{Id, Sent, Timestamp};
use serde::de::DeserializeOwned;

/// Reads fields, and gathers what is wrong with them.
#[derive(Default)]
pub(crate) struct Fields {
    errors: Vec<FieldError>,
}

impl Fields {
    /// A field that may be absent or null; whether it may, the domain says.
    pub(crate) fn sent<T: DeserializeOwned>(&mut self, name: &str, field: &Patch) -> Sent<T> {
        self.read(name, field, Ok)
    }

    /// An id.
    pub(crate) fn id<K>(&mut self, name: &str, field: &Patch) -> Sent<Id<K>> {
        self.read(name, field, |text: String| {
            let id = parse_uuid(&text).map(Id::new);
            id.ok_or((FieldCode::Malformed, "is not a UUID".into()))
        })
    }

    /// An instant.
    pub(crate) fn instant(&mut self, name: &str, field: &Patch) -> Sent<Timestamp> {
        self.read(name, field, |text: String| {
            let wrong = "is not a date-time of RFC 3339, such as 2026-03-01T12:00:00Z";
            Timestamp::parse(&text).ok_or((FieldCode::Malformed, wrong.into()))
        })
    }

    fn read<J: DeserializeOwned, T>(
        &mut self,
        name: &str,
        field: &Patch,
        read: impl FnOnce(J) -> Result<T, Wrong>,
    ) -> Sent<T> {
        if *field == Patch::Null {
            return Sent::Null;
        }
        let mut reader = PatchReader::default();
        let value = reader.value(name, field, read);
        match reader.finish(value) {
            Ok(None) => Sent::Absent,
            Ok(Some(value)) => Sent::Value(value),
            Err(problem) => {
                self.errors.extend_from_slice(problem.errors());
                Sent::Absent
            }
        }
    }

    /// What was read, or what is wrong with it.
    pub(crate) fn finish<T>(self, read: T) -> Result<T, Problem> {
        if self.errors.is_empty() {
            Ok(read)
        } else {
            Err(Problem::invalid(self.errors))
        }
    }
}

/// As if it had been sent as JSON, so that whoever reads it from a form is refused the same.
pub(crate) fn json(value: impl Into<serde_json::Value>) -> Patch {
    Patch::Json(value.into().to_string())
}
