//! What asks for replays, and what waits for one.

use attribution_models::WindowDays;
use kernel::Scope;

use crate::customers::settle::settle;
use crate::mocks::given::{access, expect_deed_of_profile, outside, profile};
use crate::mocks::stored::{locked, running, settings, state};
use crate::ports::MarkTarget;
use crate::profiles::windows::{WindowsChange, set_windows};
use crate::replays::recompute::recompute;
use crate::tracking::exclude;
use crate::tracking::reread::reread;

#[tokio::test]
async fn windows_are_written_when_they_differ_and_everybody_is_replayed_either_way() {
    let (outside, access) = (outside(), access(&[Scope::AttributionWrite]));
    for (days, is_written) in [(45, true), (settings().windows.click_days.get(), false)] {
        let mut work = locked(Some(state()));
        work.settings
            .expect_read()
            .returning(|_| Ok(Some(settings())));
        work.settings
            .expect_write()
            .times(usize::from(is_written))
            .withf(move |after| after.windows.click_days.get() == days)
            .returning(|_| Ok(()));
        work.recomputes
            .expect_queue()
            .times(1)
            .returning(|_, candidate, _| Ok((candidate, true)));
        expect_deed_of_profile(&mut work, "attribution_settings.updated");
        let change = WindowsChange {
            click_days: WindowDays::new(days),
            ..WindowsChange::default()
        };
        let set = set_windows(&mut work, &outside.context(), &access, change).await;
        assert_eq!(set.unwrap().unwrap().windows.click_days.get(), days);
        assert_eq!(work.marks.0.len(), 1);
    }
    let mut work = locked(None);
    let change = WindowsChange::default();
    let set = set_windows(&mut work, &outside.context(), &access, change).await;
    assert_eq!(set.unwrap(), None);
}

#[tokio::test]
async fn a_request_joins_the_replay_that_waits() {
    let (outside, access) = (outside(), access(&[Scope::AttributionWrite]));
    let waits = uuid::Uuid::from_u128(0x77).into();
    let mut work = locked(Some(state()));
    work.recomputes
        .expect_queue()
        .times(1)
        .returning(move |_, _, _| Ok((waits, false)));
    expect_deed_of_profile(&mut work, "attribution.recompute_requested");
    let queued = recompute(&mut work, &outside.context(), &access)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((queued.id, queued.created), (waits, false));
    assert_eq!(work.marks.0[0].target, MarkTarget::Profile);
    let none = recompute(&mut locked(None), &outside.context(), &access).await;
    assert_eq!(none.unwrap(), None);
}

/// A replay that runs began with what held before.
#[tokio::test]
async fn nothing_that_a_full_replay_reads_changes_while_it_runs() {
    let outside = outside();
    for state in [Some(running()), None] {
        let context = outside.context();
        let mut work = locked(state.clone());
        assert!(!settle(&mut work, &context, profile(), 10).await.unwrap());
        let mut work = locked(state.clone());
        assert!(!reread(&mut work, &context, profile(), 10).await.unwrap());
        let mut work = locked(state);
        assert!(!exclude::pass(&mut work, profile(), 10).await.unwrap());
    }
}
