//! Conversion definitions as they are stored.

use conversion_definitions::{Catalogue, Definition, DefinitionText};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, RevenueType, StoreError};
use postgres_schema::schema::conversion_definitions as table;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::store;

/// A definition as it is stored.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
#[expect(missing_docs, reason = "columns of that name")]
pub struct DefinitionRow {
    pub profile_id: Uuid,
    pub id: Uuid,
    pub conversion_key: String,
    pub display_name: String,
    pub source_event_names: Vec<String>,
    pub revenue_type: String,
    pub attribution_eligible: bool,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

/// What a row says.
pub fn definition(row: &DefinitionRow) -> Result<Definition, StoreError> {
    let broken = || StoreError::inconsistent(format!("definition {} is broken", row.id));
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

/// The rows of a profile, oldest first.
pub async fn load(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<DefinitionRow>, StoreError> {
    table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .order((table::created_at, table::id))
        .select(DefinitionRow::as_select())
        .load(connection)
        .await
        .map_err(store)
}

/// The profile's definitions, oldest first.
pub async fn catalogue(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Catalogue, StoreError> {
    let rows = load(connection, profile_id).await?;
    let definitions = rows.iter().map(definition).collect::<Result<_, _>>()?;
    Catalogue::new(definitions).map_err(StoreError::inconsistent)
}
