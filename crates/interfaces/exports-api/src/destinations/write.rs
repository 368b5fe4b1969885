//! What a destination is to be.

use export_rules::{
    ConnectionId, DestinationDraft, DestinationKind, DestinationPatch, NewDestination, Word,
};
use http_kit::patch::Patch;
use http_kit::problem::Problem;
use serde::Deserialize;
use utoipa::ToSchema;

use super::refused::invalid;
use crate::fields::{Fields, json};

/// A body has at most this many bytes.
pub(super) const BODY_BYTES: usize = 64 * 1024;

/// What a destination is to be. What is left out of a change stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportDestinationWrite)]
pub struct DestinationWrite {
    /// `social_capi` or `search_ads`. Required when it is made, and never changed.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, example = "social_capi")]
    destination: Patch,
    /// A connection of the profile: `social_capi` needs one of `social_ads`, `search_ads` one of `search_ads`. Required
    /// when it is made.
    #[serde(default)]
    #[schema(value_type = Option<uuid::Uuid>, nullable = false)]
    connection_id: Patch,
    /// Whether it is told anything; true when it is made and nothing is said.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    enabled: Patch,
    /// The data set: letters and digits. Required of `social_capi`.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 128)]
    social_pixel_id: Patch,
    /// The resource name of a conversion action. Required of `search_ads`.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 256,
        example = "customers/1234567890/conversionActions/42")]
    search_conversion_action: Patch,
    /// Everything else; a change is merged into what is there, key by key, and null takes a key away. Read are
    /// `data_source_kind`, `signal_quality.min_match`, `whatsapp_business_account_id`, `page_id`,
    /// `instagram_business_account_id`, `limited_data_use`, `event_source` and `login_customer_id`.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false, extensions(("x-spec-gap" = json!("G140"))))]
    destination_config: Patch,
}

impl DestinationWrite {
    /// A new one of a kind: a data set, or a conversion action. As if it had been sent as JSON.
    pub fn of_new(kind: DestinationKind, connection: ConnectionId, target: &str) -> Self {
        let (pixel, action) = match kind {
            DestinationKind::SocialCapi => (json(target), Patch::Absent),
            DestinationKind::SearchAds => (Patch::Absent, json(target)),
        };
        Self {
            destination: json(kind.as_str()),
            connection_id: json(connection.to_string()),
            social_pixel_id: pixel,
            search_conversion_action: action,
            ..Self::default()
        }
    }

    /// Whether it is told anything, and nothing else.
    pub fn of_enabled(enabled: bool) -> Self {
        Self {
            enabled: json(enabled),
            ..Self::default()
        }
    }

    fn draft(&self) -> Result<DestinationDraft, Problem> {
        let mut fields = Fields::default();
        let draft = DestinationDraft {
            destination: fields.sent("destination", &self.destination),
            connection_id: fields.id("connection_id", &self.connection_id),
            enabled: fields.sent("enabled", &self.enabled),
            social_pixel_id: fields.sent("social_pixel_id", &self.social_pixel_id),
            search_conversion_action: fields
                .sent("search_conversion_action", &self.search_conversion_action),
            destination_config: fields.sent("destination_config", &self.destination_config),
        };
        fields.finish(draft)
    }

    /// A new one, or all that is wrong with it.
    pub(super) fn to_new(&self) -> Result<NewDestination, Problem> {
        NewDestination::parse(self.draft()?).map_err(|faults| invalid(&faults))
    }

    /// A change, or all that is wrong with it.
    pub(super) fn change(&self) -> Result<DestinationPatch, Problem> {
        DestinationPatch::parse(self.draft()?).map_err(|faults| invalid(&faults))
    }
}
