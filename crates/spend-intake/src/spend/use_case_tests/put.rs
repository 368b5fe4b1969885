//! Days of ad spend.

use ad_spend::{AccountDays, AdRow, SpendDay};
use kernel::{Actor, Currency, Date, StoreError};
use reporting::causes::Cause;

use crate::spend::put::{PutError, SpendWritten, put};
use crate::spend::replace::replace;
use application::mocks::MockWork;
use application::mocks::given::{is_run_again_after_a_race, noon, outside, profile};
use application::mocks::stored::{
    costs, expect_figures, expect_known_signatures, expect_line, expect_new_signatures, locked,
    march, site, state,
};
use application::ports::{AccountDay, FigureScope, SpendPlatform};

/// An ad of an account, on a day.
fn day(date: Date, ad_id: &str, amount: &str) -> SpendDay {
    SpendDay {
        date,
        ad: AdRow {
            platform: "google_ads".to_owned(),
            account_id: "7".to_owned(),
            campaign_id: "c".to_owned(),
            ad_set_id: "s".to_owned(),
            ad_id: ad_id.to_owned(),
            account_name: None,
            campaign_name: Some("Spring".to_owned()),
            ad_set_name: None,
            ad_name: None,
        },
        amount: amount.parse().unwrap(),
        currency: None,
        impressions: Some(100),
        clicks: None,
        utm_source: None,
        utm_medium: None,
    }
}

/// The profile says of platforms what it says, and no account mixes currencies.
fn store(platforms: Vec<SpendPlatform>) -> MockWork {
    let mut work = locked(Some(state()));
    work.spend
        .expect_platforms()
        .returning(move |_| Ok(platforms.clone()));
    work.spend
        .expect_mixed_currencies()
        .returning(|_, _| Ok(Vec::new()));
    work
}

/// These ads with these amounts are written, in this order.
fn expect_rows(work: &mut MockWork, rows: &'static [(&'static str, &'static str)]) {
    work.spend
        .expect_upsert_spend()
        .times(1)
        .returning(move |id, written, at| {
            assert_eq!((id, at), (profile(), noon()));
            let found: Vec<_> = written
                .iter()
                .map(|row| (row.ad_id.as_str(), row.amount.to_string()))
                .collect();
            let wanted = rows.iter().map(|(ad, amount)| (*ad, (*amount).to_owned()));
            assert_eq!(found, wanted.collect::<Vec<_>>());
            Ok(())
        });
}

#[tokio::test]
async fn spend_gets_its_channel_and_the_ledger_says_what_it_changes() {
    let outside = outside();
    let mut work = store(Vec::new());
    expect_figures(
        &mut work,
        costs("Paid Search", 10),
        costs("Paid Search", 15),
    );
    expect_new_signatures(&mut work, &["Paid Search"]);
    work.spend
        .expect_upsert_spend()
        .times(1)
        .returning(|_, rows, _| {
            let row = &rows[0];
            assert_eq!((row.date, row.currency.code()), (march(1), "EUR"));
            assert_eq!((row.impressions, row.clicks), (Some(100), None));
            Ok(())
        });
    work.spend
        .expect_upsert_ads()
        .times(1)
        .withf(|_, ads, _| ads.len() == 1 && ads[0].campaign_name.as_deref() == Some("Spring"))
        .returning(|_, _, _| Ok(()));
    work.spend
        .expect_count()
        .times(1)
        .withf(|_, days| *days == Some([march(1)].as_slice()))
        .returning(|_, _| Ok(true));
    expect_line(&mut work, Cause::Spend, [10, 15]);
    let days = [day(march(1), "a", "15")];
    let written = put(&mut work, &outside.context(), &site(), &days, Actor::System).await;
    let expected = SpendWritten {
        days: 1,
        ads: 1,
        removed: 0,
        exceeds: true,
    };
    assert_eq!(written.unwrap(), expected);
}

#[tokio::test]
async fn a_day_that_is_given_twice_counts_as_given_last() {
    let outside = outside();
    let mut work = store(Vec::new());
    // The same figures before and after: the ledger has nothing to say.
    expect_figures(&mut work, costs("Paid Search", 3), costs("Paid Search", 3));
    expect_known_signatures(&mut work);
    expect_rows(&mut work, &[("a", "2.5"), ("b", "7"), ("a", "4")]);
    work.spend
        .expect_upsert_ads()
        .times(1)
        .withf(|_, ads, _| ads.len() == 2)
        .returning(|_, _, _| Ok(()));
    work.spend.expect_count().returning(|_, _| Ok(false));
    let days = [
        day(march(1), "a", "1"),
        day(march(2), "a", "4"),
        day(march(1), "b", "7"),
        day(march(1), "a", "2.50"),
    ];
    let written = put(&mut work, &outside.context(), &site(), &days, Actor::System).await;
    let written = written.unwrap();
    assert_eq!((written.days, written.ads, written.exceeds), (3, 2, false));
}

