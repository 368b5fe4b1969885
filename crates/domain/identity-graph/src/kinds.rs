//! Which kinds of identifiers there are and how far each is trusted.

/// What an identifier is. The order is the order of trust, least trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdentifierKind {
    /// A browser, by the random id that the tracker gave it.
    AnonymousId,
    /// An id in some other system. It is found by search, but never says whose event it is.
    ExternalId,
    /// A phone number in E.164.
    Phone,
    /// An e-mail address.
    Email,
    /// A contact of a CRM.
    CrmContactId,
    /// A Chilean RUT.
    NationalId,
}

/// How many values of a kind one customer may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomerLimit {
    /// At most this many, whatever their source.
    Total(u32),
    /// One for each source; the source is the part of the key before the first `|`.
    OnePerSource,
    /// At most `count` first seen in the last `days` days.
    Recent {
        /// The number of values.
        count: u32,
        /// The length of the time in days.
        days: u32,
    },
}

/// What happens when one value is seen with several customers (its holder and its sightings).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueCap {
    /// It stays with its holder; who else shows it is only evidence for a later merge.
    OneHolder,
    /// Seen with more customers than this, it is demoted: a role mailbox, a family's phone.
    DemotedAbove(u32),
    /// Each of them owns it for a part of the time (see [`crate::device`]).
    Segments,
}

impl IdentifierKind {
    /// Every kind, most trusted first.
    pub const ALL: [Self; 6] = [
        Self::NationalId,
        Self::CrmContactId,
        Self::Email,
        Self::Phone,
        Self::ExternalId,
        Self::AnonymousId,
    ];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NationalId => "national_id",
            Self::CrmContactId => "crm_contact_id",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::ExternalId => "external_id",
            Self::AnonymousId => "anonymous_id",
        }
    }

    /// The inverse of [`IdentifierKind::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// 0 to 100; when the identifiers of one event lead to several customers, the highest decides.
    pub const fn trust(self) -> u8 {
        match self {
            Self::NationalId => 100,
            Self::CrmContactId => 90,
            Self::Email => 80,
            Self::Phone => 70,
            Self::ExternalId => 60,
            Self::AnonymousId => 20,
        }
    }

    /// Whether a value of this kind names a person well enough to find or to found a customer.
    pub const fn names_a_person(self) -> bool {
        match self {
            Self::NationalId | Self::CrmContactId | Self::Email | Self::Phone => true,
            Self::ExternalId | Self::AnonymousId => false,
        }
    }

    /// How many values of this kind one customer may hold.
    pub const fn customer_limit(self) -> CustomerLimit {
        match self {
            Self::NationalId => CustomerLimit::Total(1),
            Self::Email | Self::Phone => CustomerLimit::Total(5),
            Self::CrmContactId | Self::ExternalId => CustomerLimit::OnePerSource,
            Self::AnonymousId => CustomerLimit::Recent {
                count: 200,
                days: 180,
            },
        }
    }

    /// What happens to a value that several customers show.
    pub const fn value_cap(self) -> ValueCap {
        match self {
            Self::NationalId | Self::CrmContactId | Self::ExternalId => ValueCap::OneHolder,
            Self::Email => ValueCap::DemotedAbove(3),
            Self::Phone => ValueCap::DemotedAbove(4),
            Self::AnonymousId => ValueCap::Segments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_word_and_the_order_is_the_trust() {
        for kind in IdentifierKind::ALL {
            assert_eq!(IdentifierKind::parse(kind.as_str()), Some(kind));
        }
        for pair in IdentifierKind::ALL.windows(2) {
            assert!(pair[0] > pair[1]);
            assert!(pair[0].trust() > pair[1].trust());
        }
        assert_eq!(IdentifierKind::parse("Email"), None);
    }
}
