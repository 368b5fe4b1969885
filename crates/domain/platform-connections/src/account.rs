//! An account at a platform, as the platform tells of it.

use kernel::{Currency, TimeZone};

/// As many accounts are shown to choose from.
pub const MAX_ACCOUNTS: usize = 100;

/// An account that ads are paid from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The platform's own id of it: 1 to [`Account::MAX_ID`] letters, digits, `_` and `-`.
    pub id: String,
    /// What it is called, if the platform says so.
    pub name: Option<String>,
    /// The currency that it is billed in, if the platform says so.
    pub currency: Option<Currency>,
    /// Where its days begin, if the platform says so.
    pub timezone: Option<TimeZone>,
}

/// What a platform says of an account, before it was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountDraft {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Three letters.
    pub currency: Option<String>,
    /// A name of the time zone database.
    pub timezone: Option<String>,
}

impl Account {
    /// The most characters of an id.
    pub const MAX_ID: usize = 64;
    /// Names are cut to so many characters.
    pub const MAX_NAME: usize = 200;

    /// `None` when the id cannot be one. What else cannot be read is left out: nothing rests on it yet, and an
    /// account with an odd name can still be connected.
    pub fn parse(draft: &AccountDraft) -> Option<Self> {
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let fits = (1..=Self::MAX_ID).contains(&draft.id.len()) && draft.id.bytes().all(inside);
        let name = draft.name.as_deref().map(|name| {
            let plain = name.chars().filter(|letter| !letter.is_control());
            plain.take(Self::MAX_NAME).collect::<String>()
        });
        let name = name.map(|name| name.trim().to_owned());
        fits.then(|| Self {
            id: draft.id.clone(),
            name: name.filter(|name| !name.is_empty()),
            currency: draft.currency.as_deref().and_then(Currency::parse),
            timezone: draft.timezone.as_deref().and_then(TimeZone::named),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: &str, name: &str) -> Option<Account> {
        Account::parse(&AccountDraft {
            id: id.to_owned(),
            name: Some(name.to_owned()),
            currency: Some("EUR".to_owned()),
            timezone: Some("Europe/Madrid".to_owned()),
        })
    }

    #[test]
    fn an_account_is_its_id_and_what_can_be_read_of_the_rest() {
        let account = named("act_123", " Shop\u{0} one ").unwrap();
        assert_eq!(account.name.as_deref(), Some("Shop one"));
        assert_eq!(account.currency, Currency::parse("EUR"));
        assert!(account.timezone.is_some());
        let odd = Account::parse(&AccountDraft {
            id: "1".to_owned(),
            name: Some(" \n".to_owned()),
            currency: Some("euro".to_owned()),
            timezone: Some("Mars/Base".to_owned()),
        });
        let odd = odd.unwrap();
        assert_eq!((odd.name, odd.currency), (None, None));
        assert!(odd.timezone.is_none());
        let long = named("1", &"é".repeat(300)).unwrap().name.unwrap();
        assert_eq!(long.chars().count(), Account::MAX_NAME);
    }

    #[test]
    fn what_is_no_id_is_no_account() {
        for id in ["", "a b", "../1", "1\n", &"1".repeat(65), "ä"] {
            assert_eq!(named(id, "x"), None, "{id}");
        }
    }
}
