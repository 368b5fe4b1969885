//! `POST /api/v1beta/collect`, beside inserts of the same rows: a thousand rows a commit on one
//! connection, and a row a commit on as many connections as send.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tributary_bench::dice::Dice;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};
use tributary_bench::traffic::{CLICK, Traffic};

use crate::copy::connect;
use crate::http::Client;
use crate::plain::TrackerRows;
use crate::service::Service;
use crate::world::{Processor, World, now};

const CONNECTIONS: u64 = 64;
const PATH: &str = "/api/v1beta/collect";
pub(crate) const HEADERS: &str = "content-type: text/plain\r\ncf-ipcountry: DE\r\n\
    user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) \
    Chrome/130.0.0.0 Safari/537.36\r\n";

pub(crate) async fn measure(world: &mut World) {
    let service = Service::start(&world.binary, false);
    let key = world.ingest.tracking_key(&service).await;
    let create = "CREATE TABLE plain_events (LIKE tracker_events INCLUDING DEFAULTS \
        INCLUDING CONSTRAINTS INCLUDING INDEXES)";
    world.db.batch_execute(create).await.unwrap();
    for batch in [1, 10] {
        measure_batch(world, &service, &key, batch).await;
    }
    drop(service);
    world
        .db
        .batch_execute("DROP TABLE plain_events")
        .await
        .unwrap();
}

/// What the rounds of one batch size gave.
#[derive(Default)]
struct Rounds {
    processor: Samples,
    of_service: Samples,
    of_server: Samples,
    of_generator: Samples,
    rows: Samples,
    plain: Samples,
    requests: Samples,
    commits: Samples,
    slowest: Samples,
}

async fn measure_batch(world: &mut World, service: &Service, key: &str, batch: u32) {
    let mut rounds = Rounds::default();
    for round in 0..world.settings.rounds {
        one_round(world, service, key, (batch, round), &mut rounds).await;
    }
    let name = format!("collect, {CONNECTIONS} connections, {batch} a request");
    let is_one = batch == 1;
    let target = Target::RatioAtLeast(if is_one { 0.3 } else { 0.6 });
    let rows = Row::new(&name, "rows/s", rounds.rows);
    world.add(
        rows.beside("`unnest` of 1,000", rounds.plain)
            .with_target(target),
    );
    let processor = Row::new(
        format!("{name}: processor a request"),
        "ms",
        rounds.processor,
    );
    world.add(processor.with_target(if is_one {
        Target::AtMost(0.25)
    } else {
        Target::None
    }));
    world.add(Row::new("… of that the service", "ms", rounds.of_service));
    world.add(Row::new("… of that PostgreSQL", "ms", rounds.of_server));
    let generator = "… beside that the generator, which is not counted";
    world.add(Row::new(generator, "ms", rounds.of_generator));
    let requests = Row::new(format!("{name}: requests"), "requests/s", rounds.requests);
    world.add(requests.beside("single-row commits", rounds.commits));
    world.add(Row::new(format!("{name}: p99"), "ms", rounds.slowest));
}

async fn one_round(
    world: &World,
    service: &Service,
    key: &str,
    (batch, round): (u32, usize),
    rounds: &mut Rounds,
) {
    let since = now();
    let before = world.processor(service);
    let load = Load {
        key: key.to_owned(),
        batch,
        round: u64::try_from(round).unwrap(),
        traffic: Arc::clone(&world.traffic),
        duration: world.settings.load,
    };
    let taken = send(service, &load).await;
    let spent = world.processor(service).since(before);
    let accepted = taken.latencies.len();
    let per_request = |of: fn(&Processor) -> f64| of(&spent) * 1_000.0 / float(accepted);
    rounds
        .processor
        .add(per_request(|spent| spent.service + spent.server));
    rounds.of_service.add(per_request(|spent| spent.service));
    rounds.of_server.add(per_request(|spent| spent.server));
    rounds.of_generator.add(per_request(|spent| spent.own));
    rounds.requests.add(float(accepted) / taken.elapsed);
    rounds
        .rows
        .add(float(accepted) * f64::from(batch) / taken.elapsed);
    rounds.slowest.add(taken.latencies.quantile(99));
    let rows = TrackerRows::since(&world.db, &world.ingest.profile, since).await;
    rounds.plain.add(plain(world, &rows, 1_000, 1).await);
    rounds
        .commits
        .add(plain(world, &rows, 1, CONNECTIONS).await);
}

