//! JSON bodies: bounded, of one media type, and every error names its field.

use actix_web::HttpMessage;
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::BytesMut;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use super::{Input, ObjectOf};
use crate::problem::{Code, FieldCode, FieldError, Problem};
use crate::slow_body::is_given_up;

const DEFAULT_LIMIT: usize = 64 * 1024;

/// A body of the media type `application/json` with at most `LIMIT` bytes. Types that refuse
/// unknown fields (`#[serde(deny_unknown_fields)]`) have them named in the error.
#[derive(Debug)]
pub struct ApiJson<T, const LIMIT: usize = DEFAULT_LIMIT>(pub T);

impl<T: DeserializeOwned, const LIMIT: usize> Input for ApiJson<T, LIMIT> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        if !request
            .content_type()
            .eq_ignore_ascii_case("application/json")
        {
            let detail = "the body must be sent as application/json";
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        let body = read_body(request, payload, LIMIT).await?;
        parse_json(&body).map(Self)
    }
}

/// The same where every field can be left out, and the whole body with them.
#[derive(Debug)]
pub struct MaybeJson<T, const LIMIT: usize = DEFAULT_LIMIT>(pub T);

impl<T: DeserializeOwned + Default, const LIMIT: usize> Input for MaybeJson<T, LIMIT> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let is_untold = request.content_type().is_empty();
        if is_untold && read_body(request, payload, LIMIT).await?.is_empty() {
            return Ok(Self(T::default()));
        }
        // A body that does not say what it is has another media type than is asked for, too.
        let ApiJson(read) = ApiJson::<T, LIMIT>::read(request, payload).await?;
        Ok(Self(read))
    }
}

/// The whole body, if it has at most `limit` bytes and no content coding.
pub async fn read_body(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
) -> Result<BytesMut, Problem> {
    let coding = request.headers().get(header::CONTENT_ENCODING);
    if coding.is_some_and(|coding| coding.as_bytes() != b"identity") {
        let detail = "the body must be sent without content coding";
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    }
    let too_large = || {
        Problem::new(
            Code::PayloadTooLarge,
            format!("the body has more than {limit} bytes"),
        )
    };
    if declared_length(request).is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| {
            let detail = if is_given_up(&error) {
                "the body did not arrive in time"
            } else {
                "the body ended too early"
            };
            Problem::new(Code::InvalidRequest, detail)
        })?;
        if body.len() + chunk.len() > limit {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn declared_length(request: &HttpRequest) -> Option<usize> {
    request
        .headers()
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

/// Reads a JSON text. The error points at the field, and says "unknown field" apart from the rest.
pub fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let value = parse_any_json(body)?;
    if escapes_nul(body) {
        let at = serde_json::from_slice(body)
            .ok()
            .and_then(|json| nul_at(&json));
        let detail = "contains the character U+0000, which no text may hold";
        let error = FieldError::pointer(at.unwrap_or_default(), FieldCode::Malformed, detail);
        return Err(Problem::invalid_field(error));
    }
    Ok(value)
}

/// [`parse_json`], for whoever looks for the character U+0000, which cannot be stored, in each text.
pub fn parse_any_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let parsed = serde_path_to_error::deserialize::<_, ObjectOf<T>>(&mut deserializer);
    let parsed = parsed.map_err(|error| {
        let pointer = error
            .path()
            .iter()
            .filter_map(pointer_part)
            .collect::<String>();
        field_error(pointer, error.inner())
    });
    let ObjectOf(value) = parsed.map_err(Problem::invalid_field)?;
    deserializer
        .end()
        .map_err(|error| Problem::invalid_field(field_error(String::new(), &error)))?;
    Ok(value)
}

