//! Facts of some people become conversions and credits in one generation.

use attribution_models::ports::{
    AppliedRate, ConversionRow, CreditRow, OutcomeRow, PersonFacts, Results, TouchRow, ViewRow,
};
use std::collections::HashMap;

use attribution_models::{
    AdEvidence, ConversionFact, CustomerFacts, Origin, Settings, Touch, TouchKind, Value,
    replay_customer,
};
use conversion_definitions::{Catalogue, Claimed, OutcomeRef, claim};
use kernel::{
    Amount, ConversionId, Currency, Date, OutcomeEventId, PersonId, RevenueType, StoreError,
    Timestamp, TouchId,
};
use rust_decimal::Decimal;

use crate::ports::{FxRate, Profile, Replaced};
use crate::unit_of_work::UnitOfWork;

/// Puts the results of `people` in the place of what a generation had of them; returns what that was, and by
/// how much reported figures change.
pub async fn replace(
    work: &mut dyn UnitOfWork,
    lens: &Lens,
    generation: i64,
    people: &[PersonId],
    results: &Results,
) -> Result<Replaced, StoreError> {
    work.attribution()
        .replace_results(
            lens.profile.id,
            generation,
            people,
            &results.conversions,
            &results.credits,
        )
        .await
}

/// Loads the facts of `people`, each to whom they belong; what they were shown only where it takes credit.
pub async fn facts_of(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    people: &[PersonId],
) -> Result<HashMap<PersonId, PersonFacts>, StoreError> {
    let mut facts = visits_and_outcomes(work, profile, people).await?;
    if profile.credits_views {
        add_views(work, profile, people, &mut facts).await?;
    }
    Ok(facts)
}

/// The same, and what they were shown wherever it is known: to tell of it.
pub async fn all_facts_of(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    people: &[PersonId],
) -> Result<HashMap<PersonId, PersonFacts>, StoreError> {
    let mut facts = visits_and_outcomes(work, profile, people).await?;
    add_views(work, profile, people, &mut facts).await?;
    Ok(facts)
}

async fn add_views(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    people: &[PersonId],
    facts: &mut HashMap<PersonId, PersonFacts>,
) -> Result<(), StoreError> {
    for (person, view) in work.replay_facts().views(profile.id, people).await? {
        if let Some(facts) = facts.get_mut(&person) {
            facts.views.push(view);
        }
    }
    Ok(())
}

async fn visits_and_outcomes(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    people: &[PersonId],
) -> Result<HashMap<PersonId, PersonFacts>, StoreError> {
    let mut facts: HashMap<PersonId, PersonFacts> = people
        .iter()
        .map(|person| (*person, PersonFacts::default()))
        .collect();
    for (person, touch) in work.replay_facts().touches(profile.id, people).await? {
        if let Some(facts) = facts.get_mut(&person) {
            facts.touches.push(touch);
        }
    }
    for (person, outcome) in work.replay_facts().outcomes(profile.id, people).await? {
        if let Some(facts) = facts.get_mut(&person) {
            facts.outcomes.push(outcome);
        }
    }
    Ok(facts)
}

/// Everything that turns facts into results: change it, and history is seen differently.
#[derive(Clone, Debug)]
pub struct Lens {
    /// Windows, currency, time zone.
    pub profile: Profile,
    catalogue: Catalogue,
    rates: HashMap<(Currency, Date), FxRate>,
}

impl Lens {
    /// The profile's lens as it is now.
    pub async fn load(work: &mut dyn UnitOfWork, profile: &Profile) -> Result<Self, StoreError> {
        let catalogue = work.attribution().catalogue(profile.id).await?;
        let rates = work
            .attribution()
            .rates(profile.id, profile.currency)
            .await?;
        let rates = rates
            .into_iter()
            .map(|rate| ((rate.from, rate.date), rate))
            .collect();
        Ok(Self {
            profile: profile.clone(),
            catalogue,
            rates,
        })
    }

    /// The windows and the definitions as the models take them.
    pub fn settings(&self) -> Settings {
        Settings {
            windows: self.profile.windows,
            credits_views: self.profile.credits_views,
        }
    }

