//! Tells of signals of trust that left ok or regained it.

use kernel::{Date, ProfileId, StoreError, Timestamp};
use reporting::quality::alerts::{Alert, KnownSignal, Turned, turned};
use reporting::quality::trust::{Level, Signal, SignalValue};
use webhook_events::EventData;
use webhook_events::data::{AlertLevel, AlertValue, QualityData};

use super::trust::Trusted;
use application::context::Context;
use application::unit_of_work::UnitOfWork;
use application::webhooks::tell::tell;

/// Signals as they were measured.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The signals.
    pub signals: Vec<Signal>,
    /// When they were measured.
    pub at: Timestamp,
    /// The local day of it.
    pub today: Date,
    /// What was known of signals before they were measured.
    pub known: Vec<KnownSignal>,
}

impl Measurement {
    /// What was measured at this instant.
    pub fn new(trusted: &Trusted, at: Timestamp) -> Self {
        Self {
            signals: trusted.signals.clone(),
            at,
            today: trusted.quality.standing().today,
            known: trusted.known.clone(),
        }
    }

    /// Whether it differs from what was known, so that there may be something to tell.
    pub fn differs(&self) -> bool {
        !self.turned(&self.known).keep.is_empty()
    }

    /// What follows from it beside what is known by now.
    fn turned(&self, known: &[KnownSignal]) -> Turned {
        turned((known, &self.known), &self.signals, self.at, self.today)
    }
}

/// Keeps what changed and tells of what left ok or regained it; how many signals did. What is kept and what is told are
/// one transaction, and whoever comes second finds that it was told.
pub async fn alert(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    measured: &Measurement,
) -> Result<usize, StoreError> {
    work.trust_states().take_turn(profile_id).await?;
    let known = work.trust_states().known(profile_id).await?;
    let found = measured.turned(&known);
    if !found.keep.is_empty() {
        work.trust_states().keep(profile_id, &found.keep).await?;
    }
    let data: Vec<EventData> = found.alerts.iter().map(told).collect();
    tell(work, context, profile_id, &data).await?;
    Ok(data.len())
}

fn told(alert: &Alert) -> EventData {
    let signal = &alert.signal;
    EventData::QualityAlert(QualityData {
        code: signal.code.as_str().to_owned(),
        level: level(signal.level),
        previous_level: level(alert.previous),
        value: signal.value.map(value),
        threshold: signal.threshold,
        since: signal.since,
        recommendation_code: signal.recommendation_code().map(str::to_owned),
    })
}

const fn level(level: Level) -> AlertLevel {
    match level {
        Level::Ok => AlertLevel::Ok,
        Level::Notice => AlertLevel::Notice,
        Level::Warning => AlertLevel::Warning,
    }
}

fn value(value: SignalValue) -> AlertValue {
    match value {
        SignalValue::Word(word) => AlertValue::Word(word.to_owned()),
        SignalValue::Number(number) => AlertValue::Number(number),
    }
}
