//! Deprecated operations in the document: marked, with the headers of their answers.

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::response::Response;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Components, Deprecated, OpenApi, RefOr};

use crate::removals::OPERATIONS;

/// Marks them all.
pub fn mark(api: &mut OpenApi) {
    let components = api.components.clone().unwrap_or_default();
    for deprecated in OPERATIONS {
        let item = api.paths.paths.get_mut(deprecated.path);
        let operation = item.and_then(|item| operation(item, deprecated.method));
        if let Some(operation) = operation {
            operation.deprecated = Some(Deprecated::True);
            add_headers(operation, &components);
        }
    }
}

fn operation<'a>(item: &'a mut PathItem, method: &str) -> Option<&'a mut Operation> {
    match method {
        "GET" => item.get.as_mut(),
        "PUT" => item.put.as_mut(),
        "POST" => item.post.as_mut(),
        "PATCH" => item.patch.as_mut(),
        "DELETE" => item.delete.as_mut(),
        _ => None,
    }
}

/// A shared answer has no headers of its own, so it is written out where it is used.
fn add_headers(operation: &mut Operation, components: &Components) {
    for response in operation.responses.responses.values_mut() {
        if let RefOr::Ref(reference) = response {
            let name = reference
                .ref_location
                .rsplit('/')
                .next()
                .unwrap_or_default();
            if let Some(shared) = components.responses.get(name) {
                *response = shared.clone();
            }
        }
        if let RefOr::T(response) = response {
            add_to(response);
        }
    }
}

fn add_to(response: &mut Response) {
    let documented = [
        (
            "deprecation",
            "`@` and the unix second of the notice (RFC 9745).",
        ),
        ("sunset", "The day of removal, once it is set (RFC 8594)."),
        (
            "link",
            "The successor, as `<path>; rel=\"successor-version\"`, once the day of removal is set.",
        ),
    ];
    for (name, words) in documented {
        response
            .headers
            .insert(name.to_owned(), RefOr::T(header(words)));
    }
}

fn header(words: &str) -> Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .description(Some(words))
        .build()
}
