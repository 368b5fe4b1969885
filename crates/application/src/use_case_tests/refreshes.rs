//! People who are marked are replayed.

use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Exact, Model};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::mocks::MockWork;
use crate::mocks::given::{noon, outside, profile};
use crate::mocks::journeys::{browser, customer, expect_facts, hit, payment, person, touch};
use crate::mocks::stored::{locked, march, running, site, state};
use crate::ports::{Book, Cell, Figures, Mark, MarkTarget, Replaced, Visitors};
use crate::replays::refresh::{Refreshed, refresh};
use identity_graph::{Unsettled, UnsettledPair};

fn marked(targets: &[MarkTarget]) -> MockWork {
    let mut work = locked(Some(state()));
    work.marks.0 = targets
        .iter()
        .map(|target| Mark::new(*target, Cause::OutcomeEvent))
        .collect();
    work.attribution
        .expect_profile()
        .returning(|_| Ok(Some((*site()).clone())));
    work.joins
        .expect_unsettled()
        .returning(|_, _| Ok(Unsettled::default()));
    work
}

async fn run(work: &mut MockWork) -> Refreshed {
    let outside = outside();
    refresh(work, &outside.context(), profile(), 10)
        .await
        .unwrap()
}

/// What the last touch of noon's payment brings its channel.
fn credited() -> Book {
    let cell = Cell {
        date: march(1),
        channel: "Email".to_owned(),
        model: Some(Model::LastTouch),
    };
    let figures = Figures {
        cash: Exact::whole(100),
        conversions: 1_000_000_000,
        payments: 1_000_000_000,
        spend: Exact::ZERO,
    };
    Book::from([(cell, figures)])
}

#[tokio::test]
async fn a_payment_is_credited_and_the_ledger_says_so_once() {
    let customer = MarkTarget::Customer(customer());
    let mut work = marked(&[customer, customer]);
    expect_facts(
        &mut work,
        vec![touch(1, 1, 5), touch(2, 2, 1)],
        vec![payment(1)],
        Vec::new(),
    );
    work.attribution
        .expect_replace_results()
        .times(1)
        .returning(|_, generation, people, conversions, credits| {
            assert_eq!((generation, people), (1, [person()].as_slice()));
            let paid = &conversions[0];
            assert_eq!(paid.value_reporting.unwrap().to_string(), "100");
            assert_eq!((paid.local_date, paid.is_refund), (march(1), false));
            let days: Vec<_> = credits.iter().map(|credit| credit.touch_date).collect();
            let before = |days: i64| {
                let at = noon().plus_micros(-days * MICROS_PER_DAY);
                site().timezone.local_date(at)
            };
            assert_eq!(days, [before(5), before(1)]);
            Ok(Replaced {
                change: credited(),
                before: Vec::new(),
            })
        });
    work.ledger
        .expect_reported()
        .returning(|_, _| Ok(Book::new()));
    work.ledger.expect_append().times(1).returning(|_, line| {
        assert_eq!(
            (line.cause.as_str(), line.causes[0].count),
            ("outcome_event", 2)
        );
        assert_eq!(
            line.cells[0].after,
            credited().into_values().next().unwrap()
        );
        Ok(())
    });
    work.attribution
        .expect_recomputed()
        .times(1)
        .withf(|_, at| *at == noon())
        .returning(|_, _| Ok(()));
    assert_eq!(run(&mut work).await, Refreshed::Replayed(1));
    assert!(work.marks.0.is_empty());
}

#[tokio::test]
async fn a_browsers_sessions_are_cut_before_its_owner_is_replayed() {
    let mut work = marked(&[MarkTarget::Visitor(browser())]);
    work.exclusions
        .expect_in_force()
        .returning(|_| Ok(Vec::new()));
    work.attribution
        .expect_hits()
        .returning(|_, _| Ok(vec![hit(1, 1, 1, None), hit(2, 1, 0, None)]));
    work.attribution
        .expect_replace_sessions()
        .times(1)
        .returning(|_, visitors, sessions, touches| {
            assert!(matches!(visitors, Visitors::Named(named) if *named == [browser()]));
            assert_eq!((sessions.len(), touches.len()), (2, 2));
            assert_eq!(sessions[1].landing_path.as_deref(), Some("/2"));
            Ok(())
        });
    work.attribution
        .expect_owners()
        .returning(|_, _| Ok(vec![person()]));
    expect_facts(&mut work, Vec::new(), Vec::new(), Vec::new());
    // The browser, too, so that what it had on its own goes away.
    work.attribution
        .expect_replace_results()
        .times(1)
        .withf(|_, _, people, conversions, _| people.len() == 2 && conversions.is_empty())
        .returning(|_, _, _, _, _| Ok(Replaced::default()));
    work.attribution
        .expect_recomputed()
        .returning(|_, _| Ok(()));
    assert_eq!(run(&mut work).await, Refreshed::Replayed(2));
}

#[tokio::test]
async fn who_joins_whom_meanwhile_is_looked_at_once_more() {
    let customer = MarkTarget::Customer(customer());
    let mut work = marked(&[customer]);
    work.joins = identity_graph::MockJoinStore::new();
    work.joins.expect_unsettled().returning(|_, _| {
        let value = |text: &str| identity_graph::Subject {
            kind: identity_graph::IdentifierKind::Email,
            value_key: identity_graph::ValueKey::new(text),
        };
        Ok(Unsettled {
            pairs: vec![UnsettledPair {
                upper: value("a"),
                lower: value("b"),
                fact: Uuid::from_u128(1),
            }],
            ..Unsettled::default()
        })
    });
    expect_facts(&mut work, Vec::new(), Vec::new(), Vec::new());
    work.attribution
        .expect_replace_results()
        .returning(|_, _, _, _, _| Ok(Replaced::default()));
    work.attribution
        .expect_recomputed()
        .returning(|_, _| Ok(()));
    assert_eq!(run(&mut work).await, Refreshed::Replayed(1));
    assert_eq!(work.marks.0.len(), 1);
    assert_eq!(work.marks.0[0].target, customer);
}

#[tokio::test]
async fn nobody_is_replayed_before_the_full_replay_that_waits_or_runs() {
    let customer = MarkTarget::Customer(customer());
    let mut waits = marked(&[customer, MarkTarget::Profile]);
    assert_eq!(run(&mut waits).await, Refreshed::Waiting);
    assert_eq!(waits.marks.0.len(), 2);
    let mut runs = locked(Some(running()));
    assert_eq!(run(&mut runs).await, Refreshed::Waiting);
    // Where nothing is marked, or no profile left, nothing is to be done.
    assert_eq!(run(&mut marked(&[])).await, Refreshed::Idle);
    assert_eq!(run(&mut locked(None)).await, Refreshed::Idle);
}
