//! Who is one person, whose browsers are whose, and what is credited follow from the facts, in
//! whatever order and batches they come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use application::customers::import::{Forgotten, import};
use application::customers::rederive::rederive;
use application::ports::Collected;
use application::settle;
use event_intake::RawPerson;
use identity_graph::{Settled, own_anew};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Timestamp, VisitorId};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError};
use testkit::TestDatabase;
use tributary_postgres::inspect;

use crate::world::{RUNTIME, World, identify_as, instant, page_view, payment, worlds};

/// Small numbers; 0 means that it is not given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    pub(crate) rut: u8,
    pub(crate) crm: u8,
    pub(crate) email: u8,
    pub(crate) phone: u8,
    /// What they are called.
    pub(crate) name: u8,
}

#[derive(Clone, Debug)]
pub(crate) enum Fact {
    /// A row of a list of customers.
    List {
        who: Named,
    },
    Visit {
        browser: u8,
    },
    Tell {
        browser: u8,
        who: Named,
    },
    Pay {
        who: Named,
        browser: u8,
        cents: u32,
    },
}

const RUTS: [&str; 3] = ["11111111-1", "22222222-2", "33333333-3"];

impl Named {
    fn person(&self) -> RawPerson {
        let given = |number: u8, text: String| (number > 0).then_some(text);
        RawPerson {
            email: given(self.email, format!("person{}@example.com", self.email)),
            phone: given(self.phone, format!("+5698765432{}", self.phone)),
            crm_contact_id: given(self.crm, format!("contact-{}", self.crm)),
            national_id: given(
                self.rut,
                RUTS[usize::from(self.rut) % RUTS.len()].to_owned(),
            ),
            first_name: given(self.name, format!("First{}", self.name)),
            last_name: given(self.name % 3, format!("Last{}", self.name)),
            ..RawPerson::default()
        }
    }

    fn is_nobody(&self) -> bool {
        self.rut + self.crm + self.email + self.phone == 0
    }
}

fn named() -> impl Strategy<Value = Named> {
    let rarely = |most: u8| prop_oneof![3 => Just(0), 1 => 1..=most];
    let all = (rarely(3), rarely(2), 0..=4_u8, 0..=4_u8, rarely(4));
    all.prop_map(|(rut, crm, email, phone, name)| Named {
        rut,
        crm,
        email,
        phone,
        name,
    })
}

fn fact() -> impl Strategy<Value = Fact> {
    let somebody = || named().prop_filter("somebody", |who| !who.is_nobody());
    prop_oneof![
        1 => somebody().prop_map(|who| Fact::List { who }),
        3 => (1..=4_u8).prop_map(|browser| Fact::Visit { browser }),
        2 => (1..=4_u8, somebody()).prop_map(|(browser, who)| Fact::Tell { browser, who }),
        5 => (somebody(), 0..=4_u8, 1..100_000_u32)
            .prop_map(|(who, browser, cents)| Fact::Pay { who, browser, cents }),
    ]
}

pub(crate) type History = Vec<(Timestamp, Fact)>;

pub(crate) fn history(most: usize) -> impl Strategy<Value = History> {
    prop::collection::vec((fact(), 0..40 * 86_400_i64), 1..most).prop_map(|facts| {
        let begin = instant("2026-03-01T00:00:00Z");
        facts
            .into_iter()
            .zip(0_i64..)
            .map(|((fact, seconds), number)| {
                (
                    begin.plus_micros(seconds * MICROS_PER_SECOND + number),
                    fact,
                )
            })
            .collect()
    })
}

