//! How reading goes, as it is kept.

use std::collections::BTreeMap;

use async_trait::async_trait;
use kernel::{ConnectionId, Date, ProfileAccess, ProfileId, StoreError, Timestamp};

use crate::calendar::Piece;
use crate::coverage::ReadAccount;
use crate::sync::{DayRead, SyncState};

/// Reading, inside a transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SyncStore: Send {
    /// How reading of a connection goes; `None` when nobody ever said that it is to be read. Until the transaction
    /// ends, nobody else changes it.
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
    ) -> Result<Option<SyncState>, StoreError>;

    /// Replaces how it goes.
    async fn put(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        state: &SyncState,
    ) -> Result<(), StoreError>;

    /// When each of the days from `from` on was last read.
    async fn reads(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        from: Date,
    ) -> Result<BTreeMap<Date, Timestamp>, StoreError>;

    /// Notes that days were read, and what they came to, in place of what is noted of them.
    async fn note(
        &mut self,
        profile_id: ProfileId,
        id: ConnectionId,
        days: &[DayRead],
    ) -> Result<(), StoreError>;

    /// Up to `most` connections of all profiles that are connected, enabled, due and free at `now`, those that have
    /// waited longest first.
    async fn due(
        &mut self,
        now: Timestamp,
        most: usize,
    ) -> Result<Vec<(ProfileId, ConnectionId)>, StoreError>;
}

/// Reading, outside any transaction.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait SyncReader: Send + Sync {
    /// How reading of these connections of the profile goes, in no order; those that were never to be read are not
    /// among them. Of their days, none.
    async fn states(
        &self,
        access: &ProfileAccess,
        ids: &[ConnectionId],
    ) -> Result<Vec<(ConnectionId, SyncState)>, StoreError>;

    /// What was noted of these days of a connection of the profile, the earliest first; days that were not read are not
    /// among them.
    async fn days(
        &self,
        access: &ProfileAccess,
        id: ConnectionId,
        period: Piece,
    ) -> Result<Vec<DayRead>, StoreError>;

    /// Accounts of the profile that are read and not removed, at most a hundred, in no order.
    async fn accounts(&self, access: &ProfileAccess) -> Result<Vec<ReadAccount>, StoreError>;

    /// How many of some days of connections of the profile were read when they were complete, each with its
    /// connection; connections of which none was are not among them.
    async fn complete(
        &self,
        access: &ProfileAccess,
        asked: &[(ConnectionId, Piece)],
    ) -> Result<Vec<(ConnectionId, i64)>, StoreError>;
}
