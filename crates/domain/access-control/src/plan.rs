//! What a workspace is on.

/// A plan. What it costs is the payment provider's; what it limits is enforced where it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Plan {
    /// Free.
    #[default]
    Starter,
    /// Paid.
    Growth,
    /// Paid, for those who work for others.
    Agency,
}

impl Plan {
    /// All of them, the smallest first.
    pub const ALL: [Self; 3] = [Self::Starter, Self::Growth, Self::Agency];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Starter => "starter",
            Self::Growth => "growth",
            Self::Agency => "agency",
        }
    }

    /// The inverse of [`Plan::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|plan| plan.as_str() == text)
    }

    /// Whether it begins with a trial and is paid for at a checkout.
    pub const fn is_paid(self) -> bool {
        !matches!(self, Self::Starter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_only_starter_is_free() {
        for plan in Plan::ALL {
            assert_eq!(Plan::parse(plan.as_str()), Some(plan));
            assert_eq!(plan.is_paid(), plan != Plan::default());
        }
        assert_eq!(Plan::parse("Growth"), None);
    }
}
