//! What Webpay, the card checkout of Transbank, says of an order: a payment, what was given back of one, or nothing that
//! counts.
//!
//! A merchant passes on the object that its `commit` or `status` call was answered with. Both tell of the same order in
//! other words, and an order is told of many times: so a payment is known by its order, amount, currency, authorization
//! and moment, and not by the whole object; and what was given back is told as a sum so far.

mod members;

use kernel::{Amount, Currency, Timestamp};

use self::members::Members;
use crate::json_object::JsonObject;
use crate::outcome_event::problems::Problems;
use crate::outcome_event::{FieldError, IdempotencyKey, NewOutcomeEvent, OutcomeEventDraft};
use crate::person::RawPerson;
use crate::ports::StoredPayment;

pub use self::members::Said;

/// The type of the events that payments make.
const PAYMENT: &str = "payment_received";
/// The type of the events that refunds make.
const REFUND: &str = "payment_refunded";
/// The name of both.
const NAME: &str = "webpay";

/// The object as a merchant sent it, with whose the order is. Empty by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each field is the member of the same name in Transbank's reference"
)]
pub struct WebpayDraft {
    pub buy_order: Option<Said>,
    pub amount: Option<Said>,
    pub status: Option<Said>,
    pub response_code: Option<Said>,
    pub balance: Option<Said>,
    pub transaction_date: Option<Said>,
    pub capture_expiration_date: Option<Said>,
    pub authorization_code: Option<Said>,
    pub payment_type_code: Option<Said>,
    pub installments_number: Option<Said>,
    pub installments_amount: Option<Said>,
    pub accounting_date: Option<Said>,
    pub session_id: Option<Said>,
    pub vci: Option<Said>,
    /// `card_detail.card_number`; nothing of it but the last four digits outlives parsing.
    pub card_number: Option<Said>,
    /// The orders of a mall, which are several.
    pub details: Option<Said>,
    /// `CLP` when absent, or `USD`: no member of Transbank's.
    pub currency: Option<Said>,
    /// Whose the order is.
    pub person: RawPerson,
}

/// What an order came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebpayReport {
    /// The order, which names the payment.
    pub buy_order: IdempotencyKey,
    /// What was authorised at first.
    pub amount: Amount,
    /// Pesos or dollars.
    pub currency: Currency,
    /// What is said of it.
    pub says: Says,
    authorization_code: Option<String>,
    paid_at: Option<Timestamp>,
    person: RawPerson,
}

/// What is said of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// It was paid: the payment.
    Paid(Box<NewOutcomeEvent>),
    /// Nothing that counts, and why.
    Nothing(NotRecorded),
    /// So much of it was given back, in all.
    Returned(Amount),
}

/// Why nothing was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRecorded {
    /// The amount is reserved on the card and not taken yet.
    AwaitingCapture,
    /// The bank refused.
    NotAuthorised,
    /// The buyer has not finished.
    NotFinished,
    /// Money was given back of an order that nobody reported as paid.
    UnknownPayment,
}

impl NotRecorded {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::AwaitingCapture,
        Self::NotAuthorised,
        Self::NotFinished,
        Self::UnknownPayment,
    ];

    /// The word of the interface.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AwaitingCapture => "awaiting_capture",
            Self::NotAuthorised => "not_authorised",
            Self::NotFinished => "not_finished",
            Self::UnknownPayment => "unknown_payment",
        }
    }
}

/// Where an order is, in Transbank's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Initialized,
    Authorized,
    Captured,
    Failed,
    Reversed,
    Nullified,
    PartiallyNullified,
}

impl Status {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Initialized, "INITIALIZED"),
        (Self::Authorized, "AUTHORIZED"),
        (Self::Captured, "CAPTURED"),
        (Self::Failed, "FAILED"),
        (Self::Reversed, "REVERSED"),
        (Self::Nullified, "NULLIFIED"),
        (Self::PartiallyNullified, "PARTIALLY_NULLIFIED"),
    ];

    fn parse(text: &str) -> Option<Self> {
        let found = Self::ALL.into_iter().find(|(_, word)| *word == text);
        found.map(|(status, _)| status)
    }
}

