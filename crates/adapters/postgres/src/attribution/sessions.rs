//! Sessions and touches of browsers. A browser's next page view changes one of its sessions, and a
//! full replay seldom any: what is stored as it should be is read and left alone.

use attribution_models::ports::TouchRow;
use std::collections::HashMap;
use std::sync::LazyLock;

use application::ports::{SessionRow, Visitors};
use diesel::QueryableByName;
use diesel::pg::Pg;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::json_columns::{click_ids, read_click_ids};
use postgres_kit::rollups::touches::{self, CountedTouch};
use postgres_kit::rollups::visits::{STORED, StoredSession, replaced};
use postgres_kit::rows::{column, texts, utc, uuids};
use postgres_kit::statement::prepared;

/// Before and after every id that there can be.
const FIRST: Uuid = Uuid::nil();
const LAST: Uuid = Uuid::max();

/// A session as far as it can differ.
#[derive(QueryableByName)]
struct FullSession {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    started_at: OffsetDateTime,
    #[diesel(sql_type = Timestamptz)]
    ended_at: OffsetDateTime,
    #[diesel(embed)]
    counted: StoredSession,
}

#[derive(QueryableByName)]
struct StoredTouch {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    session_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = Nullable<Text>)]
    landing_path: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ad_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    campaign_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    click_ids: Option<String>,
}

/// A stored row of browsers.
trait Stored {
    /// As it is given.
    type Wanted;

    fn id(&self) -> Uuid;
    fn id_of(wanted: &Self::Wanted) -> Uuid;
    /// Whether it is stored as it is given.
    fn is(&self, wanted: &Self::Wanted) -> bool;
}

impl StoredTouch {
    /// As it is counted, when its session has a day.
    fn counted(&self, days: &Days) -> Option<CountedTouch<'_>> {
        let day = *days.get(&self.session_id)?;
        Some(CountedTouch {
            day,
            signature: self.signature_id,
            ad: self.ad_id.as_deref(),
        })
    }
}

impl Stored for FullSession {
    type Wanted = SessionRow;

    fn id(&self) -> Uuid {
        self.id
    }

    fn id_of(wanted: &SessionRow) -> Uuid {
        wanted.id.uuid()
    }

    fn is(&self, row: &SessionRow) -> bool {
        self.started_at == utc(row.started_at)
            && self.ended_at == utc(row.ended_at)
            && self.counted.is(row)
    }
}

impl Stored for StoredTouch {
    type Wanted = TouchRow;

    fn id(&self) -> Uuid {
        self.id
    }

    fn id_of(wanted: &TouchRow) -> Uuid {
        wanted.id.uuid()
    }

    fn is(&self, row: &TouchRow) -> bool {
        self.visitor_id == row.visitor_id.uuid()
            && self.session_id == row.session_id.uuid()
            && self.occurred_at == utc(row.occurred_at)
            && self.signature_id == row.signature_id
            && self.landing_path == row.landing_path
            && self.ad_id == row.ad_id
            && self.campaign_id == row.campaign_id
            && read_click_ids(self.click_ids.as_deref()) == row.click_ids
    }
}

/// Reads the columns of some browsers' rows of a table: those named, or those of a range.
struct Reading {
    named: String,
    range: String,
}

impl Reading {
    /// Each browser by its own look-up in the index, however many are named.
    fn new(table: &str, columns: &str) -> Self {
        Self {
            named: format!(
                "SELECT {columns} FROM unnest($2::uuid[]) AS w(whose) CROSS JOIN LATERAL (\
                 SELECT * FROM {table} r WHERE r.profile_id = $1 AND r.visitor_id = w.whose \
                 OFFSET 0) AS r"
            ),
            range: format!(
                "SELECT {columns} FROM {table} r \
                 WHERE r.profile_id = $1 AND r.visitor_id > $2 AND r.visitor_id <= $3"
            ),
        }
    }

