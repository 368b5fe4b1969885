//! Full replays and their causes on the wire.

use http_kit::actor::ActorBody;
use kernel::Timestamp;
use reporting::causes::ChangeCause;
use reporting::recomputes::Recompute;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// One full replay.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Recompute)]
pub struct RecomputeBody {
    /// Names the replay.
    pub id: Uuid,
    /// `queued`, `running` or `completed`.
    pub status: &'static str,
    /// Why it is made, oldest reason first. Requests that come while it waits join it.
    pub causes: Vec<CauseBody>,
    /// People replayed so far.
    pub people_done: i64,
    /// People in all; null until they are counted.
    pub people_total: Option<i64>,
    /// How often it was begun: more than once when a worker died.
    pub attempts: i32,
    /// When it was first asked for.
    #[schema(format = DateTime)]
    pub requested_at: String,
    /// When it was first begun; null while it waits.
    #[schema(format = DateTime)]
    pub started_at: Option<String>,
    /// When reports began to show it; null before.
    #[schema(format = DateTime)]
    pub finished_at: Option<String>,
    /// Number of the results that it makes; null while it waits.
    pub generation: Option<i64>,
}

/// Why results are made anew, or figures changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangeCause)]
pub struct CauseBody {
    /// One of `tracker_event`, `outcome_event`, `late_event`, `refund`, `identify`, `identity` (values
    /// turned out to be one person's, or not to be), `merge` (somebody said that two customers are one, or took that
    /// back), `split` (somebody said that a customer is two people, or took that back), `spend`, `channel_rules_changed`,
    /// `definition_created`, `definition_changed`, `definition_deleted`, `windows_changed`, `views_credit_changed`,
    /// `timezone_changed`, `currency_changed`, `rates_imported`, `requested`, `upgrade`,
    /// `identity_rederived`, `tracking_settings_changed` and `exclusions_changed`. There may be more of
    /// them later.
    pub cause: &'static str,
    /// The rule or definition that changed, the merge, or the split; null for others.
    pub subject_id: Option<Uuid>,
    /// Who caused it.
    pub actor: ActorBody,
    /// When.
    #[schema(format = DateTime)]
    pub at: String,
    /// How many requests or facts it stands for.
    pub count: u64,
}

impl From<ChangeCause> for CauseBody {
    fn from(cause: ChangeCause) -> Self {
        Self {
            cause: cause.cause.as_str(),
            subject_id: cause.subject,
            actor: cause.actor.into(),
            at: cause.at.to_string(),
            count: cause.count,
        }
    }
}

impl From<Recompute> for RecomputeBody {
    fn from(recompute: Recompute) -> Self {
        let text = |at: Timestamp| at.to_string();
        Self {
            id: recompute.id.uuid(),
            status: recompute.status.as_str(),
            causes: recompute.causes.into_iter().map(CauseBody::from).collect(),
            people_done: recompute.people_done,
            people_total: recompute.people_total,
            attempts: recompute.attempts,
            requested_at: text(recompute.requested_at),
            started_at: recompute.started_at.map(text),
            finished_at: recompute.finished_at.map(text),
            generation: recompute.generation,
        }
    }
}

#[cfg(test)]
mod tests {
    use reporting::causes::Cause;
    use utoipa::PartialSchema;

    use super::*;

    /// The document explains them in words, which nothing else keeps complete.
    #[test]
    fn every_cause_is_documented() {
        let schema = serde_json::to_value(CauseBody::schema()).unwrap();
        let told = schema["properties"]["cause"]["description"].as_str();
        let told = told.unwrap();
        for cause in Cause::ALL {
            let of_restatements = matches!(cause, Cause::Unknown | Cause::Several);
            let word = format!("`{}`", cause.as_str());
            assert!(of_restatements || told.contains(&word), "{word}");
        }
    }
}
