//! What to paste into pages, tag managers and stores, so that the tracker runs there.
//!
//! All of them are made of the profile's tracking key and the service's address, and looking at one changes nothing: a
//! profile without a key is told to have one issued.

pub mod container;
mod escape;
pub mod gtm;
pub mod render;
pub mod shopify_pixel;

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use http_kit::documented::in_query;
use http_kit::extract::{Fault, FromQuery, Invalid, QueryReader};
use http_kit::problem::{Code, FieldCode, Problem};
use http_kit::state::AppState;
use kernel::ProfileId;
use utoipa::IntoParams;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use render::Consent;

/// How an installer is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) consent: Consent,
    /// The bare thing in place of the envelope.
    pub(super) is_file: bool,
}

/// `consent` and `format`.
#[derive(Debug)]
pub(super) enum InstallerParameters {}

impl FromQuery for InstallerParameters {
    type Query = Asked;

    fn from_query(query: &mut QueryReader) -> Result<Asked, Invalid> {
        let consent = query.optional("consent", |text| match text {
            "required" => Ok(Consent::Required),
            _ => Err(unknown("is not required, the only word there is")),
        });
        let format = query.optional("format", |text| match text {
            "file" => Ok(()),
            _ => Err(unknown("is not file, the only other form there is")),
        });
        Ok(Asked {
            consent: consent?.unwrap_or_default(),
            is_file: format?.is_some(),
        })
    }
}

fn unknown(words: &'static str) -> Fault {
    (FieldCode::UnknownValue, words)
}

impl IntoParams for InstallerParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let consent = "`required`: nothing is sent and nothing stored before the visitor has agreed. A store pixel \
            always waits for the store to say so.";
        let format = "`file`: the bare thing, as a file to save, in place of the envelope.";
        vec![
            word("consent", consent, "required").build(),
            word("format", format, "file").build(),
        ]
    }
}

fn word(name: &str, description: &str, only: &str) -> ParameterBuilder {
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some([only]));
    let gap = ExtensionsBuilder::new().add("x-spec-gap", "G05").build();
    in_query(name, description)
        .schema(Some(schema))
        .extensions(Some(gap))
}

/// The profile's active tracking key.
pub(super) async fn active_key(state: &AppState, profile: ProfileId) -> Result<String, Problem> {
    let key = state.tracking_keys.active(profile).await?;
    key.map(|key| key.public_key).ok_or_else(|| {
        Problem::new(
            Code::NotFound,
            "the profile has no active tracking key; POST /api/v1/tracking/keys issues one",
        )
    })
}

/// A file to save.
pub(super) fn file(
    media_type: &'static str,
    name: &'static str,
    content: impl Into<String>,
) -> HttpResponse {
    let disposition = format!("attachment; filename=\"{name}\"");
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .body(content.into())
}