    async fn rows<R: QueryableByName<Pg> + Send + 'static>(
        &'static self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        visitors: Visitors<'_>,
    ) -> Result<Vec<R>, StoreError> {
        match visitors {
            Visitors::Named(ids) => {
                prepared(&self.named)
                    .bind::<SqlUuid, _>(profile_id.uuid())
                    .bind::<Array<SqlUuid>, _>(uuids(ids))
                    .load(connection)
                    .await
            }
            Visitors::Range(range) => {
                prepared(&self.range)
                    .bind::<SqlUuid, _>(profile_id.uuid())
                    .bind::<SqlUuid, _>(range.after.map_or(FIRST, kernel::Id::uuid))
                    .bind::<SqlUuid, _>(range.until.map_or(LAST, kernel::Id::uuid))
                    .load(connection)
                    .await
            }
        }
        .map_err(store)
    }
}

static SESSIONS: LazyLock<Reading> =
    LazyLock::new(|| Reading::new("sessions", &format!("id, started_at, ended_at, {STORED}")));

static TOUCHES: LazyLock<Reading> = LazyLock::new(|| {
    let columns = "id, visitor_id, session_id, occurred_at, signature_id, landing_path, ad_id, \
        campaign_id, click_ids::text AS click_ids";
    Reading::new("touches", columns)
});

/// What is stored and should not be, what is stored and stays, and what should be and is not stored.
struct Difference<'a, S: Stored> {
    gone: Vec<S>,
    kept: Vec<S>,
    new: Vec<&'a S::Wanted>,
}

impl<'a, S: Stored> Difference<'a, S> {
    fn between(stored: Vec<S>, wanted: &'a [S::Wanted]) -> Self {
        let mut missing: HashMap<Uuid, &S::Wanted> =
            wanted.iter().map(|row| (S::id_of(row), row)).collect();
        let (mut gone, mut kept) = (Vec::new(), Vec::new());
        for row in stored {
            let id = row.id();
            if missing.get(&id).is_some_and(|wanted| row.is(wanted)) {
                missing.remove(&id);
                kept.push(row);
            } else {
                gone.push(row);
            }
        }
        let new = wanted.iter();
        Self {
            gone,
            kept,
            new: new
                .filter(|row| missing.contains_key(&S::id_of(row)))
                .collect(),
        }
    }
}

async fn delete(
    connection: &mut AsyncPgConnection,
    statement: &'static str,
    profile_id: ProfileId,
    ids: Vec<Uuid>,
) -> Result<(), StoreError> {
    if ids.is_empty() {
        return Ok(());
    }
    prepared(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// The local days of sessions.
type Days = HashMap<Uuid, Date>;

/// Makes the visitors' sessions and touches these.
pub(super) async fn replace(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: Visitors<'_>,
    (sessions, touches): (&[SessionRow], &[TouchRow]),
) -> Result<(), StoreError> {
    let stored: Vec<FullSession> = SESSIONS.rows(connection, profile_id, visitors).await?;
    let before: Days = stored
        .iter()
        .map(|row| (row.id, row.counted.day()))
        .collect();
    let after: Days = sessions
        .iter()
        .map(|row| (row.id.uuid(), row.local_date))
        .collect();
    replace_sessions(connection, profile_id, stored, sessions).await?;
    let stored: Vec<StoredTouch> = TOUCHES.rows(connection, profile_id, visitors).await?;
    replace_touches(connection, profile_id, (stored, touches), (&before, &after)).await
}

async fn replace_sessions(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    stored: Vec<FullSession>,
    sessions: &[SessionRow],
) -> Result<(), StoreError> {
    let change = Difference::between(stored, sessions);
    let gone = column(&change.gone, |row| row.id);
    // Where the rows lie: nobody moves them, because the profile is held.
    let statement = "DELETE FROM sessions WHERE profile_id = $1 AND ctid = ANY(ARRAY( \
        SELECT s.ctid FROM unnest($2::uuid[]) AS g(id) CROSS JOIN LATERAL ( \
        SELECT ctid FROM sessions r WHERE r.profile_id = $1 AND r.id = g.id OFFSET 0) AS s))";
    delete(connection, statement, profile_id, gone).await?;
    insert_sessions(connection, profile_id, &change.new).await?;
    let before: Vec<StoredSession> = change.gone.into_iter().map(|row| row.counted).collect();
    replaced(connection, profile_id, &before, &change.new).await
}

async fn insert_sessions(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    rows: &[&SessionRow],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    prepared(include_str!("sql/insert_sessions.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.visitor_id.uuid()))
        .bind::<Array<Timestamptz>, _>(column(rows, |row| utc(row.started_at)))
        .bind::<Array<Timestamptz>, _>(column(rows, |row| utc(row.ended_at)))
        .bind::<Array<SqlDate>, _>(column(rows, |row| row.local_date))
        .bind::<Array<Nullable<BigInt>>, _>(column(rows, |row| row.signature_id))
        .bind::<Array<Integer>, _>(column(rows, |row| {
            i32::try_from(row.page_views).unwrap_or(i32::MAX)
        }))
        .bind::<Array<BigInt>, _>(column(rows, |row| {
            i64::try_from(row.engaged_ms).unwrap_or(i64::MAX)
        }))
        .bind::<Array<Bool>, _>(column(rows, |row| row.is_bot))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.country))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.device))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.browser))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.os))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.referrer_host))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.landing_path))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.ad_id))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