impl WebpayReport {
    /// Reads an object that came at `now`; all problems at once.
    pub fn parse(draft: WebpayDraft, now: Timestamp) -> Result<Self, Vec<FieldError>> {
        let mut members = Members::default();
        let buy_order = members.buy_order(draft.buy_order.as_ref());
        let currency = members.currency(draft.currency.as_ref());
        let amount = members.amount("amount", draft.amount.as_ref(), currency);
        let status = members.status(draft.status.as_ref());
        let code = members.response_code(draft.response_code.as_ref(), status);
        let balance = members.balance(draft.balance.as_ref(), status, (amount, currency));
        let paid_at = members.moment(draft.transaction_date.as_ref(), now);
        let deferred = "capture_expiration_date";
        let is_deferred = members.text(deferred, draft.capture_expiration_date.as_ref(), 64);
        let kept = members.kept(&draft, paid_at);
        if draft.details.is_some() {
            members.refuse("details", "has the orders of a mall: report each of them");
        }
        let mut problems = Problems(members.problems);
        for (field, value, max) in draft.person.fields() {
            problems.text(field, value, max);
        }
        let (Some(buy_order), Some(amount), Some(currency), Some(status)) =
            (buy_order, amount, currency, status)
        else {
            return Err(problems.0);
        };
        if !problems.0.is_empty() {
            return Err(problems.0);
        }
        let payment = || {
            let event = OutcomeEventDraft {
                event_type: Some(PAYMENT.to_owned()),
                event_name: Some(NAME.to_owned()),
                event_time: paid_at.map(|at| at.to_string()),
                value_amount: Some(amount.to_string()),
                currency: Some(currency.code().to_owned()),
                person: draft.person.clone(),
                properties: kept.properties.clone(),
                ..OutcomeEventDraft::default()
            };
            NewOutcomeEvent::parse(event, now)
        };
        let says = match status {
            Status::Initialized => Says::Nothing(NotRecorded::NotFinished),
            Status::Failed => Says::Nothing(NotRecorded::NotAuthorised),
            Status::Authorized | Status::Captured if code != Some(0) => {
                Says::Nothing(NotRecorded::NotAuthorised)
            }
            Status::Authorized if is_deferred.is_some() => {
                Says::Nothing(NotRecorded::AwaitingCapture)
            }
            Status::Authorized | Status::Captured => Says::Paid(Box::new(payment()?)),
            Status::Reversed | Status::Nullified => Says::Returned(amount),
            Status::PartiallyNullified => Says::Returned(balance.unwrap_or(amount)),
        };
        Ok(Self {
            buy_order,
            amount,
            currency,
            says,
            authorization_code: kept.authorization_code,
            paid_at,
            person: draft.person,
        })
    }

    /// Whose the order is.
    pub const fn person(&self) -> &RawPerson {
        &self.person
    }

    /// Whether what is stored under the order's name is its payment: everything that both say is the same.
    pub fn is_of(&self, stored: &StoredPayment) -> bool {
        let said = |name| stored.properties.as_ref().and_then(|it| it.text(name));
        let agrees = |own: Option<&str>, name| match (own, said(name)) {
            (Some(own), Some(other)) => own == other,
            _ => true,
        };
        let paid_at = self.paid_at.map(|at| at.to_string());
        stored.event_type == PAYMENT
            && stored.event_name.as_deref() == Some(NAME)
            && stored.refund_of.is_none()
            && stored.amount == Some(self.amount)
            && stored.currency == Some(self.currency)
            && agrees(self.authorization_code.as_deref(), "authorization_code")
            && agrees(paid_at.as_deref(), "transaction_date")
    }

    /// The key of the refund that makes it so much that was given back in all.
    pub fn refund_key(&self, in_all: Amount) -> Result<IdempotencyKey, String> {
        IdempotencyKey::parse(&format!(
            "webpay-refund:{}:{in_all}",
            self.buy_order.as_str()
        ))
    }

    /// The refund of so much of what is stored under a name.
    pub fn refund(
        &self,
        amount: Amount,
        of: &str,
        now: Timestamp,
    ) -> Result<NewOutcomeEvent, Vec<FieldError>> {
        let event = OutcomeEventDraft {
            event_type: Some(REFUND.to_owned()),
            event_name: Some(NAME.to_owned()),
            value_amount: Some(amount.to_string()),
            currency: Some(self.currency.code().to_owned()),
            person: self.person.clone(),
            refund_of: Some(of.to_owned()),
            ..OutcomeEventDraft::default()
        };
        NewOutcomeEvent::parse(event, now)
    }
}

/// What of the object is kept beside the payment.
struct Kept {
    authorization_code: Option<String>,
    properties: Option<JsonObject>,
}

#[cfg(test)]
mod tests;
