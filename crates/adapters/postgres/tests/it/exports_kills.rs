//! Two processes' worth of workers that vanish at any moment, and a platform that loses answers: what the journal of
//! the platform shows then.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use testkit::fake_platform::Misbehaviour;

use crate::exports_support::Exports;
use crate::world::{RUNTIME, payment};

/// How often both vanish.
const KILLS: u64 = 30;

/// Payments that come between.
const PAYMENTS: u64 = 4;

/// Moments between nothing and some hundredths of a second, different each time.
fn moment(kill: u64) -> Duration {
    let drawn = kill
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    Duration::from_micros((drawn >> 33) % 60_000)
}

async fn vanish(exports: &Exports, kill: u64) {
    let both: Vec<_> = (0..2)
        .map(|_| {
            let mut exporter = exports.exporter();
            tokio::spawn(async move { exporter.drain().await })
        })
        .collect();
    tokio::time::sleep(moment(kill)).await;
    for one in both {
        one.abort();
        let _ = one.await;
    }
}

#[test]
fn whoever_vanishes_nothing_is_counted_twice_and_nothing_is_lost() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        exports.data_set("5551", Exports::nothing()).await;
        let chat = json!({"data_source_kind": "chat", "whatsapp_business_account_id": "111"});
        exports.data_set("5552", chat).await;
        exports.rule(|_| {}).await;
        exports.fake.misbehave(Misbehaviour {
            loses_one_in: 3,
            delay: Duration::from_millis(8),
            ..Misbehaviour::default()
        });
        for kill in 0..KILLS {
            for number in 0..PAYMENTS {
                let name = format!("{kill}-{number}");
                let mut draft = payment(exports.hour_ago(), "10", &format!("{name}@mail.example"));
                draft.click_ids = vec![("ctwa_clid".to_owned(), format!("C{name}"))];
                exports.world.record(&name, draft).await;
            }
            exports.world.drain().await;
            vanish(&exports, kill).await;
            exports.wait(70);
        }
        exports.fake.misbehave(Misbehaviour::default());
        for _ in 0..6 {
            exports.run().await;
            exports.wait(310);
        }
        let all = usize::try_from(KILLS * PAYMENTS).unwrap();
        let mut counted: BTreeMap<_, usize> = BTreeMap::new();
        let mut in_chats: BTreeMap<_, usize> = BTreeMap::new();
        for taken in exports.fake.journal() {
            let key = (taken.name.clone(), taken.event_id.clone());
            if taken.place == "5552" {
                *in_chats.entry(key).or_default() += 1;
            } else if taken.is_counted {
                *counted.entry(key).or_default() += 1;
            }
        }
        assert_eq!(counted.len(), all, "every payment is counted");
        assert!(counted.values().all(|times| *times == 1), "{counted:?}");
        assert!(in_chats.values().all(|times| *times == 1), "{in_chats:?}");
        let statement = "SELECT concat_ws(' ', l.action_source, l.status, count(*)) AS line \
                         FROM export_ledger l WHERE l.profile_id = $1 GROUP BY l.action_source, l.status ORDER BY 1";
        let ledger = exports.world.lines(statement).await;
        let told = |line: &str| ledger.iter().find_map(|it| it.strip_prefix(line)?.trim().parse::<usize>().ok());
        assert_eq!(told("system_generated sent"), Some(all), "{ledger:?}");
        let (sent, unknown) = (
            told("business_messaging sent").unwrap_or_default(),
            told("business_messaging unknown").unwrap_or_default(),
        );
        assert_eq!(sent + unknown, all, "{ledger:?}");
        assert!(in_chats.len() >= sent, "what is sent has arrived");
        let ambiguous = "SELECT count(*)::text AS line FROM export_ledger \
                         WHERE profile_id = $1 AND ambiguous_at IS NOT NULL";
        let ambiguous = exports.world.lines(ambiguous).await;
        assert_ne!(ambiguous, ["0"], "somebody vanished in the middle of a request");
    });
}