pub(crate) async fn put(world: &World, history: &History, position: usize) {
    let (at, fact) = &history[position];
    let name = format!("fact-{position}");
    match fact {
        Fact::List { who } => {
            let (context, id) = (world.context(), world.profile.id);
            let mut work = world.begin().await;
            let listed = import(
                &mut *work,
                &context,
                id,
                &[Some(who.person())],
                Forgotten::Rejected,
            )
            .await;
            settle(work, listed).await.unwrap();
        }
        Fact::Visit { browser } => {
            let url = "https://shop.example/?utm_source=news&utm_medium=email";
            let event = page_view(&name, *at, url, None);
            world
                .track(&format!("browser-{browser}"), vec![event])
                .await;
        }
        Fact::Tell { browser, who } => {
            let event = identify_as(&name, *at, who.person());
            world
                .track(&format!("browser-{browser}"), vec![event])
                .await;
        }
        Fact::Pay {
            who,
            browser,
            cents,
        } => {
            let amount = format!("{}.{:02}", cents / 100, cents % 100);
            let mut draft = payment(*at, &amount, "");
            draft.person = who.person();
            draft.person.anonymous_id = (*browser > 0).then(|| format!("browser-{browser}"));
            world.record(&name, draft).await;
        }
    }
}

/// Everything about people that readers see, with customers named by what they hold.
pub(crate) async fn people(world: &World) -> Vec<String> {
    let mut lines = world.all_lines(include_str!("people.sql")).await;
    lines.extend(world.lines(include_str!("results_credits.sql")).await);
    lines
}

/// Ids that went out lead to somebody, in one step, nobody holds anything under an alias, and browsers are whose all
/// that is stored says.
pub(crate) async fn ids_lead_on(world: &World) {
    let broken = world.all_lines(include_str!("people_broken.sql")).await;
    assert_eq!(broken, Vec::<String>::new());
    let browsers = "SELECT id::text AS line FROM visitors WHERE profile_id = $1";
    let browsers = world.lines(browsers).await;
    let browsers = browsers
        .iter()
        .map(|id| VisitorId::new(id.parse().unwrap()));
    let mut work = world.begin().await;
    let owned = own_anew(work.joins(), world.profile.id, &browsers.collect()).await;
    work.rollback().await.unwrap();
    assert_eq!(owned.unwrap(), Settled::default());
}

proptest! {
    #![proptest_config(Config { cases: worlds(48), failure_persistence: None, ..Config::default() })]

    #[test]
    fn people_follow_from_the_facts(
        history in history(26),
        order in prop::collection::vec(any::<Index>(), 26),
        pauses in prop::collection::vec(any::<bool>(), 26),
    ) {
        RUNTIME.block_on(async {
            let one = World::new().await;
            for position in 0..history.len() {
                put(&one, &history, position).await;
            }
            one.drain().await;
            ids_lead_on(&one).await;
            one.ledger_holds().await;
            let expected = people(&one).await;
            one.rebuild().await;
            prop_assert_eq!(&expected, &people(&one).await, "a full replay");
            // Everything is looked at anew.
            one.execute("UPDATE identifier_pairs SET is_settled = false WHERE profile_id = $1").await;
            one.execute("UPDATE identifiers SET is_settled = false WHERE profile_id = $1").await;
            one.drain().await;
            prop_assert_eq!(&expected, &people(&one).await, "settled anew");

            let other = World::new().await;
            let mut left: Vec<usize> = (0..history.len()).collect();
            for (pick, pause) in order.iter().zip(&pauses).take(history.len()) {
                let position = left.remove(pick.index(left.len()));
                put(&other, &history, position).await;
                if *pause {
                    other.drain().await;
                }
            }
            other.drain().await;
            ids_lead_on(&other).await;
            other.ledger_holds().await;
            prop_assert_eq!(&expected, &people(&other).await, "another order");
            Ok::<(), TestCaseError>(())
        })?;
    }
}

