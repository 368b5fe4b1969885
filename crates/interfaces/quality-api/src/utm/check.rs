//! `POST /api/v1beta/quality/utm/check`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use channel_classifier::audit::{CheckedUrl, UtmCategory};
use kernel::{ProfileAccess, StoreError};
use serde::{Deserialize, Serialize};
use site_quality::check::{LONGEST, Links, MOST, check};
use utoipa::ToSchema;

use super::findings::UtmTemplate;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiJson, Heavy, Scoped};
use http_kit::heavy;
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// Bytes of a body: a thousand addresses of a thousand bytes each.
const BODY_BYTES: usize = 1 << 20;

/// Links to be judged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UtmCheckBody {
    /// 1 to 1,000 addresses, each of at most 4,096 bytes, in a body of at most 1 MiB.
    #[schema(min_items = 1, max_items = 1000)]
    urls: Vec<String>,
    /// Whether they are what is pasted into an ad platform: placeholders are to be in them then. Without it they are
    /// judged like the addresses of visits.
    #[serde(default)]
    templates: bool,
}

/// A fault of a link.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmLinkFault {
    /// The fault, as among the anomalies.
    pub category: &'static str,
    /// How bad it is once visitors come by the link.
    pub severity: &'static str,
    /// The parameter that has it; `all_utms` where all are missing, `any` where several could mend it.
    pub field: String,
    /// What to do, in English.
    pub recommendation: &'static str,
    /// What to do, as a word that never changes.
    pub recommendation_code: &'static str,
}

impl UtmLinkFault {
    fn new((category, field): (UtmCategory, String)) -> Self {
        Self {
            category: category.as_str(),
            severity: category.severity().as_str(),
            field,
            recommendation: category.recommendation(),
            recommendation_code: category.recommendation_code(),
        }
    }
}

/// What is said of a link.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmCheckedLink {
    /// Its place among those that were sent, from 0.
    pub index: usize,
    /// `ok`, `faulty`, or `no_address` for what is no `http` or `https` address.
    pub status: &'static str,
    /// The channel of a visit that comes by it; null for what is no address.
    pub channel: Option<String>,
    /// Its faults, the worst first.
    pub faults: Vec<UtmLinkFault>,
    /// What to paste at the platform instead; null where nothing is wrong or the platform's syntax is not known.
    pub template: Option<UtmTemplate>,
}

impl UtmCheckedLink {
    fn new((index, checked): (usize, CheckedUrl)) -> Self {
        let status = match (checked.is_address, checked.faults.is_empty()) {
            (false, _) => "no_address",
            (true, true) => "ok",
            (true, false) => "faulty",
        };
        Self {
            index,
            status,
            channel: checked.is_address.then_some(checked.channel),
            faults: checked.faults.into_iter().map(UtmLinkFault::new).collect(),
            template: checked.template.map(UtmTemplate::from),
        }
    }
}

/// What is said of links.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmCheck {
    /// Whether nothing is wrong with any of them.
    pub ok: bool,
    /// In the order in which they were sent.
    pub links: Vec<UtmCheckedLink>,
}

impl UtmCheckBody {
    fn read(self) -> Result<Links, Problem> {
        let wrong = |pointer: String, words: &'static str| {
            Problem::invalid_field(FieldError::pointer(pointer, FieldCode::OutOfRange, words))
        };
        if !(1..=MOST).contains(&self.urls.len()) {
            return Err(wrong("/urls".to_owned(), "must be 1 to 1,000 addresses"));
        }
        if let Some(place) = self.urls.iter().position(|url| url.len() > LONGEST) {
            return Err(wrong(
                format!("/urls/{place}"),
                "must have at most 4,096 bytes",
            ));
        }
        Ok(Links {
            urls: self.urls,
            as_templates: self.templates,
        })
    }
}

/// Judge links before they go live
///
/// Judges addresses by the rules of the audit, under the profile's channel rules and its catalogue of advertisements:
/// which faults visits by them would have, and in which channel they would be. Spellings of a source are compared over all
/// that are sent. Nothing is kept, and nothing is loaded.
#[utoipa::path(
    operation_id = "checkUtmLinks",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G156")), ("x-rate-units" = json!(3))),
    request_body = UtmCheckBody,
    responses(
        (status = 200, description = "What is said of them.", body = Envelope<UtmCheck, ProfileMeta>),
    )
)]
#[post("/api/v1beta/quality/utm/check")]
pub(crate) async fn check_utm_links(
    call: Scoped<Heavy<AnalyticsRead>, ApiJson<UtmCheckBody, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let links = call.input.0.read()?;
    let data = checked(call.state.into_inner(), call.access, links).await?;
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// Judges links, whoever asked.
pub async fn checked(
    state: Arc<AppState>,
    access: ProfileAccess,
    links: Links,
) -> Result<UtmCheck, Problem> {
    let profile_id = access.profile_id;
    let checked: Vec<CheckedUrl> = heavy::told(profile_id, async move {
        let given = (profile_id, links);
        let checked = state.read(&given, |work, _, (profile_id, links)| {
            Box::pin(check(work, *profile_id, links))
        });
        checked
            .await
            .map_err(|error: StoreError| Problem::internal(&error))
    })
    .await?;
    Ok(UtmCheck {
        ok: checked
            .iter()
            .all(|url| url.is_address && url.faults.is_empty()),
        links: checked
            .into_iter()
            .enumerate()
            .map(UtmCheckedLink::new)
            .collect(),
    })
}
