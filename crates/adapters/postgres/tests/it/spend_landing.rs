//! Loaders leave rows, and the account's days hold what the last good batch of them says.

use std::collections::BTreeMap;

use ad_spend::landing::{BatchFault, LandedBatch, Outcome};
use ad_spend::ports::LandingReader;
use ad_spend::rows::Column;
use application::settle;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use kernel::{Limit, StoreError};
use spend_intake::landing::next::{Looked, next};
use testkit::TestDatabase;
use tributary_postgres::{PgLanding, inspect};
use uuid::Uuid;

use crate::channel_rules_support::Dice;
use crate::world::{RUNTIME, World};

/// A profile in a database of its own, since batches of all profiles are taken.
struct Landing {
    world: World,
    _database: TestDatabase,
}

impl Landing {
    async fn new() -> Self {
        let database = TestDatabase::create();
        Self {
            world: World::alone_in(&database).await,
            _database: database,
        }
    }

    /// Rows of day in June, campaign and amount, of some batch.
    async fn rows(&self, batch: Uuid, rows: &[(u8, &str, &str)]) {
        for (number, (day, campaign, spend)) in rows.iter().enumerate() {
            let number = number + 1;
            let statement = format!(
                "INSERT INTO spend_landing (profile_id, batch_id, row_number, date, campaign_id, spend) \
                 VALUES ($1, '{batch}', {number}, '2026-06-{day:02}', ' {campaign} ', '{spend}')"
            );
            self.world.execute(&statement).await;
        }
    }

    /// Says that a batch is whole.
    async fn whole(&self, batch: Uuid, (from, to): (u8, u8), rows: usize) {
        let statement = format!(
            "INSERT INTO spend_batches (profile_id, batch_id, platform, account_id, date_from, date_to, row_count) \
             VALUES ($1, '{batch}', 'meta', 'a1', '2026-06-{from:02}', '2026-06-{to:02}', {rows})"
        );
        self.world.execute(&statement).await;
    }

    async fn leave(&self, id: u128, days: (u8, u8), rows: &[(u8, &str, &str)]) {
        let batch = Uuid::from_u128(id);
        self.rows(batch, rows).await;
        self.whole(batch, days, rows.len()).await;
    }

    async fn next(&self) -> Looked {
        next(&*self.world.units, &self.world.context())
            .await
            .unwrap()
    }

    /// Day of June, campaign and amount of all that is kept.
    async fn kept(&self) -> Vec<String> {
        let statement = "SELECT concat_ws(' ', extract(day FROM d.date), d.campaign_id, trim_scale(d.amount)) AS line \
             FROM ad_spend_daily d WHERE d.profile_id = $1 ORDER BY d.date, d.campaign_id";
        self.world.lines(statement).await
    }

    async fn batches(&self) -> Vec<LandedBatch> {
        let access = crate::reporting_seed::access(&self.world);
        let landing = PgLanding::new(self.world.pool.clone());
        let most = Limit::new(100).unwrap();
        landing.page(&access, None, most).await.unwrap()
    }

    /// Why the only batch was refused.
    async fn faults(&self) -> Vec<BatchFault> {
        assert_eq!(self.next().await, Looked::Refused);
        let [LandedBatch { outcome, .. }] = self.batches().await.try_into().unwrap();
        match outcome {
            Some((Outcome::Refused(faults), _)) => faults,
            other => panic!("{other:?}"),
        }
    }

    async fn count(&self, what: &str) -> String {
        let statement = format!("SELECT count(*)::text AS line FROM {what} WHERE profile_id = $1");
        self.world.lines(&statement).await.remove(0)
    }
}

