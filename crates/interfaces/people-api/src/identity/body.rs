//! Merges on the wire.

use customer_decisions::merges::{Consequence, CreditedChange, Side};
use identity_graph::{Filled, Merge};
use kernel::{Actor, Currency, CustomerId, Exact, Personal, ProfileId, Timestamp};
use reporting::masking::{PiiMode, masked};
use reporting::merges::MergeRow;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::actor::ActorBody;
use http_kit::decimal::DecimalString;

/// Units of 10⁻¹⁷ in a billionth.
const UNITS_IN_A_BILLIONTH: i128 = 100_000_000;

/// A decision that two customers are one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Merge)]
pub struct MergeBody {
    /// Names the decision.
    pub id: Uuid,
    /// When it was decided.
    #[schema(format = DateTime)]
    pub decided_at: String,
    /// By whom.
    pub decided_by: ActorBody,
    /// Who goes on under their id.
    pub customer_profile_id: Uuid,
    /// Whose id leads to that one.
    pub merged_customer_profile_id: Uuid,
    /// When it was taken back; null while it stands.
    #[schema(format = DateTime)]
    pub undone_at: Option<String>,
    /// By whom it was taken back.
    pub undone_by: Option<ActorBody>,
}

impl From<MergeRow> for MergeBody {
    fn from(row: MergeRow) -> Self {
        Self {
            id: row.id.uuid(),
            decided_at: row.decided_at.to_string(),
            decided_by: row.actor.into(),
            customer_profile_id: row.survivor.uuid(),
            merged_customer_profile_id: row.merged.uuid(),
            undone_at: row.undone.map(|(at, _): (Timestamp, Actor)| at.to_string()),
            undone_by: row.undone.map(|(_, actor)| actor.into()),
        }
    }
}

impl From<Merge> for MergeBody {
    fn from(merge: Merge) -> Self {
        Self::from(MergeRow {
            id: merge.id,
            decided_at: merge.decided_at,
            actor: merge.actor,
            survivor: merge.survivor,
            merged: merge.merged,
            undone: merge.undone,
        })
    }
}

/// One of two customers, before they are one.
#[derive(Debug, Serialize, ToSchema)]
pub struct MergeSide {
    /// Names the customer.
    pub customer_profile_id: Uuid,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// E-mail address.
    pub primary_email: Option<String>,
    /// Telephone number.
    pub primary_phone: Option<String>,
    /// Identifiers that name a person.
    pub identifiers: usize,
    /// Browsers that are theirs at some time.
    pub browsers: usize,
    /// Outcome events.
    pub events: usize,
    /// Of those, conversions.
    pub conversions: usize,
    /// Touches of the browsers.
    pub touches: usize,
}

/// What of a customer was empty and is filled in.
#[derive(Debug, Serialize, ToSchema)]
pub struct FilledField {
    /// `first_name`, `last_name`, `primary_email` or `primary_phone`.
    pub field: &'static str,
    /// With what.
    pub value: String,
}

/// What is credited to a channel under a model, of everybody whom the merge concerns.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreditedChannel {
    /// The channel; null for what no touch is credited with.
    pub channel: Option<String>,
    /// The model that credits.
    pub model: &'static str,
    /// Credited cash before; absent in the answer to a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cash_before: Option<DecimalString>,
    /// Credited cash afterwards; absent in the answer to a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cash_after: Option<DecimalString>,
    /// By how much credited cash changes.
    pub cash_change: DecimalString,
    /// By how much credited conversions change.
    pub conversions_change: DecimalString,
}

/// What making one of two customers does.
#[derive(Debug, Serialize, ToSchema)]
pub struct MergeConsequence {
    /// Names the decision; null in a preview.
    pub merge_id: Option<Uuid>,
    /// Who goes on under their id: who was seen first.
    pub survivor: MergeSide,
    /// Of whom everything is the survivor's then, and whose id leads to the survivor's.
    pub merged: MergeSide,
    /// What of the survivor was empty and is filled in.
    pub filled: Vec<FilledField>,
    /// What is credited, in the order of channels and models; the answer to a merge names only what changed.
    pub credited: Vec<CreditedChannel>,
    /// Stands for all of this. Sent with a merge, it is refused when something of it has changed.
    pub preview_hash: String,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct MergeMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// ISO 4217 code of every amount.
    pub reporting_currency: String,
}

impl MergeMeta {
    /// Of a profile's decision.
    pub fn new(profile_id: ProfileId, currency: Currency) -> Self {
        Self {
            profile_id: profile_id.uuid(),
            reporting_currency: currency.code().to_owned(),
        }
    }
}

impl MergeConsequence {
    /// With as much of personal values as the profile shows.
    pub fn new(consequence: Consequence, is_decided: bool, mode: PiiMode) -> Self {
        let Consequence {
            merge,
            survivor,
            merged,
            filled,
            credited,
            hash,
            currency: _,
        } = consequence;
        Self {
            merge_id: is_decided.then_some(merge.id.uuid()),
            survivor: side(&survivor, mode),
            merged: side(&merged, mode),
            filled: filled.into_iter().map(|it| field(&it, mode)).collect(),
            credited: credited.into_iter().map(channel).collect(),
            preview_hash: hash.text(),
        }
    }
}

fn side(side: &Side, mode: PiiMode) -> MergeSide {
    let value =
        |kind, value: &Option<Personal>| value.as_ref().map(|value| told(kind, value, mode));
    let shown = &side.shown;
    let id: CustomerId = shown.id;
    MergeSide {
        customer_profile_id: id.uuid(),
        first_name: value("first_name", &shown.first_name),
        last_name: value("last_name", &shown.last_name),
        primary_email: value("email", &shown.primary_email),
        primary_phone: value("phone", &shown.primary_phone),
        identifiers: side.identifiers.len(),
        browsers: side.browsers.len(),
        events: side.events,
        conversions: side.conversions,
        touches: side.touches,
    }
}

pub(super) fn field(filled: &Filled, mode: PiiMode) -> FilledField {
    let kind = filled.field.trim_start_matches("primary_");
    FilledField {
        field: filled.field,
        value: told(kind, &filled.value, mode),
    }
}

/// As much of a value as the profile shows.
pub(super) fn told(kind: &str, value: &Personal, mode: PiiMode) -> String {
    match mode {
        PiiMode::Visible => value.as_str().to_owned(),
        PiiMode::Masked => masked(kind, value.as_str()),
    }
}

pub(super) fn channel(credited: CreditedChange) -> CreditedChannel {
    let conversions = i128::from(credited.conversions) * UNITS_IN_A_BILLIONTH;
    CreditedChannel {
        channel: Some(credited.channel).filter(|channel| !channel.is_empty()),
        model: credited.model.as_str(),
        cash_before: credited
            .cash_after
            .map(|after| DecimalString(after - credited.cash)),
        cash_after: credited.cash_after.map(DecimalString),
        cash_change: DecimalString(credited.cash),
        conversions_change: DecimalString(Exact::from_units(conversions)),
    }
}