#[tokio::test]
async fn spend_buys_what_its_row_says_before_what_the_profile_says_of_the_platform() {
    let outside = outside();
    let own = SpendPlatform {
        platform: "google_ads".to_owned(),
        utm_source: "newsletter".to_owned(),
        utm_medium: "email".to_owned(),
    };
    let mut work = store(vec![own]);
    expect_figures(&mut work, costs("Email", 1), costs("Email", 1));
    expect_new_signatures(&mut work, &["Email", "Paid Social"]);
    work.spend.expect_upsert_spend().returning(|_, _, _| Ok(()));
    work.spend.expect_upsert_ads().returning(|_, _, _| Ok(()));
    work.spend.expect_count().returning(|_, _| Ok(false));
    let facebook = SpendDay {
        utm_source: Some("facebook".to_owned()),
        utm_medium: Some("cpc".to_owned()),
        ..day(march(1), "b", "1")
    };
    let days = [day(march(1), "a", "1"), facebook];
    let written = put(&mut work, &outside.context(), &site(), &days, Actor::System).await;
    assert_eq!(written.unwrap().days, 2);
}

#[tokio::test]
async fn an_account_with_two_currencies_on_a_day_is_refused_and_its_rows_are_named() {
    let outside = outside();
    let mut work = locked(Some(state()));
    work.ledger
        .expect_figures()
        .returning(|_, _, _| Ok(costs("Paid Search", 1)));
    expect_known_signatures(&mut work);
    work.spend.expect_platforms().returning(|_| Ok(Vec::new()));
    work.spend.expect_upsert_spend().returning(|_, _, _| Ok(()));
    work.spend.expect_upsert_ads().returning(|_, _, _| Ok(()));
    work.spend
        .expect_mixed_currencies()
        .times(1)
        .withf(|_, days| days.len() == 2)
        .returning(|_, _| {
            Ok(vec![AccountDay {
                date: march(2),
                platform: "google_ads".to_owned(),
                account_id: "7".to_owned(),
            }])
        });
    let dollars = SpendDay {
        currency: Currency::parse("USD"),
        ..day(march(2), "b", "1")
    };
    let days = [day(march(1), "a", "1"), dollars, day(march(2), "a", "1")];
    let refused = put(&mut work, &outside.context(), &site(), &days, Actor::System).await;
    let Err(PutError::Currencies(positions)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(positions, [1, 2]);
}

#[tokio::test]
async fn what_a_platform_took_back_goes_and_shows_in_the_ledger() {
    let outside = outside();
    let account = AccountDays {
        platform: "google_ads".to_owned(),
        account_id: "7".to_owned(),
        dates: vec![march(1), march(2)],
    };
    let mut work = locked(Some(state()));
    let [before, after] = [costs("Paid Search", 9), costs("Paid Search", 5)];
    for book in [before.clone(), after] {
        work.ledger
            .expect_figures()
            .times(1)
            .withf(|_, _, scope| {
                // Also the day of which nothing is left.
                matches!(scope, FigureScope::Spend(Some(days)) if **days == [march(1), march(2)])
            })
            .returning(move |_, _, _| Ok(book.clone()));
    }
    work.ledger
        .expect_reported()
        .returning(move |_, _| Ok(before.clone()));
    work.spend.expect_platforms().returning(|_| Ok(Vec::new()));
    work.spend
        .expect_mixed_currencies()
        .returning(|_, _| Ok(Vec::new()));
    expect_known_signatures(&mut work);
    let expected = account.clone();
    work.spend
        .expect_remove_others()
        .times(1)
        .withf(move |_, account, kept| {
            *account == expected && kept.len() == 1 && kept[0].0 == march(1)
        })
        .returning(|_, _, _| Ok(3));
    expect_rows(&mut work, &[("a", "5")]);
    work.spend.expect_upsert_ads().returning(|_, _, _| Ok(()));
    work.spend.expect_count().returning(|_, _| Ok(false));
    expect_line(&mut work, Cause::Spend, [9, 5]);
    let days = [day(march(1), "a", "5")];
    let (context, site) = (outside.context(), site());
    let change = (&account, days.as_slice());
    let written = replace(&mut work, &context, &site, change, Actor::System).await;
    let written = written.unwrap();
    assert_eq!((written.days, written.removed), (1, 3));
}

#[tokio::test]
async fn nothing_is_written_for_a_profile_that_is_gone_and_a_store_that_is_away_is_told() {
    let outside = outside();
    let days = [day(march(1), "a", "5")];
    let mut gone = locked(None);
    let written = put(&mut gone, &outside.context(), &site(), &days, Actor::System).await;
    assert_eq!(written.unwrap(), SpendWritten::default());
    let mut away = MockWork::default();
    away.attribution
        .expect_lock()
        .returning(|_| Err(StoreError::Unavailable("away".to_owned())));
    let refused = put(&mut away, &outside.context(), &site(), &days, Actor::System).await;
    assert!(matches!(
        refused,
        Err(PutError::Store(StoreError::Unavailable(_)))
    ));
}

#[test]
fn a_file_is_written_again_after_a_lost_race_and_not_after_a_refusal() {
    assert!(is_run_again_after_a_race(&PutError::Currencies(Vec::new())));
}
