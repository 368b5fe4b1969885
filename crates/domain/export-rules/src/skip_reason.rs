//! Why something is not told.

use crate::words::words;

/// Why something is not told. The order is the order of the stages that say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkipReason {
    /// It renews a subscription, and the rule does not tell renewals.
    RecurringPayment,
    /// It renews a subscription, and search ads know no event of one's own.
    RecurringPaymentGoogleNoCustomEvent,
    /// The destination is off, or the profile's switch of its kind is.
    DestinationDisabled,
    /// Only the clean data set may feed the platform.
    SuppressedPlatformSafe,
    /// The person refused that data of them goes to ad platforms.
    ConsentDenied,
    /// Nothing is left by which the platform could find the person or the click.
    NoMatchKey,
    /// What is left is refused by the platform.
    InsufficientMatchKeys,
    /// What is left is less than the destination asks for.
    MatchQualityPolicy,
    /// The channel knows no such event.
    EventNotSupportedOnChannel,
    /// A purchase without value or currency.
    MissingValue,
    /// Money given back.
    NegativeValue,
    /// It happened too long ago for the platform.
    Stale,
    /// It has not happened yet.
    FutureEvent,
    /// Another rule told it to the destination under the same name.
    Duplicate,
}

words! {
    SkipReason {
        RecurringPayment => "recurring_payment",
        RecurringPaymentGoogleNoCustomEvent => "recurring_payment_google_no_custom_event",
        DestinationDisabled => "destination_disabled",
        SuppressedPlatformSafe => "suppressed_platform_safe",
        ConsentDenied => "consent_denied",
        NoMatchKey => "no_match_key",
        InsufficientMatchKeys => "insufficient_match_keys",
        MatchQualityPolicy => "match_quality_policy",
        EventNotSupportedOnChannel => "event_not_supported_on_channel",
        MissingValue => "missing_value",
        NegativeValue => "negative_value",
        Stale => "stale",
        FutureEvent => "future_event",
        Duplicate => "duplicate",
    }
}

impl SkipReason {
    /// What it means, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::RecurringPayment => {
                "It renews a subscription, and the rule does not tell renewals."
            }
            Self::RecurringPaymentGoogleNoCustomEvent => {
                "It renews a subscription, and search ads know no event of their own for that."
            }
            Self::DestinationDisabled => {
                "The destination is off, or the profile's switch for its kind is."
            }
            Self::SuppressedPlatformSafe => {
                "In Platform-Safe mode only the clean data set feeds the platform."
            }
            Self::ConsentDenied => "The person refused that their data goes to ad platforms.",
            Self::NoMatchKey => {
                "Nothing is left by which the platform could find the person or the click."
            }
            Self::InsufficientMatchKeys => {
                "What is left describes too many people: the platform refuses it."
            }
            Self::MatchQualityPolicy => {
                "Only an IP address and a user agent are left, and the destination asks for more."
            }
            Self::EventNotSupportedOnChannel => "The channel knows no event of this name.",
            Self::MissingValue => "A purchase needs a value and a currency.",
            Self::NegativeValue => "It gives money back; corrections are not told yet.",
            Self::Stale => "It happened too long ago for the platform.",
            Self::FutureEvent => "It lies ahead of the clock.",
            Self::Duplicate => "Another rule told it to the destination under the same name.",
        }
    }

    /// What helps.
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::RecurringPayment => {
                "Set the rule's recurring_payment_mode to custom_event or purchase."
            }
            Self::RecurringPaymentGoogleNoCustomEvent => {
                "Set the rule's recurring_payment_mode to purchase, or leave renewals out."
            }
            Self::DestinationDisabled => {
                "Enable the destination and the switch of the compliance settings."
            }
            Self::SuppressedPlatformSafe => {
                "Provision the destination, or leave Platform-Safe mode."
            }
            Self::ConsentDenied => "Nothing: it is the person's will.",
            Self::NoMatchKey | Self::InsufficientMatchKeys => {
                "Send an e-mail address, a phone number or a click id with the event."
            }
            Self::MatchQualityPolicy => {
                "Send an identifier, or set signal_quality.min_match of the destination to any."
            }
            Self::EventNotSupportedOnChannel => {
                "Set platform_event_name_overrides to a name that it knows."
            }
            Self::MissingValue => "Send value_amount and currency, or use a fixed value.",
            Self::NegativeValue => "Nothing.",
            Self::Stale => "Send events as they happen.",
            Self::FutureEvent => "Correct the sender's clock.",
            Self::Duplicate => "Give one of the two rules another name, or archive it.",
        }
    }

    /// Whether the record is looked at again when more is known of the person. Other reasons are final.
    pub const fn may_change(self) -> bool {
        matches!(
            self,
            Self::NoMatchKey | Self::InsufficientMatchKeys | Self::MatchQualityPolicy
        )
    }
}
