//! Mappings that come with the program.

use crate::mapping::{BadMapping, Mapping};

/// Their names with their texts.
const PRESETS: [(&str, &str); 5] = [
    (
        "ga4",
        include_str!("../../../docs/examples/event-mappings/ga4.json"),
    ),
    (
        "matomo",
        include_str!("../../../docs/examples/event-mappings/matomo.json"),
    ),
    (
        "posthog",
        include_str!("../../../docs/examples/event-mappings/posthog.json"),
    ),
    (
        "snowplow",
        include_str!("../../../docs/examples/event-mappings/snowplow.json"),
    ),
    (
        "umami",
        include_str!("../../../docs/examples/event-mappings/umami.json"),
    ),
];

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.into_iter().map(|(name, _)| name)
}

/// The text of a name's mapping; `None` when there is none of it.
pub fn text(name: &str) -> Option<&'static str> {
    let mut presets = PRESETS.into_iter();
    presets
        .find(|(known, _)| *known == name)
        .map(|(_, text)| text)
}

/// The mapping of a name; `None` when there is none of it.
pub fn named(name: &str) -> Option<Result<Mapping, BadMapping>> {
    text(name).map(Mapping::parse)
}

#[cfg(test)]
#[path = "presets_tests.rs"]
mod tests;
