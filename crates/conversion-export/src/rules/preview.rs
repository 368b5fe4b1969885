//! Foretells what a rule would read.

use application::{Context, UnitOfWork};
use export_rules::naming::derived_name;
use export_rules::ports::Span;
use export_rules::{NewRule, Rule, RuleSource};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{ProfileAccess, ProfileId, StoreError, Timestamp};

use super::{RuleRefusal, defined};

/// How far back is looked, in days.
pub const DAYS: u32 = 30;

/// What a rule would have read in the last [`DAYS`] days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// How many records. Each has still to be somebody's, to pass the privacy guard, and to be fresh.
    pub candidates: u64,
    /// Event types of the definition, or the stage.
    pub matched_on: Vec<String>,
    /// The name at platforms, before channels and the privacy mode have their say; empty on a rule that reads a pipeline
    /// in which nothing happened.
    pub event_name: String,
}

/// Counts. Nothing is written, and nothing told.
pub async fn preview(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    new: &NewRule,
) -> Result<Preview, RuleRefusal> {
    let now = context.clock.now();
    let rule = new.clone().with_id(context.ids.new_id().into(), now);
    let span = span(now);
    let (matched_on, event_name) = read_by(work, (access.profile_id, now), &rule).await?;
    let source = &rule.settings.source;
    let candidates = work.export_candidates();
    Ok(Preview {
        candidates: candidates.count(access.profile_id, source, span).await?,
        matched_on,
        event_name,
    })
}

fn span(now: Timestamp) -> Span {
    Span {
        from: now.plus_micros(-i64::from(DAYS) * MICROS_PER_DAY),
        until: now,
    }
}

/// What a rule reads, and what that is called at platforms, before channels and the privacy mode have their say.
pub(crate) async fn read_by(
    work: &mut dyn UnitOfWork,
    (profile, now): (ProfileId, Timestamp),
    rule: &Rule,
) -> Result<(Vec<String>, String), RuleRefusal> {
    let span = span(now);
    let of = (profile, now);
    Ok(match &rule.settings.source {
        RuleSource::Definition(id) => {
            let definition = defined(work, profile, *id).await?;
            let types = definition.source_event_names.iter();
            let types: Vec<_> = types.map(|it| it.as_str().to_owned()).collect();
            let key = definition.conversion_key.as_str();
            let first = types.first().map_or("", String::as_str);
            let name = derived_name(first, Some(key), own_name(rule)).to_owned();
            (types, name)
        }
        RuleSource::StageEntered(stages) => {
            let name = stage_name(work, of, (rule, span)).await?;
            (stages.to_stage.iter().cloned().collect(), name)
        }
        RuleSource::StageExited(stages) => {
            let name = stage_name(work, of, (rule, span)).await?;
            (stages.from_stage.iter().cloned().collect(), name)
        }
    })
}

/// The rule's own name, of whichever kind of destination has one.
fn own_name(rule: &Rule) -> Option<&str> {
    let names = &rule.settings.event_names;
    names.social.as_deref().or(names.search.as_deref())
}

/// Moves are named after their events: after the first one in the span.
async fn stage_name(
    work: &mut dyn UnitOfWork,
    (profile, now): (ProfileId, Timestamp),
    (rule, span): (&Rule, Span),
) -> Result<String, StoreError> {
    if let Some(own) = own_name(rule) {
        return Ok(own.to_owned());
    }
    let source = &rule.settings.source;
    let candidates = work.export_candidates();
    let first = candidates.events(profile, source, span, None, 1).await?;
    let ids: Vec<_> = first.iter().map(|place| place.id.into()).collect();
    let records = candidates.of_events(profile, &ids, now).await?;
    let moved = records.iter().find(|record| source.matches(record));
    Ok(moved
        .map(|record| derived_name(&record.event_type, None, None).to_owned())
        .unwrap_or_default())
}
