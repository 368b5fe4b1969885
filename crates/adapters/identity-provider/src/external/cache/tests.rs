use super::*;
use serde_json::{Value, json};
use std::sync::Mutex as StdMutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};

use crate::external::discovery::IssuerAddress;

#[derive(Default)]
struct Issuer {
    keys: StdMutex<Vec<&'static str>>,
    max_age: StdMutex<Option<u64>>,
    is_down: AtomicBool,
    asked: AtomicUsize,
    /// Seconds that an answer takes.
    takes: AtomicI64,
    clock: Arc<At>,
    discovered: AtomicUsize,
}

#[async_trait]
impl Source for Arc<Issuer> {
    async fn load(&self, known: Option<&Metadata>) -> Result<Loaded, Unreachable> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if known.is_none() {
            self.discovered.fetch_add(1, Ordering::SeqCst);
        }
        // Others get their turn meanwhile.
        tokio::task::yield_now().await;
        let seconds = self.takes.load(Ordering::SeqCst);
        self.clock.pass(seconds * MICROS_PER_SECOND);
        if self.is_down.load(Ordering::SeqCst) {
            return Err(Unreachable("it is down".to_owned()));
        }
        let keys: Vec<Value> = self
            .keys
            .lock()
            .unwrap()
            .iter()
            .map(|id| json!({"kty": "OKP", "crv": "Ed25519", "kid": id, "x": "AAAA"}))
            .collect();
        let address = IssuerAddress::parse("https://id.example").unwrap();
        let document = json!({
            "issuer": "https://id.example",
            "authorization_endpoint": "https://id.example/a",
            "token_endpoint": "https://id.example/t",
            "jwks_uri": "https://id.example/k",
        });
        Ok(Loaded {
            metadata: Metadata::parse(&document, &address).unwrap(),
            keys: KeySet::parse(&json!({"keys": keys})),
            max_age: *self.max_age.lock().unwrap(),
        })
    }
}

#[derive(Default)]
struct At(AtomicI64);

impl At {
    fn pass(&self, micros: i64) {
        self.0.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for At {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.0.load(Ordering::SeqCst))
    }
}

struct World {
    issuer: Arc<Issuer>,
    clock: Arc<At>,
    cache: Cache,
}

