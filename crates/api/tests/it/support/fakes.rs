//! Fakes of the ports that every test needs.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use access_control::ports::{HandoffReader, OwnWorkspace, StoredHandoff, WorkspaceReader};
use access_control::{ApiKey, ApiKeySecret, ApiKeyStore};
use application::outcome_events;
use application::outcome_events::intake::OutcomeIntake;
use application::outcome_events::record::{RecordOutcomeEvent, Recorded};
use application::ports::{
    Cut, FullReplay, NewProfile, Profile, ProfileFounder, ProfileStore, ReplayOrder, SessionCut,
};
use application::tracking::collect::{Collected, Sender};
use application::tracking::intake::{Intake, Refused};
use application::views::intake::{LoadedPicture, ViewIntake};
use application::{UnitOfWork, UnitsOfWork};
use async_trait::async_trait;
use event_intake::ports::IntakeReason;
use event_intake::{TrackerBatch, TrackingKey, TrackingKeyStore, TrackingKeyText};
use http_kit::state::{NotReady, Randomness, Readiness};
use kernel::{Clock, HandoffId, IdSource, ProfileId, StoreError, Timestamp, UserId};
use ring::digest::{SHA256, digest};
use uuid::Uuid;

/// Keys in memory; counts look-ups.
#[derive(Default)]
pub(crate) struct FakeKeys {
    keys: Mutex<Vec<([u8; 32], ApiKey)>>,
    pub(crate) look_ups: AtomicUsize,
    made: AtomicU64,
}

impl FakeKeys {
    pub(crate) fn next_secret(&self) -> ApiKeySecret {
        let mut bytes = [0; 32];
        let number = self.made.fetch_add(1, Ordering::SeqCst) + 1;
        bytes[..8].copy_from_slice(&number.to_be_bytes());
        ApiKeySecret::from_random(bytes)
    }

    /// How many secrets there were so far.
    pub(crate) fn made(&self) -> u64 {
        self.made.load(Ordering::SeqCst)
    }

    pub(crate) fn add(&self, secret: &ApiKeySecret, key: ApiKey) {
        let mut hash = [0; 32];
        hash.copy_from_slice(digest(&SHA256, secret.reveal().as_bytes()).as_ref());
        self.keys.lock().unwrap().push((hash, key));
    }
}

#[async_trait]
impl ApiKeyStore for FakeKeys {
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<ApiKey>, StoreError> {
        self.look_ups.fetch_add(1, Ordering::SeqCst);
        let keys = self.keys.lock().unwrap();
        Ok(keys
            .iter()
            .find(|(hash, _)| hash == sha256)
            .map(|(_, key)| key.clone()))
    }

    async fn insert(&self, key: &ApiKey, sha256: &[u8; 32]) -> Result<(), StoreError> {
        self.keys.lock().unwrap().push((*sha256, key.clone()));
        Ok(())
    }

    async fn revoke_by_name(
        &self,
        profile: ProfileId,
        name: &str,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let mut keys = self.keys.lock().unwrap();
        let live = keys.iter_mut().map(|(_, key)| key).filter(|key| {
            key.profile_id == profile && key.name == name && key.revoked_at.is_none()
        });
        Ok(live.fold(0, |count, key| {
            key.revoked_at = Some(at);
            count + 1
        }))
    }

    async fn list(&self, profile: ProfileId) -> Result<Vec<ApiKey>, StoreError> {
        let keys = self.keys.lock().unwrap();
        Ok(keys
            .iter()
            .map(|(_, key)| key.clone())
            .filter(|key| key.profile_id == profile)
            .collect())
    }
}

/// Ready unless told otherwise.
#[derive(Default)]
pub(crate) struct FakeReadiness {
    pub(crate) missing: Mutex<Option<NotReady>>,
}

#[async_trait]
impl Readiness for FakeReadiness {
    async fn check(&self) -> Result<(), NotReady> {
        self.missing.lock().unwrap().map_or(Ok(()), Err)
    }
}

/// Always 2026-01-01T00:00:00Z.
pub(crate) struct FakeClock;

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(1_767_225_600_000_000)
    }
}

/// Counts up.
#[derive(Default)]
pub(crate) struct FakeIds {
    last: AtomicU64,
}

impl IdSource for FakeIds {
    fn new_id(&self) -> Uuid {
        let number = self.last.fetch_add(1, Ordering::SeqCst) + 1;
        Uuid::from_u128(0x0190_0000_0000_7000_9000_0000_0000_0000 + u128::from(number))
    }
}

