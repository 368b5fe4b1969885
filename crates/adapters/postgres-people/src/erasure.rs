//! Takes what names a customer out of every table, and tells what there is.

mod eraser;

use application::ports::{
    ErasedBrowser, ErasedOutcome, ErasedPerson, ErasedView, Erasure, ErasureStore, HeldData,
    LatestErasure, Part,
};
use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{IdentifierKind, Subject, ValueKey};
use kernel::{CustomerId, ProfileId, StoreError, Timestamp};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use self::eraser::Eraser;
use crate::work::PeopleWork;
use postgres_kit::error::store;
use postgres_kit::rows::{column, utc};
use postgres_kit::statement::prepared;

type Texts = Array<Text>;
type Words = Array<Nullable<Text>>;
type Ids = Array<SqlUuid>;
type Instants = Array<Nullable<Timestamptz>>;

#[derive(QueryableByName)]
struct LatestRow {
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Timestamptz)]
    erased_at: OffsetDateTime,
    #[diesel(sql_type = Bool)]
    has_keys: bool,
}

#[derive(QueryableByName)]
struct ListedRow {
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = SqlUuid)]
    customer_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    erased_at: OffsetDateTime,
}

#[derive(QueryableByName)]
struct HashRow {
    #[diesel(sql_type = Binary)]
    hash: Vec<u8>,
    #[diesel(sql_type = Timestamptz)]
    erased_at: OffsetDateTime,
}

#[derive(QueryableByName)]
struct PersonRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    erased_at: Option<OffsetDateTime>,
    #[diesel(sql_type = SqlUuid)]
    token: Uuid,
    #[diesel(sql_type = Texts)]
    names: Vec<String>,
    #[diesel(sql_type = Ids)]
    aliases: Vec<Uuid>,
}

#[derive(QueryableByName)]
struct ValueRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Nullable<Binary>)]
    sealed: Option<Vec<u8>>,
}

#[derive(QueryableByName)]
struct BrowserRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    anonymous_id: String,
    #[diesel(sql_type = SqlUuid)]
    token: Uuid,
    #[diesel(sql_type = Bool)]
    is_own: bool,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    from_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    until_at: Option<OffsetDateTime>,
}

#[derive(QueryableByName)]
struct OutcomeRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    url: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    idempotency_key: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    refund_of: Option<String>,
}

#[derive(QueryableByName)]
struct KeysRow {
    #[diesel(sql_type = Nullable<Text>)]
    idempotency_key: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    refund_of: Option<String>,
}

#[derive(QueryableByName)]
struct ViewRow {
    #[diesel(sql_type = Timestamptz)]
    at: OffsetDateTime,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    url: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    referrer: Option<String>,
}

#[derive(QueryableByName)]
struct HeldRow {
    #[diesel(sql_type = Jsonb)]
    held: Value,
}

impl From<BrowserRow> for ErasedBrowser {
    fn from(row: BrowserRow) -> Self {
        Self {
            visitor_id: row.id.into(),
            anonymous_id: row.anonymous_id,
            is_own: row.is_own,
            from: row.from_at.map(Into::into),
            until: row.until_at.map(Into::into),
            token: row.token,
        }
    }
}

/// Rows of a list that ids lead to, as they are stored.
async fn held(
    connection: &mut AsyncPgConnection,
    statement: &'static str,
    (profile_id, ids): (ProfileId, &[Uuid]),
    part: Part,
) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<HeldRow> = prepared(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Ids, _>(ids)
        .bind::<BigInt, _>(i64::from(part.limit))
        .bind::<BigInt, _>(i64::from(part.offset))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.held).collect())
}

/// The same of events of browsers, which are found by when they happened.
async fn held_views(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    views: &[ErasedView],
    part: Part,
) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<HeldRow> = prepared(include_str!("sql/erasure/held_views.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Timestamptz>, _>(column(views, |fact| utc(fact.at)))
        .bind::<Ids, _>(column(views, |fact| fact.id))
        .bind::<BigInt, _>(i64::from(part.limit))
        .bind::<BigInt, _>(i64::from(part.offset))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.held).collect())
}

