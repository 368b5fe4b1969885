//! Settings change in one transaction with their audit row and their replay, and readers see what
//! was before until that replay is published.

use application::profiles::audit::{AuditDetail, Interaction, UiAction, stamp};
use application::profiles::show::show;
use application::profiles::update::{ProfileChange, ProfileUpdated, update};
use application::profiles::windows::{WindowsChange, WindowsSet, set_windows};
use application::replays::recompute::recompute;
use application::{UnitsOfWork, settle};
use attribution_models::WindowDays;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Accounting, Currency, Limit, Model, Period, ProfileAccess, TimeZone};
use reporting::breakdown::{BreakdownBy, BreakdownQuery, BreakdownReader, Metric, Order};
use reporting::causes::Cause;
use reporting::customers::{CustomersQuery, CustomersReader};
use reporting::freshness::{Freshness, FreshnessReader, FreshnessStatus};
use reporting::overview::{OverviewQuery, OverviewReader};
use reporting::paths::{PathsQuery, PathsReader};
use reporting::question::Question;
use reporting::recomputes::{Recompute, RecomputeStatus, RecomputesQuery, RecomputesReader};
use reporting::restatements::{LinesQuery, Restatement, RestatementsQuery, RestatementsReader};
use reporting::timeseries::{Interval, TimeSeriesQuery, TimeSeriesReader};
use serde_json::json;
use time::macros::date;
use tokio::task::JoinSet;
use tributary_postgres::reporting::{
    PgBreakdownReader, PgCustomersReader, PgFreshnessReader, PgOverviewReader, PgPathsReader,
    PgRecomputesReader, PgRestatementsReader, PgTimeSeriesReader,
};
use uuid::Uuid;

use crate::reporting_seed::{access, limit};
use crate::world::{RUNTIME, World, identify, instant, page_view, payment};

const AD: &str = "https://shop.example/?utm_source=google&utm_medium=cpc&gclid=x";

async fn change_windows(world: &World, change: WindowsChange) -> WindowsSet {
    let mut work = world.units.begin().await.unwrap();
    let outcome = set_windows(&mut *work, &world.context(), &key(world), change).await;
    settle(work, outcome).await.unwrap().unwrap()
}

async fn change_profile(world: &World, change: &ProfileChange) -> ProfileUpdated {
    let mut work = world.units.begin().await.unwrap();
    let outcome = update(&mut *work, &world.context(), &key(world), change).await;
    settle(work, outcome).await.unwrap().unwrap()
}

/// The authority of an API key.
fn key(world: &World) -> ProfileAccess {
    ProfileAccess {
        actor: kernel::Actor::ApiKey(Uuid::from_u128(0xa).into()),
        ..access(world)
    }
}

async fn freshness(world: &World) -> Freshness {
    let reader = PgFreshnessReader::new(world.pool.clone());
    reader.freshness(&access(world)).await.unwrap().unwrap()
}

async fn recomputes(world: &World) -> Vec<Recompute> {
    let query = RecomputesQuery {
        limit: limit(100),
        after: None,
    };
    let reader = PgRecomputesReader::new(world.pool.clone());
    let page = reader.recomputes(&access(world), &query).await.unwrap();
    page.rows
}

async fn latest_restatement(world: &World) -> Restatement {
    let query = RestatementsQuery {
        causes: Vec::new(),
        limit: limit(1),
        before: None,
    };
    let reader = PgRestatementsReader::new(world.pool.clone());
    let page = reader.restatements(&access(world), &query).await.unwrap();
    page.rows.into_iter().next().unwrap()
}

