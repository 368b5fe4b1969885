//! Breakdowns and time series over hand-made rows, with hand-computed answers.

use kernel::{Accounting, Exact, Limit, Model, Period};
use reporting::breakdown::{
    Breakdown, BreakdownBy, BreakdownQuery, BreakdownReader, Metric, Order,
};
use reporting::figures::Figures;
use reporting::filter::{Dimension, Filter};
use reporting::question::Question;
use reporting::timeseries::{Bucket, Interval, TimeSeries, TimeSeriesQuery, TimeSeriesReader};
use time::macros::date;
use tributary_postgres::reporting::{PgBreakdownReader, PgTimeSeriesReader};

use crate::reporting_seed::{access, limit, march, seed};
use crate::world::{RUNTIME, World};

const SEED: &str = include_str!("reporting_overview.sql");

/// Two ads of the catalogue, of which one has spend under its own name.
const ADS: &str = "
INSERT INTO ads (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id, ad_set_name,
    ad_name, updated_at)
VALUES
    (:profile, 'p', '', '', 'set-1', '7', 'Spring set', 'Seven', '2026-01-01Z'),
    (:profile, 'p', '', '', 'set-1', '', NULL, NULL, '2026-01-01Z'),
    (:profile, 'p', '', '', 'set-2', '8', NULL, NULL, '2026-01-01Z');
INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id,
    amount, currency, signature_id, updated_at)
VALUES (:profile, '2026-03-02', 'p', '', '', 'set-1', '7', 5, 'EUR', 1, '2026-01-01Z')";

async fn seeded() -> World {
    let world = World::new().await;
    seed(&world, SEED).await;
    world
}

fn question(model: Model) -> Question {
    Question {
        period: march(),
        model,
        accounting: Accounting::ConversionDate,
        filters: Vec::new(),
        goals: Vec::new(),
    }
}

fn query(by: BreakdownBy) -> BreakdownQuery {
    BreakdownQuery {
        question: question(Model::Linear),
        by,
        sort: Metric::default(),
        order: Order::default(),
        limit: limit(100),
        after: None,
    }
}

const CHANNEL: BreakdownBy = BreakdownBy::Dimension(Dimension::Channel);

async fn broken_down(world: &World, query: &BreakdownQuery) -> Breakdown {
    PgBreakdownReader::new(world.pool.clone())
        .breakdown(&access(world), query)
        .await
        .unwrap()
}

/// Spend, revenue, return; conversions; visitors, sessions, bounce rate.
fn told(of: &Figures) -> String {
    let money = format!("{} {} {}", of.spend, of.revenue, of.roas);
    let web = format!("{} {} {}", of.visitors, of.sessions, of.bounce_rate);
    format!("{money}, {}, {web}", of.conversions)
}

fn rows(breakdown: &Breakdown) -> Vec<String> {
    let rows = breakdown.rows.iter();
    rows.map(|row| format!("{}: {}", row.key, told(&row.figures)))
        .collect()
}

#[test]
fn a_row_a_channel_the_best_first_and_equals_by_name() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let breakdown = broken_down(&world, &query(CHANNEL)).await;
        assert_eq!(
            rows(&breakdown),
            [
                "Direct: 0 23.41666671683333334 0, 0.333333334, 1 1 0",
                "Email: 10.00120002 23.41666664658333333 2.341386, 1.333333333, 1 1 100",
                "Paid Search: 20.5 23.41666664658333333 1.142276, 1.333333333, 1 1 100",
                ": 0 0 0, 0, 1 0 0",
            ]
        );
        let total = "30.50120002 70.25000001 2.303188, 3, 3 3 66.666667";
        assert_eq!(told(&breakdown.total), total);
        assert_eq!(breakdown.unattributed_conversions, Some(Exact::whole(2)));
        assert_eq!(breakdown.next, None);
        let warnings = ["conversions_pending_fx", "spend_without_fx_rate"];
        assert_eq!(breakdown.warnings, warnings);
    });
}

#[test]
fn what_nobody_knows_by_a_dimension_stays_in_the_total() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let by = BreakdownBy::Dimension(Dimension::Country);
        let breakdown = broken_down(&world, &query(by)).await;
        assert_eq!(
            rows(&breakdown),
            [
                "DE: 0 23.41666671683333334 0, 0.333333334, 1 1 0",
                "ES: 0 23.41666664658333333 0, 1.333333333, 1 1 100",
                "FR: 0 23.41666664658333333 0, 1.333333333, 1 1 100",
                ": 0 0 0, 0, 1 0 0",
            ]
        );
        assert_eq!(breakdown.total.spend.to_string(), "30.50120002");
        assert!(
            breakdown
                .warnings
                .contains(&"spend_has_no_country".to_owned())
        );
    });
}

