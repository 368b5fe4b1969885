//! Takes out of events what names somebody who was forgotten after they happened, and finds what they repeat or refund
//! where its key named them.

use std::collections::{BTreeMap, BTreeSet};

use identity_graph::{IdentifierKind, Identifiers, Loss};
use kernel::{ProfileId, StoreError};

use super::group::{Prepared, prepare};
use super::record::RecordOutcomeEvent;
use crate::context::Context;
use crate::forgotten::{
    Checked, forgotten_key, is_erased_subject, losses, names_them, values_are_in,
};
use crate::ports::LatestErasure;
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
        let people = events.iter().map(|&(_, event)| {
            let at = event.draft.occurred_at(now);
            (&event.named.identifiers, at)
        });
        let people: Vec<_> = people.collect();
        let losses = losses(work, context, profile_id, Some(latest), &people).await?;
        let told = events.iter().flat_map(|&(_, event)| keys(event)).collect();
        let stored = Stored::read(work, context, profile_id, (latest, told)).await?;
        for (((place, event), loss), (_, at)) in events.into_iter().zip(losses).zip(people) {
            let is_late = at <= latest.at;
            if let Some(command) = rewritten(context, event, (&loss, is_late), &stored) {
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
    if keys.is_empty() {
        return Ok(());
    }
    let hashed = keys.into_iter().map(|key| forgotten_key(context, key));
    let hashed: Vec<String> = hashed.collect();
    let asked: Vec<&str> = hashed.iter().map(String::as_str).collect();
    let found = work.outcome_events().by_keys(profile_id, &asked).await?;
    if found.is_empty() {
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

/// What is known of keys of idempotency.
struct Stored<'a> {
    /// Those that are stored under their hashes, with these.
    hashed: BTreeMap<&'a str, String>,
    /// Those of events of somebody who was forgotten.
    forgotten: BTreeSet<String>,
}

impl<'a> Stored<'a> {
    async fn read(
        work: &mut dyn UnitOfWork,
        context: &Context<'_>,
        profile_id: ProfileId,
        (latest, keys): (LatestErasure, BTreeSet<&'a str>),
    ) -> Result<Self, StoreError> {
        let (mut hashed, mut forgotten) = (BTreeMap::new(), BTreeSet::new());
        if keys.is_empty() {
            return Ok(Self { hashed, forgotten });
        }
        let behind = keys.iter().map(|key| (forgotten_key(context, key), *key));
        let behind: BTreeMap<String, &str> = if latest.has_keys {
            behind.collect()
        } else {
            BTreeMap::new()
        };
        let asked = keys.iter().copied();
        let asked: Vec<&str> = asked.chain(behind.keys().map(String::as_str)).collect();
        let found = work.outcome_events().by_keys(profile_id, &asked).await?;
        for event in found {
            let Some(key) = event.idempotency_key else {
                continue;
            };
            if let Some(told) = behind.get(&key) {
                hashed.insert(*told, key);
            } else if event.subject.is_some_and(|it| is_erased_subject(&it)) {
                forgotten.insert(key);
            }
        }
        Ok(Self { hashed, forgotten })
    }

    /// Whether what is refunded was somebody's who was forgotten.
    fn is_of_forgotten(&self, refunded: &str) -> bool {
        self.hashed.contains_key(refunded) || self.forgotten.contains(refunded)
    }
}

/// The event as it is written; nothing where that is as it came.
fn rewritten(
    context: &Context<'_>,
    event: &Prepared,
    (loss, is_late): (&Loss, bool),
    stored: &Stored<'_>,
) -> Option<RecordOutcomeEvent> {
    let (command, draft) = (&event.command, &event.draft);
    let person = &event.named.identifiers;
    let is_stored = |key: Option<&str>| key.is_some_and(|key| stored.hashed.contains_key(key));
    let is_repeated = is_stored(draft.key());
    // Whoever names nobody and refunds what was theirs tells of them.
    let tells_of_them = is_late
        && person.is_empty()
        && draft
            .refund_of()
            .is_some_and(|key| stored.is_of_forgotten(key));
    let left = match loss {
        // What is sent again says nothing that is not stored already.
        _ if is_repeated || tells_of_them => command.without_person(),
        Loss::Nothing if is_stored(draft.refund_of()) => command.clone(),
        Loss::Nothing => return None,
        Loss::Values(kinds) => command.without(kinds),
        Loss::Everything => command.without_person(),
    };
    Some(left.with_keys(|key| match stored.hashed.get(key) {
        Some(hash) => hash.clone(),
        None if names_forgotten(key, person, loss) => forgotten_key(context, key),
        // What they are known by cannot be told any more, and its own key may say it.
        None if tells_of_them && Some(key) == draft.key() => forgotten_key(context, key),
        None => key.to_owned(),
    }))
}

/// Whether a key holds something that goes.
fn names_forgotten(key: &str, person: &Identifiers, loss: &Loss) -> bool {
    match loss {
        Loss::Nothing => false,
        Loss::Values(kinds) => {
            let others: BTreeSet<IdentifierKind> = IdentifierKind::ALL.into();
            let others = others.difference(kinds).copied().collect();
            values_are_in(key, &person.without(&others))
        }
        Loss::Everything => names_them(key, person),
    }
}
