//! A person with an account.

use std::fmt;

use async_trait::async_trait;
use kernel::{StoreError, Timestamp, UserId, WebSessionId};

use super::password::PasswordHash;

/// The issuer of people who sign in with a password here.
pub const BUILT_IN_ISSUER: &str = "builtin";

const MAX_EMAIL_BYTES: usize = 254;
const MAX_NAME_CHARS: usize = 120;

/// An e-mail address that can be signed in with. `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress {
    shown: String,
    key: String,
}

impl EmailAddress {
    /// `None` unless there is one `@` with something on both sides, a dot in the domain, and no
    /// space. Whether it exists only a letter could tell.
    pub fn parse(text: &str) -> Option<Self> {
        let shown = text.trim();
        let (local, domain) = shown.split_once('@')?;
        let plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '@';
        let good = shown.len() <= MAX_EMAIL_BYTES
            && !local.is_empty()
            && domain.contains('.')
            && !domain.starts_with('.')
            && !domain.ends_with('.')
            && shown.chars().filter(|c| *c != '@').all(plain)
            && !domain.contains('@');
        good.then(|| Self {
            shown: shown.to_owned(),
            // Not of Unicode, where unlike letters have one lower case.
            key: shown.to_ascii_lowercase(),
        })
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// With ASCII in lower case: what is looked up.
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailAddress(hidden)")
    }
}

/// What a person is called: 1 to 120 characters without control characters.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonName(String);

impl PersonName {
    /// `None` for anything else; surrounding spaces do not count.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.trim();
        let good = !name.is_empty()
            && name.chars().count() <= MAX_NAME_CHARS
            && !name.chars().any(char::is_control);
        good.then(|| Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonName(hidden)")
    }
}

/// A person. `Debug` prints the id alone.
#[derive(Clone, PartialEq, Eq)]
pub struct User {
    /// Names the person here.
    pub id: UserId,
    /// Who vouches for them: [`BUILT_IN_ISSUER`], or an external provider's issuer.
    pub issuer: String,
    /// What the issuer calls them.
    pub subject: String,
    /// What they are called.
    pub name: String,
    /// What they sign in and are invited with.
    pub email: Option<EmailAddress>,
    /// Whether somebody else says that the address is theirs: the operator who made the account, or
    /// the issuer. Whoever signs up by themselves may write any address.
    pub is_vouched: bool,
    /// When they were first seen.
    pub created_at: Timestamp,
}

impl fmt::Debug for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "User({})", self.id)
    }
}

/// A browser session to be opened.
#[derive(Clone, Debug)]
pub struct NewWebSession {
    /// Names it.
    pub id: WebSessionId,
    /// SHA-256 of the cookie.
    pub secret_hash: [u8; 32],
    /// Who signed in.
    pub user_id: UserId,
    /// When.
    pub created_at: Timestamp,
    /// Until when.
    pub expires_at: Timestamp,
}

/// Keeps people. Each call is one transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait UserStore: Send + Sync {
    /// The person.
    async fn find(&self, id: UserId) -> Result<Option<User>, StoreError>;

    /// The person whom an issuer calls so.
    async fn find_by_subject(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<User>, StoreError>;

    /// The person of this issuer with this e-mail address, and the password's hash if there is one.
    async fn find_by_email(
        &self,
        issuer: &str,
        email: &EmailAddress,
    ) -> Result<Option<(User, Option<PasswordHash>)>, StoreError>;

    /// Keeps a new person; `false` when the issuer has one with that subject or e-mail address.
    async fn insert(&self, user: &User, password: Option<PasswordHash>)
    -> Result<bool, StoreError>;

    /// Sets the password and signs every browser out but one.
    async fn set_password(
        &self,
        id: UserId,
        password: &PasswordHash,
        keep: Option<WebSessionId>,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Signs a browser in.
    async fn open_session(&self, session: &NewWebSession) -> Result<(), StoreError>;

    /// Signs a browser out.
    async fn close_session(&self, id: WebSessionId, at: Timestamp) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_looked_up_in_lower_case() {
        let address = EmailAddress::parse(" Ada@Example.ORG ").unwrap();
        assert_eq!(address.as_str(), "Ada@Example.ORG");
        assert_eq!(address.key(), "ada@example.org");
        assert!(!format!("{address:?}").contains("Ada"));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for odd in [
            "",
            "ada",
            "@example.org",
            "ada@",
            "ada@org",
            "a@b@c.org",
            "a da@example.org",
            "ada@.org",
            "ada@org.",
            "ada@exam ple.org",
            "ada@example.org\u{0}",
        ] {
            assert!(EmailAddress::parse(odd).is_none(), "{odd:?}");
        }
        assert!(EmailAddress::parse(&format!("{}@example.org", "a".repeat(250))).is_none());
    }

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(PersonName::parse(" Ada ").unwrap().as_str(), "Ada");
        for odd in ["", "  ", "a\u{0}b", &"a".repeat(121)] {
            assert!(PersonName::parse(odd).is_none(), "{odd:?}");
        }
    }
}
