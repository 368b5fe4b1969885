//! Takes out of events what names somebody who was forgotten after they happened, and finds what they repeat or refund
//! where its key named them.

use std::collections::{BTreeMap, BTreeSet};

use identity_graph::Loss;
use kernel::{ProfileId, StoreError};

use super::group::{Prepared, prepare};
use super::record::RecordOutcomeEvent;
use crate::context::Context;
use crate::forgotten::{Checked, forgotten_key, losses, names_them};
use crate::unit_of_work::UnitOfWork;

/// Who was forgotten last of each profile, and the events, by their places, that are written otherwise than they came.
type Stripped = (BTreeMap<ProfileId, Checked>, BTreeMap<usize, Prepared>);

/// Looks who was forgotten, and what of the events goes. Only whoever runs again does.
pub(super) async fn stripped(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    group: &[&Prepared],
) -> Result<Stripped, StoreError> {
    let (mut checked, mut stripped) = Stripped::default();
    let profiles: BTreeSet<ProfileId> = group.iter().map(|event| event.profile.id).collect();
    for profile_id in profiles {
        let latest = work.erasures().latest(profile_id).await?;
        checked.insert(profile_id, Checked::By(latest));
        let Some(latest) = latest else { continue };
        let now = context.clock.now();
        let events = group.iter().enumerate();
        let events = events.filter(|(_, event)| event.profile.id == profile_id);
        let events: Vec<(usize, &Prepared)> =
            events.map(|(place, event)| (place, *event)).collect();
        let people = events.iter().map(|(_, event)| {
            let at = event.draft.occurred_at(now);
            (&event.named.identifiers, at)
        });
        let people: Vec<_> = people.collect();
        let losses = losses(work, context, profile_id, Some(latest), &people).await?;
        let keys = if latest.has_keys {
            let told = events.iter().flat_map(|(_, event)| keys(event));
            forgotten(work, context, profile_id, told.collect()).await?
        } else {
            BTreeMap::new()
        };
        for ((place, event), loss) in events.into_iter().zip(losses) {
            if let Some(command) = rewritten(context, event, &loss, &keys) {
                let written = prepare(context, &event.profile, command);
                stripped.insert(place, written.map_err(StoreError::inconsistent)?);
            }
        }
    }
    Ok((checked, stripped))
}

/// Fails where one of these keys is stored under its hash.
pub(super) async fn fail_on_forgotten(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    keys: BTreeSet<&str>,
) -> Result<(), StoreError> {
    if forgotten(work, context, profile_id, keys).await?.is_empty() {
        return Ok(());
    }
    Err(StoreError::Conflict)
}

/// The caller's key, and that of what is refunded.
fn keys(event: &Prepared) -> impl Iterator<Item = &str> {
    [event.draft.key(), event.draft.refund_of()]
        .into_iter()
        .flatten()
}

/// Those of the keys that are stored under their hashes, with these.
async fn forgotten<'a>(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    keys: BTreeSet<&'a str>,
) -> Result<BTreeMap<&'a str, String>, StoreError> {
    let mut hashed: BTreeMap<&str, String> = keys
        .into_iter()
        .map(|key| (key, forgotten_key(context, key)))
        .collect();
    if hashed.is_empty() {
        return Ok(hashed);
    }
    let asked: Vec<&str> = hashed.values().map(String::as_str).collect();
    let store = work.outcome_events();
    let found = store.by_keys(profile_id, &asked).await?;
    let found: BTreeSet<String> = found
        .into_iter()
        .filter_map(|it| it.idempotency_key)
        .collect();
    hashed.retain(|_, hash| found.contains(hash));
    Ok(hashed)
}

/// The event as it is written; nothing where that is as it came.
fn rewritten(
    context: &Context<'_>,
    event: &Prepared,
    loss: &Loss,
    stored: &BTreeMap<&str, String>,
) -> Option<RecordOutcomeEvent> {
    let command = &event.command;
    let is_repeated = event
        .draft
        .key()
        .is_some_and(|key| stored.contains_key(key));
    let left = match loss {
        // What is sent again says nothing that is not stored already.
        _ if is_repeated => command.without_person(),
        Loss::Nothing if keys(event).any(|key| stored.contains_key(key)) => command.clone(),
        Loss::Nothing => return None,
        Loss::Values(kinds) => command.without(kinds),
        Loss::Everything => command.without_person(),
    };
    let person = &event.named.identifiers;
    let is_theirs = *loss == Loss::Everything;
    Some(left.with_keys(|key| match stored.get(key) {
        Some(hash) => hash.clone(),
        None if is_theirs && names_them(key, person) => forgotten_key(context, key),
        None => key.to_owned(),
    }))
}
