//! The same question gives the same number on every surface: overview, breakdowns and time series
//! over a random history, asked at random, to the last digit.

use std::collections::BTreeMap;

use application::tracking::collect::Sender;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Accounting, Exact, Model, Period, Timestamp};
use reporting::breakdown::{
    Breakdown, BreakdownBy, BreakdownQuery, BreakdownReader, BreakdownRow, Metric, Order,
};
use reporting::customers::CustomersReader;
use reporting::figures::Figures;
use reporting::filter::{Dimension, Filter, Operator};
use reporting::overview::{OverviewMetrics, OverviewQuery, OverviewReader};
use reporting::question::Question;
use reporting::timeseries::{Interval, TimeSeriesQuery, TimeSeriesReader};
use time::Duration;
use time::macros::date;
use tributary_postgres::reporting::{
    PgBreakdownReader, PgCustomersReader, PgOverviewReader, PgTimeSeriesReader,
};

use crate::reporting_plain::plain;
use crate::reporting_seed::{access, build_rollups, limit, seed};
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(sides).unwrap()).unwrap()
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.roll(of.len())]
    }
}

const LANDINGS: [(&str, Option<&str>); 9] = [
    ("/", None),
    (
        "/?utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_term=shoes&hsa_ad=7",
        None,
    ),
    (
        "/?utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_term=boots&hsa_ad=8",
        None,
    ),
    (
        "/p/1?utm_source=facebook&utm_medium=paid_social&utm_campaign=brand&hsa_ad=9",
        None,
    ),
    ("/p/1?gclid=x&utm_campaign=brand", None),
    ("/p/1", Some("https://www.google.com/")),
    ("/p/2", Some("https://www.facebook.com/")),
    ("/p/2", Some("https://blog.example/post")),
    ("/?utm_source=news&utm_medium=email", None),
];

fn senders() -> [Sender; 3] {
    let sender = |country: &str, device: &str, browser: &str, os: &str| Sender {
        country: Some(country.to_owned()),
        device: Some(device.to_owned()),
        browser: Some(browser.to_owned()),
        os: Some(os.to_owned()),
        bot_reason: None,
        name: None,
    };
    [
        sender("DE", "desktop", "Firefox", "Linux"),
        sender("ES", "mobile", "Chrome", "Android"),
        Sender::default(),
    ]
}

const BROWSERS: usize = 14;

async fn visit(world: &World, dice: &mut Dice, at: Timestamp, name: &str) {
    let browser = dice.roll(BROWSERS);
    let anonymous_id = format!("browser-{browser}");
    let (path, referrer) = *dice.pick(&LANDINGS);
    let views = 1 + i64::try_from(dice.roll(3)).unwrap();
    let mut events: Vec<_> = (0..views)
        .map(|number| {
            let at = at.plus_micros(number * 60 * MICROS_PER_SECOND);
            let path = if number == 0 { path } else { "/next" };
            let url = format!("https://shop.example{path}");
            let referrer = referrer.filter(|_| number == 0);
            page_view(&format!("{name}-{number}"), at, &url, referrer)
        })
        .collect();
    if dice.roll(3) == 0 {
        let at = at.plus_micros(1_000_000);
        let email = format!("person{}@example.com", browser % 9);
        events.push(identify(&format!("{name}-known"), at, &email));
    }
    let sender = &senders()[browser % 3];
    world.track_from(&anonymous_id, sender, events).await;
}

async fn outcome(world: &World, dice: &mut Dice, at: Timestamp, number: usize) {
    let name = format!("fact-{number}");
    let email = format!("person{}@example.com", dice.roll(9));
    let cents = dice.roll(1_000_000);
    let amount = format!("{}.{:02}", cents / 100, cents % 100);
    let mut draft = payment(at, &amount, &email);
    match dice.roll(8) {
        0 => {
            draft.event_type = Some("lead_created".to_owned());
            draft.utm_source = Some("facebook".to_owned());
            draft.utm_medium = Some("paid_social".to_owned());
            draft.ad_id = Some("9".to_owned());
        }
        1 => {
            draft.person.email = None;
            draft.refund_of = Some(format!("fact-{}", dice.roll(number + 1)));
        }
        2 => draft.currency = Some("USD".to_owned()),
        3 => draft.event_type = Some("closed_won".to_owned()),
        _ => {}
    }
    world.record(&name, draft).await;
}

