//! The `OpenAPI` document: made once of the same registrations that the server is made of.

mod common;
mod lock;

use std::collections::BTreeMap;

use access_control::Grant;
use actix_web::App;
use actix_web::web::Bytes;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http_kit::documented::{deprecated, required};
use ring::digest::{SHA256, digest};
use serde_json::Value;
use utoipa::openapi::info::{InfoBuilder, LicenseBuilder};
use utoipa::openapi::security::{
    AuthorizationCode, Flow, HttpAuthScheme, HttpBuilder, OAuth2, Scopes, SecurityScheme,
};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{ComponentsBuilder, OpenApi, OpenApiBuilder};
use utoipa_actix_web::AppExt;

/// Names the scheme of API keys. An operation that lists its scope under it lets every credential
/// in that has the scope on the profile.
pub const API_KEY: &str = "api_key";
/// Names the scheme of user tokens. An operation that lists its scope under it lets people and
/// their applications in.
pub const USER_TOKEN: &str = "user_token";
/// Names the scheme of session tokens. An operation under it is for people in person.
pub const SESSION_TOKEN: &str = "session_token";

const DESCRIPTION: &str = "Marketing attribution: touches and outcomes go in, attributed revenue \
    comes out, and every unit of credit can be explained.\n\nEvery operation with a lock needs \
    `Authorization: Bearer <credential>`: an API key, which belongs to one profile; a user token, by \
    which an application acts for a person; or a person's own session token. People name the \
    profile in `profile_id`. Money is exact: decimal \
    strings and numbers are unrounded, and are best parsed as decimals. What carries `x-spec-gap` \
    is a choice of this service where the interface it implements leaves the shape open; the id \
    names a row of the gap register.\n\nWhat changed from release to release is told in the \
    [changelog](/docs/changelog).";

const TAGS: &[(&str, &str)] = &[
    (
        "Analytics",
        "Spend, revenue, traffic and coverage of a period.",
    ),
    (
        "Channels",
        "How traffic gets its channel, and what other rules would make of it.",
    ),
    (
        "Customers",
        "Who converted, and what led there (personal data).",
    ),
    (
        "Identity",
        "Which customers people say are one, and what that does.",
    ),
    ("Conversions", "Why a conversion is credited as it is."),
    (
        "Goals",
        "Which outcome events are conversions, and as what.",
    ),
    (
        "Workspaces",
        "What people own, what is paid for, and what waits for a human.",
    ),
    (
        "Profile",
        "What a profile is called, how it reports, and how fresh its figures are.",
    ),
    (
        "Attribution",
        "Replays of history, and every change of a reported figure.",
    ),
    (
        "Data quality",
        "What is wrong with the data, what hangs on it, and what mends it.",
    ),
    (
        "Ingest",
        "How touches, outcomes, payments and spend come in.",
    ),
    (
        "OAuth",
        "How applications get to act for people, and people get session tokens.",
    ),
    (
        "Webhooks",
        "What is told to systems of others when it has happened.",
    ),
    (
        "Exports",
        "What conversions are sent with: accounts at ad platforms.",
    ),
    ("Service", "The service itself."),
];

/// The document as it is served.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its JSON text.
    pub json: Bytes,
    /// Changes with the text; for the `ETag` header.
    pub digest: String,
}

impl Document {
    /// Renders the document.
    pub fn render(api: &OpenApi) -> Self {
        let json = to_json(api);
        let hash = digest(&SHA256, json.as_bytes());
        let digest = URL_SAFE_NO_PAD.encode(hash.as_ref());
        Self {
            json: Bytes::from(json),
            digest,
        }
    }
}

/// The document, from the registrations of every endpoint.
pub fn document() -> OpenApi {
    let (_, mut api) = App::new()
        .into_utoipa_app()
        .openapi(base())
        .configure(super::configure)
        .split_for_parts();
    common::complete(&mut api);
    deprecated::mark(&mut api);
    required::complete(&mut api);
    api
}

/// The document as JSON text, as it is committed and served.
pub fn openapi_json() -> String {
    to_json(&document())
}

fn base() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Tributary")
        .version("1.0.0")
        .description(Some(DESCRIPTION))
        .license(Some(
            LicenseBuilder::new()
                .name("Apache-2.0")
                .identifier(Some("Apache-2.0"))
                .build(),
        ))
        .build();
    let components = schemes()
        .into_iter()
        .fold(ComponentsBuilder::new(), |components, (name, scheme)| {
            components.security_scheme(name, scheme)
        })
        .build();
    let tag = |(name, description): &(&str, &str)| {
        TagBuilder::new()
            .name(*name)
            .description(Some(*description))
            .build()
    };
    OpenApiBuilder::new()
        .info(info)
        .components(Some(components))
        .tags(Some(TAGS.iter().map(tag)))
        .build()
}

/// The three credentials. They share one header and are told apart by their shape.
fn schemes() -> [(&'static str, SecurityScheme); 3] {
    let bearer = |format: &str, words: &str| {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format(format)
            .description(Some(words))
            .build();
        SecurityScheme::Http(scheme)
    };
    let grants = Grant::ALL.map(|grant| {
        let words = match grant {
            Grant::Read => "Read figures.",
            Grant::ReadPii => "Read customers and their journeys (personal data).",
            Grant::Write => "Change settings, exports and goals, apply recommendations.",
        };
        (grant.as_str(), words)
    });
    let flow = AuthorizationCode::new(
        "/oauth/mcp/authorize",
        "/oauth/mcp/token",
        Scopes::from_iter(grants),
    );
    let oauth = OAuth2::with_description(
        [Flow::AuthorizationCode(flow)],
        "A token by which an application acts for a person, `svc_user_…`.",
    );
    [
        (
            API_KEY,
            bearer("svc_live_…", "An API key; it belongs to one profile."),
        ),
        (USER_TOKEN, SecurityScheme::OAuth2(oauth)),
        (
            SESSION_TOKEN,
            bearer("JWT", "A session token of the identity provider: a person."),
        ),
    ]
}

/// Members in the order of their names: extensions sit in hash maps, and equal documents must be
/// equal texts.
fn to_json(api: &OpenApi) -> String {
    let mut value = serde_json::to_value(api).unwrap_or_default();
    if let Value::Object(document) = &mut value {
        let webhooks = webhooks_api::events::webhooks();
        document.insert("webhooks".to_owned(), Value::Object(webhooks));
    }
    let mut text = serde_json::to_string_pretty(&ordered(value)).unwrap_or_default();
    text.push('\n');
    text
}

fn ordered(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(ordered).collect()),
        Value::Object(members) => {
            let members: BTreeMap<_, _> = members
                .into_iter()
                .map(|(name, value)| (name, ordered(value)))
                .collect();
            Value::Object(members.into_iter().collect())
        }
        other => other,
    }
}
