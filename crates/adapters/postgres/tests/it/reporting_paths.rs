//! Touch paths over hand-made rows, with hand-computed answers.

use reporting::filter::{Dimension, Filter};
use reporting::paths::{PathRow, PathsPage, PathsQuery, PathsReader};
use tributary_postgres::reporting::PgPathsReader;

use crate::reporting_seed::{access, limit, march, seed};
use crate::world::{RUNTIME, World};

const SEED: &str = include_str!("reporting_paths.sql");

async fn seeded() -> World {
    let world = World::new().await;
    seed(&world, SEED).await;
    world
}

fn asked(converting: bool, goal: Option<&str>) -> PathsQuery {
    PathsQuery {
        period: march(),
        converting,
        goals: goal.into_iter().map(str::to_owned).collect(),
        filters: Vec::new(),
        limit: limit(100),
        after: None,
    }
}

async fn page(world: &World, query: &PathsQuery) -> PathsPage {
    PgPathsReader::new(world.pool.clone())
        .paths(&access(world), query)
        .await
        .unwrap()
}

/// Initials of the channels; conversions, cash, people and touches each.
fn told(row: &PathRow) -> String {
    let initials: String = row.channels.iter().map(|name| &name[..1]).collect();
    let rest = if row.is_truncated { "…" } else { "" };
    let (conversions, people) = (row.conversions, row.people);
    let touches = row.avg_touches();
    format!(
        "{initials}{rest} {conversions} {} {people} {touches}",
        row.revenue
    )
}

async fn all(world: &World, query: &PathsQuery) -> Vec<String> {
    page(world, query).await.rows.iter().map(told).collect()
}

const CONVERTING: [&str; 3] = [
    "PDP 3 17.5 2 3.666667",
    // The twenty kept of twenty-five, and twenty that end there.
    "EDEDEDEDEDEDEDEDEDED 1 0 1 20",
    "EDEDEDEDEDEDEDEDEDED… 1 0 1 25",
];

#[test]
fn repeats_are_one_step_and_long_paths_are_cut() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let mut found = all(&world, &asked(true, None)).await;
        found[1..].sort();
        assert_eq!(found, CONVERTING);
        let leads = all(&world, &asked(true, Some("lead"))).await;
        assert_eq!(leads, ["EDEDEDEDEDEDEDEDEDED… 1 0 1 25"]);
        let unknown = all(&world, &asked(true, Some("other"))).await;
        assert_eq!(unknown, Vec::<String>::new());
    });
}

#[test]
fn a_filter_keeps_whole_paths_with_a_touch_that_fits() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let filtered = async |converting, filters: &[(Dimension, &str)]| {
            let parsed =
                |(dimension, text): &(Dimension, &str)| Filter::parse(*dimension, text).unwrap();
            let query = PathsQuery {
                filters: filters.iter().map(parsed).collect(),
                ..asked(converting, None)
            };
            all(&world, &query).await
        };
        let channel = Dimension::Channel;
        let paid = filtered(true, &[(channel, "contains:paid")]).await;
        assert_eq!(paid, CONVERTING[..1]);
        let both = [(channel, "contains:paid"), (channel, "is:Direct")];
        // No touch is both, though the path has one of each.
        assert_eq!(filtered(true, &both).await, Vec::<String>::new());
        assert_eq!(
            filtered(false, &[(channel, "is:Email")]).await,
            ["PE 0 0 2 2.5"]
        );
    });
}

#[test]
fn a_page_and_a_referrer_are_the_touchs_own_and_not_the_visits() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let open = async |dimension, text| {
            let query = PathsQuery {
                filters: vec![Filter::parse(dimension, text).unwrap()],
                ..asked(false, None)
            };
            all(&world, &query).await
        };
        let one = ["PE 0 0 1 3"];
        assert_eq!(open(Dimension::LandingPath, "is:/spring").await, one);
        let mail = open(Dimension::ReferrerHost, "is:mail.example").await;
        assert_eq!(mail, ["PE 0 0 2 2.5"]);
        // No touch came to the page from the search that the visit began with.
        let filters = [
            (Dimension::LandingPath, "is:/spring"),
            (Dimension::ReferrerHost, "is:www.google.com"),
        ];
        let parsed = filters.map(|(dimension, text)| Filter::parse(dimension, text).unwrap());
        let query = PathsQuery {
            filters: parsed.to_vec(),
            ..asked(false, None)
        };
        assert_eq!(all(&world, &query).await, Vec::<String>::new());
    });
}

#[test]
fn people_without_a_conversion_have_the_touches_that_were_theirs() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let open = all(&world, &asked(false, None)).await;
        // A browser of nobody and a person on two browsers; the second user of a shared browser.
        assert_eq!(open, ["PE 0 0 2 2.5", "D 0 0 1 1"]);
        // Who has no lead may well have bought: the first user of the shared browser too.
        let open = all(&world, &asked(false, Some("lead"))).await;
        assert_eq!(open, ["PE 0 0 2 2.5", "D 0 0 1 1", "ED 0 0 1 2"]);
    });
}

#[test]
fn pages_join_without_gap_or_repeat() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        for converting in [true, false] {
            let whole = all(&world, &asked(converting, None)).await;
            let mut query = asked(converting, None);
            query.limit = limit(1);
            let mut seen = Vec::new();
            loop {
                let page = page(&world, &query).await;
                seen.extend(page.rows.iter().map(told));
                query.after = page.next;
                if query.after.is_none() {
                    break;
                }
                assert!(seen.len() < whole.len(), "the pages do not end");
            }
            assert_eq!(seen, whole);
        }
    });
}

#[test]
fn another_profile_with_the_same_ids_stays_apart() {
    RUNTIME.block_on(async {
        let (one, two, empty) = (seeded().await, World::new().await, World::new().await);
        seed(&two, &SEED.replace("'Paid Search'", "'Affiliates'")).await;
        assert_eq!(all(&one, &asked(true, None)).await[0], CONVERTING[0]);
        assert_eq!(
            all(&two, &asked(true, None)).await[0],
            CONVERTING[0].replace('P', "A")
        );
        for converting in [true, false] {
            let nothing = all(&empty, &asked(converting, None)).await;
            assert_eq!(nothing, Vec::<String>::new());
        }
    });
}
