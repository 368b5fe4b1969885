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

/// With how many values of another kind facts may name one value while it is one person's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partners {
    /// Any number says nothing.
    Any,
    /// More than this many are more than one person has.
    AtMost(usize),
    /// One for each source and five in all; the source is the part of the key before the first `|`.
    OnePerSource,
}

/// A person has no more than so many e-mail addresses or phone numbers, and contacts of no more CRMs.
pub const MOST_OF_A_KIND: usize = 5;

/// A person has no more than so many browsers that were first seen in [`RECENT_DAYS`].
pub const MOST_RECENT_BROWSERS: u32 = 200;

/// What counts as recent for [`MOST_RECENT_BROWSERS`].
pub const RECENT_DAYS: i64 = 180;

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

    /// With how many values of another kind a value of this one may be named. A RUT is one person's
    /// and a person has one; people who share a phone have e-mail addresses of their own.
    pub const fn partners(self, of: Self) -> Partners {
        if !self.names_a_person() || !of.names_a_person() {
            return Partners::Any;
        }
        match (self, of) {
            (_, Self::NationalId) | (Self::Phone, Self::Email) => Partners::AtMost(1),
            (_, Self::CrmContactId) => Partners::OnePerSource,
            _ => Partners::AtMost(MOST_OF_A_KIND),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_kinds_that_name_a_person_count_their_partners() {
        for kind in IdentifierKind::ALL {
            for of in IdentifierKind::ALL {
                let counts = kind.partners(of) != Partners::Any;
                assert_eq!(counts, kind.names_a_person() && of.names_a_person());
            }
        }
    }

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
