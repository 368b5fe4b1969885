//! Tokens by which an application acts for a person.

use std::collections::BTreeSet;

use kernel::{Scope, Timestamp, TokenFamilyId, UserId};

use crate::grants::Grant;

/// Approvals that a person may have at once: each has an allowance of its own.
pub const MOST_FAMILIES: usize = 100;

/// One approval by one person, and what it allows. All tokens that come of it share it, and its
/// rate bucket, and die with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenFamily {
    /// Names the family, and its bucket.
    pub id: TokenFamilyId,
    /// Who approved.
    pub user_id: UserId,
    /// The application; `None` for a token that the person minted without one.
    pub client_id: Option<String>,
    /// What the person calls it, or the application calls itself.
    pub name: String,
    /// What was approved.
    pub grants: BTreeSet<Grant>,
    /// API scopes, frozen when it was approved.
    pub scopes: BTreeSet<Scope>,
    /// The tool server's address, for which alone it counts.
    pub resource: String,
    /// Rate units a minute.
    pub units_per_minute: u32,
    /// When it was approved.
    pub created_at: Timestamp,
    /// When it was revoked or burned.
    pub revoked_at: Option<Timestamp>,
}

/// An access token as it is stored beside the SHA-256 of its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserToken {
    /// The family.
    pub family: TokenFamily,
    /// The family's grants, or fewer of them.
    pub grants: BTreeSet<Grant>,
    /// The family's scopes, or fewer of them.
    pub scopes: BTreeSet<Scope>,
    /// From when on it counts no more.
    pub expires_at: Timestamp,
}

impl UserToken {
    /// Whether it counts at an instant for a tool server at this address.
    pub fn is_alive(&self, now: Timestamp, resource: &str) -> bool {
        self.family.revoked_at.is_none()
            && now < self.expires_at
            && self.family.resource == resource
    }

    /// What it may do: never more than the person whom it acts for.
    pub fn scopes_within(&self, allowed: &BTreeSet<Scope>) -> BTreeSet<Scope> {
        self.scopes.intersection(allowed).copied().collect()
    }
}
