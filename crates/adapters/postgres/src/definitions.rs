//! Conversion definitions.

use application::StoreError;
use async_trait::async_trait;
use conversion_definitions::{
    Catalogue, Definition, DefinitionReader, DefinitionText, ports::DefinitionStoreError,
};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, RevenueType, Timestamp};
use postgres_schema::schema::conversion_definitions as table;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::store;
use crate::pool::PgPool;
use crate::rows::utc;

/// Definitions on a pool.
#[derive(Clone)]
pub struct PgDefinitions {
    pool: PgPool,
}

impl PgDefinitions {
    /// The definitions in the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct DefinitionRow {
    profile_id: Uuid,
    id: Uuid,
    conversion_key: String,
    display_name: String,
    source_event_names: Vec<String>,
    revenue_type: String,
    attribution_eligible: bool,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

fn definition(row: &DefinitionRow) -> Result<Definition, StoreError> {
    let broken = || StoreError::Unavailable(format!("definition {} is broken", row.id));
    let text = |text: &String| DefinitionText::new(text).map_err(|_| broken());
    Ok(Definition {
        id: row.id.into(),
        conversion_key: text(&row.conversion_key)?,
        display_name: text(&row.display_name)?,
        source_event_names: row
            .source_event_names
            .iter()
            .map(text)
            .collect::<Result<_, _>>()?,
        revenue_type: RevenueType::parse(&row.revenue_type).ok_or_else(broken)?,
        attribution_eligible: row.attribution_eligible,
    })
}

/// The profile's definitions, oldest first.
pub(crate) async fn catalogue(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Catalogue, StoreError> {
    let rows: Vec<DefinitionRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .order((table::created_at, table::id))
        .select(DefinitionRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    let definitions = rows.iter().map(definition).collect::<Result<_, _>>()?;
    Catalogue::new(definitions).map_err(|overlap| StoreError::Unavailable(overlap.to_string()))
}

/// Writes definitions.
pub(crate) async fn insert(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    definitions: &[Definition],
    at: Timestamp,
) -> Result<(), StoreError> {
    let row = |definition: &Definition| DefinitionRow {
        profile_id: profile_id.uuid(),
        id: definition.id.uuid(),
        conversion_key: definition.conversion_key.as_str().to_owned(),
        display_name: definition.display_name.as_str().to_owned(),
        source_event_names: definition
            .source_event_names
            .iter()
            .map(|name| name.as_str().to_owned())
            .collect(),
        revenue_type: definition.revenue_type.as_str().to_owned(),
        attribution_eligible: definition.attribution_eligible,
        created_at: utc(at),
        updated_at: utc(at),
    };
    diesel::insert_into(table::table)
        .values(definitions.iter().map(row).collect::<Vec<_>>())
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

#[async_trait]
impl DefinitionReader for PgDefinitions {
    async fn catalogue(&self, profile_id: ProfileId) -> Result<Catalogue, DefinitionStoreError> {
        let failed = |error: StoreError| DefinitionStoreError(error.to_string());
        let mut connection = self.pool.connection().await.map_err(failed)?;
        catalogue(&mut connection, profile_id).await.map_err(failed)
    }
}
