//! What facts keep in columns of JSON, and touches of them.

use std::collections::BTreeMap;

use event_intake::ports::{KeptIdentifier, KeptIdentifiers};
use event_intake::{Consent, ConsentChoice, Pipeline};
use serde_json::{Map, Value, json};

/// Click ids as they are written; `None` when there are none.
pub fn click_ids(pairs: &[(String, String)]) -> Option<String> {
    let member = |(name, value): &(String, String)| (name.clone(), Value::from(value.as_str()));
    (!pairs.is_empty()).then(|| pairs.iter().map(member).collect::<Value>().to_string())
}

/// Click ids as they are stored; what is no object of texts is none.
pub fn read_click_ids(text: Option<&str>) -> Vec<(String, String)> {
    let read = |text| serde_json::from_str::<BTreeMap<String, String>>(text).ok();
    let by_kind = text.and_then(read).unwrap_or_default();
    by_kind.into_iter().collect()
}

/// Identifiers as they are written.
pub fn identifiers(kept: &KeptIdentifiers) -> String {
    let values = kept.values.iter().map(|(kind, kept)| {
        let told = match kept {
            KeptIdentifier::Value(value) => json!(value),
            KeptIdentifier::Sealed { key, sealed } => json!({"key": key, "sealed": sealed}),
        };
        ((*kind).to_owned(), told)
    });
    let names = [
        ("first_name", &kept.first_name),
        ("last_name", &kept.last_name),
    ];
    let names = names.into_iter().filter_map(|(field, name)| {
        let name = name.as_deref()?;
        Some((field.to_owned(), Value::from(name)))
    });
    Value::Object(values.chain(names).collect::<Map<_, _>>()).to_string()
}

/// A move in a pipeline as it is written.
pub fn pipeline(pipeline: &Pipeline) -> String {
    json!({
        "external_source": pipeline.external_source,
        "from_stage": pipeline.from_stage,
        "to_stage": pipeline.to_stage,
    })
    .to_string()
}

/// Consent as it is written.
pub fn consent(consent: &Consent) -> String {
    json!({
        "ad_user_data": consent.ad_user_data.map(ConsentChoice::as_str),
        "ad_personalization": consent.ad_personalization.map(ConsentChoice::as_str),
    })
    .to_string()
}