    /// The conversion that an outcome event is, if it is one, with what reports need of it.
    fn conversion(&self, person: PersonId, outcome: &OutcomeRow) -> Option<Candidate<'_>> {
        let event = OutcomeRef {
            id: outcome.id,
            event_type: &outcome.event_type,
        };
        let refunded = outcome
            .refunded
            .as_ref()
            .map(|(id, event_type)| OutcomeRef {
                id: *id,
                event_type,
            });
        let claimed = claim(&self.catalogue, event, refunded)?;
        let amount = outcome.amount.map(|amount| signed(amount, outcome));
        let local_date = self.profile.timezone.local_date(outcome.occurred_at);
        let priced = self.price(amount, outcome.currency, local_date);
        Some(Candidate {
            claimed,
            amount,
            local_date,
            priced,
            person,
        })
    }

    /// What reports say of the conversion `id` among a person's facts; `None` when it is not there.
    pub fn told(
        &self,
        person: PersonId,
        facts: &PersonFacts,
        id: ConversionId,
    ) -> Option<ToldOutcome> {
        facts.outcomes.iter().find_map(|outcome| {
            let candidate = self
                .conversion(person, outcome)
                .filter(|it| it.claimed.id == id)?;
            let definition = candidate.claimed.definition;
            Some(ToldOutcome {
                event_id: outcome.id,
                conversion_key: definition.conversion_key.as_str().to_owned(),
                revenue_type: definition.revenue_type,
                occurred_at: outcome.occurred_at,
                amount: candidate.amount,
                currency: candidate
                    .amount
                    .map(|_| outcome.currency.unwrap_or(self.profile.currency)),
                fx: match candidate.priced {
                    Priced::Known { fx, .. } => fx,
                    Priced::Nothing | Priced::Pending => None,
                },
                is_refund: outcome.is_refund,
            })
        })
    }

    /// The amount in the reporting currency, by the rate of the day.
    fn price(&self, amount: Option<Amount>, currency: Option<Currency>, day: Date) -> Priced {
        let Some(amount) = amount else {
            return Priced::Nothing;
        };
        let from = currency.unwrap_or(self.profile.currency);
        if from == self.profile.currency {
            return Priced::Known {
                value: amount.decimal(),
                fx: None,
            };
        }
        let Some(rate) = self.rates.get(&(from, day)) else {
            return Priced::Pending;
        };
        match attribution_models::convert(amount, rate.rate) {
            Some(value) => {
                let fx = AppliedRate {
                    rate: rate.rate,
                    date: rate.date,
                    source: rate.source.clone(),
                };
                Priced::Known {
                    value,
                    fx: Some(fx),
                }
            }
            None => Priced::Pending,
        }
    }
}

/// A conversion in terms of the event that it is made of.
#[derive(Clone, Debug)]
pub struct ToldOutcome {
    /// The event.
    pub event_id: OutcomeEventId,
    /// The definition's key.
    pub conversion_key: String,
    /// What the value means.
    pub revenue_type: RevenueType,
    /// When.
    pub occurred_at: Timestamp,
    /// Signed amount as received.
    pub amount: Option<Amount>,
    /// Its currency.
    pub currency: Option<Currency>,
    /// How it was converted.
    pub fx: Option<AppliedRate>,
    /// Whether it gives an earlier conversion back.
    pub is_refund: bool,
}

/// A refund takes money away, and what takes a refund back brings it again, with whatever sign they
/// were reported.
fn signed(amount: Amount, outcome: &OutcomeRow) -> Amount {
    match (outcome.is_refund, outcome.is_reversal) {
        (true, true) => amount.as_increase(),
        (true, false) => amount.as_decrease(),
        (false, _) => amount,
    }
}

/// What a conversion is worth in the reporting currency.
#[derive(Clone, Debug)]
enum Priced {
    Nothing,
    Known {
        value: Decimal,
        fx: Option<AppliedRate>,
    },
    Pending,
}

struct Candidate<'a> {
    claimed: Claimed<'a>,
    amount: Option<Amount>,
    local_date: Date,
    priced: Priced,
    person: PersonId,
}

/// The facts of one person as the models take them.
pub fn customer_facts(lens: &Lens, person: PersonId, facts: &PersonFacts) -> CustomerFacts {
    let conversions = facts.outcomes.iter().filter_map(|outcome| {
        let candidate = lens.conversion(person, outcome)?;
        Some(conversion_fact(&candidate, outcome))
    });
    CustomerFacts {
        touches: facts
            .touches
            .iter()
            .map(touch)
            .chain(facts.views.iter().map(view))
            .collect(),
        conversions: conversions.collect(),
        is_identified: !matches!(person, PersonId::Event(_)),
    }
}

fn conversion_fact(candidate: &Candidate<'_>, outcome: &OutcomeRow) -> ConversionFact {
    let definition = candidate.claimed.definition;
    ConversionFact {
        id: candidate.claimed.id,
        event_id: outcome.id,
        occurred_at: outcome.occurred_at,
        value: match &candidate.priced {
            Priced::Nothing => Value::None,
            Priced::Known { value, .. } => Value::Known(*value),
            Priced::Pending => Value::PendingFx,
        },
        revenue_type: definition.revenue_type,
        eligible: definition.attribution_eligible,
        origin: if outcome.is_refund {
            Origin::Refund {
                of: candidate.claimed.refund_of,
            }
        } else {
            Origin::Sale
        },
        declared_first_payment: outcome.is_first_payment,
        evidence: evidence(
            outcome.ad_id.as_ref(),
            outcome.campaign_id.as_ref(),
            &outcome.click_ids,
        ),
        evidence_signature: outcome.signature,
    }
}

