//! From payments to what an ad platform was told of them, through the real stores and the real sender.

use std::collections::BTreeSet;

use serde_json::json;
use testkit::fake_platform::Misbehaviour;

use crate::exports_support::Exports;
use crate::world::{RUNTIME, payment};

#[test]
fn what_is_new_is_told_once_and_a_replay_or_a_new_name_of_the_rule_tells_nothing_again() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        exports.data_set("5551", Exports::nothing()).await;
        let mut rule = exports.rule(|_| {}).await;
        exports.payments(0..3).await;
        exports.run().await;
        assert_eq!(exports.ledger().await, ["sent 3"]);
        let journal = exports.fake.journal();
        assert_eq!(journal.len(), 3);
        assert!(
            journal
                .iter()
                .all(|taken| taken.is_counted && taken.name == "Purchase")
        );
        assert_eq!(exports.told().await, ["export.completed {\"sent\":3}"]);

        exports.world.rebuild().await;
        exports.run().await;
        rule.settings.name = "Sales".to_owned();
        exports.put_rule(&rule).await;
        exports.world.rebuild().await;
        exports.run().await;
        assert_eq!(exports.fake.journal().len(), 3);
        assert_eq!(exports.ledger().await, ["sent 3"]);
        assert_eq!(
            exports.told().await.len(),
            1,
            "a run that does nothing is none"
        );
    });
}

#[test]
fn what_is_skipped_says_why_and_is_looked_at_again_when_more_is_known() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        exports.data_set("5551", Exports::nothing()).await;
        exports.rule(|_| {}).await;
        let mut nobody = payment(exports.hour_ago(), "10", "x@mail.example");
        nobody.person.email = None;
        nobody.person.anonymous_id = Some("browser-1".to_owned());
        exports.world.record("nobody", nobody).await;
        let mut refused = payment(exports.hour_ago(), "10", "refused@mail.example");
        refused.consent = Some(event_intake::ConsentDraft {
            ad_user_data: Some("denied".to_owned()),
            ad_personalization: None,
        });
        exports.world.record("refused", refused).await;
        exports.world.drain().await;
        exports.run().await;
        let skipped = ["skipped consent_denied 1", "skipped no_match_key 1"];
        assert_eq!(exports.ledger().await, skipped);
        assert_eq!(exports.fake.requests(), 0);

        let at = exports.hour_ago();
        let named = crate::world::identify("who", at, "late@mail.example");
        exports.world.track("browser-1", vec![named]).await;
        exports.world.drain().await;
        exports.run().await;
        assert_eq!(
            exports.ledger().await,
            ["sent 1", "skipped consent_denied 1"]
        );
        assert_eq!(exports.fake.journal().len(), 1);
    });
}

#[test]
fn of_500_events_with_a_bad_one_499_arrive_with_at_most_19_requests_more() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        exports.data_set("5551", Exports::nothing()).await;
        exports.rule(|_| {}).await;
        exports.payments(0..500).await;
        // Planned first, so that the id of one of them is known before it is sent.
        let mut exporter = exports.exporter();
        exports.fake.misbehave(Misbehaviour {
            throttled: 1,
            ..Misbehaviour::default()
        });
        exporter.drain().await.unwrap();
        assert_eq!(exports.ledger().await, ["retry 500"]);
        let statement = "SELECT event_id AS line FROM export_ledger WHERE profile_id = $1 \
                         ORDER BY event_id LIMIT 1 OFFSET 250";
        let bad = exports.world.lines(statement).await;
        let before = exports.fake.requests();
        exports.fake.misbehave(Misbehaviour {
            bad_events: BTreeSet::from([bad[0].clone()]),
            ..Misbehaviour::default()
        });
        exports.wait(300);
        exporter.drain().await.unwrap();
        assert_eq!(exports.ledger().await, ["failed 1", "sent 499"]);
        assert_eq!(exports.fake.journal().len(), 499);
        let more = exports.fake.requests() - before - 1;
        assert!(more <= 19, "{more} requests more");
    });
}

