//! The mapping file of an import.

use std::path::Path;

use event_import::touchpoints::mapping::{LabelRule, Mapping, Purchase};
use serde::Deserialize;

use super::Failure;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MappingFile {
    page_url: String,
    labels: Vec<LabelEntry>,
    purchase: PurchaseEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelEntry {
    label: String,
    referrer: Option<String>,
    utm_source: Option<String>,
    utm_medium: Option<String>,
    utm_campaign: Option<String>,
    utm_term: Option<String>,
    utm_content: Option<String>,
    gclid: Option<String>,
    fbclid: Option<String>,
    msclkid: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PurchaseEntry {
    event_type: String,
    #[serde(default)]
    seconds_after_session: u32,
}

/// Reads and checks the file.
pub(super) fn read(path: &Path) -> Result<Mapping, Failure> {
    let shown = path.display().to_string();
    let text =
        std::fs::read_to_string(path).map_err(Failure::io(format!("cannot read {shown}")))?;
    let mut reader = serde_json::Deserializer::from_str(&text);
    let file: MappingFile = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| Failure::usage(format!("{shown}: {}: {}", error.path(), error.inner())))?;
    Ok(Mapping {
        page_url: file.page_url,
        labels: file.labels.into_iter().map(rule).collect(),
        purchase: Purchase {
            event_type: file.purchase.event_type,
            seconds_after_session: file.purchase.seconds_after_session,
        },
    })
}

fn rule(entry: LabelEntry) -> LabelRule {
    let parameters = [
        ("utm_source", entry.utm_source),
        ("utm_medium", entry.utm_medium),
        ("utm_campaign", entry.utm_campaign),
        ("utm_term", entry.utm_term),
        ("utm_content", entry.utm_content),
        ("gclid", entry.gclid),
        ("fbclid", entry.fbclid),
        ("msclkid", entry.msclkid),
    ];
    LabelRule {
        label: entry.label,
        referrer: entry.referrer,
        parameters: parameters
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect(),
    }
}
