//! Pictures that were loaded, and tokens for those whom they are sent to.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use event_intake::ports::{IntakeReason, SubjectKey};
use event_intake::views::{RecipientId, ViewAgent, ViewRequest};
use event_intake::{RecipientToken, TrackingKeyText};
use kernel::{CustomerId, StoreError};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::known_signatures::KnownSignatures;
use crate::mocks::given::{noon, outside, profile};
use crate::mocks::stored::{expect_known_signatures, march, site};
use crate::mocks::{MockUnits, MockWork};
use crate::ports::{MarkTarget, Profile};
use crate::views::Signing;
use crate::views::intake::LoadedPicture;
use crate::views::recipients::{Wanted, issue};
use crate::views::record::{View, record, record_in};

fn recipient(number: u128) -> RecipientId {
    Uuid::from_u128(number).into()
}

fn token(number: u128) -> String {
    let outside = outside();
    RecipientToken::issue(&Signing(&outside), profile(), recipient(number)).to_string()
}

fn picture(query: &str, agent: ViewAgent) -> LoadedPicture {
    let key = TrackingKeyText::from_random([1; 32]);
    LoadedPicture {
        request: ViewRequest::parse(&format!("k={key}&{query}")).unwrap(),
        agent,
        at: noon(),
    }
}

fn view_of(profile: &Arc<Profile>, query: &str, agent: ViewAgent) -> View {
    View::of(&outside().context(), profile, &picture(query, agent))
}

fn view(query: &str, agent: ViewAgent) -> View {
    view_of(&site(), query, agent)
}

/// Recipients up to the third are known, and every signature is.
fn work() -> MockWork {
    let mut work = MockWork::default();
    expect_known_signatures(&mut work);
    work.views.expect_recipients().returning(|_, ids| {
        let known = ids.iter().copied().filter(|id| id.uuid().as_u128() <= 3);
        Ok(known.collect())
    });
    work
}

async fn recorded(work: &mut MockWork, views: &[View]) -> Vec<IntakeReason> {
    let known = KnownSignatures::default();
    let done = record_in(work, &outside().context(), &known, views).await;
    done.unwrap().0
}

#[tokio::test]
async fn views_are_added_up_by_day_evidence_agent_and_whether_a_recipient_is_known() {
    let mut work = work();
    work.views.expect_insert().returning(|_, _| Ok(Vec::new()));
    work.views.expect_count().times(1).returning(|id, rows| {
        assert_eq!(id, profile());
        let told: Vec<_> = rows
            .iter()
            .map(|row| (row.agent, row.has_recipient, row.views))
            .collect();
        let mut sorted = told.clone();
        sorted.sort_unstable();
        let expected = [
            (ViewAgent::Browser, false, 2),
            (ViewAgent::Browser, true, 1),
            (ViewAgent::Prefetch, true, 1),
            (ViewAgent::Bot, false, 1),
        ];
        assert_eq!(sorted, expected);
        assert!(rows.iter().all(|row| row.local_date == march(1)));
        let signatures: Vec<i64> = rows.iter().map(|row| row.signature_id).collect();
        assert!(signatures.windows(2).all(|two| two[0] == two[1]));
        Ok(())
    });
    let (known, unknown) = (token(1), token(9));
    let campaign = |r: &str| format!("utm_source=news&utm_campaign=spring&r={r}");
    let views = [
        view(&campaign(""), ViewAgent::Browser),
        view(&campaign(&unknown), ViewAgent::Browser),
        view(&campaign(&known), ViewAgent::Browser),
        view(&campaign(&known), ViewAgent::Prefetch),
        view(&campaign("%7B%7Br%7D%7D"), ViewAgent::Bot),
    ];
    let expected = [
        IntakeReason::Accepted,
        IntakeReason::UnknownRecipient,
        IntakeReason::Accepted,
        IntakeReason::Accepted,
        IntakeReason::Bot,
    ];
    assert_eq!(recorded(&mut work, &views).await, expected);
    assert!(work.marks.0.is_empty());
}

