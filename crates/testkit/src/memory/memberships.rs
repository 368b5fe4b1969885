//! Memberships in memory.

use std::collections::{BTreeMap, BTreeSet};

use access_control::Role;
use access_control::ports::{Assignment, MembershipStore};
use async_trait::async_trait;
use kernel::{ProfileId, Scope, StoreError, Timestamp, UserId, WorkspaceId};

/// A member's role, since when they are one, and what is assigned to them.
type Membership = (Role, Timestamp, BTreeMap<ProfileId, BTreeSet<Scope>>);

/// Memberships of any number of workspaces.
#[derive(Clone, Debug)]
pub struct MemoryMemberships {
    profiles: BTreeMap<ProfileId, WorkspaceId>,
    members: BTreeMap<(WorkspaceId, UserId), Membership>,
}

impl MemoryMemberships {
    /// No memberships; these profiles belong to these workspaces.
    pub fn new(profiles: impl IntoIterator<Item = (ProfileId, WorkspaceId)>) -> Self {
        Self {
            profiles: profiles.into_iter().collect(),
            members: BTreeMap::new(),
        }
    }
}

#[async_trait]
impl MembershipStore for MemoryMemberships {
    async fn lock(&mut self, workspace: WorkspaceId) -> Result<Vec<(UserId, Role)>, StoreError> {
        let own = self.members.iter().filter(|((of, _), _)| *of == workspace);
        let mut found: Vec<_> = own
            .map(|((_, user), (role, since, _))| (*since, *user, *role))
            .collect();
        found.sort_by_key(|(since, user, _)| (*since, *user));
        Ok(found
            .into_iter()
            .map(|(_, user, role)| (user, role))
            .collect())
    }

    async fn put(
        &mut self,
        workspace: WorkspaceId,
        (user, role): (UserId, Role),
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let stored = self.members.entry((workspace, user));
        stored.or_insert((role, at, BTreeMap::new())).0 = role;
        Ok(())
    }

    async fn remove(&mut self, workspace: WorkspaceId, user: UserId) -> Result<(), StoreError> {
        self.members.remove(&(workspace, user));
        Ok(())
    }

    async fn assign(
        &mut self,
        workspace: WorkspaceId,
        user: UserId,
        assignment: &Assignment,
    ) -> Result<bool, StoreError> {
        let (profile, scopes) = (assignment.profile_id, &assignment.scopes);
        if self.profiles.get(&profile) != Some(&workspace) {
            return Ok(false);
        }
        match self.members.get_mut(&(workspace, user)) {
            Some((_, _, assigned)) if scopes.is_empty() => {
                assigned.remove(&profile);
            }
            Some((_, _, assigned)) => {
                assigned.insert(profile, scopes.clone());
            }
            None if scopes.is_empty() => {}
            None => return Err(StoreError::inconsistent("they are no member")),
        }
        Ok(true)
    }

    async fn assignments(
        &mut self,
        workspace: WorkspaceId,
        user: UserId,
    ) -> Result<Vec<Assignment>, StoreError> {
        let member = self.members.get(&(workspace, user));
        let assigned = member.into_iter().flat_map(|(_, _, assigned)| assigned);
        Ok(assigned
            .map(|(profile_id, scopes)| Assignment {
                profile_id: *profile_id,
                scopes: scopes.clone(),
            })
            .collect())
    }
}
