//! The body of a request to Meta's Conversions API, from its published parameters.

use export_rules::{
    ActionSource, Content, Hashed, MatchKey, MessagingAccount, PropertyValue, SocialPayload,
    SocialUser, Word, Worth,
};
use kernel::timestamp::MICROS_PER_SECOND;
use serde::Serialize;
use serde_json::{Map, Value};

use super::number::{self, Number};

/// At most so many events are sent in one request; the platform takes 1,000.
pub const MOST_EVENTS: usize = 500;

/// Names of custom data that have a meaning of their own: a property of the caller's never takes their place.
const OWN_NAMES: [&str; 9] = [
    "value",
    "currency",
    "contents",
    "content_ids",
    "content_type",
    "content_name",
    "content_category",
    "num_items",
    "predicted_ltv",
];

/// A request.
#[derive(Serialize)]
struct Body<'a> {
    data: Vec<Event<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_event_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    appsecret_proof: Option<&'a str>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "they are the platform's names")]
struct Event<'a> {
    event_name: &'a str,
    event_time: i64,
    event_id: &'a str,
    action_source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    messaging_channel: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event_source_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    referrer_url: Option<&'a str>,
    user_data: Map<String, Value>,
    #[serde(skip_serializing_if = "CustomData::is_empty")]
    custom_data: CustomData<'a>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    opt_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_processing_options: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_processing_options_country: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_processing_options_state: Option<u16>,
}

#[derive(Default, Serialize)]
struct CustomData<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contents: Vec<BoughtContent<'a>>,
    #[serde(flatten)]
    own: Properties<'a>,
}

#[derive(Serialize)]
struct BoughtContent<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_price: Option<Number>,
}

/// Properties of the caller's, in their order, each name once.
#[derive(Default)]
struct Properties<'a>(Vec<(&'a str, Told<'a>)>);

enum Told<'a> {
    Text(&'a str),
    Number(Number),
    Flag(bool),
}

impl Serialize for Properties<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl Serialize for Told<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => number.serialize(serializer),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
        }
    }
}

/// The bytes of a request.
pub fn body(
    events: &[SocialPayload],
    test_event_code: Option<&str>,
    appsecret_proof: Option<&str>,
) -> Vec<u8> {
    let body = Body {
        data: events.iter().map(event).collect(),
        test_event_code,
        appsecret_proof,
    };
    // Nothing in it can fail to be written: its keys are texts, and so are its numbers.
    serde_json::to_vec(&body).unwrap_or_default()
}

fn event(payload: &SocialPayload) -> Event<'_> {
    let limited = payload.limited_data_use();
    Event {
        event_name: payload.event_name(),
        event_time: payload.occurred_at().micros().div_euclid(MICROS_PER_SECOND),
        event_id: payload.event_id(),
        action_source: payload.action_source().as_str(),
        messaging_channel: match (payload.action_source(), payload.user()) {
            (ActionSource::BusinessMessaging, SocialUser::InConversation(person)) => {
                Some(person.account.channel().as_str())
            }
            _ => None,
        },
        event_source_url: payload.page(),
        referrer_url: payload.referrer(),
        user_data: user_data(payload.user()),
        custom_data: custom_data(payload),
        opt_out: payload.opt_out(),
        data_processing_options: limited.map(|_| ["LDU"]),
        data_processing_options_country: limited.map(|limited| limited.country),
        data_processing_options_state: limited.map(|limited| limited.state),
    }
}

fn user_data(user: &SocialUser) -> Map<String, Value> {
    let mut data = Map::new();
    let mut put = |key: MatchKey, value: Value| data.insert(key.as_str().to_owned(), value);
    match user {
        SocialUser::Person(person) => {
            for (key, values) in person.hashed() {
                put(key, hashes(values));
            }
            let texts = [
                (MatchKey::LeadId, person.lead_id()),
                (MatchKey::Fbc, person.fbc()),
                (MatchKey::Fbp, person.fbp()),
                (MatchKey::ClientUserAgent, person.user_agent()),
            ];
            for (key, text) in texts {
                if let Some(text) = text {
                    put(key, text.as_str().into());
                }
            }
            if let Some(ip) = person.ip() {
                put(MatchKey::ClientIpAddress, ip.to_string().into());
            }
        }
        SocialUser::InConversation(person) => {
            let account = match person.account {
                MessagingAccount::Whatsapp(_) => "whatsapp_business_account_id",
                MessagingAccount::Messenger(_) => "page_id",
                MessagingAccount::Instagram(_) => "instagram_business_account_id",
            };
            put(person.account.key(), person.id.as_str().into());
            data.insert(account.to_owned(), person.account.id().into());
        }
    }
    data
}

fn hashes(values: &[Hashed]) -> Value {
    values
        .iter()
        .map(|value| Value::from(value.to_string()))
        .collect()
}

impl CustomData<'_> {
    const fn is_empty(&self) -> bool {
        self.value.is_none()
            && self.currency.is_none()
            && self.contents.is_empty()
            && self.own.0.is_empty()
    }
}

fn custom_data(payload: &SocialPayload) -> CustomData<'_> {
    let mut own = Properties::default();
    for property in payload.properties() {
        let key = property.key.as_str();
        let is_taken = OWN_NAMES.contains(&key) || own.0.iter().any(|(other, _)| *other == key);
        let told = match &property.value {
            PropertyValue::Text(text) => Some(Told::Text(text)),
            PropertyValue::Number(text) => number::written(text).map(Told::Number),
            PropertyValue::Flag(flag) => Some(Told::Flag(*flag)),
        };
        if let (Some(told), false) = (told, is_taken) {
            own.0.push((key, told));
        }
    }
    let worth = payload.worth();
    CustomData {
        value: worth.and_then(|worth| number::decimal(worth.amount)),
        currency: worth.map(|Worth { currency, .. }| currency.code().to_owned()),
        contents: payload.contents().iter().map(bought).collect(),
        own,
    }
}

fn bought(content: &Content) -> BoughtContent<'_> {
    BoughtContent {
        id: &content.id,
        quantity: content.quantity,
        item_price: content.item_price.and_then(number::decimal),
    }
}

/// Names of the fields that an event was told with, as an operator is shown them: never values.
pub fn shape(payload: &SocialPayload) -> Vec<String> {
    let bytes = body(std::slice::from_ref(payload), None, None);
    let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let mut names = Vec::new();
    if let Some(event) = value.pointer("/data/0") {
        named("", event, &mut names);
    }
    names.sort_unstable();
    names
}

fn named(prefix: &str, value: &Value, names: &mut Vec<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let name = if prefix.is_empty() {
            key.clone()
        } else {
            format!("{prefix}.{key}")
        };
        if value.is_object() {
            named(&name, value, names);
        } else {
            names.push(name);
        }
    }
}
