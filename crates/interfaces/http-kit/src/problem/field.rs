//! What is wrong with single fields.

use ad_spend::rows::CellCode;
use serde::Serialize;
use utoipa::ToSchema;

/// What is wrong with one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldCode {
    /// It is required and not there.
    Missing,
    /// It is there and cannot be read.
    Malformed,
    /// It was sent more than once.
    Repeated,
    /// It can be read and lies outside what is accepted.
    OutOfRange,
    /// It is none of the listed values.
    UnknownValue,
    /// The endpoint has no such field.
    UnknownField,
    /// Another resource has it.
    Taken,
}

impl From<CellCode> for FieldCode {
    fn from(code: CellCode) -> Self {
        match code {
            CellCode::Missing => Self::Missing,
            CellCode::Malformed => Self::Malformed,
            CellCode::OutOfRange => Self::OutOfRange,
            CellCode::Repeated => Self::Repeated,
        }
    }
}

/// One field that is wrong. Exactly one of `pointer`, `parameter` and `header` is present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) into the request body; empty for the body as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pointer: Option<String>,
    /// Name of a query or path parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parameter: Option<String>,
    /// Name of a request header.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub header: Option<String>,
    /// What is wrong with it.
    pub code: FieldCode,
    /// The same in words, to be read after the field's name.
    pub detail: String,
}

impl FieldError {
    /// About a member of the body, by JSON pointer.
    pub fn pointer(at: impl Into<String>, code: FieldCode, detail: impl Into<String>) -> Self {
        Self {
            pointer: Some(at.into()),
            parameter: None,
            header: None,
            code,
            detail: detail.into(),
        }
    }

    /// About a query or path parameter.
    pub fn parameter(name: impl Into<String>, code: FieldCode, detail: impl Into<String>) -> Self {
        let parameter = Some(name.into());
        Self {
            pointer: None,
            parameter,
            header: None,
            code,
            detail: detail.into(),
        }
    }

    /// About a request header.
    pub fn header(name: impl Into<String>, code: FieldCode, detail: impl Into<String>) -> Self {
        let header = Some(name.into());
        Self {
            pointer: None,
            parameter: None,
            header,
            code,
            detail: detail.into(),
        }
    }

    /// Where, and what is wrong there.
    pub fn sentence(&self) -> String {
        let place = [&self.pointer, &self.parameter, &self.header]
            .into_iter()
            .flatten()
            .next();
        match place.map(String::as_str) {
            Some("") | None => format!("the body {}", self.detail),
            Some(name) => format!("{name} {}", self.detail),
        }
    }
}
