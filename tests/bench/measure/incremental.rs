//! From an acknowledged outcome to what shows it, while 500 outcomes and 2,000 page views a second
//! come in. A probe is a visitor of a campaign of their own who pays.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tributary_bench::dice::Dice;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::collect::{self, HEADERS, Load};
use crate::events;
use crate::http::Client;
use crate::process;
use crate::service::Service;
use crate::world::{World, now, today};

/// What comes in every second.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) outcomes: u32,
    pub(crate) page_views: u32,
}

const PACE: Pace = Pace {
    outcomes: 500,
    page_views: 2_000,
};
/// Page views a request.
const BATCH: u32 = 5;
/// Connections that send at a steady pace, of each kind.
const CONNECTIONS: u32 = 24;
/// How long a probe is looked for.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) async fn measure(world: &mut World) {
    let service = Service::start(&world.binary, true);
    let key = world.ingest.tracking_key(&service).await;
    let load = Load {
        key: key.clone(),
        batch: BATCH,
        round: 100,
        traffic: Arc::clone(&world.traffic),
        duration: world.settings.watch,
    };
    let begin = Instant::now();
    let outcomes = Arc::new(AtomicU64::new(0));
    let views = Arc::new(AtomicU64::new(0));
    let tasks = senders(world, &service, (&load, PACE), (&outcomes, &views), begin).await;
    let mut seen = Seen::default();
    while begin.elapsed() < load.duration {
        probe(world, &service, &key, &mut seen).await;
    }
    for task in tasks {
        task.await.unwrap();
    }
    let elapsed = begin.elapsed().as_secs_f64();
    for (name, count, wanted) in [
        ("outcomes", outcomes, PACE.outcomes),
        ("page views", views, PACE.page_views),
    ] {
        let count = u32::try_from(count.load(Ordering::Relaxed)).unwrap();
        let name = format!("incremental: {name} taken in");
        let row = Row::new(name, "events/s", (f64::from(count) / elapsed).into());
        world.add(row.with_target(Target::AtLeast(f64::from(wanted) * 0.95)));
    }
    for (name, samples) in [("journey", seen.journey), ("overview", seen.overview)] {
        let p99 = samples.quantile(99);
        let name = format!("acknowledged → visible in the {name}");
        world.add(Row::new(&name, "ms", samples));
        let row = Row::new(format!("{name}, p99"), "ms", p99.into());
        world.add(row.with_target(Target::AtMost(1_000.0)));
    }
    let resident = process::peak(service.pid()).into();
    world.add(Row::new("… peak resident of the service", "MiB", resident));
}

type Counters<'a> = (&'a Arc<AtomicU64>, &'a Arc<AtomicU64>);

/// Connections that send at the wanted pace, whatever the answers take.
pub(crate) async fn senders(
    world: &World,
    service: &Service,
    (load, paced): (&Load, Pace),
    (outcomes, views): Counters<'_>,
    begin: Instant,
) -> Vec<tokio::task::JoinHandle<()>> {
    let mut tasks = Vec::new();
    for connection in 0..CONNECTIONS {
        let pace = |a_second: u32| Duration::from_secs(1) * CONNECTIONS / a_second;
        let mut client = Client::of(service, &world.ingest.key).await;
        let (load_of, count) = (load.clone(), outcomes.clone());
        tasks.push(tokio::spawn(async move {
            let mut dice = Dice::of(&[31, u64::from(connection)]);
            let mut clock = tokio::time::interval(pace(paced.outcomes));
            while begin.elapsed() < load_of.duration {
                clock.tick().await;
                if events::post(&mut client, &mut dice).await {
                    count.fetch_add(1, Ordering::Relaxed);
                }
            }
        }));
        let mut client = Client::new(&service.address, HEADERS).await;
        let (load, count) = (load.clone(), views.clone());
        tasks.push(tokio::spawn(async move {
            let mut dice = Dice::of(&[32, u64::from(connection)]);
            let mut clock = tokio::time::interval(pace(paced.page_views / BATCH));
            while begin.elapsed() < load.duration {
                clock.tick().await;
                let visitor = format!("live-{}", dice.roll(50_000));
                let body = collect::body(&load, &visitor, &mut dice);
                if client.post("/api/v1beta/collect", &body).await.status == 202 {
                    count.fetch_add(u64::from(BATCH), Ordering::Relaxed);
                }
            }
        }));
    }
    tasks
}

/// Milliseconds until probes were seen.
#[derive(Default)]
struct Seen {
    journey: Samples,
    overview: Samples,
}

/// Sends a visit and a payment, and looks for them.
async fn probe(world: &World, service: &Service, key: &str, seen: &mut Seen) {
    let name = format!("probe-{}", now().micros());
    let id = Dice::of(&[33]).id(now());
    let visit = format!(
        r#"{{"k":"{key}","v":1,"a":"{name}","e":[{{"t":"pv","i":"{id}","r":"",
        "u":"https://shop.example/?utm_source=probe&utm_medium=email&utm_campaign={name}"}}]}}"#
    );
    let mut client = Client::new(&service.address, HEADERS).await;
    let taken = client.post("/api/v1beta/collect", &visit).await;
    let mut client = Client::of(service, &world.ingest.key).await;
    let payment = format!(
        r#"{{"event_type":"payment_received","value_amount":"7.77","anonymous_id":"{name}",
        "email":"{name}@example.com","idempotency_key":"{name}"}}"#
    );
    let paid = client.post("/api/v1/events", &payment).await;
    if taken.status != 202 || paid.status != 201 {
        return;
    }
    let begin = Instant::now();
    let (mut in_journey, mut in_overview) = (None, None);
    while (in_journey.is_none() || in_overview.is_none()) && begin.elapsed() < PATIENCE {
        let waited = || begin.elapsed().as_secs_f64() * 1_000.0;
        if in_journey.is_none() && shows_journey(&mut client, &name).await {
            in_journey = Some(waited());
        }
        if in_overview.is_none() && shows_overview(&mut client, &name).await {
            in_overview = Some(waited());
        }
        tokio::time::sleep(PAUSE).await;
    }
    let never = PATIENCE.as_secs_f64() * 1_000.0;
    seen.journey.add(in_journey.unwrap_or(never));
    seen.overview.add(in_overview.unwrap_or(never));
}

/// Whether the payment is in the journey with the channel that led to it.
async fn shows_journey(client: &mut Client, name: &str) -> bool {
    let path = format!("/api/v1/customers/{name}/journey");
    let journey = client.get_ok(&path).await.json();
    let events = journey["data"]["events"].as_array().unwrap();
    events
        .iter()
        .any(|event| event["event_type"] == "payment_received" && event["channel"].is_string())
}

/// Whether the overview of today credits the campaign with the payment.
async fn shows_overview(client: &mut Client, name: &str) -> bool {
    let day = today().to_utc().date();
    let path =
        format!("/api/v1/overview?date_from={day}&date_to={day}&filter%5Bcampaign%5D=is:{name}");
    let overview = client.get_ok(&path).await;
    overview.members(&["data", "current"])["revenue"].get() == "7.77"
}
