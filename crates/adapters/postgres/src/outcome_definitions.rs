//! Outcome definitions.

use async_trait::async_trait;
use conversion_definitions::ports::OutcomeDefinitionStore;
use conversion_definitions::{DefinitionText, FamilyName, OutcomeDefinition, OutcomeLabel};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{OutcomeDefinitionId, ProfileId, StoreError};
use postgres_schema::schema::outcome_definitions as table;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct LabelRow {
    profile_id: Uuid,
    id: Uuid,
    family: String,
    event_key: String,
    display_name: String,
    position: i16,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

fn definition(row: &LabelRow) -> Result<OutcomeDefinition, StoreError> {
    let broken = || StoreError::inconsistent(format!("outcome definition {} is broken", row.id));
    let text = |text: &str| DefinitionText::new(text).map_err(|_| broken());
    Ok(OutcomeDefinition {
        family: FamilyName::new(&row.family).map_err(|_| broken())?,
        label: OutcomeLabel {
            event_key: text(&row.event_key)?,
            display_name: text(&row.display_name)?,
        },
        id: row.id.into(),
        position: row.position,
        created_at: row.created_at.into(),
        updated_at: row.updated_at.into(),
    })
}

fn row(profile_id: ProfileId, definition: &OutcomeDefinition) -> LabelRow {
    LabelRow {
        profile_id: profile_id.uuid(),
        id: definition.id.uuid(),
        family: definition.family.as_str().to_owned(),
        event_key: definition.label.event_key.as_str().to_owned(),
        display_name: definition.label.display_name.as_str().to_owned(),
        position: definition.position,
        created_at: utc(definition.created_at),
        updated_at: utc(definition.updated_at),
    }
}

/// All of the profile's, by family and position.
pub(crate) async fn all(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<OutcomeDefinition>, StoreError> {
    let rows: Vec<LabelRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .order((table::family, table::position, table::id))
        .select(LabelRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.iter().map(definition).collect()
}

#[async_trait]
impl OutcomeDefinitionStore for PgWork {
    #[tracing::instrument(level = "debug", name = "OutcomeDefinitionStore::lock", skip_all)]
    async fn lock(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        // There may be no row to lock yet.
        prepared("SELECT pg_advisory_xact_lock(hashtextextended('outcome_definitions:' || $1, 0))")
            .bind::<Text, _>(profile_id.to_string())
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "OutcomeDefinitionStore::find", skip_all)]
    async fn find(
        &mut self,
        profile_id: ProfileId,
        id: OutcomeDefinitionId,
    ) -> Result<Option<OutcomeDefinition>, StoreError> {
        let found: Option<LabelRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .select(LabelRow::as_select())
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        found.as_ref().map(definition).transpose()
    }

    #[tracing::instrument(level = "debug", name = "OutcomeDefinitionStore::family", skip_all)]
    async fn family(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
    ) -> Result<Vec<OutcomeDefinition>, StoreError> {
        let rows: Vec<LabelRow> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::family.eq(family.as_str()))
            .order((table::position, table::id))
            .select(LabelRow::as_select())
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        rows.iter().map(definition).collect()
    }

    #[tracing::instrument(
        level = "debug",
        name = "OutcomeDefinitionStore::count_outside",
        skip_all
    )]
    async fn count_outside(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
    ) -> Result<u64, StoreError> {
        let count: i64 = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::family.ne(family.as_str()))
            .count()
            .get_result(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(count.unsigned_abs())
    }

    #[tracing::instrument(level = "debug", name = "OutcomeDefinitionStore::replace", skip_all)]
    async fn replace(
        &mut self,
        profile_id: ProfileId,
        family: &FamilyName,
        definitions: &[OutcomeDefinition],
    ) -> Result<(), StoreError> {
        let kept: Vec<Uuid> = definitions.iter().map(|kept| kept.id.uuid()).collect();
        diesel::delete(
            table::table
                .filter(table::profile_id.eq(profile_id.uuid()))
                .filter(table::family.eq(family.as_str()))
                .filter(table::id.ne_all(kept)),
        )
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        let rows: Vec<_> = definitions
            .iter()
            .map(|definition| row(profile_id, definition))
            .collect();
        diesel::insert_into(table::table)
            .values(rows)
            .on_conflict((table::profile_id, table::id))
            .do_update()
            .set((
                table::family.eq(excluded(table::family)),
                table::event_key.eq(excluded(table::event_key)),
                table::display_name.eq(excluded(table::display_name)),
                table::position.eq(excluded(table::position)),
                table::updated_at.eq(excluded(table::updated_at)),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
