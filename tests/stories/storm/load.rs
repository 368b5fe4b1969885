//! Senders that do not give up: a fact that is not acknowledged is sent again as it was, until it is.

use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Shop;
use super::facts::{Fact, now};
use crate::http::{Answer, Client};

const SENDERS: usize = 8;
/// After how long a caller hangs up on a service that says nothing, and calls again.
const PATIENCE: Duration = Duration::from_secs(15);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(100);
/// After how long without an acknowledgement the story fails.
const TOO_LONG: Duration = Duration::from_mins(4);

/// Facts that are sent by and by.
pub(super) struct Load<'a> {
    shop: &'a Shop,
    /// What is left, the last one first, with the moment from the beginning at which it is due.
    left: Mutex<Vec<(Duration, Fact)>>,
}

/// Where the service listens at the moment; it has another address after each start.
pub(super) type Address<'a> = &'a (dyn Fn() -> Option<String> + Sync);

impl<'a> Load<'a> {
    pub(super) fn new(shop: &'a Shop, facts: Vec<Fact>, lasting: Duration) -> Self {
        let step = lasting / u32::try_from(facts.len()).unwrap();
        let due = |place: usize| step * u32::try_from(place).unwrap();
        let timed = facts.into_iter().enumerate();
        let mut left: Vec<_> = timed.map(|(place, fact)| (due(place), fact)).collect();
        left.reverse();
        Self {
            shop,
            left: Mutex::new(left),
        }
    }

    /// Returns when everything is acknowledged.
    pub(super) fn send(&self, address: Address<'_>) {
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..SENDERS {
                scope.spawn(|| self.work(address, begin));
            }
        });
    }

    fn work(&self, address: Address<'_>, begin: Instant) {
        let mut client = None;
        loop {
            let Some((due, fact)) = self.left.lock().unwrap().pop() else {
                return;
            };
            std::thread::sleep(due.saturating_sub(begin.elapsed()));
            let since = Instant::now();
            while !self.is_acknowledged(address, &mut client, &fact) {
                assert!(since.elapsed() < TOO_LONG, "{fact:?} is not taken in");
                client = None;
                std::thread::sleep(PAUSE);
            }
        }
    }

    fn is_acknowledged(
        &self,
        address: Address<'_>,
        client: &mut Option<Client>,
        fact: &Fact,
    ) -> bool {
        let Ok(connected) = connected(client, address, &self.shop.key) else {
            return false;
        };
        let Ok(answer) = self.tell(connected, fact) else {
            return false;
        };
        // Whatever happens behind the service, its callers are told that it passes.
        assert!(
            matches!(answer.status, 200 | 201 | 202 | 503),
            "{fact:?}: {answer:?}"
        );
        answer.status != 503
    }

    fn tell(&self, client: &mut Client, fact: &Fact) -> io::Result<Answer> {
        match fact {
            Fact::Browser { browser, at, event } => {
                let mut event = event.clone();
                let age = now().saturating_sub(Duration::from_secs(*at));
                event["ts"] = json!(u64::try_from(age.as_millis()).unwrap());
                let batch =
                    json!({ "k": self.shop.tracking_key, "v": 1, "a": browser, "e": [event] });
                client.post("/api/v1beta/collect", &batch)
            }
            Fact::Outcome { key, body } => client.post_once("/api/v1/events", body, key),
            Fact::Spend(row) => client.put("/api/v1beta/spend", &json!({ "rows": [row] })),
        }
    }
}

fn connected<'a>(
    client: &'a mut Option<Client>,
    address: Address<'_>,
    key: &str,
) -> io::Result<&'a mut Client> {
    let found = if let Some(found) = client.take() {
        found
    } else {
        let address = address().ok_or(io::ErrorKind::NotConnected)?;
        let found = Client::new(&address, key)?;
        found.hang_up_after(PATIENCE)?;
        found
    };
    Ok(client.insert(found))
}