/// Counts up.
#[derive(Default)]
pub(crate) struct FakeRandomness {
    last: AtomicU64,
}

impl Randomness for FakeRandomness {
    fn bytes32(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let number = self.last.fetch_add(1, Ordering::SeqCst) + 1;
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        bytes
    }
}

/// Keys in memory.
#[derive(Default)]
pub(crate) struct FakeTrackingKeys {
    keys: Mutex<Vec<(ProfileId, TrackingKey)>>,
}

#[async_trait]
impl TrackingKeyStore for FakeTrackingKeys {
    async fn active(
        &self,
        profile: ProfileId,
    ) -> Result<Option<TrackingKey>, event_intake::StoreError> {
        Ok(self.list(profile).await?.into_iter().next())
    }

    async fn issue(
        &self,
        profile: ProfileId,
        key: &TrackingKey,
    ) -> Result<TrackingKey, event_intake::StoreError> {
        let mut keys = self.keys.lock().unwrap();
        if let Some((_, kept)) = keys.iter().find(|(owner, _)| *owner == profile) {
            return Ok(kept.clone());
        }
        keys.push((profile, key.clone()));
        Ok(key.clone())
    }

    async fn list(&self, profile: ProfileId) -> Result<Vec<TrackingKey>, event_intake::StoreError> {
        let keys = self.keys.lock().unwrap();
        Ok(keys
            .iter()
            .filter(|(owner, _)| *owner == profile)
            .map(|(_, key)| key.clone())
            .collect())
    }
}

/// A store that is down.
pub(crate) struct FakeProfiles;

fn down() -> StoreError {
    StoreError::Unavailable("password of db.internal refused".to_owned())
}

#[async_trait]
impl ProfileStore for FakeProfiles {
    async fn find(&self, _: ProfileId) -> Result<Option<Profile>, StoreError> {
        Err(down())
    }

    async fn by_tracking_key(&self, _: &str) -> Result<Option<Profile>, StoreError> {
        Err(down())
    }

    async fn list(&self, _: u32) -> Result<Vec<Profile>, StoreError> {
        Err(down())
    }

    async fn create(&self, _: &NewProfile) -> Result<(), StoreError> {
        Err(down())
    }
}

#[async_trait]
impl ProfileFounder for FakeProfiles {
    async fn create_once(
        &self,
        _: &NewProfile,
        _: Timestamp,
    ) -> Result<(ProfileId, bool), StoreError> {
        Err(down())
    }
}

#[async_trait]
impl WorkspaceReader for FakeProfiles {
    async fn of_user(&self, _: UserId, _: u32) -> Result<Vec<OwnWorkspace>, StoreError> {
        Err(down())
    }
}

#[async_trait]
impl HandoffReader for FakeProfiles {
    async fn find(&self, _: HandoffId) -> Result<Option<StoredHandoff>, StoreError> {
        Ok(None)
    }
}

/// A store that is down.
pub(crate) struct FakeUnits;

#[async_trait]
impl UnitsOfWork for FakeUnits {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        Err(down())
    }

    async fn replay_all(&self, _: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError> {
        Err(down())
    }

    async fn cut_all(&self, _: ProfileId, _: Cut) -> Result<Box<dyn SessionCut>, StoreError> {
        Err(down())
    }
}

/// An intake of browser events that has no room, and one of outcome events whose store is down.
pub(crate) struct FakeIntake;

#[async_trait]
impl OutcomeIntake for FakeIntake {
    async fn record(
        &self,
        _: ProfileId,
        _: RecordOutcomeEvent,
    ) -> Result<Recorded, outcome_events::intake::Refused> {
        Err(down().into())
    }

    async fn drain(&self) {}
}

/// Forgets every picture.
#[async_trait]
impl ViewIntake for FakeIntake {
    fn take(&self, _: LoadedPicture) {}

    fn refuse(&self, _: &TrackingKeyText, _: IntakeReason, _: Timestamp) {}

    async fn drain(&self) {}
}

#[async_trait]
impl Intake for FakeIntake {
    async fn collect(&self, _: TrackerBatch, _: Sender) -> Result<Collected, Refused> {
        Err(Refused::Busy)
    }

    async fn owner(&self, _: &str) -> Result<Option<Arc<Profile>>, StoreError> {
        Ok(None)
    }

    fn last_owner(&self, _: &str) -> Option<Arc<Profile>> {
        None
    }

    async fn wants_cookies(&self, _: ProfileId) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn drain(&self) {}
}
