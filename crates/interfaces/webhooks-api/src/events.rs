//! What receivers get, as the `webhooks` of the `OpenAPI` document: one entry a type, its body as a JSON schema.

use serde_json::{Map, Value, json};
use webhook_events::{EventType, Field, FieldKind};

/// Every type that is sent, by its name. What can be subscribed to and is not sent yet is left out.
pub fn webhooks() -> Map<String, Value> {
    let sent = EventType::ALL
        .into_iter()
        .filter(|event_type| !event_type.fields().is_empty());
    sent.map(|event_type| (event_type.as_str().to_owned(), operation(event_type)))
        .collect()
}

fn operation(event_type: EventType) -> Value {
    json!({
        "post": {
            "operationId": format!("on{}", camel(event_type.as_str())),
            "tags": ["Webhooks"],
            "summary": event_type.as_str(),
            "description": event_type.meaning(),
            "x-spec-gap": "G139",
            "security": [],
            "parameters": headers(),
            "requestBody": {
                "required": true,
                "content": {"application/json": {"schema": body(event_type)}},
            },
            "responses": {
                "2XX": {"description": "It is delivered. Anything else is tried again."},
                "410": {"description": "Nothing is sent to this subscription any more."},
            },
        },
    })
}

/// `conversion.recorded` as `ConversionRecorded`.
fn camel(name: &str) -> String {
    let words = name.split(['.', '_']);
    words
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|it| it.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        })
        .collect()
}

fn headers() -> Value {
    let header = |name: &str, schema: Value, description: &str| {
        json!({
            "name": name, "in": "header", "required": true, "schema": schema,
            "description": description,
        })
    };
    json!([
        header(
            "webhook-id",
            json!({"type": "string", "format": "uuid"}),
            "The delivery: the same in every attempt and replay. What was seen under it was seen.",
        ),
        header(
            "webhook-timestamp",
            json!({"type": "string", "pattern": "^[0-9]+$"}),
            "When the attempt was made: seconds since 1970.",
        ),
        header(
            "webhook-signature",
            json!({"type": "string"}),
            "`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, one for each \
             valid secret, separated by spaces.",
        ),
    ])
}

fn body(event_type: EventType) -> Value {
    let instant = schema(FieldKind::Instant);
    json!({
        "type": "object",
        "required": ["id", "type", "timestamp", "profile_id", "data"],
        "properties": {
            "id": described(schema(FieldKind::Id), "The event: the same for every subscription."),
            "type": {"const": event_type.as_str()},
            "timestamp": described(instant, "When it happened."),
            "profile_id": described(schema(FieldKind::Id), "Whose event it is."),
            "data": data(event_type),
        },
    })
}

fn data(event_type: EventType) -> Value {
    let mut properties = Map::new();
    let test = described(
        json!({"type": "boolean"}),
        "True in test events, absent otherwise.",
    );
    properties.insert("test".to_owned(), test);
    for field in event_type.fields() {
        properties.insert(field.name.to_owned(), property(field));
    }
    let required: Vec<&str> = event_type.fields().iter().map(|field| field.name).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

fn property(field: &Field) -> Value {
    let mut schema = schema(field.kind);
    if field.nullable
        && let Some(kind) = schema.get_mut("type")
    {
        *kind = match &*kind {
            Value::Array(several) => {
                let all = several.iter().cloned().chain([json!("null")]);
                Value::Array(all.collect())
            }
            one => json!([one, "null"]),
        };
    }
    described(schema, field.meaning)
}

fn described(mut schema: Value, words: &str) -> Value {
    if let Some(keywords) = schema.as_object_mut() {
        keywords.insert("description".to_owned(), json!(words));
    }
    schema
}

fn schema(kind: FieldKind) -> Value {
    let change = |kind: Value| {
        json!({
            "type": "object", "required": ["before", "after"],
            "properties": {"before": kind, "after": kind},
        })
    };
    match kind {
        FieldKind::Id => json!({"type": "string", "format": "uuid"}),
        FieldKind::Provider => json!({"type": "string", "pattern": "^[a-z][a-z0-9_]{0,63}$"}),
        FieldKind::Word(words) => json!({"type": "string", "enum": words}),
        FieldKind::Text => json!({"type": "string"}),
        FieldKind::Instant => json!({"type": "string", "format": "date-time"}),
        FieldKind::Day => json!({"type": "string", "format": "date"}),
        FieldKind::Count => json!({"type": "integer", "minimum": 0}),
        FieldKind::Number => json!({"type": "number"}),
        FieldKind::Measure => json!({"type": ["string", "number"]}),
        FieldKind::Amount => json!({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"}),
        FieldKind::Currency => json!({"type": "string", "minLength": 3, "maxLength": 3}),
        FieldKind::Counts => json!({
            "type": "object", "additionalProperties": {"type": "integer", "minimum": 0},
        }),
        FieldKind::AmountChange | FieldKind::TextChange => {
            change(json!({"type": ["string", "null"]}))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    /// The types and their fields, as docs/webhooks.md has them.
    fn tables() -> String {
        let mut text = String::new();
        for event_type in EventType::ALL {
            if event_type.fields().is_empty() {
                continue;
            }
            let meaning = event_type.meaning();
            writeln!(text, "\n### `{event_type}`\n\n{meaning}\n").unwrap();
            text += "| field | is |\n|---|---|\n";
            for field in event_type.fields() {
                writeln!(text, "| `{}` | {} |", field.name, field.meaning).unwrap();
            }
        }
        text
    }

    #[test]
    fn the_guide_has_every_field_of_every_event() {
        let guide = include_str!("../../../../docs/webhooks.md");
        let (_, rest) = guide.split_once("<!-- events -->\n").unwrap();
        let (written, _) = rest.split_once("\n<!-- /events -->").unwrap();
        let expected = tables();
        assert_eq!(
            written, expected,
            "docs/webhooks.md should have:\n{expected}"
        );
    }

    #[test]
    fn every_type_that_is_sent_has_its_data_described() {
        let all = webhooks();
        assert_eq!(all.len(), 13);
        let recorded = &all["conversion.recorded"]["post"];
        assert_eq!(recorded["operationId"], "onConversionRecorded");
        let schema = &recorded["requestBody"]["content"]["application/json"]["schema"];
        let data = &schema["properties"]["data"];
        assert_eq!(
            data["properties"]["value"]["type"],
            json!(["string", "null"])
        );
        assert_eq!(
            data["properties"]["channel"]["type"],
            json!(["string", "null"])
        );
        assert!(
            data["required"]
                .as_array()
                .unwrap()
                .contains(&json!("model"))
        );
        assert!(all.values().all(|it| it["post"]["description"] != ""));
    }
}
