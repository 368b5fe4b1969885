//! What is kept of addresses, and which hosts are the profile's own.

use std::collections::BTreeSet;

use channel_classifier::ListedHost;
use kernel::Scope;
use reporting::causes::Cause;
use serde_json::json;
use uuid::Uuid;

use crate::tracking::settings::{ParameterName, ShippedHost, TrackingChange, update};
use application::mocks::MockWork;
use application::mocks::given::{access, expect_replay, expect_told_deed, noon, outside, profile};
use application::mocks::stored::{expect_known_signatures, locked, site, state};
use application::ports::{
    KeptAddresses, Profile, ReferredView, SiteHosts, TrackingSettings, UrlQuery,
};
use application::tracking::reread::reread;

fn before() -> TrackingSettings {
    TrackingSettings {
        addresses: KeptAddresses::default(),
        hosts: SiteHosts {
            own_domains: vec!["shop.example".to_owned()],
            ..SiteHosts::default()
        },
    }
}

fn known() -> MockWork {
    let mut work = locked(Some(state()));
    work.settings
        .expect_tracking()
        .returning(|_| Ok(Some(before())));
    work
}

fn domain(text: &str) -> ListedHost {
    ListedHost::domain(text).unwrap()
}

#[tokio::test]
async fn other_hosts_read_every_referrer_anew_before_a_full_replay() {
    let (outside, access) = (outside(), access(&[Scope::TrackingWrite]));
    let change = TrackingChange {
        own_domains: Some(BTreeSet::from([
            domain("www.shop.example"),
            domain("blog.example"),
        ])),
        allowed_referrers: ShippedHost::parse(" PayPal.com ").map(|host| BTreeSet::from([host])),
        ..TrackingChange::default()
    };
    let recompute = Uuid::from_u128(0x77);
    let mut work = known();
    work.settings
        .expect_write_tracking()
        .times(1)
        .withf(|_, after| after.hosts.own_domains == ["blog.example", "shop.example"])
        .returning(|_, _| Ok(()));
    work.rereadings
        .expect_queue()
        .times(1)
        .withf(|id| *id == profile())
        .returning(|_| Ok(()));
    work.recomputes
        .expect_queue()
        .times(1)
        .withf(|_, _, why| why.cause == Cause::TrackingSettingsChanged)
        .returning(move |_, _, _| Ok((recompute.into(), true)));
    let fields = |own: &[&str], allowed: &[&str]| {
        json!({
            "url_query": "attribution",
            "kept_parameters": [],
            "own_domains": own,
            "only_own_domains": false,
            "excluded_referrers": [],
            "allowed_referrers": allowed,
        })
    };
    let detail = json!({
        "before": fields(&["shop.example"], &[]),
        "after": fields(&["blog.example", "shop.example"], &["paypal.com"]),
        "recompute_id": recompute,
    });
    expect_told_deed(&mut work, "tracking.settings_updated", detail);
    let changed = update(&mut work, &outside.context(), &access, change).await;
    let changed = changed.unwrap().unwrap();
    assert_eq!(changed.recompute, Some(recompute.into()));
    assert_eq!(changed.settings.hosts.allowed_referrers, ["paypal.com"]);
}

#[tokio::test]
async fn a_host_that_says_nothing_asks_for_a_replay_too() {
    let (outside, access) = (outside(), access(&[Scope::TrackingWrite]));
    let change = TrackingChange {
        excluded_referrers: Some(BTreeSet::from([domain("pay.example")])),
        ..TrackingChange::default()
    };
    let mut work = known();
    work.settings
        .expect_write_tracking()
        .returning(|_, _| Ok(()));
    work.rereadings
        .expect_queue()
        .times(1)
        .returning(|_| Ok(()));
    expect_replay(&mut work, Cause::TrackingSettingsChanged);
    work.audit.expect_stamp().times(1).returning(|_, _| Ok(()));
    let changed = update(&mut work, &outside.context(), &access, change).await;
    assert!(changed.unwrap().unwrap().recompute.is_some());
}

