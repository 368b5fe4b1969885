//! `PUT /api/v1beta/spend?replace=account_days` with the most rows that it takes: 100 days of an account of 100
//! ads. First all of them are new, then every amount has been restated, then nothing has changed.

use std::fmt::Write as _;
use std::time::Instant;

use kernel::timestamp::MICROS_PER_DAY;
use tributary_bench::rows::Rows;
use tributary_bench::samples::Samples;
use tributary_bench::table::Row;

use crate::copy::CopyIn;
use crate::http::Client;
use crate::service::Service;
use crate::world::{Account, World};

const DAYS: usize = 100;
const ADS: u32 = 100;
const PATH: &str = "/api/v1beta/spend?replace=account_days";
const TABLE: &str = "CREATE TABLE plain_spend (LIKE ad_spend_daily INCLUDING DEFAULTS \
    INCLUDING CONSTRAINTS INCLUDING INDEXES)";
const NEXT: &str = "CREATE TEMPORARY TABLE next_spend (LIKE ad_spend_daily INCLUDING DEFAULTS)";
const COPY: &str = "COPY next_spend (profile_id, date, platform, account_id, campaign_id, ad_set_id, ad_id, \
    amount, currency, impressions, clicks, signature_id, updated_at) FROM STDIN";
const REPLACE: &str = include_str!("sql/plain_spend.sql");

/// What a round sends.
#[derive(Clone, Copy)]
enum Step {
    New,
    Restated,
    Same,
}

impl Step {
    const ALL: [Self; 3] = [Self::New, Self::Restated, Self::Same];

    fn name(self) -> &'static str {
        match self {
            Self::New => "all new",
            Self::Restated => "every amount restated",
            Self::Same => "nothing changed",
        }
    }

    /// Cents that every amount has more than at first.
    fn more(self) -> u32 {
        u32::from(!matches!(self, Self::New))
    }
}

pub(crate) async fn measure(world: &mut World) {
    // A profile of its own: nobody else's figures move.
    let account = Account::new(&world.binary, "spend");
    let service = Service::start(&world.binary, false);
    let headers = format!(
        "authorization: Bearer {}\r\ncontent-type: text/csv\r\n",
        account.key
    );
    let mut client = Client::new(&service.address, &headers).await;
    let dates = dates(world);
    world.db.batch_execute(TABLE).await.unwrap();
    world.db.batch_execute(NEXT).await.unwrap();
    let mut ours = Step::ALL.map(|_| Samples::default());
    let mut plain = Step::ALL.map(|_| Samples::default());
    for round in 0..world.settings.rounds {
        let name = format!("account-{round}");
        for (at, step) in Step::ALL.into_iter().enumerate() {
            let body = csv(&dates, &name, step);
            let begin = Instant::now();
            let answer = client.send("PUT", PATH, "", &body).await;
            ours[at].add(begin.elapsed().as_secs_f64() * 1_000.0);
            assert_eq!(answer.status, 200, "{}", answer.body);
            plain[at].add(by_hand(world, &account, &dates, &name, step).await);
        }
        check(world, &account, &name).await;
    }
    let drop = "DROP TABLE plain_spend; DROP TABLE next_spend";
    world.db.batch_execute(drop).await.unwrap();
    for (step, (ours, plain)) in Step::ALL.into_iter().zip(ours.into_iter().zip(plain)) {
        let name = format!("PUT /spend, replace {} rows: {}", rows(), step.name());
        let row = Row::new(name, "ms", ours).beside("COPY and upsert", plain);
        world.add(row);
    }
}

fn rows() -> usize {
    DAYS * usize::try_from(ADS).unwrap()
}

/// The last days of the history and some before.
fn dates(world: &World) -> Vec<String> {
    let last = i64::from(tributary_bench::people::DAYS) - 1;
    let days = (0..i64::try_from(DAYS).unwrap()).map(|back| last - back);
    let day = |day| world.history.begin.plus_micros(day * MICROS_PER_DAY);
    days.map(|number| day(number).to_utc().date().to_string())
        .collect()
}

/// Cents of an ad on a day.
fn cents(day: usize, ad: u32, step: Step) -> u32 {
    100 + ad * 7 + u32::try_from(day).unwrap() % 31 + step.more()
}

fn csv(dates: &[String], account: &str, step: Step) -> String {
    let mut text = String::from(
        "date,platform,account_id,campaign_id,ad_set_id,ad_id,spend,currency,impressions,clicks\n",
    );
    for (day, date) in dates.iter().enumerate() {
        for ad in 0..ADS {
            let cents = cents(day, ad, step);
            let (campaign, set) = (ad / 10, ad / 2);
            writeln!(
                text,
                "{date},bench,{account},c{campaign},s{set},a{ad},{}.{:02},EUR,{},{}",
                cents / 100,
                cents % 100,
                cents * 7,
                cents / 20
            )
            .unwrap();
        }
    }
    text
}

/// Milliseconds of the same rows by COPY and an upsert that keeps no ledger, knows no levels and marks nothing.
async fn by_hand(
    world: &World,
    account: &Account,
    dates: &[String],
    name: &str,
    step: Step,
) -> f64 {
    let mut rows = Rows::default();
    for (day, date) in dates.iter().enumerate() {
        for ad in 0..ADS {
            let cents = cents(day, ad, step);
            rows.plain(&account.profile)
                .plain(date)
                .plain("bench")
                .plain(name)
                .plain(format!("c{}", ad / 10))
                .plain(format!("s{}", ad / 2))
                .plain(format!("a{ad}"))
                .plain(format!("{}.{:02}", cents / 100, cents % 100))
                .plain("EUR")
                .plain(cents * 7)
                .plain(cents / 20)
                .plain(0)
                .plain(world.history.begin)
                .end();
        }
    }
    let begin = Instant::now();
    world.db.batch_execute("BEGIN").await.unwrap();
    let mut copy = CopyIn::begin(&world.db, COPY).await;
    copy.send(&mut rows).await;
    copy.end(&mut rows).await;
    world.db.batch_execute(REPLACE).await.unwrap();
    world.db.batch_execute("COMMIT").await.unwrap();
    begin.elapsed().as_secs_f64() * 1_000.0
}

/// Both tables hold the same amounts.
async fn check(world: &World, account: &Account, name: &str) {
    let sum = async |table: &str| {
        let question = format!(
            "SELECT count(*), trim_scale(sum(amount))::text FROM {table} \
             WHERE profile_id = $1::text::uuid AND account_id = $2"
        );
        let of: [&(dyn tokio_postgres::types::ToSql + Sync); 2] = [&account.profile, &name];
        let row = world.db.query_one(&question, &of).await.unwrap();
        (row.get::<_, i64>(0), row.get::<_, String>(1))
    };
    let (ours, plain) = (sum("ad_spend_daily").await, sum("plain_spend").await);
    assert_eq!(ours, plain, "spend of {name}");
    assert_eq!(ours.0, i64::try_from(rows()).unwrap());
}
