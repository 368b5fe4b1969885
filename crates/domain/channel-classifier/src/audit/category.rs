//! The faults, how bad they are, and what mends them.

/// What is wrong with a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UtmCategory {
    /// A placeholder that the ad platform should have filled in arrived as it was written.
    UnsubstitutedMacro,
    /// The source is the place on the screen where the ad was shown.
    PlacementInSource,
    /// A paid click that names neither source nor medium nor campaign.
    MissingUtmsOnPaid,
    /// A paid touch that does not say which ad it was.
    MissingAdIdentifier,
    /// A medium that no rule and no report knows.
    NonChannelMedium,
    /// One source under several spellings.
    InconsistentSourceVocab,
}

/// How much a fault spoils.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AuditSeverity {
    /// Too few touches to say that it is more than an accident.
    Info,
    /// Reports show one thing under several names.
    Low,
    /// Channels are right or nearly so, details are missing.
    Medium,
    /// Channels or campaigns are wrong.
    High,
}

impl AuditSeverity {
    /// Every severity, the worst first.
    pub const ALL: [Self; 4] = [Self::High, Self::Medium, Self::Low, Self::Info];

    /// The word on the wire and in storage.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Info => "info",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == word)
    }
}

/// Touches below which a fault is told as [`AuditSeverity::Info`]: one link that somebody mistyped is no campaign.
pub const ENOUGH_TOUCHES: u64 = 5;

impl UtmCategory {
    /// Every fault, the worst first.
    pub const ALL: [Self; 6] = [
        Self::UnsubstitutedMacro,
        Self::PlacementInSource,
        Self::MissingUtmsOnPaid,
        Self::MissingAdIdentifier,
        Self::NonChannelMedium,
        Self::InconsistentSourceVocab,
    ];

    /// The word on the wire and in storage.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnsubstitutedMacro => "unsubstituted_macro",
            Self::PlacementInSource => "placement_in_source",
            Self::MissingUtmsOnPaid => "missing_utms_on_paid",
            Self::MissingAdIdentifier => "missing_ad_identifier",
            Self::NonChannelMedium => "non_channel_medium",
            Self::InconsistentSourceVocab => "inconsistent_source_vocab",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == word)
    }

    /// How bad it is once enough touches have it.
    pub const fn severity(self) -> AuditSeverity {
        match self {
            Self::UnsubstitutedMacro | Self::PlacementInSource | Self::MissingUtmsOnPaid => {
                AuditSeverity::High
            }
            Self::MissingAdIdentifier | Self::NonChannelMedium => AuditSeverity::Medium,
            Self::InconsistentSourceVocab => AuditSeverity::Low,
        }
    }

    /// How bad it is with so many touches. More touches never make it less.
    pub const fn severity_of(self, touches: u64) -> AuditSeverity {
        if touches < ENOUGH_TOUCHES {
            AuditSeverity::Info
        } else {
            self.severity()
        }
    }

    /// What to do, as a word that never changes. Two faults may share one.
    pub const fn recommendation_code(self) -> &'static str {
        match self {
            Self::UnsubstitutedMacro => "fix_url_macro",
            Self::PlacementInSource => "use_site_source_name",
            Self::MissingUtmsOnPaid | Self::MissingAdIdentifier => "add_ad_url_parameters",
            Self::NonChannelMedium => "use_standard_medium",
            Self::InconsistentSourceVocab => "standardise_source",
        }
    }

    /// What to do, for people.
    pub const fn recommendation(self) -> &'static str {
        match self {
            Self::UnsubstitutedMacro => {
                "Correct the placeholder in the ad's URL parameters: the platform did not recognise it, so \
                 visitors arrive with its name in place of its value."
            }
            Self::PlacementInSource => {
                "Name the platform in utm_source and put the placement into utm_term or utm_content; with \
                 Meta use {{site_source_name}} in place of {{placement}}."
            }
            Self::MissingUtmsOnPaid => {
                "Add utm_source, utm_medium and utm_campaign to the URL parameters of these ads; a click id \
                 alone does not name the campaign."
            }
            Self::MissingAdIdentifier => {
                "Add the platform's placeholder for the ad's id to the URL parameters, so that revenue can \
                 be told ad by ad."
            }
            Self::NonChannelMedium => {
                "Use a common medium such as cpc, paid_social, email, social, referral, affiliate or display, \
                 or add a channel rule that knows this one."
            }
            Self::InconsistentSourceVocab => {
                "Write each source in one way in all links; the most frequent spelling is the cheapest to keep."
            }
        }
    }
}
