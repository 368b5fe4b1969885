//! How bodies of the search engine's interfaces are looked at.

use serde_json::{Map, Value};

pub(super) fn object<'a>(value: &'a Value, what: &str) -> Result<&'a Map<String, Value>, String> {
    value
        .as_object()
        .ok_or_else(|| format!("{what} is no object"))
}

pub(super) fn list<'a>(
    fields: &'a Map<String, Value>,
    key: &str,
) -> Result<&'a Vec<Value>, String> {
    let list = fields.get(key).and_then(Value::as_array);
    list.ok_or_else(|| format!("{key} is no list"))
}

pub(super) fn text<'a>(fields: &'a Map<String, Value>, key: &str) -> Result<&'a str, String> {
    let text = fields.get(key).and_then(Value::as_str);
    text.filter(|text| !text.is_empty())
        .ok_or_else(|| format!("{key} is missing"))
}

/// Refuses fields that nothing is known of.
pub(super) fn known(fields: &Map<String, Value>, names: &[&str]) -> Result<(), String> {
    match fields.keys().find(|key| !names.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(format!("there is the unknown field {key}")),
    }
}
