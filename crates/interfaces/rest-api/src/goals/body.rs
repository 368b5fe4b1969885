//! A conversion definition on the wire.

use conversion_definitions::ports::StoredDefinition;
use conversion_definitions::{Definition, DefinitionDraft, DefinitionEdit, DefinitionText};
use kernel::ProfileId;
use profile_setup::definitions::Changed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::patch::{Patch, sent};
use http_kit::problem::refusals::definitions::fault;
use http_kit::problem::{FieldError, Problem};

/// Says that some outcome event types are conversions, and of which kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConversionDefinition {
    /// Names the definition.
    pub id: Uuid,
    /// The name under which reports ask for it, verbatim as it was given.
    pub conversion_key: String,
    /// A label for people.
    pub display_name: String,
    /// The raw event types that it claims; no other definition of the profile has them.
    pub source_event_names: Vec<String>,
    /// What the value of its events means: cash, pipeline or gross. Only cash counts toward ROAS.
    pub revenue_type: &'static str,
    /// Whether its conversions may be credited to a touch.
    pub attribution_eligible: bool,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<StoredDefinition> for ConversionDefinition {
    fn from(stored: StoredDefinition) -> Self {
        let definition = stored.definition;
        Self {
            id: definition.id.uuid(),
            source_event_names: names(&definition),
            revenue_type: definition.revenue_type.as_str(),
            attribution_eligible: definition.attribution_eligible,
            conversion_key: definition.conversion_key.as_str().to_owned(),
            display_name: definition.display_name.as_str().to_owned(),
            created_at: stored.created_at.to_string(),
            updated_at: stored.updated_at.to_string(),
        }
    }
}

/// The event types of a definition as texts.
pub(super) fn names(definition: &Definition) -> Vec<String> {
    definition.source_event_names.iter().map(text).collect()
}

/// One text of a definition.
pub(super) fn text(text: &DefinitionText) -> String {
    text.as_str().to_owned()
}

/// What a change of a definition is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefinitionMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// The full replay after which reports show the change; several changes may share one. Null
    /// when nothing changed.
    pub recompute_id: Option<Uuid>,
}

impl DefinitionMeta {
    pub(super) fn of(profile_id: ProfileId, changed: &Changed) -> Self {
        Self {
            profile_id: profile_id.uuid(),
            recompute_id: changed.recompute_id.map(kernel::Id::uuid),
        }
    }
}

/// A new conversion definition.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateDefinitionBody {
    /// The name under which reports ask for it; taken verbatim and unique in the profile.
    #[schema(value_type = String, required = true, min_length = 1, max_length = 128)]
    pub conversion_key: Option<String>,
    /// A label for people.
    #[schema(value_type = String, required = true, min_length = 1, max_length = 128)]
    pub display_name: Option<String>,
    /// Raw event types of 1 to 128 characters, each claimed by one definition only.
    #[schema(value_type = Vec<String>, required = true, min_items = 1, max_items = 50)]
    pub source_event_names: Option<Vec<String>>,
    /// cash, pipeline or gross.
    #[schema(value_type = String, required = true)]
    pub revenue_type: Option<String>,
    /// Whether its conversions may be credited to a touch; true when absent.
    pub attribution_eligible: Option<bool>,
}

impl From<CreateDefinitionBody> for DefinitionDraft {
    fn from(body: CreateDefinitionBody) -> Self {
        Self {
            conversion_key: body.conversion_key,
            display_name: body.display_name,
            source_event_names: body.source_event_names,
            revenue_type: body.revenue_type,
            attribution_eligible: body.attribution_eligible,
        }
    }
}

/// New values for some fields of a conversion definition; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateDefinitionBody {
    /// The name under which reports ask for it; taken verbatim and unique in the profile.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 128)]
    pub conversion_key: Patch,
    /// A label for people.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false, min_length = 1, max_length = 128)]
    pub display_name: Patch,
    /// Raw event types of 1 to 128 characters; replaces the whole list.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, nullable = false, min_items = 1, max_items = 50)]
    pub source_event_names: Patch,
    /// cash, pipeline or gross.
    #[serde(default)]
    #[schema(value_type = Option<String>, nullable = false)]
    pub revenue_type: Patch,
    /// Whether its conversions may be credited to a touch.
    #[serde(default)]
    #[schema(value_type = Option<bool>, nullable = false)]
    pub attribution_eligible: Patch,
}

impl UpdateDefinitionBody {
    /// The edit; what is wrong goes into `errors`.
    pub(super) fn edit(&self, errors: &mut Vec<FieldError>) -> DefinitionEdit {
        let draft = DefinitionDraft {
            conversion_key: sent(&self.conversion_key, "conversion_key", errors),
            display_name: sent(&self.display_name, "display_name", errors),
            source_event_names: sent(&self.source_event_names, "source_event_names", errors),
            revenue_type: sent(&self.revenue_type, "revenue_type", errors),
            attribution_eligible: sent(&self.attribution_eligible, "attribution_eligible", errors),
        };
        DefinitionEdit::parse(draft).unwrap_or_else(|faults| {
            errors.extend(faults.iter().map(fault));
            DefinitionEdit::default()
        })
    }
}

/// The value, or one answer about everything that is wrong.
pub(super) fn unless<T>(errors: Vec<FieldError>, value: T) -> Result<T, Problem> {
    if errors.is_empty() {
        Ok(value)
    } else {
        Err(Problem::invalid(errors))
    }
}
