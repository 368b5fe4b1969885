//! Two builds beside one another: an older binary and the one that is measured, in turn, round by
//! round, each on a copy of the same database. What is compared is processor time a request, of the
//! service and of PostgreSQL together, because other work on the machine lengthens waiting and not
//! that.

use std::path::PathBuf;
use std::sync::Arc;

use tributary_bench::dice::Dice;
use tributary_bench::paired::{Pairs, markdown};
use tributary_bench::people::BUSIEST;

use crate::collect::{self, HEADERS, Load};
use crate::copy::connect;
use crate::equal::{EVERYTHING, OF_CHANNEL, breakdown_path, overview_path};
use crate::events;
use crate::http::Client;
use crate::service::{Binary, Service};
use crate::world::World;

/// The interval of the ratio should lie below this.
const BOUND: f64 = 1.05;

/// The databases of both builds. Both are copies of the one that was loaded: rows lie otherwise in a copy
/// than where they were written, and a build beside itself should come to 1.
const COPIES: [&str; 2] = ["bench_old", "bench_new"];

/// Connections that send events.
const CONNECTIONS: u32 = 16;

/// How often a report is asked for in a round: about a second of processor time.
const QUESTIONS: u32 = 200;

/// What is done in a round, so often.
#[derive(Clone)]
enum Work {
    /// Batches of so many page views.
    Collect { batch: u32, requests: u32 },
    /// Payments.
    Events { requests: u32 },
    /// A report.
    Ask { path: String },
    /// Payments and their way into the results, the worker's part included.
    Replayed { requests: u32 },
    /// Everything replayed from its events, by the command.
    FullReplay,
}

/// One build, running on its database.
struct Side {
    binary: Binary,
    service: Service,
    tracking_key: String,
}

impl Side {
    async fn start(world: &World, binary: Binary) -> Self {
        let service = Service::start(&binary, false);
        let tracking_key = world.ingest.tracking_key(&service).await;
        Self {
            binary,
            service,
            tracking_key,
        }
    }
}

/// Measures every row; the table as Markdown.
pub(crate) async fn measure(world: &mut World, old: PathBuf) -> String {
    let sides = sides(world, old).await;
    let mut rows = Vec::new();
    for (name, work) in works(world) {
        let mut pairs = Pairs::new(name, unit(&work));
        // Caches and plans are made before anything counts.
        for side in &sides {
            spend(world, side, &work, 0).await;
        }
        for round in 1..=world.settings.rounds {
            // Who goes first changes, so that neither always finds what the other left.
            let (first, second) = if round % 2 == 0 { (0, 1) } else { (1, 0) };
            let mut spent = [0.0; 2];
            for place in [first, second] {
                spent[place] = spend(world, &sides[place], &work, round).await;
            }
            pairs.add(spent[0], spent[1]);
        }
        println!("{}", pairs.line(BOUND));
        rows.push(pairs);
        let text = markdown(&head(world), BOUND, &rows);
        std::fs::create_dir_all(world.settings.out.parent().unwrap()).unwrap();
        std::fs::write(&world.settings.out, text).unwrap();
    }
    markdown(&head(world), BOUND, &rows)
}

fn head(world: &World) -> String {
    format!(
        "## Two builds, {} events, processor time of the service and PostgreSQL\n\n{}",
        world.settings.events,
        world.notes.join("\n")
    )
}

/// The older build first. The history was loaded by it, so that the new build's migrations run over
/// data as they will.
async fn sides(world: &mut World, old: PathBuf) -> [Side; 2] {
    let admin = |sql: &str| world.cluster.execute("postgres", sql).unwrap();
    // A database is copied while nobody is in it.
    let template = "bench";
    admin(&format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{template}'"
    ));
    for copy in COPIES {
        admin(&format!("CREATE DATABASE {copy} TEMPLATE {template}"));
    }
    let [of_old, of_new] = COPIES.map(|copy| world.cluster.url(copy));
    world.binary.database = of_new;
    world.db = connect(&world.binary.database).await;
    world.binary.path = world.settings.binary();
    world.binary.run(&["migrate"]);
    let older = Binary {
        path: old,
        database: of_old,
        settings: Vec::new(),
    };
    for database in [&world.binary.database, &older.database] {
        let db = connect(database).await;
        db.batch_execute("VACUUM ANALYZE").await.unwrap();
    }
    [
        Side::start(world, older).await,
        Side::start(world, world.binary.clone()).await,
    ]
}

