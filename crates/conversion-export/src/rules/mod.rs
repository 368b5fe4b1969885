//! What is told.
//!
//! [`create`](mod@create), [`update`](mod@update); [`preview`](mod@preview) foretells what a rule would read, and
//! [`try_out`](mod@try_out) what it would have told.

pub mod create;
pub mod preview;
pub mod try_out;
pub mod update;

use application::{Contended, Context, UnitOfWork};
use conversion_definitions::Definition;
use export_rules::{DestinationKind, MAX_RULES, PerKind, Rule, RuleFault, RuleValue, Word};
use kernel::{DefinitionId, Id, ProfileAccess, ProfileId, StoreError};
use serde_json::{Map, Value, json};

use crate::trail::{self, stamp};

/// Why a rule was not written.
#[derive(Debug, thiserror::Error)]
pub enum RuleRefusal {
    /// The profile has none of this id.
    #[error("there is no such rule")]
    NotFound,
    /// The profile has no definition of this id.
    #[error("there is no such conversion definition")]
    NoDefinition,
    /// There are as many as there may be.
    #[error("a profile has at most {MAX_RULES} rules that are not archived")]
    TooMany,
    /// Fields that are wrong.
    #[error("the rule is wrong")]
    Invalid(Vec<RuleFault>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for RuleRefusal {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// The definition that is to be read.
async fn defined(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    id: DefinitionId,
) -> Result<Definition, RuleRefusal> {
    let all = work.definitions().list(profile_id).await?;
    let mut all = all.into_iter().map(|stored| stored.definition);
    all.find(|definition| definition.id == id)
        .ok_or(RuleRefusal::NoDefinition)
}

/// Sees that the profile has the definition that is to be read, and keeps it until the transaction ends: whoever deletes
/// it switches off the rules that read it, and has to find this one among them.
///
/// The definition itself is held, and not the attribution lock, which a replay has for as long as a batch of it takes. A
/// rule is held before its definition. Whoever deletes holds them the other way round, but only rules that are on and
/// read it; one that waits here is off, or reads another one until now.
async fn hold_definition(
    work: &mut dyn UnitOfWork,
    access: &ProfileAccess,
    definition: Option<DefinitionId>,
) -> Result<(), RuleRefusal> {
    if let Some(id) = definition
        && !work.definitions().hold(access.profile_id, id).await?
    {
        return Err(RuleRefusal::NoDefinition);
    }
    Ok(())
}

/// Sees that there may be one more.
async fn has_room(work: &mut dyn UnitOfWork, access: &ProfileAccess) -> Result<(), RuleRefusal> {
    let count = work.export_rules().count(access.profile_id).await?;
    (count < MAX_RULES)
        .then_some(())
        .ok_or(RuleRefusal::TooMany)
}

/// Writes a rule, and what became of the one before into the trail.
async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (action, before, after): (&str, Option<&Rule>, &Rule),
) -> Result<(), StoreError> {
    let profile_id = access.profile_id;
    work.export_rules().put(profile_id, after).await?;
    let before = before.map_or(Value::Null, fields);
    let detail = trail::change(&before, &fields(after));
    let deed = (action, after.id.uuid(), detail);
    stamp(work, context, (profile_id, access.actor), deed).await
}

/// Its fields as they are put into the trail.
fn fields(rule: &Rule) -> Value {
    let settings = &rule.settings;
    json!({
        "name": settings.name,
        "enabled": settings.enabled,
        "archived_at": settings.archived_at.map(|at| at.to_string()),
        "priority": settings.priority,
        "source_kind": settings.source.kind().to_string(),
        "source_ref_id": settings.source.definition().map(Id::uuid),
        "source_config": source_config(rule),
        "trigger_mode": settings.source.trigger().to_string(),
        "destinations": by_kind(&settings.destinations),
        "platform_event_name_overrides": by_kind(&settings.event_names),
        "social_custom_event_type": settings.social_custom_event_type,
        "value_mode": settings.value.mode().to_string(),
        "recurring_payment_mode": settings.recurring_payment_mode.to_string(),
        "privacy_override": settings.privacy_override.map(|it| it.to_json()),
    })
}

fn by_kind<T: Clone + Into<Value>>(of: &PerKind<T>) -> Value {
    let fields = DestinationKind::ALL
        .iter()
        .map(|kind| (kind.to_string(), of.of(*kind).clone().into()));
    Value::Object(fields.collect())
}

/// Stages and the fixed value of a rule, as `source_config` has them: what is not set is left out.
pub fn source_config(rule: &Rule) -> Map<String, Value> {
    let settings = &rule.settings;
    let stages = settings.source.stages().cloned().unwrap_or_default();
    let fixed = match settings.value {
        RuleValue::Fixed(worth) => Some(worth),
        RuleValue::Event | RuleValue::None => None,
    };
    let fields = [
        ("to_stage", stages.to_stage),
        ("from_stage", stages.from_stage),
        ("external_source", stages.external_source),
        ("fixed_value", fixed.map(|worth| worth.amount.to_string())),
        (
            "fixed_currency",
            fixed.map(|worth| worth.currency.to_string()),
        ),
    ];
    fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?.into())))
        .collect()
}

#[cfg(test)]
mod use_case_tests;
