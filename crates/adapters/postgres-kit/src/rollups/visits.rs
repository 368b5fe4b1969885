//! What changed sessions add.

use std::collections::HashMap;

use application::ports::SessionRow;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Integer, Nullable, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError};
use tributary_rollups::Batch;
use tributary_rollups::batch::NewRow;
use tributary_rollups::visits::Visit;
use uuid::Uuid;

use super::dims::{StoredDims, text};
use super::{RollupKey, append};
use crate::error::store;
use crate::statement::prepared;

/// A session that was stored, as far as reports count it. Columns that a statement returns under
/// these names.
#[derive(Clone, Debug, QueryableByName)]
pub struct StoredSession {
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Nullable<BigInt>)]
    signature_id: Option<i64>,
    #[diesel(sql_type = Integer)]
    page_views: i32,
    #[diesel(sql_type = BigInt)]
    engaged_ms: i64,
    #[diesel(sql_type = Bool)]
    is_bot: bool,
    #[diesel(embed)]
    dims: StoredDims,
}

/// The columns of a [`StoredSession`].
pub const STORED: &str = "visitor_id, local_date, signature_id, page_views, engaged_ms, \
     is_bot, country, device, browser, os, referrer_host, landing_path, ad_id";

/// The numbers of browsers.
pub(super) type Numbers = HashMap<Uuid, u32>;

impl StoredSession {
    /// Whether it is the row as far as reports count it.
    pub fn is(&self, row: &SessionRow) -> bool {
        let dims = [
            &row.country,
            &row.device,
            &row.browser,
            &row.os,
            &row.referrer_host,
            &row.landing_path,
            &row.ad_id,
        ];
        self.visitor_id == row.visitor_id.uuid()
            && self.local_date == row.local_date
            && self.signature_id == row.signature_id
            && u32::try_from(self.page_views) == Ok(row.page_views)
            && u64::try_from(self.engaged_ms) == Ok(row.engaged_ms)
            && self.is_bot == row.is_bot
            && self.dims.are(dims)
    }

    /// The local day on which it began.
    pub const fn day(&self) -> Date {
        self.local_date
    }

    /// The browser.
    pub(super) const fn visitor(&self) -> Uuid {
        self.visitor_id
    }

    /// Adds it `count` times; bots never count.
    pub(super) fn add(&self, batch: &mut Batch<Visit>, numbers: &Numbers, count: i64) {
        let Some(visitor) = numbers.get(&self.visitor_id).filter(|_| !self.is_bot) else {
            return;
        };
        let row = NewRow {
            day: self.local_date,
            signature: self.signature_id,
            measure: Visit {
                visitor: *visitor,
                page_views: u32::try_from(self.page_views).unwrap_or_default(),
                engaged_ms: u64::try_from(self.engaged_ms).unwrap_or_default(),
            },
            dims: self.dims.values(),
        };
        batch.add(&row, count);
    }
}

fn add_new(batch: &mut Batch<Visit>, session: &SessionRow, numbers: &Numbers) {
    let visitor = numbers.get(&session.visitor_id.uuid());
    let Some(visitor) = visitor.filter(|_| !session.is_bot) else {
        return;
    };
    let row = NewRow {
        day: session.local_date,
        signature: session.signature_id,
        measure: Visit {
            visitor: *visitor,
            page_views: session.page_views,
            engaged_ms: session.engaged_ms,
        },
        dims: [
            text(session.country.as_ref()),
            text(session.device.as_ref()),
            text(session.browser.as_ref()),
            text(session.os.as_ref()),
            text(session.referrer_host.as_ref()),
            text(session.landing_path.as_ref()),
            text(session.ad_id.as_ref()),
        ],
    };
    batch.add(&row, 1);
}

#[derive(QueryableByName)]
struct NumberRow {
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
    #[diesel(sql_type = Integer)]
    number: i32,
}

/// The numbers of the browsers, each named once; those without one get theirs.
pub(super) async fn numbers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[Uuid],
) -> Result<Numbers, StoreError> {
    let known = known_numbers(connection, profile_id, visitors).await?;
    if known.len() == visitors.len() {
        return Ok(known);
    }
    prepared(include_str!("number_visitors.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(visitors)
        .execute(connection)
        .await
        .map_err(store)?;
    known_numbers(connection, profile_id, visitors).await
}

async fn known_numbers(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[Uuid],
) -> Result<Numbers, StoreError> {
    let rows: Vec<NumberRow> = prepared(
        "SELECT n.visitor_id, n.number FROM visitor_numbers n \
         WHERE n.profile_id = $1 AND n.visitor_id = ANY($2)",
    )
    .bind::<SqlUuid, _>(profile_id.uuid())
    .bind::<Array<SqlUuid>, _>(visitors)
    .load(connection)
    .await
    .map_err(store)?;
    let number = |row: NumberRow| Some((row.visitor_id, u32::try_from(row.number).ok()?));
    Ok(rows.into_iter().filter_map(number).collect())
}

/// Adds what sessions that were replaced by others change.
pub async fn replaced(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    before: &[StoredSession],
    after: &[&SessionRow],
) -> Result<(), StoreError> {
    let mut visitors: Vec<Uuid> = before.iter().map(|row| row.visitor_id).collect();
    visitors.extend(after.iter().map(|row| row.visitor_id.uuid()));
    visitors.sort_unstable();
    visitors.dedup();
    if visitors.is_empty() {
        return Ok(());
    }
    let numbers = numbers(connection, profile_id, &visitors).await?;
    let mut change = Batch::default();
    for session in before {
        session.add(&mut change, &numbers, -1);
    }
    for session in after {
        add_new(&mut change, session, &numbers);
    }
    append(connection, RollupKey::visits(profile_id), change).await
}
