//! Connections on the wire.

use ad_spend::calendar::USUAL_MONTHS;
use ad_spend::{LastSync, SyncState};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::{ConnectionId, Currency, ProfileAccess, TimeZone};
use platform_connections::{Connection, ReconnectReason};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An account at an ad platform that the profile is connected with. It holds no credential.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Connection)]
pub struct ConnectionBody {
    /// Its id, which stays the same however often the account is connected.
    pub id: Uuid,
    /// `social_ads` or `search_ads`.
    #[schema(example = "social_ads")]
    pub provider: &'static str,
    /// `connected`; `reconnect_required`: it delivers nothing until somebody connects the account anew; `revoked`:
    /// somebody removed it.
    #[schema(example = "connected")]
    pub status: &'static str,
    /// Why it has to be connected anew: `token_expired`, `permission_missing`, `account_closed` or
    /// `failing_for_days`. Null unless it has to.
    #[schema(required, extensions(("x-spec-gap" = json!("G116"))))]
    pub reason: Option<&'static str>,
    /// The platform's id of the account.
    #[schema(required)]
    pub external_account_id: Option<String>,
    /// What the account is called there; null when the platform does not say.
    #[schema(required)]
    pub external_account_name: Option<String>,
    /// The currency that the account is billed in, ISO 4217; null when the platform does not say.
    #[schema(required, extensions(("x-spec-gap" = json!("G100"))))]
    pub currency: Option<String>,
    /// Where the account's days begin; null when the platform does not say.
    #[schema(required, extensions(("x-spec-gap" = json!("G100"))))]
    pub timezone: Option<String>,
    /// Whether what its ads cost is read by itself.
    #[schema(extensions(("x-spec-gap" = json!("G100"))))]
    pub spend_enabled: bool,
    /// How many months back it is read.
    #[schema(minimum = 1, maximum = 37, extensions(("x-spec-gap" = json!("G100"))))]
    pub spend_months: u8,
    /// How reading went last; null when the account was never read.
    #[schema(required, extensions(("x-spec-gap" = json!("G100"))))]
    pub last_sync: Option<LastSyncBody>,
    /// When the account was first connected.
    #[schema(format = DateTime, extensions(("x-spec-gap" = json!("G100"))))]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime, extensions(("x-spec-gap" = json!("G100"))))]
    pub updated_at: String,
}

/// How reading what ads cost went last.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LastSync)]
pub struct LastSyncBody {
    /// When it ended.
    #[schema(format = DateTime)]
    pub at: String,
    /// `succeeded`; `failed`: it is tried again; `throttled`: the platform asked to wait; `upgrade_required`: the
    /// platform no longer answers the version of its interface that the operator has set.
    #[schema(example = "succeeded")]
    pub status: &'static str,
    /// What went wrong, in words for people; null when nothing did.
    #[schema(required)]
    pub reason: Option<String>,
    /// The first of the days; null when it was about the names of campaigns and ads.
    #[schema(required, format = Date)]
    pub date_from: Option<String>,
    /// The last of the days.
    #[schema(required, format = Date)]
    pub date_to: Option<String>,
}

impl From<&LastSync> for LastSyncBody {
    fn from(last: &LastSync) -> Self {
        Self {
            at: last.at.to_string(),
            status: last.status.as_str(),
            reason: last.reason.clone(),
            date_from: last.piece.map(|piece| piece.from.to_string()),
            date_to: last.piece.map(|piece| piece.to.to_string()),
        }
    }
}

impl ConnectionBody {
    /// A connection, and how reading its spend goes if anybody ever said that it is to be read.
    pub fn of(it: &Connection, sync: Option<&SyncState>) -> Self {
        let account = &it.account;
        Self {
            id: it.id.uuid(),
            provider: it.provider.as_str(),
            status: it.state.as_str(),
            reason: it.state.reason().map(ReconnectReason::as_str),
            external_account_id: Some(account.id.clone()),
            external_account_name: account.name.clone(),
            currency: account
                .currency
                .as_ref()
                .map(Currency::code)
                .map(str::to_owned),
            timezone: account
                .timezone
                .as_ref()
                .map(TimeZone::name)
                .map(str::to_owned),
            spend_enabled: sync.is_some_and(|sync| sync.is_enabled),
            spend_months: sync.map_or(USUAL_MONTHS, |sync| sync.months),
            last_sync: sync
                .and_then(|sync| sync.last.as_ref())
                .map(LastSyncBody::from),
            created_at: it.created_at.to_string(),
            updated_at: it.updated_at.to_string(),
        }
    }
}

/// Connections on the wire, with how reading their spend goes.
pub(crate) async fn bodies(
    state: &AppState,
    access: &ProfileAccess,
    rows: &[Connection],
) -> Result<Vec<ConnectionBody>, Problem> {
    let ids: Vec<ConnectionId> = rows.iter().map(|row| row.id).collect();
    let syncs = state.connections.syncs.states(access, &ids).await?;
    let of = |row: &Connection| {
        let sync = syncs.iter().find(|(id, _)| *id == row.id);
        ConnectionBody::of(row, sync.map(|(_, state)| state))
    };
    Ok(rows.iter().map(of).collect())
}

/// One as it is now.
pub(crate) async fn shown(
    state: &AppState,
    access: &ProfileAccess,
    id: ConnectionId,
) -> Result<Envelope<ConnectionBody, ProfileMeta>, Problem> {
    let found = state.connections.connections.find(access, id).await?;
    let found = found.ok_or_else(Problem::not_found)?;
    let data = bodies(state, access, &[found]).await?.pop();
    Ok(Envelope {
        data: data.ok_or_else(Problem::not_found)?,
        meta: ProfileMeta::from(access.profile_id),
    })
}