#[tokio::test]
async fn what_a_known_recipient_saw_is_kept_once_with_what_its_address_says() {
    let mut work = work();
    work.views.expect_count().returning(|_, _| Ok(()));
    work.views.expect_insert().times(1).returning(|id, views| {
        assert_eq!((id, views.len()), (profile(), 2));
        let mut views: Vec<_> = views.iter().collect();
        views.sort_by_key(|view| view.recipient);
        assert_eq!(views[0].recipient, recipient(1));
        assert_eq!(views[0].agent, ViewAgent::MailProxy);
        assert_eq!(views[0].ad_id.as_deref(), Some("77"));
        assert_eq!(views[0].campaign_id.as_deref(), Some("5"));
        assert_eq!(
            (views[0].occurred_at, views[0].local_date),
            (noon(), march(1))
        );
        assert_eq!(views[1].recipient, recipient(2));
        assert_eq!(views[1].ad_id, None);
        assert_ne!(views[0].id, views[1].id);
        Ok(vec![CustomerId::new(Uuid::from_u128(0xada)); 2])
    });
    let ad = format!("utm_campaign=Spring&hsa_ad=77&utm_id=5&r={}", token(1));
    let again = format!("utm_campaign=spring&hsa_ad=78&r={}", token(1));
    let unfilled = format!(
        "utm_campaign=spring&hsa_ad=%7B%7Bad.id%7D%7D&r={}",
        token(2)
    );
    let views = [
        view(&ad, ViewAgent::MailProxy),
        view(&again, ViewAgent::Browser),
        view(&unfilled, ViewAgent::Browser),
    ];
    recorded(&mut work, &views).await;
    // One mark, however many recipients of somebody saw something.
    assert_eq!(work.marks.0.len(), 1);
    let owner = MarkTarget::Customer(Uuid::from_u128(0xada).into());
    assert_eq!(
        (work.marks.0[0].target, work.marks.0[0].cause),
        (owner, Cause::TrackerEvent)
    );
}

#[tokio::test]
async fn what_nobody_saw_is_counted_and_kept_nowhere() {
    let mut work = work();
    work.views.expect_count().times(1).returning(|_, _| Ok(()));
    let query = format!("utm_campaign=spring&r={}", token(1));
    let views = [
        view(&query, ViewAgent::Prefetch),
        view(&query, ViewAgent::Bot),
        view(&format!("r={}", token(9)), ViewAgent::Browser),
        view("", ViewAgent::MailProxy),
    ];
    recorded(&mut work, &views).await;
}

#[tokio::test]
async fn profiles_of_a_group_are_written_in_their_order_and_together() {
    let other = Profile {
        id: Uuid::from_u128(0xa).into(),
        ..(*site()).clone()
    };
    let other = Arc::new(other);
    let mut work = MockWork::default();
    expect_known_signatures(&mut work);
    let mut order = mockall::Sequence::new();
    for id in [other.id, profile()] {
        work.views
            .expect_count()
            .times(1)
            .in_sequence(&mut order)
            .withf(move |found, rows| *found == id && rows.len() == 1)
            .returning(|_, _| Ok(()));
    }
    let committed = Arc::clone(&work.is_committed);
    let units = MockUnits::of([work]);
    let views = [
        view("utm_source=a", ViewAgent::Browser),
        view_of(&other, "utm_source=a", ViewAgent::Browser),
    ];
    let (outside, known) = (outside(), KnownSignatures::default());
    let done = record(&units, &outside.context(), &known, &views).await;
    assert_eq!(done.unwrap(), [IntakeReason::Accepted; 2]);
    assert!(committed.load(Ordering::Relaxed));
}

