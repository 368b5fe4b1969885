//! What a replay of many people reads from a store, and what it hands back to be written.

use async_trait::async_trait;
use kernel::{
    Amount, Currency, Date, DefinitionId, OutcomeEventId, PersonId, ProfileId, RevenueType,
    SessionId, StoreError, Timestamp, TouchId, VisitorId,
};
use rust_decimal::Decimal;

use crate::replay::AttributedConversion;

/// A touch as it is stored, with its session's context when it is read.
#[derive(Clone, Debug)]
pub struct TouchRow {
    /// The id of the page view that made it.
    pub id: TouchId,
    /// The browser.
    pub visitor_id: VisitorId,
    /// Its session.
    pub session_id: SessionId,
    /// When.
    pub occurred_at: Timestamp,
    /// Traffic evidence.
    pub signature_id: i64,
    /// Whether the evidence is Direct under the profile's rules now; ignored when written.
    pub is_direct: bool,
    /// Path of the page.
    pub landing_path: Option<String>,
    /// Ad id.
    pub ad_id: Option<String>,
    /// Campaign id.
    pub campaign_id: Option<String>,
    /// Click ids by kind, in the order of the kinds.
    pub click_ids: Vec<(String, String)>,
    /// Context of the session; ignored when written.
    pub context: TouchContext,
}

/// What reports group a touch by, taken from its session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchContext {
    /// Country.
    pub country: Option<String>,
    /// Device.
    pub device: Option<String>,
    /// Browser.
    pub browser: Option<String>,
    /// Operating system.
    pub os: Option<String>,
    /// Host of the touch's referrer.
    pub referrer_host: Option<String>,
}

/// What somebody who is known was shown, as a replay reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewRow {
    /// Its id.
    pub id: TouchId,
    /// When.
    pub occurred_at: Timestamp,
    /// Traffic evidence.
    pub signature_id: i64,
    /// Whether the evidence is Direct under the profile's rules now.
    pub is_direct: bool,
    /// Ad id.
    pub ad_id: Option<String>,
    /// Campaign id.
    pub campaign_id: Option<String>,
}

/// An outcome event as a replay reads it.
#[derive(Clone, Debug)]
pub struct OutcomeRow {
    /// The event.
    pub id: OutcomeEventId,
    /// Its type.
    pub event_type: String,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// Money as received.
    pub amount: Option<Amount>,
    /// Its currency.
    pub currency: Option<Currency>,
    /// The caller's word on whether it is the first payment.
    pub is_first_payment: Option<bool>,
    /// Whether it names an event that it refunds.
    pub is_refund: bool,
    /// The event that it refunds, when that is known, with the type of the sale at the end of the
    /// chain of refunds.
    pub refunded: Option<(OutcomeEventId, String)>,
    /// Whether it takes a refund back: between it and the sale lies an odd number of refunds.
    pub is_reversal: bool,
    /// Its own traffic evidence, and whether that is Direct now.
    pub signature: Option<(i64, bool)>,
    /// Ad id.
    pub ad_id: Option<String>,
    /// Campaign id.
    pub campaign_id: Option<String>,
    /// Click ids by kind, in the order of the kinds.
    pub click_ids: Vec<(String, String)>,
}

/// How an amount became an amount in the reporting currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedRate {
    /// The rate.
    pub rate: Decimal,
    /// Its day.
    pub date: Date,
    /// Who published it.
    pub source: String,
}

/// A conversion as it is stored.
#[derive(Clone, Debug)]
pub struct ConversionRow {
    /// What the models made of it.
    pub attributed: AttributedConversion,
    /// Whose it is.
    pub person: PersonId,
    /// The definition that claims it.
    pub definition_id: DefinitionId,
    /// The definition's key.
    pub conversion_key: String,
    /// The event.
    pub event_id: OutcomeEventId,
    /// When.
    pub occurred_at: Timestamp,
    /// Local day.
    pub local_date: Date,
    /// What the value means.
    pub revenue_type: RevenueType,
    /// Signed amount as received.
    pub amount: Option<Amount>,
    /// Its currency.
    pub currency: Option<Currency>,
    /// In the profile's currency; `None` without a value or a rate.
    pub value_reporting: Option<Decimal>,
    /// How it was converted, when the currencies differ.
    pub fx: Option<AppliedRate>,
    /// Whether it gives an earlier conversion back.
    pub is_refund: bool,
}

/// A credit as it is stored.
#[derive(Clone, Debug)]
pub struct CreditRow {
    /// Position of its conversion in the list that is written with it.
    pub conversion: usize,
    /// Position of the credit in that conversion.
    pub credit: usize,
    /// The session of a visit.
    pub session_id: Option<SessionId>,
    /// Context of the touch.
    pub context: TouchContext,
    /// Path of the touch's page.
    pub landing_path: Option<String>,
    /// The ad that the touch names.
    pub ad_id: Option<String>,
    /// Local day of the touch.
    pub touch_date: Date,
}

/// One person's facts as they were loaded.
#[derive(Debug, Default)]
pub struct PersonFacts {
    /// Touches of all their browsers.
    pub touches: Vec<TouchRow>,
    /// What they were shown; nothing when the profile gives views no credit.
    pub views: Vec<ViewRow>,
    /// Outcome events.
    pub outcomes: Vec<OutcomeRow>,
}

/// Results of many people, as they are written.
#[derive(Debug, Default)]
pub struct Results {
    /// Conversions.
    pub conversions: Vec<ConversionRow>,
    /// Credits, each with the position of its conversion.
    pub credits: Vec<CreditRow>,
}

/// The facts of people, each fact with whose it is.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait ReplayFacts: Send {
    /// The touches of the people, each with whose it is.
    async fn touches(
        &mut self,
        profile_id: ProfileId,
        people: &[PersonId],
    ) -> Result<Vec<(PersonId, TouchRow)>, StoreError>;

    /// What the people were shown, each with whose it is: customers alone are.
    async fn views(
        &mut self,
        profile_id: ProfileId,
        people: &[PersonId],
    ) -> Result<Vec<(PersonId, ViewRow)>, StoreError>;

    /// The outcome events of the people, each with whose it is. A refund belongs to the person of
    /// what it refunds.
    async fn outcomes(
        &mut self,
        profile_id: ProfileId,
        people: &[PersonId],
    ) -> Result<Vec<(PersonId, OutcomeRow)>, StoreError>;
}
