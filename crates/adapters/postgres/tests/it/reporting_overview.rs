//! The overview over hand-made rows, with hand-computed answers.

use kernel::{Accounting, Model, Period};
use reporting::filter::{Dimension, Filter};
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery, OverviewReader};
use reporting::question::Question;
use time::macros::date;
use tributary_postgres::reporting::PgOverviewReader;

use crate::reporting_seed::{access, march, seed};
use crate::world::{RUNTIME, World};

const SEED: &str = include_str!("reporting_overview.sql");

/// The filter `dimension=text`.
type Condition<'a> = (Dimension, &'a str);

async fn seeded() -> World {
    let world = World::new().await;
    seed(&world, SEED).await;
    world
}

async fn told(world: &World, question: Question) -> Overview {
    let query = OverviewQuery {
        question,
        as_of: None,
    };
    PgOverviewReader::new(world.pool.clone())
        .overview(&access(world), &query)
        .await
        .unwrap()
}

fn about(period: Period, model: Model, by: &[Condition<'_>]) -> Question {
    let filter =
        |(dimension, text): &Condition<'_>| Filter::parse(*dimension, text).expect("a filter");
    Question {
        period,
        model,
        accounting: Accounting::ConversionDate,
        filters: by.iter().map(filter).collect(),
        goals: Vec::new(),
    }
}

async fn of_days(world: &World, period: Period, model: Model, by: &[Condition<'_>]) -> Overview {
    told(world, about(period, model, by)).await
}

async fn of_march(world: &World, model: Model, by: &[Condition<'_>]) -> Overview {
    of_days(world, march(), model, by).await
}

/// Visitors, page views, bounce rate, engaged seconds.
fn web(of: &OverviewMetrics) -> String {
    format!(
        "{} {} {} {}",
        of.visitors, of.pageviews, of.bounce_rate, of.avg_engaged_seconds
    )
}

/// Outcomes, attributed ones, coverage; cash, payments; credited revenue.
fn results(of: &OverviewMetrics) -> String {
    let outcomes = format!("{}/{}", of.attributed_outcomes, of.outcomes);
    let cash = format!("{} in {}", of.cash_revenue, of.cash_payments);
    format!("{outcomes} {}% {cash}, {}", of.coverage_percent, of.revenue)
}

/// Spend and its return.
fn spend(of: &OverviewMetrics) -> String {
    format!("{} {}", of.spend, of.roas)
}

#[test]
fn a_period_stands_beside_the_days_before_it() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let overview = of_march(&world, Model::LastTouch, &[]).await;
        let [current, previous] = [&overview.current, &overview.previous];
        assert_eq!(web(current), "3 5 66.666667 3.666667");
        assert_eq!(results(current), "3/5 60% 110.25000001 in 3, 70.25000001");
        assert_eq!(spend(current), "30.50120002 2.303188");
        assert_eq!(web(previous), "2 3 50 2");
        assert_eq!(results(previous), "1/1 100% 10 in 1, 10");
        assert_eq!(spend(previous), "4 2.5");
        let warnings = ["conversions_pending_fx", "spend_without_fx_rate"];
        assert_eq!(overview.warnings, warnings);
    });
}

#[test]
fn a_model_moves_credit_and_nothing_else() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let first = of_march(&world, Model::FirstTouch, &[]).await;
        // The lead and the earlier payment have a touch, but none that first touch counts.
        let expected = "2/5 40% 110.25000001 in 3, 70.25000001";
        assert_eq!(results(&first.current), expected);
        assert_eq!(results(&first.previous), "0/1 0% 10 in 1, 0");
        assert_eq!(spend(&first.previous), "4 0");
        for model in [
            Model::Linear,
            Model::TimeDecay,
            Model::LastNonDirect,
            Model::PositionBased,
        ] {
            let overview = of_march(&world, model, &[]).await;
            let expected = "3/5 60% 110.25000001 in 3, 70.25000001";
            assert_eq!(results(&overview.current), expected, "{model:?}");
        }
    });
}

