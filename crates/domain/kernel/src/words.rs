//! Field terms that several domains and the wire share.

use crate::ids::{CustomerId, OutcomeEventId, VisitorId};
use uuid::Uuid;

/// What a conversion's value means. Only cash counts toward ROAS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RevenueType {
    /// Money that was received (or, negative, given back).
    Cash,
    /// Money that may come: leads, appointments.
    Pipeline,
    /// Money that was agreed: signed deals.
    Gross,
}

impl RevenueType {
    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::Pipeline => "pipeline",
            Self::Gross => "gross",
        }
    }

    /// The inverse of [`RevenueType::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Cash, Self::Pipeline, Self::Gross]
            .into_iter()
            .find(|word| word.as_str() == text)
    }
}

/// Where a proposal that two customers are one stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProposalStatus {
    /// Nobody has decided.
    Pending,
    /// The two were made one.
    Merged,
    /// The two are two people, whatever else will speak for it.
    Dismissed,
    /// Somebody will decide later.
    Snoozed,
}

impl ProposalStatus {
    /// All of them, as they are listed.
    pub const ALL: [Self; 4] = [Self::Pending, Self::Merged, Self::Dismissed, Self::Snoozed];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Merged => "merged",
            Self::Dismissed => "dismissed",
            Self::Snoozed => "snoozed",
        }
    }

    /// The inverse of [`as_str`](Self::as_str).
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == text)
    }
}

/// An attribution model, by its published name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Model {
    /// All credit to the last touch, direct included.
    #[default]
    LastTouch,
    /// All credit to the first touch of the first-touch window.
    FirstTouch,
    /// Equal credit to every touch.
    Linear,
    /// Credit halves every seven days before the conversion.
    TimeDecay,
    /// All credit to the last touch that is not direct.
    LastNonDirect,
    /// 40 % to the first touch, 40 % to the last, the rest to those between.
    PositionBased,
}

impl Model {
    /// How many models there are.
    pub const COUNT: usize = 6;

    /// All models, in the order in which they are listed everywhere. New ones come last.
    pub const ALL: [Self; Self::COUNT] = [
        Self::LastTouch,
        Self::FirstTouch,
        Self::Linear,
        Self::TimeDecay,
        Self::LastNonDirect,
        Self::PositionBased,
    ];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LastTouch => "last_touch",
            Self::FirstTouch => "first_touch",
            Self::Linear => "linear",
            Self::TimeDecay => "time_decay",
            Self::LastNonDirect => "last_non_direct",
            Self::PositionBased => "position_based",
        }
    }

    /// The inverse of [`Model::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.as_str() == text)
    }
}

/// The day on which credit counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Accounting {
    /// The conversion's local day.
    #[default]
    ConversionDate,
    /// The local day of the touch that is credited.
    TouchDate,
}

impl Accounting {
    /// Both, in the order in which they are listed.
    pub const ALL: [Self; 2] = [Self::ConversionDate, Self::TouchDate];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ConversionDate => "conversion_date",
            Self::TouchDate => "touch_date",
        }
    }

    /// The inverse of [`Accounting::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// Whose history a conversion belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PersonId {
    /// A known person.
    Customer(CustomerId),
    /// A browser that nobody has identified yet; it is replayed on its own.
    Visitor(VisitorId),
    /// An outcome event without any identity; it is a person of its own.
    Event(OutcomeEventId),
}

impl PersonId {
    /// The database word for the kind.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Customer(_) => "customer",
            Self::Visitor(_) => "visitor",
            Self::Event(_) => "event",
        }
    }

    /// The id without its kind.
    pub const fn uuid(self) -> Uuid {
        match self {
            Self::Customer(id) => id.uuid(),
            Self::Visitor(id) => id.uuid(),
            Self::Event(id) => id.uuid(),
        }
    }

    /// The inverse of [`PersonId::kind`] and [`PersonId::uuid`].
    pub fn from_parts(kind: &str, id: Uuid) -> Option<Self> {
        match kind {
            "customer" => Some(Self::Customer(id.into())),
            "visitor" => Some(Self::Visitor(id.into())),
            "event" => Some(Self::Event(id.into())),
            _ => None,
        }
    }
}
