//! Facts that lose what is personal with age.

use std::collections::BTreeSet;

use application::forgotten::FORGOTTEN;
use application::ports::{
    AgedFact, AgeingKind, RenamedBrowser, RetentionDays, RetentionPass, RetentionSettings,
    RetentionStore, SilentBrowser,
};
use async_trait::async_trait;
use diesel::sql_types::{
    Array, BigInt, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel::{OptionalExtension, QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::redaction::AddressesRow;
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::rows::{IdRow, IsRow, column, texts, utc, uuids};

#[derive(QueryableByName)]
struct SettingsRow {
    #[diesel(sql_type = Nullable<SmallInt>)]
    tracker_days: Option<i16>,
    #[diesel(sql_type = Nullable<SmallInt>)]
    personal_days: Option<i16>,
}

#[derive(QueryableByName)]
struct PassRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    after_at: Option<OffsetDateTime>,
    #[diesel(sql_type = SqlUuid)]
    after_id: Uuid,
    #[diesel(sql_type = SmallInt)]
    days: i16,
}

#[derive(QueryableByName)]
struct FactRow {
    #[diesel(embed)]
    fact: AddressesRow,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    visitor_id: Option<Uuid>,
}

#[derive(QueryableByName)]
struct SilentRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    token: Uuid,
}

/// Wherever a browser stands besides its own row, which is replaced. Sums of days know it by a number.
const NAMED: [&str; 6] = [
    "tracker_events",
    "sessions",
    "touches",
    "visitor_numbers",
    "excluded_events",
    "customer_split_browsers",
];

fn days(days: i16) -> Result<RetentionDays, StoreError> {
    let broken = || StoreError::inconsistent(format!("{days} days of retention are broken"));
    let days = u16::try_from(days).ok().and_then(RetentionDays::new);
    days.ok_or_else(broken)
}

fn small(days: Option<RetentionDays>) -> Option<i16> {
    days.and_then(|days| i16::try_from(days.get()).ok())
}