/// `day channel cash before>after conversions before>after` under a model.
async fn lines(world: &World, restatement: &Restatement, model: Model) -> Vec<String> {
    let query = LinesQuery {
        model,
        limit: Limit::new(500).unwrap(),
        after: None,
    };
    let reader = PgRestatementsReader::new(world.pool.clone());
    let detail = reader
        .restatement(&access(world), restatement.id, &query)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(&detail.restatement, restatement);
    detail
        .lines
        .iter()
        .map(|line| {
            let channel = line.channel.as_deref().unwrap_or("-");
            let credit = line.credit.unwrap();
            let (cash, conversions) = (credit.cash, credit.conversions);
            format!(
                "{} {channel} {}>{} {}>{}",
                line.date, cash.before, cash.after, conversions.before, conversions.after
            )
        })
        .collect()
}

async fn audit(world: &World) -> Vec<String> {
    let statement = "SELECT concat_ws(' ', action, actor_kind, subject_id = profile_id) AS line \
                     FROM audit_events WHERE profile_id = $1 ORDER BY id";
    world.lines(statement).await
}

/// A visit by an ad, and a payment of 100 nine days later.
async fn sold() -> World {
    let world = World::new().await;
    let at = instant("2026-06-01T10:00:00Z");
    let visit = page_view("visit", at, AD, None);
    let known = identify("known", at.plus_micros(1), "ana@mail.example");
    world.track("browser", vec![visit, known]).await;
    let paid = payment(
        at.plus_micros(9 * MICROS_PER_DAY),
        "100",
        "ana@mail.example",
    );
    world.record("order", paid).await;
    world.drain().await;
    world
}

#[test]
fn readers_keep_old_windows_until_the_replay_is_published_and_the_ledger_says_what_changed() {
    RUNTIME.block_on(async {
        let world = sold().await;
        let (before, was) = (world.results().await, freshness(&world).await);
        assert_eq!(was.status(), FreshnessStatus::Current);
        let narrow = WindowsChange {
            cash_days: WindowDays::new(5),
            ..WindowsChange::default()
        };
        let set = change_windows(&world, narrow).await;
        assert_eq!(set.windows.cash_days.get(), 5);
        assert_eq!(world.results().await, before);
        let during = freshness(&world).await;
        assert_eq!(during.status(), FreshnessStatus::Replaying);
        assert_eq!(during.recompute.unwrap().id, set.recompute);
        assert_eq!(during.generation, was.generation);
        assert_eq!(during.recomputed_at, was.recomputed_at);

        world.drain().await;
        let after = freshness(&world).await;
        assert_eq!(after.status(), FreshnessStatus::Current);
        assert_eq!(after.generation, was.generation + 1);
        let done = &recomputes(&world).await[0];
        assert_eq!(
            (done.id, done.status),
            (set.recompute, RecomputeStatus::Completed)
        );
        assert_eq!((done.people_done, done.people_total), (1, Some(1)));
        assert_eq!(
            (done.attempts, done.generation),
            (1, Some(after.generation))
        );
        assert!(done.started_at.is_some() && done.finished_at.is_some());

        let restated = latest_restatement(&world).await;
        assert_eq!(restated.cause, Cause::WindowsChanged);
        assert_eq!(restated.causes[0].actor, key(&world).actor);
        assert_eq!(restated.recompute_id, Some(set.recompute));
        assert_eq!(restated.cash_change.unwrap().to_string(), "-100");
        assert_eq!(restated.conversions_change.to_string(), "-1");
        assert_eq!(
            lines(&world, &restated, Model::LastTouch).await,
            ["2026-06-10 - 0>100 0>1", "2026-06-10 Paid Search 100>0 1>0"]
        );
        assert_eq!(
            lines(&world, &restated, Model::FirstTouch).await,
            Vec::<String>::new()
        );
        assert_eq!(
            audit(&world).await,
            ["attribution_settings.updated api_key t"]
        );
    });
}

