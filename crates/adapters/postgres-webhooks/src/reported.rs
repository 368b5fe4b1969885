//! Conversions as they are told, and up to when figures were told to be complete.

use std::collections::{BTreeMap, BTreeSet};

use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, RevenueType, StoreError, Timestamp};
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;
use webhook_events::EventType;
use webhook_events::conversions::{
    ConversionChange, Counted, RecordedConversion, ReportedConversion,
};
use webhook_events::ports::{FirstAttribution, Fresher};

use crate::rows::broken;
use postgres_kit::error::store;
use postgres_kit::rows::{IdRow, column, printed, utc};
use postgres_kit::statement::prepared;

/// The channels of signatures.
pub async fn channels(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    signatures: &[i64],
) -> Result<BTreeMap<i64, String>, StoreError> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        signature_id: i64,
        #[diesel(sql_type = Text)]
        channel: String,
    }
    let rows: Vec<Row> = prepared(
        "SELECT n.signature_id, n.channel FROM signature_channels n \
         WHERE n.profile_id = $1 AND n.signature_id = ANY($2) AND n.channel IS NOT NULL",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<BigInt>, _>(signatures)
    .load(connection)
    .await
    .map_err(store)?;
    let named = rows.into_iter().map(|row| (row.signature_id, row.channel));
    Ok(named.collect())
}

#[derive(QueryableByName)]
struct FirstRow {
    #[diesel(sql_type = SqlUuid)]
    definition_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    conversion_id: Uuid,
}

fn first(rows: Vec<FirstRow>) -> Vec<FirstAttribution> {
    let first = |row: FirstRow| (row.definition_id.into(), row.conversion_id.into());
    rows.into_iter().map(first).collect()
}

