//! `GET /api/v1/tracking/snippet`

use actix_web::{HttpResponse, get};
use http_kit::documented::in_query;
use serde::Serialize;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::{IntoParams, ToSchema};

use super::installers::render::{Site, snippet};
use super::installers::{Asked, InstallerParameters, active_key, file};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{ApiQuery, Fault, FromQuery, Invalid, QueryReader, Scoped};
use http_kit::problem::{FieldCode, Problem};

/// Longest id of a pixel.
const MAX_PIXEL_ID: usize = 128;

/// What a social network calls a pixel. It is written into code, so it has letters, digits, `_` and `-` alone.
#[derive(Debug)]
pub struct SocialPixelId(String);

impl SocialPixelId {
    /// Reads one.
    ///
    /// # Errors
    /// Words for what has anything else in it.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if (1..=MAX_PIXEL_ID).contains(&text.len()) && text.bytes().all(is_word) {
            return Ok(Self(text.to_owned()));
        }
        let words = "is not 1 to 128 letters, digits, _ and -";
        Err((FieldCode::Malformed, words))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The parameters of installers, and `social_pixel_id`.
#[derive(Debug)]
pub(super) enum SnippetParameters {}

impl FromQuery for SnippetParameters {
    type Query = (Asked, Option<SocialPixelId>);

    fn from_query(query: &mut QueryReader) -> Result<Self::Query, Invalid> {
        let pixel = query.optional("social_pixel_id", SocialPixelId::parse);
        let asked = InstallerParameters::from_query(query);
        Ok((asked?, pixel?))
    }
}

impl IntoParams for SnippetParameters {
    fn into_params(provider: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let description =
            "Id of a pixel of Meta's, which is loaded in a second tag, behind the same consent.";
        let id = ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^[A-Za-z0-9_-]{1,128}$"));
        let gap = ExtensionsBuilder::new().add("x-spec-gap", "G05").build();
        let pixel = in_query("social_pixel_id", description)
            .schema(Some(id))
            .extensions(Some(gap));
        let mut all = vec![pixel.build()];
        all.extend(InstallerParameters::into_params(provider));
        all
    }
}

/// The tracker for web pages.
#[derive(Debug, Serialize, ToSchema)]
pub struct SnippetInstaller {
    /// Markup for the `<head>` of every page to be measured.
    pub snippet: String,
}

/// Get the tracker's tag
///
/// The script tag with the profile's key, for the `<head>` of every page to be measured, and with `social_pixel_id` a
/// second one for the social network's pixel, which follows what the visitor answers the tracker. A profile without an
/// active tracking key is 404: issue one first.
#[utoipa::path(
    operation_id = "getTrackingSnippet",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    params(SnippetParameters),
    responses(
        (status = 200, description = "The markup, in an envelope or, with `format=file`, as a file.",
            content(
                (Envelope<SnippetInstaller, ProfileMeta> = "application/json"),
                (String = "text/html"),
            ),
            headers(("content-disposition" = String, description = "The name of the file, with `format=file`."))),
        (status = 404, description = "The profile has no active tracking key, or cannot be reached."),
    )
)]
#[get("/api/v1/tracking/snippet")]
pub(crate) async fn get_tracking_snippet(
    call: Scoped<TrackingWrite, ApiQuery<SnippetParameters>>,
) -> Result<HttpResponse, Problem> {
    let profile = call.access.profile_id;
    let (asked, pixel) = call.input.0;
    let key = active_key(&call.state, profile).await?;
    let site = Site {
        address: call.state.addresses.base(),
        key: &key,
    };
    let pixel = pixel.as_ref().map(SocialPixelId::as_str);
    let snippet = snippet(site, asked.consent, pixel);
    if asked.is_file {
        let media_type = "text/html; charset=utf-8";
        return Ok(file(media_type, "tributary-snippet.html", snippet));
    }
    Ok(HttpResponse::Ok().json(Envelope {
        data: SnippetInstaller { snippet },
        meta: ProfileMeta::from(profile),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_pixels_are_words() {
        for id in ["1", "1234567890123456", "a_B-9", &"x".repeat(128)] {
            assert_eq!(SocialPixelId::parse(id).unwrap().0, id);
        }
        for id in [
            "",
            " 1",
            "1'",
            "a\"b",
            "<1>",
            "ñ",
            "1.2",
            "1\n",
            &"x".repeat(129),
        ] {
            assert!(SocialPixelId::parse(id).is_err(), "{id}");
        }
    }
}
