//! The words of the domain, each with its spelling on the wire and in the database.

/// A closed list of words: [`Word::ALL`] in the order in which they are listed to people, each with its spelling.
pub trait Word: Copy + Sized + 'static {
    /// Every one.
    const ALL: &'static [Self];

    /// The wire and database word.
    fn as_str(self) -> &'static str;

    /// The inverse of [`Word::as_str`].
    fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.as_str() == text)
    }

    /// All spellings, to be shown to whoever wrote another: `a, b, c`.
    fn listed() -> String {
        let words: Vec<_> = Self::ALL.iter().map(|word| word.as_str()).collect();
        words.join(", ")
    }
}

/// Which platform, by what it is and not by its brand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DestinationKind {
    /// A social network's conversions interface (Meta).
    SocialCapi,
    /// A search engine's ads (Google).
    SearchAds,
}

/// Where the events of a social destination happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataSourceKind {
    /// On pages.
    Website,
    /// In a chat that an ad opened.
    Chat,
    /// In the social network's messenger.
    Messenger,
    /// In messages of the photo network.
    Photo,
}

/// What a rule reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// Conversions of one definition.
    ConversionDefinition,
    /// Moves in a sales pipeline.
    PipelineStageTransition,
}

/// When a rule fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TriggerMode {
    /// The definition's event was recorded.
    EventRecorded,
    /// A stage was entered.
    StageEntered,
    /// A stage was left.
    StageExited,
}

/// Which value is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueMode {
    /// The event's own amount and currency.
    EventValue,
    /// The rule's.
    FixedValue,
    /// None.
    None,
}

/// What becomes of renewals of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecurringPaymentMode {
    /// They are not told.
    Skip,
    /// They are told as an event of their own.
    CustomEvent,
    /// They are told as purchases.
    Purchase,
}

/// How much of a person a profile tells platforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PrivacyMode {
    /// What platforms ask for.
    Standard,
    /// Nothing that could tell of somebody's health.
    Hipaa,
    /// As [`PrivacyMode::Hipaa`], with what the profile opens by name.
    Custom,
    /// Only through a data set that is kept clean.
    PlatformSafe,
}

/// Whether a destination ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Routing {
    /// It ships on the next run.
    Active,
    /// It does not.
    Disabled,
    /// It is held back: only the clean data set may feed the platform.
    SuppressedPlatformSafe,
}

/// Where a platform is told that the event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionSource {
    /// On a page.
    Website,
    /// By itself, such as a renewal, or nobody can tell.
    SystemGenerated,
    /// In a conversation.
    BusinessMessaging,
}

/// Which conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MessagingChannel {
    /// The chat app.
    Whatsapp,
    /// The messenger.
    Messenger,
    /// The photo network.
    Instagram,
}

/// How well a person must be named for an event to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MinMatch {
    /// By more than an IP address and a user agent.
    Identified,
    /// By anything that the platform takes.
    Any,
}

macro_rules! words {
    ($($type:ident { $($variant:ident => $word:literal),+ $(,)? })+) => {$(
        impl $crate::words::Word for $type {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str($crate::words::Word::as_str(*self))
            }
        }
    )+};
}
pub(crate) use words;

words! {
    DestinationKind { SocialCapi => "social_capi", SearchAds => "search_ads" }
    DataSourceKind { Website => "website", Chat => "chat", Messenger => "messenger", Photo => "photo" }
    SourceKind {
        ConversionDefinition => "conversion_definition",
        PipelineStageTransition => "pipeline_stage_transition",
    }
    TriggerMode {
        EventRecorded => "event_recorded",
        StageEntered => "stage_entered",
        StageExited => "stage_exited",
    }
    ValueMode { EventValue => "event_value", FixedValue => "fixed_value", None => "none" }
    RecurringPaymentMode { Skip => "skip", CustomEvent => "custom_event", Purchase => "purchase" }
    PrivacyMode {
        Standard => "standard",
        Hipaa => "hipaa",
        Custom => "custom",
        PlatformSafe => "platform_safe",
    }
    Routing {
        Active => "active",
        Disabled => "disabled",
        SuppressedPlatformSafe => "suppressed_platform_safe",
    }
    ActionSource {
        Website => "website",
        SystemGenerated => "system_generated",
        BusinessMessaging => "business_messaging",
    }
    MessagingChannel { Whatsapp => "whatsapp", Messenger => "messenger", Instagram => "instagram" }
    MinMatch { Identified => "identified", Any => "any" }
}

impl DestinationKind {
    /// The provider that its connection must be of.
    pub const fn provider(self) -> &'static str {
        match self {
            Self::SocialCapi => "social_ads",
            Self::SearchAds => "search_ads",
        }
    }
}

impl DataSourceKind {
    /// The conversation that events happen in; `None` for pages.
    pub const fn messaging(self) -> Option<MessagingChannel> {
        match self {
            Self::Website => None,
            Self::Chat => Some(MessagingChannel::Whatsapp),
            Self::Messenger => Some(MessagingChannel::Messenger),
            Self::Photo => Some(MessagingChannel::Instagram),
        }
    }
}
