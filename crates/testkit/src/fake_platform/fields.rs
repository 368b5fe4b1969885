//! How bodies of the platforms' interfaces are looked at, and how rows get the fields that were asked for.

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

/// Of a node what was asked for, `id,name,creative{id,name}`, and its id; `None` when there is no such field.
pub(super) fn chosen(asked: &str, node: &Value) -> Option<Value> {
    let all = node.as_object()?;
    let mut chosen = Map::new();
    for field in listed(asked) {
        let (name, of) = field
            .strip_suffix('}')
            .and_then(|field| field.split_once('{'))
            .map_or((field, None), |(name, of)| (name, Some(of)));
        let value = all.get(name)?;
        let value = match (value, of) {
            // Of another node its id alone is told, unless more is asked for.
            (Value::Object(_), of) => self::chosen(of.unwrap_or("id"), value)?,
            (_, Some(_)) => return None,
            (plain, None) => plain.clone(),
        };
        chosen.insert(name.to_owned(), value);
    }
    chosen.extend(all.get("id").map(|id| ("id".to_owned(), id.clone())));
    Some(Value::Object(chosen))
}

/// Fields between commas, of which those within braces are others' own.
fn listed(fields: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let fields = fields.split(move |letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    fields.filter(|field| !field.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn of_a_node_there_is_what_was_asked_for() {
        let node = json!({"id": "1", "name": "n", "status": "s",
            "creative": {"id": "2", "name": "m", "body": "b"}});
        let of = |asked: &str| chosen(asked, &node);
        assert_eq!(of(""), Some(json!({"id": "1"})));
        assert_eq!(
            of("name,creative{id,name},status"),
            Some(
                json!({"id": "1", "name": "n", "status": "s", "creative": {"id": "2", "name": "m"}})
            )
        );
        assert_eq!(
            of("creative"),
            Some(json!({"id": "1", "creative": {"id": "2"}}))
        );
        for odd in ["names", "creative{names}", "name{id}"] {
            assert_eq!(of(odd), None, "{odd}");
        }
    }
}