#[test]
fn ads_and_their_sets_have_the_names_of_the_catalogue() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        seed(&world, ADS).await;
        for (by, expected) in [
            (
                BreakdownBy::Ad,
                ["7 Some(\"Seven\") 5", "8 None 0", " None 0"],
            ),
            (
                BreakdownBy::AdSet,
                [
                    "set-1 Some(\"Spring set\") 5",
                    "set-2 None 0",
                    " None 30.50120002",
                ],
            ),
        ] {
            let mut query = query(by);
            query.sort = Metric::Conversions;
            let breakdown = broken_down(&world, &query).await;
            let of_ads: Vec<_> = breakdown
                .rows
                .iter()
                .filter(|row| row.figures.conversions > Exact::ZERO)
                .map(|row| format!("{} {:?} {}", row.key, row.name, row.figures.spend))
                .collect();
            assert_eq!(of_ads, expected, "{by:?}");
            assert_eq!(breakdown.total.spend.to_string(), "35.50120002");
        }
    });
}

#[test]
fn a_filter_of_another_dimension_narrows_rows_and_total() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let mut query = query(CHANNEL);
        let desktop = Filter::parse(Dimension::Device, "is:desktop").unwrap();
        query.question.filters = vec![desktop];
        let breakdown = broken_down(&world, &query).await;
        assert_eq!(
            rows(&breakdown),
            [
                "Direct: 0 23.41666671683333334 0, 0.333333334, 1 1 0",
                "Email: 0 23.41666664658333333 0, 1.333333333, 1 1 100",
            ]
        );
        assert_eq!(
            told(&breakdown.total),
            "0 46.83333336341666667 0, 1.666666667, 2 2 50"
        );
        assert_eq!(breakdown.unattributed_conversions, None);
    });
}

/// Two campaigns: of one an ad explains a part, of the other nothing was spent. An ad that visits name is in neither.
const CAMPAIGNS: &str = "
INSERT INTO ads (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id, campaign_name,
    ad_name, updated_at)
VALUES
    (:profile, 'p', 'a', 'c1', '', '', 'First', NULL, '2026-01-01Z'),
    (:profile, 'p', 'a', 'c1', 'set-1', '7', 'First', 'Seven', '2026-01-01Z'),
    (:profile, 'p', 'a', 'c2', 'set-2', '9', NULL, 'Nine', '2026-01-01Z');
INSERT INTO ad_creatives (profile_id, platform, account_id, ad_id, creative_id, creative_name, updated_at)
VALUES
    (:profile, 'p', 'a', '7', 'film', 'Film', '2026-01-01Z'),
    (:profile, 'p', 'a', '9', 'still', NULL, '2026-01-01Z');
INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id,
    amount, currency, signature_id, updated_at)
VALUES (:profile, '2026-03-02', 'p', 'a', 'c1', 'set-1', '7', 5, 'EUR', 1, '2026-01-01Z'),
    (:profile, '2026-03-02', 'p', 'a', 'c1', '', '', 8, 'EUR', 1, '2026-01-01Z')";

#[test]
fn all_of_the_catalogue_is_listed_and_nothing_else() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        seed(&world, CAMPAIGNS).await;
        let reader = PgBreakdownReader::new(world.pool.clone());
        for (by, expected) in [
            (
                BreakdownBy::AdCampaign,
                ["c1 Some(\"First\") 8", "c2 None 0"],
            ),
            (BreakdownBy::AdSet, ["set-1 None 5", "set-2 None 0"]),
            (
                BreakdownBy::Ad,
                ["7 Some(\"Seven\") 5", "9 Some(\"Nine\") 0"],
            ),
            (
                BreakdownBy::Creative,
                ["film Some(\"Film\") 5", "still None 0"],
            ),
        ] {
            let mut query = query(by);
            query.sort = Metric::Spend;
            let listed = reader.of_catalogue(&access(&world), &query).await.unwrap();
            let rows: Vec<_> = listed
                .rows
                .iter()
                .map(|row| format!("{} {:?} {}", row.key, row.name, row.figures.spend))
                .collect();
            assert_eq!(rows, expected, "{by:?}");
            // What is in the list came to the same as where everything is.
            let whole = broken_down(&world, &query).await;
            assert_eq!(listed.total, whole.total);
            for row in listed.rows {
                let same = whole.rows.iter().find(|it| it.key == row.key);
                let figures = same.map(|it| it.figures).unwrap_or_default();
                assert_eq!(row.figures, figures);
            }
            query.limit = limit(1);
            let first = reader.of_catalogue(&access(&world), &query).await.unwrap();
            query.after = first.next;
            let second = reader.of_catalogue(&access(&world), &query).await.unwrap();
            assert_eq!(second.rows[0].key, expected[1].split(' ').next().unwrap());
            assert_eq!(second.next, None);
        }
        let others = access(&World::new().await);
        let listed = reader.of_catalogue(&others, &query(BreakdownBy::Ad)).await;
        assert_eq!(listed.unwrap().rows, []);
    });
}

