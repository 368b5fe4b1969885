//! The filter grammar: `filter[dimension]=operator:value|value`.

/// What a report can be narrowed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// Channel of the default taxonomy or the profile's own.
    Channel,
    /// Traffic source.
    Source,
    /// Traffic medium.
    Medium,
    /// Campaign, as `utm_campaign` names it.
    Campaign,
    /// ISO 3166-1 alpha-2.
    Country,
    /// desktop, mobile or tablet.
    Device,
    /// Browser family.
    Browser,
    /// Operating system family.
    Os,
    /// Host of the referrer.
    ReferrerHost,
    /// Path of the landing page.
    LandingPath,
}

impl Dimension {
    /// Every dimension with its wire name.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Channel, "channel"),
        (Self::Source, "source"),
        (Self::Medium, "medium"),
        (Self::Campaign, "campaign"),
        (Self::Country, "country"),
        (Self::Device, "device"),
        (Self::Browser, "browser"),
        (Self::Os, "os"),
        (Self::ReferrerHost, "referrer_host"),
        (Self::LandingPath, "landing_path"),
    ];

    /// The inverse of [`Dimension::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find_map(|(dimension, name)| (name == text).then_some(dimension))
    }

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Channel => "channel",
            Self::Source => "source",
            Self::Medium => "medium",
            Self::Campaign => "campaign",
            Self::Country => "country",
            Self::Device => "device",
            Self::Browser => "browser",
            Self::Os => "os",
            Self::ReferrerHost => "referrer_host",
            Self::LandingPath => "landing_path",
        }
    }

    /// Whether ad spend is known by it. Nobody knows in which country a click budget was spent.
    pub const fn splits_spend(self) -> bool {
        matches!(
            self,
            Self::Channel | Self::Source | Self::Medium | Self::Campaign
        )
    }
}

/// How a value is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Equal to one of the values.
    Is,
    /// Equal to none of the values.
    IsNot,
    /// Contains one of the values, whatever the case.
    Contains,
}

/// One condition. A value that is not known compares as the empty text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// What is compared.
    pub dimension: Dimension,
    /// How.
    pub operator: Operator,
    /// With what: at least one value.
    pub values: Vec<String>,
}

/// Why a text is no condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// No `operator:` in front.
    #[error("is not `is:value`, `is_not:value` or `contains:value`, values separated by `|`")]
    Operator,
    /// More than 50 values.
    #[error("has more than 50 values")]
    TooMany,
    /// A value of more than 512 bytes.
    #[error("has a value of more than 512 bytes")]
    TooLong,
    /// `contains:` without a text matches everything.
    #[error("needs a text after `contains:`")]
    Empty,
}

impl Filter {
    /// Reads what stands after the equals sign.
    pub fn parse(dimension: Dimension, text: &str) -> Result<Self, FilterError> {
        let (operator, values) = text.split_once(':').ok_or(FilterError::Operator)?;
        let operator = match operator {
            "is" => Operator::Is,
            "is_not" => Operator::IsNot,
            "contains" => Operator::Contains,
            _ => return Err(FilterError::Operator),
        };
        let values: Vec<String> = values.split('|').map(str::to_owned).collect();
        if values.len() > 50 {
            return Err(FilterError::TooMany);
        }
        if values.iter().any(|value| value.len() > 512) {
            return Err(FilterError::TooLong);
        }
        if operator == Operator::Contains && values.iter().any(String::is_empty) {
            return Err(FilterError::Empty);
        }
        Ok(Self {
            dimension,
            operator,
            values,
        })
    }

    /// Whether a value fulfils the condition; one that is not known is the empty text.
    pub fn matches(&self, value: &str) -> bool {
        let mut values = self.values.iter();
        match self.operator {
            Operator::Is => values.any(|other| other == value),
            Operator::IsNot => values.all(|other| other != value),
            Operator::Contains => {
                let value = value.to_lowercase();
                values.any(|part| value.contains(&part.to_lowercase()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_operator_and_alternatives() {
        let filter = Filter::parse(Dimension::Channel, "is:Paid Search|Email").unwrap();
        assert_eq!(filter.operator, Operator::Is);
        assert_eq!(filter.values, ["Paid Search", "Email"]);
        let unknown = Filter::parse(Dimension::Country, "is_not:").unwrap();
        assert_eq!(unknown.values, [""]);
        let colon = Filter::parse(Dimension::Campaign, "is:a:b").unwrap();
        assert_eq!(colon.values, ["a:b"]);
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        let refused = |text: &str| Filter::parse(Dimension::Channel, text).unwrap_err();
        assert_eq!(refused("Email"), FilterError::Operator);
        assert_eq!(refused("equals:Email"), FilterError::Operator);
        assert_eq!(refused("contains:"), FilterError::Empty);
        assert_eq!(
            refused(&format!("is:{}", "x|".repeat(50))),
            FilterError::TooMany
        );
        assert_eq!(
            refused(&format!("is:{}", "x".repeat(513))),
            FilterError::TooLong
        );
    }

    #[test]
    fn values_are_compared_as_the_operator_says() {
        let matches = |text: &str, value: &str| {
            let filter = Filter::parse(Dimension::Campaign, text).unwrap();
            filter.matches(value)
        };
        assert!(matches("is:a|b", "b") && !matches("is:a|b", "B") && !matches("is:a", ""));
        assert!(matches("is_not:a|b", "c") && !matches("is_not:a|b", "a"));
        assert!(matches("is:", "") && !matches("is_not:", ""));
        assert!(matches("contains:SPRING|x", "late spring") && !matches("contains:a%", "ab"));
        assert!(matches("contains:ÄR", "märz"));
    }

    #[test]
    fn every_dimension_has_one_name() {
        for (dimension, name) in Dimension::ALL {
            assert_eq!(Dimension::parse(name), Some(dimension));
            assert_eq!(dimension.as_str(), name);
        }
        assert_eq!(Dimension::parse("Channel"), None);
    }
}
