//! Customers who may be one.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{
    Actor, Personal, ProfileAccess, ProfileId, ProposalId, ProposalStatus, StoreError, Timestamp,
};
use reporting::proposals::{
    NamedValue, ProposalKey, ProposalRow, ProposalSide, ProposalsPage, ProposalsQuery,
    ProposalsReader, Reason,
};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

/// So many identifiers of a customer are shown.
const MOST_SHOWN: usize = 20;

/// Where whoever was never proposed stands in the order of scores; the statements say the same.
const NO_SCORE: i32 = -1_000_000;

/// Proposals on a pool.
#[derive(Clone)]
pub struct PgProposalsReader {
    pool: PgPool,
}

impl PgProposalsReader {
    /// Reads there.
    pub const fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    one_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    other_id: Uuid,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Nullable<Integer>)]
    score: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    band: Option<String>,
    #[diesel(sql_type = Jsonb)]
    evidence: Value,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    snoozed_until: Option<OffsetDateTime>,
    #[diesel(sql_type = Timestamptz)]
    proposed_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    decided_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Text>)]
    actor_kind: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    actor_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    merge_id: Option<Uuid>,
}

#[derive(QueryableByName)]
struct SideRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    last_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    primary_email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    primary_phone: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
    #[diesel(sql_type = Timestamptz)]
    last_seen_at: OffsetDateTime,
    #[diesel(sql_type = Array<Text>)]
    kinds: Vec<String>,
    #[diesel(sql_type = Array<Text>)]
    keys: Vec<String>,
    #[diesel(sql_type = Array<Bool>)]
    held: Vec<bool>,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = BigInt)]
    proposals: i64,
}

/// A customer, and every value that they have or were named with.
struct Known {
    side: ProposalSide,
    values: BTreeSet<(String, String)>,
}

fn named(kind: &str, key: &str) -> NamedValue {
    NamedValue {
        kind: kind.to_owned(),
        // Of a national id there is a hash.
        value: (kind != "national_id").then(|| Personal::new(key)),
    }
}

impl From<SideRow> for Known {
    fn from(row: SideRow) -> Self {
        let values: Vec<_> = row.kinds.into_iter().zip(row.keys).collect();
        let held = values
            .iter()
            .zip(&row.held)
            .filter(|(_, is_held)| **is_held);
        let identifiers = held.map(|((kind, key), _)| named(kind, key));
        let personal = |value: Option<String>| value.map(Personal::new);
        Self {
            side: ProposalSide {
                id: row.id.into(),
                first_name: personal(row.first_name),
                last_name: personal(row.last_name),
                primary_email: personal(row.primary_email),
                primary_phone: personal(row.primary_phone),
                first_seen_at: row.first_seen_at.into(),
                last_seen_at: row.last_seen_at.into(),
                identifiers: identifiers.take(MOST_SHOWN).collect(),
            },
            values: values.into_iter().collect(),
        }
    }
}

impl Row {
    /// With both sides, as far as they are there.
    fn read(self, sides: &BTreeMap<Uuid, Known>) -> Option<ProposalRow> {
        let known: Vec<_> = [self.one_id, self.other_id]
            .iter()
            .filter_map(|id| sides.get(id))
            .collect();
        let both: Vec<_> = match known.as_slice() {
            [one, other] => one.values.intersection(&other.values).collect(),
            _ => Vec::new(),
        };
        let reasons = self.evidence.as_array().into_iter().flatten();
        let reasons = reasons.filter_map(|reason| {
            let word = |name: &str| Some(reason.get(name)?.as_str()?.to_owned());
            let field = word("field")?;
            let values = both.iter().filter(|(kind, _)| *kind == field);
            Some(Reason {
                agreement: word("agreement")?,
                bits: i32::try_from(reason.get("bits")?.as_i64()?).ok()?,
                values: values.map(|(kind, key)| named(kind, key)).collect(),
                field,
            })
        });
        let by = |kind: String| Actor::from_parts(&kind, self.actor_id);
        Some(ProposalRow {
            id: self.id.into(),
            pair: [self.one_id, self.other_id].map(Into::into),
            status: ProposalStatus::parse(&self.status)?,
            score: self.score,
            band: self.band,
            reasons: reasons.collect(),
            sides: known.iter().map(|it| it.side.clone()).collect(),
            proposed_at: self.proposed_at.into(),
            snoozed_until: self.snoozed_until.map(Into::into),
            decided: self.decided_at.map(Into::into).zip(self.actor_kind.map(by)),
            merge: self.merge_id.map(Into::into),
        })
    }
}

async fn with_sides(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    rows: Vec<Row>,
) -> Result<Vec<ProposalRow>, StoreError> {
    let ids: BTreeSet<Uuid> = rows
        .iter()
        .flat_map(|row| [row.one_id, row.other_id])
        .collect();
    let sides: Vec<SideRow> = prepared(include_str!("proposal_sides.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids.into_iter().collect::<Vec<_>>())
        .load(connection)
        .await
        .map_err(store)?;
    let sides: BTreeMap<Uuid, Known> = sides.into_iter().map(|row| (row.id, row.into())).collect();
    Ok(rows
        .into_iter()
        .filter_map(|row| row.read(&sides))
        .collect())
}

async fn counts(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    now: Timestamp,
) -> Result<[u64; 4], StoreError> {
    let rows: Vec<CountRow> = prepared(include_str!("proposal_counts.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(now))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(ProposalStatus::ALL.map(|status| {
        let row = rows.iter().find(|row| row.status == status.as_str());
        row.map_or(0, |row| u64::try_from(row.proposals).unwrap_or(0))
    }))
}

#[async_trait]
impl ProposalsReader for PgProposalsReader {
    #[tracing::instrument(level = "debug", name = "ProposalsReader::proposals", skip_all)]
    async fn proposals(
        &self,
        access: &ProfileAccess,
        query: &ProposalsQuery,
        now: Timestamp,
    ) -> Result<ProposalsPage, StoreError> {
        let mut connection = self.pool.connection().await?;
        let limit = query.limit.get();
        let after = query.after.unwrap_or(ProposalKey {
            score: i32::MAX,
            id: Uuid::nil().into(),
        });
        let mut rows: Vec<Row> = prepared(include_str!("proposals.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<Text, _>(query.status.as_str())
            .bind::<Nullable<Text>, _>(query.band)
            .bind::<Timestamptz, _>(utc(now))
            .bind::<Integer, _>(after.score)
            .bind::<SqlUuid, _>(after.id.uuid())
            .bind::<BigInt, _>(i64::from(limit) + 1)
            .load(&mut connection)
            .await
            .map_err(store)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let is_more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| is_more).map(|row| ProposalKey {
            score: row.score.unwrap_or(NO_SCORE),
            id: row.id.into(),
        });
        Ok(ProposalsPage {
            rows: with_sides(&mut connection, access.profile_id, rows).await?,
            next,
            counts: counts(&mut connection, access.profile_id, now).await?,
        })
    }

    #[tracing::instrument(level = "debug", name = "ProposalsReader::proposal", skip_all)]
    async fn proposal(
        &self,
        access: &ProfileAccess,
        id: ProposalId,
        now: Timestamp,
    ) -> Result<Option<ProposalRow>, StoreError> {
        let mut connection = self.pool.connection().await?;
        let rows: Vec<Row> = prepared(include_str!("proposal.sql"))
            .bind::<SqlUuid, _>(access.profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .bind::<Timestamptz, _>(utc(now))
            .load(&mut connection)
            .await
            .map_err(store)?;
        let rows = with_sides(&mut connection, access.profile_id, rows).await?;
        Ok(rows.into_iter().next())
    }
}