/// Currency and warnings of overview, breakdown, series, paths and customers.
async fn said_of_money(world: &World) -> [Vec<String>; 5] {
    let (access, pool) = (access(world), || world.pool.clone());
    let period = Period::new(date!(2026 - 03 - 01), date!(2026 - 07 - 31)).unwrap();
    let question = Question {
        period,
        model: Model::LastTouch,
        accounting: Accounting::ConversionDate,
        filters: Vec::new(),
        goals: Vec::new(),
    };
    let overview = PgOverviewReader::new(pool());
    let asked = OverviewQuery {
        question: question.clone(),
        as_of: None,
    };
    let overview = overview.overview(&access, &asked).await.unwrap();
    let breakdown = PgBreakdownReader::new(pool());
    let asked = BreakdownQuery {
        question: question.clone(),
        by: BreakdownBy::Ad,
        sort: Metric::Revenue,
        order: Order::Descending,
        limit: limit(10),
        after: None,
    };
    let breakdown = breakdown.breakdown(&access, &asked).await.unwrap();
    let series = PgTimeSeriesReader::new(pool());
    let asked = TimeSeriesQuery {
        question,
        interval: Interval::Month,
    };
    let series = series.time_series(&access, &asked).await.unwrap();
    let paths = PgPathsReader::new(pool());
    let asked = PathsQuery {
        period,
        converting: true,
        goals: Vec::new(),
        filters: Vec::new(),
        limit: limit(10),
        after: None,
    };
    let paths = paths.paths(&access, &asked).await.unwrap();
    let customers = PgCustomersReader::new(pool());
    let asked = CustomersQuery {
        period,
        goal: "payment_received".to_owned(),
        search: None,
        limit: limit(10),
        after: None,
    };
    let customers = customers.customers(&access, &asked).await.unwrap();
    [
        (overview.currency, overview.warnings),
        (breakdown.currency, breakdown.warnings),
        (series.currency, series.warnings),
        (paths.currency, paths.warnings),
        (customers.currency, customers.warnings),
    ]
    .map(|(currency, warnings)| {
        let currency = currency.code().to_owned();
        [vec![currency], warnings].concat()
    })
}

#[test]
fn readers_keep_the_old_currency_and_zone_until_the_replay_is_published() {
    RUNTIME.block_on(async {
        let world = sold().await;
        let before = world.results().await;
        let change = ProfileChange {
            currency: Currency::parse("USD"),
            timezone: TimeZone::named("Pacific/Auckland"),
            ..ProfileChange::default()
        };
        let changed = change_profile(&world, &change).await;
        assert!(changed.rates_missing && changed.settings.replay_pending);
        assert_eq!(world.results().await, before);
        let during = freshness(&world).await;
        assert_eq!(
            (during.currency.code(), during.timezone.name()),
            ("EUR", "UTC")
        );
        let pending = ["EUR".to_owned(), "replay_pending".to_owned()];
        assert_eq!(
            said_of_money(&world).await,
            [(); 5].map(|()| pending.to_vec())
        );

        world.drain().await;
        let current = ["USD".to_owned(), "conversions_pending_fx".to_owned()];
        let rows = ["USD".to_owned()];
        assert_eq!(
            said_of_money(&world).await,
            [&current[..], &current, &current, &rows, &current].map(<[String]>::to_vec)
        );
        let after = freshness(&world).await;
        assert_eq!(
            (after.currency.code(), after.timezone.name()),
            ("USD", "Pacific/Auckland")
        );
        let shown = show(&*world.units, world.profile.id)
            .await
            .unwrap()
            .unwrap();
        assert!(!shown.replay_pending);
        let restated = latest_restatement(&world).await;
        assert_eq!(restated.cause, Cause::Several);
        let causes: Vec<_> = restated.causes.iter().map(|why| why.cause).collect();
        assert_eq!(causes, [Cause::CurrencyChanged, Cause::TimezoneChanged]);
        assert_eq!(
            (
                restated.currency_before.code(),
                restated.currency_after.code()
            ),
            ("EUR", "USD")
        );
        assert_eq!(restated.timezone_after.name(), "Pacific/Auckland");
        assert_eq!(
            restated.cash_change, None,
            "two currencies have no difference"
        );
        assert_eq!(audit(&world).await, ["profile.updated api_key t"]);
        let detail = "SELECT concat_ws(' ', detail -> 'before', detail -> 'after', \
                      detail ? 'recompute_id') AS line FROM audit_events WHERE profile_id = $1";
        let expected = r#"{"currency": "EUR", "timezone": "UTC"} "#.to_owned()
            + r#"{"currency": "USD", "timezone": "Pacific/Auckland"} t"#;
        assert_eq!(world.lines(detail).await, [expected]);
    });
}