/// Spend in two currencies for every traffic that was seen, and a catalogue with an ad that moved and one of another
/// account that shows the same as a third.
const SPEND: &str = "
INSERT INTO ads (profile_id, platform, account_id, campaign_id, ad_set_id, ad_id, ad_set_name,
    ad_name, updated_at)
VALUES
    (:profile, 'p', '', '', 'set-1', '7', 'One', 'Seven', '2026-01-01Z'),
    (:profile, 'p', '', '', 'set-2', '8', 'Two', 'Eight', '2026-01-01Z'),
    (:profile, 'q', '', '', 'set-1', '8', 'One', 'Eight', '2026-01-01Z');
INSERT INTO ad_creatives (profile_id, platform, account_id, ad_id, creative_id, updated_at)
VALUES
    (:profile, 'p', '', '7', 'film', '2026-01-01Z'),
    (:profile, 'p', '', '8', 'still', '2026-01-01Z'),
    (:profile, 'q', '', '8', 'film', '2026-01-01Z');
INSERT INTO ad_spend_daily (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id,
    amount, currency, signature_id, updated_at)
SELECT :profile, d.day::date, 'p', '', n.signature_id::text,
    (ARRAY['', 'set-1', 'set-2'])[1 + n.at % 3], (ARRAY['', '7', '8', '9'])[1 + n.at % 4],
    (n.at * 1.37 + extract(day FROM d.day) * 0.0101)::numeric(12, 4),
    (ARRAY['EUR', 'USD'])[1 + n.at % 2], n.signature_id, '2026-01-01Z'
FROM (
    SELECT signature_id, row_number() OVER (ORDER BY signature_id)::int AS at
    FROM signature_channels WHERE profile_id = :profile
) AS n
CROSS JOIN generate_series('2026-03-01'::timestamp, '2026-04-20', '3 days') AS d(day);
INSERT INTO fx_rates (profile_id, from_currency, to_currency, date, rate, source)
SELECT :profile, 'USD', 'EUR', d.day::date, 0.9 + extract(day FROM d.day) * 0.0012345, 'test'
FROM generate_series('2026-03-01'::timestamp, '2026-04-20', '2 days') AS d(day)";

async fn history(dice: &mut Dice) -> World {
    let world = World::in_zone("America/Santiago").await;
    let begin = instant("2026-03-01T00:00:00Z");
    for number in 0..150 {
        let seconds = i64::try_from(dice.roll(45 * 86_400)).unwrap();
        let at = begin.plus_micros(seconds * MICROS_PER_SECOND);
        if number % 5 < 3 {
            visit(&world, dice, at, &format!("visit-{number}")).await;
        } else {
            outcome(&world, dice, at, number).await;
        }
    }
    seed(&world, SPEND).await;
    world.drain().await;
    world
}

fn question(dice: &mut Dice) -> Question {
    let from = date!(2026 - 02 - 25) + Duration::days(i64::try_from(dice.roll(40)).unwrap());
    let days = Duration::days(i64::try_from(dice.roll(50)).unwrap());
    let conditions = [
        (Dimension::Channel, "is_not:Direct"),
        (Dimension::Channel, "contains:paid|organic"),
        (Dimension::Source, "is:google|news"),
        (Dimension::Medium, "is_not:email|"),
        (Dimension::Campaign, "is:spring|"),
        (Dimension::Country, "is:ES|"),
        (Dimension::Device, "is:desktop"),
        (Dimension::ReferrerHost, "contains:google"),
        (Dimension::LandingPath, "is:/p/1"),
    ];
    let mut filters: Vec<Filter> = Vec::new();
    for _ in 0..dice.roll(3) {
        let (dimension, text) = *dice.pick(&conditions);
        if filters.iter().all(|filter| filter.dimension != dimension) {
            filters.push(Filter::parse(dimension, text).unwrap());
        }
    }
    Question {
        period: Period::new(from, from + days).unwrap(),
        model: *dice.pick(&Model::ALL),
        accounting: *dice.pick(&Accounting::ALL),
        filters,
        // Mostly all; one, several, and one that nothing is of.
        goals: match dice.roll(6) {
            0 => vec!["payment_received".to_owned()],
            1 => vec!["lead_created".to_owned(), "closed_won".to_owned()],
            2 => vec!["nothing".to_owned()],
            _ => Vec::new(),
        },
    }
}

