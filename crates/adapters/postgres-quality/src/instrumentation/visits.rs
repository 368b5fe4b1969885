//! Visits of the days of a series, from the days that are added up already.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use application::ports::InstrumentationQuestion;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Period, ProfileId, StoreError};
use postgres_kit::error::store;
use postgres_kit::rollups::RollupKey;
use postgres_kit::rollups::read::of_one_moment;
use postgres_kit::statement::prepared;
use reporting::quality::feeds::first_day;
use tributary_rollups::selection::{Label, Labels};
use tributary_rollups::tally;
use tributary_rollups::visits::Visit;

/// What visits come to.
pub(super) struct Visited {
    /// Page views of each day, also those without an id.
    pub(super) views: BTreeMap<Date, u64>,
    /// The same by the host on which the visit began.
    pub(super) views_of_hosts: HashMap<String, BTreeMap<Date, u64>>,
    /// Visits by channel, on the complete days that are looked at.
    pub(super) visits_of_channels: BTreeMap<String, u64>,
    /// The complete days that are looked at on which the site counted any visit.
    pub(super) live_days: BTreeSet<Date>,
    /// What signatures mean; of their labels the channel alone.
    pub(super) labels: Labels,
}

#[derive(QueryableByName)]
struct PlaceRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Nullable<Text>)]
    landing_host: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    channel: Option<String>,
}

#[derive(QueryableByName)]
struct AnonymousRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = BigInt)]
    views: i64,
}

/// Sums that are negative on the way, where something was taken away.
#[derive(Default)]
struct Sums {
    views: BTreeMap<Date, i64>,
    views_of_hosts: HashMap<String, BTreeMap<Date, i64>>,
    visits: BTreeMap<Date, i64>,
    visits_of_channels: BTreeMap<String, i64>,
}

impl Sums {
    fn add_views(&mut self, host: Option<&str>, day: Date, views: i64) {
        *self.views.entry(day).or_default() += views;
        let Some(host) = host else { return };
        if let Some(days) = self.views_of_hosts.get_mut(host) {
            *days.entry(day).or_default() += views;
        } else {
            let days = BTreeMap::from([(day, views)]);
            self.views_of_hosts.insert(host.to_owned(), days);
        }
    }

    fn add_visits(&mut self, channel: &str, day: Date, visits: i64) {
        *self.visits.entry(day).or_default() += visits;
        if let Some(own) = self.visits_of_channels.get_mut(channel) {
            *own += visits;
        } else {
            let channel = channel.to_owned();
            self.visits_of_channels.insert(channel, visits);
        }
    }
}

impl Visited {
    /// Reads them.
    pub(super) async fn read(
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        question: &InstrumentationQuestion,
    ) -> Result<Self, StoreError> {
        let yesterday = question.yesterday();
        let series =
            Period::new(first_day(yesterday), yesterday).map_err(StoreError::inconsistent)?;
        let (hosts, labels) = places(connection, profile_id).await?;
        let mut sums = Sums::default();
        let place = RollupKey::visits(profile_id);
        let names = tally::visit_day_columns();
        let (days, beside) = of_one_moment::<Visit>(connection, place, names, series).await?;
        tally::visits_by_day(&days, &beside, |day, signature, visited| {
            let host = signature.and_then(|id| hosts.get(&id));
            sums.add_views(host.map(String::as_str), day, visited.pageviews);
            if day >= question.period.from() {
                let label = signature.and_then(|id| labels.get(&id));
                let channel = label.map_or("", |label| label.channel.as_str());
                sums.add_visits(channel, day, visited.visits);
            }
        })
        .map_err(StoreError::inconsistent)?;
        for row in anonymous(connection, profile_id, series).await? {
            let host = hosts.get(&row.signature_id);
            sums.add_views(host.map(String::as_str), row.local_date, row.views);
        }
        let visits = sums.visits.into_iter();
        let channels = sums.visits_of_channels.into_iter();
        let hosts = sums.views_of_hosts.into_iter();
        Ok(Self {
            views: counts(sums.views),
            views_of_hosts: hosts.map(|(host, days)| (host, counts(days))).collect(),
            visits_of_channels: channels
                .map(|(channel, visits)| (channel, count(visits)))
                .collect(),
            live_days: visits
                .filter(|(_, visits)| *visits > 0)
                .map(|(day, _)| day)
                .collect(),
            labels,
        })
    }

    /// The days on which the site counted any visit.
    pub(super) fn live_days(&self) -> Vec<Date> {
        self.live_days.iter().copied().collect()
    }
}

/// Where signatures land, and their channels.
async fn places(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(HashMap<i64, String>, Labels), StoreError> {
    let rows: Vec<PlaceRow> = prepared(include_str!("../sql/landing_places.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let mut hosts = HashMap::with_capacity(rows.len());
    let mut labels = Labels::default();
    for row in rows {
        if let Some(host) = row.landing_host {
            hosts.insert(row.id, host);
        }
        let label = Label {
            channel: row.channel.unwrap_or_default(),
            ..Label::default()
        };
        labels.insert(row.id, label);
    }
    Ok((hosts, labels))
}

async fn anonymous(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    series: Period,
) -> Result<Vec<AnonymousRow>, StoreError> {
    prepared(include_str!("../sql/anonymous_days.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(series.from())
        .bind::<SqlDate, _>(series.to())
        .load(connection)
        .await
        .map_err(store)
}

/// A count that was read as a signed number.
pub(super) fn count(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}

fn counts(days: BTreeMap<Date, i64>) -> BTreeMap<Date, u64> {
    let days = days.into_iter();
    days.map(|(day, views)| (day, count(views))).collect()
}