fn touch(row: &TouchRow) -> Touch {
    Touch {
        id: row.id,
        at: row.occurred_at,
        kind: TouchKind::Click,
        signature: row.signature_id,
        direct: row.is_direct,
        evidence: evidence(row.ad_id.as_ref(), row.campaign_id.as_ref(), &row.click_ids),
    }
}

fn view(row: &ViewRow) -> Touch {
    Touch {
        signature: row.signature_id,
        direct: row.is_direct,
        evidence: evidence(row.ad_id.as_ref(), row.campaign_id.as_ref(), &[]),
        ..Touch::view(row.id, row.occurred_at)
    }
}

fn evidence(
    ad_id: Option<&String>,
    campaign_id: Option<&String>,
    click_ids: &[(String, String)],
) -> AdEvidence {
    AdEvidence {
        ad_id: ad_id.cloned(),
        campaign_id: campaign_id.cloned(),
        click_ids: click_ids.to_vec(),
    }
}

impl Lens {
    /// What the facts of some people come to.
    pub fn results_of(&self, facts: &HashMap<PersonId, PersonFacts>) -> Results {
        let mut results = Results::default();
        for (person, facts) in facts {
            add(&mut results, self, *person, facts);
        }
        results
    }
}

fn add(results: &mut Results, lens: &Lens, person: PersonId, facts: &PersonFacts) {
    let outcomes: HashMap<_, _> = facts
        .outcomes
        .iter()
        .filter_map(|outcome| {
            let candidate = lens.conversion(person, outcome)?;
            Some((candidate.claimed.id, (candidate, outcome)))
        })
        .collect();
    let touches: HashMap<TouchId, &TouchRow> = facts
        .touches
        .iter()
        .map(|touch| (touch.id, touch))
        .collect();
    let views: HashMap<TouchId, &ViewRow> =
        facts.views.iter().map(|view| (view.id, view)).collect();
    let replay = replay_customer(&customer_facts(lens, person, facts), lens.settings());
    let derived: HashMap<TouchId, &Touch> = replay
        .synthetic_touches
        .iter()
        .map(|touch| (touch.id, touch))
        .collect();
    for attributed in replay.conversions {
        let Some((candidate, outcome)) = outcomes.get(&attributed.id) else {
            continue;
        };
        let conversion = results.conversions.len();
        let placed = attributed
            .credits
            .iter()
            .enumerate()
            .map(|(credit, shares)| {
                let touch = touches.get(&shares.touch_id);
                // A refund is credited to the touch that was derived from its sale, so the ad
                // is the touch's and not the one that the refund may name.
                let derived = derived.get(&shares.touch_id);
                let ads = [
                    touch.map(|touch| &touch.ad_id),
                    derived.map(|touch| &touch.evidence.ad_id),
                    views.get(&shares.touch_id).map(|view| &view.ad_id),
                ];
                CreditRow {
                    conversion,
                    credit,
                    session_id: touch.map(|touch| touch.session_id),
                    context: touch.map(|touch| touch.context.clone()).unwrap_or_default(),
                    landing_path: touch.and_then(|touch| touch.landing_path.clone()),
                    ad_id: ads.into_iter().flatten().next().cloned().flatten(),
                    touch_date: lens.profile.timezone.local_date(shares.at),
                }
            });
        results.credits.extend(placed);
        results
            .conversions
            .push(conversion_row(attributed, candidate, outcome, lens));
    }
}

fn conversion_row(
    attributed: attribution_models::AttributedConversion,
    candidate: &Candidate<'_>,
    outcome: &OutcomeRow,
    lens: &Lens,
) -> ConversionRow {
    let definition = candidate.claimed.definition;
    let value_reporting = match attributed.value {
        Value::Known(value) => Some(value),
        Value::None | Value::PendingFx => None,
    };
    let fx = match &candidate.priced {
        Priced::Known { fx, .. } if value_reporting.is_some() => fx.clone(),
        Priced::Known { .. } | Priced::Nothing | Priced::Pending => None,
    };
    ConversionRow {
        attributed,
        person: candidate.person,
        definition_id: definition.id,
        conversion_key: definition.conversion_key.as_str().to_owned(),
        event_id: outcome.id,
        occurred_at: outcome.occurred_at,
        local_date: candidate.local_date,
        revenue_type: definition.revenue_type,
        amount: candidate.amount,
        currency: candidate
            .amount
            .map(|_| outcome.currency.unwrap_or(lens.profile.currency)),
        value_reporting,
        fx,
        is_refund: outcome.is_refund,
    }
}
