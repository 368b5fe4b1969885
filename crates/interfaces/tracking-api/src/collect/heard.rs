//! On which hosts the tracker was heard. Noted beside the answer: nothing here waits, and nothing here refuses.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use application::ports::Profile;
use channel_classifier::host_of;
use event_intake::ports::{Heard, HostKey};
use event_intake::{Origin, TrackerBatch, TrackerEventKind};

use http_kit::documented::in_query;
use http_kit::state::AppState;
use utoipa::IntoParams;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Parameter, ParameterIn};

/// What a tracker says of itself.
#[derive(Debug)]
pub(super) enum OriginParameters {}

impl IntoParams for OriginParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let version = "Version of the tracker: 1 to 32 letters, digits, `.`, `_` and `-`. Anything else counts as not told.";
        let way = "How the tracker got into the page: `snippet`, `gtm` or `shopify`. Any other word counts as not told.";
        let gap = || ExtensionsBuilder::new().add("x-spec-gap", "G04").build();
        [("s", version), ("w", way)]
            .map(|(name, told)| in_query(name, told).extensions(Some(gap())).build())
            .to_vec()
    }
}

/// What the tracker says of itself, in the query: what stands there never refuses a batch, also not at a process of a
/// release that does not know it.
pub(super) fn origin(request: &HttpRequest) -> Origin {
    let told = |name: &str| {
        let mut parts = request.query_string().split('&');
        parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
    };
    Origin::read(told("s"), told("w"))
}

/// Page views of a batch by the host of the page.
pub(super) fn views_by_host(batch: &TrackerBatch) -> BTreeMap<String, u64> {
    let mut views = BTreeMap::new();
    for event in &batch.events {
        if let TrackerEventKind::PageView { url, .. } = &event.kind
            && let Some(host) = host_of(url)
        {
            *views.entry(host).or_default() += 1;
        }
    }
    views
}

/// Notes page views that were taken.
pub(super) fn taken(
    state: &AppState,
    profile: &Profile,
    views: BTreeMap<String, u64>,
    origin: &Origin,
) {
    let now = state.clock.now();
    for (host, views) in views {
        let heard = Heard::taken(views, origin.version.clone(), now);
        note(state, profile, (host, origin), heard);
    }
}

/// Notes that something of a page was refused, because its host is not the profile's.
pub(super) fn refused(state: &AppState, profile: &Profile, page: &str, origin: &Origin) {
    if let Some(host) = host_of(page) {
        let heard = Heard::refused(origin.version.clone(), state.clock.now());
        note(state, profile, (host, origin), heard);
    }
}

fn note(state: &AppState, profile: &Profile, (host, origin): (String, &Origin), heard: Heard) {
    let key = HostKey {
        local_date: profile.timezone.local_date(state.clock.now()),
        profile_id: profile.id,
        host,
        way: origin.way,
    };
    state.collecting.hosts.note(key, heard);
}
