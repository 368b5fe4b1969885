//! What a search engine accepted, and what it said of it later.

use std::collections::BTreeMap;

use testkit::fake_platform::Misbehaviour;

use crate::exports_support::Exports;
use crate::world::RUNTIME;

const MINUTE: i64 = 60;

/// A profile whose four payments a search engine has accepted.
async fn accepted() -> Exports {
    let exports = Exports::new().await;
    exports.conversion_action().await;
    exports.rule(|_| {}).await;
    exports.payments(0..4).await;
    exports.run().await;
    assert_eq!(exports.ledger().await, ["accepted 4"]);
    assert_eq!(exports.fake.requests(), 1);
    exports
}

async fn places(exports: &Exports) -> Vec<String> {
    let statement = "SELECT concat_ws(' ', request_place, event_id) AS line FROM export_ledger \
                     WHERE profile_id = $1 ORDER BY request_place";
    exports.world.lines(statement).await
}

#[test]
fn it_is_asked_after_half_an_hour_and_again_until_it_says_what_it_could_use() {
    RUNTIME.block_on(async {
        let exports = accepted().await;
        let places = places(&exports).await;
        let third = places[2].strip_prefix("2 ").unwrap().to_owned();
        let reason = "INVALID_GCLID";
        exports.fake.misbehave(Misbehaviour {
            unusable: BTreeMap::from([(third.clone(), reason.to_owned())]),
            processing: 1,
            ..Misbehaviour::default()
        });
        exports.wait(29 * MINUTE);
        exports.run().await;
        assert_eq!(exports.fake.requests(), 1, "it is too early to ask");
        exports.wait(2 * MINUTE);
        exports.run().await;
        assert_eq!(exports.fake.requests(), 2);
        assert_eq!(exports.ledger().await, ["accepted 4"]);
        exports.run().await;
        assert_eq!(exports.fake.requests(), 2, "it is still worked on");
        exports.wait(61 * MINUTE);
        exports.run().await;
        assert_eq!(exports.ledger().await, ["confirmed 3", "rejected 1"]);
        let statement = "SELECT concat_ws(' ', event_id, response_redacted) AS line FROM export_ledger \
                         WHERE profile_id = $1 AND status = 'rejected'";
        assert_eq!(
            exports.world.lines(statement).await,
            [format!("{third} PROCESSING_ERROR_REASON_{reason}")]
        );
        exports.wait(60 * 24 * MINUTE);
        exports.run().await;
        assert_eq!(exports.fake.requests(), 3, "it has said all that it will");
        assert_eq!(exports.fake.journal().len(), 4);
        let told = exports.told().await;
        assert_eq!(told, ["export.completed {\"accepted\":4}"]);
    });
}

#[test]
fn access_that_is_gone_is_told_once_and_the_question_is_asked_again_after_a_reconnect() {
    RUNTIME.block_on(async {
        let exports = accepted().await;
        exports.fake.misbehave(Misbehaviour {
            refuses_access: true,
            ..Misbehaviour::default()
        });
        for _ in 0..3 {
            exports.wait(31 * MINUTE);
            exports.run().await;
        }
        assert_eq!(exports.fake.requests(), 2);
        let told = exports.told().await;
        let reconnects = told.iter().filter(|kind| kind.starts_with("connection."));
        assert_eq!(
            reconnects.collect::<Vec<_>>(),
            ["connection.reconnect_required"]
        );
        exports.fake.misbehave(Misbehaviour::default());
        exports.reconnect().await;
        exports.wait(61 * MINUTE);
        exports.run().await;
        assert_eq!(exports.ledger().await, ["confirmed 4"]);
    });
}

#[test]
fn what_nobody_knows_of_stays_accepted_and_is_not_asked_for_ever() {
    RUNTIME.block_on(async {
        let exports = accepted().await;
        exports.fake.misbehave(Misbehaviour {
            processing: 1_000,
            ..Misbehaviour::default()
        });
        for _ in 0..72 {
            exports.wait(60 * MINUTE);
            exports.run().await;
        }
        assert_eq!(exports.ledger().await, ["accepted 4"]);
        let asked = exports.fake.requests() - 1;
        assert!((8..=14).contains(&asked), "asked {asked} times in two days");
    });
}

#[test]
fn without_access_nobody_is_asked_for_ever() {
    RUNTIME.block_on(async {
        let exports = accepted().await;
        let removed = "UPDATE connections SET status = 'revoked', sealed_tokens = NULL, token_obtained_at = NULL \
                       WHERE profile_id = $1";
        exports.world.execute(removed).await;
        let due = "SELECT concat_ws(' ', due_at IS NOT NULL, breaker) AS line FROM export_lanes WHERE profile_id = $1";
        exports.wait(31 * MINUTE);
        exports.run().await;
        assert_eq!(exports.world.lines(due).await, ["t needs_reconnect"]);
        exports.wait(7 * 24 * 60 * MINUTE);
        exports.run().await;
        assert_eq!(exports.world.lines(due).await, ["f needs_reconnect"]);
        assert_eq!(exports.ledger().await, ["accepted 4"]);
        assert_eq!(exports.fake.requests(), 1);
    });
}
