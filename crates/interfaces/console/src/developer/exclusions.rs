//! Events of browsers that count for nothing, as the Developer page shows, tries, adds and removes them.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use event_intake::ports::StoredExclusion;
use kernel::{ExclusionId, Scope, TimeZone};

use super::answer;
use crate::error::PageError;
use crate::form::Form;
use crate::format::{count, instant};
use crate::page::see_other;
use crate::viewer::AtProfile;
use http_kit::extract::parse_uuid;
use tracking_api::tracking::exclusions::body::ExclusionDraftBody;
use tracking_api::tracking::exclusions::preview::{ExclusionPreview, foretold};
use tracking_api::tracking::exclusions::{create, delete, list};

/// What the section shows.
pub(super) struct Exclusions {
    /// Those in force.
    pub rows: Vec<Row>,
    /// What the form says, and what that would do.
    pub tried: Tried,
}

/// An exclusion in force.
pub(super) struct Row {
    /// Names it.
    pub id: String,
    /// What the events have in common, one condition an item.
    pub conditions: Vec<String>,
    /// How many there are.
    pub events: String,
    /// Since when it is in force.
    pub since: String,
}

/// What was tried.
#[derive(Default)]
pub(super) struct Tried {
    /// As it was written.
    pub draft: Written,
    /// What it would do.
    pub foretold: Option<Vec<(&'static str, String)>>,
    /// Who sent that, and how much of it.
    pub senders: Vec<(String, String)>,
}

/// The fields of the form.
#[derive(Default)]
pub(super) struct Written {
    pub received_from: String,
    pub received_until: String,
    pub landing_host: String,
    pub path_prefix: String,
    pub referrer_host: String,
    pub utm_field: String,
    pub utm_value: String,
    pub country: String,
    pub anonymous_ids: String,
    pub senders: String,
}

impl Written {
    fn read(form: &Form) -> Self {
        let field = |name: &str| form.one(name).unwrap_or_default().trim().to_owned();
        Self {
            received_from: field("received_from"),
            received_until: field("received_until"),
            landing_host: field("landing_host"),
            path_prefix: field("path_prefix"),
            referrer_host: field("referrer_host"),
            utm_field: field("utm_field"),
            utm_value: field("utm_value"),
            country: field("country"),
            anonymous_ids: field("anonymous_ids"),
            senders: field("senders"),
        }
    }

    fn body(&self) -> ExclusionDraftBody {
        let said = |text: &String| (!text.is_empty()).then(|| text.clone());
        // What browsers send of a field of this kind has neither seconds nor a zone.
        let at = |text: &String| said(text).map(|text| format!("{text}:00Z"));
        let utm = |field: &str| said(&self.utm_value).filter(|_| self.utm_field == field);
        let words = |text: &str| {
            let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            (!words.is_empty()).then_some(words)
        };
        ExclusionDraftBody {
            received_from: at(&self.received_from),
            received_until: at(&self.received_until),
            landing_host: said(&self.landing_host),
            path_prefix: said(&self.path_prefix),
            referrer_host: said(&self.referrer_host),
            utm_source: utm("utm_source"),
            utm_medium: utm("utm_medium"),
            utm_campaign: utm("utm_campaign"),
            utm_term: utm("utm_term"),
            utm_content: utm("utm_content"),
            country: said(&self.country),
            anonymous_ids: words(&self.anonymous_ids),
            senders: words(&self.senders),
        }
    }
}

/// Those in force, and what was tried.
pub(super) async fn shown(at: &AtProfile, tried: Tried) -> Result<Exclusions, PageError> {
    let listed = list::in_force(&at.viewer.state, at.access.profile_id).await?;
    let zone = &at.profile.timezone;
    let row = |(exclusion, events): (StoredExclusion, u64)| Row {
        id: exclusion.id.to_string(),
        conditions: conditions(&exclusion, zone),
        events: whole(events),
        since: instant(exclusion.created_at, zone),
    };
    Ok(Exclusions {
        rows: listed.into_iter().map(row).collect(),
        tried,
    })
}

fn conditions(exclusion: &StoredExclusion, zone: &TimeZone) -> Vec<String> {
    let said = exclusion.conditions.said();
    let mut all = Vec::new();
    let mut add = |words: &str, text: Option<&str>| {
        all.extend(text.map(|text| format!("{words} {text}")));
    };
    add("page on", said.landing_host.as_deref());
    add("path begins with", said.path_prefix.as_deref());
    add("page before on", said.referrer_host.as_deref());
    for (field, value) in event_intake::UTM_FIELDS.iter().zip(&said.utm) {
        add(field, value.as_deref());
    }
    add("country", said.country.as_deref());
    let senders: Vec<String> = said.senders.iter().cloned().collect();
    add("browser", some_of(&exclusion.anonymous_ids).as_deref());
    add("sender", some_of(&senders).as_deref());
    let at = |at| instant(at, zone);
    add("received from", said.received.from.map(at).as_deref());
    add("received before", said.received.until.map(at).as_deref());
    all
}

fn whole(many: u64) -> String {
    count(i64::try_from(many).unwrap_or(i64::MAX)).text
}

fn some_of(names: &[String]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(format!("among {}", several.len())),
    }
}

fn words(preview: &ExclusionPreview) -> Vec<(&'static str, String)> {
    let less = |count: i64| match count {
        0.. => whole(count.unsigned_abs()),
        _ => format!("{} more", whole(count.unsigned_abs())),
    };
    vec![
        ("Events", whole(preview.events)),
        ("Page views", whole(preview.page_views)),
        ("Identifications", whole(preview.identifications)),
        ("Sessions", less(preview.sessions)),
        ("Touches", less(preview.touches)),
        ("Visitors", whole(preview.visitors)),
    ]
}

/// Tries what the form says, or excludes it.
pub(super) async fn put(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::TrackingWrite).await?;
    let path = at.developer_path();
    let form = Form::accept(&request, &body, &at.viewer, &path).await?;
    let draft = Written::read(&form);
    let profile_id = at.access.profile_id;
    let state = at.viewer.state.clone().into_inner();
    let read = draft.body().read(&state, profile_id)?;
    if form.one("what") == Some("exclude") {
        create::commit(state, at.access.clone(), read).await?;
        return Ok(see_other(&format!("{path}#exclusions")));
    }
    let foretold = foretold(state, profile_id, read.conditions).await?;
    let preview = ExclusionPreview::from(foretold);
    let senders = preview.senders.iter();
    let tried = Tried {
        draft,
        foretold: Some(words(&preview)),
        senders: senders
            .map(|it| (it.sender.clone(), whole(it.events)))
            .collect(),
    };
    answer(&at, None, tried).await
}

/// Lets excluded events count again.
pub(super) async fn take_back(
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let at = AtProfile::with(&request, Scope::TrackingWrite).await?;
    let path = at.developer_path();
    Form::accept(&request, &body, &at.viewer, &path).await?;
    let id = request.match_info().get("exclusion_id").unwrap_or_default();
    let id: ExclusionId = parse_uuid(id).ok_or(PageError::NotFound)?.into();
    delete::commit(at.viewer.state.clone().into_inner(), at.access.clone(), id).await?;
    Ok(see_other(&format!("{path}#exclusions")))
}
