//! The person in a path.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use percent_encoding::percent_decode_str;

use http_kit::extract::{Fault, Input};
use http_kit::problem::{FieldCode, FieldError, Problem};

/// The `{id}` of the path as the customer list publishes it: a customer id, an anonymous id or an
/// event id. Whoever it names is looked up later; nobody is an empty answer.
#[derive(Debug)]
pub struct PathPerson(pub(crate) String);

impl Input for PathPerson {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = request.match_info().get("id").unwrap_or_default();
        // The router decodes all but `%`, `/` and `+`, and replaces what is no UTF-8; so whether it
        // was any is asked of the path as it was sent.
        let was_text = percent_decode_str(request.uri().path())
            .decode_utf8()
            .is_ok();
        let decoded = percent_decode_str(text).decode_utf8().ok();
        let person = Self::parse(&decoded.filter(|_| was_text).unwrap_or_default());
        person.map_err(|(code, words)| {
            Problem::invalid_field(FieldError::parameter("id", code, words))
        })
    }
}

impl PathPerson {
    /// A person by the id that is published.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let is_id = (1..=128).contains(&text.chars().count()) && !text.contains('\0');
        is_id
            .then(|| Self(text.to_owned()))
            .ok_or((FieldCode::Malformed, "must have 1 to 128 characters"))
    }
}
