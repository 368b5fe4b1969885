//! Tokens for those whom pictures are sent to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use event_intake::RecipientToken;
use event_intake::ports::SubjectKey;
use event_intake::views::RecipientId;
use identity_graph::{IdentifierKind, RawIdentifiers};
use kernel::{CustomerId, ProfileId, StoreError};

use super::Signing;
use crate::context::Context;
use crate::customers;
use crate::unit_of_work::UnitOfWork;

/// Most entries of a batch.
pub const MOST: usize = 1_000;

/// Whom a token is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A customer, or somebody who was merged into one.
    Customer(CustomerId),
    /// Whoever has this id in the caller's system.
    External(SubjectKey),
}

impl Wanted {
    /// By the caller's own id, in normal form; why it is none, to be read after the field's name.
    pub fn external(context: &Context<'_>, id: &str) -> Result<Self, &'static str> {
        if id.trim().is_empty() {
            return Err("is empty");
        }
        let raw = RawIdentifiers {
            external_id: Some(id.to_owned()),
            ..RawIdentifiers::default()
        };
        let named = customers::read(context, &raw).map_err(|error| error.reason)?;
        let value = named.identifiers.get(IdentifierKind::ExternalId);
        let value = value.ok_or("is a placeholder, not an id")?;
        Ok(Self::External(SubjectKey {
            kind: value.kind.as_str().to_owned(),
            key: value.value_key.as_str().to_owned(),
        }))
    }
}

/// The token of each, in their order; `None` where nobody is known. Whoever was asked for before has the token of then,
/// by whichever id, and asking makes nobody known.
pub async fn issue(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    wanted: &[Wanted],
) -> Result<Vec<Option<RecipientToken>>, StoreError> {
    let holders = holders(work, profile_id, wanted).await?;
    let customer = |one: &Wanted| match one {
        Wanted::Customer(id) => Some(*id),
        Wanted::External(value) => holders.get(value).copied(),
    };
    let customers: Vec<Option<CustomerId>> = wanted.iter().map(customer).collect();
    let known: BTreeSet<CustomerId> = customers.iter().flatten().copied().collect();
    let values = values_of(work, profile_id, known).await?;
    let value = |customer: &Option<CustomerId>| values.get(&(*customer)?).cloned();
    let wanted: Vec<Option<SubjectKey>> = customers.iter().map(value).collect();
    let recipients = recipients(work, context, profile_id, &wanted).await?;
    let token =
        |id: &RecipientId| RecipientToken::issue(&Signing(context.sealing), profile_id, *id);
    let tokens = wanted.iter();
    let tokens = tokens.map(|value| recipients.get(value.as_ref()?).map(token));
    Ok(tokens.collect())
}

/// Who holds the ids of others' systems.
async fn holders(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    wanted: &[Wanted],
) -> Result<HashMap<SubjectKey, CustomerId>, StoreError> {
    let external = wanted.iter().filter_map(|one| match one {
        Wanted::External(value) => Some(value.clone()),
        Wanted::Customer(_) => None,
    });
    let external: Vec<SubjectKey> = external.collect();
    if external.is_empty() {
        return Ok(HashMap::new());
    }
    let holders = work.views().holders(profile_id, &external).await?;
    Ok(holders.into_iter().collect())
}

async fn values_of(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    customers: BTreeSet<CustomerId>,
) -> Result<BTreeMap<CustomerId, SubjectKey>, StoreError> {
    if customers.is_empty() {
        return Ok(BTreeMap::new());
    }
    let customers: Vec<CustomerId> = customers.into_iter().collect();
    let values = work.views().values_of(profile_id, &customers).await?;
    Ok(values.into_iter().collect())
}

/// The recipients of values.
async fn recipients(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    wanted: &[Option<SubjectKey>],
) -> Result<HashMap<SubjectKey, RecipientId>, StoreError> {
    let mut values: Vec<SubjectKey> = wanted.iter().flatten().cloned().collect();
    values.sort_by(|one, other| (&one.kind, &one.key).cmp(&(&other.kind, &other.key)));
    values.dedup();
    if values.is_empty() {
        return Ok(HashMap::new());
    }
    let now = context.clock.now();
    let issued = work.views().issue(profile_id, &values, now).await?;
    Ok(issued.into_iter().collect())
}
