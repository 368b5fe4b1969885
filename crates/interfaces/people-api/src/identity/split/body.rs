//! Splits on the wire.

use customer_decisions::merges::{PreviewHash, Side};
use customer_decisions::splits::{KnownIdentifier, MOST, SplitConsequence as Consequence, Wanted};
use identity_graph::{OwnBrowser, Split};
use kernel::{CustomerId, Personal, VisitorId};
use reporting::masking::PiiMode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::identity::body::{CreditedChannel, channel, told};
use http_kit::actor::ActorBody;
use http_kit::problem::{FieldCode, FieldError, Problem};

/// What of a customer is to be another one's.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SplitPreviewRequest)]
pub struct WantedBody {
    /// Ids of identifiers, as the customer's identity tells them: at least one that is one person's.
    #[schema(min_items = 1, max_items = 200)]
    identifier_ids: Vec<String>,
    /// Ids of browsers; usually a browser goes with the identifiers that were told on it.
    #[serde(default)]
    #[schema(max_items = 200)]
    browser_ids: Vec<Uuid>,
}

/// The same, as it was previewed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SplitRequest)]
pub struct SplitRequestBody {
    /// Ids of identifiers, as the customer's identity tells them: at least one that is one person's.
    #[schema(min_items = 1, max_items = 200)]
    identifier_ids: Vec<String>,
    /// Ids of browsers; usually a browser goes with the identifiers that were told on it.
    #[serde(default)]
    #[schema(max_items = 200)]
    browser_ids: Vec<Uuid>,
    /// From a preview: the split is refused when it would do something else by now.
    preview_hash: Option<String>,
}

impl WantedBody {
    pub(super) fn read(self, customer: CustomerId) -> Result<Wanted, Problem> {
        read(customer, self.identifier_ids, self.browser_ids)
    }
}

impl SplitRequestBody {
    pub(super) fn read(
        self,
        customer: CustomerId,
    ) -> Result<(Wanted, Option<PreviewHash>), Problem> {
        let wrong = || {
            let words = "is none of a preview";
            let error = FieldError::pointer("/preview_hash", FieldCode::Malformed, words);
            Problem::invalid_field(error)
        };
        let expected = self.preview_hash.as_deref();
        let expected = expected.map(|text| PreviewHash::parse(text).ok_or_else(wrong));
        let wanted = read(customer, self.identifier_ids, self.browser_ids)?;
        Ok((wanted, expected.transpose()?))
    }
}

fn read(
    customer: CustomerId,
    identifiers: Vec<String>,
    browsers: Vec<Uuid>,
) -> Result<Wanted, Problem> {
    let most = usize::try_from(MOST).unwrap_or(usize::MAX);
    for (pointer, count) in [
        ("/identifier_ids", identifiers.len()),
        ("/browser_ids", browsers.len()),
    ] {
        if count > most {
            let words = format!("must not name more than {most}");
            let error = FieldError::pointer(pointer, FieldCode::OutOfRange, words);
            return Err(Problem::invalid_field(error));
        }
    }
    Ok(Wanted {
        customer,
        identifiers,
        browsers: browsers.into_iter().map(VisitorId::new).collect(),
    })
}

/// An identifier that a customer is known by.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerIdentifier)]
pub struct IdentifierBody {
    /// Names it in a split, and says nothing of it.
    pub id: String,
    /// `national_id`, `crm_contact_id`, `email` or `phone`.
    pub kind: &'static str,
    /// The value; null where it cannot be read any more.
    pub value: Option<String>,
    /// `active`; `demoted` when it is several people's, `blocked` when nobody is known by it.
    pub state: &'static str,
    /// When it was seen first.
    #[schema(format = DateTime)]
    pub first_seen_at: String,
    /// When it was seen last.
    #[schema(format = DateTime)]
    pub last_seen_at: String,
}

impl IdentifierBody {
    /// With as much of personal values as the profile shows.
    pub fn new(known: KnownIdentifier, mode: PiiMode) -> Self {
        let kind = known.kind.as_str();
        Self {
            id: known.id,
            kind,
            value: known.value.map(|value| told(kind, &value, mode)),
            state: known.state.as_str(),
            first_seen_at: known.first_seen_at.to_string(),
            last_seen_at: known.last_seen_at.to_string(),
        }
    }
}