/// What an earlier release left: no pairs, values with whoever came first, one that a browser told
/// beside another, and one that did not fit anybody.
const BEFORE: &str = "
UPDATE identifiers SET home_id = NULL WHERE profile_id = $1;
DELETE FROM identifier_pairs WHERE profile_id = $1;
UPDATE identifiers i SET customer_id = (
    SELECT o.customer_id FROM identifiers o
    WHERE o.profile_id = $1 AND o.kind IN ('email', 'phone') ORDER BY o.value_key LIMIT 1
) WHERE i.profile_id = $1 AND i.kind = 'phone';
INSERT INTO identifiers (profile_id, kind, value_key, customer_id, state, display, first_seen_at,
    last_seen_at)
SELECT $1, 'phone', '+56900000000', i.customer_id, 'active', '+56900000000', now(), now()
FROM identifiers i WHERE i.profile_id = $1 ORDER BY i.value_key LIMIT 1;
UPDATE identifiers SET state = 'demoted' WHERE profile_id = $1 AND kind = 'email' AND value_key LIKE '%1@%';
DELETE FROM identifiers WHERE profile_id = $1 AND kind = 'crm_contact_id';
UPDATE outcome_events SET subject_kind = 'phone', subject_key = identifiers ->> 'phone'
WHERE profile_id = $1 AND identifiers ->> 'phone' IS NOT NULL;
INSERT INTO identity_rederivations (profile_id, since) VALUES ($1, '2027-01-01Z')
";

/// People with a phone of two, a national id, a contact and a phone alone.
fn history_of_before() -> History {
    let who = |rut, crm, email, phone| Named {
        rut,
        crm,
        email,
        phone,
        name: 0,
    };
    let at =
        |hour: i64| instant("2026-03-01T00:00:00Z").plus_micros(hour * 3_600 * MICROS_PER_SECOND);
    let facts = [
        (1, who(0, 0, 1, 1)),
        (2, who(0, 0, 2, 1)),
        (0, who(1, 0, 3, 2)),
        (3, who(0, 1, 3, 0)),
        (0, who(0, 0, 0, 4)),
        (4, who(0, 0, 4, 0)),
        (0, who(0, 0, 4, 4)),
    ];
    let mut history = History::new();
    for (browser, who) in facts {
        let hour = i64::try_from(history.len()).unwrap();
        if browser > 0 {
            history.push((at(hour), Fact::Visit { browser }));
            let who = who.clone();
            history.push((at(hour + 1), Fact::Tell { browser, who }));
        }
        let (browser, cents) = (0, 1_000);
        let pay = Fact::Pay {
            who,
            browser,
            cents,
        };
        history.push((at(hour + 2), pay));
    }
    history
}

