//! JSON Schema (2020-12) of answers, of the same descriptions that the `OpenAPI` document is made of.

use serde_json::{Map, Value};
use utoipa::ToSchema;

const COMPONENTS: &str = "#/components/schemas/";

/// The schema of a type, complete in itself.
pub(crate) fn of<T: ToSchema>() -> Value {
    let mut found = Vec::new();
    T::schemas(&mut found);
    let mut root = clean(&serde_json::to_value(T::schema()).unwrap_or_default());
    let definitions: Map<String, Value> = found
        .into_iter()
        .map(|(name, schema)| {
            (
                name,
                clean(&serde_json::to_value(schema).unwrap_or_default()),
            )
        })
        .collect();
    if let Some(members) = root.as_object_mut()
        && !definitions.is_empty()
    {
        members.insert("$defs".to_owned(), definitions.into());
    }
    root
}

/// Without what only the `OpenAPI` document is for.
fn clean(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members
                .iter()
                .filter(|(name, _)| !name.starts_with("x-") && *name != "example");
            kept.map(|(name, value)| (name.clone(), member(name, value)))
                .collect()
        }
        Value::Array(items) => items.iter().map(clean).collect(),
        other => other.clone(),
    }
}

fn member(name: &str, value: &Value) -> Value {
    match (name, value) {
        ("$ref", Value::String(target)) => target.replace(COMPONENTS, "#/$defs/").into(),
        ("properties", Value::Object(members)) => members
            .iter()
            .map(|(name, schema)| (name.clone(), clean(schema)))
            .collect(),
        (_, value) => clean(value),
    }
}