async fn replace_touches(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (stored, touches): (Vec<StoredTouch>, &[TouchRow]),
    (before, after): (&Days, &Days),
) -> Result<(), StoreError> {
    let change: Difference<'_, StoredTouch> = Difference::between(stored, touches);
    let gone = column(&change.gone, |row| row.id);
    // Where the rows lie: nobody moves them, because the profile is held.
    let statement = "DELETE FROM touches WHERE profile_id = $1 AND ctid = ANY(ARRAY( \
        SELECT t.ctid FROM unnest($2::uuid[]) AS g(id) CROSS JOIN LATERAL ( \
        SELECT ctid FROM touches r WHERE r.profile_id = $1 AND r.id = g.id OFFSET 0) AS t))";
    delete(connection, statement, profile_id, gone).await?;
    insert_touches(connection, profile_id, &change.new).await?;
    // A touch that stays is counted on another day when its session is of another day now.
    let is_moved = |row: &&StoredTouch| before.get(&row.session_id) != after.get(&row.session_id);
    let moved: Vec<&StoredTouch> = change.kept.iter().filter(is_moved).collect();
    let gone = change.gone.iter().chain(moved.iter().copied());
    let gone = gone.filter_map(|row| row.counted(before));
    let new = change.new.iter().filter_map(|row| {
        let session = after.get(&row.session_id.uuid())?;
        Some(CountedTouch {
            day: *session,
            signature: row.signature_id,
            ad: row.ad_id.as_deref(),
        })
    });
    let new = new.chain(moved.iter().filter_map(|row| row.counted(after)));
    touches::replaced(connection, profile_id, gone, new).await
}

async fn insert_touches(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    rows: &[&TouchRow],
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    prepared(include_str!("sql/insert_touches.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.visitor_id.uuid()))
        .bind::<Array<SqlUuid>, _>(column(rows, |row| row.session_id.uuid()))
        .bind::<Array<Timestamptz>, _>(column(rows, |row| utc(row.occurred_at)))
        .bind::<Array<BigInt>, _>(column(rows, |row| row.signature_id))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.landing_path))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.ad_id))
        .bind::<Array<Nullable<Text>>, _>(texts(rows, |row| &row.campaign_id))
        .bind::<Array<Nullable<Text>>, _>(column(rows, |row| click_ids(&row.click_ids)))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