async fn overview(world: &World, question: Question) -> OverviewMetrics {
    let query = OverviewQuery {
        question,
        as_of: None,
    };
    let reader = PgOverviewReader::new(world.pool.clone());
    let overview = reader.overview(&access(world), &query).await.unwrap();
    overview.current
}

/// The figures that both surfaces have, as far as they are the same thing.
fn common(of: &OverviewMetrics) -> [Exact; 7] {
    [
        of.spend,
        of.revenue,
        of.roas,
        of.attributed_outcomes,
        Exact::whole(of.visitors),
        Exact::whole(of.pageviews),
        of.bounce_rate,
    ]
}

fn figures(of: &Figures) -> [Exact; 7] {
    [
        of.spend,
        of.revenue,
        of.roas,
        of.conversions,
        Exact::whole(of.visitors),
        Exact::whole(of.pageviews),
        of.bounce_rate,
    ]
}

/// What adds up over disjoint rows.
fn added<'a>(rows: impl Iterator<Item = &'a Figures> + Clone) -> [Exact; 4] {
    [
        rows.clone().map(|of| of.revenue).sum(),
        rows.clone().map(|of| of.conversions).sum(),
        rows.clone().map(|of| Exact::whole(of.sessions)).sum(),
        rows.map(|of| Exact::whole(of.pageviews)).sum(),
    ]
}

/// Every page of a breakdown in a random order; the last page, with the rows of all.
async fn pages(world: &World, dice: &mut Dice, question: &Question, by: BreakdownBy) -> Breakdown {
    let reader = PgBreakdownReader::new(world.pool.clone());
    let mut query = BreakdownQuery {
        question: question.clone(),
        by,
        sort: dice.pick(&Metric::ALL).0,
        order: *dice.pick(&[Order::Ascending, Order::Descending]),
        limit: limit(4),
        after: None,
    };
    let mut rows: Vec<BreakdownRow> = Vec::new();
    loop {
        let page = reader.breakdown(&access(world), &query).await.unwrap();
        rows.extend(page.rows.iter().cloned());
        if page.next.is_none() {
            return Breakdown { rows, ..page };
        }
        assert!(rows.len() < 200, "the pages do not end");
        query.after = page.next;
    }
}

async fn check_breakdown(
    world: &World,
    dice: &mut Dice,
    (question, told): (&Question, &OverviewMetrics),
    by: BreakdownBy,
) -> usize {
    let asked = format!("{by:?} {question:?}");
    let breakdown = pages(world, dice, question, by).await;
    let (rows, total) = (&breakdown.rows, &breakdown.total);
    assert_eq!(figures(total), common(told), "{asked}");
    let rest = breakdown.unattributed_conversions.unwrap_or_default();
    assert_eq!(total.conversions + rest, told.outcomes, "{asked}");
    let of_rows = rows.iter().map(|row| &row.figures);
    assert_eq!(
        added(of_rows.clone()),
        added(std::iter::once(total)),
        "{asked}"
    );
    let spend: Exact = of_rows.map(|of| of.spend).sum();
    let known = if by.splits_spend() {
        total.spend
    } else {
        Exact::ZERO
    };
    assert_eq!(spend, known, "{asked}");
    // A row is what the overview says under that filter.
    if let BreakdownBy::Dimension(dimension) = by
        && !rows.is_empty()
        && question.filters.iter().all(|of| of.dimension != dimension)
    {
        let row = dice.pick(rows);
        let mut narrowed = question.clone();
        narrowed.filters.push(Filter {
            dimension,
            operator: Operator::Is,
            values: vec![row.key.clone()],
        });
        let alone = overview(world, narrowed).await;
        assert_eq!(figures(&row.figures), common(&alone), "{asked} {}", row.key);
        assert_eq!(row.figures.conversions, alone.outcomes, "{asked}");
    }
    rows.len()
}