/// All facts of a history once, then as an earlier release would have left it, then derived anew.
#[test]
fn people_of_before_are_derived_anew_in_one_replay() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let history = history_of_before();
        let world = World::alone_in(&database).await;
        for position in 0..history.len() {
            put(&world, &history, position).await;
        }
        world.drain().await;
        let expected = people(&world).await;
        let pairs = "SELECT concat_ws(' ', kind, value_key, other_kind, other_key, first_at, \
             server_events) AS line FROM identifier_pairs \
             WHERE profile_id = $1 AND server_events > 0 ORDER BY 1";
        let paired = world.lines(pairs).await;
        for statement in BEFORE.split(";\n") {
            world.execute(statement).await;
        }
        world.rebuild().await;
        assert_ne!(people(&world).await, expected);
        let told = inspect(database.url(), &world.clock).await.unwrap();
        let told = told.rederivation.unwrap();
        assert_eq!((told.profiles, told.events, told.is_part), (1, 7, false));
        // One customer holds all phones, and goes on as whom most of those events are of.
        assert_eq!((told.people_before, told.people_after), (2, 4));
        assert_eq!((told.events_moved, told.days), (5, 1));
        let (day, currency, amount) = told.most.unwrap();
        assert_eq!(format!("{day} {amount} {currency}"), "2026-03-01 50 EUR");
        // Nothing is settled by the few pairs that come meanwhile, and a batch that is given up is
        // done again.
        world.execute("UPDATE identifiers SET is_settled = false WHERE profile_id = $1").await;
        let before = people(&world).await;
        world.drain().await;
        assert_eq!(people(&world).await, before);
        let mut turns = Vec::new();
        while !matches!(turns.last(), Some(Collected::Nothing)) {
            let mut given_up = world.begin().await;
            rederive(&mut *given_up, &world.context(), 3).await.unwrap();
            given_up.rollback().await.unwrap();
            let mut work = world.begin().await;
            let turn = rederive(&mut *work, &world.context(), 3).await;
            turns.push(settle(work, turn).await.unwrap());
        }
        let profile_id = world.profile.id;
        assert_eq!(
            turns,
            [
                Collected::Some { profile_id },
                Collected::Some { profile_id },
                Collected::All { profile_id },
                Collected::Nothing
            ]
        );
        world.drain().await;
        assert_eq!(world.lines(pairs).await, paired);
        assert_eq!(people(&world).await, expected);
        ids_lead_on(&world).await;
        world.ledger_holds().await;
        let replays = "SELECT concat_ws(' ', status, causes -> 0 ->> 'cause') AS line \
             FROM recomputes WHERE profile_id = $1 AND causes @> '[{\"cause\": \"identity_rederived\"}]'";
        assert_eq!(world.lines(replays).await, ["completed identity_rederived"]);
        let causes = "SELECT DISTINCT c ->> 'cause' AS line FROM restatements r \
             CROSS JOIN LATERAL jsonb_array_elements(r.causes) AS c WHERE r.profile_id = $1 \
             AND r.sequence > (SELECT min(sequence) FROM restatements WHERE profile_id = $1) \
             AND c ->> 'cause' LIKE 'identity%'";
        assert_eq!(world.lines(causes).await, ["identity_rederived"]);
    });
}

/// Two people on one browser, and payments that name what they share, all at once.
fn crowd() -> History {
    let who = |email, phone| Named {
        email,
        phone,
        ..Named::default()
    };
    let mut history = History::new();
    for number in 0..240_u8 {
        let at = instant("2026-03-01T00:00:00Z").plus_micros(i64::from(number) * MICROS_PER_SECOND);
        let (person, browser, cents) = (1 + number % 2, 1, 1_000);
        history.push((
            at,
            match number % 4 {
                0 | 1 => Fact::Tell {
                    browser,
                    who: who(person, 0),
                },
                2 => Fact::Pay {
                    who: who(person, 1 + number % 5),
                    browser,
                    cents,
                },
                _ => Fact::Pay {
                    who: who(0, 1 + number % 5),
                    browser: 0,
                    cents,
                },
            },
        ));
    }
    history
}

#[test]
fn two_hundred_and_forty_at_once_are_as_one_after_the_other() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let history = Arc::new(crowd());
        let one = World::new().await;
        for position in 0..history.len() {
            put(&one, &history, position).await;
        }
        one.drain().await;
        let world = Arc::new(World::alone_in(&database).await);
        let is_done = Arc::new(AtomicBool::new(false));
        let (settling, until) = (Arc::clone(&world), Arc::clone(&is_done));
        let worker = tokio::spawn(async move {
            while !until.load(Ordering::Relaxed) {
                settling.drain().await;
            }
        });
        let sent: Vec<_> = (0..history.len())
            .map(|position| {
                let (world, history) = (Arc::clone(&world), Arc::clone(&history));
                tokio::spawn(async move { put(&world, &history, position).await })
            })
            .collect();
        for each in sent {
            each.await.unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
        worker.await.unwrap();
        world.drain().await;
        assert_eq!(people(&one).await, people(&world).await);
        ids_lead_on(&world).await;
        let deadlocks = "SELECT deadlocks::text AS line FROM pg_stat_database \
             WHERE datname = current_database() AND $1 IS NOT NULL";
        assert_eq!(world.lines(deadlocks).await, ["0"]);
    });
}