#[test]
fn a_refund_lowers_money_on_its_own_day_and_counts_as_nothing() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let day = Period::new(date!(2026 - 03 - 03), date!(2026 - 03 - 03)).unwrap();
        let overview = of_days(&world, day, Model::Linear, &[]).await;
        assert_eq!(results(&overview.current), "0/0 0% -30.25 in 0, -30.25");
        assert_eq!(spend(&overview.current), "0 0");
        let paid = "1/1 100% 100.50000001 in 1, 100.50000001";
        assert_eq!(results(&overview.previous), paid);
        assert_eq!(overview.warnings, Vec::<String>::new());
    });
}

#[test]
fn readers_see_the_published_generation_alone() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let publish = "UPDATE attribution_state SET generation = 1 WHERE profile_id = :profile";
        seed(&world, publish).await;
        let overview = of_march(&world, Model::FirstTouch, &[]).await;
        assert_eq!(results(&overview.current), "1/1 100% 77 in 1, 77");
        assert_eq!(results(&overview.previous), "0/0 0% 0 in 0, 0");
    });
}

#[test]
fn a_channel_has_the_shares_of_its_touches() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let email = [(Dimension::Channel, "is:Email")];
        // One payment's third and the whole pending one; 70.25000001 × 0.333333333.
        let linear = of_march(&world, Model::Linear, &email).await;
        let third = "1.333333333/1.333333333 100% \
            23.41666664658333333 in 1.333333333, 23.41666664658333333";
        assert_eq!(results(&linear.current), third);
        assert_eq!(web(&linear.current), "1 1 100 0");
        assert_eq!(spend(&linear.current), "10.00120002 2.341386");
        assert_eq!(linear.warnings, ["conversions_pending_fx"]);
        let decay = of_march(&world, Model::TimeDecay, &email).await;
        let fifth = "1.2/1.2 100% 14.050000002 in 1.2, 14.050000002";
        assert_eq!(results(&decay.current), fifth);
        let position = of_march(&world, Model::PositionBased, &email).await;
        let two_fifths = "1.4/1.4 100% 28.100000004 in 1.4, 28.100000004";
        assert_eq!(results(&position.current), two_fifths);
        let direct = [(Dimension::Channel, "is:Direct")];
        let decay = of_march(&world, Model::TimeDecay, &direct).await;
        let half = "0.5/0.5 100% 35.125000005 in 0.5, 35.125000005";
        assert_eq!(results(&decay.current), half);
        assert_eq!(spend(&decay.current), "0 0");
        let last = of_march(&world, Model::LastNonDirect, &direct).await;
        assert_eq!(results(&last.current), "0/0 0% 0 in 0, 0");
    });
}

#[test]
fn every_dimension_narrows_visits_and_credits_and_four_narrow_spend() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let conditions = [
            (Dimension::Channel, "is:Paid Search"),
            (Dimension::Source, "is:google"),
            (Dimension::Medium, "is:cpc"),
            (Dimension::Campaign, "is:Spring Sale"),
            (Dimension::Country, "is:ES"),
            (Dimension::Device, "is:mobile"),
            (Dimension::Browser, "is:Chrome"),
            (Dimension::Os, "is:Android"),
            (Dimension::ReferrerHost, "is:google.example"),
            (Dimension::LandingPath, "is:/spring"),
        ];
        assert_eq!(conditions.len(), Dimension::ALL.len());
        for condition in conditions {
            let overview = of_march(&world, Model::LastNonDirect, &[condition]).await;
            let name = condition.0.as_str();
            assert_eq!(web(&overview.current), "1 1 100 1.5", "{name}");
            let expected = "2/2 100% 70.25000001 in 1, 70.25000001";
            assert_eq!(results(&overview.current), expected, "{name}");
            assert_eq!(web(&overview.previous), "1 2 0 3", "{name}");
            if condition.0.splits_spend() {
                assert_eq!(spend(&overview.current), "20.5 3.426829", "{name}");
                assert_eq!(spend(&overview.previous), "4 2.5", "{name}");
                let warnings = ["conversions_pending_fx", "spend_without_fx_rate"];
                assert_eq!(overview.warnings, warnings, "{name}");
            } else {
                assert_eq!(spend(&overview.current), "0 0", "{name}");
                let warnings = [
                    "conversions_pending_fx".to_owned(),
                    format!("spend_has_no_{name}"),
                ];
                assert_eq!(overview.warnings, warnings);
            }
        }
    });
}

