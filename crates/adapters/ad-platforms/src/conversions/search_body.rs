//! The body of a request to Google's Data Manager, from its published reference of `events.ingest`.

use export_rules::{Hashed, SearchClickKind, SearchPayload, Word, Worth};
use serde::Serialize;

use super::number::{self, Number};

/// At most so many events are sent in one request.
pub const MOST_EVENTS: usize = 2_000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    destinations: Vec<Destination<'a>>,
    events: Vec<Event<'a>>,
    encoding: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    validate_only: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Destination<'a> {
    operating_account: Account<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    login_account: Option<Account<'a>>,
    product_destination_id: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Account<'a> {
    account_type: &'static str,
    account_id: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "they are the platform's names")]
struct Event<'a> {
    event_timestamp: String,
    transaction_id: &'a str,
    event_source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    conversion_value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ad_identifiers: Option<AdIdentifiers<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_data: Option<UserData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consent: Option<Consent>,
}

#[derive(Default, Serialize)]
struct AdIdentifiers<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    gclid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gbraid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wbraid: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserData {
    user_identifiers: Vec<UserIdentifier>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum UserIdentifier {
    EmailAddress(String),
    PhoneNumber(String),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Consent {
    #[serde(skip_serializing_if = "Option::is_none")]
    ad_user_data: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ad_personalization: Option<&'static str>,
}

/// The bytes of a request. All events are of the conversion action of the first.
pub fn body(events: &[SearchPayload], validate_only: bool) -> Vec<u8> {
    let body = Body {
        destinations: events.first().map(destination).into_iter().collect(),
        events: events.iter().map(event).collect(),
        encoding: "HEX",
        validate_only,
    };
    // Nothing in it can fail to be written: its keys are texts, and so are its numbers.
    serde_json::to_vec(&body).unwrap_or_default()
}

fn destination(payload: &SearchPayload) -> Destination<'_> {
    let account = |account_id| Account {
        account_type: "GOOGLE_ADS",
        account_id,
    };
    Destination {
        operating_account: account(payload.action().customer()),
        login_account: payload.login_customer().map(account),
        product_destination_id: payload.action().action(),
    }
}

fn event(payload: &SearchPayload) -> Event<'_> {
    let worth = payload.worth();
    let user = payload.user();
    let identifier =
        |make: fn(String) -> UserIdentifier| move |value: &Hashed| make(value.to_string());
    let emails = user
        .emails()
        .iter()
        .map(identifier(UserIdentifier::EmailAddress));
    let phones = user
        .phones()
        .iter()
        .map(identifier(UserIdentifier::PhoneNumber));
    let user_identifiers: Vec<_> = emails.chain(phones).collect();
    Event {
        event_timestamp: payload.occurred_at().to_string(),
        transaction_id: payload.event_id(),
        event_source: payload.place().as_str(),
        conversion_value: worth.and_then(|worth| number::decimal(worth.amount)),
        currency: worth.map(|Worth { currency, .. }| currency.code().to_owned()),
        ad_identifiers: ad_identifiers(payload),
        user_data: (!user_identifiers.is_empty()).then_some(UserData { user_identifiers }),
        consent: consent(payload),
    }
}

fn ad_identifiers(payload: &SearchPayload) -> Option<AdIdentifiers<'_>> {
    let (kind, value) = payload.user().click()?;
    let value = Some(value.as_str());
    let mut identifiers = AdIdentifiers::default();
    match kind {
        SearchClickKind::Gclid => identifiers.gclid = value,
        SearchClickKind::Gbraid => identifiers.gbraid = value,
        SearchClickKind::Wbraid => identifiers.wbraid = value,
    }
    Some(identifiers)
}

fn consent(payload: &SearchPayload) -> Option<Consent> {
    let word = |choice: Option<bool>| {
        choice.map(|granted| {
            if granted {
                "CONSENT_GRANTED"
            } else {
                "CONSENT_DENIED"
            }
        })
    };
    let consent = payload.consent();
    let told = Consent {
        ad_user_data: word(consent.ad_user_data),
        ad_personalization: word(consent.ad_personalization),
    };
    (told.ad_user_data.is_some() || told.ad_personalization.is_some()).then_some(told)
}
