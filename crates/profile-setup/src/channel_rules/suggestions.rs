//! Rules for traffic that no rule understands.

use std::collections::HashMap;

use channel_classifier::ports::{KnownSignature, Usage};
use channel_classifier::{
    LAST_PRIORITY, Observed, RawRule, Suggestion, suggest,
    taxonomy::{PAID_OTHER, REFERRAL, UNASSIGNED},
};
use kernel::{Model, Period, ProfileId, StoreError};

use super::configuration::ChannelConfiguration;
use super::error::RuleError;
use super::preview::{DEFAULT_DAYS, PreviewQuestion, Stage, first_of};
use application::context::Context;
use application::relabelling::PAGE;
use application::unit_of_work::UnitOfWork;

/// Longest window in days.
pub const MOST_DAYS: u16 = DEFAULT_DAYS;

/// Channels that say little: traffic in them is what rules are suggested for.
const VAGUE: [&str; 3] = [UNASSIGNED, REFERRAL, PAID_OTHER];

/// A suggested rule with its place.
#[derive(Clone, Debug)]
pub struct SuggestedRule {
    /// What is suggested, and why.
    pub suggestion: Suggestion,
    /// A free priority after the last rule's, another one for each suggestion; `None` when there is
    /// none left.
    pub priority: Option<u16>,
}

/// Suggestions for a window.
#[derive(Clone, Debug)]
pub struct Suggested {
    /// Best first.
    pub rules: Vec<SuggestedRule>,
    /// The days.
    pub period: Period,
}

/// Suggests at most `limit` rules for the traffic of the last `days` days, of which at most
/// [`MOST_DAYS`] are looked at.
pub async fn suggestions(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    days: u32,
    limit: u32,
) -> Result<Suggested, RuleError> {
    let question = PreviewQuestion {
        model: Model::default(),
        ..PreviewQuestion::default()
    };
    let mut stage = Stage::open(work, context, profile_id, question).await?;
    let window = u16::try_from(days).unwrap_or(MOST_DAYS).clamp(1, MOST_DAYS);
    let to = stage.period.to();
    stage.period = Period::new(first_of(to, window), to)?;
    let configuration = ChannelConfiguration::load(work, profile_id).await?;
    let usage = work
        .traffic()
        .usage(profile_id, stage.usage_without(&[]))
        .await?;
    let observed = observed(work, profile_id, &usage.into_iter().collect()).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let suggested = suggest(&observed, &configuration.taxonomy(), limit);
    let first = configuration.next_priority().unwrap_or(LAST_PRIORITY + 1);
    let places = (first..=LAST_PRIORITY)
        .map(Some)
        .chain(std::iter::repeat(None));
    let rules = suggested
        .into_iter()
        .zip(places)
        .map(|(suggestion, priority)| SuggestedRule {
            suggestion,
            priority,
        });
    Ok(Suggested {
        rules: rules.collect(),
        period: stage.period,
    })
}

impl SuggestedRule {
    /// The rule that is suggested.
    pub fn rule(&self) -> &RawRule {
        &self.suggestion.rule
    }
}

/// Signatures in vague channels that brought sessions.
async fn observed(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    usage: &HashMap<i64, Usage>,
) -> Result<Vec<Observed>, StoreError> {
    let mut observed = Vec::new();
    let mut after = None;
    loop {
        let page = work.traffic().labelled(profile_id, after, PAGE).await?;
        let Some(last) = page.last().map(|known| known.id) else {
            return Ok(observed);
        };
        observed.extend(page.into_iter().filter_map(|known| seen(known, usage)));
        after = Some(last);
    }
}

fn seen(known: KnownSignature, usage: &HashMap<i64, Usage>) -> Option<Observed> {
    let usage = usage.get(&known.id).filter(|usage| usage.sessions > 0)?;
    let is_vague = VAGUE.contains(&known.channel.as_str());
    is_vague.then(|| Observed {
        signature: known.signature,
        channel: known.channel,
        sessions: usage.sessions,
        conversions_billionths: u64::try_from(usage.conversions).unwrap_or_default(),
    })
}
