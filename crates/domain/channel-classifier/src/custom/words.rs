//! The words of a rule: what it looks at, how it compares, how its conditions combine.

/// What a condition looks at: a part of the signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleField {
    /// Host of the foreign page before.
    ReferrerHost,
    /// `utm_source`.
    UtmSource,
    /// `utm_medium`.
    UtmMedium,
    /// `utm_campaign`.
    UtmCampaign,
    /// `utm_term`.
    UtmTerm,
    /// `utm_content`.
    UtmContent,
    /// The kinds of click ids (`gclid`); the only field that may hold several values.
    ClickId,
    /// Host of the landing page.
    LandingHost,
    /// Path of the landing page: its first two segments, decoded and in lower case.
    LandingPath,
}

impl RuleField {
    /// Every field.
    pub const ALL: [Self; 9] = [
        Self::ReferrerHost,
        Self::UtmSource,
        Self::UtmMedium,
        Self::UtmCampaign,
        Self::UtmTerm,
        Self::UtmContent,
        Self::ClickId,
        Self::LandingHost,
        Self::LandingPath,
    ];

    /// The word on the wire and in storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReferrerHost => "referrer_host",
            Self::UtmSource => "utm_source",
            Self::UtmMedium => "utm_medium",
            Self::UtmCampaign => "utm_campaign",
            Self::UtmTerm => "utm_term",
            Self::UtmContent => "utm_content",
            Self::ClickId => "click_id",
            Self::LandingHost => "landing_host",
            Self::LandingPath => "landing_path",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_str() == word)
    }

    pub(super) fn is_host(self) -> bool {
        matches!(self, Self::ReferrerHost | Self::LandingHost)
    }
}

/// How a condition compares. Every operator has its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuleOperator {
    /// Equal to one of the values.
    Is,
    /// Equal to none of them.
    IsNot,
    /// Contains one of the values.
    Contains,
    /// Contains none of them.
    NotContains,
    /// Begins with one of the values.
    StartsWith,
    /// Ends with one of the values.
    EndsWith,
    /// One of the patterns is found in it.
    Matches,
    /// None of the patterns is.
    NotMatches,
    /// There is a value.
    IsSet,
    /// There is none.
    IsNotSet,
}

impl RuleOperator {
    /// Every operator.
    pub const ALL: [Self; 10] = [
        Self::Is,
        Self::IsNot,
        Self::Contains,
        Self::NotContains,
        Self::StartsWith,
        Self::EndsWith,
        Self::Matches,
        Self::NotMatches,
        Self::IsSet,
        Self::IsNotSet,
    ];

    /// The word on the wire and in storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::IsNot => "is_not",
            Self::Contains => "contains",
            Self::NotContains => "not_contains",
            Self::StartsWith => "starts_with",
            Self::EndsWith => "ends_with",
            Self::Matches => "matches",
            Self::NotMatches => "not_matches",
            Self::IsSet => "is_set",
            Self::IsNotSet => "is_not_set",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|operator| operator.as_str() == word)
    }

    /// Whether it holds where its positive counterpart does not, and so for an absent field.
    pub fn is_negated(self) -> bool {
        matches!(
            self,
            Self::IsNot | Self::NotContains | Self::NotMatches | Self::IsNotSet
        )
    }

    /// Whether it compares with values at all.
    pub fn takes_values(self) -> bool {
        !matches!(self, Self::IsSet | Self::IsNotSet)
    }

    /// Whether its values are patterns.
    pub fn takes_patterns(self) -> bool {
        matches!(self, Self::Matches | Self::NotMatches)
    }

    /// Whether it compares whole values.
    pub(super) fn is_exact(self) -> bool {
        matches!(self, Self::Is | Self::IsNot)
    }
}

/// How the conditions of a rule combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Combiner {
    /// All of them hold.
    And,
    /// At least one holds.
    Or,
}

impl Combiner {
    /// Both.
    pub const ALL: [Self; 2] = [Self::And, Self::Or];

    /// The word on the wire and in storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|combiner| combiner.as_str() == word)
    }
}
