//! Connections on the wire.

use kernel::{Currency, TimeZone};
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
    /// When the account was first connected.
    #[schema(format = DateTime, extensions(("x-spec-gap" = json!("G100"))))]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime, extensions(("x-spec-gap" = json!("G100"))))]
    pub updated_at: String,
}

impl From<&Connection> for ConnectionBody {
    fn from(it: &Connection) -> Self {
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
            created_at: it.created_at.to_string(),
            updated_at: it.updated_at.to_string(),
        }
    }
}
