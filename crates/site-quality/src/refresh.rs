//! Looks at the links of a profile and at how its site is measured, and keeps what was found.

use std::collections::{HashMap, HashSet};

use channel_classifier::Signature;
use channel_classifier::audit::{AuditContext, AuditedTraffic, UtmAudit, audit};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Model, ProfileId, StoreError, Timestamp};
use reporting::quality::dangling::window;
use reporting::quality::instrumentation::Instrumentation;

use crate::rule_set;
use application::context::Context;
use application::ports::{
    InstrumentationQuestion, LookedAt, QualityScan, TouchedQuestion, TouchedSignature,
};
use application::unit_of_work::UnitOfWork;

/// So long a look is as good as a new one.
pub const FRESH: i64 = 600 * MICROS_PER_SECOND;

/// Under which model cash is at stake.
pub const MODEL: Model = Model::LastTouch;

/// Signatures that are read at once.
const PAGE: u32 = 5_000;

/// A look, and whether it is new.
#[derive(Clone, Debug, PartialEq)]
pub struct Refreshed {
    /// What was found; nothing for a profile that does not exist.
    pub scan: Option<QualityScan>,
    /// Whether it was made for this request.
    pub is_new: bool,
}

/// Local hours after midnight from which on the links of the days before are looked at.
const NIGHT: i64 = 3 * 3_600 * MICROS_PER_SECOND;

/// Whether a profile's links are to be looked at without being asked: once a night, where they never were, and where
/// other channel rules are in force.
pub fn is_due(looked_at: &LookedAt, now: Timestamp) -> bool {
    let day = |at| looked_at.timezone.local_date(at);
    looked_at.is_of_other_rules
        || looked_at
            .last
            .is_none_or(|last| day(now.plus_micros(-NIGHT)) > day(last))
}

/// Looks anew unless the last look is [`FRESH`]. Of several at once one looks, and the others get what it found.
pub async fn refresh(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<Refreshed, StoreError> {
    work.quality().take_turn(profile_id).await?;
    let now = context.clock.now();
    let last = work.quality().last(profile_id).await?;
    // A clock of another process may be ahead of this one.
    let is_fresh = |scan: &QualityScan| scan.scanned_at > now.plus_micros(-FRESH);
    if last.as_ref().is_some_and(is_fresh) {
        return Ok(Refreshed {
            scan: last,
            is_new: false,
        });
    }
    let Some(published) = work.traffic().published(profile_id).await? else {
        return Ok(Refreshed {
            scan: None,
            is_new: false,
        });
    };
    let generation = published.generation;
    let today = published.timezone.local_date(now);
    let period = window(today).map_err(StoreError::inconsistent)?;
    let question = TouchedQuestion {
        generation,
        period,
        model: MODEL,
    };
    let rules_version = work.channel_rules().version(profile_id).await?;
    let (audit, named_ads) = look(work, profile_id, &question).await?;
    let question = InstrumentationQuestion {
        generation,
        timezone: published.timezone,
        period,
    };
    let scan = QualityScan {
        scanned_at: now,
        period,
        rules_version,
        audit,
        instrumentation: Some(measure(work, profile_id, &question, &named_ads).await?),
    };
    // What was read of a generation that another one has replaced meanwhile may be gone already.
    if work
        .traffic()
        .published(profile_id)
        .await?
        .is_none_or(|it| it.generation != generation)
    {
        return Err(StoreError::Conflict);
    }
    work.quality().keep(profile_id, &scan).await?;
    Ok(Refreshed {
        scan: Some(scan),
        is_new: true,
    })
}

/// How the site is measured. `named_ads` are advertisements that UTM values name.
async fn measure(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
    named_ads: &HashSet<String>,
) -> Result<Instrumentation, StoreError> {
    let facts = work
        .instrumentation()
        .measured(profile_id, question)
        .await?;
    Ok(facts.judged(named_ads, question.yesterday(), question.period.from()))
}

/// What is wrong with links, and which advertisements of the catalogue their UTM values name.
async fn look(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    question: &TouchedQuestion,
) -> Result<(UtmAudit, HashSet<String>), StoreError> {
    let touched = work.quality().touched(profile_id, question).await?;
    let signatures = signatures(work, profile_id, &touched).await?;
    let candidates = named_in_utms(&signatures);
    let known_ads = work.quality().known_ads(profile_id, &candidates).await?;
    let rules = rule_set(work, profile_id).await?;
    let traffic: Vec<AuditedTraffic<'_>> = touched
        .iter()
        .filter_map(|row| {
            Some(AuditedTraffic {
                id: row.id,
                signature: signatures.get(&row.id)?,
                touches: row.touches,
                first_seen: row.first_seen,
                last_seen: row.last_seen,
                cash: row.cash,
            })
        })
        .collect();
    let context = AuditContext::new(&known_ads, &rules);
    let found = audit(&traffic, &context);
    Ok((found, known_ads))
}

/// The signatures that have touches.
async fn signatures(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    touched: &[TouchedSignature],
) -> Result<HashMap<i64, Signature>, StoreError> {
    let wanted: HashSet<i64> = touched.iter().map(|row| row.id).collect();
    let mut found = HashMap::with_capacity(wanted.len());
    let mut after = None;
    while found.len() < wanted.len() {
        let page = work.traffic().labelled(profile_id, after, PAGE).await?;
        let Some(last) = page.last() else {
            break;
        };
        after = Some(last.id);
        let page = page.into_iter().filter(|known| wanted.contains(&known.id));
        found.extend(page.map(|known| (known.id, known.signature)));
    }
    Ok(found)
}

/// UTM values that may be ids of advertisements.
fn named_in_utms(signatures: &HashMap<i64, Signature>) -> Vec<String> {
    let values = signatures.values().flat_map(|signature| {
        [
            &signature.utm_campaign,
            &signature.utm_term,
            &signature.utm_content,
        ]
    });
    let mut values: Vec<String> = values.flatten().cloned().collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use kernel::TimeZone;

    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn links_are_looked_at_once_a_local_night() {
        let looked = |last: Option<&str>| LookedAt {
            profile_id: ProfileId::new(uuid::Uuid::from_u128(1)),
            timezone: TimeZone::named("America/Santiago").unwrap(),
            last: last.map(at),
            is_of_other_rules: false,
        };
        // Santiago is three hours behind UTC in November.
        let last = looked(Some("2026-11-10T06:30:00Z"));
        assert!(!is_due(&last, at("2026-11-10T20:00:00Z")));
        assert!(!is_due(&last, at("2026-11-11T05:59:00Z")));
        assert!(is_due(&last, at("2026-11-11T06:00:00Z")));
        assert!(is_due(&looked(None), at("2026-11-10T12:00:00Z")));
        let other_rules = LookedAt {
            is_of_other_rules: true,
            ..last
        };
        assert!(is_due(&other_rules, at("2026-11-10T06:31:00Z")));
    }
}
