//! The contract of where the tracker was heard.

use event_intake::ports::{COUNTED_DAYS, Heard, HostKey, MOST_HOSTS, TrackerHost, TrackerHosts};
use event_intake::{TrackerVersion, Way};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{ProfileId, StoreError};

use super::Given;

/// Tries a store of hosts. The profiles begin without any. What it writes stays.
///
/// # Panics
/// With the promise that the store broke.
pub async fn tracker_hosts(store: &dyn TrackerHosts, given: &Given) -> Result<(), StoreError> {
    knows_nothing_at_first(store, given).await?;
    adds_up(store, given).await?;
    counts_days(store, given).await?;
    keeps_ways_and_profiles_apart(store, given).await?;
    forgets_the_oldest(store, given).await
}

fn key(given: &Given, (profile_id, host): (ProfileId, &str), day: i64) -> HostKey {
    let at = given.at.plus_micros(day * MICROS_PER_DAY);
    HostKey {
        local_date: at.to_utc().date(),
        profile_id,
        host: host.to_owned(),
        way: Some(Way::Snippet),
    }
}

fn version(text: &str) -> Option<TrackerVersion> {
    TrackerVersion::parse(text)
}

async fn one(
    store: &dyn TrackerHosts,
    profile_id: ProfileId,
    host: &str,
) -> Result<TrackerHost, StoreError> {
    let found = store.of_profile(profile_id).await?;
    let mut found = found.into_iter().filter(|it| it.host == host);
    let (own, other) = (found.next(), found.next());
    assert_eq!(other, None, "a host is there once a way");
    let unknown = || StoreError::inconsistent("a host that was heard is known");
    own.ok_or_else(unknown)
}

async fn knows_nothing_at_first(store: &dyn TrackerHosts, given: &Given) -> Result<(), StoreError> {
    store.add(&[]).await?;
    assert_eq!(
        store.of_profile(given.own.profile).await?,
        [],
        "before anything was heard no host is known"
    );
    Ok(())
}

async fn adds_up(store: &dyn TrackerHosts, given: &Given) -> Result<(), StoreError> {
    // No own domain of the profile: those are the last that are forgotten.
    let place = (given.own.profile, "heard.example");
    let first = Heard::taken(3, version("a"), given.after(10));
    store.add(&[(key(given, place, 0), first)]).await?;
    let refused = Heard::refused(None, given.after(30));
    store.add(&[(key(given, place, 0), refused)]).await?;
    // What is written late is not the latest.
    let late = Heard::taken(4, version("b"), given.after(5));
    store.add(&[(key(given, place, 0), late)]).await?;
    let mut page_views = [0; COUNTED_DAYS];
    page_views[0] = 7;
    assert_eq!(
        one(store, place.0, place.1).await?,
        TrackerHost {
            host: place.1.to_owned(),
            way: Some(Way::Snippet),
            version: version("b"),
            first_seen_at: given.after(5),
            last_seen_at: Some(given.after(10)),
            refused_at: Some(given.after(30)),
            counted_on: given.at.to_utc().date(),
            page_views,
        },
        "page views of a day are added up, instants widen, and the version is what was told last"
    );
    Ok(())
}

async fn counts_days(store: &dyn TrackerHosts, given: &Given) -> Result<(), StoreError> {
    let place = (given.own.profile, "days.example");
    for (day, views, last, expected) in [
        (0, 1, 0, [1, 0, 0, 0, 0, 0, 0]),
        (1, 2, 1, [2, 1, 0, 0, 0, 0, 0]),
        (4, 4, 4, [4, 0, 0, 2, 1, 0, 0]),
        (3, 8, 4, [4, 8, 0, 2, 1, 0, 0]),
        (-3, 16, 4, [4, 8, 0, 2, 1, 0, 0]),
        (-2, 32, 4, [4, 8, 0, 2, 1, 0, 32]),
        (9, 64, 9, [64, 0, 0, 0, 0, 4, 8]),
        (40, 128, 40, [128, 0, 0, 0, 0, 0, 0]),
    ] {
        let heard = Heard::taken(views, None, given.after(day));
        store.add(&[(key(given, place, day), heard)]).await?;
        let found = one(store, place.0, place.1).await?;
        assert_eq!(
            (found.counted_on, found.page_views),
            (key(given, place, last).local_date, expected),
            "page views count on their day, and those of before the last seven are nobody's"
        );
    }
    let both = [(41, 1), (42, 2)].map(|(day, views)| {
        let heard = Heard::taken(views, None, given.after(day));
        (key(given, place, day), heard)
    });
    store.add(&both).await?;
    assert_eq!(
        one(store, place.0, place.1).await?.page_views,
        [2, 1, 128, 0, 0, 0, 0],
        "two days can be added at once"
    );
    Ok(())
}

async fn keeps_ways_and_profiles_apart(
    store: &dyn TrackerHosts,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let heard = |second| Heard::taken(1, None, given.after(second));
    let unknown = HostKey {
        way: None,
        ..key(given, (foreign, "shop.example"), 0)
    };
    let manager = HostKey {
        way: Some(Way::TagManager),
        ..unknown.clone()
    };
    let before = store.of_profile(own).await?;
    store
        .add(&[(unknown, heard(1)), (manager, heard(2))])
        .await?;
    let found = store.of_profile(foreign).await?;
    let ways: Vec<_> = found.iter().map(|it| it.way).collect();
    assert_eq!(
        ways,
        [Some(Way::TagManager), None],
        "a host is there with each way, the latest first"
    );
    assert_eq!(
        store.of_profile(own).await?,
        before,
        "a profile knows its own hosts alone"
    );
    Ok(())
}

async fn forgets_the_oldest(store: &dyn TrackerHosts, given: &Given) -> Result<(), StoreError> {
    let own = given.own.profile;
    let kept = store.of_profile(own).await?.len();
    let most = usize::try_from(MOST_HOSTS).unwrap_or(usize::MAX);
    let refused: Vec<_> = (0..i64::from(MOST_HOSTS))
        .map(|number| {
            let host = format!("made-up-{number:03}.example");
            let heard = Heard::refused(None, given.after(1_000 + number));
            (key(given, (own, &host), 0), heard)
        })
        .collect();
    store.add(&refused).await?;
    let found = store.of_profile(own).await?;
    let refused_alone = |it: &&TrackerHost| it.last_seen_at.is_none();
    assert_eq!(
        (found.len(), found.iter().filter(refused_alone).count()),
        (most, most - kept),
        "a profile keeps so many, and what is refused drives out nothing that was taken"
    );
    assert_eq!(
        found.get(kept).map(|it| it.host.as_str()),
        Some("made-up-199.example"),
        "of what was refused the latest stays"
    );
    let taken: Vec<_> = (0..i64::from(MOST_HOSTS))
        .map(|number| {
            let host = format!("other-{number:03}.example");
            let heard = Heard::taken(1, None, given.after(2_000 + number));
            (key(given, (own, &host), 0), heard)
        })
        .collect();
    store.add(&taken).await?;
    let found = store.of_profile(own).await?;
    assert!(
        found.len() == most && found.iter().all(|it| it.host.starts_with("other-")),
        "those of which page views were taken last stay"
    );
    Ok(())
}
