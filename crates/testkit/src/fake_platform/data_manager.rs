//! What Google's Data Manager refuses, by its published reference.

use serde_json::{Map, Value, json};

use super::conversions::Taken;
use super::fields::{known, list, object, text};

/// The most events of a request, and identifiers of an event.
const MOST: usize = 2_000;
const MOST_IDENTIFIERS: usize = 10;

/// The events of a body and whether it is only to be checked, or why all of it is refused.
pub(super) fn events(body: &Value) -> Result<(Vec<Taken>, bool), String> {
    let body = object(body, "the body")?;
    known(
        body,
        &[
            "destinations",
            "events",
            "encoding",
            "validateOnly",
            "consent",
        ],
    )?;
    if body.get("encoding").and_then(Value::as_str) != Some("HEX") {
        return Err("encoding is not HEX".to_owned());
    }
    let destinations = list(body, "destinations")?;
    let [destination] = destinations.as_slice() else {
        return Err("destinations has not one item".to_owned());
    };
    let place = place(destination)?;
    let events = list(body, "events")?;
    if events.is_empty() || events.len() > MOST {
        return Err(format!("events has {} items", events.len()));
    }
    let is_only_checked = body.get("validateOnly") == Some(&Value::Bool(true));
    let taken: Result<Vec<_>, String> = events
        .iter()
        .enumerate()
        .map(|(number, event)| {
            taken(event, &place).map_err(|reason| format!("events/{number}: {reason}"))
        })
        .collect();
    taken.map(|taken| (taken, is_only_checked))
}

fn place(destination: &Value) -> Result<String, String> {
    let destination = object(destination, "a destination")?;
    known(
        destination,
        &[
            "operatingAccount",
            "loginAccount",
            "linkedAccount",
            "productDestinationId",
        ],
    )?;
    let account = object(
        destination.get("operatingAccount").unwrap_or(&Value::Null),
        "operatingAccount",
    )?;
    known(account, &["accountType", "accountId"])?;
    let id = text(account, "accountId")?;
    if text(account, "accountType")? != "GOOGLE_ADS" || id.len() != 10 {
        return Err(format!("operatingAccount {id} is none"));
    }
    Ok(format!(
        "{id}/{}",
        text(destination, "productDestinationId")?
    ))
}

fn taken(event: &Value, place: &str) -> Result<Taken, String> {
    let fields = object(event, "an event")?;
    known(
        fields,
        &[
            "eventTimestamp",
            "transactionId",
            "eventSource",
            "conversionValue",
            "currency",
            "adIdentifiers",
            "userData",
            "consent",
        ],
    )?;
    let at = text(fields, "eventTimestamp")?;
    if !at.ends_with('Z') || !at.contains('T') {
        return Err(format!("eventTimestamp {at} is none"));
    }
    let id = text(fields, "transactionId")?;
    if id.chars().count() > 64 {
        return Err("transactionId is too long".to_owned());
    }
    let source = text(fields, "eventSource")?;
    if !["WEB", "APP", "IN_STORE", "PHONE", "OTHER"].contains(&source) {
        return Err(format!("eventSource {source} is unknown"));
    }
    if fields
        .get("conversionValue")
        .is_some_and(|value| !value.is_number())
    {
        return Err("conversionValue is no number".to_owned());
    }
    let clicks = clicks(fields)?;
    let identifiers = identifiers(fields)?;
    if clicks == 0 && identifiers == 0 {
        return Err("there is neither a click nor a person".to_owned());
    }
    Ok(Taken {
        place: place.to_owned(),
        name: place.to_owned(),
        event_id: id.to_owned(),
        is_counted: false,
        event: event.clone(),
    })
}

/// How many clicks an event names: a group of them stands alone.
fn clicks(fields: &Map<String, Value>) -> Result<usize, String> {
    let Some(ids) = fields.get("adIdentifiers") else {
        return Ok(0);
    };
    let ids = object(ids, "adIdentifiers")?;
    known(ids, &["gclid", "gbraid", "wbraid"])?;
    let braids = ["gbraid", "wbraid"]
        .iter()
        .filter(|key| ids.contains_key(**key));
    match (braids.count(), fields.contains_key("userData")) {
        (2, _) => Err("gbraid and wbraid are both named".to_owned()),
        (1, true) => Err("a group of clicks has no person".to_owned()),
        _ => Ok(ids.len()),
    }
}

fn identifiers(fields: &Map<String, Value>) -> Result<usize, String> {
    let Some(data) = fields.get("userData") else {
        return Ok(0);
    };
    let data = object(data, "userData")?;
    known(data, &["userIdentifiers"])?;
    let identifiers = list(data, "userIdentifiers")?;
    if identifiers.is_empty() || identifiers.len() > MOST_IDENTIFIERS {
        return Err(format!("userIdentifiers has {} items", identifiers.len()));
    }
    for identifier in identifiers {
        let identifier = object(identifier, "an identifier")?;
        known(identifier, &["emailAddress", "phoneNumber"])?;
        let is_digest = |value: &Value| {
            value.as_str().is_some_and(|text| {
                text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
            })
        };
        if identifier.len() != 1 || !identifier.values().all(is_digest) {
            return Err("an identifier is not one digest".to_owned());
        }
    }
    Ok(identifiers.len())
}

/// What became of a request.
pub(super) fn status(word: &str, errors: &[Value], events: usize) -> Value {
    let count = json!({"recordCount": events.to_string()});
    let status = if errors.is_empty() {
        json!({"requestStatus": word, "eventsIngestionStatus": count})
    } else {
        let info = json!({ "errorCounts": errors });
        json!({"requestStatus": word, "eventsIngestionStatus": count, "errorInfo": info})
    };
    json!({ "requestStatusPerDestination": [status] })
}

/// How many events could not be used for a reason, and which where they are named.
pub(super) fn error_count(reason: &str, places: &[usize], names_records: bool) -> Value {
    let reason = format!("PROCESSING_ERROR_REASON_{reason}");
    let count = places.len().to_string();
    if names_records {
        json!({"reason": reason, "recordCount": count, "recordIndices": places})
    } else {
        json!({"reason": reason, "recordCount": count})
    }
}
