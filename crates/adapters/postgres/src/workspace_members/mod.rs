//! Who belongs to a workspace and is invited to it, what waits for them, and the uses of its keys.

pub(crate) mod handoffs;
mod invitations;
mod key_uses;
mod keys;
mod members;
mod memberships;
mod reachable_workspaces;

use std::collections::BTreeSet;

use access_control::Role;
use kernel::{Scope, StoreError};

pub use handoffs::PgHandoffs;
pub use key_uses::PgKeyUses;
pub use members::PgMembers;
pub use reachable_workspaces::PgReachableWorkspaces;

/// A scope that this version does not know grants nothing.
fn scopes(names: &[String]) -> BTreeSet<Scope> {
    names.iter().filter_map(|name| Scope::parse(name)).collect()
}

fn names(scopes: &BTreeSet<Scope>) -> Vec<&'static str> {
    scopes.iter().map(|scope| scope.as_str()).collect()
}

fn role(word: &str) -> Result<Role, StoreError> {
    Role::parse(word).ok_or_else(|| StoreError::inconsistent(format!("unknown role {word:?}")))
}