/// A browser that is a customer's at some time.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerBrowser)]
pub struct BrowserBody {
    /// Names it in a split.
    pub id: Uuid,
    /// What it calls itself.
    pub anonymous_id: String,
    /// When it was seen first.
    #[schema(format = DateTime)]
    pub first_seen_at: String,
    /// Whether it is others' at other times.
    pub is_shared: bool,
}

impl From<OwnBrowser> for BrowserBody {
    fn from(browser: OwnBrowser) -> Self {
        Self {
            id: browser.id.uuid(),
            anonymous_id: browser.anonymous_id,
            first_seen_at: browser.first_seen_at.to_string(),
            is_shared: browser.is_shared,
        }
    }
}

/// A decision that a customer is two people.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Split)]
pub struct SplitBody {
    /// Names the decision.
    pub id: Uuid,
    /// When it was decided.
    #[schema(format = DateTime)]
    pub decided_at: String,
    /// By whom.
    pub decided_by: ActorBody,
    /// Who goes on with what stayed.
    pub customer_profile_id: Uuid,
    /// Who has what went away.
    pub parted_customer_profile_id: Uuid,
    /// When it was taken back; null while it stands.
    #[schema(format = DateTime)]
    pub undone_at: Option<String>,
    /// By whom it was taken back.
    pub undone_by: Option<ActorBody>,
}

impl From<Split> for SplitBody {
    fn from(split: Split) -> Self {
        Self {
            id: split.id.uuid(),
            decided_at: split.decided_at.to_string(),
            decided_by: split.actor.into(),
            customer_profile_id: split.customer.uuid(),
            parted_customer_profile_id: split.parted.uuid(),
            undone_at: split.undone.map(|(at, _)| at.to_string()),
            undone_by: split.undone.map(|(_, actor)| actor.into()),
        }
    }
}

/// One of those whom a split concerns.
#[derive(Debug, Serialize, ToSchema)]
pub struct SplitSide {
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

impl SplitSide {
    fn new(side: Side, mode: PiiMode) -> Self {
        let value = |kind, value: Option<Personal>| value.map(|value| told(kind, &value, mode));
        let shown = side.shown;
        Self {
            first_name: value("first_name", shown.first_name),
            last_name: value("last_name", shown.last_name),
            primary_email: value("email", shown.primary_email),
            primary_phone: value("phone", shown.primary_phone),
            identifiers: side.identifiers.len(),
            browsers: side.browsers.len(),
            events: side.events,
            conversions: side.conversions,
            touches: side.touches,
        }
    }
}

/// What making two of a customer does.
#[derive(Debug, Serialize, ToSchema)]
pub struct SplitConsequence {
    /// Names the decision; null in a preview.
    pub split_id: Option<Uuid>,
    /// The customer, who goes on with what stays.
    pub customer_profile_id: Uuid,
    /// Who has what goes away; null in a preview.
    pub parted_customer_profile_id: Option<Uuid>,
    /// The customer as they were.
    pub before: SplitSide,
    /// The customer with what stays.
    pub rest: SplitSide,
    /// The other one, with what goes away.
    pub away: SplitSide,
    /// What is credited, in the order of channels and models; the answer to a split names only what changed.
    pub credited: Vec<CreditedChannel>,
    /// Stands for all of this. Sent with a split, it is refused when something of it has changed.
    pub preview_hash: String,
}

impl SplitConsequence {
    /// With as much of personal values as the profile shows.
    pub fn new(consequence: Consequence, is_decided: bool, mode: PiiMode) -> Self {
        let split = &consequence.split;
        Self {
            split_id: is_decided.then_some(split.id.uuid()),
            customer_profile_id: split.customer.uuid(),
            parted_customer_profile_id: is_decided.then_some(split.parted.uuid()),
            before: SplitSide::new(consequence.before, mode),
            rest: SplitSide::new(consequence.rest, mode),
            away: SplitSide::new(consequence.away, mode),
            credited: consequence.credited.into_iter().map(channel).collect(),
            preview_hash: consequence.hash.text(),
        }
    }
}