/// Notes the first attributed conversion of definitions that have had none.
pub async fn note_first(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    candidates: &[FirstAttribution],
    at: Timestamp,
) -> Result<Vec<FirstAttribution>, StoreError> {
    let rows: Vec<IdRow> = prepared(include_str!("sql/note_first.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(at))
        .bind::<Array<SqlUuid>, _>(column(candidates, |(definition, _)| definition.uuid()))
        .load(connection)
        .await
        .map_err(store)?;
    let noted: BTreeSet<Uuid> = rows.into_iter().map(|row| row.id).collect();
    let is_noted = |(definition, _): &&FirstAttribution| noted.contains(&definition.uuid());
    Ok(candidates.iter().filter(is_noted).copied().collect())
}

/// The same from all conversions of a generation.
pub async fn note_first_of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
    at: Timestamp,
) -> Result<Vec<FirstAttribution>, StoreError> {
    let rows: Vec<FirstRow> = prepared(include_str!("sql/first_of_generation.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(generation)
        .load(connection)
        .await
        .map_err(store)?;
    let candidates = first(rows);
    if candidates.is_empty() {
        return Ok(candidates);
    }
    note_first(connection, profile_id, &candidates, at).await
}

#[derive(QueryableByName)]
struct ChangeRow {
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    before_definition_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    before_credited: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    before_signature: Option<i64>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    after_definition_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    after_credited: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    after_signature: Option<i64>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    event_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    revenue_type: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    occurred_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
}

fn reported(
    id: Uuid,
    definition: Option<Uuid>,
    credited: Option<&String>,
    signature: Option<i64>,
) -> Result<Option<ReportedConversion>, StoreError> {
    let Some(definition) = definition else {
        return Ok(None);
    };
    Ok(Some(ReportedConversion {
        id: id.into(),
        definition_id: definition.into(),
        credited: amount(credited)?,
        signature,
    }))
}

fn amount(text: Option<&String>) -> Result<Option<Decimal>, StoreError> {
    text.map(|text| printed(text)).transpose()
}

fn change(row: &ChangeRow) -> Result<ConversionChange, StoreError> {
    let before = reported(
        row.id,
        row.before_definition_id,
        row.before_credited.as_ref(),
        row.before_signature,
    )?;
    let after = reported(
        row.id,
        row.after_definition_id,
        row.after_credited.as_ref(),
        row.after_signature,
    )?;
    let recorded = |reported: ReportedConversion| {
        let without = || broken(row.id, "a conversion");
        let revenue_type = row.revenue_type.as_deref().and_then(RevenueType::parse);
        Ok::<_, StoreError>(RecordedConversion {
            reported,
            event_id: row.event_id.ok_or_else(without)?.into(),
            revenue_type: revenue_type.ok_or_else(without)?,
            occurred_at: row.occurred_at.ok_or_else(without)?.into(),
            value: amount(row.value.as_ref())?,
        })
    };
    Ok(ConversionChange {
        before,
        after: after.map(recorded).transpose()?,
    })
}

/// What differs between two generations.
pub async fn differing(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (before, after): (i64, i64),
    limit: u32,
) -> Result<Counted<ConversionChange>, StoreError> {
    let rows: Vec<ChangeRow> = prepared(include_str!("sql/differing_conversions.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(before)
        .bind::<BigInt, _>(after)
        .bind::<BigInt, _>(i64::from(limit))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(Counted {
        count: count(rows.as_slice().first().map(|row| row.count)),
        first: rows.iter().map(change).collect::<Result<_, _>>()?,
    })
}

fn count(count: Option<i64>) -> u64 {
    count
        .and_then(|count| u64::try_from(count).ok())
        .unwrap_or_default()
}

/// Conversions that are credited to touches with some signatures.
pub async fn credited_to(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
    (signatures, limit): (&[i64], u32),
) -> Result<Counted<ReportedConversion>, StoreError> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = BigInt)]
        count: i64,
        #[diesel(sql_type = SqlUuid)]
        id: Uuid,
        #[diesel(sql_type = SqlUuid)]
        definition_id: Uuid,
        #[diesel(sql_type = Nullable<Text>)]
        credited: Option<String>,
        #[diesel(sql_type = BigInt)]
        signature: i64,
    }
    let rows: Vec<Row> = prepared(include_str!("sql/credited_to.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(generation)
        .bind::<Array<BigInt>, _>(signatures)
        .bind::<BigInt, _>(i64::from(limit))
        .load(connection)
        .await
        .map_err(store)?;
    let conversion = |row: &Row| {
        Ok(ReportedConversion {
            id: row.id.into(),
            definition_id: row.definition_id.into(),
            credited: amount(row.credited.as_ref())?,
            signature: Some(row.signature),
        })
    };
    Ok(Counted {
        count: count(rows.as_slice().first().map(|row| row.count)),
        first: rows
            .iter()
            .map(conversion)
            .collect::<Result<_, StoreError>>()?,
    })
}

/// Profiles that have become fresher than was told.
pub async fn fresher(
    connection: &mut AsyncPgConnection,
    not_since: Timestamp,
    limit: u32,
) -> Result<Vec<Fresher>, StoreError> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = SqlUuid)]
        profile_id: Uuid,
        #[diesel(sql_type = Timestamptz)]
        until: OffsetDateTime,
    }
    let rows: Vec<Row> = prepared(include_str!("sql/fresher_profiles.sql"))
        .bind::<Timestamptz, _>(utc(not_since))
        .bind::<Text, _>(EventType::ProfileFreshnessChanged.as_str())
        .bind::<BigInt, _>(i64::from(limit))
        .load(connection)
        .await
        .map_err(store)?;
    let fresher = |row: Row| Fresher {
        profile_id: row.profile_id.into(),
        until: row.until.into(),
    };
    Ok(rows.into_iter().map(fresher).collect())
}

/// Notes what is told.
pub async fn note_told(
    connection: &mut AsyncPgConnection,
    told: Fresher,
    at: Timestamp,
) -> Result<(), StoreError> {
    prepared(
        "UPDATE attribution_state SET freshness_told = $2, freshness_told_at = $3 \
         WHERE profile_id = $1",
    )
    .bind::<SqlUuid, _>(told.profile_id.uuid())
    .bind::<Timestamptz, _>(utc(told.until))
    .bind::<Timestamptz, _>(utc(at))
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}
