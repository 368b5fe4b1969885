//! Takes out of stored addresses what is not stored any more.
//!
//! Goes over all tenants, for the operator, and through each profile's facts once, in the order of their
//! keys; where it is stands in `address_redactions`, in the transaction of what was changed, so that it
//! goes on there whenever it was stopped. Facts that come meanwhile are stored as they should be.

use application::ports::{KeptAddresses, Redacted, Redaction, UrlQuery};
use async_trait::async_trait;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::{Failed, store};
use postgres_kit::pool::PgPool;

/// Redacts facts of a pool's database.
#[derive(Clone)]
pub struct PgRedaction {
    pool: PgPool,
}

impl PgRedaction {
    /// Redacts facts of the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

/// Whose facts are gone through, and from where on.
#[derive(QueryableByName)]
struct PlaceRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = Text)]
    facts: String,
    #[diesel(sql_type = Text)]
    after_at: String,
    #[diesel(sql_type = SqlUuid)]
    after_id: Uuid,
    #[diesel(sql_type = Text)]
    url_query: String,
    #[diesel(sql_type = Array<Text>)]
    kept_parameters: Vec<String>,
}

/// A fact with its addresses.
#[derive(QueryableByName)]
pub(crate) struct AddressesRow {
    #[diesel(sql_type = Timestamptz)]
    pub(crate) at: OffsetDateTime,
    #[diesel(sql_type = SqlUuid)]
    pub(crate) id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) url: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) referrer: Option<String>,
}

/// The statements of a table.
struct Facts {
    read: &'static str,
    write: &'static str,
}

const OF_BROWSERS: Facts = Facts {
    read: include_str!("sql/read_tracker_addresses.sql"),
    write: include_str!("sql/write_tracker_addresses.sql"),
};
const OF_OUTCOMES: Facts = Facts {
    read: include_str!("sql/read_outcome_addresses.sql"),
    write: include_str!("sql/write_outcome_addresses.sql"),
};

#[async_trait]
impl Redaction for PgRedaction {
    #[tracing::instrument(level = "debug", name = "Redaction::addresses", skip_all)]
    async fn addresses(&self, limit: u32) -> Result<Option<Redacted>, StoreError> {
        let mut connection = self.pool.connection().await?;
        connection
            .transaction(async |connection| go_on(connection, limit).await.map_err(Failed))
            .await
            .map_err(|Failed(error)| error)
    }
}

async fn go_on(
    connection: &mut AsyncPgConnection,
    limit: u32,
) -> Result<Option<Redacted>, StoreError> {
    let places: Vec<PlaceRow> = sql_query(include_str!("sql/next_redaction.sql"))
        .load(connection)
        .await
        .map_err(store)?;
    let Some(place) = places.into_iter().next() else {
        return Ok(None);
    };
    let facts = if place.facts == "tracker_events" {
        OF_BROWSERS
    } else {
        OF_OUTCOMES
    };
    let rows: Vec<AddressesRow> = sql_query(facts.read)
        .bind::<SqlUuid, _>(place.profile_id)
        .bind::<Text, _>(&place.after_at)
        .bind::<SqlUuid, _>(place.after_id)
        .bind::<BigInt, _>(i64::from(limit))
        .load(connection)
        .await
        .map_err(store)?;
    let changed = write(connection, &place, &facts, &rows).await?;
    move_on(
        connection,
        &place,
        rows.last().filter(|_| rows.len() >= count(limit)),
    )
    .await?;
    Ok(Some(Redacted {
        looked: u64::try_from(rows.len()).unwrap_or_default(),
        changed,
    }))
}

fn count(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Writes those that lose something; how many there are.
async fn write(
    connection: &mut AsyncPgConnection,
    place: &PlaceRow,
    facts: &Facts,
    rows: &[AddressesRow],
) -> Result<u64, StoreError> {
    let kept = KeptAddresses {
        url_query: UrlQuery::parse(&place.url_query).unwrap_or_default(),
        kept_parameters: place.kept_parameters.clone(),
    };
    let (mut times, mut ids) = (Vec::new(), Vec::new());
    let (mut urls, mut referrers) = (Vec::new(), Vec::new());
    for row in rows {
        let [url, referrer] =
            [&row.url, &row.referrer].map(|it| it.as_deref().map(|it| kept.of(it)));
        if url != row.url || referrer != row.referrer {
            times.push(row.at);
            ids.push(row.id);
            urls.push(url);
            referrers.push(referrer);
        }
    }
    if ids.is_empty() {
        return Ok(0);
    }
    let written = sql_query(facts.write)
        .bind::<SqlUuid, _>(place.profile_id)
        .bind::<Array<Timestamptz>, _>(times)
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<Nullable<Text>>, _>(urls)
        .bind::<Array<Nullable<Text>>, _>(referrers)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(u64::try_from(written).unwrap_or_default())
}

/// Notes the last fact that was looked at; without one the table is done.
async fn move_on(
    connection: &mut AsyncPgConnection,
    place: &PlaceRow,
    last: Option<&AddressesRow>,
) -> Result<(), StoreError> {
    let Some(last) = last else {
        sql_query("DELETE FROM address_redactions WHERE profile_id = $1 AND facts = $2")
            .bind::<SqlUuid, _>(place.profile_id)
            .bind::<Text, _>(&place.facts)
            .execute(connection)
            .await
            .map_err(store)?;
        return Ok(());
    };
    sql_query(
        "UPDATE address_redactions SET after_at = $3, after_id = $4 \
         WHERE profile_id = $1 AND facts = $2",
    )
    .bind::<SqlUuid, _>(place.profile_id)
    .bind::<Text, _>(&place.facts)
    .bind::<Timestamptz, _>(last.at)
    .bind::<SqlUuid, _>(last.id)
    .execute(connection)
    .await
    .map_err(store)?;
    Ok(())
}
