//! Why figures change, as rows keep it: a JSON array of
//! `{"cause", "subject_id", "actor_kind", "actor_id", "at", "count"}`.

use application::ports::Cause;
use kernel::{Actor, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

/// One cause as JSON.
pub fn to_json(cause: &Cause) -> Value {
    json!({
        "cause": cause.word,
        "subject_id": cause.subject,
        "actor_kind": cause.actor.kind(),
        "actor_id": cause.actor.id(),
        "at": cause.at.to_string(),
        "count": cause.count,
    })
}

/// The causes in a JSON array; what is not there reads as nothing, so old rows stay readable.
pub fn from_json(value: &Value) -> Vec<Cause> {
    value.as_array().into_iter().flatten().map(cause).collect()
}

fn cause(value: &Value) -> Cause {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let id = |name: &str| text(name).and_then(|text| Uuid::parse_str(text).ok());
    Cause {
        word: text("cause").unwrap_or("unknown").to_owned(),
        subject: id("subject_id"),
        actor: Actor::from_parts(text("actor_kind").unwrap_or("system"), id("actor_id")),
        at: text("at")
            .and_then(Timestamp::parse)
            .unwrap_or(Timestamp::from_micros(0)),
        count: value.get("count").and_then(Value::as_u64).unwrap_or(1),
    }
}
