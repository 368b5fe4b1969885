//! What a profile decides, on the wire.

use conversion_export::destinations::list::Listed;
use export_rules::{ComplianceDraft, Routing, Word};
use http_kit::patch::Patch;
use http_kit::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::fields::{Fields, json};

/// What a profile has decided for all of its exports.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportCompliance)]
pub struct ComplianceBody {
    /// `standard`, `hipaa`, `custom` or `platform_safe`: what of a person may leave.
    #[schema(example = "standard")]
    pub privacy_mode: &'static str,
    /// `open`: parts that the mode `custom` opens beyond `hipaa`; `limited_data_use`: whether platforms are told to use
    /// data in a limited way only, in every mode.
    #[schema(value_type = Object)]
    pub privacy_config: Value,
    /// Whether social networks are told at all.
    pub export_social_enabled: bool,
    /// Whether search engines are told at all.
    pub export_search_enabled: bool,
    /// How many destinations are held back, because in Platform-Safe mode only a clean data set feeds a platform.
    pub destinations_held_back: usize,
}

impl From<&Listed> for ComplianceBody {
    fn from(listed: &Listed) -> Self {
        let it = &listed.compliance;
        let held = listed.destinations.iter();
        let held = held.filter(|it| it.routing == Routing::SuppressedPlatformSafe);
        Self {
            privacy_mode: it.privacy.mode.as_str(),
            privacy_config: it.privacy.config.to_json(),
            export_social_enabled: it.switches.social,
            export_search_enabled: it.switches.search,
            destinations_held_back: held.count(),
        }
    }
}

/// What is to change; what is left out stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportComplianceWrite)]
pub struct ComplianceWrite {
    /// `standard`, `hipaa`, `custom` or `platform_safe`.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    privacy_mode: Patch,
    /// Takes the place of the former one: `{"open": ["page"], "limited_data_use": {"country": 0, "state": 0}}`, each key
    /// of which may be absent.
    #[serde(default)]
    #[schema(value_type = Option<Object>, nullable = false)]
    privacy_config: Patch,
    /// Whether social networks are told at all.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    export_social_enabled: Patch,
    /// Whether search engines are told at all.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    export_search_enabled: Patch,
}

impl ComplianceWrite {
    /// As if these had been sent as JSON.
    pub fn of(mode: String, config: Value, [social, search]: [bool; 2]) -> Self {
        Self {
            privacy_mode: json(mode),
            privacy_config: json(config),
            export_social_enabled: json(social),
            export_search_enabled: json(search),
        }
    }

    /// What it says; whether it may, the domain says.
    pub fn draft(&self) -> Result<ComplianceDraft, Problem> {
        let mut fields = Fields::default();
        let draft = ComplianceDraft {
            privacy_mode: fields.sent("privacy_mode", &self.privacy_mode),
            privacy_config: fields.sent("privacy_config", &self.privacy_config),
            export_social_enabled: fields
                .sent("export_social_enabled", &self.export_social_enabled),
            export_search_enabled: fields
                .sent("export_search_enabled", &self.export_search_enabled),
        };
        fields.finish(draft)
    }
}
