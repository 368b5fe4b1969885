//! What the Google Ads API refuses, by its published reference of `uploadClickConversions`: a body that it cannot read
//! as a whole, and single conversions beside others that it takes.

use serde_json::{Map, Value, json};

use super::conversions::{Taken, World, json_of};
use super::fields::{known, list, object, text};
use super::http::{Request, Response};
use super::search_spend::refusal;

const MOST: usize = 2_000;
const MOST_IDENTIFIERS: usize = 5;

/// What is wrong with one conversion: the kind of error and the word for it.
type Wrong = (&'static str, String);

/// Takes the conversions that it can use, or refuses all.
pub(super) fn take(
    world: &mut World,
    customer: &str,
    request: &Request,
) -> Result<Response, String> {
    if !request.headers.contains_key("developer-token") {
        let words = (
            "PERMISSION_DENIED",
            "authorizationError",
            "DEVELOPER_TOKEN_NOT_APPROVED",
        );
        return Ok(refusal(403, words));
    }
    if let Some(login) = request.headers.get("login-customer-id") {
        is_customer(login, "login-customer-id")?;
    }
    is_customer(customer, "the customer of the path")?;
    let body = json_of(&request.body)?;
    let body = object(&body, "the body")?;
    known(body, &["conversions", "partialFailure", "validateOnly"])?;
    if body.get("partialFailure") != Some(&Value::Bool(true)) {
        return Err("partialFailure is not true".to_owned());
    }
    let conversions = list(body, "conversions")?;
    if conversions.is_empty() || conversions.len() > MOST {
        return Err(format!("conversions has {} items", conversions.len()));
    }
    let read: Result<Vec<_>, String> = conversions
        .iter()
        .enumerate()
        .map(|(place, it)| {
            conversion(it, customer).map_err(|why| format!("conversions/{place}: {why}"))
        })
        .collect();
    let is_only_checked = body.get("validateOnly") == Some(&Value::Bool(true));
    let (mut errors, mut results) = (Vec::new(), Vec::new());
    for (place, (told, wrong)) in read?.into_iter().enumerate() {
        if let Some(wrong) = wrong.or_else(|| unusable(world, &told)) {
            errors.push(error(place, &wrong));
            results.push(json!({}));
            continue;
        }
        results.push(json!({"conversionAction": told.name}));
        if !is_only_checked {
            world.journalise(told);
        }
    }
    if is_only_checked {
        results.clear();
    }
    Ok(Response::json(200, &answer(&errors, &results)))
}

fn answer(errors: &[Value], results: &[Value]) -> Value {
    if errors.is_empty() {
        return json!({"results": results, "jobId": "7"});
    }
    let kind = "type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure";
    let detail = json!({"@type": kind, "errors": errors, "requestId": "fake-request"});
    let failure = json!({"code": 3, "message": "Multiple errors", "details": [detail]});
    json!({"partialFailureError": failure, "results": results, "jobId": "7"})
}

/// What the platform knows of a conversion that reads well.
fn unusable(world: &World, told: &Taken) -> Option<Wrong> {
    let misbehaviour = &world.misbehaviour;
    let kind = "conversionUploadError";
    if misbehaviour.bad_events.contains(&told.event_id) {
        return Some((kind, "UNPARSEABLE_GCLID".to_owned()));
    }
    if let Some(word) = misbehaviour.unusable.get(&told.event_id) {
        return Some((kind, word.clone()));
    }
    let is_known = world.knows(told);
    is_known.then(|| (kind, "ORDER_ID_ALREADY_IN_USE".to_owned()))
}

fn error(place: usize, (kind, word): &Wrong) -> Value {
    let path = json!([{"fieldName": "conversions", "index": place}]);
    json!({
        "errorCode": {*kind: word},
        "message": "It cannot be used, jane.roe@mail.example.",
        "location": {"fieldPathElements": path},
    })
}

fn is_customer(text: &str, what: &str) -> Result<(), String> {
    let is_id = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_id
        .then_some(())
        .ok_or_else(|| format!("{what} is not ten digits"))
}

/// A conversion, and what is wrong with it alone; an error is one of the whole body.
fn conversion(value: &Value, customer: &str) -> Result<(Taken, Option<Wrong>), String> {
    let fields = object(value, "a conversion")?;
    known(
        fields,
        &[
            "conversionAction",
            "conversionDateTime",
            "conversionEnvironment",
            "conversionValue",
            "currencyCode",
            "orderId",
            "gclid",
            "gbraid",
            "wbraid",
            "userIdentifiers",
            "consent",
        ],
    )?;
    let action = text(fields, "conversionAction")?;
    let prefix = format!("customers/{customer}/conversionActions/");
    let number = action
        .strip_prefix(&prefix)
        .ok_or("conversionAction is of another customer")?;
    date_time(text(fields, "conversionDateTime")?)?;
    let order_id = text(fields, "orderId")?;
    let value_of = fields.get("conversionValue");
    if value_of.is_some_and(|value| !value.is_number()) {
        return Err("conversionValue is no number".to_owned());
    }
    environment(fields)?;
    consent(fields)?;
    let identifiers = identifiers(fields)?;
    let taken = Taken {
        place: format!("{customer}/{number}"),
        name: format!("{customer}/{number}"),
        event_id: order_id.to_owned(),
        is_counted: false,
        event: value.clone(),
    };
    Ok((taken, wrong(fields, identifiers)))
}

fn wrong(fields: &Map<String, Value>, identifiers: usize) -> Option<Wrong> {
    let has = |name: &str| fields.contains_key(name);
    let has_braid = has("gbraid") || has("wbraid");
    let (kind, word) = if has("gbraid") && has("wbraid") {
        ("conversionUploadError", "GBRAID_WBRAID_BOTH_SET")
    } else if identifiers > MOST_IDENTIFIERS {
        ("collectionSizeError", "TOO_MANY")
    } else if has_braid && (identifiers > 0 || has("gclid")) {
        ("fieldError", "VALUE_MUST_BE_UNSET")
    } else if !has_braid && !has("gclid") && identifiers == 0 {
        ("fieldError", "REQUIRED")
    } else {
        return None;
    };
    Some((kind, word.to_owned()))
}

fn environment(fields: &Map<String, Value>) -> Result<(), String> {
    let environment = fields.get("conversionEnvironment").map(Value::as_str);
    match environment {
        None | Some(Some("WEB" | "APP")) => Ok(()),
        Some(other) => Err(format!("conversionEnvironment {other:?} is unknown")),
    }
}

fn consent(fields: &Map<String, Value>) -> Result<(), String> {
    let Some(consent) = fields.get("consent") else {
        return Ok(());
    };
    let consent = object(consent, "consent")?;
    known(consent, &["adUserData", "adPersonalization"])?;
    let is_word = |value: &Value| matches!(value.as_str(), Some("GRANTED" | "DENIED"));
    if consent.values().all(is_word) {
        Ok(())
    } else {
        Err("consent is unknown".to_owned())
    }
}

/// How many identifiers a conversion has.
fn identifiers(fields: &Map<String, Value>) -> Result<usize, String> {
    if !fields.contains_key("userIdentifiers") {
        return Ok(0);
    }
    let identifiers = list(fields, "userIdentifiers")?;
    for identifier in identifiers {
        let identifier = object(identifier, "an identifier")?;
        known(identifier, &["hashedEmail", "hashedPhoneNumber"])?;
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

/// `yyyy-mm-dd hh:mm:ss+hh:mm`
fn date_time(text: &str) -> Result<(), String> {
    let form = "dddd-dd-dd dd:dd:dd+dd:dd";
    let fits = text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, form)| match form {
                b'd' => byte.is_ascii_digit(),
                b'+' => byte == b'+' || byte == b'-',
                other => byte == other,
            });
    fits.then_some(())
        .ok_or_else(|| format!("conversionDateTime {text} has another form"))
}
