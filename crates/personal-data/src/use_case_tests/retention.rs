//! How long what is personal is kept.

use attribution_models::{WindowDays, Windows};
use kernel::Actor;

use crate::retention::change::{RetentionChange, RetentionError, change};
use application::mocks::MockWork;
use application::mocks::given::{expect_deed_of_profile, noon, outside, profile};
use application::mocks::stored::{locked, settings, state};
use application::ports::{Keep, RetentionDays, RetentionSettings};

fn days(days: u16) -> Option<RetentionDays> {
    RetentionDays::new(days)
}

fn work(before: RetentionSettings) -> MockWork {
    let mut work = MockWork::default();
    work.attribution
        .expect_lock()
        .returning(|_| Ok(Some(state())));
    work.retention
        .expect_settings()
        .returning(move |_| Ok(Some(before)));
    work.settings
        .expect_read()
        .returning(|_| Ok(Some(settings())));
    work
}

#[tokio::test]
async fn a_browser_keeps_its_name_as_long_as_its_visits_may_be_credited() {
    let outside = outside();
    let longest: WindowDays = Windows::default().longest();
    let short = RetentionChange {
        tracker_days: days(longest.get() - 1).map(Keep::Days),
        personal_days: None,
    };
    let mut work = work(RetentionSettings::default());
    let refused = change(
        &mut work,
        &outside.context(),
        profile(),
        Actor::Operator,
        short,
    )
    .await;
    assert!(matches!(refused, Err(RetentionError::WithinWindow(found)) if found == longest));
}

#[tokio::test]
async fn what_is_decided_is_written_with_its_deed_and_what_is_so_already_is_not() {
    let outside = outside();
    let wanted = RetentionChange {
        tracker_days: days(400).map(Keep::Days),
        personal_days: Some(Keep::ForEver),
    };
    let after = RetentionSettings {
        tracker_days: days(400),
        personal_days: None,
    };
    let mut first = work(RetentionSettings::default());
    first
        .retention
        .expect_write()
        .times(1)
        .withf(move |id, settings, now| *id == profile() && *settings == after && *now == noon())
        .returning(|_, _, _| Ok(()));
    expect_deed_of_profile(&mut first, "retention.updated");
    let done = change(
        &mut first,
        &outside.context(),
        profile(),
        Actor::Operator,
        wanted,
    )
    .await;
    assert_eq!(done.unwrap(), after);
    let mut again = work(after);
    let done = change(
        &mut again,
        &outside.context(),
        profile(),
        Actor::Operator,
        wanted,
    )
    .await;
    assert_eq!(done.unwrap(), after);
}

#[tokio::test]
async fn nothing_is_decided_for_a_profile_that_is_gone() {
    let outside = outside();
    let wanted = RetentionChange {
        tracker_days: days(400).map(Keep::Days),
        personal_days: None,
    };
    let mut without_settings = locked(Some(state()));
    without_settings
        .retention
        .expect_settings()
        .returning(|_| Ok(None));
    let mut without_windows = locked(Some(state()));
    without_windows
        .retention
        .expect_settings()
        .returning(|_| Ok(Some(RetentionSettings::default())));
    without_windows
        .settings
        .expect_read()
        .returning(|_| Ok(None));
    let mut unlocked = locked(None);
    for work in [&mut unlocked, &mut without_settings, &mut without_windows] {
        let context = outside.context();
        let refused = change(work, &context, profile(), Actor::Operator, wanted).await;
        assert!(matches!(refused, Err(RetentionError::NotFound)));
    }
}
