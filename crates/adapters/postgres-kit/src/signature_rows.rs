//! Signatures with their labels, as they are stored.

use channel_classifier::ports::KnownSignature;
use channel_classifier::{ReferrerState, Signature};
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text};
use kernel::StoreError;

/// A signature as it is stored.
#[derive(QueryableByName)]
pub struct SignatureRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    referrer_state: String,
    #[diesel(sql_type = Nullable<Text>)]
    referrer_host: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_source: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_medium: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_campaign: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_term: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    utm_content: Option<String>,
    #[diesel(sql_type = Array<Text>)]
    click_kinds: Vec<String>,
    #[diesel(sql_type = Bool)]
    has_ad_id: bool,
    #[diesel(sql_type = Array<Text>)]
    unfilled: Vec<String>,
    #[diesel(sql_type = Nullable<Text>)]
    landing_host: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    landing_path: Option<String>,
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = Text)]
    rule: String,
    #[diesel(sql_type = Bool)]
    is_direct: bool,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Text)]
    medium: String,
}

/// What a row says.
pub fn known(row: SignatureRow) -> Result<KnownSignature, StoreError> {
    let state = ReferrerState::parse(&row.referrer_state)
        .ok_or_else(|| StoreError::inconsistent(format!("signature {} is broken", row.id)))?;
    Ok(KnownSignature {
        id: row.id,
        signature: Signature {
            referrer_state: state,
            referrer_host: row.referrer_host,
            utm_source: row.utm_source,
            utm_medium: row.utm_medium,
            utm_campaign: row.utm_campaign,
            utm_term: row.utm_term,
            utm_content: row.utm_content,
            click_kinds: row.click_kinds,
            has_ad_id: row.has_ad_id,
            unfilled: row.unfilled,
            landing_host: row.landing_host,
            landing_path: row.landing_path,
        },
        channel: row.channel,
        rule: row.rule,
        is_direct: row.is_direct,
        source: row.source,
        medium: row.medium,
    })
}
