//! Payments that are told to a receiver: what that costs beside payments that nobody wants to hear of, how long it
//! takes, and whether a million deliveries to a receiver that is gone make others wait.

use std::time::{Duration, Instant};

use tributary_bench::dice::Dice;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::collect::float;
use crate::events;
use crate::http::Client;
use crate::process;
use crate::receiver::Receiver;
use crate::service::{Binary, Service};
use crate::world::{Account, World};

/// Payments a round.
const PAYMENTS: usize = 4_000;

const CONNECTIONS: usize = 16;

/// Payments a second while it is looked how long it takes.
const PACE: u32 = 200;

/// Deliveries that wait for a receiver that is gone.
const WAITING: u32 = 1_000_000;

const SCOPES: &str = "events:write,exports:read,exports:write";

pub(crate) async fn measure(world: &mut World) {
    let receiver = Receiver::start(&world.settings.dir);
    let mut binary = world.binary.clone();
    binary.settings = vec![
        ("TRIBUTARY_EGRESS_ALLOW_NETS", "127.0.0.0/8".to_owned()),
        (
            "TRIBUTARY_EGRESS_EXTRA_ROOT_CA",
            receiver.root_ca.display().to_string(),
        ),
    ];
    let account = Account::with_scopes(&binary, "webhooks", SCOPES);
    accept(world, &binary, &account, &receiver.url).await;
    let service = Service::start(&binary, true);
    let mut client = Client::of(&service, &account.key).await;
    let id = subscribe(&mut client, &receiver.url).await;
    compare(world, (&service, &account), (&receiver, &id)).await;
    enable(&mut client, &id, true).await;
    let alone = watch(world, (&service, &account), &receiver).await;
    let resident = process::resident(service.pid());
    let gone = subscribe(&mut client, "https://127.0.0.1:9/gone").await;
    wait_for_nothing(world, &account, &gone).await;
    let beside = watch(world, (&service, &account), &receiver).await;
    let more = process::resident(service.pid()) - resident;
    let (p99, p99_beside) = (alone.quantile(99), beside.quantile(99));
    let name = format!("what happened → receiver, {PACE}/s");
    world.add(Row::new(&name, "ms", alone));
    let row = Row::new(format!("{name}: p99"), "ms", p99.into());
    world.add(row.with_target(Target::AtMost(250.0)));
    let row = Row::new(
        format!("… beside {WAITING} deliveries to a dead receiver: p99"),
        "ms",
        p99_beside.into(),
    );
    world.add(row.with_target(Target::AtMost(2.0 * p99)));
    world.add(Row::new(
        "… resident of the service grew by",
        "MiB",
        more.into(),
    ));
}

