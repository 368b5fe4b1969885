//! What follows from how requests went.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Actor, ProfileId, StoreError, Timestamp};
use serde_json::json;
use uuid::Uuid;
use webhook_events::ports::{Receiver, Settlement};
use webhook_events::{
    Attempt, AttemptEnd, BeforeAttempt, DeliveryId, DisabledReason, EndpointHealth, Jitter,
    RetrySchedule, SubscriptionId, after_attempt,
};

use application::context::Context;
use application::ports::AuditEvent;
use application::unit_of_work::UnitOfWork;

/// An attempt that has ended.
#[derive(Clone, Debug)]
pub struct EndedAttempt {
    /// Whose it is.
    pub profile_id: ProfileId,
    /// The delivery.
    pub id: DeliveryId,
    /// Who got it.
    pub subscription_id: SubscriptionId,
    /// Under which it was claimed.
    pub lease: Uuid,
    /// How many attempts of the present schedule had failed before.
    pub failures: u32,
    /// When it ended.
    pub at: Timestamp,
    /// How it went.
    pub attempt: Attempt,
}

/// Writes down how attempts went and what follows; subscriptions that are disabled by it. Attempts of one
/// subscription follow one another as they ended, so that what each finds is what those before left.
pub async fn settle_attempts(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    schedule: &RetrySchedule,
    mut ended: Vec<EndedAttempt>,
) -> Result<Vec<(SubscriptionId, DisabledReason)>, StoreError> {
    ended.sort_by_key(|it| it.at);
    let mut receivers = failing_receivers(work, &ended).await?;
    let mut settlements = Vec::with_capacity(ended.len());
    let mut disabled = Vec::new();
    for it in ended {
        let receiver = receivers.get_mut(&it.subscription_id);
        let before = before(receiver.as_deref(), it.failures);
        let end = AttemptEnd {
            at: it.at,
            jitter: jitter(context.ids.new_id()),
        };
        let after = after_attempt(before, &it.attempt.outcome, schedule, end);
        if let Some(receiver) = receiver {
            receiver.health = after.health;
            receiver.is_enabled &= after.disable.is_none();
        }
        if let Some(reason) = after.disable {
            disabled.push((it.subscription_id, reason));
            let event = AuditEvent {
                id: context.ids.new_id(),
                at: it.at,
                action: "webhook.subscription_disabled".to_owned(),
                actor: Actor::System,
                subject: Some(it.subscription_id.uuid()),
                detail: json!({"reason": reason.as_str()}),
            };
            work.audit().stamp(it.profile_id, &event).await?;
        }
        settlements.push(Settlement {
            profile_id: it.profile_id,
            id: it.id,
            subscription_id: it.subscription_id,
            lease: it.lease,
            at: it.at,
            attempt: it.attempt,
            after,
        });
    }
    work.delivery_queue().settle(&settlements).await?;
    Ok(disabled)
}

/// How receivers do of which a request failed. What succeeds clears what was counted, whatever it was, so
/// nobody has to wait for whoever else writes it.
async fn failing_receivers(
    work: &mut dyn UnitOfWork,
    ended: &[EndedAttempt],
) -> Result<BTreeMap<SubscriptionId, Receiver>, StoreError> {
    let failing: BTreeSet<_> = ended
        .iter()
        .filter(|it| !it.attempt.outcome.is_success())
        .map(|it| (it.profile_id, it.subscription_id))
        .collect();
    if failing.is_empty() {
        return Ok(BTreeMap::new());
    }
    let failing: Vec<_> = failing.into_iter().collect();
    let receivers = work.delivery_queue().lock_receivers(&failing).await?;
    Ok(receivers
        .into_iter()
        .map(|receiver| (receiver.subscription_id, receiver))
        .collect())
}

/// A receiver that is not there any more is not disabled again.
fn before(receiver: Option<&Receiver>, failures: u32) -> BeforeAttempt {
    BeforeAttempt {
        failures,
        health: receiver.map_or(EndpointHealth::default(), |receiver| receiver.health),
        is_enabled: receiver.is_some_and(|receiver| receiver.is_enabled),
    }
}

/// The last bits of a new id are random.
fn jitter(id: Uuid) -> Jitter {
    let [.., a, b, c, d] = id.into_bytes();
    Jitter::from_random(u32::from_be_bytes([a, b, c, d]))
}