#[test]
fn a_batch_replaces_its_days_and_goes() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        assert_eq!(landing.next().await, Looked::Nothing);
        landing
            .leave(
                1,
                (1, 3),
                &[(1, "c", "5"), (2, "c", "1.000001"), (3, "d", "2")],
            )
            .await;
        assert_eq!(landing.next().await, Looked::Written);
        assert_eq!(landing.kept().await, ["1 c 5", "2 c 1.000001", "3 d 2"]);
        landing.leave(2, (2, 3), &[(2, "d", "4")]).await;
        assert_eq!(landing.next().await, Looked::Written);
        assert_eq!(landing.next().await, Looked::Nothing);
        assert_eq!(landing.kept().await, ["1 c 5", "2 d 4"]);
        assert_eq!(landing.count("spend_landing").await, "0");
        let batches = landing.batches().await;
        let outcomes: Vec<_> = batches
            .iter()
            .map(|batch| batch.outcome.clone().unwrap().0)
            .collect();
        let of = |written, removed| Outcome::Written { written, removed };
        assert_eq!(outcomes, [of(1, 2), of(3, 0)]);
        landing.world.ledger_holds().await;

        // The same again changes nothing and writes no line.
        let lines = landing.count("restatements").await;
        landing.leave(3, (2, 3), &[(2, "d", "4.0")]).await;
        assert_eq!(landing.next().await, Looked::Written);
        assert_eq!(landing.count("restatements").await, lines);
    });
}

#[test]
fn a_batch_that_is_not_whole_is_not_taken() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        let id = Uuid::from_u128(1);
        landing.rows(id, &[(1, "c", "5"), (2, "c", "1")]).await;
        assert_eq!(landing.next().await, Looked::Nothing);
        landing.whole(id, (1, 2), 3).await;
        let faults = landing.faults().await;
        assert_eq!(faults[0].words, "was to have 3 rows and has 2");
        assert_eq!((faults[0].row, faults[0].column), (None, None));
        assert_eq!(landing.kept().await, Vec::<String>::new());
        // Its rows are still there for whoever looks for the fault.
        assert_eq!(landing.count("spend_landing").await, "2");
    });
}

#[test]
fn what_is_wrong_is_named_by_row_and_column_and_nothing_is_written() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        let id = Uuid::from_u128(1);
        let rows = [
            (1, "c", "5"),
            (2, "c", "1,5"),
            (9, "c", "1"),
            (1, "c", "6"),
            (1, "d", "7"),
            (1, "e", "8"),
        ];
        landing.rows(id, &rows).await;
        for statement in [
            "UPDATE spend_landing SET currency = 'USD' WHERE profile_id = $1 AND row_number = 5",
            "UPDATE spend_landing SET platform = 'tiktok', account_id = 'a2' WHERE profile_id = $1 AND row_number = 6",
        ] {
            landing.world.execute(statement).await;
        }
        landing.whole(id, (1, 3), rows.len()).await;
        let faults = landing.faults().await;
        let named: Vec<_> = faults
            .iter()
            .map(|fault| (fault.row.unwrap(), fault.column.map(Column::name)))
            .collect();
        assert_eq!(
            named,
            [
                (2, Some("spend")),
                (3, Some("date")),
                (4, None),
                (5, Some("currency")),
                (6, Some("platform")),
                (6, Some("account_id")),
            ]
        );
        assert_eq!(faults[2].words, "is for the same day and ids as row 1");
        assert_eq!(faults[3].words, "is another than in row 1 of the same day");
        assert_eq!(landing.kept().await, Vec::<String>::new());
    });
}

#[test]
fn a_batch_has_one_account_few_days_and_a_profile() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        for (days, rows, words) in [
            ("'2025-01-01', '2026-06-01'", 0, "is of 517 days, more than 366"),
            ("'2026-06-01', '2026-06-01'", 1_000_001, "has 1000001 rows, more than 1000000"),
        ] {
            let statement = format!(
                "INSERT INTO spend_batches (profile_id, batch_id, platform, date_from, date_to, row_count) \
                 VALUES ($1, gen_random_uuid(), 'meta', {days}, {rows})"
            );
            landing.world.execute(&statement).await;
            assert_eq!(landing.faults().await[0].words, words);
            landing
                .world
                .execute("DELETE FROM spend_batches WHERE profile_id = $1")
                .await;
        }
        let statement = "INSERT INTO spend_batches (profile_id, batch_id, platform, date_from, date_to, row_count) \
             SELECT gen_random_uuid(), $1, 'meta', '2026-06-01', '2026-06-01', 0";
        landing.world.execute(statement).await;
        assert_eq!(landing.next().await, Looked::Refused);
        assert_eq!(landing.next().await, Looked::Nothing);
        // Whose it is nobody knows, so nobody sees it.
        assert_eq!(landing.batches().await, []);
    });
}