/// Visitors and page views, then outcomes under linear, of March.
async fn narrowed(world: &World, by: &[Condition<'_>]) -> String {
    let of = of_march(world, Model::Linear, by).await.current;
    format!("{} {} {}", of.visitors, of.pageviews, of.outcomes)
}

#[test]
fn operators_compare_texts_and_the_unknown_is_empty() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let cases: [(&[Condition<'_>], &str); 16] = [
            (
                &[(Dimension::Channel, "is:Email|Direct")],
                "2 4 1.666666667",
            ),
            (&[(Dimension::Channel, "is:email")], "0 0 0"),
            (&[(Dimension::Channel, "is:")], "1 0 0"),
            (&[(Dimension::Channel, "is_not:")], "2 5 3"),
            (
                &[(Dimension::Channel, "is_not:Email|Direct")],
                "2 1 1.333333333",
            ),
            (
                &[(Dimension::Channel, "contains:EMA|irec")],
                "2 4 1.666666667",
            ),
            (&[(Dimension::Country, "is:")], "1 0 0"),
            (&[(Dimension::Country, "is_not:ES")], "3 4 1.666666667"),
            (&[(Dimension::Campaign, "is:")], "2 3 0.333333334"),
            (&[(Dimension::Campaign, "contains:%")], "1 1 1.333333333"),
            (&[(Dimension::Campaign, "contains:_")], "1 1 1.333333333"),
            (&[(Dimension::Campaign, "contains:S_r|S%g|\\")], "0 0 0"),
            (
                &[(Dimension::Campaign, "contains:sPRING s")],
                "1 1 1.333333333",
            ),
            (&[(Dimension::Campaign, "is:'; --")], "0 0 0"),
            (
                &[
                    (Dimension::Device, "is:desktop"),
                    (Dimension::Channel, "is:Email"),
                ],
                "1 1 1.333333333",
            ),
            (
                &[
                    (Dimension::Device, "is:mobile"),
                    (Dimension::Channel, "is:Email"),
                ],
                "0 0 0",
            ),
        ];
        for (by, expected) in cases {
            assert_eq!(narrowed(&world, by).await, expected, "{by:?}");
        }
    });
}

#[test]
fn another_profile_with_the_same_ids_stays_apart() {
    RUNTIME.block_on(async {
        let (one, two, empty) = (seeded().await, World::new().await, World::new().await);
        let other = SEED
            .replace("'100.50000001'", "'7.5'")
            .replace("'Email'", "'Paid Search'")
            .replace("20.5, 'EUR'", "1, 'EUR'")
            .replace("1, 1, 1500,", "1, 7, 1500,");
        seed(&two, &other).await;
        // No report of one may use the other's rates, channels or state.
        let apart = "DELETE FROM fx_rates WHERE profile_id = :profile";
        seed(&two, apart).await;
        let mine = of_march(&one, Model::LastTouch, &[]).await;
        assert_eq!(web(&mine.current), "3 5 66.666667 3.666667");
        assert_eq!(
            results(&mine.current),
            "3/5 60% 110.25000001 in 3, 70.25000001"
        );
        assert_eq!(spend(&mine.current), "30.50120002 2.303188");
        let theirs = of_march(&two, Model::LastTouch, &[]).await;
        assert_eq!(web(&theirs.current), "3 11 33.333333 3.666667");
        assert_eq!(results(&theirs.current), "3/5 60% 17.25 in 3, -22.75");
        assert_eq!(spend(&theirs.current), "1 -22.75");
        let paid = [(Dimension::Channel, "is:Paid Search")];
        assert_eq!(narrowed(&one, &paid).await, "1 1 1.333333333");
        assert_eq!(narrowed(&two, &paid).await, "2 8 2.666666666");
        let nothing = of_march(&empty, Model::LastTouch, &[]).await;
        assert_eq!(web(&nothing.current), "0 0 0 0");
        assert_eq!(results(&nothing.current), "0/0 0% 0 in 0, 0");
        assert_eq!(spend(&nothing.current), "0 0");
        assert_eq!(nothing.warnings, Vec::<String>::new());
    });
}

