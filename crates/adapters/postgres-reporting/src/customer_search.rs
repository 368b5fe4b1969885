//! Finding customers.
//!
//! What fits a short text may be a tenth of all customers, so no more are looked at than are needed to fill the
//! answer: an index gives the first by name, or those who have the text, and those are put in order.

use std::collections::BTreeMap;

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use kernel::{Currency, ProfileAccess, ProfileId, StoreError};
use reporting::customer_search::{
    CONTAINED_FROM, Candidate, CustomerFinder, Found, LEAST, MOST, SearchQuery,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::predicate::containing;
use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::rows::printed;
use postgres_kit::statement::prepared;

/// What the text is part of comes after what it begins.
const CONTAINED: i32 = 2;

/// So many of the newest are read before an index is asked.
const NEWEST: i64 = 1_000;
/// Of whom so many have the text, more of the newest are read: an index would collect all who have it.
const OFTEN: usize = 60;
/// So many at most then.
const DEEPER: i64 = 10_000;

/// So many last digits of a number few have.
const TAIL: usize = 7;

/// Finds customers on a pool.
#[derive(Clone)]
pub struct PgCustomerFinder {
    reports: Reports,
}

impl PgCustomerFinder {
    /// Reads there.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

#[derive(QueryableByName)]
struct FoldedRow {
    #[diesel(sql_type = Text)]
    text: String,
    #[diesel(sql_type = Bool)]
    finds_contained: bool,
}

#[derive(QueryableByName)]
struct NamedRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Integer)]
    rank: i32,
    #[diesel(sql_type = Bool)]
    is_full: bool,
}

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    last_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    primary_email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    primary_phone: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
    #[diesel(sql_type = Timestamptz)]
    last_seen_at: OffsetDateTime,
    #[diesel(sql_type = BigInt)]
    conversion_count: i64,
    #[diesel(sql_type = Text)]
    cash_revenue: String,
    #[diesel(sql_type = Bool)]
    is_pending: bool,
    #[diesel(sql_type = Array<Text>)]
    sources: Vec<String>,
}

impl TryFrom<Row> for Candidate {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            customer_id: row.id.into(),
            first_name: row.first_name,
            last_name: row.last_name,
            primary_email: row.primary_email,
            primary_phone: row.primary_phone,
            first_seen_at: row.first_seen_at.into(),
            last_seen_at: row.last_seen_at.into(),
            conversion_count: row.conversion_count,
            cash_revenue: printed(&row.cash_revenue)?,
            sources: row.sources,
        })
    }
}

/// A look for customers of a profile.
struct Search<'a> {
    connection: &'a mut AsyncPgConnection,
    profile_id: ProfileId,
    query: &'a SearchQuery,
}

/// How well the text fits whom, the best first.
type Ranks = BTreeMap<Uuid, i32>;

