//! Customers who may be one are found, and what people decide of it stays.

use std::sync::OnceLock;

use application::{settle, transact};
use customer_decisions::merges::{
    AtPlace, Consequence, CreditedChange, MergeError, PreviewHash, SeveralConsequence, preview,
    undo, undo_several,
};
use customer_decisions::proposals::decide_several::preview as foretell;
use customer_decisions::proposals::{
    ProposalError, Scanned, decide, decide_several, request, scan,
};
use event_intake::RawPerson;
use identity_graph::proposals::Decision;
use kernel::{Actor, Limit, MergeId, ProfileAccess, ProposalId, ProposalStatus};
use postgres_reporting::PgProposalsReader;
use reporting::proposals::{ProposalRow, ProposalsPage, ProposalsQuery, ProposalsReader};

use crate::world::{RUNTIME, World, identify_as, instant, payment};

pub(crate) fn access(world: &World) -> ProfileAccess {
    ProfileAccess {
        profile_id: world.profile.id,
        scopes: [].into(),
        actor: Actor::Operator,
    }
}

/// Looks at customers until all are looked at.
pub(crate) async fn scanned(world: &World) {
    let input = (world.context(), world.profile.id, OnceLock::new());
    loop {
        let done = transact(&*world.units, &input, |work, (context, id, commonness)| {
            Box::pin(scan(work, context, *id, commonness))
        });
        match done.await.unwrap() {
            Scanned::Through => return,
            Scanned::Taken | Scanned::Some => {}
        }
    }
}

/// Goes through all customers from the beginning; how many were looked at, and how many of them compared.
pub(crate) async fn passed(world: &World) -> String {
    let input = (world.context(), world.profile.id);
    let asked = transact(&*world.units, &input, |work, (context, id)| {
        Box::pin(request(work, context, *id))
    });
    asked.await.unwrap();
    scanned(world).await;
    let lines =
        "SELECT concat_ws(' ', walked, compared) AS line FROM proposal_scans WHERE profile_id = $1";
    world.lines(lines).await.remove(0)
}

pub(crate) async fn page(world: &World, status: ProposalStatus) -> ProposalsPage {
    let reader = PgProposalsReader::new(world.pool.clone());
    let query = ProposalsQuery {
        status,
        band: None,
        limit: Limit::new(100).unwrap(),
        after: None,
    };
    let now = world.context().clock.now();
    reader.proposals(&access(world), &query, now).await.unwrap()
}

/// Who waits, by addresses and numbers.
pub(crate) async fn pending(world: &World) -> Vec<String> {
    let page = page(world, ProposalStatus::Pending).await;
    page.rows.iter().map(told).collect()
}

fn told(row: &ProposalRow) -> String {
    let mut sides: Vec<_> = row
        .sides
        .iter()
        .map(|side| {
            let shown = side.primary_email.as_ref().or(side.primary_phone.as_ref());
            shown.map_or("nobody", |it| it.as_str())
        })
        .collect();
    sides.sort_unstable();
    format!("{} {}", sides.join(" "), row.band.as_deref().unwrap_or("-"))
}

pub(crate) async fn decided(
    world: &World,
    row: &ProposalRow,
    decision: Decision,
) -> Result<Option<Consequence>, ProposalError> {
    let mut work = world.begin().await;
    let done = decide(
        &mut *work,
        &world.context(),
        &access(world),
        row.id,
        decision,
        None,
    )
    .await;
    settle(work, done).await
}

pub(crate) fn person(first: &str, last: &str, email: &str, phone: &str) -> RawPerson {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    RawPerson {
        first_name: given(first),
        last_name: given(last),
        email: given(email),
        phone: given(phone),
        ..RawPerson::default()
    }
}

/// Pays as each of them, a day after the other.
pub(crate) async fn pay(world: &World, people: &[RawPerson]) {
    for (day, person) in people.iter().enumerate() {
        let at = instant(&format!("2026-03-{:02}T00:00:00Z", day + 1));
        let mut draft = payment(at, "10", "");
        draft.person = person.clone();
        let name = format!("{:?}", draft.person.email);
        world.record(&name, draft).await;
    }
    world.drain().await;
}