#[test]
fn a_storm_of_refusals_halves_the_rate_within_three_windows_and_it_recovers_without_loss() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        let place = exports.data_set("5551", Exports::nothing()).await;
        exports.rule(|_| {}).await;
        exports.payments(0..20).await;
        let mut exporter = exports.exporter();
        exports.fake.misbehave(Misbehaviour {
            throttled: 3,
            ..Misbehaviour::default()
        });
        exporter.drain().await.unwrap();
        let before = exporter.rate(place.id).unwrap();
        for window in 1..=3 {
            assert_eq!(exports.ledger().await, ["retry 20"], "{window}");
            exports.wait(90);
            exporter.drain().await.unwrap();
        }
        let lowest = exporter.rate(place.id).unwrap();
        assert!(lowest <= before / 2, "{before} to {lowest}");
        assert_eq!(exports.ledger().await, ["sent 20"]);
        assert_eq!(exports.fake.requests(), 4);

        let mut paid = 20;
        while exporter.rate(place.id).unwrap() < before {
            assert!(paid < 60, "it does not recover");
            exports.payments(paid..paid + 1).await;
            paid += 1;
            exports.wait(1);
            exporter.drain().await.unwrap();
        }
        let sent = format!("sent {paid}");
        assert_eq!(exports.ledger().await, [sent]);
        let journal = exports.fake.journal();
        assert_eq!(u32::try_from(journal.len()), Ok(paid));
        assert!(journal.iter().all(|taken| taken.is_counted));
    });
}

#[test]
fn access_that_is_gone_stops_the_lane_once_and_a_reconnect_resumes_without_loss() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        exports.data_set("5551", Exports::nothing()).await;
        exports.data_set("5552", Exports::nothing()).await;
        exports.rule(|_| {}).await;
        exports.payments(0..4).await;
        exports.fake.misbehave(Misbehaviour {
            refuses_access: true,
            ..Misbehaviour::default()
        });
        for _ in 0..4 {
            exports.run().await;
            exports.wait(60);
        }
        let requests = exports.fake.requests();
        assert!(
            (1..=2).contains(&requests),
            "{requests}: once for each destination at most"
        );
        let told = exports.told().await;
        let reconnects = told.iter().filter(|kind| kind.starts_with("connection."));
        assert_eq!(
            reconnects.collect::<Vec<_>>(),
            ["connection.reconnect_required"]
        );
        let failed = told.iter().filter(|kind| kind.starts_with("export.failed"));
        assert_eq!(failed.count(), 2, "{told:?}");
        exports.payments(4..6).await;
        exports.run().await;
        assert_eq!(exports.fake.journal().len(), 0);

        exports.fake.misbehave(Misbehaviour::default());
        exports.reconnect().await;
        exports.wait(300);
        exports.run().await;
        assert_eq!(exports.ledger().await, ["sent 12"]);
        let counted = exports.fake.journal();
        assert_eq!(counted.iter().filter(|taken| taken.is_counted).count(), 12);
    });
}

#[test]
fn of_a_conversation_nothing_is_sent_twice_and_what_was_not_answered_is_unknown() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        let chat = json!({"data_source_kind": "chat", "whatsapp_business_account_id": "111"});
        exports.data_set("5551", chat).await;
        exports.rule(|_| {}).await;
        let mut draft = payment(exports.hour_ago(), "10", "chat@mail.example");
        draft.click_ids = vec![("ctwa_clid".to_owned(), "C1".to_owned())];
        exports.world.record("chat", draft).await;
        exports.world.drain().await;
        exports.fake.misbehave(Misbehaviour {
            loses_one_in: 1,
            ..Misbehaviour::default()
        });
        for _ in 0..3 {
            exports.run().await;
            exports.wait(600);
        }
        assert_eq!(exports.ledger().await, ["unknown 1"]);
        assert_eq!(exports.fake.journal().len(), 1);
    });
}

#[test]
fn an_answer_that_is_lost_is_asked_for_again_under_the_same_name_and_id() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        exports.data_set("5551", Exports::nothing()).await;
        exports.rule(|_| {}).await;
        exports.payments(0..5).await;
        exports.fake.misbehave(Misbehaviour {
            loses_one_in: 1,
            ..Misbehaviour::default()
        });
        exports.run().await;
        assert_eq!(exports.ledger().await, ["retry 5"]);
        exports.fake.misbehave(Misbehaviour::default());
        exports.wait(300);
        exports.run().await;
        assert_eq!(exports.ledger().await, ["sent 5"]);
        let journal = exports.fake.journal();
        assert_eq!(journal.len(), 10);
        assert_eq!(journal.iter().filter(|taken| taken.is_counted).count(), 5);
    });
}

#[test]
fn the_digest_of_a_request_stands_in_the_ledger() {
    RUNTIME.block_on(async {
        let exports = Exports::new().await;
        exports.data_set("5551", Exports::nothing()).await;
        exports.rule(|_| {}).await;
        exports.payments(0..2).await;
        exports.run().await;
        let statement = "SELECT count(*)::text AS line FROM export_ledger \
                         WHERE profile_id = $1 AND length(request_sha256) = 32 AND http_status = 200";
        assert_eq!(exports.world.lines(statement).await, ["2"]);
    });
}
