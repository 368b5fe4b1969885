//! What was claimed and is not settled, by subscription.

use std::collections::{BTreeMap, HashMap, VecDeque};

use kernel::ProfileId;
use tokio::task::Id;
use webhook_delivery::attempts::EndedAttempt;
use webhook_events::ports::ClaimedDelivery;
use webhook_events::{DeliveryId, EndpointHealth, SubscriptionId};

/// Deliveries in hand.
#[derive(Default)]
pub(super) struct InHand {
    receivers: BTreeMap<SubscriptionId, Receiver>,
    /// Which subscription each request in flight belongs to.
    flying: HashMap<Id, SubscriptionId>,
    /// Whoever had the last turn.
    last: Option<SubscriptionId>,
}

#[derive(Default)]
struct Receiver {
    waiting: VecDeque<ClaimedDelivery>,
    in_flight: u32,
    unsettled: u32,
    health: EndpointHealth,
}

impl Receiver {
    fn count(&self) -> u32 {
        let waiting = u32::try_from(self.waiting.len()).unwrap_or(u32::MAX);
        waiting.saturating_add(self.in_flight + self.unsettled)
    }

    fn has_turn(&self) -> bool {
        !self.waiting.is_empty() && self.in_flight < self.health.in_flight_limit()
    }
}

impl InHand {
    /// Adds what was claimed. Who has nothing else in hand does as the claim says.
    pub(super) fn take(&mut self, claimed: Vec<ClaimedDelivery>) {
        for delivery in claimed {
            let receiver = self.receivers.entry(delivery.subscription_id).or_default();
            if receiver.count() == 0 {
                receiver.health = delivery.before.health;
            }
            receiver.waiting.push_back(delivery);
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.receivers.values().map(Receiver::count).sum()
    }

    /// How many of each subscription.
    pub(super) fn by_subscription(&self) -> Vec<(SubscriptionId, u32)> {
        let counts = self.receivers.iter();
        counts.map(|(id, it)| (*id, it.count())).collect()
    }

    /// The next delivery to be sent: subscriptions take turns. It counts as in flight from now on.
    pub(super) fn next(&mut self) -> Option<ClaimedDelivery> {
        let ready = |(_, receiver): &(&SubscriptionId, &Receiver)| receiver.has_turn();
        let after = self.last.and_then(|last| {
            let later = (std::ops::Bound::Excluded(last), std::ops::Bound::Unbounded);
            self.receivers.range(later).find(ready)
        });
        let (id, _) = after.or_else(|| self.receivers.iter().find(ready))?;
        let id = *id;
        self.last = Some(id);
        let receiver = self.receivers.get_mut(&id)?;
        let delivery = receiver.waiting.pop_front()?;
        receiver.in_flight += 1;
        Some(delivery)
    }

    /// A request is under way.
    pub(super) fn flies(&mut self, task: Id, subscription: SubscriptionId) {
        self.flying.insert(task, subscription);
    }

    /// A request has ended; of whom it was. It is still to be settled.
    pub(super) fn lands(&mut self, task: Id) -> Option<SubscriptionId> {
        let subscription = self.flying.remove(&task)?;
        self.ended(subscription);
        Some(subscription)
    }

    /// A delivery is not in flight any more.
    pub(super) fn ended(&mut self, subscription: SubscriptionId) {
        if let Some(receiver) = self.receivers.get_mut(&subscription) {
            receiver.in_flight = receiver.in_flight.saturating_sub(1);
            receiver.unsettled += 1;
        }
    }

    /// What is known of a receiver at once. One that is only probed keeps nothing in hand that waits: it is
    /// claimed again when its lease ends.
    pub(super) fn judge(&mut self, ended: &EndedAttempt) {
        let Some(receiver) = self.receivers.get_mut(&ended.subscription_id) else {
            return;
        };
        receiver.health = if ended.attempt.outcome.is_success() {
            EndpointHealth::default()
        } else {
            receiver.health.failed(false, ended.at)
        };
        if receiver.health.in_flight_limit() == 1 {
            receiver.waiting.clear();
        }
    }

    /// A delivery is not in hand any more.
    pub(super) fn settled(&mut self, subscription: SubscriptionId) {
        let Some(receiver) = self.receivers.get_mut(&subscription) else {
            return;
        };
        receiver.unsettled = receiver.unsettled.saturating_sub(1);
        if receiver.count() == 0 {
            self.receivers.remove(&subscription);
        }
    }

    /// What was claimed and never sent.
    pub(super) fn unsent(&self) -> Vec<(ProfileId, DeliveryId)> {
        let waiting = self.receivers.values().flat_map(|it| &it.waiting);
        waiting.map(|it| (it.profile_id, it.id)).collect()
    }
}
