//! Which customers may be one.

mod rows;

use std::collections::BTreeMap;

use async_trait::async_trait;
use diesel::sql_types::{
    Array, BigInt, Binary, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::proposals::{
    Commonness, Evidence, Proposal, ProposalStatus, QueuedProposal, Verdict, folded,
};
use identity_graph::{Blocked, Merge, Pass, ProposalStore, Walked};
use kernel::{Actor, CustomerId, MergeId, ProfileId, ProposalId, StoreError, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use self::rows::{AreTwoRow, NameRow, PassRow, ProfileRow, ProposalRow, SharingRow, WalkedRow};
use super::Texts;
use super::join::{Ids, uuids};
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::rows::{IdRow, utc};
use postgres_kit::statement::prepared;

/// Reasons without the values that both sides have: those stand where they are held.
fn evidence(reasons: &[Evidence]) -> Value {
    let reasons = reasons.iter().map(|reason| {
        json!({
            "field": reason.field.as_str(),
            "agreement": reason.agreement.as_str(),
            "bits": reason.bits,
        })
    });
    reasons.collect()
}

async fn pass(
    connection: &mut AsyncPgConnection,
    statement: &'static str,
    profile_id: ProfileId,
) -> Result<Option<Pass>, StoreError> {
    let rows: Vec<PassRow> = prepared(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().next().map(Into::into))
}

async fn begin(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    now: Timestamp,
) -> Result<(), StoreError> {
    prepared(include_str!("../sql/proposals/begin_pass.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(now))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

#[async_trait]
impl ProposalStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "ProposalStore::take_pass", skip_all)]
    async fn take_pass(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
    ) -> Result<Option<Pass>, StoreError> {
        begin(&mut self.connection, profile_id, now).await?;
        let statement = include_str!("../sql/proposals/take_pass.sql");
        pass(&mut self.connection, statement, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::put_pass", skip_all)]
    async fn put_pass(&mut self, profile_id: ProfileId, pass: &Pass) -> Result<(), StoreError> {
        let count = |of: u64| i64::try_from(of).unwrap_or(i64::MAX);
        prepared(include_str!("../sql/proposals/put_pass.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(pass.after.uuid())
            .bind::<Nullable<Timestamptz>, _>(pass.began_at.map(utc))
            .bind::<Nullable<Timestamptz>, _>(pass.finished_at.map(utc))
            .bind::<BigInt, _>(count(pass.walked))
            .bind::<BigInt, _>(count(pass.compared))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::request_pass", skip_all)]
    async fn request_pass(
        &mut self,
        profile_id: ProfileId,
        now: Timestamp,
    ) -> Result<Pass, StoreError> {
        begin(&mut self.connection, profile_id, now).await?;
        prepared(include_str!("../sql/proposals/restart_pass.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Timestamptz, _>(utc(now))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        let statement = include_str!("../sql/proposals/read_pass.sql");
        let pass = pass(&mut self.connection, statement, profile_id).await?;
        pass.ok_or(StoreError::Conflict)
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::hold", skip_all)]
    async fn hold(&mut self, profile_id: ProfileId, now: Timestamp) -> Result<(), StoreError> {
        begin(&mut self.connection, profile_id, now).await?;
        let statement = include_str!("../sql/proposals/read_pass.sql");
        let held = pass(&mut self.connection, statement, profile_id).await?;
        held.map(|_| ()).ok_or(StoreError::Conflict)
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::due", skip_all)]
    async fn due(&mut self, before: Timestamp, limit: u32) -> Result<Vec<ProfileId>, StoreError> {
        let rows: Vec<ProfileRow> = prepared(include_str!("../sql/proposals/due_passes.sql"))
            .bind::<Timestamptz, _>(utc(before))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.profile_id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::take_waiting", skip_all)]
    async fn take_waiting(
        &mut self,
        profile_id: ProfileId,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError> {
        let rows: Vec<IdRow> = prepared(include_str!("../sql/proposals/take_waiting.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::next", skip_all)]
    async fn next(
        &mut self,
        profile_id: ProfileId,
        after: CustomerId,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError> {
        let rows: Vec<IdRow> = prepared(include_str!("../sql/proposals/next.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(after.uuid())
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::walked", skip_all)]
    async fn walked(
        &mut self,
        profile_id: ProfileId,
        customers: &[CustomerId],
    ) -> Result<Vec<Walked>, StoreError> {
        if customers.is_empty() {
            return Ok(Vec::new());
        }
        let rows: Vec<WalkedRow> = prepared(include_str!("../sql/proposals/walked.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(customers))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::put_blocks", skip_all)]
    async fn put_blocks(
        &mut self,
        profile_id: ProfileId,
        blocked: &[Blocked],
    ) -> Result<(), StoreError> {
        let digests: Vec<&[u8]> = blocked.iter().map(|it| it.digest.as_slice()).collect();
        let blocks = blocked.iter().flat_map(|it| {
            let of = it.customer.uuid();
            it.blocks.iter().map(move |block| (of, *block))
        });
        let (customers, blocks): (Vec<Uuid>, Vec<i64>) = blocks.unzip();
        prepared(include_str!("../sql/proposals/put_blocks.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(blocked.iter().map(|it| &it.customer)))
            .bind::<Array<Binary>, _>(digests)
            .bind::<Ids, _>(customers)
            .bind::<Array<BigInt>, _>(blocks)
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::sharing", skip_all)]
    async fn sharing(
        &mut self,
        profile_id: ProfileId,
        blocks: &[i64],
        most: usize,
    ) -> Result<Vec<(i64, Vec<CustomerId>)>, StoreError> {
        let rows: Vec<SharingRow> = prepared(include_str!("../sql/proposals/sharing.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<BigInt>, _>(blocks)
            .bind::<Integer, _>(i32::try_from(most).unwrap_or(i32::MAX - 1))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: SharingRow| {
            let members = row.members.into_iter().map(Into::into);
            (row.block, members.collect())
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::commonness", skip_all)]
    async fn commonness(&mut self, profile_id: ProfileId) -> Result<Commonness, StoreError> {
        let rows: Vec<NameRow> = prepared(include_str!("../sql/proposals/commonness.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let (mut all, mut names) = (0_u32, BTreeMap::<String, u32>::new());
        for row in rows {
            let customers = u32::try_from(row.customers).unwrap_or(u32::MAX);
            all = all.saturating_add(customers);
            let name = folded(row.last_name.as_deref().unwrap_or_default());
            for word in name.split(' ').filter(|word| !word.is_empty()) {
                let having = names.entry(word.to_owned()).or_default();
                *having = having.saturating_add(customers);
            }
        }
        Ok(Commonness::new(all, names))
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::propose", skip_all)]
    async fn propose(
        &mut self,
        profile_id: ProfileId,
        of: &[CustomerId],
        proposed: &[(ProposalId, [CustomerId; 2], Proposal)],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let column = |of: fn(&(ProposalId, [CustomerId; 2], Proposal)) -> Uuid| {
            proposed.iter().map(of).collect::<Vec<_>>()
        };
        let scores: Vec<i32> = proposed.iter().map(|(_, _, it)| it.score.0).collect();
        let bands: Vec<&str> = proposed.iter().map(|(_, _, it)| it.band.as_str()).collect();
        let reasons = proposed.iter().map(|(_, _, it)| evidence(&it.evidence));
        prepared(include_str!("../sql/proposals/propose.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(of))
            .bind::<Ids, _>(column(|(id, ..)| id.uuid()))
            .bind::<Ids, _>(column(|(_, [one, _], _)| one.uuid()))
            .bind::<Ids, _>(column(|(_, [_, other], _)| other.uuid()))
            .bind::<Array<Integer>, _>(scores)
            .bind::<Texts, _>(bands)
            .bind::<Array<Jsonb>, _>(reasons.collect::<Vec<_>>())
            .bind::<Timestamptz, _>(utc(at))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::merged", skip_all)]
    async fn merged(
        &mut self,
        profile_id: ProfileId,
        [one, other]: [CustomerId; 2],
        merge: &Merge,
    ) -> Result<(), StoreError> {
        prepared(include_str!("../sql/proposals/merged.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(one.min(other).uuid())
            .bind::<SqlUuid, _>(one.max(other).uuid())
            .bind::<SqlUuid, _>(merge.id.uuid())
            .bind::<Timestamptz, _>(utc(merge.decided_at))
            .bind::<Text, _>(merge.actor.kind())
            .bind::<Nullable<SqlUuid>, _>(merge.actor.id())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::forget", skip_all)]
    async fn forget(
        &mut self,
        profile_id: ProfileId,
        aliases: &[(CustomerId, CustomerId)],
    ) -> Result<(), StoreError> {
        let (customers, heirs): (Vec<_>, Vec<_>) = aliases.iter().copied().unzip();
        prepared(include_str!("../sql/proposals/forget.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(uuids(&customers))
            .bind::<Ids, _>(uuids(&heirs))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::lock", skip_all)]
    async fn lock(
        &mut self,
        profile_id: ProfileId,
        id: ProposalId,
    ) -> Result<Option<QueuedProposal>, StoreError> {
        let rows: Vec<ProposalRow> = prepared(include_str!("../sql/proposals/lock.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().next().and_then(ProposalRow::read))
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::decide", skip_all)]
    async fn decide(
        &mut self,
        profile_id: ProfileId,
        id: ProposalId,
        verdict: &Verdict,
    ) -> Result<(), StoreError> {
        let (status, until) = match verdict.put_off_until {
            None => (ProposalStatus::Dismissed, None),
            Some(until) => (ProposalStatus::Snoozed, Some(until)),
        };
        prepared(include_str!("../sql/proposals/decide.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .bind::<Text, _>(status.as_str())
            .bind::<Nullable<Timestamptz>, _>(until.map(utc))
            .bind::<Timestamptz, _>(utc(verdict.at))
            .bind::<Text, _>(verdict.actor.kind())
            .bind::<Nullable<SqlUuid>, _>(verdict.actor.id())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::are_two", skip_all)]
    async fn are_two(
        &mut self,
        profile_id: ProfileId,
        [one, other]: [CustomerId; 2],
    ) -> Result<bool, StoreError> {
        let row: AreTwoRow = prepared(include_str!("../sql/proposals/are_two.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(one.uuid())
            .bind::<SqlUuid, _>(other.uuid())
            .get_result(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(row.are_two)
    }

    #[tracing::instrument(level = "debug", name = "ProposalStore::dismiss", skip_all)]
    async fn dismiss(
        &mut self,
        profile_id: ProfileId,
        id: ProposalId,
        [one, other]: [CustomerId; 2],
        merge: Option<MergeId>,
        (at, actor): (Timestamp, Actor),
    ) -> Result<(), StoreError> {
        prepared(include_str!("../sql/proposals/dismiss.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .bind::<SqlUuid, _>(one.min(other).uuid())
            .bind::<SqlUuid, _>(one.max(other).uuid())
            .bind::<Timestamptz, _>(utc(at))
            .bind::<Text, _>(actor.kind())
            .bind::<Nullable<SqlUuid>, _>(actor.id())
            .bind::<Nullable<SqlUuid>, _>(merge.map(kernel::Id::uuid))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