async fn subscribe(client: &mut Client, url: &str) -> String {
    let body =
        format!(r#"{{"url":"{url}","events":["conversion.recorded"],"providers":["platform"]}}"#);
    let made = client.post("/api/v1/webhooks/subscriptions", &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["data"]["id"].as_str().unwrap().to_owned()
}

async fn enable(client: &mut Client, id: &str, is_heard: bool) {
    let path = format!("/api/v1/webhooks/subscriptions/{id}");
    let body = format!(r#"{{"enabled":{is_heard}}}"#);
    assert_eq!(client.send("PATCH", &path, "", &body).await.status, 200);
}

/// Payments that are only taken in, with somebody who wants to hear of conversions and without, in turn. Nothing is
/// replayed meanwhile.
async fn accept(world: &mut World, binary: &Binary, account: &Account, url: &str) {
    let service = Service::start(binary, false);
    let mut client = Client::of(&service, &account.key).await;
    let id = subscribe(&mut client, url).await;
    let [mut with, mut without] = [const { Vec::new() }; 2];
    for round in 0..2 * world.settings.rounds {
        let is_heard = round % 2 == 0;
        enable(&mut client, &id, is_heard).await;
        let before = world.processor(&service);
        let round = 1_000 + u64::try_from(round).unwrap();
        let paid = pay(&service, account, round).await;
        let spent = world.processor(&service).since(before);
        let milliseconds = (spent.service + spent.server) * 1_000.0 / float(paid);
        if is_heard { &mut with } else { &mut without }.push(milliseconds);
    }
    let path = format!("/api/v1/webhooks/subscriptions/{id}");
    assert_eq!(client.send("DELETE", &path, "", "").await.status, 204);
    let samples = |of: Vec<f64>| of.into_iter().collect::<Samples>();
    let row = Row::new(
        "POST /events with a subscription: processor",
        "ms",
        samples(with),
    );
    let row = row.beside("without one", samples(without));
    world.add(row.with_target(Target::RatioAtLeast(1.0 / 1.15)));
}

/// Rounds with a subscription and without, in turn.
async fn compare(
    world: &mut World,
    (service, account): (&Service, &Account),
    (receiver, id): (&Receiver, &str),
) {
    let mut client = Client::of(service, &account.key).await;
    let [mut with, mut without, mut each, mut rate] = [const { Vec::new() }; 4];
    for round in 0..2 * world.settings.rounds {
        let is_heard = round % 2 == 0;
        enable(&mut client, id, is_heard).await;
        let (before, came, begin) = (world.processor(service), receiver.count(), Instant::now());
        let paid = pay(service, account, u64::try_from(round).unwrap()).await;
        finish(world, account).await;
        if is_heard {
            while receiver.count() < came + paid {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            rate.push(float(paid) / begin.elapsed().as_secs_f64());
            // What was sent is written down.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let spent = world.processor(service).since(before);
        let milliseconds = (spent.service + spent.server) * 1_000.0 / float(paid);
        if is_heard {
            with.push(milliseconds);
        } else {
            without.push(milliseconds);
            let told = with.last().copied().unwrap_or_default();
            each.push(told - milliseconds);
        }
    }
    receiver.lags();
    let samples = |of: Vec<f64>| of.into_iter().collect::<Samples>();
    let name = "payment to results, told to a receiver with TLS";
    world.add(Row::new(name, "deliveries/s", samples(rate)));
    let row = Row::new(format!("{name}: processor a payment"), "ms", samples(with));
    world.add(row.beside("told to nobody", samples(without)));
    // A third of what svix-server 1.x took on a machine with two processors, 2.1 ms.
    let row = Row::new("… of it for the delivery", "ms", samples(each));
    world.add(row.with_target(Target::AtMost(0.7)));
}

async fn pay(service: &Service, account: &Account, round: u64) -> usize {
    let mut tasks = Vec::new();
    for connection in 0..CONNECTIONS {
        let mut client = Client::of(service, &account.key).await;
        tasks.push(tokio::spawn(async move {
            let mut dice = Dice::of(&[51, round, u64::try_from(connection).unwrap()]);
            let mut paid = 0;
            while paid < PAYMENTS / CONNECTIONS {
                paid += usize::from(events::post(&mut client, &mut dice).await);
            }
            paid
        }));
    }
    let mut paid = 0;
    for task in tasks {
        paid += task.await.unwrap();
    }
    paid
}

/// Until everybody is replayed.
pub(crate) async fn finish(world: &World, account: &Account) {
    let left = "SELECT count(*) FROM replay_marks WHERE profile_id = $1::text::uuid";
    while world
        .db
        .query_one(left, &[&account.profile])
        .await
        .unwrap()
        .get::<_, i64>(0)
        > 0
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Pays at a steady pace; how long each took to be told.
async fn watch(
    world: &World,
    (service, account): (&Service, &Account),
    receiver: &Receiver,
) -> Samples {
    receiver.lags();
    let begin = Instant::now();
    let duration = world.settings.watch;
    let connections = u32::try_from(CONNECTIONS).unwrap();
    let mut tasks = Vec::new();
    for connection in 0..connections {
        let mut client = Client::of(service, &account.key).await;
        tasks.push(tokio::spawn(async move {
            let mut dice = Dice::of(&[52, u64::from(connection)]);
            let mut clock = tokio::time::interval(Duration::from_secs(1) * connections / PACE);
            while begin.elapsed() < duration {
                clock.tick().await;
                events::post(&mut client, &mut dice).await;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    finish(world, account).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let lags = receiver.lags();
    assert!(!lags.is_empty(), "nothing was told");
    lags
}

/// A million deliveries that are due and go nowhere.
async fn wait_for_nothing(world: &World, account: &Account, subscription: &str) {
    let fill = "INSERT INTO deliveries (profile_id, id, kind, target_id, event_id, event_type, event_at, body, \
        status, failures, attempts, next_attempt_at, queued_at, created_at) \
        SELECT $1::text::uuid, gen_random_uuid(), 'webhook', $2::text::uuid, gen_random_uuid(), \
        'conversion.recorded', now(), '{}', 'pending', 0, 0, now(), now(), now() FROM generate_series(1, $3::bigint)";
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
        [&account.profile, &subscription, &i64::from(WAITING)];
    world.db.execute(fill, &values).await.unwrap();
    // It has failed often enough to be probed.
    tokio::time::sleep(Duration::from_secs(5)).await;
}
