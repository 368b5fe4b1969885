//! Days of spend say what their rows say, whatever is written in whatever order.

use ad_spend::{AdRow, SpendDay};
use application::ports::FxRate;
use application::profiles::update::{ProfileChange, update};
use application::settle;
use kernel::{Actor, Currency, Date};
use spend_intake::spend::import_rates::import_rates;
use spend_intake::spend::put::put;
use time::Duration;
use time::macros::date;

use crate::channel_rules_support::{Dice, begin};
use crate::reporting_seed::access;
use crate::world::{RUNTIME, World};

const STEPS: usize = 60;

fn day(dice: &mut Dice) -> Date {
    date!(2026 - 05 - 20) + Duration::days(i64::try_from(dice.roll(6)).unwrap())
}

/// One day of one of few ads, so that many a day is a correction.
fn spend_day(dice: &mut Dice) -> SpendDay {
    let source = dice.pick(&["", "google", "facebook"]);
    // No rate leads from yen.
    let (account, currency) =
        [("1", "EUR"), ("2", "USD"), ("2", "USD"), ("3", "JPY")][dice.roll(4)];
    SpendDay {
        date: day(dice),
        ad: AdRow {
            platform: "google_ads".to_owned(),
            account_id: account.to_owned(),
            campaign_id: dice.pick(&["", "c1", "c2", "c2"]).to_owned(),
            ad_set_id: dice.pick(&["", "", "s"]).to_owned(),
            ad_id: dice.pick(&["", "7", "8"]).to_owned(),
            account_name: None,
            campaign_name: None,
            ad_set_name: None,
            ad_name: None,
        },
        amount: format!("{}.{:04}", dice.roll(300), dice.roll(10_000))
            .parse()
            .unwrap(),
        currency: Currency::parse(currency),
        impressions: None,
        clicks: None,
        utm_source: (!source.is_empty()).then(|| source.to_owned()),
        utm_medium: None,
    }
}

async fn spend(world: &World, dice: &mut Dice) {
    let days: Vec<SpendDay> = (0..=dice.roll(8)).map(|_| spend_day(dice)).collect();
    let mut work = begin(world).await;
    let context = world.context();
    let written = put(&mut *work, &context, &world.profile, &days, Actor::Operator).await;
    settle(work, written).await.unwrap();
}

/// A rate of one day. Of four decimals and five, many products end in a half of the eighth.
async fn rate(world: &World, dice: &mut Dice) {
    let (from, to) = [("USD", "EUR"), ("EUR", "USD")][dice.roll(2)];
    let rate = FxRate {
        from: Currency::parse(from).unwrap(),
        to: Currency::parse(to).unwrap(),
        date: day(dice),
        rate: dice
            .pick(&["0.00005", "0.90005", "1.08315", "0.912345678"])
            .parse()
            .unwrap(),
        source: "test".to_owned(),
    };
    let mut work = begin(world).await;
    let (context, id) = (world.context(), world.profile.id);
    let imported = import_rates(&mut *work, &context, id, &[rate], Actor::Operator).await;
    settle(work, imported).await.unwrap();
}

async fn currency(world: &World, dice: &mut Dice) {
    let change = ProfileChange {
        currency: Currency::parse(dice.pick(&["EUR", "USD"])),
        ..ProfileChange::default()
    };
    let mut work = begin(world).await;
    let updated = update(&mut *work, &world.context(), &access(world), &change).await;
    settle(work, updated).await.unwrap();
}

async fn differences(world: &World) -> Vec<String> {
    world.lines(include_str!("spend_days.sql")).await
}

#[test]
fn days_of_spend_are_what_their_rows_come_to() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut dice = Dice::new(0x05be_4dda);
        for step in 0..STEPS {
            match dice.roll(8) {
                0 => currency(&world, &mut dice).await,
                1..=3 => rate(&world, &mut dice).await,
                _ => spend(&world, &mut dice).await,
            }
            assert_eq!(differences(&world).await, Vec::<String>::new(), "{step}");
            // Sometimes a replay waits while more is written.
            if dice.roll(3) == 0 {
                world.drain().await;
                assert_eq!(differences(&world).await, Vec::<String>::new(), "{step}");
                world.ledger_holds().await;
            }
        }
        let converted = "SELECT 'some' AS line FROM spend_days WHERE profile_id = $1 \
                         HAVING count(*) > 12 AND sum(without_rate) > 0 AND sum(spend) > 0";
        assert_eq!(world.lines(converted).await, ["some"]);
    });
}

#[test]
fn a_full_replay_adds_up_what_others_wrote() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        world.spend(date!(2026 - 05 - 20), "7.5").await;
        world
            .execute("UPDATE ad_spend_daily SET amount = 8, date = date + 1 WHERE profile_id = $1")
            .await;
        assert_eq!(differences(&world).await.len(), 2);
        world.rebuild().await;
        assert_eq!(differences(&world).await, Vec::<String>::new());
        world.ledger_holds().await;
    });
}
