//! A shop of which everything is as it should be, and the faults that are planted in it.

use ad_spend::{AdRow, SpendDay};
use application::settle;
use application::tracking::collect::Sender;
use event_intake::TrackerEvent;
use kernel::{Actor, Timestamp};
use reporting::quality::checks::CheckCode;
use spend_intake::spend::put::put;
use time::macros::date;

use crate::world::{World, instant, page_view, payment};

/// Where visits by the shop's ad land.
const AD_LINK: &str = "https://shop.example/sale/a?utm_source=facebook&utm_medium=paid_social\
    &utm_campaign=spring&fbadid=7";

/// The day before the world's present, and a time of it.
pub(crate) fn yesterday(hour: u32, minute: u32, second: u32) -> Timestamp {
    instant(&format!("2026-06-29T{hour:02}:{minute:02}:{second:02}Z"))
}

/// One browser's page views, which come in together.
async fn visit(world: &World, browser: &str, views: &[(Timestamp, &str, Option<&str>)]) {
    track(world, browser, &Sender::default(), views).await;
}

async fn track(
    world: &World,
    browser: &str,
    sender: &Sender,
    views: &[(Timestamp, &str, Option<&str>)],
) {
    let own = format!("{}-{browser}", world.profile.id);
    let views = views.iter().enumerate();
    let views: Vec<TrackerEvent> = views
        .map(|(number, (at, url, referrer))| {
            page_view(&format!("{own}-{number}"), *at, url, *referrer)
        })
        .collect();
    world.track_from(&own, sender, views).await;
}

/// A payment of somebody who is named after its key.
async fn pay(world: &World, key: &str, at: Timestamp, amount: &str) {
    let email = format!("{key}@{}.example", world.profile.id);
    world.record(key, payment(at, amount, &email)).await;
}

/// A day of an ad, or of a campaign where no ad is named, at the platform that sends `facebook`.
async fn spend(world: &World, (campaign, ad): (&str, &str), clicks: i64) {
    let ad = AdRow {
        platform: "meta_ads".to_owned(),
        account_id: "1".to_owned(),
        campaign_id: campaign.to_owned(),
        ad_set_id: if ad.is_empty() { "" } else { "s" }.to_owned(),
        ad_id: ad.to_owned(),
        account_name: None,
        campaign_name: None,
        ad_set_name: None,
        ad_name: None,
    };
    let day = SpendDay {
        date: date!(2026 - 06 - 29),
        ad,
        amount: "10".parse().unwrap(),
        currency: None,
        impressions: None,
        clicks: Some(clicks),
        utm_source: Some("facebook".to_owned()),
        utm_medium: Some("paid_social".to_owned()),
    };
    let mut work = world.begin().await;
    let context = world.context();
    let written = put(
        &mut *work,
        &context,
        &world.profile,
        &[day],
        Actor::Operator,
    )
    .await;
    settle(work, written).await.unwrap();
}

/// Everything that is looked at, and nothing that is wrong with it.
pub(crate) async fn clean(world: &World) {
    world
        .execute(
            "INSERT INTO fx_rates (profile_id, from_currency, to_currency, date, rate, source) \
             VALUES ($1, 'USD', 'EUR', '2026-06-29', 0.9, 'test')",
        )
        .await;
    for number in 0..65 {
        let at = yesterday(number % 24, number % 60, 0);
        let link = (at, AD_LINK, Some("https://facebook.com/"));
        visit(world, &format!("ad-{number}"), &[link]).await;
    }
    for number in 0..10 {
        let browser = format!("blog-{number}");
        let first = (
            yesterday(9, number, 0),
            "https://shop.example/",
            Some("https://blog.example/post"),
        );
        let inside = (
            yesterday(9, number, 30),
            "https://shop.example/cart",
            Some("https://shop.example/"),
        );
        visit(world, &browser, &[first, inside]).await;
        pay(
            world,
            &browser,
            yesterday(10, number, 0),
            &format!("{number}.50"),
        )
        .await;
    }
    let mut foreign = payment(yesterday(11, 0, 0), "20", "usd@mail.example");
    foreign.currency = Some("USD".to_owned());
    world.record("usd", foreign).await;
    // The campaign's own row is the total of its ad, so its clicks are the same ones.
    spend(world, ("c1", "7"), 100).await;
    spend(world, ("c1", ""), 100).await;
    intake(world, "accepted", "", 500).await;
    intake(world, "bot", "", 100).await;
}