fn pointer_part(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Seq { index } => Some(format!("/{index}")),
        Segment::Map { key } => Some(member(key)),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

fn member(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// serde tells the kinds of error apart in words only; these are its fixed beginnings.
fn field_error(mut pointer: String, error: &serde_json::Error) -> FieldError {
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or(&text);
    if error.is_syntax() || error.is_eof() {
        return FieldError::pointer(
            "",
            FieldCode::Malformed,
            format!("is not valid JSON: {text}"),
        );
    }
    let quoted = || words.split('`').nth(1).unwrap_or_default();
    if words.starts_with("unknown field") {
        return FieldError::pointer(pointer, FieldCode::UnknownField, "is not a field here");
    }
    if words.starts_with("missing field") {
        pointer = format!("{pointer}/{}", quoted());
        return FieldError::pointer(pointer, FieldCode::Missing, "is required");
    }
    if words.starts_with("duplicate field") {
        pointer = format!("{pointer}/{}", quoted());
        return FieldError::pointer(pointer, FieldCode::Repeated, "was sent more than once");
    }
    if words == "was sent more than once" {
        return FieldError::pointer(pointer, FieldCode::Repeated, words);
    }
    if words.starts_with("unknown variant") {
        let expected = words.split_once(", ").map_or("", |(_, expected)| expected);
        let detail = format!("is none of the listed values: {expected}");
        return FieldError::pointer(pointer, FieldCode::UnknownValue, detail);
    }
    let detail = if words.starts_with("invalid ") {
        format!("cannot be read: {words}")
    } else {
        words.to_owned()
    };
    FieldError::pointer(pointer, FieldCode::Malformed, detail)
}

/// Whether a JSON text that is known to be valid holds the escape of U+0000, which PostgreSQL can
/// store neither as text nor as JSON.
fn escapes_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escape = rest.get(at + 1..).unwrap_or_default();
        if escape.starts_with(b"u0000") {
            return true;
        }
        rest = escape.get(1..).unwrap_or_default();
    }
    false
}

/// The pointer of the first text with U+0000 in it, or of the object with such a name.
fn nul_at(json: &Value) -> Option<String> {
    match json {
        Value::String(text) => text.contains('\0').then(String::new),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| nul_at(item).map(|rest| format!("/{index}{rest}"))),
        Value::Object(members) => members.iter().find_map(|(name, value)| {
            if name.contains('\0') {
                return Some(String::new());
            }
            nul_at(value).map(|rest| format!("{}{rest}", member(name)))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::DecimalText;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        name: String,
        #[expect(dead_code, reason = "only read from JSON")]
        rows: Option<Vec<Row>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        #[expect(dead_code, reason = "only read from JSON")]
        value: DecimalText,
    }

    fn wrong(json: &str) -> (String, FieldCode) {
        let problem = parse_json::<Body>(json.as_bytes()).unwrap_err();
        let error = problem.errors()[0].clone();
        (error.pointer.unwrap(), error.code)
    }

    #[test]
    fn errors_point_at_their_field() {
        for (json, pointer, code) in [
            (r#"{"name":1}"#, "/name", FieldCode::Malformed),
            (r#"{"name":"a","x/y":1}"#, "/x~1y", FieldCode::UnknownField),
            (r#"{"rows":[]}"#, "/name", FieldCode::Missing),
            (r#"{"name":"a","name":"b"}"#, "/name", FieldCode::Repeated),
            (
                r#"{"name":"a","rows":[{"value":1},{"value":true}]}"#,
                "/rows/1/value",
                FieldCode::Malformed,
            ),
            (
                r#"{"name":"a","rows":[{"value":1,"more":2}]}"#,
                "/rows/0/more",
                FieldCode::UnknownField,
            ),
            (
                r#"{"name":"a","rows":[{}]}"#,
                "/rows/0/value",
                FieldCode::Missing,
            ),
            (r#"{"name":"a""#, "", FieldCode::Malformed),
            (r#"{"name":"a"} x"#, "", FieldCode::Malformed),
            ("", "", FieldCode::Malformed),
            ("[]", "", FieldCode::Malformed),
            ("null", "", FieldCode::Malformed),
            (r#"{"name":"a\u0000b"}"#, "/name", FieldCode::Malformed),
            (
                r#"{"name":"a","rows":[{"value":1},{"value":"\u0000"}]}"#,
                "/rows/1/value",
                FieldCode::Malformed,
            ),
            (r#"{"name":"a\\\u0000b"}"#, "/name", FieldCode::Malformed),
        ] {
            assert_eq!(wrong(json), (pointer.to_owned(), code), "{json}");
        }
    }

    #[test]
    fn an_escaped_backslash_is_no_escape() {
        let body: Body = parse_json(br#"{"name":"a\\u0000b"}"#).unwrap();
        assert_eq!(body.name, "a\\u0000b");
    }
}
