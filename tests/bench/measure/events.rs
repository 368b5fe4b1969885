//! `POST /api/v1/events` at 16 connections, beside single inserts of such rows at 16 connections.

use std::time::{Duration, Instant};

use tributary_bench::dice::Dice;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::collect::float;
use crate::copy::connect;
use crate::http::Client;
use crate::service::Service;
use crate::world::{World, now};

const CONNECTIONS: u64 = 16;
const INSERT: &str = include_str!("sql/plain_outcome.sql");

pub(crate) async fn measure(world: &mut World) {
    let service = Service::start(&world.binary, false);
    let create = "CREATE TABLE plain_outcomes (LIKE outcome_events INCLUDING DEFAULTS \
        INCLUDING CONSTRAINTS INCLUDING INDEXES)";
    world.db.batch_execute(create).await.unwrap();
    let [mut ours, mut plain, mut processor, mut slowest] = [const { Vec::new() }; 4];
    for round in 0..world.settings.rounds {
        let before = world.processor(&service);
        let begin = Instant::now();
        let latencies = send(world, &service, u64::try_from(round).unwrap()).await;
        let elapsed = begin.elapsed().as_secs_f64();
        let spent = world.processor(&service).since(before);
        ours.push(float(latencies.len()) / elapsed);
        processor.push((spent.service + spent.server) * 1_000.0 / float(latencies.len()));
        slowest.push(latencies.quantile(99));
        plain.push(inserts(world).await);
    }
    drop(service);
    world
        .db
        .batch_execute("DROP TABLE plain_outcomes")
        .await
        .unwrap();
    let samples = |of: Vec<f64>| of.into_iter().collect::<Samples>();
    let name = format!("POST /events, {CONNECTIONS} connections");
    let row = Row::new(&name, "events/s", samples(ours));
    let row = row.beside("single inserts", samples(plain));
    world.add(row.with_target(Target::RatioAtLeast(0.6)));
    world.add(Row::new(
        format!("{name}: processor a request"),
        "ms",
        samples(processor),
    ));
    world.add(Row::new(format!("{name}: p99"), "ms", samples(slowest)));
}

/// Milliseconds of each request.
async fn send(world: &World, service: &Service, round: u64) -> Samples {
    let begin = Instant::now();
    let mut tasks = Vec::new();
    for connection in 0..CONNECTIONS {
        let mut client = Client::of(service, &world.ingest.key).await;
        let duration = world.settings.load;
        tasks.push(tokio::spawn(async move {
            let mut dice = Dice::of(&[12, round, connection]);
            let mut latencies = Vec::new();
            while begin.elapsed() < duration {
                let sent = Instant::now();
                if post(&mut client, &mut dice).await {
                    latencies.push(sent.elapsed().as_secs_f64() * 1_000.0);
                }
            }
            latencies
        }));
    }
    let mut all = Samples::default();
    for task in tasks {
        task.await
            .unwrap()
            .into_iter()
            .for_each(|latency| all.add(latency));
    }
    all
}

/// Sends a payment of one of many people; whether it was taken in.
pub(crate) async fn post(client: &mut Client, dice: &mut Dice) -> bool {
    let body = format!(
        r#"{{"event_type":"payment_received","value_amount":"{}.50","email":"live{}@example.com"}}"#,
        1 + dice.roll(500),
        dice.roll(20_000),
    );
    let key = format!(
        "idempotency-key: {:016x}{:016x}\r\n",
        dice.draw(),
        now().micros()
    );
    let answer = client.send("POST", "/api/v1/events", &key, &body).await;
    match answer.status {
        200 | 201 => true,
        503 => {
            tokio::time::sleep(Duration::from_millis(20)).await;
            false
        }
        other => panic!("{other}: {}", answer.body),
    }
}

/// Plain inserts a second.
async fn inserts(world: &World) -> f64 {
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        clients.push(connect(&world.binary.database).await);
    }
    let (begin, duration) = (Instant::now(), world.settings.load);
    let tasks: Vec<_> = (0..)
        .zip(clients)
        .map(|(connection, client): (u64, _)| {
            let profile = world.ingest.profile.clone();
            tokio::spawn(async move {
                let statement = client.prepare(INSERT).await.unwrap();
                let mut dice = Dice::of(&[13, connection]);
                let mut written = 0_usize;
                while begin.elapsed() < duration {
                    let id = dice.id(now()).to_string();
                    let amount = format!("{}.50", 1 + dice.roll(500));
                    let email = format!("live{}@example.com", dice.roll(20_000));
                    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
                        [&profile, &id, &amount, &email];
                    client.execute(&statement, &values).await.unwrap();
                    written += 1;
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
        .batch_execute("TRUNCATE plain_outcomes")
        .await
        .unwrap();
    rate
}
