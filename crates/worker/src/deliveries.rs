//! Tells the outside: events become deliveries, and deliveries are sent.
//!
//! One loop does the work with the database, so that each of its transactions carries as much as has come
//! together; requests run beside it. What a receiver does never holds the loop up: each has its own few
//! requests in flight, and everything claimed is given up before its lease ends.

mod in_hand;

use std::sync::Arc;
use std::time::Duration;

use application::settle;
use application::webhooks::freshness::tell_freshness;
use kernel::{StoreError, Timestamp};
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use webhook_delivery::attempts::{EndedAttempt, settle_attempts};
use webhook_delivery::fan_out::fan_out;
use webhook_events::ports::{Claim, ClaimedDelivery, DeliveryRequest, Lease, Sender};
use webhook_events::{HmacSha256, RetrySchedule};

use crate::Worker;
use in_hand::InHand;

/// How long the loop sleeps when nobody wakes it: another process may have something to tell.
const IDLE: Duration = Duration::from_millis(500);

/// How long ended requests are gathered before they are written down, and how long what may go on pauses.
const PAUSE: Duration = Duration::from_millis(20);

/// Ended requests that are written down at once.
const SETTLED: usize = 64;

/// Events in one transaction.
const EVENTS: u32 = 500;

/// Deliveries in one claim.
const CLAIMED: u32 = 512;

/// Deliveries that are claimed and not settled, of all subscriptions together.
const IN_HAND: u32 = 8_192;

/// Requests in flight, of all subscriptions together.
const IN_FLIGHT: usize = 1_024;

/// Deliveries of disabled or deleted subscriptions in one transaction.
const BURIED: u32 = 2_000;

/// How long a claimed delivery is left alone by others.
const LEASE: Duration = Duration::from_mins(1);

/// What is left of a lease when a request begins: more than the request may take.
const LEFT_OF_LEASE: Duration = Duration::from_secs(20);

/// How long a process that does not report is believed alive, and how often it reports.
const HOLD: Duration = Duration::from_secs(15);
const HOLD_AGAIN: Duration = Duration::from_secs(5);

/// How long requests in flight are waited for when the process stops.
const PATIENCE: Duration = Duration::from_secs(5);

/// What it takes to send.
#[derive(Clone)]
pub struct Sending {
    /// Transactions, the present, new ids, and what was done.
    pub worker: Worker,
    /// Requests.
    pub sender: Arc<dyn Sender>,
    /// Signatures.
    pub hmac: Arc<dyn HmacSha256>,
    /// When what failed is tried again.
    pub schedule: RetrySchedule,
}

/// The deliveries of the subscriptions that this process serves.
pub struct Dispatcher {
    sending: Sending,
    holder: Uuid,
    buckets: Vec<i16>,
    hand: InHand,
    requests: JoinSet<EndedAttempt>,
    ended: Vec<EndedAttempt>,
    due: Due,
}

/// When each part of the work is to be done again.
struct Due {
    hold: Instant,
    settle: Option<Instant>,
    spread: Instant,
    claim: Instant,
    bury: Instant,
}

/// What one step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Events that became deliveries.
    pub events: usize,
    /// Deliveries that were claimed.
    pub claimed: usize,
    /// Attempts whose end was written down.
    pub settled: usize,
    /// Deliveries of disabled or deleted subscriptions that were put away.
    pub buried: u64,
}

/// Tells the outside until `stop` is cancelled. What fails is logged and tried again: all that is to be told
/// is in the database.
pub async fn run(sending: Sending, stop: CancellationToken) {
    let wake = Arc::clone(&sending.worker.tells);
    let mut dispatcher = Dispatcher::new(sending);
    while !stop.is_cancelled() {
        if let Err(error) = dispatcher.step().await {
            tracing::error!(error = %error, "webhooks could not go on: {error}");
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(IDLE) => {}
            }
            continue;
        }
        let next = dispatcher.due.next();
        tokio::select! {
            () = stop.cancelled() => {}
            () = wake.notified() => dispatcher.due.spread = Instant::now(),
            () = dispatcher.one_ends() => {}
            () = tokio::time::sleep_until(next) => {}
        }
    }
    dispatcher.stop().await;
}

impl Due {
    fn now() -> Self {
        let now = Instant::now();
        Self {
            hold: now,
            settle: None,
            spread: now,
            claim: now,
            bury: now,
        }
    }