async fn intake(world: &World, reason: &str, pointer: &str, events: u32) {
    let statement = format!(
        "INSERT INTO intake_days (profile_id, local_date, endpoint, reason, pointer, events, last_at) \
         VALUES ($1, '2026-06-29', 'collect', '{reason}', '{pointer}', {events}, '2026-06-29T12:00Z')"
    );
    world.execute(&statement).await;
}

/// Plants the fault that the check looks for, and no other.
pub(crate) async fn plant(world: &World, code: CheckCode) {
    match code {
        CheckCode::AdsWithoutSpend => {
            let url = "https://shop.example/?utm_source=facebook&utm_medium=paid_social&fbadid=99";
            visit(world, "planted", &[(yesterday(15, 0, 0), url, None)]).await;
        }
        CheckCode::SpendWithoutTouches => spend(world, ("c2", "55"), 20).await,
        CheckCode::InternalUtms => internal_utms(world).await,
        CheckCode::ConvertingReferrer => converting_referrer(world).await,
        CheckCode::ClicksWithoutVisits => spend(world, ("c3", ""), 40).await,
        CheckCode::DoubledPageViews => doubled_page_views(world).await,
        CheckCode::DoubledPayments => {
            for (key, minute) in [("twice-a", 0), ("twice-b", 9)] {
                let same = payment(yesterday(16, minute, 0), "33", "twice@mail.example");
                world.record(key, same).await;
            }
        }
        CheckCode::UnidentifiedOutcomes => {
            let mut nobodys = payment(yesterday(16, 0, 0), "34", "");
            nobodys.person.email = None;
            world.record("nobodys", nobodys).await;
        }
        CheckCode::UnclaimedEventTypes => {
            let mut unknown = payment(yesterday(16, 0, 0), "35", "typed@mail.example");
            unknown.event_type = Some("quiz_finished".to_owned());
            world.record("unknown", unknown).await;
        }
        CheckCode::MoneyWithoutRate => {
            let mut foreign = payment(yesterday(16, 0, 0), "36", "gbp@mail.example");
            foreign.currency = Some("GBP".to_owned());
            world.record("gbp", foreign).await;
        }
        CheckCode::RefusedEvents => intake(world, "malformed", "/e/*/u", 70).await,
        CheckCode::BotShare => {
            let robot = Sender {
                bot_reason: Some("user_agent".to_owned()),
                ..Sender::default()
            };
            let url = "https://shop.example/";
            let view = |minute| (yesterday(17, minute, 0), url, None);
            let views: Vec<_> = (0..40).map(view).collect();
            track(world, "planted", &robot, &views).await;
        }
    }
}

/// A banner that carries UTM values from one page of the shop to another.
async fn internal_utms(world: &World) {
    let banner = "https://shop.example/sale?utm_source=banner&utm_medium=site";
    for number in 0..2 {
        let inside = Some("https://shop.example/");
        let at = yesterday(15, number, 0);
        visit(world, &format!("planted-{number}"), &[(at, banner, inside)]).await;
    }
}

/// People come back from a payment page that nobody knows, and pay.
async fn converting_referrer(world: &World) {
    for number in 0..6 {
        let name = format!("payer-{number}");
        let own = format!("{}-{name}", world.profile.id);
        let back = Some("https://pay.unknown.example/done");
        let at = yesterday(15, number, 0);
        visit(world, &name, &[(at, "https://shop.example/thanks", back)]).await;
        let email = format!("{name}@{}.example", world.profile.id);
        let named = crate::world::identify(&format!("{own}-i"), yesterday(15, number, 5), &email);
        world.track(&own, vec![named]).await;
        pay(
            world,
            &name,
            yesterday(15, number, 10),
            &format!("4{number}"),
        )
        .await;
    }
}

/// A second tracker tells each page view of some visits once more.
async fn doubled_page_views(world: &World) {
    for number in 0..5 {
        let url = "https://shop.example/twice/page";
        let first = (yesterday(15, number, 0), url, None);
        let second = (first.0.plus_micros(300_000), url, None);
        visit(world, &format!("planted-{number}"), &[first, second]).await;
    }
}