#[test]
fn pages_join_without_gap_or_repeat_by_every_figure() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        seed(&world, ADS).await;
        for (by, _) in BreakdownBy::ALL {
            for (sort, name) in Metric::ALL {
                for order in [Order::Ascending, Order::Descending] {
                    let mut query = BreakdownQuery {
                        sort,
                        order,
                        ..query(by)
                    };
                    let whole = broken_down(&world, &query).await;
                    let values: Vec<_> =
                        whole.rows.iter().map(|row| sort.of(&row.figures)).collect();
                    let sorted = match order {
                        Order::Ascending => values.is_sorted(),
                        Order::Descending => values.iter().rev().is_sorted(),
                    };
                    assert!(sorted, "{by:?} {name} {values:?}");
                    query.limit = Limit::new(1).unwrap();
                    let mut seen = Vec::new();
                    loop {
                        let page = broken_down(&world, &query).await;
                        assert_eq!(page.total, whole.total);
                        seen.extend(rows(&page));
                        query.after = page.next;
                        if query.after.is_none() {
                            break;
                        }
                        assert!(seen.len() < whole.rows.len(), "the pages do not end");
                    }
                    assert_eq!(seen, rows(&whole), "{by:?} {name} {order:?}");
                }
            }
        }
    });
}

async fn series(world: &World, interval: Interval, period: Period) -> TimeSeries {
    let query = TimeSeriesQuery {
        question: Question {
            period,
            ..question(Model::Linear)
        },
        interval,
    };
    PgTimeSeriesReader::new(world.pool.clone())
        .time_series(&access(world), &query)
        .await
        .unwrap()
}

fn bucket(bucket: &Bucket) -> String {
    let pageviews = bucket.figures.pageviews;
    let figures = told(&bucket.figures);
    format!("{}/{}: {figures} {pageviews}", bucket.start, bucket.end)
}

#[test]
fn every_bucket_is_there_and_clipped_to_the_period() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let days = series(&world, Interval::Day, march()).await.buckets;
        assert_eq!(days.len(), 31);
        let first = "2026-03-01/2026-03-01: 20.5 0 0, 1, 1 1 100 1";
        assert_eq!(bucket(&days[0]), first);
        let third = "2026-03-03/2026-03-03: 0 -30.25 0, 0, 0 0 0 0";
        assert_eq!(bucket(&days[2]), third);
        assert_eq!(days[5].figures, Figures::default());
        let to = date!(2026 - 03 - 12);
        let weeks = Period::new(date!(2026 - 02 - 28), to).unwrap();
        let told: Vec<_> = series(&world, Interval::Week, weeks)
            .await
            .buckets
            .iter()
            .map(bucket)
            .collect();
        assert_eq!(
            told,
            [
                // Sunday's unpaid sale and Saturday's earlier one.
                "2026-02-28/2026-03-01: 24.5 10 0.408163, 2, 1 2 50 3",
                "2026-03-02/2026-03-08: 0 70.25000001 0, 2, 0 0 0 0",
                "2026-03-09/2026-03-12: 0 0 0, 0, 1 1 0 3",
            ]
        );
        let months = Period::new(date!(2026 - 02 - 27), to).unwrap();
        let months = series(&world, Interval::Month, months).await.buckets;
        let told: Vec<_> = months.iter().map(bucket).collect();
        assert_eq!(
            told,
            [
                "2026-02-27/2026-02-28: 4 10 2.5, 1, 1 1 0 2",
                "2026-03-01/2026-03-12: 20.5 70.25000001 3.426829, 3, 1 2 50 4",
            ]
        );
    });
}

#[test]
fn another_profile_with_the_same_ids_stays_apart() {
    RUNTIME.block_on(async {
        let (one, two, empty) = (seeded().await, World::new().await, World::new().await);
        seed(&two, &SEED.replace("'Email'", "'Paid Search'")).await;
        seed(&two, ADS).await;
        let mine = rows(&broken_down(&one, &query(CHANNEL)).await);
        assert_eq!(mine.len(), 4);
        let theirs = rows(&broken_down(&two, &query(CHANNEL)).await);
        assert_eq!(theirs.len(), 3);
        let ads = broken_down(&one, &query(BreakdownBy::Ad)).await;
        assert!(ads.rows.iter().all(|row| row.name.is_none()));
        let nothing = broken_down(&empty, &query(CHANNEL)).await;
        assert_eq!(rows(&nothing), Vec::<String>::new());
        assert_eq!(nothing.total, Figures::default());
        assert_eq!(nothing.unattributed_conversions, Some(Exact::ZERO));
    });
}
