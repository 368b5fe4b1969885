//! A pair that was put off waits for its time, also under another id.

use application::settle;
use customer_decisions::merges::{MergeError, merge};
use customer_decisions::proposals::ProposalError;
use event_intake::RawPerson;
use identity_graph::proposals::{Band, Decision, Proposal, Score};
use kernel::{CustomerId, ProposalStatus};
use reporting::proposals::ProposalRow;

use crate::proposals::{access, anas, decided, page, passed, pay, pending, person, scanned};
use crate::world::{RUNTIME, World, instant, new_id, payment};

#[test]
fn what_waits_comes_back_at_its_time() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        pay(&world, &anas()[..2]).await;
        scanned(&world).await;
        let row = page(&world, ProposalStatus::Pending).await.rows.remove(0);
        let past = Decision::Snooze(world.context().clock.now());
        let error = decided(&world, &row, past).await.unwrap_err();
        assert!(matches!(error, ProposalError::Past));
        let until = world.context().clock.now().plus_micros(5_000_000);
        decided(&world, &row, Decision::Snooze(until))
            .await
            .unwrap();
        assert_eq!(
            page(&world, ProposalStatus::Snoozed).await.counts,
            [0, 0, 0, 1]
        );
        assert_eq!(pending(&world).await, [""; 0]);
        passed(&world).await;
        assert_eq!(page(&world, ProposalStatus::Snoozed).await.rows.len(), 1);
        world.clock.set(until);
        assert_eq!(page(&world, ProposalStatus::Snoozed).await.rows.len(), 0);
        assert_eq!(pending(&world).await.len(), 1);
        assert_eq!(
            page(&world, ProposalStatus::Pending).await.counts,
            [1, 0, 0, 0]
        );
        let unknown = ProposalRow {
            id: uuid::Uuid::from_u128(1).into(),
            ..row.clone()
        };
        let error = decided(&world, &unknown, Decision::Merge)
            .await
            .unwrap_err();
        assert!(matches!(error, ProposalError::NotFound));
        // Somebody else's profile has no such proposal.
        let other = World::new().await;
        let error = decided(&other, &row, Decision::Dismiss).await.unwrap_err();
        assert!(matches!(error, ProposalError::NotFound));
        // A national id of each, told later, makes two people of them.
        let mut known = anas();
        known[0].national_id = Some("11111111-1".to_owned());
        known[1].national_id = Some("22222222-2".to_owned());
        for (key, person) in known[..2].iter().enumerate() {
            let mut draft = payment(instant("2026-04-01T00:00:00Z"), "10", "");
            draft.person = person.clone();
            world.record(&format!("known-{key}"), draft).await;
        }
        world.drain().await;
        let error = decided(&world, &row, Decision::Merge).await.unwrap_err();
        assert!(
            matches!(error, ProposalError::Merge(MergeError::NotMergeable(_))),
            "{error}"
        );
        passed(&world).await;
        assert_eq!(pending(&world).await, [""; 0]);
    });
}

/// Two who were put off, and somebody who was there before them.
struct PutOff {
    pair: [CustomerId; 2],
    first: CustomerId,
}

impl PutOff {
    async fn new(world: &World) -> Self {
        let unnamed = person("", "", "first@mail.example", "");
        let [ana, mut work, _, ben] = anas();
        work.national_id = Some("11111111-1".to_owned());
        pay(world, &[unnamed, ana, work, ben]).await;
        scanned(world).await;
        let row = page(world, ProposalStatus::Pending).await.rows.remove(0);
        let later = Decision::Snooze(world.context().clock.now().plus_micros(5_000_000));
        decided(world, &row, later).await.unwrap();
        let home = "SELECT customer_id::text AS line FROM identifiers \
            WHERE profile_id = $1 AND kind = 'email' AND value_key = 'first@mail.example'";
        let first = world.lines(home).await.remove(0);
        let first = first.parse::<uuid::Uuid>().unwrap().into();
        let mut pair = row.pair;
        pair.sort();
        assert!(first < pair[0]);
        Self { pair, first }
    }

    /// A fact says that the second of them is who was there before.
    async fn told(&self, world: &World) {
        let mut draft = payment(instant("2026-04-01T00:00:00Z"), "10", "");
        draft.person = RawPerson {
            national_id: Some("11111111-1".to_owned()),
            ..person("", "", "first@mail.example", "")
        };
        world.record("both", draft).await;
        world.drain().await;
    }

    /// Whoever was there before and the first of them are put off, and nobody else is.
    async fn goes_on(&self, world: &World, why: &str) {
        for _ in 0..2 {
            let waiting = page(world, ProposalStatus::Snoozed).await;
            assert_eq!(waiting.counts, [0, 0, 0, 1], "{why}");
            let mut pair = waiting.rows[0].pair;
            pair.sort();
            assert_eq!(pair, [self.first, self.pair[0]], "{why}");
            passed(world).await;
        }
    }
}

/// Whoever was put off with somebody is put off with whom that one turns out to be: by a decision, or by what facts say.
#[test]
fn what_waits_goes_on_waiting_under_another_id() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let put_off = PutOff::new(&world).await;
        let (context, access) = (world.context(), access(&world));
        let mut work = world.begin().await;
        let pair = [put_off.first, put_off.pair[1]];
        let made = merge(&mut *work, &context, &access, pair, None).await;
        let made = settle(work, made).await.unwrap();
        assert_eq!(made.merge.merged, put_off.pair[1]);
        put_off.goes_on(&world, "by a decision").await;

        let world = World::new().await;
        let put_off = PutOff::new(&world).await;
        put_off.told(&world).await;
        scanned(&world).await;
        put_off.goes_on(&world, "by a fact").await;
    });
}

/// With many who wait, whoever an alias leads to, or was put off with, may be compared before the alias is looked at.
#[test]
fn what_waits_goes_on_waiting_though_others_are_compared_first() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let put_off = PutOff::new(&world).await;
        put_off.told(&world).await;
        let proposal = Proposal {
            score: Score(3_000),
            band: Band::Likely,
            evidence: Vec::new(),
        };
        let pair = [put_off.first, put_off.pair[0]];
        let (profile, now) = (world.profile.id, world.context().clock.now());
        let mut work = world.begin().await;
        let proposed = [(new_id(), pair, proposal)];
        let done = work
            .proposals()
            .propose(profile, &pair, &proposed, now)
            .await;
        settle(work, done).await.unwrap();
        assert_eq!(pending(&world).await.len(), 1);
        scanned(&world).await;
        put_off.goes_on(&world, "after a comparison").await;
    });
}
