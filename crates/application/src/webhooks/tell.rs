//! Writes events in the transaction of their cause.

use kernel::{ProfileId, StoreError};
use webhook_events::{Event, EventData, EventHead};

use crate::context::Context;
use crate::unit_of_work::UnitOfWork;

/// Tells of what happened to a profile, once the transaction has committed.
pub async fn tell(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    data: &[EventData],
) -> Result<(), StoreError> {
    let at = context.clock.now();
    let event = |data: &EventData| {
        let head = EventHead {
            id: context.ids.new_id().into(),
            profile_id,
            at,
        };
        match Event::new(head, data) {
            Ok(event) => Some(event),
            // Nothing that it tells of is to fail because it cannot be told.
            Err(error) => {
                tracing::error!(profile.id = %profile_id, error = %error, "not told: {error}");
                None
            }
        }
    };
    let events: Vec<Event> = data.iter().filter_map(event).collect();
    if events.is_empty() {
        return Ok(());
    }
    work.outbox().add(&events).await
}