    fn next(&self) -> Instant {
        let next = self.hold.min(self.spread).min(self.claim).min(self.bury);
        self.settle.map_or(next, |settle| settle.min(next))
    }
}

impl Dispatcher {
    /// One that serves nobody yet.
    pub fn new(sending: Sending) -> Self {
        let holder = sending.worker.ids.new_id();
        Self {
            sending,
            holder,
            buckets: Vec::new(),
            hand: InHand::default(),
            requests: JoinSet::new(),
            ended: Vec::new(),
            due: Due::now(),
        }
    }

    /// Does what is due now, and leaves requests under way.
    pub async fn step(&mut self) -> Result<Step, StoreError> {
        let mut step = Step::default();
        let now = Instant::now();
        if self.due.hold <= now {
            self.hold(now).await?;
        }
        self.collect();
        // Room for more requests is made use of before anything is written.
        self.send();
        let is_full = self.ended.len() >= SETTLED;
        if is_full || self.due.settle.is_some_and(|due| due <= now) {
            step.settled = self.settle().await?;
            self.due.claim = now;
        }
        if self.due.spread <= now {
            step.events = self.spread().await?;
            let is_all = step.events < usize::try_from(EVENTS).unwrap_or(usize::MAX);
            self.due.spread = if is_all { now + IDLE } else { now };
            if step.events > 0 {
                self.due.claim = now;
            }
        }
        if self.buckets.is_empty() {
            self.due.claim = now + IDLE;
            self.due.bury = now + IDLE;
            return Ok(step);
        }
        if self.due.claim <= now {
            step.claimed = self.claim().await?;
            self.due.claim = now + IDLE;
            self.send();
        }
        if self.due.bury <= now {
            step.buried = self.bury().await?;
            let pause = if step.buried > 0 { PAUSE } else { IDLE };
            self.due.bury = now + pause;
        }
        Ok(step)
    }

    /// Goes on until nothing is left that is due: for tests, and for commands that wait for the end.
    pub async fn drain(&mut self) -> Result<(), StoreError> {
        loop {
            self.due = Due {
                settle: Some(Instant::now()),
                ..Due::now()
            };
            let step = self.step().await?;
            if self.requests.is_empty() && self.ended.is_empty() && step == Step::default() {
                return Ok(());
            }
            if !self.requests.is_empty() {
                self.one_ends().await;
            }
        }
    }

    async fn hold(&mut self, now: Instant) -> Result<(), StoreError> {
        let mut work = self.sending.worker.units.begin().await?;
        let held = work.delivery_queue().hold(self.holder, HOLD).await;
        match settle(work, held).await {
            Ok(buckets) => {
                self.buckets = buckets;
                self.due.hold = now + HOLD_AGAIN;
                Ok(())
            }
            Err(error) => {
                // Who cannot say that it is alive is not believed to be, and sends nothing more.
                if now + HOLD_AGAIN > self.due.hold + HOLD {
                    self.buckets.clear();
                }
                Err(error)
            }
        }
    }

    /// Turns events into deliveries.
    async fn spread(&self) -> Result<usize, StoreError> {
        let worker = &self.sending.worker;
        let mut work = worker.units.begin().await?;
        let told = tell_freshness(&mut *work, &worker.context()).await;
        settle(work, told).await?;
        let mut work = worker.units.begin().await?;
        let done = fan_out(&mut *work, &worker.context(), EVENTS).await;
        let done = settle(work, done).await?;
        worker.tally.add_told(done.events, done.deliveries);
        Ok(done.events)
    }

    async fn claim(&mut self) -> Result<usize, StoreError> {
        let worker = &self.sending.worker;
        let room = IN_HAND.saturating_sub(self.hand.count());
        if room == 0 {
            return Ok(0);
        }
        let now = worker.clock.now();
        let claim = Claim {
            buckets: self.buckets.clone(),
            now,
            lease: Lease {
                id: worker.ids.new_id(),
                until: plus(now, LEASE),
            },
            most: CLAIMED.min(room),
            in_hand: self.hand.by_subscription(),
        };
        let mut work = worker.units.begin().await?;
        let claimed = work.delivery_queue().claim(&claim).await;
        let claimed = settle(work, claimed).await?;
        let count = claimed.len();
        self.hand.take(claimed);
        Ok(count)
    }

