//! Lists of customers.

use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use event_intake::RawPerson;
use identity_graph::{
    IdentifierKind, IdentityStore, MemoryStore, Occasion, Origin, RawIdentifiers, Subject,
    Unsettled, UnsettledPair, ValueKey, normalise, resolve,
};
use kernel::CustomerId;
use reporting::causes::Cause;
use uuid::Uuid;

use crate::customers::import::{Forgotten, Imported, Rejection, import};
use crate::mocks::MockWork;
use crate::mocks::given::{noon, outside, profile};
use crate::ports::MarkTarget;

type Graph = Arc<Mutex<MemoryStore>>;

/// Runs a future that never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the store in memory never waits"),
    }
}

/// A transaction over the graph, of which `unsettled` is left to be settled afterwards.
fn over(graph: &Graph, unsettled: Unsettled) -> MockWork {
    let mut work = MockWork::default();
    let identity = &mut work.identity;
    identity.expect_hold().times(1).returning(|_, _| Ok(()));
    let read = Arc::clone(graph);
    identity
        .expect_look_up_each()
        .returning(move |id, people| now(read.lock().unwrap().look_up_each(id, people)));
    let write = Arc::clone(graph);
    identity
        .expect_apply_each()
        .returning(move |id, plans| now(write.lock().unwrap().apply_each(id, plans)));
    work.joins
        .expect_unsettled()
        .withf(|id, limit| (*id, *limit) == (profile(), 1))
        .returning(move |_, _| Ok(unsettled.clone()));
    work
}

/// A row by its fields: n is the national id, e the address, p the phone, x the caller's id.
fn row(fields: &[(&str, &str)]) -> RawPerson {
    let mut row = RawPerson::default();
    for (field, text) in fields {
        let place = match *field {
            "n" => &mut row.national_id,
            "e" => &mut row.email,
            "p" => &mut row.phone,
            "x" => &mut row.external_id,
            "first" => &mut row.first_name,
            field => panic!("{field}"),
        };
        *place = Some((*text).to_owned());
    }
    row
}

async fn list(graph: &Graph, rows: &[Option<RawPerson>]) -> Vec<Imported> {
    let mut work = over(graph, Unsettled::default());
    let imported = import(
        &mut work,
        &outside().context(),
        profile(),
        rows,
        Forgotten::Rejected,
    )
    .await;
    assert!(work.marks.0.is_empty());
    imported.unwrap()
}

fn created(imported: Imported) -> CustomerId {
    match imported {
        Imported::Created(id) => id,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn every_row_has_its_result_and_a_bad_one_spoils_no_other() {
    let graph = Graph::default();
    let rows = [
        Some(row(&[("e", "Ada@Mail.example "), ("first", "Ada")])),
        None,
        Some(row(&[])),
        Some(row(&[("x", "crm-1")])),
        Some(row(&[("e", "no address")])),
        Some(row(&[("n", "12345678-9"), ("e", "bea@mail.example")])),
        Some(row(&[("p", "call me")])),
        Some(row(&[("p", "call me"), ("e", "bea@mail.example")])),
        Some(row(&[("p", "000000000"), ("e", "null"), ("n", "0-0")])),
        Some(row(&[("e", "cyd@mail.example"), ("first", "C\u{0}")])),
    ];
    let imported = list(&graph, &rows).await;
    let ada = created(imported[0]);
    let bea = created(imported[7]);
    let rejected = Imported::Rejected;
    let expected = [
        Imported::Created(ada),
        rejected(Rejection::MalformedRow),
        rejected(Rejection::MissingIdentifier),
        rejected(Rejection::MissingIdentifier),
        rejected(Rejection::InvalidEmail),
        rejected(Rejection::InvalidNationalId),
        rejected(Rejection::InvalidPhone),
        Imported::Created(bea),
        rejected(Rejection::MissingIdentifier),
        rejected(Rejection::MalformedRow),
    ];
    assert_eq!(imported, expected);
    // Nobody was founded by a row that was rejected.
    let address = |text: &str| (IdentifierKind::Email, ValueKey::new(text));
    let held = |id| graph.lock().unwrap().held_by(id);
    assert_eq!(held(ada), [address("ada@mail.example")]);
    assert_eq!(held(bea), [address("bea@mail.example")]);
}

#[tokio::test]
async fn a_later_row_finds_whom_an_earlier_one_founded() {
    let graph = Graph::default();
    let rows = [
        Some(row(&[("e", "ada@mail.example"), ("p", "+56 9 8765 4321")])),
        Some(row(&[("e", "bea@mail.example")])),
        Some(row(&[("p", "9 8765 4321"), ("n", "12.345.678-5")])),
        Some(row(&[("n", "12345678-5"), ("x", "crm-1")])),
    ];
    let imported = list(&graph, &rows).await;
    let (ada, bea) = (created(imported[0]), created(imported[1]));
    assert_eq!(
        imported[2..],
        [Imported::Matched(ada), Imported::Matched(ada)]
    );
    let matched = [ada, bea, ada, ada].map(Imported::Matched);
    assert_eq!(list(&graph, &rows).await, matched);
    assert_eq!(graph.lock().unwrap().held_by(ada).len(), 4);
}

#[tokio::test]
async fn somebody_known_by_a_contact_is_found_by_the_address() {
    let graph = Graph::default();
    let ada = CustomerId::new(Uuid::from_u128(0xada));
    let contact = RawIdentifiers {
        crm_contact_id: Some("1".to_owned()),
        email: Some("ada@mail.example".to_owned()),
        ..RawIdentifiers::default()
    };
    let outside = outside();
    let contact = normalise(&contact, outside.context().keys).unwrap();
    let occasion = Occasion {
        at: noon(),
        origin: Origin::Server,
        candidate: ada,
        fact: Uuid::from_u128(1),
    };
    now(resolve(
        &mut *graph.lock().unwrap(),
        profile(),
        &contact,
        occasion,
        &[],
    ))
    .unwrap();
    let named = |rut: &str| Some(row(&[("n", rut), ("e", "ada@mail.example")]));
    let imported = list(&graph, &[named("12345678-5"), named("11111111-1")]).await;
    assert_eq!(imported[0], Imported::Matched(ada));
    // Two national ids are never one person.
    assert_ne!(created(imported[1]), ada);
}

#[tokio::test]
async fn what_is_left_to_settle_wakes_somebody_once() {
    let graph = Graph::default();
    let value = |kind, key: &str| Subject {
        kind,
        value_key: ValueKey::new(key),
    };
    let unsettled = Unsettled {
        pairs: vec![UnsettledPair {
            upper: value(IdentifierKind::Email, "ada@mail.example"),
            lower: value(IdentifierKind::Phone, "+56987654321"),
            fact: Uuid::from_u128(1),
        }],
        ..Unsettled::default()
    };
    let mut work = over(&graph, unsettled);
    let rows = [
        Some(row(&[("x", "1")])),
        Some(row(&[("e", "ada@mail.example")])),
    ];
    let outside = outside();
    let imported = import(
        &mut work,
        &outside.context(),
        profile(),
        &rows,
        Forgotten::Rejected,
    )
    .await;
    let ada = created(imported.unwrap()[1]);
    let marks: Vec<_> = work
        .marks
        .0
        .iter()
        .map(|it| (it.target, it.cause))
        .collect();
    assert_eq!(marks, [(MarkTarget::Customer(ada), Cause::Identity)]);
}