/// Ana under three addresses with three numbers that differ by a slip, and somebody else.
pub(crate) fn anas() -> [RawPerson; 4] {
    [
        person("Ana", "Soto", "ana.soto@mail.example", "+56911111111"),
        person("ana", "SOTO", "ana.soto@work.example", "+56911111112"),
        person("Ana", "Soto", "ana.soto@old.example", "+56911111113"),
        person("Ben", "Rojas", "ben@mail.example", "+56922222222"),
    ]
}

#[test]
fn who_may_be_one_is_found_once_and_told_why() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        pay(&world, &anas()[..2]).await;
        scanned(&world).await;
        let found = ["ana.soto@mail.example ana.soto@work.example strong"];
        assert_eq!(pending(&world).await, found);
        let page = page(&world, ProposalStatus::Pending).await;
        assert_eq!(page.counts, [1, 0, 0, 0]);
        let reasons: Vec<_> = page.rows[0]
            .reasons
            .iter()
            .map(|it| format!("{} {} {}", it.field, it.agreement, it.bits))
            .collect();
        assert_eq!(
            reasons,
            ["email partial 8677", "phone close 6786", "names exact 3982"]
        );
        let kept = "SELECT evidence::text AS line FROM merge_proposals WHERE profile_id = $1";
        assert!(
            !world.lines(kept).await[0].contains("ana"),
            "no value is kept"
        );

        // Nobody has changed, so nobody is compared.
        assert_eq!(passed(&world).await, "2 0");
        // A browser that says it is Ben names Ana's number: they are compared with Ana, and nobody is joined.
        pay(&world, &anas()[3..]).await;
        let at = instant("2026-03-20T00:00:00Z");
        let told = person("", "", "ben@mail.example", "+56911111111");
        world
            .track("browser", vec![identify_as("told", at, told)])
            .await;
        world.drain().await;
        // Ben is new; of Ana nothing more is known.
        assert_eq!(passed(&world).await, "3 1");
        assert_eq!(pending(&world).await.len(), 1, "names and addresses differ");
        pay(
            &world,
            &[person(
                "Bent",
                "Rojas",
                "ben.rojas@mail.example",
                "+56922222222",
            )],
        )
        .await;
        // A number of two addresses is several people's: it joins nobody, and says nothing of any two of them.
        assert_eq!(passed(&world).await, "5 3");
        assert_eq!(pending(&world).await, found);
    });
}

#[test]
fn what_was_dismissed_stays_so_and_is_inherited() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let [ana, work, old, _] = anas();
        pay(&world, &[ana, work]).await;
        scanned(&world).await;
        let row = page(&world, ProposalStatus::Pending).await.rows.remove(0);
        decided(&world, &row, Decision::Dismiss).await.unwrap();
        decided(&world, &row, Decision::Dismiss).await.unwrap();
        let other = decided(&world, &row, Decision::Merge).await.unwrap_err();
        assert!(matches!(other, ProposalError::Decided(_)), "{other}");
        let later = Decision::Snooze(instant("2027-01-01T00:00:00Z"));
        let other = decided(&world, &row, later).await.unwrap_err();
        assert!(matches!(other, ProposalError::Decided(_)), "{other}");
        pay(&world, &[old]).await;
        passed(&world).await;
        let both = [
            "ana.soto@mail.example ana.soto@old.example strong",
            "ana.soto@old.example ana.soto@work.example strong",
        ];
        let mut waiting = pending(&world).await;
        waiting.sort();
        assert_eq!(waiting, both);
        // The third is merged into the first, between whom and the second somebody decided.
        let page_now = page(&world, ProposalStatus::Pending).await;
        let of_first = page_now
            .rows
            .iter()
            .find(|row| told(row) == both[0])
            .unwrap();
        let (context, access) = (world.context(), access(&world));
        let before = preview(&*world.units, &context, &access, of_first.pair).await;
        let before = before.unwrap();
        let done = decided(&world, of_first, Decision::Merge).await.unwrap();
        let done = done.unwrap();
        assert_eq!(done.hash, before.hash);
        assert!(
            decided(&world, of_first, Decision::Merge)
                .await
                .unwrap()
                .is_none()
        );
        assert_eq!(
            pending(&world).await,
            [""; 0],
            "nothing is proposed of an alias"
        );
        passed(&world).await;
        assert_eq!(pending(&world).await, [""; 0], "dismissed for both of them");
        assert_eq!(
            page(&world, ProposalStatus::Pending).await.counts,
            [0, 1, 1, 0]
        );
        // Taken back it is dismissed, and the other one is proposed again.
        let mut work = world.begin().await;
        let undone = undo(&mut *work, &context, &access, done.merge.id).await;
        settle(work, undone).await.unwrap();
        scanned(&world).await;
        assert_eq!(pending(&world).await, [both[1]]);
        assert_eq!(
            page(&world, ProposalStatus::Pending).await.counts,
            [1, 0, 2, 0]
        );
        world.ledger_holds().await;
    });
}

