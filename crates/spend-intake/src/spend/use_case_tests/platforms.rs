//! What platforms buy, and what other currencies are worth.

use kernel::{Actor, Currency, Scope};
use reporting::causes::Cause;
use serde_json::json;

use crate::spend::import_rates::import_rates;
use crate::spend::platforms::{list, replace};
use application::mocks::MockWork;
use application::mocks::given::{access, expect_replay, expect_told_deed, outside, profile};
use application::mocks::stored::{
    built_in, costs, expect_figures, expect_line, locked, march, site, state,
};
use application::ports::{FxRate, SpendPlatform};

fn platform(name: &str, source: &str, medium: &str) -> SpendPlatform {
    SpendPlatform {
        platform: name.to_owned(),
        utm_source: source.to_owned(),
        utm_medium: medium.to_owned(),
    }
}

#[tokio::test]
async fn platforms_are_listed_with_their_channels_and_the_profiles_own_win() {
    let mut work = MockWork::default();
    work.spend.expect_platforms().returning(|_| {
        Ok(vec![
            platform("google_ads", "newsletter", "email"),
            platform("radio", "radio", "audio"),
        ])
    });
    work.channel_rules
        .expect_classifier()
        .returning(|_| Ok(built_in()));
    let listed = list(&mut work, &site()).await.unwrap();
    let of = |name: &str| {
        let found = listed.iter().find(|known| known.traffic.platform == name);
        found.map(|known| (known.channel.as_str(), known.is_own))
    };
    assert_eq!(of("google_ads"), Some(("Email", true)));
    assert_eq!(of("radio"), Some(("Audio", true)));
    assert_eq!(of("social_ads"), Some(("Paid Social", false)));
    let names: Vec<_> = listed.iter().map(|known| &known.traffic.platform).collect();
    assert!(names.is_sorted());
}

#[tokio::test]
async fn what_a_profile_says_of_platforms_is_replaced_and_the_trail_tells_both() {
    let (outside, access) = (outside(), access(&[Scope::CampaignsApply]));
    let wanted = [platform("radio", "radio", "audio")];
    let mut work = locked(Some(state()));
    work.spend
        .expect_platforms()
        .returning(|_| Ok(vec![platform("radio", "fm", "cpc")]));
    work.spend
        .expect_replace_platforms()
        .times(1)
        .withf(|id, rows| *id == profile() && rows[0].utm_medium == "audio")
        .returning(|_, _| Ok(()));
    let told = |source: &str, medium: &str| json!([{"platform": "radio", "utm_source": source, "utm_medium": medium}]);
    let detail = json!({"before": told("fm", "cpc"), "after": told("radio", "audio")});
    expect_told_deed(&mut work, "spend_platforms.replaced", detail);
    replace(&mut work, &outside.context(), &access, &wanted)
        .await
        .unwrap();
    let mut gone = locked(None);
    replace(&mut gone, &outside.context(), &access, &wanted)
        .await
        .unwrap();
}

#[tokio::test]
async fn rates_change_spend_at_once_and_conversions_with_a_full_replay() {
    let outside = outside();
    let rate = FxRate {
        from: Currency::parse("USD").unwrap(),
        to: Currency::parse("EUR").unwrap(),
        date: march(1),
        rate: "0.9".parse().unwrap(),
        source: "ecb".to_owned(),
    };
    let rates = [rate.clone()];
    let mut work = locked(Some(state()));
    expect_figures(&mut work, costs("Paid Search", 10), costs("Paid Search", 9));
    work.spend
        .expect_upsert_rates()
        .times(1)
        .withf(move |id, rates| *id == profile() && *rates == [rate.clone()])
        .returning(|_, _| Ok(()));
    expect_line(&mut work, Cause::RatesImported, [10, 9]);
    expect_replay(&mut work, Cause::RatesImported);
    let (context, actor) = (outside.context(), Actor::Operator);
    let queued = import_rates(&mut work, &context, profile(), &rates, actor).await;
    assert!(queued.unwrap().unwrap().created);
    assert_eq!(work.marks.0.len(), 1);
    let mut gone = locked(None);
    let queued = import_rates(&mut gone, &context, profile(), &rates, actor).await;
    assert_eq!(queued.unwrap(), None);
}
