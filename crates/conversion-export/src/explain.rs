//! What ad platforms were told of a conversion, what they would be told, and why the rest stays.

use application::{Context, UnitOfWork};
use export_rules::{
    Compliance, Context as Judging, Decision, Destination, DestinationId, Outcome, Record, Routing,
    Rule, RuleId, Sha256, SkipReason, evaluate, routing,
};
use kernel::{ConversionId, OutcomeEventId, ProfileAccess, ProfileId, StoreError, Timestamp};

/// What is known of a conversion.
#[derive(Clone, Debug)]
pub struct ExplainedExports {
    /// The event that the conversion is made of.
    pub event_id: OutcomeEventId,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// For each destination and each rule that reads the conversion, destinations as they were made.
    pub told: Vec<ExplainedRule>,
}

/// One destination and one rule.
#[derive(Clone, Debug)]
pub struct ExplainedRule {
    /// The destination.
    pub destination: Destination,
    /// Whether it ships.
    pub routing: Routing,
    /// The rule.
    pub rule: Rule,
    /// What would be decided now of an event that nobody has told yet.
    pub decision: Decision,
    /// What holds it back before anything is decided.
    pub before: Option<HeldBack>,
}

/// Why a rule does not look at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldBack {
    /// The rule tells this kind of destination nothing.
    NotThisKind,
    /// It happened before the rule told this kind of destination anything.
    BeforeRule,
    /// It happened before the destination was made.
    BeforeDestination,
    /// The event is not counted as this conversion any more.
    NoConversion,
    /// The rule is in the archive.
    RuleArchived,
    /// The rule is off.
    RuleOff,
    /// The rule reads something else by now.
    RuleReadsOthers,
}

impl HeldBack {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotThisKind => "rule_not_for_destination",
            Self::BeforeRule => "before_rule",
            Self::BeforeDestination => "before_destination",
            Self::NoConversion => "no_conversion",
            Self::RuleArchived => "rule_archived",
            Self::RuleOff => "rule_off",
            Self::RuleReadsOthers => "rule_reads_others",
        }
    }

    /// In a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::NotThisKind => "The rule tells destinations of this kind nothing.",
            Self::BeforeRule => {
                "It happened before the rule was made, enabled or turned on for this kind of destination."
            }
            Self::BeforeDestination => "It happened before the destination was made.",
            Self::NoConversion => "The event is not counted as this conversion any more.",
            Self::RuleArchived => "The rule is in the archive.",
            Self::RuleOff => "The rule is off.",
            Self::RuleReadsOthers => "The rule does not read such conversions any more.",
        }
    }
}

/// What was decided before under a rule that does not look at the conversion now.
#[derive(Clone, Debug)]
pub struct FormerRule {
    /// The destination.
    pub destination: Destination,
    /// Whether it ships.
    pub routing: Routing,
    /// The rule, as it is by now.
    pub rule: Rule,
    /// Why it does not look.
    pub why: HeldBack,
}

impl ExplainedRule {
    /// The names of the fields that a platform would be told.
    pub fn fields(&self) -> Vec<String> {
        match &self.decision.outcome {
            Outcome::Ship(payload) => payload.fields(),
            Outcome::Wait(_) | Outcome::Skip(_) => Vec::new(),
        }
    }

    /// Why it would not be told.
    pub const fn skip_reason(&self) -> Option<SkipReason> {
        self.decision.skip_reason()
    }
}

/// What becomes of a conversion of the profile; `None` when there is no such conversion. Nothing is written. The
/// ledger is not asked: whoever shows this shows its lines beside it.
pub async fn explain(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    sha256: &dyn Sha256,
    (access, id): (&ProfileAccess, ConversionId),
) -> Result<Option<ExplainedExports>, StoreError> {
    let profile_id = access.profile_id;
    let found = work.explanation_facts().conversion(profile_id, id).await?;
    let Some(found) = found else { return Ok(None) };
    let events = [found.event_id];
    let records = work
        .export_candidates()
        .of_events(profile_id, &events, context.clock.now())
        .await?;
    let of_conversion = |record: &&Record| {
        let conversion = record.source.conversion();
        conversion.is_some_and(|it| it.conversion_id == id)
    };
    let Some(record) = records.iter().find(of_conversion) else {
        return Ok(None);
    };
    let compliance = work.export_compliance().find(profile_id).await?;
    let rules = work.export_rules().enabled(profile_id).await?;
    let reading = |rule: &&Rule| rule.settings.source.matches(record);
    let rules: Vec<_> = rules.iter().filter(reading).collect();
    let mut told = Vec::new();
    for destination in work.destinations().all(profile_id).await? {
        for rule in &rules {
            let look = (&destination, *rule, record);
            told.push(explained(context, sha256, &compliance, look));
        }
    }
    Ok(Some(ExplainedExports {
        event_id: found.event_id,
        occurred_at: record.occurred_at,
        told,
    }))
}

/// The destinations and rules of what was decided of a conversion before and [`explain`] says nothing of, in the same
/// order; `is_counted` is whether it is a conversion still.
pub async fn former(
    work: &mut dyn UnitOfWork,
    profile: ProfileId,
    decided: &[(DestinationId, RuleId)],
    is_counted: bool,
) -> Result<Vec<FormerRule>, StoreError> {
    let compliance = work.export_compliance().find(profile).await?;
    let destinations = work.destinations().all(profile).await?;
    let mut former = Vec::with_capacity(decided.len());
    for (destination, rule) in decided {
        let destination = destinations.iter().find(|it| it.id == *destination);
        let rule = work.export_rules().find(profile, *rule).await?;
        let (Some(destination), Some(rule)) = (destination, rule) else {
            continue;
        };
        former.push(FormerRule {
            routing: routing(destination, compliance.switches, compliance.privacy.mode),
            destination: destination.clone(),
            why: match &rule.settings {
                _ if !is_counted => HeldBack::NoConversion,
                settings if settings.archived_at.is_some() => HeldBack::RuleArchived,
                settings if !settings.enabled => HeldBack::RuleOff,
                _ => HeldBack::RuleReadsOthers,
            },
            rule,
        });
    }
    Ok(former)
}

fn explained(
    context: &Context<'_>,
    sha256: &dyn Sha256,
    compliance: &Compliance,
    (destination, rule, record): (&Destination, &Rule, &Record),
) -> ExplainedRule {
    let kind = destination.kind();
    let judging = Judging {
        destination,
        switches: compliance.switches,
        privacy: &compliance.privacy,
        now: context.clock.now(),
        sha256,
    };
    let decision = evaluate(rule, record, &judging, &|_, _| false);
    let before = match rule.since.of(kind) {
        _ if !rule.settings.tells(kind) => Some(HeldBack::NotThisKind),
        Some(since) if record.occurred_at >= since => None,
        _ => Some(HeldBack::BeforeRule),
    };
    let is_older = record.occurred_at < destination.created_at;
    ExplainedRule {
        routing: routing(destination, compliance.switches, compliance.privacy.mode),
        destination: destination.clone(),
        rule: rule.clone(),
        decision,
        before: before.or(is_older.then_some(HeldBack::BeforeDestination)),
    }
}
