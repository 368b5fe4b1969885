//! What a customer is known by, and how each of it is named when somebody chooses.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use identity_graph::{
    HeldValue, IdentifierKind, KnownBy, OwnBrowser, ShownCustomer, Split, Subject, ValueState,
};
use kernel::{CustomerId, Personal, ProfileId, Timestamp};

use super::SplitError;
use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// Of each list at most so many are told.
pub const MOST: u32 = 200;
/// So many bytes of a fingerprint name a value among those of one customer.
const NAMING: usize = 16;

/// A value that a customer is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownIdentifier {
    /// Names it, and says nothing of it.
    pub id: String,
    /// Its kind.
    pub kind: IdentifierKind,
    /// As it is shown; nothing where it cannot be read.
    pub value: Option<Personal>,
    /// Whether it is theirs alone.
    pub state: ValueState,
    /// When it was seen first.
    pub first_seen_at: Timestamp,
    /// When it was seen last.
    pub last_seen_at: Timestamp,
}

/// What is known of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownOf {
    /// What is shown of them: of whom the id leads to.
    pub customer: ShownCustomer,
    /// What they are known by, the most trusted first.
    pub identifiers: Vec<KnownIdentifier>,
    /// Their browsers, the latest first.
    pub browsers: Vec<OwnBrowser>,
    /// Decisions that they are two people, the latest first.
    pub splits: Vec<Split>,
}

/// What is known of whom an id leads to; nothing when nobody is known by it.
pub async fn known(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    id: CustomerId,
) -> Result<Option<KnownOf>, SplitError> {
    let found = work.joins().customers(profile_id, &[id]).await?;
    let Some(found) = found.first() else {
        return Ok(None);
    };
    let id = found.merged_into.unwrap_or(found.id);
    let shown = work.merges().shown(profile_id, &[id]).await?;
    let Some(customer) = shown.into_iter().next() else {
        return Ok(None);
    };
    let (values, browsers) = work.splits().known_by(profile_id, id, MOST).await?;
    let splits = work.splits().of(profile_id, id, MOST).await?;
    let identifiers = values.into_iter();
    let identifiers = identifiers.map(|value| told(context, profile_id, value));
    Ok(Some(KnownOf {
        customer,
        identifiers: identifiers.collect(),
        browsers,
        splits,
    }))
}

fn told(context: &Context<'_>, profile_id: ProfileId, known: KnownBy) -> KnownIdentifier {
    let display = match known.value.kind {
        IdentifierKind::NationalId => {
            let row = format!("identifiers/{}", known.value.value_key.as_str());
            known
                .display
                .and_then(|sealed| context.sealing.open(&sealed, &row))
        }
        _ => known.display,
    };
    let display = display.and_then(|bytes| String::from_utf8(bytes).ok());
    KnownIdentifier {
        id: name(context, profile_id, &known.value),
        kind: known.value.kind,
        value: display.map(Personal::new),
        state: known.state,
        first_seen_at: known.first_seen_at,
        last_seen_at: known.last_seen_at,
    }
}

/// Names a value of a profile to whoever has been told it, and says nothing to anybody else.
fn name(context: &Context<'_>, profile_id: ProfileId, value: &Subject) -> String {
    let (kind, key) = (value.kind.as_str(), value.value_key.as_str());
    let text = format!("identifier\n{profile_id}\n{kind}\n{key}");
    let fingerprint = context.sealing.fingerprint(text.as_bytes());
    URL_SAFE_NO_PAD.encode(fingerprint.get(..NAMING).unwrap_or_default())
}

/// Which of the values that are held are named.
pub(super) fn chosen(
    context: &Context<'_>,
    profile_id: ProfileId,
    held: &[HeldValue],
    wanted: &[String],
) -> Result<BTreeSet<Subject>, SplitError> {
    let named: Vec<(String, &Subject)> = held
        .iter()
        .map(|value| (name(context, profile_id, &value.value), &value.value))
        .collect();
    let find = |(place, id): (usize, &String)| {
        let found = named.iter().find(|(name, _)| name == id);
        let list = "identifier_ids";
        found
            .map(|(_, value)| (*value).clone())
            .ok_or(SplitError::NotTheirs { list, place })
    };
    wanted.iter().enumerate().map(find).collect()
}