#[async_trait]
impl RetentionStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "RetentionStore::settings", skip_all)]
    async fn settings(
        &mut self,
        profile_id: ProfileId,
    ) -> Result<Option<RetentionSettings>, StoreError> {
        let row: Option<SettingsRow> =
            sql_query("SELECT tracker_days, personal_days FROM profiles WHERE id = $1")
                .bind::<SqlUuid, _>(profile_id.uuid())
                .get_result(&mut self.connection)
                .await
                .optional()
                .map_err(store)?;
        row.map(|row| {
            Ok(RetentionSettings {
                tracker_days: row.tracker_days.map(days).transpose()?,
                personal_days: row.personal_days.map(days).transpose()?,
            })
        })
        .transpose()
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::write", skip_all)]
    async fn write(
        &mut self,
        profile_id: ProfileId,
        settings: RetentionSettings,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        sql_query("UPDATE profiles SET tracker_days = $2, personal_days = $3 WHERE id = $1")
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Nullable<SmallInt>, _>(small(settings.tracker_days))
            .bind::<Nullable<SmallInt>, _>(small(settings.personal_days))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        let kept = AgeingKind::ALL
            .into_iter()
            .filter(|kind| settings.of(*kind).is_some());
        let kept: Vec<&str> = kept.map(AgeingKind::as_str).collect();
        sql_query("DELETE FROM retention_passes WHERE profile_id = $1 AND kind <> ALL($2)")
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<Text>, _>(&kept)
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        sql_query(
            "INSERT INTO retention_passes (profile_id, kind, next_at) \
             SELECT $1, kind, $3 FROM unnest($2::text[]) AS kind \
             ON CONFLICT (profile_id, kind) DO UPDATE SET next_at = excluded.next_at",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(&kept)
        .bind::<Timestamptz, _>(utc(now))
        .execute(&mut self.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::next", skip_all)]
    async fn next(&mut self, now: Timestamp) -> Result<Option<RetentionPass>, StoreError> {
        let row: Option<PassRow> = sql_query(include_str!("sql/retention/next.sql"))
            .bind::<Timestamptz, _>(utc(now))
            .get_result(&mut self.connection)
            .await
            .optional()
            .map_err(store)?;
        let Some(row) = row else {
            return Ok(None);
        };
        let kind = AgeingKind::ALL.into_iter();
        let kind = kind.into_iter().find(|kind| kind.as_str() == row.kind);
        let broken = || StoreError::inconsistent(format!("there is no kind {}", row.kind));
        Ok(Some(RetentionPass {
            profile_id: row.profile_id.into(),
            kind: kind.ok_or_else(broken)?,
            days: days(row.days)?,
            after: row.after_at.map(|at| (at.into(), row.after_id)),
        }))
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::facts", skip_all)]
    async fn facts(
        &mut self,
        pass: &RetentionPass,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<AgedFact>, StoreError> {
        let statement = match pass.kind {
            AgeingKind::TrackerEvents => include_str!("sql/retention/tracker_facts.sql"),
            AgeingKind::OutcomeEvents => include_str!("sql/retention/outcome_facts.sql"),
            AgeingKind::Customers => return Ok(Vec::new()),
        };
        let rows: Vec<FactRow> = sql_query(statement)
            .bind::<SqlUuid, _>(pass.profile_id.uuid())
            .bind::<Nullable<Timestamptz>, _>(pass.after.map(|(at, _)| utc(at)))
            .bind::<SqlUuid, _>(pass.after.map(|(_, id)| id).unwrap_or_default())
            .bind::<Timestamptz, _>(utc(before))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: FactRow| AgedFact {
            at: row.fact.at.into(),
            id: row.fact.id,
            visitor_id: row.visitor_id.map(Into::into),
            url: row.fact.url,
            referrer: row.fact.referrer,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::strip", skip_all)]
    async fn strip(&mut self, pass: &RetentionPass, facts: &[AgedFact]) -> Result<u64, StoreError> {
        let statement = match pass.kind {
            AgeingKind::TrackerEvents => include_str!("sql/retention/strip_tracker_events.sql"),
            AgeingKind::OutcomeEvents => include_str!("sql/retention/strip_outcome_events.sql"),
            AgeingKind::Customers => return Ok(0),
        };
        if facts.is_empty() {
            return Ok(0);
        }
        let changed = sql_query(statement)
            .bind::<SqlUuid, _>(pass.profile_id.uuid())
            .bind::<Array<Timestamptz>, _>(column(facts, |fact| utc(fact.at)))
            .bind::<Array<SqlUuid>, _>(column(facts, |fact| fact.id))
            .bind::<Array<Nullable<Text>>, _>(texts(facts, |fact| &fact.url))
            .bind::<Array<Nullable<Text>>, _>(texts(facts, |fact| &fact.referrer))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(u64::try_from(changed).unwrap_or_default())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::strip_customers", skip_all)]
    async fn strip_customers(
        &mut self,
        profile_id: ProfileId,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let changed = sql_query(include_str!("sql/retention/strip_customers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Timestamptz, _>(utc(before))
            .bind::<BigInt, _>(i64::from(limit))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(u64::try_from(changed).unwrap_or_default())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::are_marked", skip_all)]
    async fn are_marked(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
    ) -> Result<bool, StoreError> {
        let found: IsRow = sql_query(
            "SELECT EXISTS ( \
                 SELECT FROM replay_marks m \
                 WHERE m.profile_id = $1 AND m.target_id = ANY($2) \
             ) AS is",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(uuids(visitors))
        .get_result(&mut self.connection)
        .await
        .map_err(store)?;
        Ok(found.is)
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::silent", skip_all)]
    async fn silent(
        &mut self,
        profile_id: ProfileId,
        visitors: &[VisitorId],
        (at, id): (Timestamp, Uuid),
    ) -> Result<Vec<SilentBrowser>, StoreError> {
        let rows: Vec<SilentRow> = sql_query(include_str!("sql/retention/silent.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<SqlUuid>, _>(uuids(visitors))
            .bind::<Timestamptz, _>(utc(at))
            .bind::<SqlUuid, _>(id)
            .bind::<Text, _>(FORGOTTEN)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: SilentRow| SilentBrowser {
            visitor_id: row.id.into(),
            token: row.token,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::rename", skip_all)]
    async fn rename(
        &mut self,
        profile_id: ProfileId,
        browsers: &[RenamedBrowser],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if browsers.is_empty() {
            return Ok(());
        }
        let (old, new) = (
            column(browsers, |browser| browser.old.uuid()),
            column(browsers, |browser| browser.new.uuid()),
        );
        sql_query(include_str!("sql/retention/name_browsers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<SqlUuid>, _>(&old)
            .bind::<Array<SqlUuid>, _>(&new)
            .bind::<Array<Text>, _>(column(browsers, |browser| browser.anonymous_id.as_str()))
            .bind::<Timestamptz, _>(utc(now))
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        rename_everywhere(&mut self.connection, profile_id.uuid(), browsers).await?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::advance", skip_all)]
    async fn advance(
        &mut self,
        pass: &RetentionPass,
        (at, id): (Timestamp, Uuid),
    ) -> Result<(), StoreError> {
        sql_query(
            "UPDATE retention_passes SET after_at = $3, after_id = $4 \
             WHERE profile_id = $1 AND kind = $2",
        )
        .bind::<SqlUuid, _>(pass.profile_id.uuid())
        .bind::<Text, _>(pass.kind.as_str())
        .bind::<Timestamptz, _>(utc(at))
        .bind::<SqlUuid, _>(id)
        .execute(&mut self.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::rest", skip_all)]
    async fn rest(
        &mut self,
        pass: &RetentionPass,
        next: Timestamp,
        from_the_beginning: bool,
    ) -> Result<(), StoreError> {
        sql_query(
            "UPDATE retention_passes SET next_at = $3, \
                 after_at = CASE WHEN $4 THEN '-infinity' ELSE after_at END \
             WHERE profile_id = $1 AND kind = $2",
        )
        .bind::<SqlUuid, _>(pass.profile_id.uuid())
        .bind::<Text, _>(pass.kind.as_str())
        .bind::<Timestamptz, _>(utc(next))
        .bind::<Bool, _>(from_the_beginning)
        .execute(&mut self.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::forgotten", skip_all)]
    async fn forgotten(&mut self, before: Timestamp) -> Result<Option<ProfileId>, StoreError> {
        let row: Option<IdRow> = sql_query(
            "SELECT f.profile_id AS id FROM forgotten_browsers f JOIN profiles p ON p.id = f.profile_id \
             WHERE f.forgotten_at < $1 ORDER BY f.profile_id LIMIT 1",
        )
        .bind::<Timestamptz, _>(utc(before))
        .get_result(&mut self.connection)
        .await
        .optional()
        .map_err(store)?;
        Ok(row.map(|row| row.id.into()))
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::returned", skip_all)]
    async fn returned(
        &mut self,
        profile_id: ProfileId,
        before: Timestamp,
        limit: u32,
    ) -> Result<BTreeSet<VisitorId>, StoreError> {
        let rows: Vec<IdRow> = sql_query(include_str!("sql/retention/returned.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Timestamptz, _>(utc(before))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(rows.into_iter().map(|row| row.id.into()).collect())
    }

    #[tracing::instrument(level = "debug", name = "RetentionStore::again", skip_all)]
    async fn again(&mut self, profile_id: ProfileId) -> Result<(), StoreError> {
        sql_query("UPDATE retention_passes SET after_at = '-infinity' WHERE profile_id = $1")
            .bind::<SqlUuid, _>(profile_id.uuid())
            .execute(&mut self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

/// Calls browsers otherwise wherever their events and what is derived from these name them.
pub(crate) async fn rename_everywhere(
    connection: &mut AsyncPgConnection,
    profile_id: Uuid,
    browsers: &[RenamedBrowser],
) -> Result<(), StoreError> {
    let old: Vec<Uuid> = column(browsers, |browser| browser.old.uuid());
    let new: Vec<Uuid> = column(browsers, |browser| browser.new.uuid());
    for table in NAMED {
        sql_query(renaming(table))
            .bind::<SqlUuid, _>(profile_id)
            .bind::<Array<SqlUuid>, _>(&old)
            .bind::<Array<SqlUuid>, _>(&new)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    sql_query(include_str!("sql/retention/name_views.sql"))
        .bind::<SqlUuid, _>(profile_id)
        .bind::<Array<SqlUuid>, _>(&new)
        .bind::<Array<Text>, _>(column(browsers, |browser| browser.anonymous_id.as_str()))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Calls browsers ($2) otherwise ($3) in a table. No join, so that whatever is known of the table its
/// index is taken.
fn renaming(table: &str) -> String {
    format!(
        "UPDATE {table} AS t \
         SET visitor_id = ($3::uuid[])[array_position($2::uuid[], t.visitor_id)] \
         WHERE t.profile_id = $1 AND t.visitor_id = ANY($2)"
    )
}
