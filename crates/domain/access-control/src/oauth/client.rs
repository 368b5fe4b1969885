//! An application that acts for people.

use std::collections::BTreeSet;

use kernel::Timestamp;

use super::redirect_uri::RedirectUri;
use super::registration::Registration;
use crate::grants::Grant;

/// Whether a client can keep a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientKind {
    /// Registered itself; has no secret.
    Public,
    /// Made by the operator; proves itself with a secret.
    Confidential,
}

impl ClientKind {
    /// The database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Confidential => "confidential",
        }
    }

    /// The inverse of [`ClientKind::as_str`]; what is not known is treated as the kind that has to
    /// prove itself.
    pub fn parse(text: &str) -> Self {
        if text == "public" {
            Self::Public
        } else {
            Self::Confidential
        }
    }
}

/// A registered client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// Names it: unreserved characters only, because clients disagree on how others are encoded.
    pub id: String,
    /// What it calls itself; nobody has checked that.
    pub name: String,
    /// Whether it has a secret.
    pub kind: ClientKind,
    /// SHA-256 of the secret of a confidential client.
    pub secret_hash: Option<[u8; 32]>,
    /// Where it may be answered, compared byte by byte.
    pub redirect_uris: Vec<RedirectUri>,
    /// What it asks for when it names no scope.
    pub grants: BTreeSet<Grant>,
    /// Whether it wants refresh tokens.
    pub refreshes: bool,
    /// When it was registered.
    pub created_at: Timestamp,
    /// When somebody first approved it.
    pub authorised_at: Option<Timestamp>,
}

impl Client {
    /// A client that registered itself.
    pub fn public(id: String, registration: Registration, now: Timestamp) -> Self {
        Self {
            id,
            name: registration.name,
            kind: ClientKind::Public,
            secret_hash: None,
            redirect_uris: registration.redirect_uris,
            grants: registration.grants,
            refreshes: registration.refreshes,
            created_at: now,
            authorised_at: None,
        }
    }

    /// The registered address that is this text, byte by byte.
    pub fn redirect_uri(&self, text: &str) -> Option<&RedirectUri> {
        self.redirect_uris.iter().find(|uri| uri.as_str() == text)
    }
}
