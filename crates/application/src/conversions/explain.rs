//! Tells the whole story of one conversion: the facts are loaded as a replay loads them and given
//! to the functions that credit, so the story cannot differ from the credit.

use attribution_models::ports::{PersonFacts, TouchRow};
use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use attribution_models::{
    Admission, CandidateTouch, ConversionExplanation, TouchKind, explain as explain_credit,
};
use channel_classifier::ports::StoredRule;
use channel_classifier::{built_in_rules, custom_rule_name, describe};
use event_intake::{Verdict, sessionise};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{ConversionId, Exact, Model, PersonId, ProfileAccess, StoreError, Timestamp, TouchId};
use reporting::explain::{
    ConversionExplainer, ExplainedTouch, Explanation, FxNote, JoinedIdentifier, LastTouches,
};
use reporting::masking::masked;

use crate::attribution::replay::{Lens, ToldOutcome, all_facts_of, customer_facts};
use crate::ports::{
    HeldIdentifier, LabelledSignature, Profile, ProfileStore, Span, ToldConversion, VisitorHit,
};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// Explains over the stores.
#[derive(Clone)]
pub struct Explainer {
    /// Transactions.
    pub units: Arc<dyn UnitsOfWork>,
    /// Profiles and their settings.
    pub profiles: Arc<dyn ProfileStore>,
}

#[async_trait]
impl ConversionExplainer for Explainer {
    async fn explain(
        &self,
        access: &ProfileAccess,
        id: ConversionId,
        model: Model,
    ) -> Result<Option<Explanation>, StoreError> {
        let found = self.profiles.find(access.profile_id).await?;
        let Some(profile) = found else {
            return Ok(None);
        };
        let mut work = self.units.begin().await?;
        let told = explain(&mut *work, &profile, id, model).await;
        settle(work, told).await
    }
}

/// The story of a conversion; `None` when the profile has no such conversion.
pub async fn explain(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    id: ConversionId,
    model: Model,
) -> Result<Option<Explanation>, StoreError> {
    let Some(conversion) = work.explanation_facts().conversion(profile.id, id).await? else {
        return Ok(None);
    };
    let person = conversion.person;
    let mut facts = all_facts_of(work, profile, &[person]).await?;
    let facts = facts.remove(&person).unwrap_or_default();
    let lens = Lens::load(work, profile).await?;
    let Some(outcome) = lens.told(person, &facts, id) else {
        return Ok(None);
    };
    let credit_facts = customer_facts(&lens, person, &facts);
    let Some(credit) = explain_credit(&credit_facts, lens.settings(), id, model) else {
        return Ok(None);
    };
    let spans = work
        .explanation_facts()
        .browsers(profile.id, person)
        .await?;
    let dropped = dropped_pages(work, profile, &spans).await?;
    let labels = labels(work, profile, &credit, &dropped).await?;
    let rules = custom_rules(work, profile, &labels).await?;
    let held = work
        .explanation_facts()
        .identifiers(profile.id, person)
        .await?;
    // A refund follows the touches of its sale, whose age is told from the sale.
    let sale = credit
        .follows
        .and_then(|sale| lens.told(person, &facts, sale));
    let touches = Touches {
        facts: &facts,
        labels: &labels,
        rules: &rules,
        at: sale
            .as_ref()
            .map_or(outcome.occurred_at, |sale| sale.occurred_at),
    };
    let identifiers = identifiers(&conversion, person, held, &spans);
    let story = Explanation {
        touches: touches.all(&credit, &dropped),
        identifiers,
        replay_pending: conversion.replay_pending,
        ..outline(profile, model, &outcome, &credit)
    };
    Ok(Some(story))
}

/// Everything but the touches and the identifiers.
fn outline(
    profile: &Profile,
    model: Model,
    outcome: &ToldOutcome,
    credit: &ConversionExplanation,
) -> Explanation {
    let windows = &profile.windows;
    let synthetic = |touch: &CandidateTouch| touch.kind == TouchKind::Synthetic;
    Explanation {
        conversion_id: credit.id,
        event_id: outcome.event_id,
        conversion_key: outcome.conversion_key.clone(),
        revenue_type: outcome.revenue_type,
        occurred_at: outcome.occurred_at,
        received: outcome
            .amount
            .zip(outcome.currency)
            .map(|(amount, currency)| (Exact::from(amount.decimal()), currency.code().to_owned())),
        value: credit.value.map(Exact::from),
        reporting_currency: profile.currency.code().to_owned(),
        fx: outcome.fx.as_ref().map(|fx| FxNote {
            rate: fx.rate.normalize().to_string(),
            date: fx.date.to_string(),
            source: fx.source.clone(),
        }),
        is_refund: outcome.is_refund,
        follows: credit.follows,
        is_synthetic: credit.follows.is_none() && credit.candidates.iter().any(synthetic),
        unattributed: credit
            .unattributed
            .map(attribution_models::UnattributedReason::as_str),
        model,
        windows: [
            windows.click_days.get(),
            windows.view_through_days.get(),
            windows.first_touch_days.get(),
            windows.cash_days.get(),
        ],
        views: credit.views.map(|last| LastTouches {
            credited: profile.credits_views,
            with_views: last.with_views.map(|id| id.to_string()),
            without_views: last.without_views.map(|id| id.to_string()),
        }),
        touches: Vec::new(),
        identifiers: Vec::new(),
        replay_pending: false,
    }
}

