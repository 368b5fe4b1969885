//! Whatever a batch has in it that a platform does not take: everything else arrives once, and what is found is what
//! was bad.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use export_rules::ports::{Attempt, SearchSender, SocialSender};
use export_rules::*;
use kernel::AccessToken;
use proptest::prelude::*;
use testkit::fake_platform::{FakeConversions, Misbehaviour};
use tokio::runtime::Runtime;

use crate::modes::platforms;
use crate::search_wires::google;
use crate::world::*;

/// The largest batch.
const MOST: u128 = 500;

static SOCIAL: LazyLock<Vec<SocialPayload>> = LazyLock::new(|| told(1..MOST + 1));
static DATA_MANAGER: LazyLock<Vec<SearchPayload>> =
    LazyLock::new(|| told_by(SearchWire::DataManager, 1..MOST + 1));
static GOOGLE_ADS: LazyLock<Vec<SearchPayload>> =
    LazyLock::new(|| told_by(SearchWire::GoogleAds, 1..MOST + 1));

/// Which events of a batch are bad, and what their ids are.
fn bad(fake: &FakeConversions, places: &BTreeSet<usize>, id: impl Fn(usize) -> String) {
    fake.misbehave(Misbehaviour {
        bad_events: places.iter().map(|place| id(*place)).collect(),
        ..Misbehaviour::default()
    });
}

/// Says what came of a batch: places that were refused, and how many requests it took.
fn check(
    fake: &FakeConversions,
    parts: &[(std::ops::Range<usize>, Attempt)],
    (events, bad): (usize, &BTreeSet<usize>),
) -> Result<u32, TestCaseError> {
    let mut refused = BTreeSet::new();
    let mut seen = 0;
    for (part, attempt) in parts {
        seen += part.len();
        for place in 0..part.len() {
            let answer = attempt.answer_of(place);
            if !answer.is_taken() {
                prop_assert_eq!(answer, Answer::Invalid);
                refused.insert(part.start + place);
            }
        }
    }
    prop_assert_eq!(seen, events, "each is in one part");
    prop_assert_eq!(&refused, bad);
    let journal = fake.journal();
    prop_assert_eq!(journal.len(), events - bad.len());
    prop_assert!(
        journal.iter().all(|taken| taken.is_counted),
        "none came twice"
    );
    Ok(fake.requests())
}

/// At most so many requests where a platform refuses a batch as a whole.
fn most_requests(events: usize, bad: usize) -> u32 {
    let halvings = events.next_power_of_two().trailing_zeros();
    1 + 2 * halvings * u32::try_from(bad).unwrap()
}

/// A batch, and which of it are bad.
fn batch() -> impl Strategy<Value = (usize, BTreeSet<usize>)> {
    (1..=500_usize).prop_flat_map(|events| {
        let most = events.min(6);
        (
            Just(events),
            prop::collection::btree_set(0..events, 0..=most),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_social_network_gets_all_that_is_good((events, places) in batch()) {
        let (fake, sender, _) = platforms();
        let told = &SOCIAL[..events];
        bad(&fake, &places, |place| told[place].event_id().to_owned());
        let parts = Runtime::new().unwrap().block_on(in_halves(events, async |part| {
            sender.send(&AccessToken::parse("token").unwrap(), &told[part], None).await
        }));
        let requests = check(&fake, &parts, (events, &places))?;
        prop_assert!(requests <= most_requests(events, places.len()), "{requests}");
    }

    #[test]
    fn a_search_engine_gets_all_that_is_good((events, places) in batch(), by_ads: bool) {
        let (fake, sender) = google(Some("developer"));
        let told = if by_ads { &GOOGLE_ADS[..events] } else { &DATA_MANAGER[..events] };
        bad(&fake, &places, |place| told[place].event_id().to_owned());
        let parts = Runtime::new().unwrap().block_on(in_halves(events, async |part| {
            sender.send(&AccessToken::parse("token").unwrap(), &told[part], false).await
        }));
        let requests = check(&fake, &parts, (events, &places))?;
        let most = if by_ads { 1 } else { most_requests(events, places.len()) };
        prop_assert!(requests <= most, "{requests}");
    }
}

#[test]
fn one_of_500_costs_18_requests_or_none() {
    for wire in [SearchWire::DataManager, SearchWire::GoogleAds] {
        let (fake, sender) = google(Some("developer"));
        let told = match wire {
            SearchWire::DataManager => &*DATA_MANAGER,
            SearchWire::GoogleAds => &*GOOGLE_ADS,
        };
        let places = BTreeSet::from([321]);
        bad(&fake, &places, |place| told[place].event_id().to_owned());
        let parts = Runtime::new()
            .unwrap()
            .block_on(in_halves(500, async |part| {
                sender
                    .send(&AccessToken::parse("token").unwrap(), &told[part], false)
                    .await
            }));
        let requests = check(&fake, &parts, (500, &places)).unwrap();
        let most = if wire == SearchWire::GoogleAds { 1 } else { 19 };
        assert!(requests <= most, "{wire}: {requests}");
    }
}
