//! Conversion definitions.

use async_trait::async_trait;
use conversion_definitions::Definition;
use conversion_definitions::ports::{
    Catalogues, CataloguesReader, DefinitionStore, StoredDefinition,
};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{DefinitionId, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::conversion_definitions as table;
use uuid::Uuid;

use crate::outcome_definitions;
use crate::work::PgWork;
use postgres_kit::definition_rows::{DefinitionRow, definition, load};
use postgres_kit::error::{Failed, store};
use postgres_kit::pool::PgPool;
use postgres_kit::rows::utc;

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

/// The same with their times.
async fn list(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<StoredDefinition>, StoreError> {
    let rows = load(connection, profile_id).await?;
    let stored = |row: &DefinitionRow| {
        Ok(StoredDefinition {
            definition: definition(row)?,
            created_at: row.created_at.into(),
            updated_at: row.updated_at.into(),
        })
    };
    rows.iter().map(stored).collect()
}

fn names(definition: &Definition) -> Vec<String> {
    definition
        .source_event_names
        .iter()
        .map(|name| name.as_str().to_owned())
        .collect()
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
        source_event_names: names(definition),
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
impl CataloguesReader for PgDefinitions {
    #[tracing::instrument(level = "debug", name = "CataloguesReader::catalogues", skip_all)]
    async fn catalogues(&self, profile_id: ProfileId) -> Result<Catalogues, StoreError> {
        let mut connection = self.pool.connection().await?;
        connection
            .build_transaction()
            .read_only()
            .repeatable_read()
            .run(async |connection| {
                Ok(Catalogues {
                    conversion_definitions: list(connection, profile_id).await.map_err(Failed)?,
                    outcome_definitions: outcome_definitions::all(connection, profile_id)
                        .await
                        .map_err(Failed)?,
                })
            })
            .await
            .map_err(|Failed(error)| error)
    }
}

#[async_trait]
impl DefinitionStore for PgWork {
    #[tracing::instrument(level = "debug", name = "DefinitionStore::list", skip_all)]
    async fn list(&mut self, profile_id: ProfileId) -> Result<Vec<StoredDefinition>, StoreError> {
        list(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "DefinitionStore::hold", skip_all)]
    async fn hold(&mut self, profile_id: ProfileId, id: DefinitionId) -> Result<bool, StoreError> {
        let held: Option<Uuid> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .for_key_share()
            .select(table::id)
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(held.is_some())
    }

    #[tracing::instrument(level = "debug", name = "DefinitionStore::insert", skip_all)]
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        definition: &Definition,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let definitions = std::slice::from_ref(definition);
        insert(&mut self.people.connection, profile_id, definitions, at).await
    }

    #[tracing::instrument(level = "debug", name = "DefinitionStore::update", skip_all)]
    async fn update(
        &mut self,
        profile_id: ProfileId,
        definition: &Definition,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        diesel::update(
            table::table
                .filter(table::profile_id.eq(profile_id.uuid()))
                .filter(table::id.eq(definition.id.uuid())),
        )
        .set((
            table::conversion_key.eq(definition.conversion_key.as_str()),
            table::display_name.eq(definition.display_name.as_str()),
            table::source_event_names.eq(names(definition)),
            table::revenue_type.eq(definition.revenue_type.as_str()),
            table::attribution_eligible.eq(definition.attribution_eligible),
            table::updated_at.eq(utc(at)),
        ))
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "DefinitionStore::delete", skip_all)]
    async fn delete(&mut self, profile_id: ProfileId, id: DefinitionId) -> Result<(), StoreError> {
        diesel::delete(
            table::table
                .filter(table::profile_id.eq(profile_id.uuid()))
                .filter(table::id.eq(id.uuid())),
        )
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }
}
