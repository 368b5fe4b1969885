//! What people were shown, as a replay reads it.

use attribution_models::ports::ViewRow;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{PersonId, ProfileId, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use super::read::ByKind;
use postgres_kit::error::store;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct ViewSqlRow {
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = Bool)]
    is_direct: bool,
    #[diesel(sql_type = Nullable<Text>)]
    ad_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    campaign_id: Option<String>,
}

/// The views of the customers among the people.
pub(super) async fn of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[PersonId],
) -> Result<Vec<(PersonId, ViewRow)>, StoreError> {
    let customers = ByKind::new(people).customers;
    if customers.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<ViewSqlRow> = prepared(include_str!("sql/views.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(customers)
        .load(connection)
        .await
        .map_err(store)?;
    let view = |row: ViewSqlRow| {
        let view = ViewRow {
            id: row.id.into(),
            occurred_at: row.occurred_at.into(),
            signature_id: row.signature_id,
            is_direct: row.is_direct,
            ad_id: row.ad_id,
            campaign_id: row.campaign_id,
        };
        (PersonId::Customer(row.customer_id.into()), view)
    };
    Ok(rows.into_iter().map(view).collect())
}
