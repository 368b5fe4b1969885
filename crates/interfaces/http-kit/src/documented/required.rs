//! Members of answers that are always there though they may be null.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::schema::{Object, Schema, SchemaType, Type};
use utoipa::openapi::{Components, OpenApi, RefOr};

/// Says of every member of an answer that may be null that it is sent: one that may be absent is
/// never null here. What a caller sends may leave such members out.
pub fn complete(api: &mut OpenApi) {
    let sent = sent_by_callers(api);
    let components = api.components.get_or_insert_default();
    for (name, schema) in &mut components.schemas {
        if let RefOr::T(schema) = schema
            && !sent.contains(name)
        {
            require(schema);
        }
    }
}

fn require(schema: &mut Schema) {
    let parts = match schema {
        Schema::Object(object) => return require_members(object),
        Schema::AllOf(all) => &mut all.items,
        Schema::OneOf(one) => &mut one.items,
        Schema::AnyOf(any) => &mut any.items,
        _ => return,
    };
    for part in parts {
        if let RefOr::T(part) = part {
            require(part);
        }
    }
}

fn require_members(object: &mut Object) {
    for (name, member) in &mut object.properties {
        if let RefOr::T(member) = member {
            if may_be_null(member) && !object.required.contains(name) {
                object.required.push(name.clone());
            }
            require(member);
        }
    }
}

fn may_be_null(schema: &Schema) -> bool {
    let is_null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        Schema::Object(object) => is_null(&object.schema_type),
        Schema::Array(array) => is_null(&array.schema_type),
        Schema::OneOf(one) => one
            .items
            .iter()
            .any(|part| matches!(part, RefOr::T(part) if may_be_null(part))),
        _ => false,
    }
}

/// Names of the schemas that requests are made of.
fn sent_by_callers(api: &OpenApi) -> BTreeSet<String> {
    let mut waiting = Vec::new();
    for item in api.paths.paths.values() {
        let operations = [&item.get, &item.put, &item.post, &item.patch, &item.delete];
        for body in operations
            .into_iter()
            .flatten()
            .filter_map(|operation| operation.request_body.as_ref())
        {
            waiting.extend(references(&serde_json::to_value(body).unwrap_or_default()));
        }
    }
    let empty = Components::default();
    let components = api.components.as_ref().unwrap_or(&empty);
    let mut found = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if let Some(schema) = components.schemas.get(&name) {
            let inner = serde_json::to_value(schema).unwrap_or_default();
            if found.insert(name) {
                waiting.extend(references(&inner));
            }
        }
    }
    found
}

/// Names of the schemas that a part of the document refers to.
fn references(part: &Value) -> Vec<String> {
    match part {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| match value.as_str() {
                Some(place) if name == "$ref" => place
                    .rsplit('/')
                    .next()
                    .map(str::to_owned)
                    .into_iter()
                    .collect(),
                _ => references(value),
            })
            .collect(),
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
