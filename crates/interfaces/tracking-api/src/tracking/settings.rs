//! `GET` and `PATCH /api/v1beta/tracking/settings`

use std::collections::BTreeSet;

use actix_web::{HttpResponse, get, patch};
use application::ports::{TrackingSettings, UrlQuery};
use channel_classifier::{ListedHost, ListedHostError, shipped_exclusions};
use kernel::{ProfileAccess, ProfileId, RecomputeId};
use profile_setup::tracking::settings::{
    MOST_HOSTS, MOST_PARAMETERS, ParameterName, ShippedHost, TrackingChange, TrackingChanged,
    update,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::Envelope;
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{ApiJson, Scoped};
use http_kit::patch::{Patch, PatchReader, Wrong};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;

/// What of the addresses of pages and referrers is stored with events from now on (user info,
/// fragments and e-mail addresses never are), whose pages count, and which referrers say nothing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TrackingSettings)]
pub struct TrackingSettingsBody {
    /// `attribution`: of the query only what says something about traffic, and `kept_parameters`;
    /// or `all`.
    pub url_query: &'static str,
    /// Names of parameters that are kept besides, in lower case.
    pub kept_parameters: Vec<String>,
    /// Domains of the profile: a visit from one of them to another is no touch.
    pub own_domains: Vec<String>,
    /// Whether events of pages on other domains are refused; it says nothing without own domains.
    pub only_own_domains: bool,
    /// Referrers that never make a touch, beside the shipped ones: hosts with all below them, or hosts
    /// with a path.
    pub excluded_referrers: Vec<String>,
    /// Hosts of the shipped lists whose returns make touches all the same.
    pub allowed_referrers: Vec<String>,
    /// Hosts of payments and sign-ins that every profile excludes unless it allows them.
    pub shipped_exclusions: Vec<ShippedExclusion>,
}

/// A host of the shipped lists, with all below it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShippedExclusion {
    /// As it is listed; `{}` as last label stands for any country.
    pub host: &'static str,
    /// `payment` or `sign_in`.
    pub kind: &'static str,
    /// Whether a return from it is no touch. False when `allowed_referrers` names it.
    pub excluded: bool,
}

impl From<TrackingSettings> for TrackingSettingsBody {
    fn from(settings: TrackingSettings) -> Self {
        let TrackingSettings { addresses, hosts } = settings;
        let is_allowed = |host: &str| hosts.allowed_referrers.iter().any(|it| it == host);
        let shipped =
            |(host, kind): (&'static str, channel_classifier::ShippedKind)| ShippedExclusion {
                host,
                kind: kind.as_str(),
                excluded: !is_allowed(host),
            };
        Self {
            url_query: addresses.url_query.as_str(),
            kept_parameters: addresses.kept_parameters,
            shipped_exclusions: shipped_exclusions().map(shipped).collect(),
            own_domains: hosts.own_domains,
            only_own_domains: hosts.only_own_domains,
            excluded_referrers: hosts.excluded_referrers,
            allowed_referrers: hosts.allowed_referrers,
        }
    }
}

/// What belongs to the settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrackingMeta {
    /// Whose they are.
    #[schema(format = Uuid)]
    pub profile_id: String,
    /// The full replay that shows what changed, or null. Until it is through, reports show what they
    /// showed before.
    #[schema(required)]
    pub recompute_id: Option<Uuid>,
}

/// What is to change; what is left out stays. No field takes null.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TrackingSettingsPatch {
    /// `attribution` or `all`.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, example = "attribution")]
    url_query: Patch,
    /// All names of parameters that are kept besides, in any case of letters; at most 100, each of 1
    /// to 64 characters.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, example = json!(["size", "variant"]))]
    kept_parameters: Patch,
    /// All domains of the profile; at most 100. Scheme, port, `www.` and `*.` do not matter.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, example = json!(["shop.example"]))]
    own_domains: Patch,
    /// Whether events of pages on other domains are refused.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false, example = true)]
    only_own_domains: Patch,
    /// All further referrers that never make a touch: hosts, or hosts with a path; at most 100.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, example = json!(["sso.shop.example/back"]))]
    excluded_referrers: Patch,
    /// All hosts of the shipped lists, as `shipped_exclusions` names them, whose returns make touches
    /// all the same.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, example = json!(["shop.app"]))]
    allowed_referrers: Patch,
}

impl TryFrom<TrackingSettingsPatch> for TrackingChange {
    type Error = Problem;

    fn try_from(body: TrackingSettingsPatch) -> Result<Self, Problem> {
        let mut reader = PatchReader::default();
        let url_query = reader.value("url_query", &body.url_query, read_query);
        let parameters = reader.value("kept_parameters", &body.kept_parameters, read_names);
        let own = reader.value("own_domains", &body.own_domains, |hosts| {
            read_hosts(hosts, ListedHost::domain)
        });
        let only = reader.value("only_own_domains", &body.only_own_domains, Ok);
        let excluded = reader.value("excluded_referrers", &body.excluded_referrers, |hosts| {
            read_hosts(hosts, ListedHost::with_path)
        });
        let allowed = reader.value("allowed_referrers", &body.allowed_referrers, read_shipped);
        let change = || {
            Ok(Self {
                url_query: url_query?,
                kept_parameters: parameters?,
                own_domains: own?,
                only_own_domains: only?,
                excluded_referrers: excluded?,
                allowed_referrers: allowed?,
            })
        };
        let change = change();
        reader.finish(change)
    }
}