fn works(world: &World) -> Vec<(String, Work)> {
    let (from, to) = world.days();
    let days = (from.clone(), to.clone());
    let period = format!("date_from={from}&date_to={to}");
    let browser = world.history.person(BUSIEST).browser(0).anonymous_id();
    let ask = |path: String| Work::Ask { path };
    let collect = |batch, requests| Work::Collect { batch, requests };
    let all = vec![
        ("collect, 1 a request", collect(1, 8_000)),
        ("collect, 10 a request", collect(10, 2_000)),
        ("POST /events", Work::Events { requests: 4_000 }),
        (
            "overview, no filter",
            ask(overview_path(&days, "last_touch", EVERYTHING)),
        ),
        (
            "overview, channel filter",
            ask(overview_path(&days, "last_touch", OF_CHANNEL)),
        ),
        (
            "breakdown by channel",
            ask(breakdown_path(&days, "channel", "linear")),
        ),
        (
            "breakdown by campaign",
            ask(breakdown_path(&days, "campaign", "last_touch")),
        ),
        (
            "time series by day",
            ask(format!("/api/v1beta/timeseries?{period}&interval=day")),
        ),
        ("paths", ask(format!("/api/v1beta/paths?{period}"))),
        (
            "customers, first page",
            ask(format!(
                "/api/v1/customers?{period}&goal=payment_received&limit=20"
            )),
        ),
        (
            "journey of 500 events",
            ask(format!("/api/v1/customers/{browser}/journey?limit=100")),
        ),
        ("payment to results", Work::Replayed { requests: 2_000 }),
        ("full replay from events", Work::FullReplay),
    ];
    let wanted = all
        .into_iter()
        .filter(|(name, _)| world.settings.wants(name));
    wanted.map(|(name, work)| (name.to_owned(), work)).collect()
}

fn unit(work: &Work) -> &'static str {
    match work {
        Work::FullReplay => "s",
        _ => "ms",
    }
}

/// Processor time a request, in milliseconds; of a full replay in seconds.
async fn spend(world: &World, side: &Side, work: &Work, round: usize) -> f64 {
    let before = world.processor(&side.service);
    let times = match work {
        Work::Collect { batch, requests } => {
            page_views(world, side, (*batch, *requests), round).await;
            *requests
        }
        Work::Events { requests } => {
            payments(world, side, *requests, round).await;
            *requests
        }
        Work::Ask { path } => {
            let mut client = Client::of(&side.service, &world.account.key).await;
            for _ in 0..QUESTIONS {
                client.get_ok(path).await;
            }
            QUESTIONS
        }
        Work::Replayed { requests } => return replayed(world, side, *requests, round).await,
        Work::FullReplay => return full_replay(world, side),
    };
    let spent = world.processor(&side.service).since(before);
    (spent.service + spent.server) * 1_000.0 / f64::from(times)
}

async fn page_views(world: &World, side: &Side, (batch, requests): (u32, u32), round: usize) {
    let load = Load {
        key: side.tracking_key.clone(),
        batch,
        round: u64::try_from(round).unwrap(),
        traffic: Arc::clone(&world.traffic),
        duration: world.settings.load,
    };
    let tasks: Vec<_> = (0..CONNECTIONS)
        .map(|connection| {
            let (load, address) = (load.clone(), side.service.address.clone());
            tokio::spawn(async move {
                let mut client = Client::new(&address, HEADERS).await;
                let seeds = [51, u64::from(batch), load.round, u64::from(connection)];
                let mut dice = Dice::of(&seeds);
                for _ in 0..requests / CONNECTIONS {
                    let visitor = format!("live-{}", dice.roll(50_000));
                    let body = collect::body(&load, &visitor, &mut dice);
                    let answer = client.post("/api/v1beta/collect", &body).await;
                    assert_eq!(answer.status, 202, "{}", answer.body);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

async fn payments(world: &World, side: &Side, requests: u32, round: usize) {
    let mut tasks = Vec::new();
    for connection in 0..CONNECTIONS {
        let mut client = Client::of(&side.service, &world.ingest.key).await;
        let seeds = [52, u64::try_from(round).unwrap(), u64::from(connection)];
        tasks.push(tokio::spawn(async move {
            let mut dice = Dice::of(&seeds);
            for _ in 0..requests / CONNECTIONS {
                assert!(events::post(&mut client, &mut dice).await, "refused");
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

/// Payments go in while nothing is replayed, then a worker replays them: the processor time of the
/// worker's part, from its start, by payment.
async fn replayed(world: &World, side: &Side, requests: u32, round: usize) -> f64 {
    let db = connect(&side.binary.database).await;
    db.batch_execute("TRUNCATE replay_marks").await.unwrap();
    payments(world, side, requests, round).await;
    let server = world.processor(&side.service).server;
    let worker = Service::start(&side.binary, true);
    loop {
        let left = "SELECT count(*) FROM replay_marks";
        let left: i64 = db.query_one(left, &[]).await.unwrap().get(0);
        if left == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    // The worker was born after the first look, so all that it took counts.
    let spent = world.processor(&worker);
    (spent.service + spent.server - server) * 1_000.0 / f64::from(requests)
}

/// The command is a child of this process, whose time counts once it has ended.
fn full_replay(world: &World, side: &Side) -> f64 {
    let before = world.processor(&side.service);
    side.binary
        .run(&["replay", "--profile", &world.account.profile]);
    let spent = world.processor(&side.service).since(before);
    spent.own + spent.server
}
