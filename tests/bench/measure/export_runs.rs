//! A run of exports through the real binary: what one conversion costs from the mark that says that it is to be looked
//! at to the line that says that the platform has it, beside writing such lines down plainly.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use application::Sealing;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tributary_bench::dice::Dice;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};
use tributary_system::KeyRing;
use uuid::Uuid;

use crate::collect::float;
use crate::events;
use crate::http::Client;
use crate::receiver;
use crate::service::{SECRET_KEY, Service};
use crate::webhooks::finish;
use crate::world::{Account, World};

/// Conversions of one run.
const CONVERSIONS: usize = 10_000;

const CONNECTIONS: usize = 16;

const SCOPES: &str = "events:write,exports:read,exports:write";

pub(crate) async fn measure(world: &mut World) {
    let network = Network::start();
    let mut binary = world.binary.clone();
    binary.settings = vec![("TRIBUTARY_SOCIAL_ADS_API_URL", network.url.clone())];
    let account = Account::with_scopes(&binary, "exports", SCOPES);
    let service = Service::start(&binary, true);
    configure(world, (&service, &account)).await;
    // They are told as they come, which shows that everything is wired.
    pay(&service, &account).await;
    finish(world, &account).await;
    told(world, &account).await;
    let copy = "CREATE TABLE plain_exports (LIKE export_ledger INCLUDING ALL)";
    world.db.batch_execute(copy).await.unwrap();
    let [mut ours, mut plain, mut rate] = [const { Vec::new() }; 3];
    for _ in 0..world.settings.rounds {
        let before = world.processor(&service);
        plainly(world, &account).await;
        let spent = world.processor(&service).since(before);
        plain.push((spent.service + spent.server) * 1_000.0 / float(CONVERSIONS));

        mark(world, &account).await;
        let (before, taken, begin) = (world.processor(&service), network.count(), Instant::now());
        told(world, &account).await;
        let elapsed = begin.elapsed().as_secs_f64();
        let spent = world.processor(&service).since(before);
        assert_eq!(network.count() - taken, CONVERSIONS, "each is told once");
        ours.push((spent.service + spent.server) * 1_000.0 / float(CONVERSIONS));
        rate.push(float(CONVERSIONS) / elapsed);
    }
    let drop = "DROP TABLE plain_exports";
    world.db.batch_execute(drop).await.unwrap();
    let samples = |of: Vec<f64>| of.into_iter().collect::<Samples>();
    let name = format!("export: a run of {CONVERSIONS} conversions");
    let row = Row::new(format!("{name}: processor of each"), "ms", samples(ours));
    let row = row.beside("its line written plainly", samples(plain));
    world.add(row.with_target(Target::AtMost(0.3)));
    world.add(Row::new(name, "conversions/s", samples(rate)));
}

