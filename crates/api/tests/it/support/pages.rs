//! Pages without a database: nobody is signed in.

use std::sync::Arc;

use access_control::ports::{
    HandoffReader, Invitation, InvitationCard, KeyUses, Member, MembersReader, ReachableWorkspace,
    ReachableWorkspacesReader, StoredHandoff,
};
use access_control::users::{Holder, SignedInUser, WebSessionStore};
use async_trait::async_trait;
use event_intake::ports::{IntakeCount, IntakeDays, IntakeKey, LatestIntake, SenderKeys};
use http_kit::collect_limits::CollectLimits;
use http_kit::console::Console;
use http_kit::hosts_heard::HostsHeard;
use http_kit::intake_counts::IntakeCounts;
use http_kit::key_uses::UsesOfKeys;
use http_kit::senders::Senders;
use kernel::{ApiKeyId, Date, HandoffId, ProfileId, StoreError, Timestamp, UserId, WorkspaceId};
use testkit::memory::MemoryTrackerHosts;

/// Answers everything with nothing.
struct FakePages;

/// The console of nobody.
pub(crate) fn console() -> Console {
    Console {
        web_sessions: Arc::new(FakePages),
        workspaces: Arc::new(FakePages),
        members: Arc::new(FakePages),
        key_uses: Arc::new(FakePages),
        uses: Arc::new(UsesOfKeys::new(Arc::new(FakePages))),
        handoffs: Arc::new(FakePages),
    }
}

/// A gate that lets everybody in and counts nothing.
pub(crate) fn collecting() -> CollectLimits {
    CollectLimits {
        key_events: None,
        address_events: None,
        counts: Arc::new(IntakeCounts::new(Arc::new(FakePages))),
        hosts: Arc::new(HostsHeard::new(Arc::new(MemoryTrackerHosts::default()))),
        senders: Arc::new(Senders::new(Arc::new(FakePages), 30)),
    }
}

#[async_trait]
impl SenderKeys for FakePages {
    async fn of_day(&self, _: Date, _: [u8; 32], _: Timestamp) -> Result<[u8; 32], StoreError> {
        Ok([9; 32])
    }
}

#[async_trait]
impl IntakeDays for FakePages {
    async fn add(&self, _: &[(IntakeKey, IntakeCount)]) -> Result<(), StoreError> {
        Ok(())
    }

    async fn since(
        &self,
        _: ProfileId,
        _: &str,
        _: Timestamp,
    ) -> Result<Vec<LatestIntake>, StoreError> {
        Ok(Vec::new())
    }

    async fn last_event(&self, _: ProfileId) -> Result<Option<Timestamp>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl WebSessionStore for FakePages {
    async fn signed_in(
        &self,
        _: &[u8; 32],
        _: Timestamp,
    ) -> Result<Option<SignedInUser>, StoreError> {
        Ok(None)
    }

    async fn issue_form_token(
        &self,
        _: &[u8; 32],
        _: &Holder,
        _: &str,
        _: Timestamp,
        _: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    async fn redeem_form_token(
        &self,
        _: &[u8; 32],
        _: &Holder,
        _: &str,
        _: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(false)
    }
}

#[async_trait]
impl ReachableWorkspacesReader for FakePages {
    async fn places(&self, _: UserId) -> Result<Vec<ReachableWorkspace>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl MembersReader for FakePages {
    async fn members(&self, _: WorkspaceId) -> Result<Vec<Member>, StoreError> {
        Ok(Vec::new())
    }

    async fn invitations(
        &self,
        _: WorkspaceId,
        _: Timestamp,
    ) -> Result<Vec<Invitation>, StoreError> {
        Ok(Vec::new())
    }

    async fn invitation(
        &self,
        _: &[u8; 32],
        _: Timestamp,
    ) -> Result<Option<InvitationCard>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl KeyUses for FakePages {
    async fn note(&self, _: ApiKeyId, _: Timestamp) -> Result<(), StoreError> {
        Ok(())
    }

    async fn of_profile(&self, _: ProfileId) -> Result<Vec<(ApiKeyId, Timestamp)>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl HandoffReader for FakePages {
    async fn find(&self, _: HandoffId) -> Result<Option<StoredHandoff>, StoreError> {
        Ok(None)
    }
}