/// What is sent.
#[derive(Clone)]
pub(crate) struct Load {
    pub(crate) key: String,
    pub(crate) batch: u32,
    pub(crate) round: u64,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) duration: Duration,
}

struct Sent {
    latencies: Samples,
    elapsed: f64,
}

async fn send(service: &Service, load: &Load) -> Sent {
    let begin = Instant::now();
    let tasks: Vec<_> = (0..CONNECTIONS)
        .map(|connection| {
            let (load, address) = (load.clone(), service.address.clone());
            tokio::spawn(async move { send_on(&address, &load, connection, begin).await })
        })
        .collect();
    let mut latencies = Samples::default();
    for task in tasks {
        task.await
            .unwrap()
            .into_iter()
            .for_each(|latency| latencies.add(latency));
    }
    Sent {
        latencies,
        elapsed: begin.elapsed().as_secs_f64(),
    }
}

/// Milliseconds of each request that was taken in.
async fn send_on(address: &str, load: &Load, connection: u64, begin: Instant) -> Vec<f64> {
    let mut client = Client::new(address, HEADERS).await;
    let mut dice = Dice::of(&[11, u64::from(load.batch), load.round, connection]);
    let mut latencies = Vec::new();
    while begin.elapsed() < load.duration {
        let visitor = format!("live-{}", dice.roll(50_000));
        let body = body(load, &visitor, &mut dice);
        let sent = Instant::now();
        let answer = client.post(PATH, &body).await;
        match answer.status {
            202 => latencies.push(sent.elapsed().as_secs_f64() * 1_000.0),
            503 => tokio::time::sleep(Duration::from_millis(20)).await,
            other => panic!("{other}: {}", answer.body),
        }
    }
    latencies
}

/// A batch of page views.
pub(crate) fn body(load: &Load, visitor: &str, dice: &mut Dice) -> String {
    let at = now();
    let events: Vec<String> = (0..load.batch)
        .map(|number| {
            let landing = match number {
                0 => load.traffic.land(dice),
                _ => load.traffic.go_on(dice),
            };
            let landing = landing.unwrap();
            let click = format!("{:016x}", dice.draw());
            let url = landing.url.replace(CLICK, &click);
            let referrer = landing.referrer.as_deref().unwrap_or_default();
            let id = dice.id(at);
            format!(r#"{{"t":"pv","i":"{id}","u":"{url}","r":"{referrer}","ti":"Shop"}}"#)
        })
        .collect();
    format!(
        r#"{{"k":"{}","v":1,"a":"{visitor}","e":[{}]}}"#,
        load.key,
        events.join(",")
    )
}

/// Rows a second of plain inserts of these rows, so many a commit, for as long as a round of load
/// takes or until there are no more.
async fn plain(world: &World, rows: &TrackerRows, a_commit: usize, connections: u64) -> f64 {
    let chunks: Vec<TrackerRows> = rows.chunks(a_commit);
    let chunks = Arc::new(Mutex::new(chunks));
    let mut clients = Vec::new();
    for _ in 0..connections {
        clients.push(connect(&world.binary.database).await);
    }
    let (begin, duration) = (Instant::now(), world.settings.load);
    let tasks: Vec<_> = clients
        .into_iter()
        .map(|client| {
            let (chunks, profile) = (chunks.clone(), world.ingest.profile.clone());
            tokio::spawn(async move {
                let statement = client.prepare(TrackerRows::INSERT).await.unwrap();
                let mut written = 0;
                while begin.elapsed() < duration {
                    let Some(chunk) = chunks.lock().unwrap().pop() else {
                        break;
                    };
                    chunk.insert(&client, &statement, &profile).await;
                    written += chunk.len();
                }
                written
            })
        })
        .collect();
    let mut written = 0;
    for task in tasks {
        written += task.await.unwrap();
    }
    let rate = float(written) / begin.elapsed().as_secs_f64();
    world
        .db
        .batch_execute("TRUNCATE plain_events")
        .await
        .unwrap();
    rate
}

/// A count as a number that can be divided.
pub(crate) fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}
