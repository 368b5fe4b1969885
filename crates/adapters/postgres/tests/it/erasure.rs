//! Whoever is forgotten is nowhere any more, and every figure stays.

use application::ports::LatestErasure;
use application::profiles::windows::{WindowsChange, set_windows};
use application::settle;
use attribution_models::{WindowDays, Windows};
use customer_decisions::merges::{MergeError, merge, undo};
use customer_decisions::splits::SplitError;
use event_intake::{Conditions, ConditionsDraft, Ip};
use identity_graph::NotMergeable;
use identity_graph::kinds::MOST_RECENT_BROWSERS;
use kernel::CustomerId;
use personal_data::erasure::export;
use testkit::TestDatabase;

use crate::erasure_support::{
    BOX, HERS, count, email, figures, forget, found, holder, keeping_all, pay, people, second,
    visit,
};
use crate::exclusions::exclude;
use crate::reporting_seed::access;
use crate::split_laws;
use crate::world::{RUNTIME, World, identify_as};

/// Decides how long touches count, and replays everything by that.
async fn set(world: &World, windows: Windows) {
    let change = WindowsChange {
        click_days: Some(windows.click_days),
        view_through_days: Some(windows.view_through_days),
        first_touch_days: Some(windows.first_touch_days),
        cash_days: Some(windows.cash_days),
    };
    let mut work = world.begin().await;
    let set = set_windows(&mut *work, &world.context(), &access(world), change).await;
    settle(work, set).await.unwrap();
    world.drain().await;
}

/// Everything that is told to somebody of themselves.
pub(crate) async fn everything_of(world: &World, id: CustomerId) -> String {
    let mut work = world.begin().await;
    let told = export(&mut *work, &world.context(), world.profile.id, id, 0).await;
    let mut told = settle(work, told).await.unwrap();
    let rows = told.held.lists().map(|(_, rows)| rows.clone());
    let evidence = told.evidence.iter().map(|it| it.evidence.ip);
    let evidence: Vec<_> = evidence.map(|ip| ip.map(|Ip(ip)| ip)).collect();
    let ids = told.national_ids;
    format!(
        "{ids:?} {} {evidence:?}",
        serde_json::Value::from(rows.concat())
    )
}

#[test]
fn somebody_who_was_parted_is_nowhere_either() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let ada = holder(&world, "ada@mail.example").await.unwrap();
        let before = split_laws::wanted(&world, ada, 0b10, u32::MAX).await;
        let split = split_laws::decide(&world, &before, None)
            .await
            .unwrap()
            .split;
        let told = figures(&world).await;
        for id in [split.parted, ada] {
            forget(&world, id).await;
            // What the decision showed may be of the one who went away as well as of the other.
            let shown = "SELECT concat_ws(' ', first_name, last_name, primary_email, primary_phone) AS line \
                 FROM customer_splits WHERE profile_id = $1";
            assert_eq!(world.lines(shown).await, [""]);
            let refused = split_laws::take_back(&world, split.id).await.unwrap_err();
            assert!(matches!(refused, SplitError::Erased), "{refused}");
            assert_eq!(figures(&world).await, told, "at once");
        }
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());
        world.drain().await;
        world.rebuild().await;
        assert_eq!(figures(&world).await, told, "after a replay of all");
    });
}

