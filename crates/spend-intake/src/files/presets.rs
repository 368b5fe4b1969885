//! Mappings that come with the program.

use super::mapping::{BadMapping, Mapping};

/// Their names with their texts; `tributary` is for files with our own columns.
const PRESETS: [(&str, &str); 5] = [
    (
        "dbt_ad_reporting",
        include_str!("../../../../docs/examples/spend-mappings/dbt_ad_reporting.json"),
    ),
    (
        "airbyte_facebook_ads_insights",
        include_str!("../../../../docs/examples/spend-mappings/airbyte_facebook_ads_insights.json"),
    ),
    (
        "airbyte_google_ads_ad_group_ad",
        include_str!(
            "../../../../docs/examples/spend-mappings/airbyte_google_ads_ad_group_ad.json"
        ),
    ),
    (
        "google_ads_download",
        include_str!("../../../../docs/examples/spend-mappings/google_ads_download.json"),
    ),
    (
        "meta_ads_download",
        include_str!("../../../../docs/examples/spend-mappings/meta_ads_download.json"),
    ),
];

/// What files with our own columns are called.
const OWN: &str = "tributary";

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(OWN).chain(PRESETS.into_iter().map(|(name, _)| name))
}

/// The mapping of a name; `None` when there is none of it.
pub fn named(name: &str) -> Option<Result<Mapping, BadMapping>> {
    if name == OWN {
        return Some(Ok(Mapping::own()));
    }
    let mut presets = PRESETS.into_iter();
    presets
        .find(|(known, _)| *known == name)
        .map(|(_, text)| Mapping::parse(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_can_be_read() {
        for name in names() {
            assert!(named(name).unwrap().is_ok(), "{name}");
        }
        assert!(named("other").is_none());
    }
}