/// An account whose token counts, a data set, and a rule that tells it of payments.
async fn configure(world: &World, (service, account): (&Service, &Account)) {
    let connection = Uuid::from_u128(0xbe7c);
    let ring = KeyRing::parse(SECRET_KEY).unwrap();
    let place = format!("connections/{}/{connection}", account.profile);
    let sealed = ring.seal(br#"["token",null]"#, &place).unwrap();
    let insert = "INSERT INTO connections (profile_id, id, provider, status, external_account_id, config, \
        sealed_tokens, token_obtained_at, refresh_failures, created_at, updated_at) \
        VALUES ($1::text::uuid, $2::text::uuid, 'social_ads', 'connected', '1', '{}', $3, now(), 0, now(), now())";
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
        [&account.profile, &connection.to_string(), &sealed];
    world.db.execute(insert, &values).await.unwrap();
    let definition = "SELECT id::text FROM conversion_definitions \
        WHERE profile_id = $1::text::uuid AND conversion_key = 'payment_received'";
    let definition = world
        .db
        .query_one(definition, &[&account.profile])
        .await
        .unwrap()
        .get::<_, String>(0);
    let mut client = Client::of(service, &account.key).await;
    let destination = json!({
        "destination": "social_capi", "connection_id": connection, "social_pixel_id": "1",
    });
    let rule = json!({
        "name": "Payments", "source_kind": "conversion_definition", "source_ref_id": definition,
        "destinations": {"social_capi": {"enabled": true}}, "recurring_payment_mode": "purchase",
    });
    for (path, body) in [("destinations", destination), ("rules", rule)] {
        let path = format!("/api/v1beta/exports/{path}");
        let made = client.post(&path, &body.to_string()).await;
        assert_eq!(made.status, 201, "{}", made.body);
    }
}

async fn pay(service: &Service, account: &Account) {
    let mut tasks = Vec::new();
    for connection in 0..CONNECTIONS {
        let mut client = Client::of(service, &account.key).await;
        tasks.push(tokio::spawn(async move {
            let mut dice = Dice::of(&[61, u64::try_from(connection).unwrap()]);
            let mut paid = 0;
            while paid < CONVERSIONS / CONNECTIONS {
                paid += usize::from(events::post(&mut client, &mut dice).await);
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

/// Until the platform has every payment, and that is written down.
async fn told(world: &World, account: &Account) {
    let sent =
        "SELECT count(*) FROM export_ledger WHERE profile_id = $1::text::uuid AND status = 'sent'";
    let begin = Instant::now();
    loop {
        let row = world.db.query_one(sent, &[&account.profile]).await.unwrap();
        if usize::try_from(row.get::<_, i64>(0)).unwrap() == CONVERSIONS {
            return;
        }
        assert!(begin.elapsed() < Duration::from_mins(5), "not all are told");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// All payments are to be looked at again, and nobody remembers that they were told.
async fn mark(world: &World, account: &Account) {
    let forget = "DELETE FROM export_ledger WHERE profile_id = $1::text::uuid";
    let again = "INSERT INTO export_marks (profile_id, id, event_id, created_at) \
        SELECT e.profile_id, gen_random_uuid(), e.id, now() FROM outcome_events e WHERE e.profile_id = $1::text::uuid";
    world.db.execute(forget, &[&account.profile]).await.unwrap();
    world
        .db
        .batch_execute("VACUUM ANALYZE export_ledger")
        .await
        .unwrap();
    let marked = world.db.execute(again, &[&account.profile]).await.unwrap();
    assert_eq!(usize::try_from(marked).unwrap(), CONVERSIONS);
}

/// The lines as they are, into a table of their own with the same indexes.
async fn plainly(world: &World, account: &Account) {
    let copy =
        "INSERT INTO plain_exports SELECT * FROM export_ledger WHERE profile_id = $1::text::uuid";
    let copied = world.db.execute(copy, &[&account.profile]).await.unwrap();
    assert_eq!(usize::try_from(copied).unwrap(), CONVERSIONS);
    world
        .db
        .batch_execute("TRUNCATE plain_exports")
        .await
        .unwrap();
}

/// A social network that takes everything, on a thread of its own that ends with the process.
struct Network {
    url: String,
    taken: Arc<AtomicUsize>,
}

impl Network {
    fn start() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let taken = Arc::new(AtomicUsize::new(0));
        let kept = Arc::clone(&taken);
        std::thread::spawn(move || serve(listener, &kept));
        Self { url, taken }
    }

    fn count(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

fn serve(listener: std::net::TcpListener, taken: &Arc<AtomicUsize>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener).unwrap();
        while let Ok((stream, _)) = listener.accept().await {
            let taken = Arc::clone(taken);
            tokio::spawn(async move {
                let _ = take(stream, &taken).await;
            });
        }
    });
}

async fn take(mut stream: TcpStream, taken: &AtomicUsize) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = Vec::new();
    while let Some(body) = receiver::body(&mut stream, &mut buffer).await? {
        let told: Value = serde_json::from_slice(&body).unwrap();
        let events = told["data"].as_array().map_or(0, Vec::len);
        taken.fetch_add(events, Ordering::Relaxed);
        let said =
            json!({"events_received": events, "messages": [], "fbtrace_id": "bench"}).to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            said.len()
        );
        stream.write_all((head + &said).as_bytes()).await?;
    }
    Ok(())
}