#[tokio::test]
async fn nothing_is_written_of_a_group_that_fails() {
    let mut work = work();
    work.views
        .expect_count()
        .returning(|_, _| Err(StoreError::Unavailable("away".to_owned())));
    let committed = Arc::clone(&work.is_committed);
    let units = MockUnits::of([work]);
    let views = [view("utm_source=a", ViewAgent::Browser)];
    let (outside, known) = (outside(), KnownSignatures::default());
    let done = record(&units, &outside.context(), &known, &views).await;
    assert!(matches!(done, Err(StoreError::Unavailable(_))));
    assert!(!committed.load(Ordering::Relaxed));
}

fn value(kind: &str, key: &str) -> SubjectKey {
    SubjectKey {
        kind: kind.to_owned(),
        key: key.to_owned(),
    }
}

#[tokio::test]
async fn tokens_are_told_in_the_order_in_which_they_are_asked_for() {
    let outside = outside();
    let ada = CustomerId::new(Uuid::from_u128(0xada));
    let nobody = CustomerId::new(Uuid::from_u128(0xbad));
    let mut work = MockWork::default();
    let bea = CustomerId::new(Uuid::from_u128(0xbea));
    work.views
        .expect_holders()
        .times(1)
        .returning(move |id, asked| {
            assert_eq!((id, asked.len()), (profile(), 4));
            let held = [("x-1", bea), ("x-2", ada)];
            Ok(held
                .map(|(key, customer)| (value("external_id", key), customer))
                .to_vec())
        });
    work.views
        .expect_values_of()
        .times(1)
        .returning(move |id, asked| {
            assert_eq!((id, asked), (profile(), [ada, nobody, bea].as_slice()));
            let ada = (ada, value("email", "ada@mail.example"));
            Ok(vec![ada, (bea, value("external_id", "x-1"))])
        });
    work.views
        .expect_issue()
        .times(1)
        .returning(|id, values, at| {
            assert_eq!((id, at), (profile(), noon()));
            let asked: Vec<&str> = values.iter().map(|value| value.key.as_str()).collect();
            // Each once, in an order in which two who ask at once never wait for each other.
            assert_eq!(asked, ["ada@mail.example", "x-1"]);
            let known = values.iter().map(|value| {
                let number = if value.kind == "email" { 1 } else { 2 };
                (value.clone(), recipient(number))
            });
            Ok(known.collect())
        });
    let wanted = [
        Wanted::External(value("external_id", "x-1")),
        Wanted::Customer(ada),
        Wanted::Customer(nobody),
        Wanted::External(value("external_id", "unheard-of")),
        // Of whom another system has an id, it is the same token by whichever id.
        Wanted::External(value("external_id", "x-2")),
        Wanted::External(value("external_id", "x-1")),
    ];
    let done = issue(&mut work, &outside.context(), profile(), &wanted).await;
    let told: Vec<Option<String>> = done
        .unwrap()
        .into_iter()
        .map(|token| token.map(|token| token.to_string()))
        .collect();
    let [one, two] = [token(1), token(2)].map(Some);
    assert_eq!(told, [two.clone(), one.clone(), None, None, one, two]);
}

#[tokio::test]
async fn whoever_asks_for_nobody_known_asks_no_store_for_values() {
    let outside = outside();
    let mut work = MockWork::default();
    work.views
        .expect_values_of()
        .returning(|_, _| Ok(Vec::new()));
    let wanted = [Wanted::Customer(Uuid::from_u128(0xbad).into())];
    let done = issue(&mut work, &outside.context(), profile(), &wanted).await;
    assert_eq!(done.unwrap(), [None]);
}

#[test]
fn an_external_id_is_read_as_that_of_an_event_is() {
    let outside = outside();
    let read = |id: &str| Wanted::external(&outside.context(), id);
    let Wanted::External(read_key) = read(" x-1 ").unwrap() else {
        panic!("an external id is one");
    };
    assert_eq!(read_key.kind, "external_id");
    assert!(read_key.key.ends_with("x-1"), "{}", read_key.key);
    for bad in ["", " ", "null", "a\u{0}b"] {
        assert!(read(bad).is_err(), "{bad:?}");
    }
}