/// A page view that might have been a touch and is none.
struct DroppedPage {
    hit: VisitorHit,
    session_id: kernel::SessionId,
    signature: i64,
    reason: &'static str,
}

/// The page views of the person that were left out before any window was asked.
async fn dropped_pages(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    spans: &[Span],
) -> Result<Vec<DroppedPage>, StoreError> {
    let visitors: Vec<_> = spans.iter().map(|span| span.visitor_id).collect();
    if visitors.is_empty() {
        return Ok(Vec::new());
    }
    let mut by_visitor: HashMap<_, Vec<VisitorHit>> = HashMap::new();
    for hit in work.attribution().hits(profile.id, &visitors).await? {
        by_visitor.entry(hit.visitor_id).or_default().push(hit);
    }
    let mut dropped = Vec::new();
    for (visitor_id, hits) in by_visitor {
        for session in sessionise(hits.iter().map(|hit| hit.hit).collect()) {
            for page in &session.candidates {
                let Some(reason) = reason(page.verdict) else {
                    continue;
                };
                let owned = spans.iter().any(|span| {
                    span.visitor_id == visitor_id
                        && span.from.is_none_or(|from| from <= page.at)
                        && span.until.is_none_or(|until| page.at < until)
                });
                let hit = hits.iter().find(|hit| hit.hit.id == page.hit);
                if let Some(hit) = hit.filter(|_| owned) {
                    dropped.push(DroppedPage {
                        hit: hit.clone(),
                        session_id: session.id,
                        signature: page.signature,
                        reason,
                    });
                }
            }
        }
    }
    Ok(dropped)
}

/// Why a page view is no touch; `None` for touches and for pages that never could be one.
const fn reason(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Touch | Verdict::InnerPage => None,
        Verdict::Duplicate => Some("duplicate"),
        Verdict::SelfReferral => Some("self_referral"),
        Verdict::PaymentGateway => Some("payment_gateway"),
        Verdict::Bot => Some("bot"),
    }
}

async fn labels(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    credit: &ConversionExplanation,
    dropped: &[DroppedPage],
) -> Result<HashMap<i64, LabelledSignature>, StoreError> {
    let mut ids: Vec<i64> = credit
        .candidates
        .iter()
        .map(|touch| touch.signature)
        .collect();
    ids.extend(dropped.iter().map(|page| page.signature));
    ids.sort_unstable();
    ids.dedup();
    let labels = work.explanation_facts().labels(profile.id, &ids).await?;
    Ok(labels.into_iter().map(|label| (label.id, label)).collect())
}

/// The profile's own rules in words, by the name that labels have for them.
async fn custom_rules(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    labels: &HashMap<i64, LabelledSignature>,
) -> Result<HashMap<String, String>, StoreError> {
    let is_built_in = |name: &str| built_in_rules().any(|rule| rule.name == name);
    if labels.values().all(|label| is_built_in(&label.rule)) {
        return Ok(HashMap::new());
    }
    let rules = work.channel_rules().rules(profile.id).await?;
    let told = |stored: &StoredRule| (custom_rule_name(stored.rule.id), describe(&stored.rule));
    Ok(rules.iter().map(told).collect())
}

/// What touches are described with.
struct Touches<'a> {
    facts: &'a PersonFacts,
    labels: &'a HashMap<i64, LabelledSignature>,
    rules: &'a HashMap<String, String>,
    at: Timestamp,
}