#[test]
fn a_batch_is_taken_by_one_and_comes_once() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        landing.leave(1, (1, 1), &[(1, "c", "5")]).await;
        let mut work = landing.world.begin().await;
        let now = landing.world.context().clock.now();
        let taken = work.landing().take(now).await.unwrap().unwrap();
        assert_eq!(taken.place.batch_id, Uuid::from_u128(1));
        assert_eq!(landing.next().await, Looked::Nothing);
        // Whoever had it died.
        let died = Err::<(), _>(StoreError::inconsistent("the process is gone"));
        assert!(settle(work, died).await.is_err());
        assert_eq!(landing.next().await, Looked::Written);
        let (one, other) = {
            landing.leave(2, (1, 1), &[(1, "c", "6")]).await;
            let (units, context) = (&*landing.world.units, landing.world.context());
            tokio::join!(next(units, &context), next(units, &context))
        };
        let mut looked = [one.unwrap(), other.unwrap()];
        looked.sort_by_key(|looked| *looked == Looked::Nothing);
        assert_eq!(looked, [Looked::Written, Looked::Nothing]);
        assert_eq!(landing.kept().await, ["1 c 6"]);
    });
}

#[test]
fn the_doctor_sees_what_nobody_takes() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        let waits = async || {
            let looked = inspect(&landing.world.url, &landing.world.clock).await;
            looked.unwrap().spend.overdue.as_secs()
        };
        assert_eq!(waits().await, 0);
        landing.leave(1, (1, 1), &[(1, "c", "5")]).await;
        let statement =
            "UPDATE spend_batches SET landed_at = '2026-06-30T11:00:00Z' WHERE profile_id = $1";
        landing.world.execute(statement).await;
        assert_eq!(waits().await, 3_600);
        assert_eq!(landing.next().await, Looked::Written);
        assert_eq!(waits().await, 0);
    });
}

#[test]
fn whatever_is_left_in_whatever_order_the_last_good_batch_of_a_day_holds() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        let mut dice = Dice::new(42);
        let mut said: BTreeMap<u8, BTreeMap<String, String>> = BTreeMap::new();
        for id in 1..=25 {
            let from = u8::try_from(dice.roll(12) + 1).unwrap();
            let to = from + u8::try_from(dice.roll(5)).unwrap();
            let mut rows = BTreeMap::new();
            for _ in 0..dice.roll(8) {
                let day = from + u8::try_from(dice.roll(usize::from(to - from) + 1)).unwrap();
                let campaign = dice.pick(&["a", "b", "c"]).to_owned();
                let cents = dice.roll(100_000) + 1;
                rows.insert(
                    (day, campaign),
                    format!("{}.{:02}", cents / 100, cents % 100),
                );
            }
            let is_good = dice.roll(4) > 0;
            let mut sent: Vec<(u8, &str, &str)> = rows
                .iter()
                .map(|((day, campaign), spend)| (*day, campaign.as_str(), spend.as_str()))
                .collect();
            if !is_good {
                sent.push((to, "x", "--"));
            }
            landing.leave(id, (from, to), &sent).await;
            if is_good {
                said.retain(|day, _| *day < from || *day > to);
                for ((day, campaign), spend) in rows {
                    said.entry(day).or_default().insert(campaign, spend);
                }
            }
            if dice.roll(2) == 0 {
                while landing.next().await != Looked::Nothing {}
            }
        }
        while landing.next().await != Looked::Nothing {}
        let said: Vec<String> = said
            .iter()
            .flat_map(|(day, rows)| rows.iter().map(move |row| (day, row)))
            .map(|(day, (campaign, spend))| {
                let spend: rust_decimal::Decimal = spend.parse().unwrap();
                format!("{day} {campaign} {}", spend.normalize())
            })
            .collect();
        assert!(said.len() > 5, "{said:?}");
        assert_eq!(landing.kept().await, said);
        landing.world.ledger_holds().await;
    });
}