fn read_hosts(
    texts: Vec<String>,
    read: fn(&str) -> Result<ListedHost, ListedHostError>,
) -> Result<BTreeSet<ListedHost>, Wrong> {
    if texts.len() > MOST_HOSTS {
        let words = format!("has more than {MOST_HOSTS} hosts");
        return Err((FieldCode::OutOfRange, words.into()));
    }
    let host = |(index, text): (usize, String)| {
        read(&text).map_err(|error| {
            let words = format!("has at {index} what {error}: {}", shortened(&text));
            (FieldCode::Malformed, words.into())
        })
    };
    texts.into_iter().enumerate().map(host).collect()
}

fn shortened(text: &str) -> String {
    text.chars().take(64).collect()
}

fn read_shipped(texts: Vec<String>) -> Result<BTreeSet<ShippedHost>, Wrong> {
    let host = |(index, text): (usize, String)| {
        ShippedHost::parse(&text).ok_or_else(|| {
            let words = format!(
                "has at {index} what is in none of the shipped lists: {}",
                shortened(&text)
            );
            (FieldCode::UnknownValue, words.into())
        })
    };
    texts.into_iter().enumerate().map(host).collect()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "readers are handed what was sent"
)]
fn read_query(text: String) -> Result<UrlQuery, Wrong> {
    UrlQuery::parse(&text).ok_or((
        FieldCode::UnknownValue,
        "is neither attribution nor all".into(),
    ))
}

fn read_names(texts: Vec<String>) -> Result<BTreeSet<ParameterName>, Wrong> {
    if texts.len() > MOST_PARAMETERS {
        let words = format!("has more than {MOST_PARAMETERS} names");
        return Err((FieldCode::OutOfRange, words.into()));
    }
    let name = |(index, text): (usize, String)| {
        ParameterName::parse(&text).ok_or_else(|| {
            let words = format!(
                "has at {index} what is no name of a parameter: 1 to {} characters, none of them \
                 a space or one of = & # ? % +",
                ParameterName::MAX
            );
            (FieldCode::Malformed, words.into())
        })
    };
    texts.into_iter().enumerate().map(name).collect()
}

/// Get the tracking settings
#[utoipa::path(
    operation_id = "getTrackingSettings",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G98"))),
    responses(
        (status = 200, description = "The settings in force.",
            body = Envelope<TrackingSettingsBody, TrackingMeta>),
    )
)]
#[get("/api/v1beta/tracking/settings")]
pub(crate) async fn get_tracking_settings(
    call: Scoped<TrackingWrite>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let settings = in_force(&call.state, profile_id).await?;
    let recompute = None;
    Ok(answer(
        &call.access,
        TrackingChanged {
            settings,
            recompute,
        },
    ))
}

/// Update the tracking settings
///
/// Changes what is sent and keeps the rest. What of addresses is stored holds for events that come from
/// a second later on; what is stored already stays as it is, and no figure changes by it: channels,
/// advertisements and clicks are read from an address before anything of it is left out. Another list of
/// hosts holds for all that was ever received: the referrers of all page views are read anew, and one
/// full replay, which `meta.recompute_id` names, shows what that changes. What a server said of a
/// referrer with an event of its own stays as it was read.
#[utoipa::path(
    operation_id = "updateTrackingSettings",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G98"))),
    request_body = TrackingSettingsPatch,
    responses(
        (status = 200, description = "The settings from now on.",
            body = Envelope<TrackingSettingsBody, TrackingMeta>),
        TooManyWrites,
    )
)]
#[patch("/api/v1beta/tracking/settings")]
pub(crate) async fn update_tracking_settings(
    call: Scoped<TrackingWrite, ApiJson<TrackingSettingsPatch>>,
) -> Result<HttpResponse, Problem> {
    let change = TrackingChange::try_from(call.input.0)?;
    let access = call.access;
    let state = call.state.into_inner();
    let written = {
        let access = access.clone();
        detached(async move { write(&state, &access, change).await }).await?
    };
    Ok(answer(&access, written))
}

/// Also for the console.
pub async fn write(
    state: &AppState,
    access: &ProfileAccess,
    change: TrackingChange,
) -> Result<TrackingChanged, Problem> {
    let input = (access, change);
    let changed = state.write(&input, |work, context, (access, change)| {
        Box::pin(update(work, context, access, change.clone()))
    });
    changed.await?.ok_or_else(Problem::not_found)
}

/// The settings of a profile. Also for the console.
pub async fn in_force(
    state: &AppState,
    profile_id: ProfileId,
) -> Result<TrackingSettings, Problem> {
    let found = state.read(&profile_id, |work, _, profile_id| {
        Box::pin(async move { work.settings().tracking(*profile_id).await })
    });
    found.await?.ok_or_else(Problem::not_found)
}

fn answer(access: &ProfileAccess, changed: TrackingChanged) -> HttpResponse {
    HttpResponse::Ok().json(Envelope {
        data: TrackingSettingsBody::from(changed.settings),
        meta: TrackingMeta {
            profile_id: access.profile_id.to_string(),
            recompute_id: changed.recompute.map(RecomputeId::uuid),
        },
    })
}
