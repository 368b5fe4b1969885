//! Everybody is replayed into a new generation.

use std::sync::Mutex;

use kernel::{Actor, Currency, Exact, TimeZone};
use reporting::causes::{Cause, ChangeCause};
use uuid::Uuid;

use crate::mocks::given::{noon, outside, profile};
use crate::mocks::journeys::expect_lens;
use crate::mocks::stored::{costs, expect_told, locked, running, site, state};
use crate::mocks::{MockUnits, MockWork};
use crate::ports::{
    AttributionState, Book, Building, CutStep, CutVisitors, Mark, MarkTarget, MockFullReplay,
    MockSessionCut, Profile, ReplayStep, Tidy, VisitorRange, Visitors,
};
use crate::replays::rebuild::{Progress, Rebuilt, rebuild};

fn cause(cause: Cause) -> ChangeCause {
    ChangeCause {
        cause,
        subject: Some(Uuid::from_u128(0xe)),
        actor: Actor::System,
        at: noon(),
        count: 1,
    }
}

/// The profile as it is to be seen from now on.
fn lens() -> Profile {
    Profile {
        currency: Currency::parse("USD").unwrap(),
        timezone: TimeZone::named("Europe/Berlin").unwrap(),
        ..(*site()).clone()
    }
}

/// Another worker left generation 2 half done; this one claims the third for these reasons.
fn claimed(causes: Vec<ChangeCause>) -> MockWork {
    let abandoned = AttributionState {
        building: Some(Building {
            generation: 2,
            is_alive: false,
        }),
        ..state()
    };
    let mut work = locked(Some(abandoned));
    work.marks.0 = vec![Mark::new(MarkTarget::Profile, Cause::Requested)];
    expect_lens(&mut work, Vec::new());
    let store = &mut work.attribution;
    store.expect_profile().returning(|_| Ok(Some(lens())));
    store.expect_count_people().returning(|_| Ok(7));
    store
        .expect_building()
        .times(1)
        .withf(|_, generation, _| *generation == 3)
        .returning(|_, _, _| Ok(()));
    work.recomputes
        .expect_begin()
        .times(1)
        .withf(|id, generation, at| (*id, *generation, *at) == (profile(), 3, noon()))
        .returning(move |_, _, _| Ok(causes.clone()));
    work.recomputes
        .expect_progress()
        .times(1)
        .withf(|_, _, done, total| (*done, *total) == (0, Some(7)))
        .returning(|_, _, _, _| Ok(()));
    work
}

/// A transaction in which this worker still has the generation, or in which another one has the next.
fn step(is_ours: bool) -> MockWork {
    let building = Building {
        generation: if is_ours { 3 } else { 4 },
        is_alive: true,
    };
    let mut work = locked(Some(AttributionState {
        building: Some(building),
        ..state()
    }));
    work.attribution
        .expect_building()
        .times(usize::from(is_ours))
        .returning(|_, _, _| Ok(()));
    work
}

/// So many people are reported done.
fn reported(people: u64) -> MockWork {
    let mut work = step(true);
    work.recomputes
        .expect_progress()
        .times(1)
        .withf(move |_, _, done, total| (*done, *total) == (people, None))
        .returning(|_, _, _, _| Ok(()));
    work
}

fn replay(steps: Vec<ReplayStep>) -> MockFullReplay {
    let mut steps = steps.into_iter();
    let mut replay = MockFullReplay::new();
    replay
        .expect_step()
        .returning(move || Ok(steps.next().unwrap()));
    replay
}

/// Readers are switched over, and the ledger says for which reasons.
fn published(causes: Vec<ChangeCause>) -> MockWork {
    let mut work = step(true);
    work.marks.0 = vec![Mark::new(MarkTarget::Profile, Cause::Requested)];
    let store = &mut work.attribution;
    // Days begin elsewhere now.
    store
        .expect_move_sessions()
        .times(1)
        .withf(|_, clocks| clocks.last().unwrap().offset_seconds == 3_600)
        .returning(|_, _| Ok(()));
    store
        .expect_publish()
        .times(1)
        .withf(|lens, generation, _| lens.currency.code() == "USD" && *generation == 3)
        .returning(|_, _, _| Ok(()));
    store.expect_recomputed().times(1).returning(|_, _| Ok(()));
    work.recomputes
        .expect_complete()
        .times(1)
        .returning(move |_, _, _| Ok((Some(Uuid::from_u128(0x77).into()), causes.clone())));
    work.ledger
        .expect_figures()
        .times(1)
        .withf(|_, generation, _| *generation == 3)
        .returning(|_, _, _| Ok(costs("Email", 9)));
    work.ledger
        .expect_reported()
        .times(1)
        .withf(|_, cells| cells.is_none())
        .returning(|_, _| Ok(Book::new()));
    work.ledger.expect_append().times(1).returning(|_, line| {
        assert_eq!(line.recompute_id, Some(Uuid::from_u128(0x77).into()));
        assert_eq!(line.seen_before.currency.code(), "EUR");
        assert_eq!(line.seen_after.currency.code(), "USD");
        assert_eq!(line.cells[0].after.spend, Exact::whole(9));
        Ok(())
    });
    expect_told(&mut work, |told| {
        assert_eq!(told["type"], "recompute.completed");
        let id = Uuid::from_u128(0x77).to_string();
        assert_eq!(told["data"]["recompute_id"], id);
        assert_eq!(told["data"]["finished_at"], noon().to_string());
    });
    work
}