async fn decided_all(
    world: &World,
    ids: &[ProposalId],
    decision: Decision,
    expected: Option<PreviewHash>,
) -> Result<Option<SeveralConsequence>, AtPlace<ProposalError>> {
    let (mut work, context, access) = (world.begin().await, world.context(), access(world));
    let done = decide_several(&mut *work, &context, &access, ids, decision, expected).await;
    settle(work, done).await
}

/// Two pairs that wait would make one of a third that somebody decided is two.
#[test]
fn several_do_not_make_one_of_people_who_are_two() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let [ana, work, old, _] = anas();
        pay(&world, &[ana, work]).await;
        scanned(&world).await;
        let row = page(&world, ProposalStatus::Pending).await.rows.remove(0);
        decided(&world, &row, Decision::Dismiss).await.unwrap();
        pay(&world, &[old]).await;
        passed(&world).await;
        let rows = page(&world, ProposalStatus::Pending).await.rows;
        let ids: Vec<ProposalId> = rows.iter().map(|row| row.id).collect();
        assert_eq!(ids.len(), 2);
        let (context, access) = (world.context(), access(&world));
        let foretold = foretell(&*world.units, &context, &access, &ids).await;
        let refused = decided_all(&world, &ids, Decision::Merge, None).await;
        for refused in [foretold.unwrap_err(), refused.unwrap_err()] {
            assert_eq!(refused.place, Some(1), "{refused}");
            let is_so = matches!(refused.error, ProposalError::Merge(MergeError::Two));
            assert!(is_so, "{refused}");
        }
        assert_eq!(pending(&world).await.len(), 2, "nothing of it is done");
        let one = decided_all(&world, &ids[..1], Decision::Merge, None).await;
        assert!(one.is_ok(), "each alone may be");
    });
}

