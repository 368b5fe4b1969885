//! JSON Schema (2020-12) of answers, of the same descriptions that the `OpenAPI` document is made of.

use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use http_kit::envelope::{Envelope, Page};

const COMPONENTS: &str = "#/components/schemas/";

type Found = Vec<(String, RefOr<Schema>)>;

/// Of an answer without parameters of type.
pub(crate) fn of<T: ToSchema>() -> Value {
    complete::<T>(Found::new())
}

/// Of one result.
pub(crate) fn envelope<T: ToSchema, M: ToSchema>() -> Value {
    complete::<Envelope<T, M>>([named::<T>(), named::<M>()].into())
}

/// Of a list that is complete.
pub(crate) fn list<T: ToSchema, M: ToSchema>() -> Value
where
    Vec<T>: ToSchema,
{
    complete::<Envelope<Vec<T>, M>>([named::<Vec<T>>(), named::<T>(), named::<M>()].into())
}

/// Of one page of a list.
pub(crate) fn page<T: ToSchema, M: ToSchema, P: ToSchema>() -> Value {
    complete::<Page<T, M, P>>([named::<T>(), named::<M>(), named::<P>()].into())
}

fn named<T: ToSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}

/// The schema of a type with all that it refers to. Types find what their fields refer to, but not
/// their own parameters: those are found already.
fn complete<T: ToSchema>(mut found: Found) -> Value {
    T::schemas(&mut found);
    let mut root = clean(&serde_json::to_value(T::schema()).unwrap_or_default());
    let definitions: Map<String, Value> = found
        .into_iter()
        .map(|(name, schema)| {
            let schema = serde_json::to_value(schema).unwrap_or_default();
            (name, clean(&schema))
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
