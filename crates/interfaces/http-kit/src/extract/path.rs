//! Ids in paths.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use kernel::Id;
use uuid::Uuid;

use super::Input;
use crate::problem::{FieldCode, FieldError, Problem};

/// The `{id}` of the path. A malformed one is 400.
#[derive(Debug)]
pub struct PathId<K>(pub Id<K>);

impl<K> Input for PathId<K> {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        request
            .match_info()
            .get("id")
            .and_then(parse_uuid)
            .map(|uuid| Self(Id::new(uuid)))
            .ok_or_else(|| {
                let error = FieldError::parameter("id", FieldCode::Malformed, "is not a UUID");
                Problem::invalid_field(error)
            })
    }
}

/// The `{category}` of the path, as it is written; nobody has judged it.
#[derive(Debug)]
pub struct PathCategory(pub String);

impl Input for PathCategory {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let category = request.match_info().get("category");
        Ok(Self(category.unwrap_or_default().to_owned()))
    }
}

/// A UUID in its one canonical form of 36 characters, in any case.
pub fn parse_uuid(text: &str) -> Option<Uuid> {
    (text.len() == 36)
        .then(|| Uuid::parse_str(text).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_canonical_form_is_an_id() {
        assert!(parse_uuid("019aa0c0-0000-7000-8000-00000000000A").is_some());
        for text in [
            "",
            "019aa0c0000070008000000000000001",
            "{019aa0c0-0000-7000-8000-000000000001}",
        ] {
            assert_eq!(parse_uuid(text), None, "{text}");
        }
    }
}
