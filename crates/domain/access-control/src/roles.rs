//! What membership of a workspace allows.

use std::collections::BTreeSet;

use kernel::{Scope, WorkspaceId};

/// A member's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Everything, also taking the workspace from others.
    Owner,
    /// Everything but that.
    Admin,
    /// The profiles that were assigned.
    Member,
}

impl Role {
    /// All of them, the strongest first.
    pub const ALL: [Self; 3] = [Self::Owner, Self::Admin, Self::Member];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Member => "member",
        }
    }

    /// The inverse of [`Role::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }

    /// Whether the role reaches every profile of its workspace.
    pub const fn reaches_all(self) -> bool {
        matches!(self, Self::Owner | Self::Admin)
    }
}

/// A person's way to a workspace or to one of its profiles, as the store finds it for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The workspace.
    pub workspace_id: WorkspaceId,
    /// The role in it.
    pub role: Role,
    /// Scopes of the assignment to the profile that was asked for; empty when there is none or when
    /// a workspace was asked for.
    pub assigned: BTreeSet<Scope>,
}

/// Scopes that a member never has by assignment.
const NEVER_ASSIGNED: [Scope; 1] = [Scope::ProfilesWrite];

impl Reach {
    /// What the person may do: everything for owners and admins, what was assigned for members, and
    /// making a workspace of one's own for everybody.
    pub fn scopes(&self) -> BTreeSet<Scope> {
        let mut scopes: BTreeSet<Scope> = if self.role.reaches_all() {
            Scope::ALL.into_iter().map(|(scope, _)| scope).collect()
        } else {
            self.assigned.clone()
        };
        if !self.role.reaches_all() {
            for scope in NEVER_ASSIGNED {
                scopes.remove(&scope);
            }
        }
        scopes.insert(Scope::WorkspacesWrite);
        scopes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn reach(role: Role, assigned: &[Scope]) -> Reach {
        Reach {
            workspace_id: Uuid::from_u128(1).into(),
            role,
            assigned: assigned.iter().copied().collect(),
        }
    }

    #[test]
    fn owners_and_admins_may_do_everything() {
        for role in [Role::Owner, Role::Admin] {
            assert_eq!(reach(role, &[]).scopes().len(), Scope::ALL.len());
        }
    }

    #[test]
    fn members_have_what_was_assigned_and_never_make_profiles() {
        let assigned = [Scope::AnalyticsRead, Scope::ProfilesWrite];
        let expected = BTreeSet::from([Scope::AnalyticsRead, Scope::WorkspacesWrite]);
        assert_eq!(reach(Role::Member, &assigned).scopes(), expected);
    }

    #[test]
    fn names_are_read_back() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(role));
        }
    }
}
