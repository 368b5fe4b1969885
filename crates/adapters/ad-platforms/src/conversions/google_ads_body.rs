//! The body of a request to the Google Ads API, from its published reference of `uploadClickConversions`.

use export_rules::{
    Consent, EventPlace, Hashed, SearchClickKind, SearchPayload, SearchPerson, Timestamp, Worth,
};
use serde::Serialize;

use super::number::{self, Number};

/// At most so many conversions are sent in one request.
pub const MOST_CONVERSIONS: usize = 2_000;
/// And so many identifiers of one person.
pub const MOST_IDENTIFIERS: usize = 5;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    conversions: Vec<Conversion<'a>>,
    partial_failure: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    validate_only: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "they are the platform's names")]
struct Conversion<'a> {
    conversion_action: String,
    conversion_date_time: String,
    order_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    conversion_environment: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conversion_value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency_code: Option<String>,
    #[serde(flatten)]
    click: Click<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    user_identifiers: Vec<UserIdentifier>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consent: Option<ConsentChoice>,
}

#[derive(Default, Serialize)]
struct Click<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    gclid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gbraid: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wbraid: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum UserIdentifier {
    HashedEmail(String),
    HashedPhoneNumber(String),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ConsentChoice {
    #[serde(skip_serializing_if = "Option::is_none")]
    ad_user_data: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ad_personalization: Option<&'static str>,
}

/// The bytes of a request. What the platform cannot use of one event never costs the others.
pub fn body(events: &[SearchPayload], validate_only: bool) -> Vec<u8> {
    let body = Body {
        conversions: events.iter().map(conversion).collect(),
        partial_failure: true,
        validate_only,
    };
    // Nothing in it can fail to be written: its keys are texts, and so are its numbers.
    serde_json::to_vec(&body).unwrap_or_default()
}

fn conversion(payload: &SearchPayload) -> Conversion<'_> {
    let worth = payload.worth();
    Conversion {
        conversion_action: payload.action().to_string(),
        conversion_date_time: date_time(payload.occurred_at()),
        order_id: payload.event_id(),
        conversion_environment: environment(payload.place()),
        conversion_value: worth.and_then(|worth| number::decimal(worth.amount)),
        currency_code: worth.map(|Worth { currency, .. }| currency.code().to_owned()),
        click: click(payload.user()),
        user_identifiers: identifiers(payload.user()),
        consent: consent(payload.consent()),
    }
}

/// `2026-11-01 09:30:00+00:00`
fn date_time(at: Timestamp) -> String {
    let text = at.to_string();
    let (day, time) = text.split_once('T').unwrap_or((&text, ""));
    let seconds = time.get(..8).unwrap_or("00:00:00");
    format!("{day} {seconds}+00:00")
}

/// The platform has words for two.
const fn environment(place: EventPlace) -> Option<&'static str> {
    match place {
        EventPlace::Web => Some("WEB"),
        EventPlace::App => Some("APP"),
        EventPlace::InStore | EventPlace::Phone | EventPlace::Other => None,
    }
}

fn click(user: &SearchPerson) -> Click<'_> {
    let mut click = Click::default();
    if let Some((kind, value)) = user.click() {
        let value = Some(value.as_str());
        match kind {
            SearchClickKind::Gclid => click.gclid = value,
            SearchClickKind::Gbraid => click.gbraid = value,
            SearchClickKind::Wbraid => click.wbraid = value,
        }
    }
    click
}

fn identifiers(user: &SearchPerson) -> Vec<UserIdentifier> {
    let emails = user.emails().iter().map(Hashed::to_string);
    let phones = user.phones().iter().map(Hashed::to_string);
    let emails = emails.map(UserIdentifier::HashedEmail);
    let all = emails.chain(phones.map(UserIdentifier::HashedPhoneNumber));
    all.take(MOST_IDENTIFIERS).collect()
}

fn consent(consent: Consent) -> Option<ConsentChoice> {
    let word =
        |choice: Option<bool>| choice.map(|granted| if granted { "GRANTED" } else { "DENIED" });
    let told = ConsentChoice {
        ad_user_data: word(consent.ad_user_data),
        ad_personalization: word(consent.ad_personalization),
    };
    (told.ad_user_data.is_some() || told.ad_personalization.is_some()).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_have_the_platform_s_form() {
        for (at, text) in [
            ("2026-11-01T09:30:00Z", "2026-11-01 09:30:00+00:00"),
            ("2026-11-01T09:30:00.123456Z", "2026-11-01 09:30:00+00:00"),
            ("2026-10-31T23:30:00-03:00", "2026-11-01 02:30:00+00:00"),
        ] {
            assert_eq!(date_time(Timestamp::parse(at).unwrap()), text, "{at}");
        }
    }
}