impl Touches<'_> {
    /// Touches and dropped pages in order of time.
    fn all(&self, credit: &ConversionExplanation, dropped: &[DroppedPage]) -> Vec<ExplainedTouch> {
        let rows: HashMap<TouchId, &TouchRow> = self
            .facts
            .touches
            .iter()
            .map(|touch| (touch.id, touch))
            .collect();
        let mut all: Vec<ExplainedTouch> = credit
            .candidates
            .iter()
            .map(|touch| self.candidate(touch, rows.get(&touch.touch_id).copied(), credit))
            .chain(dropped.iter().map(|page| self.dropped(page)))
            .collect();
        all.sort_by(|one, two| (one.at, &one.id).cmp(&(two.at, &two.id)));
        all
    }

    fn candidate(
        &self,
        touch: &CandidateTouch,
        row: Option<&TouchRow>,
        credit: &ConversionExplanation,
    ) -> ExplainedTouch {
        let reason = match touch.admission {
            Admission::Kept => "kept",
            Admission::AfterConversion => "after_conversion",
            Admission::OutsideWindow { .. } => "outside_window",
            Admission::WindowOff => "window_off",
            Admission::ViewsIgnored => "views_ignored",
        };
        ExplainedTouch {
            kind: match touch.kind {
                TouchKind::Click => "click",
                TouchKind::View => "view",
                TouchKind::Synthetic => "synthetic",
            },
            session_id: row.map(|row| row.session_id),
            landing_path: row.and_then(|row| row.landing_path.clone()),
            kept: touch.admission == Admission::Kept,
            window_days: touch.window.get(),
            share_billionths: touch
                .share
                .map_or(0, attribution_models::CreditShare::billionths),
            share: touch
                .share
                .map_or(Exact::ZERO, attribution_models::CreditShare::fraction),
            credited_amount: credit.value.map(|_| touch.amount.unwrap_or_default()),
            ..self.described(
                touch.touch_id.to_string(),
                touch.at,
                touch.signature,
                reason,
            )
        }
    }

    fn dropped(&self, page: &DroppedPage) -> ExplainedTouch {
        ExplainedTouch {
            session_id: Some(page.session_id),
            landing_path: page.hit.path.clone(),
            ..self.described(
                page.hit.hit.id.to_string(),
                page.hit.hit.at,
                page.signature,
                page.reason,
            )
        }
    }

    /// What every touch says about itself; without credit.
    fn described(
        &self,
        id: String,
        at: Timestamp,
        signature: i64,
        reason: &'static str,
    ) -> ExplainedTouch {
        let label = self.labels.get(&signature);
        let text = |field: fn(&LabelledSignature) -> &String| {
            label.map(|label| field(label).clone()).unwrap_or_default()
        };
        let rule = text(|label| &label.rule);
        let built_in = built_in_rules().find(|known| known.name == rule);
        let explanation = match built_in {
            Some(known) => known.explanation,
            None => self.rules.get(&rule).map_or("", String::as_str),
        };
        ExplainedTouch {
            id,
            at,
            kind: "click",
            session_id: None,
            landing_path: None,
            kept: false,
            reason,
            age_seconds: self.at.micros_since(at).div_euclid(MICROS_PER_SECOND),
            window_days: 0,
            channel: text(|label| &label.channel),
            rule_explanation: explanation.to_owned(),
            rule,
            source: text(|label| &label.source),
            medium: text(|label| &label.medium),
            share_billionths: 0,
            share: Exact::ZERO,
            credited_amount: None,
        }
    }
}

/// What the person holds, then the browsers.
fn identifiers(
    conversion: &ToldConversion,
    person: PersonId,
    held: Vec<HeldIdentifier>,
    spans: &[Span],
) -> Vec<JoinedIdentifier> {
    let is_subject = |kind: &str, key: &str| {
        let subject = conversion.subject.as_ref();
        subject.is_some_and(|subject| subject.kind == kind && subject.key == key)
    };
    let mut joined: Vec<JoinedIdentifier> = held
        .into_iter()
        .map(|value| JoinedIdentifier {
            masked: masked(&value.kind, value.display.as_deref().unwrap_or("")),
            joined_by: if is_subject(&value.kind, &value.value_key) {
                "subject"
            } else {
                "holder"
            },
            kind: value.kind,
            first_seen_at: value.first_seen_at,
        })
        .collect();
    let alone = matches!(person, PersonId::Visitor(_));
    let mut seen = std::collections::HashSet::new();
    joined.extend(
        spans
            .iter()
            .filter(|span| seen.insert(span.visitor_id))
            .map(|span| {
                let subject = alone || is_subject("anonymous_id", &span.anonymous_id);
                JoinedIdentifier {
                    kind: "anonymous_id".to_owned(),
                    masked: masked("anonymous_id", &span.anonymous_id),
                    first_seen_at: span.first_seen_at,
                    joined_by: if subject { "subject" } else { "browser" },
                }
            }),
    );
    joined
}
