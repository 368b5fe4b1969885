//! `GET /api/v1/channel-rules`

use actix_web::{HttpResponse, get};
use channel_classifier::{DEFAULT_TAXONOMY, built_in_rules};
use kernel::ProfileAccess;
use profile_setup::channel_rules::list::{RuleList, list};
use serde::Serialize;
use utoipa::ToSchema;

use super::record::ChannelRule;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::Scoped;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// All that decides about channels.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelRules {
    /// The profile's own rules by priority. They run first; the first that fits decides.
    pub rules: Vec<ChannelRule>,
    /// The rules that every profile has, in the order in which they run after its own.
    pub built_in: Vec<BuiltInChannelRule>,
    /// The channels that a rule may name: the default ones, then the workspace's own.
    pub taxonomy: Vec<TaxonomyEntry>,
    /// Rises with every change of the profile's own rules.
    pub version: i64,
}

/// A rule that nobody can change.
#[derive(Debug, Serialize, ToSchema)]
pub struct BuiltInChannelRule {
    /// Its name.
    pub name: &'static str,
    /// The channel that it names.
    pub channel: &'static str,
    /// When it fits, in one sentence.
    pub explanation: &'static str,
}

/// A channel.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaxonomyEntry {
    /// Its name.
    pub name: String,
    /// Whether every profile has it.
    pub is_default: bool,
}

impl From<RuleList> for ChannelRules {
    fn from(list: RuleList) -> Self {
        let built_in = built_in_rules().map(|rule| BuiltInChannelRule {
            name: rule.name,
            channel: rule.channel,
            explanation: rule.explanation,
        });
        let default = DEFAULT_TAXONOMY.iter().map(|name| TaxonomyEntry {
            name: (*name).to_owned(),
            is_default: true,
        });
        let own = list
            .configuration
            .channels
            .into_iter()
            .map(|name| TaxonomyEntry {
                name,
                is_default: false,
            });
        let rules = list.configuration.rules.into_iter();
        Self {
            rules: rules.map(ChannelRule::from).collect(),
            built_in: built_in.collect(),
            taxonomy: default.chain(own).collect(),
            version: list.version,
        }
    }
}

/// List channel rules
///
/// The profile's own rules, the built-in ones that run after them, and the channels that a rule may
/// name.
#[utoipa::path(
    operation_id = "listChannelRules",
    tag = "Channels",
    security(("api_key" = ["analytics:read"])),
    responses(
        (status = 200, description = "All rules and channels.",
            body = Envelope<ChannelRules, ProfileMeta>),
    )
)]
#[get("/api/v1/channel-rules")]
pub(crate) async fn list_channel_rules(
    call: Scoped<AnalyticsRead>,
) -> Result<HttpResponse, Problem> {
    let answer = channel_rules(&call.state, &call.access).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn channel_rules(
    state: &AppState,
    access: &ProfileAccess,
) -> Result<Envelope<ChannelRules, ProfileMeta>, Problem> {
    let profile_id = access.profile_id;
    let listed = state.read(&profile_id, |work, _, profile_id| {
        Box::pin(list(work, *profile_id))
    });
    let listed = listed.await?;
    Ok(Envelope {
        data: ChannelRules::from(listed),
        meta: ProfileMeta::from(profile_id),
    })
}
