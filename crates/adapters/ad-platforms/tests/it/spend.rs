//! What platforms say that ads cost, from stand-ins that are told what to go wrong with.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ad_spend::ports::SpendSource;
use ad_spend::{AccessToken, CatalogueAd, Exact, Piece, SourceFailure, Told, ToldLevel, Totals};
use proptest::prelude::*;
use testkit::fake_platform::{FakeAd, FakeFigures, FakeSpend, SpendTrouble};
use time::macros::date;
use tributary_ad_platforms::{PlatformSettings, SearchAdsSpend, SocialAdsSpend};

fn sources(platform: &FakeSpend) -> [(&'static str, Box<dyn SpendSource>); 2] {
    let settings = PlatformSettings {
        base_url: platform.url(),
        extra_root_ca: None,
    };
    let search = SearchAdsSpend::new(&settings, "v26", None);
    let search = search.unwrap_or_else(|error| panic!("the settings are good: {error}"));
    let social = SocialAdsSpend::new(&settings, "v25.0", Some("secret"));
    let social = social.unwrap_or_else(|error| panic!("the settings are good: {error}"));
    let social = social.polling(Duration::from_millis(1));
    [("search", Box::new(search)), ("social", Box::new(social))]
}

fn access() -> AccessToken {
    AccessToken::parse("token").unwrap_or_else(|| panic!("a token"))
}

fn week() -> Piece {
    Piece {
        from: date!(2026 - 11 - 01),
        to: date!(2026 - 11 - 07),
    }
}

fn ad(number: u32) -> FakeAd {
    FakeAd {
        account: "1001".to_owned(),
        campaign: format!("1{}", number / 10),
        ad_set: format!("2{}", number / 5),
        ad: format!("3{number}"),
    }
}

fn cost(micros: i64) -> FakeFigures {
    FakeFigures {
        micros,
        impressions: 10,
        clicks: 1,
    }
}

async fn read(source: &dyn SpendSource) -> Result<Told, SourceFailure> {
    source.days(&access(), "1001", week()).await
}

fn on_the_first(told: &Told) -> Totals {
    let totals = told.totals().remove(&date!(2026 - 11 - 01));
    totals.unwrap_or_else(|| panic!("nothing on the first"))
}

fn exact(text: &str) -> Exact {
    text.parse()
        .unwrap_or_else(|_| panic!("{text} is no number"))
}

#[tokio::test]
async fn both_levels_are_told_to_the_last_digit_and_deleted_ads_are_in_their_campaign() {
    let platform = FakeSpend::start().unwrap();
    platform.spends(&ad(1), "2026-11-01", cost(1_234_567));
    platform.spends(&ad(2), "2026-11-01", cost(3_000_001));
    platform.spends(&ad(3), "2026-11-08", cost(9));
    let other = FakeAd {
        account: "1002".to_owned(),
        ..ad(4)
    };
    platform.spends(&other, "2026-11-01", cost(7));
    platform.deletes("32");
    for (name, source) in sources(&platform) {
        let told = read(&*source).await.unwrap();
        let totals = on_the_first(&told);
        assert_eq!(totals.campaigns, exact("4.234568"), "{name}");
        assert_eq!(totals.ads, exact("1.234567"), "{name}");
        assert_eq!(told.totals().len(), 1, "{name}");
        let of_ad = told.days.iter().find_map(|day| match &day.level {
            ToldLevel::Ad {
                campaign,
                ad_set,
                ad,
            } => Some((campaign, ad_set, ad, day)),
            ToldLevel::Campaign(_) => None,
        });
        let (campaign, ad_set, ad, day) = of_ad.unwrap();
        assert_eq!(
            [&campaign.id, &ad_set.id, &ad.id],
            ["10", "20", "31"],
            "{name}"
        );
        assert_eq!(ad.name.as_deref(), Some("Name of 31"), "{name}");
        assert_eq!((day.impressions, day.clicks), (Some(10), Some(1)), "{name}");
        // Taken back and restated.
        platform.takes_back(&self::ad(1), "2026-11-01");
        platform.spends(&self::ad(2), "2026-11-01", cost(5));
        let totals = on_the_first(&read(&*source).await.unwrap());
        assert_eq!(
            (totals.campaigns, totals.ads),
            (exact("0.000005"), Exact::ZERO),
            "{name}"
        );
        platform.spends(&self::ad(1), "2026-11-01", cost(1_234_567));
        platform.spends(&self::ad(2), "2026-11-01", cost(3_000_001));
    }
}

#[tokio::test]
async fn what_goes_wrong_is_told_apart() {
    let platform = FakeSpend::start().unwrap();
    platform.spends(&ad(1), "2026-11-01", cost(1));
    for (name, source) in sources(&platform) {
        for trouble in [
            SpendTrouble::TokenRefused,
            SpendTrouble::PermissionMissing,
            SpendTrouble::Throttled(120),
            SpendTrouble::Outdated,
            SpendTrouble::Failing,
            SpendTrouble::Cut,
        ] {
            // With the first request, and with one in the middle.
            for before in [0, 1] {
                let fine = std::iter::repeat_n(SpendTrouble::None, before);
                platform.misbehave(fine.chain([trouble]));
                let failure = read(&*source).await.unwrap_err();
                let is_meant = match (trouble, &failure) {
                    (SpendTrouble::TokenRefused, SourceFailure::TokenRefused)
                    | (SpendTrouble::PermissionMissing, SourceFailure::PermissionMissing)
                    | (SpendTrouble::Outdated, SourceFailure::Outdated { .. })
                    | (
                        SpendTrouble::Failing | SpendTrouble::Cut,
                        SourceFailure::TryLater { wait: None, .. },
                    ) => true,
                    (SpendTrouble::Throttled(_), SourceFailure::TryLater { wait, .. }) => {
                        *wait == Some(Duration::from_mins(2))
                    }
                    _ => false,
                };
                assert!(is_meant, "{name} {trouble:?}: {failure:?}");
                assert!(!failure.to_string().contains('@'), "{failure}");
            }
        }
        assert!(read(&*source).await.is_ok(), "{name}");
    }
    let [(_, search), _] = sources(&platform);
    platform.misbehave([SpendTrouble::AccountClosed]);
    assert_eq!(
        read(&*search).await.unwrap_err(),
        SourceFailure::AccountClosed
    );
}

#[tokio::test]
async fn nobody_asks_for_an_account_that_is_no_number() {
    let platform = FakeSpend::start().unwrap();
    for (name, source) in sources(&platform) {
        for odd in ["", "1001/../2", "act_1", "1?x=1"] {
            let refused = source.days(&access(), odd, week()).await;
            assert!(
                matches!(refused, Err(SourceFailure::Refused(_))),
                "{name} {odd}"
            );
        }
    }
    assert!(platform.requests().is_empty());
}

#[tokio::test]
async fn pages_and_parts_come_together() {
    let platform = FakeSpend::start().unwrap();
    for number in 0..2_000 {
        for day in 1..=5 {
            platform.spends(
                &ad(number),
                &format!("2026-11-0{day}"),
                cost(i64::from(number) + 1),
            );
        }
    }
    let per_day = Exact::from(rust_decimal::Decimal::new(2_001_000, 6));
    platform.pages_of(500);
    for (name, source) in sources(&platform) {
        // Of the social network the tenth page begins with the last row of the ninth.
        let mut troubles = vec![SpendTrouble::None; 9];
        troubles.push(SpendTrouble::RepeatsRow);
        platform.misbehave(troubles);
        let told = read(&*source).await.unwrap();
        assert_eq!(told.days.len(), 10_000 + 5 * 200, "{name}");
        for totals in told.totals().values() {
            assert_eq!((totals.campaigns, totals.ads), (per_day, per_day), "{name}");
        }
        platform.misbehave(std::iter::repeat_n(SpendTrouble::None, 20));
        read(&*source).await.unwrap();
    }
}

#[tokio::test]
async fn a_cursor_that_counts_no_more_has_the_days_read_anew() {
    let platform = FakeSpend::start().unwrap();
    for number in 0..30 {
        platform.spends(&ad(number), "2026-11-01", cost(1));
    }
    platform.pages_of(10);
    let [_, (_, social)] = sources(&platform);
    platform.misbehave([
        SpendTrouble::None,
        SpendTrouble::None,
        SpendTrouble::ExpiredCursor,
    ]);
    let failure = read(&*social).await.unwrap_err();
    assert!(
        matches!(failure, SourceFailure::TryLater { .. }),
        "{failure:?}"
    );
    assert_eq!(
        on_the_first(&read(&*social).await.unwrap()).ads,
        exact("0.00003")
    );
}

#[tokio::test]
async fn what_is_too_much_for_pages_is_a_report() {
    let platform = FakeSpend::start().unwrap();
    for number in 0..30 {
        platform.spends(&ad(number), "2026-11-01", cost(1));
    }
    platform.pages_of(7);
    platform.works_for(3);
    let [_, (_, social)] = sources(&platform);
    platform.misbehave([SpendTrouble::TooMuch]);
    let told = read(&*social).await.unwrap();
    let totals = on_the_first(&told);
    assert_eq!(
        (totals.campaigns, totals.ads),
        (exact("0.00003"), exact("0.00003"))
    );
    let asked = platform.requests();
    let looked = asked.iter().filter(|path| path.as_str() == "/v25.0/77000");
    assert_eq!(looked.count(), 4);
    // An answer names an address for the next page, which nobody follows.
    assert!(
        asked.iter().all(|path| path.starts_with("/v25.0/")),
        "{asked:?}"
    );
}

fn catalogued(found: &[CatalogueAd]) -> BTreeSet<[String; 3]> {
    let id = |part: &Option<(ad_spend::Named, ad_spend::Standing)>| {
        part.as_ref()
            .map_or_else(String::new, |(named, _)| named.id.clone())
    };
    let ids = |it: &CatalogueAd| [it.campaign.0.id.clone(), id(&it.ad_set), id(&it.ad)];
    found.iter().map(ids).collect()
}

#[tokio::test]
async fn the_catalogue_has_what_was_never_shown() {
    let platform = FakeSpend::start().unwrap();
    platform.has(ad(1));
    platform.has(FakeAd {
        ad: String::new(),
        ..ad(11)
    });
    platform.has(FakeAd {
        ad_set: String::new(),
        ad: String::new(),
        ..ad(21)
    });
    platform.has(ad(31));
    platform.deletes("331");
    let expected: BTreeSet<[String; 3]> = [["10", "20", "31"], ["11", "22", ""], ["12", "", ""]]
        .map(|ids| ids.map(str::to_owned))
        .into();
    platform.pages_of(1);
    for (name, source) in sources(&platform) {
        let found = source.catalogue(&access(), "1001").await.unwrap();
        assert_eq!(catalogued(&found), expected, "{name}");
        assert_eq!(found.len(), 3, "{name}");
        let first = found.iter().find_map(|it| it.ad.clone()).unwrap();
        assert_eq!(first.0.name.as_deref(), Some("Name of 31"), "{name}");
        platform.misbehave([SpendTrouble::None, SpendTrouble::Cut]);
        assert!(source.catalogue(&access(), "1001").await.is_err(), "{name}");
    }
}

type Seed = BTreeMap<(u32, u8), i64>;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Whatever was spent on whatever, and however an answer is cut into pages: each day is read as it is.
    #[test]
    fn any_world_is_read_as_it_is(
        seed in proptest::collection::btree_map((0_u32..40, 1_u8..=9), 0_i64..1_000_000_000_000_000, 0..60),
        deleted in proptest::collection::btree_set(0_u32..40, 0..10),
        page in 1_usize..30,
    ) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let seed: Seed = seed;
        let platform = FakeSpend::start().unwrap();
        platform.pages_of(page);
        let mut expected: BTreeMap<String, (i64, i64)> = BTreeMap::new();
        for ((number, day), micros) in &seed {
            let date = format!("2026-11-0{day}");
            platform.spends(&ad(*number), &date, cost(*micros));
            if *day <= 7 {
                let sums = expected.entry(date).or_default();
                sums.0 += micros;
                sums.1 += if deleted.contains(number) { 0 } else { *micros };
            }
        }
        for number in &deleted {
            platform.deletes(&ad(*number).ad);
        }
        let expected: BTreeMap<String, [Exact; 2]> = expected
            .into_iter()
            .map(|(day, (all, named))| {
                let exact = |micros| Exact::from(rust_decimal::Decimal::new(micros, 6));
                (day, [exact(all), exact(named)])
            })
            .collect();
        for (name, source) in sources(&platform) {
            let told = runtime.block_on(read(&*source)).unwrap();
            prop_assert!(!told.is_torn(), "{name}");
            let totals: BTreeMap<String, [Exact; 2]> = told
                .totals()
                .into_iter()
                .map(|(day, totals)| (day.to_string(), [totals.campaigns, totals.ads]))
                .collect();
            prop_assert_eq!(&totals, &expected, "{}", name);
        }
    }
}
