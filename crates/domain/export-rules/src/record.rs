//! What is known of something that may be told: an outcome event with the person and the clicks around it.

use std::net::IpAddr;

use kernel::{
    ConversionId, Currency, Date, DefinitionId, OutcomeEventId, Personal, ProfileId, RevenueType,
    Timestamp,
};
use rust_decimal::Decimal;

use crate::words::SourceKind;

/// The type of events that bring money.
pub const PAYMENT_RECEIVED: &str = "payment_received";

/// An outcome event that a rule may tell of, with everything that could be told.
#[derive(Clone, Debug)]
pub struct Record {
    /// Whose profile it is of.
    pub profile_id: ProfileId,
    /// The outcome event.
    pub event_id: OutcomeEventId,
    /// Its type, as the caller wrote it.
    pub event_type: String,
    /// What makes it a candidate.
    pub source: Source,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// When it came in: no run can have looked at it before.
    pub received_at: Timestamp,
    /// What it was worth, as it came.
    pub value: Option<Worth>,
    /// What the person agreed to.
    pub consent: Consent,
    /// The id that the caller's own pixel told the platform, when there is one.
    pub own_event_id: Option<String>,
    /// The caller's number of the order.
    pub order_id: Option<String>,
    /// Where it happened and who was there.
    pub web: WebEvidence,
    /// Clicks on ads, the event's own and those of the person's touches, in any order.
    pub clicks: Vec<Click>,
    /// Whose it is.
    pub person: Person,
    /// What was bought.
    pub contents: Vec<Content>,
    /// The caller's own properties, top level only.
    pub properties: Vec<Property>,
}

impl Record {
    /// An event of which nothing more is known.
    pub fn new(
        profile_id: ProfileId,
        event_id: OutcomeEventId,
        event_type: impl Into<String>,
        source: Source,
        occurred_at: Timestamp,
    ) -> Self {
        Self {
            profile_id,
            event_id,
            event_type: event_type.into(),
            source,
            occurred_at,
            received_at: occurred_at,
            value: None,
            consent: Consent::default(),
            own_event_id: None,
            order_id: None,
            web: WebEvidence::default(),
            clicks: Vec::new(),
            person: Person::default(),
            contents: Vec::new(),
            properties: Vec::new(),
        }
    }
}

/// What makes an outcome event a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A definition claims it.
    Conversion(ConversionSource),
    /// It moves something in a pipeline.
    StageMove(StageMove),
}

/// An outcome event as a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionSource {
    /// The conversion.
    pub conversion_id: ConversionId,
    /// The definition that claims it.
    pub definition_id: DefinitionId,
    /// The definition's key, verbatim.
    pub conversion_key: String,
    /// What its value means.
    pub revenue_type: RevenueType,
    /// The caller's word on whether it is the person's first payment.
    pub is_first_payment: Option<bool>,
    /// It gives money back.
    pub is_refund: bool,
}

/// A move in a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageMove {
    /// The system that holds the pipeline.
    pub external_source: Option<String>,
    /// The stage that was left.
    pub from_stage: Option<String>,
    /// The stage that was entered.
    pub to_stage: Option<String>,
}

impl Source {
    /// Its kind.
    pub const fn kind(&self) -> SourceKind {
        match self {
            Self::Conversion(_) => SourceKind::ConversionDefinition,
            Self::StageMove(_) => SourceKind::PipelineStageTransition,
        }
    }

    /// The conversion, when it is one.
    pub const fn conversion(&self) -> Option<&ConversionSource> {
        match self {
            Self::Conversion(conversion) => Some(conversion),
            Self::StageMove(_) => None,
        }
    }
}

/// An amount with its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// How much; negative for money given back.
    pub amount: Decimal,
    /// Of what.
    pub currency: Currency,
}

/// What the person agreed to; `None` is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consent {
    /// Whether personal data may go to ad platforms.
    pub ad_user_data: Option<bool>,
    /// Whether ads may be personalised.
    pub ad_personalization: Option<bool>,
}

/// What the browser said when it happened.
#[derive(Clone, Debug, Default)]
pub struct WebEvidence {
    /// The page.
    pub url: Option<String>,
    /// Where the visitor came from.
    pub referrer: Option<String>,
    /// Where the request came from.
    pub ip: Option<IpAddr>,
    /// The browser's user agent.
    pub user_agent: Option<Personal>,
    /// The social network's id of the browser: `_fbp`.
    pub fbp: Option<Personal>,
    /// The social network's id of a click as the browser kept it: `_fbc`.
    pub fbc: Option<Personal>,
}

/// Which id of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClickKind {
    /// A search ad.
    Gclid,
    /// A search ad, in an app that may not name people.
    Gbraid,
    /// A search ad that led from an app to a page.
    Wbraid,
    /// A link in the social network.
    Fbclid,
    /// An ad that opened a chat.
    CtwaClid,
}

/// A click on an ad.
#[derive(Clone, Debug)]
pub struct Click {
    /// Which id it is.
    pub kind: ClickKind,
    /// The id, byte for byte.
    pub value: Personal,
    /// When the click was seen.
    pub at: Timestamp,
    /// The event itself names it; others are of touches before it.
    pub of_event: bool,
}

/// Who somebody is. Lists have the most trusted value first.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// E-mail addresses.
    pub emails: Vec<Personal>,
    /// Phone numbers in E.164.
    pub phones: Vec<Personal>,
    /// Ids in other systems.
    pub external_ids: Vec<Personal>,
    /// First name.
    pub first_name: Option<Personal>,
    /// Last name.
    pub last_name: Option<Personal>,
    /// Date of birth.
    pub born: Option<Date>,
    /// `m`, `f`, or a word that begins with one of them.
    pub gender: Option<Personal>,
    /// Town.
    pub city: Option<Personal>,
    /// State or province.
    pub region: Option<Personal>,
    /// Post code.
    pub postcode: Option<Personal>,
    /// Country, ISO 3166 alpha-2.
    pub country: Option<Personal>,
    /// The social network's id of a form that was filled in.
    pub lead_id: Option<Personal>,
    /// Who they are in the messenger, to one page.
    pub page_scoped_user_id: Option<Personal>,
    /// Who they are in the photo network, to one account.
    pub ig_sid: Option<Personal>,
}

/// Something that was bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The product's id.
    pub id: String,
    /// How many.
    pub quantity: Option<u32>,
    /// What one costs.
    pub item_price: Option<Decimal>,
}

/// One of the caller's own properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: PropertyValue,
}

/// A value that can be told. Lists and objects cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyValue {
    /// A text.
    Text(String),
    /// A number, digit by digit as it came.
    Number(String),
    /// Yes or no.
    Flag(bool),
}

impl Person {
    /// Every text of the person that must not be readable in anything that leaves.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Personal> {
        let one = [
            &self.first_name,
            &self.last_name,
            &self.lead_id,
            &self.page_scoped_user_id,
            &self.ig_sid,
        ];
        self.emails
            .iter()
            .chain(&self.phones)
            .chain(&self.external_ids)
            .chain(one.into_iter().flatten())
    }
}
