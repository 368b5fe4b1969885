//! The overview as it was reported earlier, over a hand-made ledger.

use kernel::{Accounting, Model};
use reporting::filter::{Dimension, Filter};
use reporting::overview::{Overview, OverviewQuery, OverviewReader};
use reporting::question::Question;
use tributary_postgres::reporting::PgOverviewReader;

use crate::reporting_seed::{access, fill, march, seed};
use crate::world::{RUNTIME, World, instant};

/// Three restatements: what was first reported, a rule that moves a sale from Email to Affiliates,
/// and a change of the currency that doubles every amount.
const LEDGER: &str = "
INSERT INTO restatements (profile_id, id, sequence, restated_at, cause, causes, currency_before,
    currency_after, timezone_before, timezone_after)
VALUES
    (:profile, :id0001, 1, '2026-04-01T10:00Z', 'events', '[]', 'EUR', 'EUR', 'UTC', 'UTC'),
    (:profile, :id0002, 2, '2026-04-02T10:00Z', 'rule', '[]', 'EUR', 'EUR', 'UTC', 'UTC'),
    (:profile, :id0003, 3, '2026-04-03T10:00Z', 'currency', '[]', 'EUR', 'USD', 'UTC', 'UTC');
INSERT INTO restatement_lines (profile_id, local_date, channel, model, sequence, cash_before,
    cash_after, conversions_before, conversions_after, payments_before, payments_after,
    spend_after)
SELECT :profile, l.day::date, l.channel, l.model, l.sequence, 0, l.cash, 0, l.conversions, 0,
    l.payments, l.spend
FROM (VALUES
    ('2026-03-01', 'Email', 'linear', 1, 10.5, 1500000000, 1000000000, 0),
    ('2026-03-31', 'Direct', 'linear', 1, 4.25, 500000000, 500000000, 0),
    ('2026-03-02', '', 'linear', 1, 7, 2000000000, 1000000000, 0),
    ('2026-03-01', 'Email', 'last_touch', 1, 999, 9000000000, 9000000000, 0),
    ('2026-04-01', 'Email', 'linear', 1, 999, 9000000000, 9000000000, 0),
    ('2026-02-28', 'Email', 'linear', 1, 3, 1000000000, 1000000000, 0),
    ('2026-03-01', 'Email', 'linear', 2, 0.5, 500000000, 0, 0),
    ('2026-03-01', 'Affiliates', 'linear', 2, 10, 1000000000, 1000000000, 0),
    ('2026-03-01', 'Email', 'linear', 3, 1, 500000000, 0, 0),
    ('2026-03-01', 'Affiliates', 'linear', 3, 20, 1000000000, 1000000000, 0),
    ('2026-03-31', 'Direct', 'linear', 3, 8.5, 500000000, 500000000, 0),
    ('2026-03-02', '', 'linear', 3, 14, 2000000000, 1000000000, 0),
    ('2026-02-28', 'Email', 'linear', 3, 0, 0, 0, 0),
    ('2026-03-01', 'Email', '', 1, 0, 0, 0, 2.5),
    ('2026-03-31', 'Paid Search', '', 1, 0, 0, 0, 4),
    ('2026-03-01', 'Email', '', 2, 0, 0, 0, 3),
    ('2026-03-01', 'Email', '', 3, 0, 0, 0, 6),
    ('2026-03-31', 'Paid Search', '', 3, 0, 0, 0, 8)
) AS l(day, channel, model, sequence, cash, conversions, payments, spend);
INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id,
    amount, currency, signature_id, updated_at)
VALUES (:profile, '2026-03-02', 'p', '', '', '', '', 5, 'EUR', 1, '2026-01-01Z')";

async fn at(world: &World, instant_text: &str, filter: Option<&str>) -> Overview {
    let filter = filter.map(|text| Filter::parse(Dimension::Channel, text).unwrap());
    let query = OverviewQuery {
        question: Question {
            period: march(),
            model: Model::Linear,
            accounting: Accounting::ConversionDate,
            filters: filter.into_iter().collect(),
            goals: Vec::new(),
        },
        as_of: Some(instant(instant_text)),
    };
    PgOverviewReader::new(world.pool.clone())
        .overview(&access(world), &query)
        .await
        .unwrap()
}

/// Spend, credited cash, all cash, payments, credited and all outcomes; then of the days before.
fn told(overview: &Overview) -> String {
    let of = |of: &reporting::overview::OverviewMetrics| {
        let money = format!(
            "{} {} {} {}",
            of.spend, of.revenue, of.cash_revenue, of.cash_payments
        );
        format!("{money} {}/{}", of.attributed_outcomes, of.outcomes)
    };
    let currency = overview.currency;
    format!(
        "{} | {} {currency}",
        of(&overview.current),
        of(&overview.previous)
    )
}