impl Search<'_> {
    async fn folded(&mut self) -> Result<FoldedRow, StoreError> {
        prepared(include_str!("customer_search_folded.sql"))
            .bind::<Text, _>(&self.query.text)
            .get_result(self.connection)
            .await
            .map_err(store)
    }

    /// Who has the text as an identifier, or as the beginning of a name, and whether there may be more.
    async fn named(&mut self, folded: &str) -> Result<(Ranks, bool), StoreError> {
        let (kinds, keys): (Vec<&str>, Vec<&str>) = self
            .query
            .exact
            .iter()
            .map(|(kind, key)| (*kind, key.as_str()))
            .unzip();
        let rows: Vec<NamedRow> = prepared(include_str!("customer_search_names.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Array<Text>, _>(kinds)
            .bind::<Array<Text>, _>(keys)
            .bind::<Text, _>(&self.query.text)
            .bind::<Text, _>(folded)
            .bind::<Text, _>(format!("{folded}{}", char::MAX))
            .bind::<BigInt, _>(i64::from(MOST))
            .bind::<SqlUuid, _>(self.query.exclude.map_or(Uuid::nil(), kernel::Id::uuid))
            .load(self.connection)
            .await
            .map_err(store)?;
        let is_full = rows.iter().any(|row| row.is_full);
        Ok((
            rows.into_iter().map(|row| (row.id, row.rank)).collect(),
            is_full,
        ))
    }

    /// Who of the newest has the text anywhere. What everybody has is found at once there, while an index would have to
    /// go through all of them.
    async fn of_the_newest(&mut self, folded: &str, depth: i64) -> Result<Vec<IdRow>, StoreError> {
        let name = (!folded.contains('@')).then(|| containing(folded));
        prepared(include_str!("customer_search_newest.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Text, _>(folded)
            .bind::<Nullable<Text>, _>(name)
            .bind::<BigInt, _>(i64::from(MOST))
            .bind::<BigInt, _>(depth)
            .load(self.connection)
            .await
            .map_err(store)
    }

    /// Who of all has the text anywhere. With an `@` it is no part of a name: to look at everybody who is called like the
    /// beginning of the address would be dear.
    async fn of_all(&mut self, folded: &str) -> Result<Vec<IdRow>, StoreError> {
        // What the planner cannot know: how many have the text. It is never worth to read everybody.
        self.set("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
            .await?;
        let rows: Vec<IdRow> = if folded.contains('@') {
            prepared(include_str!("customer_search_addressed.sql"))
                .bind::<SqlUuid, _>(self.profile_id.uuid())
                .bind::<Text, _>(containing(selective(folded)))
                .bind::<Text, _>(folded)
                .bind::<BigInt, _>(i64::from(MOST))
                .load(self.connection)
                .await
        } else {
            prepared(include_str!("customer_search_contained.sql"))
                .bind::<SqlUuid, _>(self.profile_id.uuid())
                .bind::<Text, _>(containing(folded))
                .bind::<Text, _>(containing(selective(folded)))
                .bind::<Text, _>(folded)
                .bind::<BigInt, _>(i64::from(MOST))
                .load(self.connection)
                .await
        }
        .map_err(store)?;
        self.set("SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = on")
            .await?;
        Ok(rows)
    }

    /// Adds who has the text anywhere; whether there may be more.
    async fn contained(&mut self, folded: &str, ranks: &mut Ranks) -> Result<bool, StoreError> {
        let is_full = |rows: &[IdRow]| u32::try_from(rows.len()).is_ok_and(|many| many >= MOST);
        let mut newest = self.of_the_newest(folded, NEWEST).await?;
        if newest.len() >= OFTEN && !is_full(&newest) {
            newest = self.of_the_newest(folded, DEEPER).await?;
        }
        let rows = if is_full(&newest) {
            newest
        } else {
            self.of_all(folded).await?
        };
        let is_full = is_full(&rows);
        let excluded = self.query.exclude.map(kernel::Id::uuid);
        for row in rows.into_iter().filter(|row| Some(row.id) != excluded) {
            ranks.entry(row.id).or_insert(CONTAINED);
        }
        Ok(is_full)
    }

    async fn set(&mut self, settings: &str) -> Result<(), StoreError> {
        self.connection.batch_execute(settings).await.map_err(store)
    }

    /// The best of them, and whether cash of one of them waits for a rate.
    async fn best(
        &mut self,
        ranks: Ranks,
        generation: i64,
    ) -> Result<(Vec<Candidate>, bool), StoreError> {
        let (ids, ranks): (Vec<Uuid>, Vec<i32>) = ranks.into_iter().unzip();
        let rows: Vec<Row> = prepared(include_str!("customer_search_rows.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Array<SqlUuid>, _>(ids)
            .bind::<Array<Integer>, _>(ranks)
            .bind::<BigInt, _>(generation)
            .bind::<BigInt, _>(i64::from(self.query.limit.get()))
            .load(self.connection)
            .await
            .map_err(store)?;
        let is_pending = rows.iter().any(|row| row.is_pending);
        let candidates: Result<_, _> = rows.into_iter().map(Candidate::try_from).collect();
        Ok((candidates?, is_pending))
    }
}

impl Report for SearchQuery {
    type Answer = Found;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _: &Memory,
    ) -> Result<Found, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let mut warnings = seen.warnings();
        if self.text.chars().count() < LEAST {
            return Ok(found(Vec::new(), seen.currency, warnings));
        }
        let mut search = Search {
            connection,
            profile_id,
            query: self,
        };
        let folded = search.folded().await?;
        let (mut ranks, mut is_full) = search.named(&folded.text).await?;
        let wanted = usize::try_from(self.limit.get()).unwrap_or(usize::MAX);
        if ranks.len() < wanted && folded.text.chars().count() >= CONTAINED_FROM {
            if folded.finds_contained {
                is_full |= search.contained(&folded.text, &mut ranks).await?;
            } else {
                warnings.insert("contained_text_not_searched".to_owned());
            }
        }
        if is_full {
            warnings.insert("too_many_matches".to_owned());
        }
        let (candidates, is_pending) = search.best(ranks, seen.generation).await?;
        if is_pending {
            warnings.insert("conversions_pending_fx".to_owned());
        }
        Ok(found(candidates, seen.currency, warnings))
    }
}

/// The part of a text by which few are found: the beginnings of numbers and the hosts of addresses are everybody's,
/// and an index takes the longer the more there is of such. All of a text that has no such part.
fn selective(text: &str) -> &str {
    let is_number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'+');
    let tail = text
        .len()
        .checked_sub(TAIL)
        .and_then(|from| text.get(from..));
    let local = text.find('@').and_then(|at| text.get(..=at));
    let local = local.filter(|local| local.chars().count() > CONTAINED_FROM);
    local.or(tail.filter(|_| is_number)).unwrap_or(text)
}

fn found(
    candidates: Vec<Candidate>,
    currency: Currency,
    warnings: impl IntoIterator<Item = String>,
) -> Found {
    Found {
        candidates,
        currency,
        warnings: warnings.into_iter().collect(),
    }
}

#[async_trait]
impl CustomerFinder for PgCustomerFinder {
    #[tracing::instrument(level = "debug", name = "CustomerFinder::find", skip_all)]
    async fn find(&self, access: &ProfileAccess, query: &SearchQuery) -> Result<Found, StoreError> {
        snapshot(&self.reports, access, query).await
    }
}

#[cfg(test)]
mod tests {
    use super::selective;

    #[test]
    fn few_are_found_by_what_is_not_everybody_s() {
        assert_eq!(selective("ana.soto@mail.example"), "ana.soto@");
        assert_eq!(selective("an@mail.example"), "an@mail.example");
        assert_eq!(selective("@mail.example"), "@mail.example");
        assert_eq!(selective("+56920000777"), "0000777");
        assert_eq!(selective("0777"), "0777");
        assert_eq!(selective("soto vega 1234"), "soto vega 1234");
        assert_eq!(selective("muñoz"), "muñoz");
    }
}
