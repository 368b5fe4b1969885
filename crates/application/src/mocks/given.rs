//! A workspace with a profile and members, and what a use case is expected to note.
#![expect(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "the helpers of a test stop it where it fails"
)]

use std::collections::BTreeSet;

use access_control::Role;
use kernel::{Actor, ProfileAccess, ProfileId, Scope, StoreError, Timestamp, UserId, WorkspaceId};
use reporting::causes::Cause;
use serde_json::Value;
use uuid::Uuid;

use super::{MockWork, Outside};
use crate::transaction::Contended;

/// 2026-03-01 at noon.
pub fn noon() -> Timestamp {
    Timestamp::parse("2026-03-01T12:00:00Z").unwrap()
}

/// What use cases are given from outside, at noon.
pub fn outside() -> Outside {
    Outside::at(noon())
}

/// The workspace.
pub fn workspace() -> WorkspaceId {
    Uuid::from_u128(0xa).into()
}

/// Its profile.
pub fn profile() -> ProfileId {
    Uuid::from_u128(0xb).into()
}

/// A user of it.
pub fn user(number: u128) -> UserId {
    Uuid::from_u128(0x100 + number).into()
}

/// Access to the profile with these scopes.
pub fn access(scopes: &[Scope]) -> ProfileAccess {
    ProfileAccess {
        profile_id: profile(),
        scopes: scopes.iter().copied().collect::<BTreeSet<_>>(),
        actor: Actor::User(user(1)),
    }
}

/// The workspace has these members; nothing else is expected.
pub fn with_members(members: &[(UserId, Role)]) -> MockWork {
    let mut work = MockWork::default();
    let members = members.to_vec();
    work.memberships
        .expect_lock()
        .withf(|id| *id == workspace())
        .returning(move |_| Ok(members.clone()));
    work
}

/// One line in the workspace's trail, of this deed.
pub fn expect_deed(work: &mut MockWork, action: &'static str) {
    work.audit
        .expect_stamp_workspace()
        .times(1)
        .withf(move |id, event| *id == workspace() && event.action == action && event.at == noon())
        .returning(|_, _| Ok(()));
}

/// The same in the profile's trail.
pub fn expect_deed_of_profile(work: &mut MockWork, action: &'static str) {
    work.audit
        .expect_stamp()
        .times(1)
        .withf(move |id, event| *id == profile() && event.action == action && event.at == noon())
        .returning(|_, _| Ok(()));
}

/// The same, told with this detail.
pub fn expect_told_deed(work: &mut MockWork, action: &'static str, detail: Value) {
    work.audit
        .expect_stamp()
        .times(1)
        .returning(move |id, event| {
            assert_eq!((id, event.action.as_str()), (profile(), action));
            assert_eq!(event.detail, detail);
            assert_eq!(event.actor, Actor::User(user(1)));
            Ok(())
        });
}

/// A full replay is asked for, once and for this reason.
pub fn expect_replay(work: &mut MockWork, cause: Cause) {
    work.recomputes
        .expect_queue()
        .times(1)
        .withf(move |id, _, why| *id == profile() && why.cause == cause)
        .returning(|_, candidate, _| Ok((candidate, true)));
}

/// Whether a use case with this error is run again after a lost race, and after nothing else.
pub fn is_run_again_after_a_race<E: From<StoreError> + Contended>(refusal: &E) -> bool {
    let away = StoreError::Unavailable("away".to_owned());
    let others = [E::from(away).is_contended(), refusal.is_contended()];
    E::from(StoreError::Conflict).is_contended() && others == [false, false]
}