impl World {
    fn new(keys: &[&'static str]) -> Self {
        let issuer: Arc<Issuer> = Arc::default();
        let clock = Arc::clone(&issuer.clock);
        *issuer.keys.lock().unwrap() = keys.to_vec();
        let source = Box::new(Arc::clone(&issuer));
        Self {
            cache: Cache::new(source, clock.clone(), 60 * MICROS_PER_SECOND),
            issuer,
            clock,
        }
    }

    /// Whether a key is found; `None` when nothing is known.
    async fn finds(&self, id: &str) -> Option<bool> {
        let wanted = Wanted {
            id: id.to_owned(),
            algorithm: Algorithm::EdDsa,
        };
        self.cache.key(wanted).await.ok().map(|key| key.is_some())
    }

    fn asked(&self) -> usize {
        self.issuer.asked.load(Ordering::SeqCst)
    }

    fn is_down(&self, is_down: bool) {
        self.issuer.is_down.store(is_down, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn unknown_keys_cost_one_look_up_a_minute() {
    let world = World::new(&["a"]);
    assert_eq!(world.finds("a").await, Some(true));
    assert_eq!(world.asked(), 1);
    for minute in 1..=3 {
        for number in 0..50 {
            assert_eq!(world.finds(&format!("unknown-{number}")).await, Some(false));
        }
        assert_eq!(world.asked(), 1 + minute);
        world.clock.pass(60 * MICROS_PER_SECOND);
    }
    // The keys alone: the metadata are known.
    assert_eq!(world.issuer.discovered.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn many_at_once_cost_one_look_up() {
    let world = World::new(&["a"]);
    let wanted = |number| format!("unknown-{number}");
    let mut waiting = Vec::new();
    for number in 0..50 {
        let cache = world.cache.clone();
        let wanted = Wanted {
            id: wanted(number),
            algorithm: Algorithm::EdDsa,
        };
        waiting.push(tokio::spawn(async move { cache.key(wanted).await }));
    }
    for one in waiting {
        assert_eq!(one.await.unwrap(), Ok(None));
    }
    assert_eq!(world.asked(), 1);
}

#[tokio::test]
async fn nobody_waits_twice_for_an_issuer_that_hangs() {
    let world = World::new(&["a"]);
    world.is_down(true);
    world.issuer.takes.store(10, Ordering::SeqCst);
    let waiting = (0..20).map(|_| world.finds("a"));
    for one in futures_util::future::join_all(waiting).await {
        assert_eq!(one, None);
    }
    assert_eq!(world.asked(), 1);
}

#[tokio::test]
async fn a_new_key_is_found_at_once_and_an_old_one_is_forgotten() {
    let world = World::new(&["a"]);
    assert_eq!(world.finds("a").await, Some(true));
    *world.issuer.keys.lock().unwrap() = vec!["b"];
    assert_eq!(world.finds("a").await, Some(true));
    assert_eq!(world.finds("b").await, Some(true));
    assert_eq!(world.finds("a").await, Some(false));
    assert_eq!(world.asked(), 2);
    // The minute has begun with the look-up for the new key.
    *world.issuer.keys.lock().unwrap() = vec!["c"];
    assert_eq!(world.finds("c").await, Some(false));
    world.clock.pass(60 * MICROS_PER_SECOND);
    assert_eq!(world.finds("c").await, Some(true));
}

#[tokio::test]
async fn keys_are_kept_as_long_as_the_issuer_says_within_bounds() {
    for (max_age, seconds) in [
        (None, 300),
        (Some(0), 300),
        (Some(600), 600),
        (Some(u64::MAX), 86_400),
    ] {
        let world = World::new(&["a"]);
        *world.issuer.max_age.lock().unwrap() = max_age;
        assert_eq!(world.finds("a").await, Some(true));
        world.clock.pass(seconds * MICROS_PER_SECOND - 1);
        assert_eq!(world.finds("a").await, Some(true));
        assert_eq!(world.asked(), 1, "{max_age:?}");
        world.clock.pass(1);
        assert_eq!(world.finds("a").await, Some(true));
        assert_eq!(world.asked(), 2, "{max_age:?}");
    }
}

#[tokio::test]
async fn old_keys_serve_for_a_day_while_the_issuer_is_down() {
    let world = World::new(&["a"]);
    assert_eq!(world.finds("a").await, Some(true));
    world.is_down(true);
    world.clock.pass(300 * MICROS_PER_SECOND);
    for _ in 0..20 {
        assert_eq!(world.finds("a").await, Some(true));
        assert_eq!(world.finds("unknown").await, Some(false));
    }
    assert_eq!(world.asked(), 2);
    world.clock.pass(MICROS_PER_DAY - 1);
    assert_eq!(world.finds("a").await, Some(true));
    world.clock.pass(1);
    assert_eq!(world.finds("a").await, None);
    world.is_down(false);
    world.clock.pass(5 * MICROS_PER_SECOND);
    assert_eq!(world.finds("a").await, Some(true));
}

#[tokio::test]
async fn an_issuer_that_comes_up_late_is_found() {
    let world = World::new(&["a"]);
    world.is_down(true);
    for _ in 0..20 {
        assert_eq!(world.finds("a").await, None);
        assert!(world.cache.any().await.is_err());
    }
    assert_eq!(world.asked(), 1);
    world.is_down(false);
    assert_eq!(world.finds("a").await, None);
    world.clock.pass(5 * MICROS_PER_SECOND);
    assert_eq!(world.finds("a").await, Some(true));
    assert!(world.cache.any().await.is_ok());
}

#[tokio::test]
async fn an_issuer_without_keys_is_as_good_as_down() {
    let world = World::new(&["a"]);
    assert_eq!(world.finds("a").await, Some(true));
    world.issuer.keys.lock().unwrap().clear();
    world.clock.pass(300 * MICROS_PER_SECOND);
    assert_eq!(world.finds("a").await, Some(true));
}