#[test]
fn a_goal_narrows_what_counts_and_not_what_was_spent() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let lead = "UPDATE conversions SET conversion_key = 'lead' WHERE profile_id = :profile
                AND id = :id00c3;
            UPDATE credits SET conversion_key = 'lead' WHERE profile_id = :profile
                AND conversion_id = :id00c3";
        seed(&world, lead).await;
        let of = async |goals: &[&str], by: &[Condition<'_>]| {
            let question = Question {
                goals: goals.iter().copied().map(str::to_owned).collect(),
                ..about(march(), Model::LastTouch, by)
            };
            told(&world, question).await
        };
        let all = of(&[], &[]).await;
        let leads = of(&["lead"], &[]).await;
        assert_eq!(results(&leads.current), "1/1 100% 0 in 0, 0");
        assert_eq!(
            (leads.current.spend, web(&leads.current)),
            (all.current.spend, web(&all.current))
        );
        // The conversion that waits for a rate is no lead.
        let warnings = ["spend_of_all_goals", "spend_without_fx_rate"];
        assert_eq!(leads.warnings, warnings);
        let both = of(&["lead", "any"], &[]).await;
        assert_eq!(both.current, all.current);
        // Nobody knows what was spent in a country, whatever the goal.
        let abroad = of(&["lead"], &[(Dimension::Country, "is:ES")]).await;
        assert_eq!(abroad.warnings, ["spend_has_no_country"]);
    });
}

/// The same question, by the days of the touches.
async fn by_touch(world: &World, period: Period, model: Model, by: &[Condition<'_>]) -> Overview {
    let question = Question {
        accounting: Accounting::TouchDate,
        ..about(period, model, by)
    };
    told(world, question).await
}

#[test]
fn by_touch_credit_counts_on_its_touch_s_day_and_the_rest_on_its_own() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        // April's 500 and February's 10 go to touches of March; the uncredited 40 of March stay.
        let last = by_touch(&world, march(), Model::LastTouch, &[]).await;
        let expected = "5/7 71.428571% 620.25000001 in 5, 580.25000001";
        assert_eq!(results(&last.current), expected);
        assert_eq!(results(&last.previous), "0/0 0% 0 in 0, 0");
        // Under first touch the lead and February's payment have no credit.
        let first = by_touch(&world, march(), Model::FirstTouch, &[]).await;
        let expected = "3/6 50% 610.25000001 in 4, 570.25000001";
        assert_eq!(results(&first.current), expected);
        assert_eq!(results(&first.previous), "0/1 0% 10 in 1, 0");
        // A third of one sale, its refund, and all that one touch alone is credited with.
        let day = Period::new(date!(2026 - 03 - 01), date!(2026 - 03 - 01)).unwrap();
        let linear = by_touch(&world, day, Model::Linear, &[]).await;
        let expected = "3.333333333/3.333333333 100% 533.41666664658333333 in 2.333333333, \
            533.41666664658333333";
        assert_eq!(results(&linear.current), expected);
        let paid = [(Dimension::Channel, "is:Paid Search")];
        let same = by_touch(&world, march(), Model::Linear, &paid).await;
        assert_eq!(results(&same.current), expected);
        assert_eq!(web(&last.current), "3 5 66.666667 3.666667");
        assert_eq!(last.current.spend.to_string(), "30.50120002");
    });
}

#[test]
fn spend_is_in_the_currency_of_the_results_until_others_are_published() {
    RUNTIME.block_on(async {
        let world = seeded().await;
        let decided = "UPDATE profiles SET currency = 'USD' WHERE id = :profile";
        seed(&world, decided).await;
        let before = of_march(&world, Model::LastTouch, &[]).await;
        assert_eq!(before.current.spend.to_string(), "30.50120002");
        let published = "UPDATE attribution_state SET currency = 'USD' WHERE profile_id = :profile";
        seed(&world, published).await;
        let after = of_march(&world, Model::LastTouch, &[]).await;
        // Dollars as they are; euros have no rate on their days.
        assert_eq!(after.current.spend.to_string(), "119.0004");
        let warnings = ["conversions_pending_fx", "spend_without_fx_rate"];
        assert_eq!(after.warnings, warnings);
    });
}
