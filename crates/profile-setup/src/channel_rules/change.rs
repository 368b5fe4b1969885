//! Makes, changes, removes and reorders rules: the change, the labels of all history under the new
//! rules, the line of the ledger, the audit row and the marks of whom to replay, in one transaction.

use channel_classifier::Classifier;
use channel_classifier::ports::StoredRule;
use kernel::{Actor, ChannelRuleId, ProfileAccess, ProfileId, StoreError};
use reporting::causes::Cause;
use serde_json::{Value, json};

use super::configuration::{ChannelConfiguration, Edit, RuleDraft};
use super::create::create;
use super::delete::delete;
use super::error::RuleError;
use super::reorder::reorder;
use super::update::{RuleChange, update};
use application::context::Context;
use application::ports::AuditEvent;
pub use application::relabelling::Effect;
use application::relabelling::{Reason, relabel};
use application::transaction::transact;
use application::unit_of_work::{UnitOfWork, UnitsOfWork};

/// What somebody wants of the rules.
#[derive(Clone, Debug)]
pub enum RuleCommand {
    /// A new rule.
    Create(RuleDraft),
    /// A rule is to say something else.
    Update(ChannelRuleId, RuleChange),
    /// A rule is to go.
    Delete(ChannelRuleId),
    /// Two rules are to change places.
    Reorder([ChannelRuleId; 2]),
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The rules that the command is about, as they are now; none after a removal.
    pub rules: Vec<StoredRule>,
    /// The version of the rules now in force.
    pub version: i64,
    /// What it did to history.
    pub effect: Effect,
}

/// Does what the command says.
pub async fn change(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: &RuleCommand,
) -> Result<Changed, RuleError> {
    let input = (context, access, command);
    transact(units, &input, |work, (context, access, command)| {
        Box::pin(change_in(work, context, access, command))
    })
    .await
}

/// Does what the command says inside a transaction that the caller settles.
pub async fn change_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: &RuleCommand,
) -> Result<Changed, RuleError> {
    let profile_id = access.profile_id;
    // Everything that changes rules waits here for its turn, so what is read below stays true.
    let state = work.attribution().lock(profile_id).await?;
    let state = state.ok_or(RuleError::NotFound)?;
    let configuration = ChannelConfiguration::load(work, profile_id).await?;
    let edit = edit(&configuration, context, command)?;
    if edit.written.is_empty() && edit.removed.is_none() {
        return Ok(Changed {
            rules: vec![configuration.find(edit.subject)?.clone()],
            version: work.channel_rules().version(profile_id).await?,
            effect: Effect::default(),
        });
    }
    let event = audit(&configuration, &edit, context, access.actor);
    let classifier = Classifier::new(&configuration.after(&edit).rule_set()?);
    let version = write(work, context, profile_id, &edit).await?;
    work.audit().stamp(profile_id, &event).await?;
    let reason = Reason {
        cause: Cause::ChannelRulesChanged,
        subject: Some(edit.subject.uuid()),
        actor: access.actor,
    };
    let effect = relabel(work, context, (profile_id, &state), &classifier, reason).await?;
    Ok(Changed {
        rules: edit.written,
        version,
        effect,
    })
}

fn edit(
    configuration: &ChannelConfiguration,
    context: &Context<'_>,
    command: &RuleCommand,
) -> Result<Edit, RuleError> {
    let now = context.clock.now();
    match command {
        RuleCommand::Create(draft) => {
            create(configuration, context.ids.new_id().into(), draft, now)
        }
        RuleCommand::Update(id, change) => update(configuration, *id, change, now),
        RuleCommand::Delete(id) => delete(configuration, *id),
        RuleCommand::Reorder(ids) => reorder(configuration, *ids, now),
    }
}

/// Begins the next version first: from then on nobody adds a signature by the old rules.
async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    edit: &Edit,
) -> Result<i64, StoreError> {
    let now = context.clock.now();
    let version = work.channel_rules().raise_version(profile_id, now).await?;
    if let Some(id) = edit.removed {
        work.channel_rules().remove(profile_id, id).await?;
    }
    if !edit.written.is_empty() {
        work.channel_rules().put(profile_id, &edit.written).await?;
    }
    Ok(version)
}

/// The deed with the rules before and after it.
fn audit(
    configuration: &ChannelConfiguration,
    edit: &Edit,
    context: &Context<'_>,
    actor: Actor,
) -> AuditEvent {
    let touched = |stored: &&StoredRule| {
        let id = stored.rule.id;
        edit.removed == Some(id) || edit.written.iter().any(|new| new.rule.id == id)
    };
    let before: Vec<Value> = configuration
        .rules
        .iter()
        .filter(touched)
        .map(told)
        .collect();
    let after: Vec<Value> = edit.written.iter().map(told).collect();
    AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: edit.action.to_owned(),
        actor,
        subject: Some(edit.subject.uuid()),
        detail: json!({"before": before, "after": after}),
    }
}

fn told(stored: &StoredRule) -> Value {
    let rule = stored.rule.to_raw();
    let condition = |condition: &channel_classifier::RawCondition| {
        json!({
            "field": condition.field,
            "operator": condition.operator,
            "values": condition.values,
        })
    };
    json!({
        "id": stored.rule.id.uuid(),
        "name": rule.name,
        "channel": rule.channel,
        "priority": rule.priority,
        "enabled": stored.rule.enabled,
        "combiner": rule.combiner,
        "conditions": rule.conditions.iter().map(condition).collect::<Vec<_>>(),
    })
}
