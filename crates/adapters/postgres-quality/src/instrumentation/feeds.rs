//! What comes in day by day: page views, outcomes, spend.

use std::collections::HashMap;

use application::ports::InstrumentationQuestion;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Date as SqlDate, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError, Timestamp};
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;
use reporting::quality::feeds::{
    EVENT_TYPES, FeedDays, LANDING_HOSTS, OUTCOMES_OF, PAGE_VIEWS, PAGE_VIEWS_OF, SPEND_OF,
    first_day, largest,
};
use time::OffsetDateTime;

use super::visits::{Visited, count};

/// All of them: page views, those of hosts, outcomes, spend.
pub(super) async fn read(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
    visited: &Visited,
) -> Result<Vec<FeedDays>, StoreError> {
    let mut feeds = vec![FeedDays {
        name: PAGE_VIEWS.to_owned(),
        last_at: last_view(connection, profile_id).await?,
        days: visited.views.clone(),
    }];
    let heard = last_views(connection, profile_id).await?;
    feeds.extend(hosts(visited, &heard));
    feeds.extend(outcomes(connection, profile_id, question).await?);
    feeds.extend(spend(connection, profile_id, question).await?);
    Ok(feeds)
}

#[derive(QueryableByName)]
struct LastRow {
    #[diesel(sql_type = Timestamptz)]
    last_at: OffsetDateTime,
}

async fn last_view(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Option<Timestamp>, StoreError> {
    let rows: Vec<LastRow> = prepared(include_str!("../sql/last_view.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let mut rows = rows.into_iter();
    Ok(rows.next().map(|row| row.last_at.into()))
}

#[derive(QueryableByName)]
struct HostRow {
    #[diesel(sql_type = Text)]
    host: String,
    #[diesel(sql_type = Timestamptz)]
    last_at: OffsetDateTime,
}

/// When the last page view on each host was taken.
async fn last_views(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<HashMap<String, Timestamp>, StoreError> {
    let rows: Vec<HostRow> = prepared(include_str!("../sql/last_views_of_hosts.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.host, row.last_at.into())).collect())
}

/// Page views by the host on which their visit began. Of a site with one host they would say once more what all page
/// views say.
fn hosts(visited: &Visited, heard: &HashMap<String, Timestamp>) -> Vec<FeedDays> {
    let feeds = visited.views_of_hosts.iter().map(|(host, days)| FeedDays {
        name: format!("{PAGE_VIEWS_OF}{host}"),
        last_at: heard.get(host).copied(),
        days: days.clone(),
    });
    let feeds = largest(feeds.collect(), LANDING_HOSTS);
    if feeds.len() > 1 { feeds } else { Vec::new() }
}

#[derive(QueryableByName)]
struct OutcomeRow {
    #[diesel(sql_type = Text)]
    event_type: String,
    /// The place of its day among those of the series, from one on; one more is today.
    #[diesel(sql_type = Integer)]
    day: i32,
    #[diesel(sql_type = BigInt)]
    events: i64,
    #[diesel(sql_type = Timestamptz)]
    last_at: OffsetDateTime,
}

/// Days begin where the profile's time zone says, as everywhere else, and not by what the database knows of zones.
async fn outcomes(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
) -> Result<Vec<FeedDays>, StoreError> {
    let today = question.period.to();
    let first = first_day(question.yesterday());
    let days: Vec<Date> = std::iter::successors(Some(first), |day| day.next_day())
        .take_while(|day| *day <= today)
        .collect();
    let starts: Vec<OffsetDateTime> = days
        .iter()
        .map(|day| utc(question.timezone.start_of(*day)))
        .collect();
    let most = i64::try_from(EVENT_TYPES).unwrap_or(i64::MAX);
    let rows: Vec<OutcomeRow> = prepared(include_str!("../sql/outcome_days.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Timestamptz>, _>(starts)
        .bind::<Timestamptz, _>(utc(question.timezone.start_of(first)))
        .bind::<BigInt, _>(most)
        .load(connection)
        .await
        .map_err(store)?;
    let day_of = |row: &OutcomeRow| {
        let place = usize::try_from(row.day).ok()?.checked_sub(1)?;
        // Today is not over.
        days.get(place).copied().filter(|day| *day < today)
    };
    let feeds = rows.chunk_by(|one, next| one.event_type == next.event_type);
    let feeds = feeds.filter_map(|rows| {
        let days = rows.iter();
        Some(FeedDays {
            name: format!("{OUTCOMES_OF}{}", rows.first()?.event_type),
            last_at: rows.iter().map(|row| row.last_at.into()).max(),
            days: days
                .filter_map(|row| Some((day_of(row)?, count(row.events))))
                .collect(),
        })
    });
    Ok(feeds.collect())
}

#[derive(QueryableByName)]
struct SpendRow {
    #[diesel(sql_type = Text)]
    platform: String,
    #[diesel(sql_type = SqlDate)]
    date: Date,
    #[diesel(sql_type = Nullable<BigInt>)]
    clicks: Option<i64>,
    #[diesel(sql_type = BigInt)]
    lines: i64,
    #[diesel(sql_type = Timestamptz)]
    last_at: OffsetDateTime,
}

/// Clicks of each platform. One that never tells clicks has the lines of its spend in their place: what it cost is no
/// count, and all that is asked is whether it still comes.
async fn spend(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
) -> Result<Vec<FeedDays>, StoreError> {
    const STATEMENT: &str = concat!(
        include_str!("../sql/spend_leaves.sql"),
        include_str!("../sql/spend_by_platform.sql")
    );
    let yesterday = question.yesterday();
    let rows: Vec<SpendRow> = prepared(STATEMENT)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(first_day(yesterday))
        .bind::<SqlDate, _>(yesterday)
        .load(connection)
        .await
        .map_err(store)?;
    let feeds = rows.chunk_by(|one, next| one.platform == next.platform);
    let feeds = feeds.filter_map(|rows| {
        let tells_clicks = rows.iter().any(|row| row.clicks.is_some());
        let told = |row: &SpendRow| {
            let clicks = row.clicks.unwrap_or_default();
            count(if tells_clicks { clicks } else { row.lines })
        };
        Some(FeedDays {
            name: format!("{SPEND_OF}{}", rows.first()?.platform),
            last_at: rows.iter().map(|row| row.last_at.into()).max(),
            days: rows.iter().map(|row| (row.date, told(row))).collect(),
        })
    });
    Ok(feeds.collect())
}
