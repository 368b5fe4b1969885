//! A database that nobody ever analysed, beside the same one after it was: whoever tries the service,
//! or moves to it, sends thousands of facts into empty tables.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tributary_bench::dice::Dice;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::collect::{self, HEADERS, Load};
use crate::copy::connect;
use crate::http::Client;
use crate::service::{Binary, Service};
use crate::world::{Account, World, today};

const CONNECTIONS: u32 = 16;
/// Payments of as many people.
const PAYMENTS: u32 = 10_000;
/// Facts of a person: page views in one batch, and a payment.
const FACTS: u32 = 10;
const ROUNDS: usize = 3;
/// After how long it is said that it stands still.
const PATIENCE: Duration = Duration::from_mins(10);

pub(crate) async fn measure(world: &mut World) {
    let mut shown = Samples::default();
    for round in 0..ROUNDS {
        let young = Young::new(world, &format!("young_payments_{round}")).await;
        let last = young.send(world, "one", PAYMENTS, 0).await;
        shown.add(young.shown(PAYMENTS, last).await);
        young.drop(world);
    }
    let row = Row::new(
        "new database: 10,000 payments, last sent → shown",
        "s",
        shown,
    );
    world.add(row.with_target(Target::AtMost(5.0)));
    for events in [10_000, 100_000] {
        let (mut first, mut analysed) = (Samples::default(), Samples::default());
        for round in 0..ROUNDS {
            let young = Young::new(world, &format!("young_{events}_{round}")).await;
            let people = events / FACTS;
            first.add(young.timed(world, "one", people, people).await);
            connect(&young.binary.database)
                .await
                .batch_execute("VACUUM ANALYZE")
                .await
                .unwrap();
            let young = young.again();
            analysed.add(young.timed(world, "two", people, 2 * people).await);
            young.drop(world);
        }
        let row = Row::new(
            format!("new database: {events} events, first sent → shown"),
            "s",
            first,
        );
        let row = row.beside("as many more, analysed", analysed);
        world.add(row.with_target(Target::RatioAtLeast(1.0 / 1.5)));
    }
}

/// A database of its own, with a service on it.
struct Young {
    name: String,
    binary: Binary,
    account: Account,
    service: Service,
    tracking_key: String,
}

impl Young {
    async fn new(world: &World, name: &str) -> Self {
        world.cluster.ensure_database(name).unwrap();
        let binary = Binary {
            path: world.binary.path.clone(),
            database: world.cluster.url(name),
            settings: Vec::new(),
        };
        binary.run(&["migrate"]);
        let account = Account::new(&binary, "young");
        let service = Service::start(&binary, true);
        Self {
            name: name.to_owned(),
            tracking_key: account.tracking_key(&service).await,
            binary,
            account,
            service,
        }
    }

    /// With connections that know nothing yet.
    fn again(self) -> Self {
        let Self { service, .. } = self;
        drop(service);
        Self {
            service: Service::start(&self.binary, true),
            ..self
        }
    }

    /// Seconds from the first event to the moment when all payments are in the overview.
    async fn timed(&self, world: &World, seed: &'static str, people: u32, all: u32) -> f64 {
        let begin = Instant::now();
        self.send(world, seed, people, FACTS - 1).await;
        self.shown(all, begin).await
    }

    /// Visits of so many pages of so many people, each with a payment; the moment after the last.
    async fn send(&self, world: &World, seed: &'static str, people: u32, pages: u32) -> Instant {
        let load = Load {
            key: self.tracking_key.clone(),
            batch: pages,
            round: 0,
            traffic: Arc::clone(&world.traffic),
            duration: PATIENCE,
        };
        let mut tasks = Vec::new();
        for connection in 0..CONNECTIONS {
            let load = load.clone();
            let mut pages = Client::new(&self.service.address, HEADERS).await;
            let mut events = Client::of(&self.service, &self.account.key).await;
            tasks.push(tokio::spawn(async move {
                let mut dice = Dice::of(&[61, u64::from(connection), u64::from(load.batch)]);
                for person in (0..people).filter(|person| person % CONNECTIONS == connection) {
                    let name = format!("{seed}-{person}");
                    if load.batch > 0 {
                        let body = collect::body(&load, &name, &mut dice);
                        let answer = pages.post("/api/v1beta/collect", &body).await;
                        assert_eq!(answer.status, 202, "{}", answer.body);
                    }
                    let payment = format!(
                        r#"{{"event_type":"payment_received","value_amount":"7.50","anonymous_id":"{name}",
                        "email":"{name}@example.com","idempotency_key":"{name}"}}"#
                    );
                    let answer = events.post("/api/v1/events", &payment).await;
                    assert_eq!(answer.status, 201, "{}", answer.body);
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        Instant::now()
    }

    /// Seconds since then until the overview has so many payments.
    async fn shown(&self, payments: u32, since: Instant) -> f64 {
        let day = today().to_utc().date();
        let path = format!("/api/v1/overview?date_from={day}&date_to={day}");
        let mut client = Client::of(&self.service, &self.account.key).await;
        loop {
            let answer = client.get_ok(&path).await.json();
            if answer["data"]["current"]["cash_payments"] == payments {
                return since.elapsed().as_secs_f64();
            }
            assert!(since.elapsed() < PATIENCE, "it stands still: {answer}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn drop(self, world: &World) {
        let Self { name, service, .. } = self;
        drop(service);
        let drop = format!("DROP DATABASE {name} WITH (FORCE)");
        world.cluster.execute("postgres", &drop).unwrap();
    }
}
