//! Use cases alone, without a database: what they refuse, and what they write.

mod accounts;
mod ageing;
mod alerts;
mod channel_rules;
mod channels;
mod checkouts;
mod customer_lists;
mod definition_previews;
mod definitions;
mod deletion;
mod erasure;
mod events;
mod exclusions;
mod explanations;
mod fixtures;
mod handoffs;
mod invitations;
mod journeys;
mod keys;
mod match_evidence;
mod members;
mod newcomers;
mod oauth;
mod oauth_clients;
mod outcome_definitions;
mod outcome_events;
mod page_views;
mod people;
mod profiles;
mod rebuilds;
mod refreshes;
mod renewals;
mod repairs;
mod replays;
mod retention;
mod rule_previews;
mod spend;
mod spend_platforms;
mod told;
mod touchpoints;
mod tracking_settings;
mod transactions;
mod views;
mod webhooks;
mod webpay;

use std::collections::BTreeSet;

use access_control::Role;
use kernel::{Actor, ProfileAccess, ProfileId, Scope, Timestamp, UserId, WorkspaceId};
use reporting::causes::Cause;
use serde_json::Value;
use uuid::Uuid;

use crate::mocks::{MockWork, Outside};

/// 2026-03-01 at noon.
fn noon() -> Timestamp {
    Timestamp::parse("2026-03-01T12:00:00Z").unwrap()
}

fn outside() -> Outside {
    Outside::at(noon())
}

fn workspace() -> WorkspaceId {
    Uuid::from_u128(0xa).into()
}

fn profile() -> ProfileId {
    Uuid::from_u128(0xb).into()
}

fn user(number: u128) -> UserId {
    Uuid::from_u128(0x100 + number).into()
}

fn access(scopes: &[Scope]) -> ProfileAccess {
    ProfileAccess {
        profile_id: profile(),
        scopes: scopes.iter().copied().collect::<BTreeSet<_>>(),
        actor: Actor::User(user(1)),
    }
}

/// The workspace has these members; nothing else is expected.
fn with_members(members: &[(UserId, Role)]) -> MockWork {
    let mut work = MockWork::default();
    let members = members.to_vec();
    work.memberships
        .expect_lock()
        .withf(|id| *id == workspace())
        .returning(move |_| Ok(members.clone()));
    work
}

/// One line in the workspace's trail, of this deed.
fn expect_deed(work: &mut MockWork, action: &'static str) {
    work.audit
        .expect_stamp_workspace()
        .times(1)
        .withf(move |id, event| *id == workspace() && event.action == action && event.at == noon())
        .returning(|_, _| Ok(()));
}

/// The same in the profile's trail.
fn expect_deed_of_profile(work: &mut MockWork, action: &'static str) {
    work.audit
        .expect_stamp()
        .times(1)
        .withf(move |id, event| *id == profile() && event.action == action && event.at == noon())
        .returning(|_, _| Ok(()));
}

/// The same, told with this detail.
fn expect_told_deed(work: &mut MockWork, action: &'static str, detail: Value) {
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
fn expect_replay(work: &mut MockWork, cause: Cause) {
    work.recomputes
        .expect_queue()
        .times(1)
        .withf(move |id, _, why| *id == profile() && why.cause == cause)
        .returning(|_, candidate, _| Ok((candidate, true)));
}