#[test]
fn several_are_decided_at_once_or_none_is() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let ben = person("Ben", "Rojas", "ben@work.example", "+56922222223");
        pay(&world, &[&anas()[..], &[ben]].concat()).await;
        scanned(&world).await;
        let counts = async || page(&world, ProposalStatus::Pending).await.counts;
        let waiting = page(&world, ProposalStatus::Pending).await.rows;
        let (bens, anas): (Vec<_>, Vec<_>) =
            waiting.iter().partition(|row| told(row).contains("ben"));
        let ([ben], [one, two, three]) = (&bens[..], &anas[..]) else {
            panic!("{waiting:?}");
        };
        // The third pair of three people is one by then, whatever is decided in between.
        let ids = [one, two, ben, three].map(|row| row.id);
        let (context, access) = (world.context(), access(&world));
        let before = world.results().await;
        let foretold = foretell(&*world.units, &context, &access, &ids).await;
        let foretold = foretold.unwrap();
        assert_eq!(world.results().await, before, "a preview leaves nothing");

        // One that is none, and something that was not previewed: nothing of it is done.
        let unknown = ProposalId::new(uuid::Uuid::from_u128(7));
        let with_unknown = [&ids[..], &[unknown]].concat();
        for decision in [Decision::Merge, Decision::Dismiss] {
            let refused = decided_all(&world, &with_unknown, decision, None).await;
            let refused = refused.unwrap_err();
            assert_eq!(refused.place, Some(4), "{refused}");
            assert!(
                matches!(refused.error, ProposalError::NotFound),
                "{refused}"
            );
        }
        let of_others = decided_all(&world, &ids[..1], Decision::Merge, Some(foretold.hash)).await;
        let of_others = of_others.unwrap_err();
        let is_stale = matches!(of_others.error, ProposalError::Merge(MergeError::Stale));
        assert!(is_stale && of_others.place.is_none(), "{of_others}");
        assert_eq!(counts().await, [4, 0, 0, 0]);
        assert_eq!(world.results().await, before);

        let done = decided_all(&world, &ids, Decision::Merge, Some(foretold.hash)).await;
        let done = done.unwrap().unwrap();
        let made: Vec<MergeId> = done.made().map(|merge| merge.id).collect();
        assert_eq!(made.len(), 3);
        assert!(done.pairs[3].made.is_none());
        let by = [made[0], made[1], made[2], made[1]].map(Some);
        let told_by =
            |done: &SeveralConsequence| done.pairs.iter().map(|pair| pair.by).collect::<Vec<_>>();
        assert_eq!(told_by(&done), by);
        let changed = |credited: &[CreditedChange]| -> Vec<_> {
            let changed = credited
                .iter()
                .filter(|it| !it.cash.is_zero() || it.conversions != 0);
            changed
                .map(|it| (it.channel.clone(), it.model, it.cash, it.conversions))
                .collect()
        };
        assert_eq!(changed(&done.credited), changed(&foretold.credited));
        assert_eq!(counts().await, [0, 4, 0, 0]);
        // Sent again, as it was or without what was previewed, it says by which merges they are one.
        for expected in [Some(foretold.hash), None] {
            let again = decided_all(&world, &ids, Decision::Merge, expected).await;
            let again = again.unwrap().unwrap();
            assert_eq!(again.made().count(), 0);
            assert_eq!(told_by(&again), by);
        }
        world.ledger_holds().await;

        // Taken back at once, in whatever order they are told, and not only the first of them.
        let mut work = world.begin().await;
        let refused = undo_several(&mut *work, &context, &access, &made[..1]).await;
        let refused = settle(work, refused).await.unwrap_err();
        assert!(matches!(refused.error, MergeError::BuiltUpon), "{refused}");
        assert_eq!(refused.place, Some(0));
        let mut work = world.begin().await;
        let undone = undo_several(&mut *work, &context, &access, &made).await;
        let undone = settle(work, undone).await.unwrap();
        let undone: Vec<MergeId> = undone.iter().map(|merge| merge.id).collect();
        assert_eq!(undone, made);
        assert_eq!(counts().await, [0, 0, 4, 0], "nobody is asked again");
        world.drain().await;
        assert_eq!(world.results().await, before);
        world.ledger_holds().await;
    });
}

/// Whoever shares a value with more than fifty is told nothing by it.
#[test]
fn a_crowd_is_nobody() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        for number in 0..60 {
            let mut draft = payment(instant("2026-03-01T00:00:00Z"), "1", "");
            draft.person = person("Info", "", &format!("info@shop{number}.example"), "");
            world.record(&format!("{number}"), draft).await;
        }
        world.drain().await;
        scanned(&world).await;
        assert_eq!(pending(&world).await, [""; 0]);
    });
}

/// Several processes look at the same profile: what comes of it is what comes of one.
#[test]
fn several_at_once_find_everybody_once() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut people = Vec::new();
        for (number, name) in ["ana", "eva", "ida", "lea"].iter().enumerate() {
            for (slip, domain) in ["mail", "work"].iter().enumerate() {
                let email = format!("{name}.soto@{domain}.example");
                let phone = format!("+569{}777777{slip}", number + 3);
                people.push(person(name, "Soto", &email, &phone));
            }
        }
        pay(&world, &people).await;
        tokio::join!(scanned(&world), scanned(&world), scanned(&world));
        assert_eq!(pending(&world).await.len(), 4);
        let rows = page(&world, ProposalStatus::Pending).await.rows;
        let (one, other) = tokio::join!(
            decided(&world, &rows[0], Decision::Merge),
            decided(&world, &rows[0], Decision::Dismiss),
        );
        assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1);
    });
}