#[async_trait]
impl ErasureStore for PeopleWork {
    #[tracing::instrument(level = "debug", name = "ErasureStore::latest", skip_all)]
    async fn latest(&mut self, profile_id: ProfileId) -> Result<Option<LatestErasure>, StoreError> {
        let rows: Vec<LatestRow> = prepared(include_str!("sql/erasure/latest.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let latest = rows.into_iter().next();
        Ok(latest.map(|row| LatestErasure {
            number: row.number,
            at: row.erased_at.into(),
            has_keys: row.has_keys,
        }))
    }

    #[tracing::instrument(level = "debug", name = "ErasureStore::listed", skip_all)]
    async fn listed(
        &mut self,
        profile_id: ProfileId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<(i64, CustomerId, Timestamp)>, StoreError> {
        let rows: Vec<ListedRow> = prepared(include_str!("sql/erasure/listed.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(after)
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let rows = rows.into_iter();
        let listed = rows.map(|row| (row.number, row.customer_id.into(), row.erased_at.into()));
        Ok(listed.collect())
    }

    #[tracing::instrument(level = "debug", name = "ErasureStore::erased", skip_all)]
    async fn erased(
        &mut self,
        profile_id: ProfileId,
        hashes: &[Vec<u8>],
    ) -> Result<Vec<(Vec<u8>, Timestamp)>, StoreError> {
        let rows: Vec<HashRow> = prepared(include_str!("sql/erasure/erased.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<Binary>, _>(hashes)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: HashRow| (row.hash, row.erased_at.into());
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "ErasureStore::person", skip_all)]
    async fn person(
        &mut self,
        profile_id: ProfileId,
        id: CustomerId,
    ) -> Result<Option<ErasedPerson>, StoreError> {
        let rows: Vec<PersonRow> = prepared(include_str!("sql/erasure/person.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let Some(person) = rows.into_iter().next() else {
            return Ok(None);
        };
        let values: Vec<ValueRow> = prepared(include_str!("sql/erasure/values.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let browsers: Vec<BrowserRow> = prepared(include_str!("sql/erasure/browsers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlUuid, _>(id.uuid())
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let sealed = values.iter().filter_map(|row| {
            let sealed = row.sealed.clone()?;
            Some((row.value_key.clone(), sealed))
        });
        let sealed = sealed.collect();
        let values = values.into_iter().filter_map(|row| {
            Some(Subject {
                kind: IdentifierKind::parse(&row.kind)?,
                value_key: ValueKey::new(row.value_key),
            })
        });
        Ok(Some(ErasedPerson {
            customer_id: person.id.into(),
            erased_at: person.erased_at.map(Into::into),
            values: values.collect(),
            sealed,
            names: person.names,
            aliases: person.aliases.into_iter().map(Into::into).collect(),
            browsers: browsers.into_iter().map(Into::into).collect(),
            token: person.token,
        }))
    }

    #[tracing::instrument(level = "debug", name = "ErasureStore::outcomes", skip_all)]
    async fn outcomes(
        &mut self,
        profile_id: ProfileId,
        person: &ErasedPerson,
    ) -> Result<Vec<ErasedOutcome>, StoreError> {
        let (kinds, keys) = pairs(&person.values);
        let times = Times::of(person);
        let rows: Vec<OutcomeRow> = prepared(include_str!("sql/erasure/outcomes.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Ids, _>(times.browsers)
            .bind::<Instants, _>(times.from)
            .bind::<Instants, _>(times.until)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: OutcomeRow| ErasedOutcome {
            id: row.id,
            url: row.url,
            idempotency_key: row.idempotency_key,
            refund_of: row.refund_of,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(
        level = "debug",
        name = "ErasureStore::strip_outcomes_of_others",
        skip_all
    )]
    async fn strip_outcomes_of_others(
        &mut self,
        profile_id: ProfileId,
        person: &ErasedPerson,
    ) -> Result<Vec<String>, StoreError> {
        let (kinds, keys) = pairs(&person.values);
        let rows: Vec<KeysRow> = prepared(include_str!("sql/erasure/named_outcomes.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let told = rows.into_iter();
        let told = told.flat_map(|row| [row.idempotency_key, row.refund_of]);
        Ok(told.flatten().collect())
    }

    #[tracing::instrument(level = "debug", name = "ErasureStore::views", skip_all)]
    async fn views(
        &mut self,
        profile_id: ProfileId,
        person: &ErasedPerson,
    ) -> Result<Vec<ErasedView>, StoreError> {
        let times = Times::of(person);
        let (kinds, keys) = pairs(&person.values);
        let rows: Vec<ViewRow> = prepared(include_str!("sql/erasure/views.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Ids, _>(times.browsers)
            .bind::<Instants, _>(times.from)
            .bind::<Instants, _>(times.until)
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .load(&mut self.connection)
            .await
            .map_err(store)?;
        let read = |row: ViewRow| ErasedView {
            at: row.at.into(),
            id: row.id,
            url: row.url,
            referrer: row.referrer,
        };
        Ok(rows.into_iter().map(read).collect())
    }

    #[tracing::instrument(level = "debug", name = "ErasureStore::held", skip_all)]
    async fn held<'a>(
        &mut self,
        profile_id: ProfileId,
        customers: &'a [CustomerId],
        (outcomes, views): (&'a [ErasedOutcome], &'a [ErasedView]),
        part: Part,
    ) -> Result<HeldData, StoreError> {
        let people = column(customers, |id| id.uuid());
        let outcomes = column(outcomes, |fact| fact.id);
        let mut of = async |statement, ids: &[Uuid]| {
            held(&mut self.connection, statement, (profile_id, ids), part).await
        };
        Ok(HeldData {
            customers: of(include_str!("sql/erasure/held_customers.sql"), &people).await?,
            identifiers: of(include_str!("sql/erasure/held_identifiers.sql"), &people).await?,
            outcome_events: of(include_str!("sql/erasure/held_outcomes.sql"), &outcomes).await?,
            view_recipients: of(include_str!("sql/erasure/held_recipients.sql"), &people).await?,
            views: of(include_str!("sql/erasure/held_shown.sql"), &people).await?,
            deliveries: of(include_str!("sql/erasure/held_deliveries.sql"), &outcomes).await?,
            merges: of(include_str!("sql/erasure/held_merges.sql"), &people).await?,
            splits: of(include_str!("sql/erasure/held_splits.sql"), &people).await?,
            proposals: of(include_str!("sql/erasure/held_proposals.sql"), &people).await?,
            moves: of(include_str!("sql/erasure/held_moves.sql"), &people).await?,
            pairs: of(include_str!("sql/erasure/held_pairs.sql"), &people).await?,
            tracker_events: held_views(&mut self.connection, profile_id, views, part).await?,
        })
    }

    #[tracing::instrument(level = "debug", name = "ErasureStore::erase", skip_all)]
    async fn erase(&mut self, profile_id: ProfileId, erasure: &Erasure) -> Result<(), StoreError> {
        Eraser::new(&mut self.connection, profile_id, erasure)
            .erase()
            .await
    }
}

/// When which browsers were theirs, each as a column.
struct Times {
    browsers: Vec<Uuid>,
    from: Vec<Option<OffsetDateTime>>,
    until: Vec<Option<OffsetDateTime>>,
}

impl Times {
    fn of(person: &ErasedPerson) -> Self {
        let browsers = &person.browsers;
        Self {
            browsers: column(browsers, |browser| browser.visitor_id.uuid()),
            from: column(browsers, |browser| browser.from.map(utc)),
            until: column(browsers, |browser| browser.until.map(utc)),
        }
    }
}

/// Kinds and keys, each as a column.
fn pairs(values: &[Subject]) -> (Vec<String>, Vec<String>) {
    let values = values.iter();
    values
        .map(|value| {
            let key = value.value_key.as_str().to_owned();
            (value.kind.as_str().to_owned(), key)
        })
        .unzip()
}