#[test]
fn a_change_of_nothing_writes_nothing_and_a_name_replays_nobody() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let same = ProfileChange {
            currency: Currency::parse("EUR"),
            timezone: TimeZone::named("UTC"),
            ..ProfileChange::default()
        };
        let unchanged = change_profile(&world, &same).await;
        assert_eq!(
            (unchanged.recompute, unchanged.rates_missing),
            (None, false)
        );
        assert_eq!(audit(&world).await, Vec::<String>::new());
        let finished = ProfileChange {
            onboarding_completed: Some(true),
            ..ProfileChange::default()
        };
        let changed = change_profile(&world, &finished).await;
        assert_eq!(changed.recompute, None);
        assert!(changed.settings.onboarding_completed);
        assert_eq!(recomputes(&world).await, []);
        assert_eq!(audit(&world).await, ["profile.updated api_key t"]);
    });
}

#[test]
fn changes_at_once_share_one_replay_and_each_leaves_its_row() {
    RUNTIME.block_on(async {
        let world = std::sync::Arc::new(World::new().await);
        let mut changes = JoinSet::new();
        for days in 0..8 {
            let world = world.clone();
            changes.spawn(async move {
                let change = WindowsChange {
                    click_days: WindowDays::new(days),
                    ..WindowsChange::default()
                };
                change_windows(&world, change).await.recompute
            });
        }
        let served = changes.join_all().await;
        let list = recomputes(&world).await;
        assert_eq!(list.len(), 1);
        assert!(served.iter().all(|id| *id == list[0].id));
        assert_eq!(list[0].causes.len(), 8);
        assert_eq!(audit(&world).await.len(), 8);
        // Each row begins where another one ended.
        let chain = "SELECT (detail -> 'before' ->> 'click_window_days') AS line \
                     FROM audit_events WHERE profile_id = $1";
        let mut befores = world.lines(chain).await;
        befores.extend(world.lines(&chain.replace("before", "after")).await);
        befores.sort();
        befores.dedup();
        assert_eq!(befores.len(), 9);
    });
}

#[test]
fn requests_and_interactions_are_stamped_for_their_own_profile_alone() {
    RUNTIME.block_on(async {
        let (world, other) = (World::new().await, World::new().await);
        for created in [true, false] {
            let mut work = world.units.begin().await.unwrap();
            let outcome = recompute(&mut *work, &world.context(), &key(&world)).await;
            let queued = settle(work, outcome).await.unwrap().unwrap();
            assert_eq!(queued.created, created);
        }
        let detail = json!({"rows": 3}).as_object().unwrap().clone();
        let interaction = Interaction {
            action: UiAction::ReportExported,
            subject: None,
            detail: AuditDetail::parse(detail).unwrap(),
        };
        let mut work = world.units.begin().await.unwrap();
        let outcome = stamp(&mut *work, &world.context(), &key(&world), interaction).await;
        settle(work, outcome).await.unwrap();
        assert_eq!(
            audit(&world).await,
            [
                "attribution.recompute_requested api_key f",
                "attribution.recompute_requested api_key f",
                "report.exported api_key",
            ]
        );
        assert_eq!(audit(&other).await, Vec::<String>::new());
        assert_eq!(recomputes(&other).await, []);
        let id = recomputes(&world).await[0].id;
        let reader = PgRecomputesReader::new(world.pool.clone());
        assert_eq!(reader.recompute(&access(&other), id).await.unwrap(), None);
    });
}
