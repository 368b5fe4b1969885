//! Takes everything that names a customer out of what is stored, in one transaction.

use std::collections::BTreeSet;

use channel_classifier::forgotten_address;
use identity_graph::{IdentifierKind, erased, visitor_id};
use kernel::{CustomerId, ProfileAccess, ProfileId, StoreError, Timestamp};
use serde_json::json;

use crate::retention::step::give_up_abandoned;
use application::context::Context;
use application::customers::settle::settle;
use application::forgotten::{FORGOTTEN, Known, forgotten_key, hash, spelling};
use application::ports::{
    AuditEvent, ErasedBrowser, ErasedOutcome, ErasedPerson, ErasedView, Erasure, RenamedBrowser,
};
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// New pairs that are settled at a time before somebody is forgotten.
const PAIRS: u32 = 1_000;

/// Why nobody was forgotten.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// There is no such customer.
    #[error("there is no such customer")]
    NotFound,
    /// A full replay is under way; it would write back what goes.
    #[error("the profile is being replayed")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for EraseError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_contended())
    }
}

/// What was forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erased {
    /// Whose everything was: an alias leads to them.
    pub customer_id: CustomerId,
    /// Ids that lead to them.
    pub aliases: Vec<CustomerId>,
    /// When.
    pub at: Timestamp,
    /// Whether it was done before; the counts are 0 then.
    pub was_before: bool,
    /// Identifiers that went.
    pub identifiers: usize,
    /// Browsers that lost their names.
    pub browsers: usize,
    /// Outcome events that were rewritten.
    pub outcome_events: usize,
    /// Events of browsers that were rewritten.
    pub tracker_events: usize,
}

impl Erased {
    /// Every id of theirs. In a backup of before, some may still be people of their own.
    pub fn ids(&self) -> impl Iterator<Item = CustomerId> {
        let aliases = self.aliases.iter().copied();
        [self.customer_id].into_iter().chain(aliases)
    }
}

/// Forgets a customer. Whoever was forgotten before is answered as it was.
pub async fn erase(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    id: CustomerId,
) -> Result<Erased, EraseError> {
    let profile_id = access.profile_id;
    if !give_up_abandoned(work, profile_id).await? {
        return Err(EraseError::Busy);
    }
    let now = context.clock.now();
    work.proposals().hold(profile_id, now).await?;
    // What is theirs by facts that nobody looked at yet.
    while settle(work, context, profile_id, PAIRS).await? {}
    let person = held(work, profile_id, id).await?;
    if let Some(at) = person.erased_at {
        return Ok(Erased {
            customer_id: person.customer_id,
            aliases: person.aliases,
            at,
            was_before: true,
            identifiers: 0,
            browsers: 0,
            outcome_events: 0,
            tracker_events: 0,
        });
    }
    let outcomes = work.erasures().outcomes(profile_id, &person).await?;
    let views = work.erasures().views(profile_id, &person).await?;
    let of_others = work
        .erasures()
        .strip_outcomes_of_others(profile_id, &person)
        .await?;
    let keys = keys(context, &known(context, &person), &outcomes, of_others);
    let own: Vec<&ErasedBrowser> = person.browsers.iter().filter(|it| it.is_own).collect();
    let erasure = Erasure {
        at: context.clock.now(),
        actor: access.actor,
        subject: erased(person.token),
        outcomes: outcomes.into_iter().map(said).collect(),
        views: views.into_iter().map(seen).collect(),
        renamed: own.iter().map(|it| renamed(profile_id, it)).collect(),
        hashes: hashes(context, &person, &own),
        keys,
        person,
    };
    work.erasures().erase(profile_id, &erasure).await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: erasure.at,
        action: "customer.erased".to_owned(),
        actor: access.actor,
        subject: Some(erasure.person.customer_id.uuid()),
        detail: json!({}),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(Erased {
        customer_id: erasure.person.customer_id,
        at: erasure.at,
        was_before: false,
        identifiers: erasure.person.values.len(),
        browsers: erasure.renamed.len(),
        outcome_events: erasure.outcomes.len(),
        tracker_events: erasure.views.len(),
        aliases: erasure.person.aliases,
    })
}

/// Whoever has everything of a customer, locked with their browsers.
async fn held(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    id: CustomerId,
) -> Result<ErasedPerson, EraseError> {
    let found = work.joins().customers(profile_id, &[id]).await?;
    let found = found.first().ok_or(EraseError::NotFound)?;
    let id = found.merged_into.unwrap_or(found.id);
    let held = work
        .joins()
        .hold_people(profile_id, &BTreeSet::from([id]))
        .await?;
    if held.is_none() {
        return Err(StoreError::Conflict.into());
    }
    let person = work.erasures().person(profile_id, id).await?;
    person.ok_or(EraseError::NotFound)
}

/// As if it had called itself so.
fn renamed(profile_id: ProfileId, browser: &ErasedBrowser) -> RenamedBrowser {
    let anonymous_id = format!("{FORGOTTEN}{}", browser.token);
    RenamedBrowser {
        old: browser.visitor_id,
        new: visitor_id(profile_id, &anonymous_id),
        anonymous_id,
    }
}

/// By what late events are recognised as theirs.
fn hashes(context: &Context<'_>, person: &ErasedPerson, own: &[&ErasedBrowser]) -> Vec<Vec<u8>> {
    let values = person.values.iter();
    let values = values.map(|it| (it.kind.as_str(), it.value_key.as_str()));
    let browsers = own.iter().map(|it| {
        let kind = IdentifierKind::AnonymousId.as_str();
        (kind, it.anonymous_id.as_str())
    });
    let all = values.chain(browsers);
    let all: BTreeSet<_> = all.map(|(kind, key)| hash(context, kind, key)).collect();
    all.into_iter().collect()
}

/// Keys of events that name them, their own and those of others, and what stands for each.
fn keys(
    context: &Context<'_>,
    known: &Known,
    outcomes: &[ErasedOutcome],
    of_others: Vec<String>,
) -> Vec<(String, String)> {
    let told = |of: &ErasedOutcome| [of.idempotency_key.clone(), of.refund_of.clone()];
    let told = outcomes.iter().flat_map(told).flatten();
    let told: BTreeSet<String> = told.chain(of_others).collect();
    let naming = told.into_iter().filter(|key| known.is_in(key));
    let naming = naming.map(|key| {
        let hashed = forgotten_key(context, &key);
        (key, hashed)
    });
    naming.collect()
}

fn said(of: ErasedOutcome) -> ErasedOutcome {
    ErasedOutcome {
        url: of.url.map(|url| forgotten_address(&url)),
        ..of
    }
}

fn seen(of: ErasedView) -> ErasedView {
    ErasedView {
        url: of.url.map(|url| forgotten_address(&url)),
        referrer: of.referrer.map(|url| forgotten_address(&url)),
        ..of
    }
}

/// What they are known by.
fn known(context: &Context<'_>, person: &ErasedPerson) -> Known {
    let values = person.values.iter();
    let values = values.filter(|it| it.kind != IdentifierKind::NationalId);
    let values = values.map(|it| spelling(it.kind, it.value_key.as_str()).to_owned());
    let ids = person.sealed.iter().filter_map(|(key, sealed)| {
        let plain = context
            .sealing
            .open(sealed, &format!("identifiers/{key}"))?;
        String::from_utf8(plain).ok()
    });
    let names = person.names.iter().cloned();
    let browsers = person.browsers.iter().filter(|it| it.is_own);
    let browsers = browsers.map(|it| it.anonymous_id.clone());
    Known::of(values.chain(ids).chain(names).chain(browsers))
}
