//! Events become deliveries, one for each subscription that they match.

use std::collections::BTreeMap;

use kernel::{ProfileId, StoreError};
use webhook_events::Event;
use webhook_events::ports::Addressed;

use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// What became of some events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FannedOut {
    /// How many events there were.
    pub events: usize,
    /// How many deliveries became of them.
    pub deliveries: usize,
}

/// Takes at most `most` events that wait. The events go and the deliveries come in one transaction.
pub async fn fan_out(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    most: u32,
) -> Result<FannedOut, StoreError> {
    let events = work.fan_outs().take(most).await?;
    let mut done = FannedOut {
        events: events.len(),
        deliveries: 0,
    };
    let mut by_profile: BTreeMap<ProfileId, Vec<Event>> = BTreeMap::new();
    for event in events {
        by_profile
            .entry(event.profile_id())
            .or_default()
            .push(event);
    }
    let now = context.clock.now();
    for (profile_id, events) in by_profile {
        let subscriptions = work.fan_outs().enabled(profile_id).await?;
        let addressed = |event: Event| {
            let deliveries = webhook_events::fan_out(&event, &subscriptions, context.ids, now);
            let addressed = deliveries.into_iter().map(move |delivery| Addressed {
                event: event.clone(),
                delivery,
            });
            addressed.collect::<Vec<_>>()
        };
        let deliveries: Vec<Addressed> = events.into_iter().flat_map(addressed).collect();
        if !deliveries.is_empty() {
            work.fan_outs().insert(&deliveries).await?;
        }
        done.deliveries += deliveries.len();
    }
    Ok(done)
}
