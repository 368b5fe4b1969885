//! How outcomes are covered, beside the overview's figures and a plain count of the same rows.

use kernel::{Accounting, Model, Period};
use reporting::overview::{OverviewQuery, OverviewReader};
use reporting::quality::coverage::{Coverage, CoverageQuery, CoverageReader, Unattributed};
use reporting::question::Question;
use time::macros::date;
use tributary_postgres::reporting::{PgCoverageReader, PgOverviewReader};

use crate::reporting_seed::{access, march, seed};
use crate::world::{RUNTIME, World, instant, page_view, payment};

/// Keys and reasons of what the overview's rows leave open; they do not say them.
const REASONS: &str = "UPDATE conversions SET
    conversion_key = CASE WHEN revenue_type = 'cash' THEN 'sale' ELSE 'lead' END,
    is_synthetic = id IN (:id00c1, :id00c7),
    unattributed_reason = CASE id WHEN :id00c4 THEN 'no_identity' WHEN :id00c9 THEN 'not_eligible' END
    WHERE profile_id = :profile";

/// Outcomes of March as rows have them, under last touch.
const PLAIN: &str =
    "SELECT concat_ws(' ', c.conversion_key, count(*), count(*) FILTER (WHERE EXISTS (
        SELECT FROM credits r WHERE r.profile_id = c.profile_id AND r.generation = c.generation
        AND r.conversion_id = c.id AND r.last_touch IS NOT NULL)),
    count(*) FILTER (WHERE c.is_synthetic)) AS line
FROM conversions c
JOIN attribution_state s ON s.profile_id = c.profile_id AND s.generation = c.generation
WHERE c.profile_id = $1 AND NOT c.is_refund AND c.local_date BETWEEN '2026-03-01' AND '2026-03-31'
GROUP BY c.conversion_key ORDER BY count(*) DESC, c.conversion_key";

async fn covered(world: &World, period: Option<Period>, model: Model) -> Coverage {
    let query = CoverageQuery {
        period,
        model,
        now: instant("2026-06-30T12:00:00Z"),
    };
    PgCoverageReader::new(world.pool.clone())
        .coverage(&access(world), &query)
        .await
        .unwrap()
}

/// Outcomes, attributed ones and coverage of the overview.
async fn overview(world: &World, period: Period, model: Model) -> [String; 3] {
    let query = OverviewQuery {
        question: Question {
            period,
            model,
            accounting: Accounting::ConversionDate,
            filters: Vec::new(),
            goals: Vec::new(),
        },
        as_of: None,
    };
    let reader = PgOverviewReader::new(world.pool.clone());
    let overview = reader.overview(&access(world), &query).await.unwrap();
    let of = overview.current;
    [of.outcomes, of.attributed_outcomes, of.coverage_percent].map(|figure| figure.to_string())
}

#[test]
fn coverage_is_the_overview_s_under_every_model() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, include_str!("reporting_overview.sql")).await;
        seed(&world, REASONS).await;
        let day = date!(2026 - 02 - 28);
        let periods = [march(), Period::new(day, day).unwrap(), march().previous()];
        for period in periods {
            for model in Model::ALL {
                let coverage = covered(&world, Some(period), model).await;
                let total = coverage.total();
                let told = [total.outcomes, total.attributed].map(|count| count.to_string());
                let [outcomes, attributed, percent] = overview(&world, period, model).await;
                assert_eq!(told, [outcomes, attributed], "{period:?} {model:?}");
                assert_eq!(total.percent().to_string(), percent, "{period:?} {model:?}");
                let left: u64 = total.unattributed().map(|(_, count)| count).sum();
                assert_eq!(left + total.attributed, total.outcomes, "{model:?}");
                let of_keys = coverage.by_key();
                let of_keys: u64 = of_keys.iter().map(|(_, sums)| sums.outcomes).sum();
                assert_eq!(of_keys, total.outcomes, "{model:?}");
                assert_eq!(coverage.period, period);
            }
        }
    });
}

#[test]
fn every_reason_is_counted_where_it_belongs() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, include_str!("reporting_overview.sql")).await;
        seed(&world, REASONS).await;
        let coverage = covered(&world, Some(march()), Model::LastTouch).await;
        let line = |(key, sums): &(&str, _)| {
            let sums: &reporting::quality::coverage::CoverageSums = sums;
            let (outcomes, attributed) = (sums.outcomes, sums.attributed);
            format!("{key} {outcomes} {attributed} {}", sums.synthetic)
        };
        let told: Vec<String> = coverage.by_key().iter().map(line).collect();
        assert_eq!(told, world.lines(PLAIN).await);
        let total = coverage.total();
        let reasons = Unattributed::ALL.map(|reason| total.of(reason));
        assert_eq!(reasons, [1, 0, 1, 0]);
        // The lead has a touch that first touch does not count: nothing was noted of that.
        let first = covered(&world, Some(march()), Model::FirstTouch).await;
        assert_eq!(first.total().of(Unattributed::NoTouchInWindow), 1);
    });
}

#[test]
fn without_days_it_is_of_today_and_thirty_days_before() {
    RUNTIME.block_on(async {
        // There it is the first of July by then.
        let world = World::in_zone("Pacific/Kiritimati").await;
        let named = format!("{}@mail.example", world.profile.id);
        let view = page_view(
            "v",
            instant("2026-06-29T10:00:00Z"),
            "https://shop.example/",
            None,
        );
        world.track("b", vec![view]).await;
        world
            .record("k", payment(instant("2026-06-29T11:00:00Z"), "5", &named))
            .await;
        let mut nobodys = payment(instant("2026-06-29T11:00:00Z"), "5", "");
        nobodys.person.email = None;
        world.record("n", nobodys).await;
        world
            .record("old", payment(instant("2026-05-30T08:00:00Z"), "5", &named))
            .await;
        world.drain().await;
        let coverage = covered(&world, None, Model::LastTouch).await;
        let window = Period::new(date!(2026 - 06 - 01), date!(2026 - 07 - 01)).unwrap();
        assert_eq!(coverage.period, window);
        let total = coverage.total();
        assert_eq!((total.outcomes, total.attributed), (2, 0));
        assert_eq!(total.of(Unattributed::NoIdentity), 1);
        assert_eq!(total.of(Unattributed::NoTouchInWindow), 1);
    });
}
