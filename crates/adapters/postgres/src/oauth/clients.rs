//! Clients.

use access_control::Grant;
use access_control::oauth::{Client, ClientKind, RedirectUri};
use access_control::ports::ClientStore;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;
use kernel::{StoreError, Timestamp};
use postgres_schema::schema::oauth_clients as table;
use time::OffsetDateTime;

use super::hash_of;
use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_users::user_tokens::{known, names};

const FORGET_UNUSED: &str = include_str!("forget_unused_clients.sql");

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct ClientRow {
    id: String,
    name: String,
    kind: String,
    secret_hash: Option<Vec<u8>>,
    redirect_uris: Vec<String>,
    grants: Vec<String>,
    created_at: OffsetDateTime,
    authorised_at: Option<OffsetDateTime>,
    refreshes: bool,
}

impl From<ClientRow> for Client {
    fn from(row: ClientRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            kind: ClientKind::parse(&row.kind),
            secret_hash: row.secret_hash.as_deref().and_then(hash_of),
            redirect_uris: row
                .redirect_uris
                .iter()
                .filter_map(|text| RedirectUri::parse(text))
                .collect(),
            grants: known(&row.grants, Grant::parse),
            refreshes: row.refreshes,
            created_at: row.created_at.into(),
            authorised_at: row.authorised_at.map(Into::into),
        }
    }
}

#[async_trait]
impl ClientStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ClientStore::find", skip_all)]
    async fn find(&mut self, id: &str) -> Result<Option<Client>, StoreError> {
        let row: Option<ClientRow> = table::table
            .filter(table::id.eq(id))
            .select(ClientRow::as_select())
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(row.map(Into::into))
    }

    #[tracing::instrument(level = "debug", name = "ClientStore::insert", skip_all)]
    async fn insert(&mut self, client: &Client) -> Result<(), StoreError> {
        let row = ClientRow {
            id: client.id.clone(),
            name: client.name.clone(),
            kind: client.kind.as_str().to_owned(),
            secret_hash: client.secret_hash.map(|hash| hash.to_vec()),
            redirect_uris: client
                .redirect_uris
                .iter()
                .map(|uri| uri.as_str().to_owned())
                .collect(),
            grants: names(&client.grants, Grant::as_str),
            created_at: utc(client.created_at),
            authorised_at: client.authorised_at.map(utc),
            refreshes: client.refreshes,
        };
        diesel::insert_into(table::table)
            .values(row)
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ClientStore::authorise", skip_all)]
    async fn authorise(&mut self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        diesel::update(table::table)
            .filter(table::id.eq(id))
            .filter(table::authorised_at.is_null())
            .set(table::authorised_at.eq(utc(at)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ClientStore::forget_unused", skip_all)]
    async fn forget_unused(&mut self, before: Timestamp) -> Result<(), StoreError> {
        diesel::sql_query(FORGET_UNUSED)
            .bind::<Timestamptz, _>(utc(before))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
