//! Why figures change, as rows keep it: a JSON array of
//! `{"cause", "subject_id", "actor_kind", "actor_id", "at", "count"}`.

use kernel::{Actor, StoreError, Timestamp};
use reporting::causes::{Cause, ChangeCause};
use serde_json::{Value, json};
use uuid::Uuid;

/// One cause as JSON.
pub fn to_json(cause: &ChangeCause) -> Value {
    json!({
        "cause": cause.cause.as_str(),
        "subject_id": cause.subject,
        "actor_kind": cause.actor.kind(),
        "actor_id": cause.actor.id(),
        "at": cause.at.to_string(),
        "count": cause.count,
    })
}

/// The cause that a column or a row's JSON names.
pub fn named(word: &str) -> Result<Cause, StoreError> {
    Cause::parse(word).ok_or_else(|| StoreError::inconsistent(format!("unknown cause {word:?}")))
}

/// The causes in a JSON array; what is not there reads as nothing, so old rows stay readable.
pub fn from_json(value: &Value) -> Result<Vec<ChangeCause>, StoreError> {
    value.as_array().into_iter().flatten().map(cause).collect()
}

fn cause(value: &Value) -> Result<ChangeCause, StoreError> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let id = |name: &str| text(name).and_then(|text| Uuid::parse_str(text).ok());
    Ok(ChangeCause {
        cause: text("cause").map_or(Ok(Cause::Unknown), named)?,
        subject: id("subject_id"),
        actor: Actor::from_parts(text("actor_kind").unwrap_or("system"), id("actor_id")),
        at: text("at")
            .and_then(Timestamp::parse)
            .unwrap_or(Timestamp::from_micros(0)),
        count: value.get("count").and_then(Value::as_u64).unwrap_or(1),
    })
}
