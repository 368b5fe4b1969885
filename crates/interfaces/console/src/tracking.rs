//! The tracking key of a profile, and what to put on a page.

use event_intake::ports::{IntakeReason, LatestIntake};
use kernel::TimeZone;
use kernel::timestamp::MICROS_PER_SECOND;

use super::error::PageError;
use super::format;
use super::viewer::AtProfile;
use http_kit::collect_gate::ENDPOINT;
use tracking_api::tracking::installers::render::{Consent, Site, snippet};

/// A key with its snippet.
pub(super) struct Tracking {
    /// What the tracker sends; not secret.
    pub key: String,
    /// The tag for the pages to be measured.
    pub snippet: String,
    /// When the last event came.
    pub last_event: Option<String>,
    /// What was refused or left out in the last hour, the latest first.
    pub refused: Vec<Refusal>,
}

/// What was refused or left out.
pub(super) struct Refusal {
    /// Why.
    pub why: &'static str,
    /// The field that was wrong; empty where none was.
    pub field: String,
    /// Events of the day.
    pub events: String,
    /// When the last of them came.
    pub last: String,
}

/// How far back the page looks, in microseconds: an hour.
const LATELY: i64 = 3_600 * MICROS_PER_SECOND;

fn refusal(latest: LatestIntake, zone: &TimeZone) -> Option<Refusal> {
    let why = match latest.reason {
        IntakeReason::Accepted => return None,
        IntakeReason::Bot => "Taken, but left out of reports: a program sent it",
        IntakeReason::Malformed => "A field cannot be read",
        IntakeReason::KeyLimit => "More events a minute than the tracking key may send",
        IntakeReason::AddressLimit => "More events a minute than one address may send",
        IntakeReason::Busy => "Too much was waiting to be written; the tracker tries again",
        IntakeReason::ForeignPage => "A page of a domain that is not among your own (see below)",
        IntakeReason::UnknownRecipient => "Taken as nobody's: its token names no recipient",
    };
    Some(Refusal {
        why,
        field: latest.pointer,
        events: latest.events.to_string(),
        last: format::clock(latest.last_at, zone),
    })
}

/// The active key as the tracker sends it, if one was issued.
pub(super) async fn key(at: &AtProfile) -> Result<Option<String>, PageError> {
    let active = at.viewer.state.tracking_keys.active(at.access.profile_id);
    let active = active.await.map_err(|error| PageError::internal(&error))?;
    Ok(active.map(|key| key.public_key))
}

/// The active key with what the page says of it, if one was issued.
pub(super) async fn active(at: &AtProfile) -> Result<Option<Tracking>, PageError> {
    let state = &at.viewer.state;
    let Some(key) = key(at).await? else {
        return Ok(None);
    };
    let site = Site {
        address: state.addresses.base(),
        key: &key,
    };
    let snippet = snippet(site, Consent::Unasked, None);
    let (profile, zone) = (at.access.profile_id, &at.profile.timezone);
    let counts = &state.collecting.counts;
    counts.write().await;
    let since = state.clock.now().plus_micros(-LATELY);
    let latest = counts.store().since(profile, ENDPOINT, since).await?;
    let last_event = counts.store().last_event(profile).await?;
    Ok(Some(Tracking {
        last_event: last_event.map(|at| format::instant(at, zone)),
        refused: latest
            .into_iter()
            .filter_map(|one| refusal(one, zone))
            .collect(),
        snippet: snippet.trim_end().to_owned(),
        key,
    }))
}
