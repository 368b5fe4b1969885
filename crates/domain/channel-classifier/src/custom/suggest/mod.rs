//! Rules that would be worth having, from traffic that no rule understands.

mod candidates;
mod channel;
mod names;
mod near;
mod score;

use std::cmp::Reverse;

use self::candidates::{Candidate, candidates};
use self::channel::Guesser;
use self::score::score;
use super::rule::RawRule;
use crate::signature::Signature;

/// Most suggestions of one answer.
pub const MAX_SUGGESTIONS: usize = 100;
/// How many candidates are looked at, best first: guessing compares a name with all known ones.
const MAX_CANDIDATES: usize = 5_000;

/// Traffic of one signature that is in Unassigned, Referral or Paid Other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The evidence.
    pub signature: Signature,
    /// The channel that it has now.
    pub channel: String,
    /// Sessions in the period.
    pub sessions: u64,
    /// Conversions credited in the period, in billionths.
    pub conversions_billionths: u64,
}

/// A rule that would be worth having.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The rule, ready to be created but for its priority, which is 0.
    pub rule: RawRule,
    /// Sessions of the observed traffic that it matches.
    pub sessions: u64,
    /// Conversions of that traffic, in billionths.
    pub conversions_billionths: u64,
    /// What the order goes by: sessions × ln(conversions + e), in millionths.
    pub score: u64,
    /// Why this channel, in one sentence for people.
    pub reason: String,
}

/// Suggests at most `limit` rules (never more than 100), best first. A candidate is a registrable
/// host, a source, a source with a medium, or a click kind; its channel is guessed from its name,
/// and a candidate without a guess that is in `taxonomy` and would change anything is left out, as
/// is one whose traffic better ones already cover. The same traffic gives the same suggestions, in
/// whatever order it comes.
pub fn suggest(observed: &[Observed], taxonomy: &[String], limit: usize) -> Vec<Suggestion> {
    let guesser = Guesser::new(taxonomy);
    let mut ranked: Vec<_> = candidates(observed)
        .into_iter()
        .map(|candidate| (score_of(&candidate), candidate))
        .collect();
    ranked.sort_by(|(score, one), (other_score, other)| {
        (Reverse(score), &one.key).cmp(&(Reverse(other_score), &other.key))
    });
    let mut covered = vec![false; observed.len()];
    let mut suggestions = Vec::new();
    for (score, candidate) in ranked.into_iter().take(MAX_CANDIDATES) {
        if suggestions.len() >= limit.min(MAX_SUGGESTIONS) {
            break;
        }
        let is_covered = |at: &usize| covered.get(*at).copied().unwrap_or(true);
        if candidate.members.iter().all(is_covered) {
            continue;
        }
        if let Some(guess) = guesser.guess(&candidate) {
            for at in &candidate.members {
                if let Some(flag) = covered.get_mut(*at) {
                    *flag = true;
                }
            }
            suggestions.push(Suggestion {
                rule: candidate.rule(&guess.channel),
                sessions: candidate.sessions,
                conversions_billionths: candidate.conversions_billionths,
                score,
                reason: guess.reason,
            });
        }
    }
    suggestions
}

fn score_of(candidate: &Candidate<'_>) -> u64 {
    score(candidate.sessions, candidate.conversions_billionths)
}
