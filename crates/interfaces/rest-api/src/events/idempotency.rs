//! The caller's name of an event: a header, or a field of the body.

use actix_web::HttpRequest;
use event_intake::IdempotencyKey;

use http_kit::problem::{FieldCode, FieldError, Problem};

/// The header's name, as it is documented.
const HEADER: &str = "Idempotency-Key";

/// The key of the request, from either place. Two different ones are 400.
pub(super) fn read_key(
    request: &HttpRequest,
    in_body: Option<&str>,
) -> Result<Option<IdempotencyKey>, Problem> {
    let in_header = header(request)?;
    match (in_header, in_body) {
        (None, None) => Ok(None),
        (Some(text), None) => parse(&text, |code, why| FieldError::header(HEADER, code, why)),
        (None, Some(text)) => parse(text, in_body_field),
        (Some(header), Some(body)) if header == body => parse(body, in_body_field),
        (Some(_), Some(_)) => {
            let why = "differs from the header Idempotency-Key";
            Err(Problem::invalid_field(in_body_field(
                FieldCode::Malformed,
                why.to_owned(),
            )))
        }
    }
}

fn in_body_field(code: FieldCode, why: String) -> FieldError {
    FieldError::pointer("/idempotency_key", code, why)
}

fn header(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let mut values = request.headers().get_all(HEADER);
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let wrong = |code, why| Problem::invalid_field(FieldError::header(HEADER, code, why));
    if values.next().is_some() {
        return Err(wrong(FieldCode::Repeated, "was sent more than once"));
    }
    let text = std::str::from_utf8(value.as_bytes())
        .map_err(|_| wrong(FieldCode::Malformed, "is not valid UTF-8"))?;
    Ok(Some(text.to_owned()))
}

fn parse(
    text: &str,
    place: impl FnOnce(FieldCode, String) -> FieldError,
) -> Result<Option<IdempotencyKey>, Problem> {
    IdempotencyKey::parse(text)
        .map(Some)
        .map_err(|why| Problem::invalid_field(place(FieldCode::OutOfRange, why)))
}
