//! `GET` and `PUT /api/v1beta/spend/platforms`

use std::collections::BTreeSet;

use actix_web::dev::Payload;
use actix_web::{HttpRequest, HttpResponse, get, put};
use application::ports::SpendPlatform;
use channel_classifier::normal_text;
use kernel::ProfileAccess;
use serde::{Deserialize, Serialize};
use spend_intake::spend::platforms::{KnownPlatform, list, replace};
use utoipa::ToSchema;

use ad_spend::rows::{MAX_NAME, MAX_PLATFORM};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::{AnalyticsRead, AttributionWrite};
use http_kit::extract::{ApiJson, Fault, Input, Scoped};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// Platforms that a profile may say something of.
const MAX_PLATFORMS: usize = 200;

/// Which traffic a platform buys, and the channel that it has by the rules of the profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpendPlatformRecord {
    /// The platform, in lower case.
    pub platform: String,
    /// `utm_source` of its traffic.
    pub utm_source: String,
    /// `utm_medium` of its traffic.
    pub utm_medium: String,
    /// The channel that such traffic has now.
    pub channel: String,
    /// Whether the profile says so; else it is built in.
    pub is_own: bool,
}

impl From<KnownPlatform> for SpendPlatformRecord {
    fn from(known: KnownPlatform) -> Self {
        Self {
            platform: known.traffic.platform,
            utm_source: known.traffic.utm_source,
            utm_medium: known.traffic.utm_medium,
            channel: known.channel,
            is_own: known.is_own,
        }
    }
}

/// What the profile says of platforms.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SpendPlatformsBody {
    /// At most 200, each platform once; none goes back to the built-in table.
    #[schema(max_items = 200)]
    platforms: Vec<SpendPlatformBody>,
}

/// Which traffic a platform buys.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SpendPlatformBody {
    /// The platform as rows of spend name it, in any case of letters.
    #[schema(min_length = 1, max_length = 64)]
    platform: String,
    /// `utm_source` of its traffic.
    #[schema(min_length = 1, max_length = 256)]
    utm_source: String,
    /// `utm_medium` of its traffic; absent is `cpc`.
    #[schema(min_length = 1, max_length = 256)]
    utm_medium: Option<String>,
}

/// The platforms of a body.
#[derive(Debug)]
pub struct PlatformsInput(Vec<SpendPlatform>);

impl Input for PlatformsInput {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let ApiJson(body) =
            ApiJson::<SpendPlatformsBody, { 512 * 1024 }>::read(request, payload).await?;
        if body.platforms.len() > MAX_PLATFORMS {
            let words = "has more than 200 platforms";
            let error = FieldError::pointer("/platforms", FieldCode::OutOfRange, words);
            return Err(Problem::invalid_field(error));
        }
        let (mut read, mut errors, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (index, one) in body.platforms.into_iter().enumerate() {
            let mut field = |name: &str, text: &str, limit| {
                read_text(text, limit).map_err(|(code, words)| {
                    let at = format!("/platforms/{index}/{name}");
                    errors.push(FieldError::pointer(at, code, words));
                })
            };
            let platform = field("platform", &one.platform.to_lowercase(), MAX_PLATFORM);
            let utm_source = field("utm_source", &one.utm_source, MAX_NAME);
            let medium = one.utm_medium.as_deref().unwrap_or("cpc");
            let utm_medium = field("utm_medium", medium, MAX_NAME);
            let (Ok(platform), Ok(utm_source), Ok(utm_medium)) = (platform, utm_source, utm_medium)
            else {
                continue;
            };
            if !seen.insert(platform.clone()) {
                let at = format!("/platforms/{index}/platform");
                let words = "is there twice";
                errors.push(FieldError::pointer(at, FieldCode::Repeated, words));
            }
            read.push(SpendPlatform {
                platform,
                utm_source,
                utm_medium,
            });
        }
        if errors.is_empty() {
            Ok(Self(read))
        } else {
            Err(Problem::invalid(errors))
        }
    }
}

/// Words for "no value" mean nothing here.
fn read_text(text: &str, limit: usize) -> Result<String, Fault> {
    let text = text.trim();
    if text.chars().count() > limit {
        return Err((FieldCode::OutOfRange, "is too long"));
    }
    if text.contains('\0') || normal_text(text).is_none() {
        return Err((FieldCode::Malformed, "is empty or stands for no value"));
    }
    Ok(text.to_owned())
}

/// List advertising platforms
///
/// Which traffic each platform buys, and so which channel its spend has: the built-in table and what
/// the profile says of platforms, which comes first. A platform that is not in the list is its own
/// source, without `_ads` at the end, with the medium `cpc`.
#[utoipa::path(
    operation_id = "listSpendPlatforms",
    tag = "Ingest",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G120"))),
    responses(
        (status = 200, description = "The platforms by name.",
            body = Envelope<Vec<SpendPlatformRecord>, ProfileMeta>),
    )
)]
#[get("/api/v1beta/spend/platforms")]
pub(crate) async fn list_platforms(call: Scoped<AnalyticsRead>) -> Result<HttpResponse, Problem> {
    answer(&call.state, &call.access).await
}

/// Say which traffic platforms buy
///
/// Replaces all that the profile says of platforms. Rows of spend that come later follow it; those
/// that are there keep their channel until they are sent again. Stamps an audit event.
#[utoipa::path(
    operation_id = "replaceSpendPlatforms",
    tag = "Ingest",
    security(("api_key" = ["attribution:write"])),
    extensions(("x-spec-gap" = json!("G120"))),
    request_body(content = SpendPlatformsBody, content_type = "application/json"),
    responses(
        (status = 200, description = "The platforms by name, as they are now.",
            body = Envelope<Vec<SpendPlatformRecord>, ProfileMeta>),
    )
)]
#[put("/api/v1beta/spend/platforms")]
pub(crate) async fn replace_platforms(
    call: Scoped<AttributionWrite, PlatformsInput>,
) -> Result<HttpResponse, Problem> {
    let state = call.state.into_inner();
    let (writer, access, platforms) = (state.clone(), call.access.clone(), call.input.0);
    detached(async move {
        let input = (access, platforms);
        let done = writer.write(&input, |work, context, (access, platforms)| {
            Box::pin(replace(work, context, access, platforms))
        });
        done.await.map_err(Problem::from)
    })
    .await?;
    answer(&state, &call.access).await
}

async fn answer(state: &AppState, access: &ProfileAccess) -> Result<HttpResponse, Problem> {
    let profile = state.profiles.find(access.profile_id).await?;
    let profile = profile.ok_or_else(Problem::not_found)?;
    let known = state.read(&profile, |work, _, profile| Box::pin(list(work, profile)));
    let known: Vec<KnownPlatform> = known.await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: known
            .into_iter()
            .map(Into::into)
            .collect::<Vec<SpendPlatformRecord>>(),
        meta: ProfileMeta::from(access.profile_id),
    }))
}