/// The statements that make a loader's role, as the documentation has them.
fn role_of_docs(name: &str) -> String {
    let docs = include_str!("../../../../../docs/spend.md");
    let begin = docs.find("CREATE ROLE spend_loader").unwrap();
    let end = begin + docs[begin..].find("```").unwrap();
    docs[begin..end].replace("spend_loader", name)
}

async fn is_refused(connection: &mut AsyncPgConnection, statement: &str) -> bool {
    let outcome = connection.batch_execute(statement).await;
    match outcome {
        Ok(()) => false,
        Err(error) => {
            assert!(
                error.to_string().contains("permission denied"),
                "{statement}: {error}"
            );
            true
        }
    }
}

#[test]
fn a_loaders_role_may_insert_there_and_nothing_else() {
    RUNTIME.block_on(async {
        let landing = Landing::new().await;
        let role = format!("loader_{}", crate::world::new_id::<Uuid>().simple());
        let mut connection = landing.world.pool.connection().await.unwrap();
        connection.batch_execute(&role_of_docs(&role)).await.unwrap();
        let tables: Vec<String> = landing
            .world
            .lines("SELECT relname::text AS line FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND $1 IS NOT NULL")
            .await;
        assert!(tables.len() > 70);
        connection.batch_execute(&format!("SET ROLE {role}")).await.unwrap();
        for table in tables {
            let others = !["spend_landing", "spend_batches"].contains(&table.as_str());
            let inserts = others.then(|| format!("INSERT INTO {table} SELECT"));
            for statement in [
                format!("SELECT FROM {table}"),
                format!("DELETE FROM {table}"),
                format!("TRUNCATE {table}"),
            ]
            .into_iter()
            .chain(inserts)
            {
                assert!(is_refused(&mut connection, &statement).await, "{statement}");
            }
        }
        let profile = landing.world.profile.id;
        let head = "INSERT INTO spend_batches (profile_id, batch_id, platform, date_from, date_to, row_count";
        for statement in [
            format!("{head}, status, finished_at) VALUES ('{profile}', gen_random_uuid(), 'meta', '2026-06-01', '2026-06-01', 0, 'written', now())"),
            "UPDATE spend_batches SET status = 'ready'".to_owned(),
            "UPDATE spend_landing SET spend = '0'".to_owned(),
            "CREATE TABLE mine (a int)".to_owned(),
        ] {
            assert!(is_refused(&mut connection, &statement).await, "{statement}");
        }
        let docs = include_str!("../../../../../docs/spend.md");
        let begin = docs.find("INSERT INTO spend_landing").unwrap();
        let end = begin + docs[begin..].find("```").unwrap();
        let example = docs[begin..end]
            .replace("PROFILE", &profile.to_string())
            .replace("BATCH", &Uuid::from_u128(5).to_string());
        connection.batch_execute(&example).await.unwrap();
        let reset = format!("RESET ROLE; DROP OWNED BY {role}; DROP ROLE {role}");
        connection.batch_execute(&reset).await.unwrap();
        drop(connection);
        // The example is of November.
        landing.world.clock.advance_micros(180 * 86_400_000_000);
        assert_eq!(landing.next().await, Looked::Written);
        assert_eq!(landing.kept().await, ["1 c1 12.5", "2 c1 8"]);
    });
}