#[test]
fn everything_that_names_somebody_goes_and_every_figure_stays() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let ada = holder(&world, "ada@mail.example").await.unwrap();
        for text in HERS {
            let before = found(&world, &[text]).await;
            assert!(!before.is_empty(), "{text} was never there");
        }
        let held = everything_of(&world, ada).await;
        for told in [
            "Ada",
            "Lovelace",
            "7654321-6",
            "click-of-Ada",
            "Orders of Ada",
            "hubspot|crm-ada",
        ] {
            assert!(held.contains(told), "{told} in {held}");
        }
        assert!(!held.contains("bob@mail.example"), "{held}");
        let before = figures(&world).await;
        assert!(before.len() > 5, "{before:?}");
        let customers = count(&world, "customers").await;

        let erased = forget(&world, ada).await;
        assert_eq!(erased.customer_id, ada);
        assert!(!erased.was_before);
        assert_eq!(erased.identifiers, 5, "{erased:?}");
        assert_eq!(erased.browsers, 1);
        assert_eq!(erased.outcome_events, 6);
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());
        assert_eq!(figures(&world).await, before, "at once");
        let eve = found(&world, &["eve@mail.example", "click-of-eve"]).await;
        assert!(!eve.is_empty(), "others are as they were");
        assert!(holder(&world, "bob@mail.example").await.is_some());
        // An address that events of others name beside their ids.
        let address = holder(&world, BOX).await.unwrap();
        let erased = forget(&world, address).await;
        assert_eq!(erased.outcome_events, 1, "{erased:?}");
        assert_eq!(found(&world, &[BOX]).await, Vec::<String>::new());
        assert_eq!(figures(&world).await, before, "of the other one");

        world.drain().await;
        assert_eq!(figures(&world).await, before, "after what waited");
        world.rebuild().await;
        assert_eq!(figures(&world).await, before, "after a replay of all");
        let day = WindowDays::new(1).unwrap();
        let short = Windows {
            click_days: day,
            first_touch_days: day,
            cash_days: day,
            ..world.profile.windows
        };
        set(&world, short).await;
        assert_ne!(figures(&world).await, before, "with other windows");
        set(&world, world.profile.windows).await;
        assert_eq!(figures(&world).await, before, "and back");
        world.ledger_holds().await;
        assert_eq!(count(&world, "customers").await, customers);
        assert_eq!(found(&world, &HERS).await, Vec::<String>::new());

        let again = forget(&world, ada).await;
        assert!(again.was_before);
    });
}

#[test]
fn whoever_was_forgotten_is_merged_with_nobody_and_parted_from_nobody() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let of = async |email: &str| holder(&world, email).await.unwrap();
        let (ada, eve) = (of("ada@mail.example").await, of("eve@mail.example").await);
        let bob = of("bob@mail.example").await;
        let (access, context) = (access(&world), world.context());
        let mut work = world.begin().await;
        let made = merge(&mut *work, &context, &access, [ada, eve], None).await;
        let made = settle(work, made).await.unwrap().merge;
        let before = figures(&world).await;
        // The alias leads to whoever has everything.
        let erased = forget(&world, made.merged).await;
        assert_eq!(erased.customer_id, made.survivor);
        assert_eq!(erased.aliases, [made.merged]);
        assert_eq!(figures(&world).await, before);
        let gone = found(&world, &["eve@mail.example", "ada@mail.example"]).await;
        assert_eq!(gone, Vec::<String>::new());
        let mut work = world.begin().await;
        let parted = undo(&mut *work, &context, &access, made.id).await;
        let parted = settle(work, parted).await;
        assert!(matches!(parted, Err(MergeError::Erased)), "{parted:?}");
        let mut work = world.begin().await;
        let pair = [made.survivor, bob];
        let merged = merge(&mut *work, &context, &access, pair, None).await;
        let merged = settle(work, merged).await;
        let refused = MergeError::NotMergeable(NotMergeable::Nameless);
        assert_eq!(merged.unwrap_err().to_string(), refused.to_string());
        world.drain().await;
        world.rebuild().await;
        assert_eq!(figures(&world).await, before);
    });
}

