//! Which events a source of a rule reads.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::ports::Span;
use export_rules::{RuleSource, StageFilter};
use kernel::{DefinitionId, Keyset, ProfileId, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct PlaceRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    at: OffsetDateTime,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// The events that a source reads in a span, the earlier ones first: what lies after a place, at most so many.
pub async fn events(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    source: &RuleSource,
    span: Span,
    (after, most): (Option<Keyset>, u32),
) -> Result<Vec<Keyset>, StoreError> {
    // Nothing lies before the smallest id at the span's first instant.
    let after = after.unwrap_or(Keyset {
        at: span.from,
        id: Uuid::nil(),
    });
    let rows: Vec<PlaceRow> = match source {
        RuleSource::Definition(id) => {
            conversions(connection, profile_id, *id, span, (after, most)).await?
        }
        RuleSource::StageEntered(filter) | RuleSource::StageExited(filter) => {
            moves(connection, profile_id, filter, span, (after, most)).await?
        }
    };
    let place = |row: PlaceRow| Keyset {
        at: row.at.into(),
        id: row.id,
    };
    Ok(rows.into_iter().map(place).collect())
}

async fn conversions(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    definition: DefinitionId,
    span: Span,
    (after, most): (Keyset, u32),
) -> Result<Vec<PlaceRow>, StoreError> {
    prepared(include_str!("../sql/conversions_of.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(definition.uuid())
        .bind::<Timestamptz, _>(utc(span.from))
        .bind::<Timestamptz, _>(utc(span.until))
        .bind::<Timestamptz, _>(utc(after.at))
        .bind::<SqlUuid, _>(after.id)
        .bind::<BigInt, _>(i64::from(most))
        .load(connection)
        .await
        .map_err(store)
}

async fn moves(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    filter: &StageFilter,
    span: Span,
    (after, most): (Keyset, u32),
) -> Result<Vec<PlaceRow>, StoreError> {
    prepared(include_str!("../sql/stage_moves.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(i64::from(most))
        .bind::<Timestamptz, _>(utc(span.from))
        .bind::<Timestamptz, _>(utc(span.until))
        .bind::<Nullable<Text>, _>(filter.to_stage.as_deref())
        .bind::<Nullable<Text>, _>(filter.from_stage.as_deref())
        .bind::<Nullable<Text>, _>(filter.external_source.as_deref())
        .bind::<Timestamptz, _>(utc(after.at))
        .bind::<SqlUuid, _>(after.id)
        .load(connection)
        .await
        .map_err(store)
}

/// How many events a source reads in a span.
pub async fn count(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    source: &RuleSource,
    span: Span,
) -> Result<u64, StoreError> {
    let (from, until) = (utc(span.from), utc(span.until));
    let row: CountRow = match source {
        RuleSource::Definition(id) => {
            prepared(include_str!("../sql/count_conversions_of.sql"))
                .bind::<SqlUuid, _>(profile_id.uuid())
                .bind::<SqlUuid, _>(id.uuid())
                .bind::<Timestamptz, _>(from)
                .bind::<Timestamptz, _>(until)
                .get_result(connection)
                .await
        }
        RuleSource::StageEntered(filter) | RuleSource::StageExited(filter) => {
            prepared(include_str!("../sql/count_stage_moves.sql"))
                .bind::<SqlUuid, _>(profile_id.uuid())
                .bind::<Timestamptz, _>(from)
                .bind::<Timestamptz, _>(until)
                .bind::<Nullable<Text>, _>(filter.to_stage.as_deref())
                .bind::<Nullable<Text>, _>(filter.from_stage.as_deref())
                .bind::<Nullable<Text>, _>(filter.external_source.as_deref())
                .get_result(connection)
                .await
        }
    }
    .map_err(store)?;
    Ok(u64::try_from(row.count).unwrap_or_default())
}
