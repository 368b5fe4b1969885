//! What Meta's Conversions API refuses, by its published parameters.

use serde_json::{Map, Value};

use super::conversions::Taken;

const DAY: i64 = 86_400;

/// The most events of a request.
const MOST: usize = 1_000;

const EVENT_FIELDS: [&str; 13] = [
    "event_name",
    "event_time",
    "event_id",
    "action_source",
    "messaging_channel",
    "event_source_url",
    "referrer_url",
    "user_data",
    "custom_data",
    "opt_out",
    "data_processing_options",
    "data_processing_options_country",
    "data_processing_options_state",
];

/// Fields of user data that are digests.
const HASHED: [&str; 11] = [
    "em",
    "ph",
    "fn",
    "ln",
    "db",
    "ge",
    "ct",
    "st",
    "zp",
    "country",
    "external_id",
];

/// And that never are.
const PLAIN: [&str; 5] = [
    "client_ip_address",
    "client_user_agent",
    "fbc",
    "fbp",
    "lead_id",
];

const MESSAGING_NAMES: [&str; 14] = [
    "Purchase",
    "LeadSubmitted",
    "InitiateCheckout",
    "AddToCart",
    "ViewContent",
    "OrderCreated",
    "OrderShipped",
    "OrderDelivered",
    "OrderCanceled",
    "OrderReturned",
    "CartAbandoned",
    "QualifiedLead",
    "RatingProvided",
    "ReviewProvided",
];

/// Sets of user data that say too little.
const TOO_LITTLE: [&[&str]; 4] = [
    &["ct", "country", "st", "zp", "ge", "client_user_agent"],
    &["db", "client_user_agent"],
    &["fn", "ge"],
    &["ln", "ge"],
];

/// The events of a body, or why all of it is refused.
pub(super) fn events(body: &Value, now: i64) -> Result<Vec<Taken>, String> {
    let body = body.as_object().ok_or("the body is no object")?;
    known(
        "the body",
        body,
        &["data", "test_event_code", "appsecret_proof"],
    )?;
    let data = body
        .get("data")
        .and_then(Value::as_array)
        .ok_or("data is no list")?;
    if data.is_empty() || data.len() > MOST {
        return Err(format!("data has {} events", data.len()));
    }
    let events = data.iter().enumerate();
    events
        .map(|(place, event)| taken(event, now).map_err(|reason| format!("data/{place}: {reason}")))
        .collect()
}

fn taken(event: &Value, now: i64) -> Result<Taken, String> {
    let fields = event.as_object().ok_or("is no object")?;
    known("an event", fields, &EVENT_FIELDS)?;
    let name = text(fields, "event_name")?;
    let event_id = text(fields, "event_id")?;
    let at = fields
        .get("event_time")
        .and_then(Value::as_i64)
        .ok_or("event_time is no number")?;
    if at < now - 7 * DAY || at > now + 60 {
        return Err(format!("event_time {at} is out of its window"));
    }
    let user = fields
        .get("user_data")
        .and_then(Value::as_object)
        .ok_or("user_data is no object")?;
    let is_messaging = match text(fields, "action_source")? {
        "website" => {
            text(fields, "event_source_url")?;
            text(user, "client_user_agent")?;
            false
        }
        "system_generated" => false,
        "business_messaging" => true,
        other => return Err(format!("action_source {other} is unknown")),
    };
    if is_messaging {
        messaging(fields, user, name)?;
    } else {
        person(user)?;
    }
    custom_data(fields, name)?;
    Ok(Taken {
        place: String::new(),
        name: name.to_owned(),
        event_id: event_id.to_owned(),
        // A conversation is counted each time.
        is_counted: is_messaging,
        event: event.clone(),
    })
}

fn person(user: &Map<String, Value>) -> Result<(), String> {
    known("user_data", user, &[HASHED.as_slice(), &PLAIN].concat())?;
    for field in HASHED {
        let values = user.get(field).map(|value| value.as_array().ok_or(field));
        for value in values.transpose()?.into_iter().flatten() {
            let is_digest = value.as_str().is_some_and(|text| {
                text.len() == 64 && text.bytes().all(|byte| b"0123456789abcdef".contains(&byte))
            });
            if !is_digest {
                return Err(format!("{field} is not hashed"));
            }
        }
    }
    for field in PLAIN {
        if user.get(field).is_some_and(|value| !value.is_string()) {
            return Err(format!("{field} is no text"));
        }
    }
    if let Some(fbc) = user.get("fbc").and_then(Value::as_str) {
        let segments: Vec<_> = fbc.split('.').collect();
        let millis = segments.get(2).and_then(|text| text.parse::<i64>().ok());
        let is_whole = (4..=5).contains(&segments.len()) && segments.first() == Some(&"fb");
        if !is_whole || millis.is_none_or(|millis| millis < 1_000_000_000_000) {
            return Err(format!("fbc {fbc} is malformed"));
        }
    }
    let is_within = |set: &&[&str]| user.keys().all(|key| set.contains(&key.as_str()));
    if user.is_empty() || TOO_LITTLE.iter().any(is_within) {
        return Err("user_data says too little".to_owned());
    }
    Ok(())
}

fn messaging(
    fields: &Map<String, Value>,
    user: &Map<String, Value>,
    name: &str,
) -> Result<(), String> {
    let keys = match text(fields, "messaging_channel")? {
        "whatsapp" => ["whatsapp_business_account_id", "ctwa_clid"],
        "messenger" => ["page_id", "page_scoped_user_id"],
        "instagram" => ["instagram_business_account_id", "ig_sid"],
        other => return Err(format!("messaging_channel {other} is unknown")),
    };
    known("user_data", user, &keys)?;
    for key in keys {
        text(user, key)?;
    }
    if fields.contains_key("event_source_url") || fields.contains_key("referrer_url") {
        return Err("a conversation has no page".to_owned());
    }
    if !MESSAGING_NAMES.contains(&name) {
        return Err(format!("event_name {name} is none of a conversation"));
    }
    Ok(())
}

fn custom_data(fields: &Map<String, Value>, name: &str) -> Result<(), String> {
    let empty = Map::new();
    let data = match fields.get("custom_data") {
        None => &empty,
        Some(value) => value.as_object().ok_or("custom_data is no object")?,
    };
    if data.get("value").is_some_and(|value| !value.is_number()) {
        return Err("value is no number".to_owned());
    }
    let currency = data
        .get("currency")
        .map(|value| value.as_str().unwrap_or_default());
    if currency.is_some_and(|code| code.len() != 3) {
        return Err("currency is no code".to_owned());
    }
    if name == "Purchase" && (!data.contains_key("value") || currency.is_none()) {
        return Err("a purchase needs value and currency".to_owned());
    }
    if data.values().any(Value::is_object) {
        return Err("custom_data is nested".to_owned());
    }
    Ok(())
}

fn text<'a>(fields: &'a Map<String, Value>, key: &str) -> Result<&'a str, String> {
    let text = fields.get(key).and_then(Value::as_str);
    text.filter(|text| !text.is_empty())
        .ok_or_else(|| format!("{key} is missing"))
}

/// Refuses fields that nothing is known of.
fn known(what: &str, fields: &Map<String, Value>, names: &[&str]) -> Result<(), String> {
    match fields.keys().find(|key| !names.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(format!("{what} has the unknown field {key}")),
    }
}