#[test]
fn events_that_come_in_meanwhile_are_seen_or_written_anew() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let ada = holder(&world, "ada@mail.example").await.unwrap();
        let events = count(&world, "outcome_events").await;
        let pays = async {
            for number in 0..20 {
                let key = format!("meanwhile {number}");
                let hers = (email("ada@mail.example"), "Ada");
                pay(&world, &key, second(100 + number), "1.00", hers).await;
            }
        };
        let ((), erased) = tokio::join!(pays, forget(&world, ada));
        assert!(!erased.was_before);
        world.drain().await;
        assert_eq!(
            found(&world, &["ada@mail.example"]).await,
            Vec::<String>::new()
        );
        assert_eq!(count(&world, "outcome_events").await, events + 20);
        let mut work = world.begin().await;
        let latest = work.erasures().latest(world.profile.id).await.unwrap();
        work.rollback().await.unwrap();
        let at = erased.at;
        assert_eq!(
            latest,
            Some(LatestErasure {
                number: 1,
                at,
                has_keys: true
            })
        );
    });
}

/// Rows of a query that counts them.
async fn number(world: &World, rows: &str) -> usize {
    let lines = format!("SELECT 'one' AS line {rows}");
    world.lines(&lines).await.len()
}

#[test]
fn what_was_left_out_by_its_sender_stays_left_out() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        people(&world).await;
        let conditions = Conditions::new(ConditionsDraft {
            senders: ["sender of Ada".to_owned()].into(),
            ..ConditionsDraft::default()
        });
        exclude(&world, conditions.unwrap(), Vec::new()).await;
        world.drain().await;
        let left_out = "FROM excluded_events x WHERE x.profile_id = $1";
        let before = (figures(&world).await, number(&world, left_out).await);
        assert!(before.1 > 0, "something is left out");

        // Where somebody else was named, too, it is not hers.
        let at = second(30);
        let both = ["ada@mail.example", "bob@mail.example"].map(email);
        let both = both.into_iter().zip(["k1", "k2"]);
        let told = both.map(|(person, name)| identify_as(name, at, person));
        visit(&world, ("kiosk", "Ada"), told.collect()).await;
        world.drain().await;
        let before = (figures(&world).await, number(&world, left_out).await);

        let ada = holder(&world, "ada@mail.example").await.unwrap();
        forget(&world, ada).await;
        let kiosk = "FROM tracker_events e JOIN visitors v ON v.profile_id = $1 AND v.id = e.visitor_id \
             WHERE e.profile_id = $1 AND v.anonymous_id = 'kiosk' AND e.subject_key = 'bob@mail.example'";
        assert_eq!(number(&world, kiosk).await, 1);
        let rest: Vec<&str> = HERS
            .into_iter()
            .filter(|it| *it != "sender of ada")
            .collect();
        // By what is left out the shared browser is Bob's alone, and what somebody bought on it without a name is his.
        let mut found = found(&world, &rest).await;
        found.retain(|it| !it.contains("on a shared one"));
        assert_eq!(found, Vec::<String>::new());
        world.drain().await;
        let after = (figures(&world).await, number(&world, left_out).await);
        assert_eq!(after, before);
        world.rebuild().await;
        let after = (figures(&world).await, number(&world, left_out).await);
        assert_eq!(after, before, "after a replay of all");
    });
}

#[test]
fn browsers_beyond_the_limit_lose_their_names_too() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = keeping_all(&database).await;
        world.clock.set(second(10_000));
        let many = usize::try_from(MOST_RECENT_BROWSERS).unwrap() + 3;
        for number in 0..many {
            let at = second(i64::try_from(number).unwrap());
            let known = identify_as(&format!("b{number}"), at, email("ada@mail.example"));
            let browser = format!("browser {number} of Ada");
            visit(&world, (&browser, "Ada"), vec![known]).await;
        }
        world.drain().await;
        let beyond = number(
            &world,
            "FROM visitors v WHERE v.profile_id = $1 AND v.over_limit",
        );
        assert_eq!(beyond.await, 3);
        let ada = holder(&world, "ada@mail.example").await.unwrap();
        let erased = forget(&world, ada).await;
        assert_eq!(erased.browsers, many);
        let named = ["ada@mail.example", "of ada"];
        assert_eq!(found(&world, &named).await, Vec::<String>::new());
    });
}