#[test]
fn an_instant_has_the_figures_of_the_last_restatement_before_it() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, LEDGER).await;
        let cases = [
            (
                "2026-04-01T09:59:59.999999Z",
                "0 0 0 0 0/0 | 0 0 0 0 0/0 EUR",
            ),
            (
                "2026-04-01T10:00:00Z",
                "6.5 14.75 21.75 2.5 2/4 | 0 3 3 1 1/1 EUR",
            ),
            (
                "2026-04-03T09:59:59Z",
                "7 14.75 21.75 2.5 2/4 | 0 3 3 1 1/1 EUR",
            ),
            (
                "2026-04-03T10:00:00Z",
                "14 29.5 43.5 2.5 2/4 | 0 0 0 0 0/0 USD",
            ),
            (
                "2030-01-01T00:00:00Z",
                "14 29.5 43.5 2.5 2/4 | 0 0 0 0 0/0 USD",
            ),
        ];
        for (instant, expected) in cases {
            let overview = at(&world, instant, None).await;
            assert_eq!(told(&overview), expected, "{instant}");
            // What was spent in euros has no rate into the dollars of later figures.
            let lacks = (overview.currency.code() == "USD").then_some("spend_without_fx_rate");
            assert_eq!(overview.warnings, Vec::from_iter(lacks), "{instant}");
        }
    });
}

/// Rates that came after everything else and changed the credit of a day.
const RATES: &str = r#"
INSERT INTO restatements (profile_id, id, sequence, restated_at, cause, causes, currency_before,
    currency_after, timezone_before, timezone_after)
VALUES (:profile, :id0004, 4, '2026-04-04T10:00Z', 'rates_imported',
    '[{"cause": "rates_imported"}]', 'USD', 'USD', 'UTC', 'UTC');
INSERT INTO restatement_lines (profile_id, local_date, channel, model, sequence, cash_before,
    cash_after, conversions_before, conversions_after, payments_before, payments_after,
    spend_after)
VALUES (:profile, '2026-03-31', 'Direct', 'linear', 4, 8.5, 9, 500000000, 500000000, 500000000,
    500000000, 0)"#;

const WAITING: &str = "
INSERT INTO conversion_days (profile_id, generation, uncredited_by, local_date, conversions, cash,
    payments, pending)
SELECT :profile, generation, '', '2026-03-31', 1, 0, 1, 1 FROM attribution_state
WHERE profile_id = :profile";

#[test]
fn what_waited_for_a_rate_then_is_said() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, LEDGER).await;
        let pending = |overview: &Overview| {
            let words = &overview.warnings;
            words.iter().any(|word| word == "conversions_pending_fx")
        };
        let [before, after] = ["2026-04-04T09:59:59Z", "2026-04-04T10:00:00Z"];
        assert!(!pending(&at(&world, before, None).await));
        seed(&world, RATES).await;
        assert!(pending(&at(&world, before, None).await));
        assert!(!pending(&at(&world, after, None).await));
        fill(&world, WAITING).await;
        assert!(pending(&at(&world, after, None).await));
    });
}

#[test]
fn a_channel_has_what_it_was_credited_with_then() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        seed(&world, LEDGER).await;
        let [first, second] = ["2026-04-01T12:00:00Z", "2026-04-02T12:00:00Z"];
        let cases = [
            (
                first,
                "is:Email",
                "2.5 10.5 10.5 1 1.5/1.5 | 0 3 3 1 1/1 EUR",
            ),
            (second, "is:Email", "3 0.5 0.5 0 0.5/0.5 | 0 3 3 1 1/1 EUR"),
            (second, "contains:AFFIL", "0 10 10 1 1/1 | 0 0 0 0 0/0 EUR"),
            // What nothing is credited with is no channel, not even the unknown one.
            (second, "is:", "0 0 0 0 0/0 | 0 0 0 0 0/0 EUR"),
            (
                second,
                "is_not:Email",
                "4 14.25 14.25 1.5 1.5/1.5 | 0 0 0 0 0/0 EUR",
            ),
        ];
        for (instant, filter, expected) in cases {
            let overview = at(&world, instant, Some(filter)).await;
            assert_eq!(told(&overview), expected, "{instant} {filter}");
        }
    });
}

#[test]
fn a_ledger_is_the_profile_s_own_and_may_be_empty() {
    RUNTIME.block_on(async {
        let (full, empty) = (World::new().await, World::new().await);
        seed(&full, LEDGER).await;
        let overview = at(&empty, "2030-01-01T00:00:00Z", None).await;
        assert_eq!(told(&overview), "0 0 0 0 0/0 | 0 0 0 0 0/0 EUR");
    });
}