async fn check_series(world: &World, question: &Question, told: &OverviewMetrics) {
    for interval in Interval::ALL {
        let query = TimeSeriesQuery {
            question: question.clone(),
            interval,
        };
        let reader = PgTimeSeriesReader::new(world.pool.clone());
        let series = reader.time_series(&access(world), &query).await.unwrap();
        let buckets = series.buckets.iter().map(|bucket| &bucket.figures);
        let [revenue, conversions, _, pageviews] = added(buckets.clone());
        let spend: Exact = buckets.map(|of| of.spend).sum();
        assert_eq!(
            [spend, revenue, conversions, pageviews],
            [
                told.spend,
                told.revenue,
                told.attributed_outcomes,
                Exact::whole(told.pageviews)
            ],
            "{interval:?} {question:?}"
        );
    }
}

/// The rows of a breakdown and of everything are what plain SQL makes of the rows themselves.
async fn check_plain(
    world: &World,
    dice: &mut Dice,
    (question, told): (&Question, &OverviewMetrics),
    by: BreakdownBy,
) {
    let asked = format!("{by:?} {question:?}");
    let expected = plain(world, question, Some(by)).await;
    let breakdown = pages(world, dice, question, by).await;
    let mut found: BTreeMap<_, _> = breakdown
        .rows
        .into_iter()
        .map(|row| (Some(row.key), row.figures))
        .collect();
    let nothing = Figures::default();
    assert_eq!(
        &breakdown.total,
        expected.get(&None).unwrap_or(&nothing),
        "{asked}"
    );
    found.extend(expected.get(&None).map(|total| (None, *total)));
    assert_eq!(found, expected, "{asked}");
    let whole = plain(world, question, None).await;
    let whole = whole.get(&None).unwrap_or(&nothing);
    assert_eq!(figures(whole), common(told), "{asked}");
}

/// What adds up over conversion keys.
fn of_goals(of: &OverviewMetrics) -> [Exact; 5] {
    [
        of.revenue,
        of.outcomes,
        of.attributed_outcomes,
        of.cash_revenue,
        of.cash_payments,
    ]
}

/// The figures of each conversion key alone add up to those of all, which is also what all of them
/// come to when they are named; visits and spend are the same whatever the keys.
async fn check_goals(world: &World, question: &Question, goals: &[String]) -> usize {
    let of = |goals: &[String]| Question {
        goals: goals.to_vec(),
        ..question.clone()
    };
    let all = overview(world, of(&[])).await;
    let mut sums = [Exact::ZERO; 5];
    let mut found = 0;
    for goal in goals {
        let alone = overview(world, of(std::slice::from_ref(goal))).await;
        found += usize::from(!alone.outcomes.is_zero());
        for (sum, part) in sums.iter_mut().zip(of_goals(&alone)) {
            *sum = *sum + part;
        }
        let same = |of: &OverviewMetrics| (of.spend, of.visitors, of.pageviews, of.bounce_rate);
        assert_eq!(same(&alone), same(&all), "{goal} {question:?}");
    }
    assert_eq!(sums, of_goals(&all), "{question:?}");
    assert_eq!(overview(world, of(goals)).await, all, "{question:?}");
    found
}

const QUESTIONS: usize = 72;

#[test]
fn the_same_question_gives_the_same_number_on_every_surface() {
    RUNTIME.block_on(async {
        let mut dice = Dice(0x5EED_0003);
        let world = history(&mut dice).await;
        let customers = PgCustomersReader::new(world.pool.clone());
        let goals = customers.goals(&access(&world)).await.unwrap();
        let (mut rows, mut with_credit, mut of_a_goal) = (0, 0, 0);
        for number in 0..QUESTIONS {
            // At first most changes stand beside the days, then everything is in them.
            if number == QUESTIONS / 2 {
                build_rollups(&world).await;
            }
            let question = question(&mut dice);
            let told = overview(&world, question.clone()).await;
            with_credit += usize::from(!told.revenue.is_zero());
            for step in 0..4 {
                let (by, _) = BreakdownBy::ALL[(number * 4 + step) % BreakdownBy::ALL.len()];
                rows += check_breakdown(&world, &mut dice, (&question, &told), by).await;
                check_plain(&world, &mut dice, (&question, &told), by).await;
            }
            check_series(&world, &question, &told).await;
            of_a_goal += check_goals(&world, &question, &goals).await;
        }
        // The history was not empty where it was looked at.
        assert!(with_credit > QUESTIONS / 3, "{with_credit}");
        assert!(of_a_goal > QUESTIONS, "{of_a_goal}");
        assert!(rows > QUESTIONS * 4, "{rows}");
    });
}