#[tokio::test]
async fn what_is_kept_of_addresses_holds_from_now_on_and_replays_nobody() {
    let (outside, access) = (outside(), access(&[Scope::TrackingWrite]));
    let change = TrackingChange {
        url_query: Some(UrlQuery::All),
        kept_parameters: ParameterName::parse("Size").map(|name| BTreeSet::from([name])),
        only_own_domains: Some(true),
        ..TrackingChange::default()
    };
    let mut work = known();
    work.settings
        .expect_write_tracking()
        .times(1)
        .withf(|_, after| {
            after.addresses.url_query == UrlQuery::All
                && after.addresses.kept_parameters == ["size"]
                && after.hosts.only_own_domains
        })
        .returning(|_, _| Ok(()));
    work.audit
        .expect_stamp()
        .times(1)
        .withf(|_, event| event.detail["recompute_id"].is_null())
        .returning(|_, _| Ok(()));
    let changed = update(&mut work, &outside.context(), &access, change).await;
    assert_eq!(changed.unwrap().unwrap().recompute, None);
    assert!(work.marks.0.is_empty());
}

#[tokio::test]
async fn settings_as_they_are_and_those_of_nobody_are_left_alone() {
    let (outside, access) = (outside(), access(&[Scope::TrackingWrite]));
    let same = || TrackingChange {
        own_domains: Some(BTreeSet::from([domain("shop.example")])),
        ..TrackingChange::default()
    };
    let kept = update(&mut known(), &outside.context(), &access, same()).await;
    let kept = kept.unwrap().unwrap();
    assert_eq!((kept.settings, kept.recompute), (before(), None));
    let mut half_gone = locked(Some(state()));
    half_gone.settings.expect_tracking().returning(|_| Ok(None));
    for mut work in [locked(None), half_gone] {
        let changed = update(&mut work, &outside.context(), &access, same()).await;
        assert_eq!(changed.unwrap(), None);
    }
    assert_eq!(ShippedHost::parse("shop.example"), None);
}

fn referred(number: u128, referrer: &str, exclusion: Option<&str>) -> ReferredView {
    ReferredView {
        at: noon(),
        id: Uuid::from_u128(number).into(),
        url: Some("https://shop.example/".to_owned()),
        referrer: referrer.to_owned(),
        exclusion: exclusion.map(str::to_owned),
    }
}

#[tokio::test]
async fn views_whose_referrer_says_something_else_now_are_written_anew() {
    let outside = outside();
    for (limit, is_last) in [(3, false), (4, true)] {
        let mut work = locked(Some(state()));
        work.rereadings.expect_next().returning(|_, _| {
            Ok(Some(vec![
                referred(1, "https://blog.example/", None),
                referred(2, "https://shop.example/", Some("self_referral")),
                referred(3, "https://other.example/", Some("self_referral")),
            ]))
        });
        work.attribution.expect_profile().returning(|_| {
            Ok(Some(Profile {
                own_domains: vec!["shop.example".to_owned(), "blog.example".to_owned()],
                ..(*site()).clone()
            }))
        });
        expect_known_signatures(&mut work);
        work.rereadings
            .expect_write()
            .times(1)
            .returning(move |id, views, last| {
                assert_eq!(id, profile());
                let found: Vec<_> = views
                    .iter()
                    .map(|view| {
                        (
                            view.id.uuid().as_u128(),
                            view.exclusion,
                            view.names_a_source,
                        )
                    })
                    .collect();
                let expected = [(1, Some("self_referral"), false), (3, None, true)];
                assert_eq!(found, expected);
                let goes_on_after = last.map(|view| view.id.uuid().as_u128());
                assert_eq!(goes_on_after, (!is_last).then_some(3));
                Ok(())
            });
        let is_more = reread(&mut work, &outside.context(), profile(), limit).await;
        assert_eq!(is_more.unwrap(), !is_last);
    }
    let mut done = locked(Some(state()));
    done.rereadings.expect_next().returning(|_, _| Ok(None));
    let is_more = reread(&mut done, &outside.context(), profile(), 3).await;
    assert!(!is_more.unwrap());
}
