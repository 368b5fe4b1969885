//! Rows that several statements return, and what they say.

use application::Sealing;
use kernel::{StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;
use webhook_events::{
    AttemptFailure, AttemptOutcome, DeliveryState, DeliveryStatus, DisabledReason, EndpointHealth,
    EndpointUrl, EventType, OldSecret, Provider, RetryAfter, SecretRing, SigningSecret,
    Subscription, SubscriptionId, SubscriptionState,
};

/// A stored value that nothing could have written.
pub(crate) fn broken(id: Uuid, what: &str) -> StoreError {
    StoreError::inconsistent(format!("webhooks: {what} of {id} is broken"))
}

pub(crate) fn event_type(id: Uuid, text: &str) -> Result<EventType, StoreError> {
    EventType::parse(text).ok_or_else(|| broken(id, "the type"))
}

pub(crate) fn provider(id: Uuid, text: &str) -> Result<Provider, StoreError> {
    Provider::new(text).map_err(|_| broken(id, "the provider"))
}

pub(crate) fn url(id: Uuid, text: &str) -> Result<EndpointUrl, StoreError> {
    EndpointUrl::from_stored(text).ok_or_else(|| broken(id, "the address"))
}

pub(crate) fn state(
    id: Uuid,
    disabled_at: Option<OffsetDateTime>,
    reason: Option<&str>,
) -> Result<SubscriptionState, StoreError> {
    let Some(at) = disabled_at else {
        return Ok(SubscriptionState::Enabled);
    };
    let reason = reason.and_then(DisabledReason::parse);
    Ok(SubscriptionState::Disabled {
        at: at.into(),
        reason: reason.ok_or_else(|| broken(id, "why it is disabled"))?,
    })
}

pub(crate) fn health(failures: i32, dead_since: Option<OffsetDateTime>) -> EndpointHealth {
    EndpointHealth {
        failures_in_a_row: u32::try_from(failures).unwrap_or_default(),
        dead_since: dead_since.map(Into::into),
    }
}

/// A subscription without its secrets.
#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = postgres_schema::schema::webhook_subscriptions, check_for_backend(diesel::pg::Pg))]
pub(crate) struct SubscriptionRow {
    id: Uuid,
    url: String,
    events: Vec<String>,
    providers: Vec<String>,
    disabled_at: Option<OffsetDateTime>,
    disabled_reason: Option<String>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

pub(crate) fn subscription(row: &SubscriptionRow) -> Result<Subscription, StoreError> {
    let id = row.id;
    let events = row.events.iter().map(|text| event_type(id, text));
    let providers = row.providers.iter().map(|text| provider(id, text));
    Ok(Subscription {
        id: id.into(),
        url: url(id, &row.url)?,
        events: events.collect::<Result<_, _>>()?,
        providers: providers.collect::<Result<_, _>>()?,
        state: state(id, row.disabled_at, row.disabled_reason.as_deref())?,
        created_at: row.created_at.into(),
        updated_at: row.updated_at.into(),
    })
}

/// Secrets as they are stored: the one in use, those that were replaced, and when each of these expires.
pub(crate) type SealedRing = (Vec<u8>, Vec<Vec<u8>>, Vec<OffsetDateTime>);

/// What secrets of a subscription are sealed for.
fn place(id: SubscriptionId) -> String {
    format!("webhook_subscriptions/{id}")
}

pub(crate) fn seal(
    sealing: &dyn Sealing,
    id: SubscriptionId,
    ring: &SecretRing,
) -> Result<SealedRing, StoreError> {
    let place = place(id);
    let seal = |secret: &SigningSecret| {
        let sealed = sealing.seal(secret.bytes(), &place);
        sealed.ok_or_else(|| StoreError::inconsistent("a secret could not be sealed"))
    };
    let old = ring.old().iter().map(|old| seal(&old.secret));
    let expire = ring.old().iter().map(|old| old.expires_at.to_utc());
    Ok((
        seal(ring.current())?,
        old.collect::<Result<_, _>>()?,
        expire.collect(),
    ))
}

pub(crate) fn open(
    sealing: &dyn Sealing,
    id: SubscriptionId,
    (current, old, expire): &SealedRing,
) -> Result<SecretRing, StoreError> {
    let place = place(id);
    let open = |sealed: &Vec<u8>| {
        let opened = sealing.open(sealed, &place);
        let secret = opened.and_then(SigningSecret::from_stored);
        secret.ok_or_else(|| broken(id.uuid(), "a secret"))
    };
    let old = old.iter().zip(expire).map(|(sealed, expires_at)| {
        Ok(OldSecret {
            secret: open(sealed)?,
            expires_at: (*expires_at).into(),
        })
    });
    let old = old.collect::<Result<_, StoreError>>()?;
    Ok(SecretRing::from_stored(open(current)?, old))
}

/// How far a delivery is, from its columns.
pub(crate) fn delivery_state(
    id: Uuid,
    status: &str,
    failures: i32,
    (next, settled): (Option<OffsetDateTime>, Option<OffsetDateTime>),
) -> Result<DeliveryState, StoreError> {
    let without = || broken(id, "the state");
    let at = |at: Option<OffsetDateTime>| at.map(Timestamp::from).ok_or_else(without);
    Ok(match DeliveryStatus::parse(status).ok_or_else(without)? {
        DeliveryStatus::Pending => DeliveryState::Pending {
            failures: u32::try_from(failures).unwrap_or_default(),
            next_attempt_at: at(next)?,
        },
        DeliveryStatus::Delivered => DeliveryState::Delivered { at: at(settled)? },
        DeliveryStatus::Dead => DeliveryState::Dead { at: at(settled)? },
    })
}

/// How an attempt ended, from its columns.
pub(crate) fn outcome(
    status: Option<i16>,
    failure: Option<&str>,
    retry_after: Option<OffsetDateTime>,
) -> Option<AttemptOutcome> {
    let answered = status.and_then(|status| u16::try_from(status).ok());
    let answered = answered.map(|status| AttemptOutcome::Answered {
        status,
        retry_after: retry_after.map(|at| RetryAfter::At(at.into())),
    });
    let failed = failure.and_then(AttemptFailure::parse);
    answered.or(failed.map(AttemptOutcome::Failed))
}
