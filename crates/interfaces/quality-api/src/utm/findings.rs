//! `GET /api/v1beta/quality/utm/findings`

use std::collections::HashMap;

use actix_web::{HttpResponse, get};
use application::ports::Mute;
use channel_classifier::Signature;
use channel_classifier::audit::{FaultyLink, UrlTemplate, UtmCategory, UtmFinding, template_for};
use kernel::ProfileAccess;
use reporting::masking::PiiMode;
use serde::Serialize;
use site_quality::mute::is_muted;
use utoipa::ToSchema;

use super::body::{QualityMeta, UtmAnomaly, shown};
use http_kit::decimal::DecimalString;
use http_kit::envelope::Envelope;
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// URL parameters to paste into an ad platform.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmTemplate {
    /// The platform.
    pub platform: &'static str,
    /// Where the platform takes them.
    pub place: &'static str,
    /// The parameters, with the platform's own placeholders.
    pub parameters: &'static str,
    /// Where the platform documents its placeholders.
    pub documentation: &'static str,
}

impl From<&UrlTemplate> for UtmTemplate {
    fn from(template: &UrlTemplate) -> Self {
        Self {
            platform: template.platform,
            place: template.place,
            parameters: template.parameters,
            documentation: template.documentation,
        }
    }
}

/// Touches that came in one way and share a fault.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmFaultyLink {
    /// Host of the landing page.
    pub landing_host: Option<String>,
    /// At most two segments of its path.
    pub landing_path: Option<String>,
    /// `utm_source` in lower case.
    pub utm_source: Option<String>,
    /// `utm_medium` in lower case.
    pub utm_medium: Option<String>,
    /// `utm_campaign` in lower case.
    pub utm_campaign: Option<String>,
    /// `utm_term` in lower case.
    pub utm_term: Option<String>,
    /// `utm_content` in lower case.
    pub utm_content: Option<String>,
    /// Kinds of click ids that came along.
    pub click_kinds: Vec<String>,
    /// Parameters for ids that hold a placeholder.
    pub unfilled_parameters: Vec<String>,
    /// The first local day with such a touch in the window.
    #[schema(format = Date)]
    pub first_seen: String,
    /// The last one.
    #[schema(format = Date)]
    pub last_seen: String,
    /// Touches.
    pub touches: u64,
    /// Credited cash of the window under `last_touch` that stands under the wrong name.
    pub cash_at_stake: DecimalString,
    /// What to paste at the platform instead; null where its syntax is not known.
    pub template: Option<UtmTemplate>,
}

impl UtmFaultyLink {
    fn new(link: &FaultyLink, signature: &Signature, mode: PiiMode) -> Self {
        let text = |value: &Option<String>| value.as_ref().map(|value| shown(value, mode));
        Self {
            landing_host: signature.landing_host.clone(),
            landing_path: signature.landing_path.clone(),
            utm_source: text(&signature.utm_source),
            utm_medium: text(&signature.utm_medium),
            utm_campaign: text(&signature.utm_campaign),
            utm_term: text(&signature.utm_term),
            utm_content: text(&signature.utm_content),
            click_kinds: signature.click_kinds.clone(),
            unfilled_parameters: signature.unfilled.clone(),
            first_seen: link.first_seen.to_string(),
            last_seen: link.last_seen.to_string(),
            touches: link.touches,
            cash_at_stake: DecimalString(link.cash),
            template: template_for(signature).map(UtmTemplate::from),
        }
    }
}

/// Why a fault is let be.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmMute {
    /// Why.
    pub reason: String,
    /// Since when, RFC 3339.
    #[schema(format = DateTime)]
    pub muted_at: String,
    /// Touches with it then.
    pub touches: u64,
    /// Whether it is still let be: until there are half as many touches again, and at least five more.
    pub in_force: bool,
}

/// A fault with the links behind it.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmFindingBody {
    /// The fault, as among the anomalies.
    #[serde(flatten)]
    pub anomaly: UtmAnomaly,
    /// Credited cash of the window under `last_touch` that stands under the wrong name, of all links.
    pub cash_at_stake: DecimalString,
    /// At most twenty ways in which such touches came, the most cash first.
    #[schema(max_items = 20)]
    pub links: Vec<UtmFaultyLink>,
    /// Why it is let be; null when nobody muted it.
    pub mute: Option<UtmMute>,
}

/// List the links behind what is wrong
///
/// The faults that the last look found, those with the most cash at stake first, each with the links behind it: where
/// they lead, when they were seen, what hangs on them, and what to paste at the ad platform instead.
#[utoipa::path(
    operation_id = "listUtmFindings",
    tag = "Data quality",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G156"))),
    responses(
        (status = 200, description = "The faults.", body = Envelope<Vec<UtmFindingBody>, QualityMeta>),
    )
)]
#[get("/api/v1beta/quality/utm/findings")]
pub(crate) async fn list_utm_findings(
    call: Scoped<AnalyticsRead>,
) -> Result<HttpResponse, Problem> {
    let answer = findings(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The faults with their links, whoever asked.
pub async fn findings(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<Vec<UtmFindingBody>, QualityMeta>, Problem> {
    let internal = |error| Problem::internal(&error);
    let scan = state.quality.scan(access).await.map_err(internal)?;
    let mode = state.customers.pii_mode(access).await.map_err(internal)?;
    let mutes = state.quality.mutes(access).await.map_err(internal)?;
    let mutes: HashMap<UtmCategory, Mute> = mutes.into_iter().collect();
    let found = scan.iter().flat_map(|scan| &scan.audit.findings);
    let mut found: Vec<&UtmFinding> = found.collect();
    found.sort_by_key(|finding| std::cmp::Reverse((finding.cash, finding.severity)));
    let ids = found.iter().flat_map(|finding| &finding.links);
    let mut ids: Vec<i64> = ids.map(|link| link.signature_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let signatures = state.quality.signatures(access, &ids).await;
    let signatures: HashMap<i64, Signature> = signatures.map_err(internal)?.into_iter().collect();
    let body = |finding: &UtmFinding| {
        let links = finding.links.iter().filter_map(|link| {
            let signature = signatures.get(&link.signature_id)?;
            Some(UtmFaultyLink::new(link, signature, mode))
        });
        UtmFindingBody {
            anomaly: UtmAnomaly::new(finding, mode),
            cash_at_stake: DecimalString(finding.cash),
            links: links.collect(),
            mute: mutes.get(&finding.category).map(|mute| UtmMute {
                reason: mute.reason.clone(),
                muted_at: mute.at.to_string(),
                touches: mute.touches,
                in_force: is_muted(mute, finding.count),
            }),
        }
    };
    Ok(Envelope {
        data: found.into_iter().map(body).collect(),
        meta: QualityMeta::new(access.profile_id, scan.as_ref()),
    })
}