    /// Begins as many requests as there may be.
    fn send(&mut self) {
        let latest = self.sending.worker.clock.now();
        while self.requests.len() < IN_FLIGHT {
            let Some(delivery) = self.hand.next() else {
                return;
            };
            if plus(latest, LEFT_OF_LEASE) > delivery.lease.until {
                // Somebody else will get it, or this process again.
                self.hand.ended(delivery.subscription_id);
                self.hand.settled(delivery.subscription_id);
                continue;
            }
            let subscription = delivery.subscription_id;
            let task = self.requests.spawn(attempt(self.sending.clone(), delivery));
            self.hand.flies(task.id(), subscription);
        }
    }

    /// Waits for the end of one request; for ever when there is none.
    async fn one_ends(&mut self) {
        match self.requests.join_next_with_id().await {
            None => std::future::pending().await,
            Some(joined) => self.land(joined),
        }
    }

    /// Takes note of all requests that have ended.
    fn collect(&mut self) {
        while let Some(joined) = self.requests.try_join_next_with_id() {
            self.land(joined);
        }
    }

    fn land(&mut self, joined: Result<(Id, EndedAttempt), JoinError>) {
        match joined {
            Ok((task, ended)) => {
                self.hand.lands(task);
                self.hand.judge(&ended);
                self.ended.push(ended);
                self.due.settle.get_or_insert(Instant::now() + PAUSE);
            }
            Err(error) => {
                // Its delivery is due again when the lease ends.
                if let Some(subscription) = self.hand.lands(error.id()) {
                    self.hand.settled(subscription);
                }
                tracing::error!(error = %error, "a request broke down: {error}");
            }
        }
    }

    /// Writes down how requests went that have ended.
    async fn settle(&mut self) -> Result<usize, StoreError> {
        if self.ended.is_empty() {
            self.due.settle = None;
            return Ok(0);
        }
        let worker = &self.sending.worker;
        let mut work = worker.units.begin().await?;
        // They are kept until they are written.
        let written = settle_attempts(
            &mut *work,
            &worker.context(),
            &self.sending.schedule,
            self.ended.clone(),
        )
        .await;
        for (subscription, reason) in settle(work, written).await? {
            tracing::warn!(
                subscription.id = %subscription, reason = reason.as_str(),
                "webhook subscription {subscription} is disabled: {}", reason.as_str()
            );
        }
        let ended = std::mem::take(&mut self.ended);
        self.due.settle = None;
        for it in &ended {
            self.hand.settled(it.subscription_id);
            worker.tally.add_attempt(it.attempt.outcome.is_success());
        }
        Ok(ended.len())
    }

    async fn bury(&self) -> Result<u64, StoreError> {
        let mut work = self.sending.worker.units.begin().await?;
        let buried = work.delivery_queue().bury(&self.buckets, BURIED).await;
        settle(work, buried).await
    }

    /// Waits a little for what is under way, writes down how it went, and lets another process take over.
    async fn stop(mut self) {
        let end = Instant::now() + PATIENCE;
        while !self.requests.is_empty() {
            tokio::select! {
                () = self.one_ends() => {}
                () = tokio::time::sleep_until(end) => break,
            }
        }
        if let Err(error) = self.leave().await {
            tracing::warn!(error = %error, "deliveries wait for the end of their lease: {error}");
        }
    }

    async fn leave(&mut self) -> Result<(), StoreError> {
        self.collect();
        self.settle().await?;
        let unsent = self.hand.unsent();
        let now = self.sending.worker.clock.now();
        let mut work = self.sending.worker.units.begin().await?;
        let released = work
            .delivery_queue()
            .release(self.holder, &unsent, now)
            .await;
        settle(work, released).await
    }
}

/// One request, signed when it begins.
async fn attempt(sending: Sending, delivery: ClaimedDelivery) -> EndedAttempt {
    let now = sending.worker.clock.now();
    let request = DeliveryRequest::signed(&delivery, &*sending.hmac, now);
    let attempt = sending.sender.send(&request).await;
    EndedAttempt {
        profile_id: delivery.profile_id,
        id: delivery.id,
        subscription_id: delivery.subscription_id,
        lease: delivery.lease.id,
        failures: delivery.before.failures,
        at: sending.worker.clock.now(),
        attempt,
    }
}

fn plus(at: Timestamp, span: Duration) -> Timestamp {
    at.plus_micros(i64::try_from(span.as_micros()).unwrap_or(i64::MAX))
}