fn swept() -> MockWork {
    let mut work = MockWork::default();
    work.attribution
        .expect_sweep()
        .times(1)
        .returning(|_| Ok(()));
    work
}

async fn run(units: MockUnits) -> (Rebuilt, Vec<u64>) {
    let (outside, told) = (outside(), Mutex::new(Vec::new()));
    let tell = |progress: Progress| told.lock().unwrap().push(progress.people);
    let rebuilt = rebuild(&units, &outside.context(), profile(), &tell).await;
    (rebuilt.unwrap(), told.into_inner().unwrap())
}

#[tokio::test]
async fn readers_see_the_new_generation_when_everybody_is_in_it() {
    let why = || vec![cause(Cause::WindowsChanged)];
    let steps = vec![
        ReplayStep::Replayed { people: 5 },
        ReplayStep::Underway,
        ReplayStep::Done,
    ];
    let units = MockUnits::of(vec![
        claimed(why()),
        reported(5),
        reported(5),
        reported(7),
        published(why()),
        swept(),
    ]);
    let (rebuilt, told) = run(units.with_replay(replay(steps))).await;
    let expected = Rebuilt::Published {
        generation: 3,
        people: 7,
    };
    assert_eq!((rebuilt, told.as_slice()), (expected, [5, 5, 7].as_slice()));
}

/// The sessions of all browsers, in one piece.
fn cut() -> MockSessionCut {
    let piece = CutVisitors {
        visitors: VisitorRange::default(),
        sessions: Vec::new(),
        touches: Vec::new(),
    };
    let mut steps = vec![CutStep::Underway, CutStep::Cut(piece), CutStep::Done].into_iter();
    let mut cut = MockSessionCut::new();
    cut.expect_step()
        .returning(move || Ok(steps.next().unwrap()));
    cut
}

#[tokio::test]
async fn other_exclusions_cut_sessions_anew_and_are_shown_from_then_on() {
    let why = || vec![cause(Cause::ExclusionsChanged)];
    let mut written = step(true);
    written
        .attribution
        .expect_replace_sessions()
        .times(1)
        .withf(|_, visitors, _, _| matches!(visitors, Visitors::Range(_)))
        .returning(|_, _, _, _| Ok(()));
    written
        .attribution
        .expect_tidy()
        .times(1)
        .withf(|_, tidy| *tidy == Tidy::Now)
        .returning(|_, _| Ok(()));
    let mut shown = published(why());
    shown
        .exclusions
        .expect_shown()
        .times(1)
        .withf(|_, ids, _| *ids == [Uuid::from_u128(0xe).into()])
        .returning(|_, _, _| Ok(()));
    let units = MockUnits::of(vec![
        claimed(why()),
        step(true),
        written,
        reported(7),
        shown,
        swept(),
    ]);
    let units = units
        .with_cut(cut())
        .with_replay(replay(vec![ReplayStep::Done]));
    let (rebuilt, _) = run(units).await;
    assert!(matches!(rebuilt, Rebuilt::Published { generation: 3, .. }));
}

#[tokio::test]
async fn a_worker_that_was_overtaken_publishes_nothing() {
    // While sessions are cut; nobody asked in writing, so they are.
    let units = MockUnits::of([claimed(Vec::new()), step(false)]);
    let (rebuilt, _) = run(units.with_cut(cut())).await;
    assert_eq!(rebuilt, Rebuilt::Overtaken);
    // While people are replayed.
    let why = || vec![cause(Cause::WindowsChanged)];
    let units = MockUnits::of([claimed(why()), step(false)]);
    let done = || replay(vec![ReplayStep::Done]);
    let (rebuilt, told) = run(units.with_replay(done())).await;
    assert_eq!((rebuilt, told.len()), (Rebuilt::Overtaken, 0));
    // At the very end.
    let units = MockUnits::of(vec![claimed(why()), reported(7), step(false)]);
    let (rebuilt, _) = run(units.with_replay(done())).await;
    assert_eq!(rebuilt, Rebuilt::Overtaken);
}

#[tokio::test]
async fn one_worker_at_a_time_rebuilds_a_profile() {
    let gone = || {
        let mut gone = locked(Some(state()));
        gone.attribution.expect_profile().returning(|_| Ok(None));
        gone
    };
    let works: [&dyn Fn() -> MockWork; 3] = [&|| locked(Some(running())), &|| locked(None), &gone];
    for work in works {
        let (rebuilt, _) = run(MockUnits::of([work()])).await;
        assert_eq!(rebuilt, Rebuilt::Busy);
    }
}
