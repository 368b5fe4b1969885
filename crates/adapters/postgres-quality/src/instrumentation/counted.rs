//! Checks that count rows. Each has a statement of its own, which tells groups of what was looked at; what stands
//! around it adds them up and keeps a few that show what is wrong.

use application::ports::InstrumentationQuestion;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError, Timestamp};
use postgres_kit::error::store;
use postgres_kit::rows::utc;
use postgres_kit::statement::prepared;
use reporting::quality::checks::{CheckCode, Measure};
use reporting::quality::measured::{Measured, Sample};

/// The statement of a check with what stands around it.
macro_rules! sampled {
    ($file:literal) => {
        concat!(
            include_str!("../sql/checks/sampled_before.sql"),
            include_str!($file),
            include_str!("../sql/checks/sampled_after.sql")
        )
    };
}

/// Checks of what came in yesterday, which read facts by their time.
const OF_YESTERDAY: [(CheckCode, &str); 4] = [
    (
        CheckCode::InternalUtms,
        sampled!("../sql/checks/internal_utms.sql"),
    ),
    (
        CheckCode::DoubledPageViews,
        sampled!("../sql/checks/doubled_page_views.sql"),
    ),
    (
        CheckCode::DoubledPayments,
        sampled!("../sql/checks/doubled_payments.sql"),
    ),
    (CheckCode::BotShare, sampled!("../sql/checks/bot_share.sql")),
];

/// Types of events are those of all days that are looked at.
const TYPES: &str = sampled!("../sql/checks/unclaimed_event_types.sql");

/// Checks of results, of all days that are looked at.
const OF_RESULTS: [(CheckCode, &str); 2] = [
    (
        CheckCode::UnidentifiedOutcomes,
        sampled!("../sql/checks/unidentified_outcomes.sql"),
    ),
    (
        CheckCode::MoneyWithoutRate,
        sampled!("../sql/checks/money_without_rate.sql"),
    ),
];

/// What was refused is told of yesterday and today alone: who mends it wants to see so.
const REFUSED: &str = sampled!("../sql/checks/refused_events.sql");

#[derive(QueryableByName)]
struct Row {
    /// None for everything together.
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
    #[diesel(sql_type = BigInt)]
    weight: i64,
    #[diesel(sql_type = BigInt)]
    faulty: i64,
    #[diesel(sql_type = BigInt)]
    whole: i64,
}

/// All of them.
pub(super) async fn read(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
) -> Result<Vec<Measured>, StoreError> {
    let zone = &question.timezone;
    let (period, yesterday) = (question.period, question.yesterday());
    let today = zone.start_of(period.to());
    let mut found = Vec::with_capacity(CheckCode::ALL.len());
    for (code, statement) in OF_YESTERDAY {
        let times = (zone.start_of(yesterday), today);
        found.push(of_times(connection, profile_id, (code, statement), times).await?);
    }
    let tomorrow = period.to().next_day().unwrap_or(Date::MAX);
    let times = (zone.start_of(period.from()), zone.start_of(tomorrow));
    let types = (CheckCode::UnclaimedEventTypes, TYPES);
    found.push(of_times(connection, profile_id, types, times).await?);
    for (code, statement) in OF_RESULTS {
        let rows = prepared(statement)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<SqlDate, _>(period.from())
            .bind::<SqlDate, _>(period.to())
            .bind::<BigInt, _>(question.generation)
            .load(connection);
        found.push(measured(code, rows.await.map_err(store)?));
    }
    let rows = prepared(REFUSED)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(yesterday)
        .bind::<SqlDate, _>(period.to())
        .load(connection);
    found.push(measured(
        CheckCode::RefusedEvents,
        rows.await.map_err(store)?,
    ));
    Ok(found)
}

/// A check of facts from an instant to before another.
async fn of_times(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    (code, statement): (CheckCode, &'static str),
    (from, until): (Timestamp, Timestamp),
) -> Result<Measured, StoreError> {
    let rows = prepared(statement)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Timestamptz, _>(utc(from))
        .bind::<Timestamptz, _>(utc(until))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(measured(code, rows))
}

fn measured(code: CheckCode, rows: Vec<Row>) -> Measured {
    let count = |count: i64| u64::try_from(count).unwrap_or_default();
    let mut measure = Measure::default();
    let mut samples = Vec::new();
    for row in rows {
        match row.value {
            Some(value) => samples.push(Sample {
                value,
                count: count(row.weight),
            }),
            None => {
                measure = Measure {
                    count: count(row.faulty),
                    of: count(row.whole),
                }
            }
        }
    }
    samples.sort_by(|one, other| {
        let most_first = other.count.cmp(&one.count);
        most_first.then_with(|| one.value.cmp(&other.value))
    });
    Measured {
        code,
        measure,
        samples,
    }
}
