//! A release whose built-in rules say something else labels history anew, and says so.

use application::replays::renew::revision;
use kernel::Date;
use testkit::TestDatabase;
use time::macros::date;
use tributary_worker::renewal::renew_all;

use crate::world::{RUNTIME, World};

const DAY: Date = date!(2026 - 05 - 20);

/// As an older release had it: paid search was called Referral, and a total counted beside its parts.
const OLDER: [&str; 4] = [
    "UPDATE signature_channels SET channel = 'Referral', rule = 'referral', source = 'old', \
     medium = 'referral' WHERE profile_id = $1",
    "UPDATE spend_days SET spend = 15 WHERE profile_id = $1",
    "UPDATE restatement_lines SET channel = 'Referral', spend_after = 15 WHERE profile_id = $1",
    "UPDATE attribution_state SET revision = 0 WHERE profile_id = $1",
];

async fn labels(world: &World) -> Vec<String> {
    let labels = "SELECT concat_ws(' ', channel, rule, source, medium) AS line \
                  FROM signature_channels WHERE profile_id = $1";
    world.lines(labels).await
}

async fn spend(world: &World) -> Vec<String> {
    let spend = "SELECT concat(d.spend, ' ', n.channel) AS line FROM spend_days d \
                 JOIN signature_channels n USING (profile_id, signature_id) WHERE profile_id = $1";
    world.lines(spend).await
}

#[test]
fn a_release_with_other_rules_renews_labels_and_spend_once() {
    RUNTIME.block_on(async {
        // All profiles of a database are renewed, and others may not look on.
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        world.spend(DAY, "7.5").await;
        let now = labels(&world).await;
        assert_eq!(now, ["Paid Search paid-search google cpc"]);
        for statement in OLDER {
            world.execute(statement).await;
        }
        assert_eq!(spend(&world).await, ["15 Referral"]);
        renew_all(&world.worker).await.unwrap();
        assert_eq!(labels(&world).await, now);
        assert_eq!(spend(&world).await, ["7.5 Paid Search"]);
        let noted = format!(
            "SELECT 'noted' AS line FROM attribution_state WHERE profile_id = $1 AND revision = {}",
            revision()
        );
        assert_eq!(world.lines(&noted).await, ["noted"]);
        let told = "SELECT cause AS line FROM restatements WHERE profile_id = $1 ORDER BY sequence";
        let written = ["spend", "upgrade", "upgrade"];
        assert_eq!(world.lines(told).await, written);
        renew_all(&world.worker).await.unwrap();
        assert_eq!(world.lines(told).await, written);
        world.ledger_holds().await;
    });
}
