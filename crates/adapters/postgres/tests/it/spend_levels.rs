//! A total is never counted twice: whatever is sent in whatever order, a whole counts with what its
//! parts do not explain, and parts that come to more than their whole do not count.

use std::collections::{BTreeMap, BTreeSet};

use ad_spend::{AccountDays, AdRow, SpendDay};
use application::settle;
use kernel::{Actor, Currency, Date};
use spend_intake::spend::put::{PutError, SpendWritten, put};
use spend_intake::spend::replace::replace;
use time::macros::date;

use crate::channel_rules_support::{Dice, begin};
use crate::world::{RUNTIME, World};

const DAYS: [Date; 2] = [date!(2026 - 05 - 20), date!(2026 - 05 - 21)];

/// Campaign, ad set and ad.
type Ids = [&'static str; 3];

/// What the platform told of an account's days, in whole units.
type Facts = BTreeMap<(Date, &'static str), BTreeMap<Ids, u64>>;

fn row(date: Date, account: &str, ids: Ids, amount: u64) -> SpendDay {
    SpendDay {
        date,
        ad: AdRow {
            platform: "google_ads".to_owned(),
            account_id: account.to_owned(),
            campaign_id: ids[0].to_owned(),
            ad_set_id: ids[1].to_owned(),
            ad_id: ids[2].to_owned(),
            account_name: None,
            campaign_name: None,
            ad_set_name: None,
            ad_name: None,
        },
        amount: amount.to_string().parse().unwrap(),
        currency: Currency::parse("EUR"),
        impressions: None,
        clicks: None,
        utm_source: None,
        utm_medium: None,
    }
}

async fn send(world: &World, days: &[SpendDay]) -> Result<SpendWritten, PutError> {
    let mut work = begin(world).await;
    let written = put(
        &mut *work,
        &world.context(),
        &world.profile,
        days,
        Actor::Operator,
    )
    .await;
    settle(work, written).await
}

async fn send_all_of(world: &World, of: &AccountDays, days: &[SpendDay]) -> SpendWritten {
    let mut work = begin(world).await;
    let (context, profile) = (world.context(), &world.profile);
    let written = replace(&mut *work, &context, profile, (of, days), Actor::Operator).await;
    settle(work, written).await.unwrap()
}

fn parent(ids: Ids) -> Option<Ids> {
    match ids {
        ["", "", ""] => None,
        [_, "", ""] => Some(["", "", ""]),
        [campaign, _, ""] | [campaign, "", _] => Some([campaign, "", ""]),
        [campaign, set, _] => Some([campaign, set, ""]),
    }
}

/// What each row of an account's day counts for, by the words of the rule.
struct Tree<'a> {
    own: &'a BTreeMap<Ids, u64>,
    nodes: BTreeSet<Ids>,
    counted: BTreeMap<Ids, u64>,
    exceeds: bool,
}

impl<'a> Tree<'a> {
    fn count(own: &'a BTreeMap<Ids, u64>) -> Self {
        let mut nodes = BTreeSet::new();
        for ids in own.keys() {
            let mut next = Some(*ids);
            while let Some(node) = next {
                nodes.insert(node);
                next = parent(node);
            }
        }
        let mut tree = Self {
            own,
            nodes,
            counted: BTreeMap::new(),
            exceeds: false,
        };
        tree.go(["", "", ""]);
        tree
    }

    fn parts(&self, node: Ids) -> Vec<Ids> {
        let of = |part: &&Ids| parent(**part) == Some(node);
        self.nodes.iter().filter(of).copied().collect()
    }

    fn total(&self, node: Ids) -> u64 {
        let parts = || {
            self.parts(node)
                .into_iter()
                .map(|part| self.total(part))
                .sum()
        };
        self.own.get(&node).copied().unwrap_or_else(parts)
    }

    fn go(&mut self, node: Ids) {
        let parts = self.parts(node);
        let told: u64 = parts.iter().map(|part| self.total(*part)).sum();
        if let Some(own) = self.own.get(&node).copied() {
            if told > own {
                self.exceeds = true;
                self.counted.insert(node, own);
                return;
            }
            self.counted.insert(node, own - told);
        }
        for part in parts {
            self.go(part);
        }
    }
}

/// By day, campaign, ad set and ad: what the rule makes of everything that was told.
fn expected(facts: &Facts) -> Vec<String> {
    let mut sums: BTreeMap<(Date, Ids), u64> = BTreeMap::new();
    for ((date, _), own) in facts {
        for (ids, amount) in Tree::count(own).counted {
            *sums.entry((*date, ids)).or_default() += amount;
        }
    }
    sums.retain(|_, amount| *amount > 0);
    let line = |((date, [campaign, set, ad]), amount): ((Date, Ids), u64)| {
        format!("{date} {campaign:?} {set:?} {ad:?} {amount}").replace('"', "'")
    };
    sums.into_iter().map(line).collect()
}

async fn stored(world: &World) -> Vec<String> {
    let lines = "SELECT format('%s %L %L %L %s', local_date, campaign_id, ad_set_id, ad_id, sum(spend)) AS line \
                 FROM spend_ads WHERE profile_id = $1 GROUP BY local_date, campaign_id, ad_set_id, ad_id \
                 HAVING sum(spend) <> 0 ORDER BY local_date, campaign_id, ad_set_id, ad_id";
    world.lines(lines).await
}

fn exceeds(facts: &Facts, dates: &BTreeSet<Date>) -> bool {
    let of_dates = facts.iter().filter(|((date, _), _)| dates.contains(date));
    of_dates
        .map(|(_, own)| Tree::count(own))
        .any(|tree| tree.exceeds)
}

fn some(dice: &mut Dice) -> Vec<(Date, &'static str, Ids, u64)> {
    let mut rows = BTreeMap::new();
    for _ in 0..=dice.roll(6) {
        let ids = [
            dice.pick(&["", "c1", "c1", "c2"]),
            dice.pick(&["", "s1", "s2"]),
            dice.pick(&["", "a1", "a2"]),
        ];
        let key = (DAYS[dice.roll(2)], dice.pick(&["1", "2"]), ids);
        rows.insert(key, u64::try_from(dice.roll(9)).unwrap());
    }
    let flat = |((date, account, ids), amount)| (date, account, ids, amount);
    rows.into_iter().map(flat).collect()
}

#[test]
fn no_total_is_counted_twice_whatever_the_order() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let mut dice = Dice::new(0x10e1_7076);
        let mut facts = Facts::new();
        let mut met = BTreeSet::new();
        for step in 0..120 {
            let mut sent = some(&mut dice);
            let mut dates: BTreeSet<Date> = sent.iter().map(|(date, ..)| *date).collect();
            let replaced = dice.roll(4) == 0;
            if replaced {
                dates.extend(DAYS);
                sent.retain(|(_, account, ..)| *account == "1");
                facts.retain(|(_, account), _| *account != "1");
            }
            for (date, account, ids, amount) in &sent {
                facts
                    .entry((*date, account))
                    .or_default()
                    .insert(*ids, *amount);
            }
            let rows: Vec<SpendDay> = sent
                .iter()
                .map(|(date, account, ids, amount)| row(*date, account, *ids, *amount))
                .collect();
            let written = if replaced {
                let of = AccountDays {
                    platform: "google_ads".to_owned(),
                    account_id: "1".to_owned(),
                    dates: DAYS.to_vec(),
                };
                send_all_of(&world, &of, &rows).await
            } else {
                send(&world, &rows).await.unwrap()
            };
            assert_eq!(stored(&world).await, expected(&facts), "{step}");
            assert_eq!(written.exceeds, exceeds(&facts, &dates), "{step}");
            met.insert(written.exceeds);
        }
        assert_eq!(met.len(), 2, "some totals were exceeded, some were not");
        world.ledger_holds().await;
    });
}

#[test]
fn what_the_platform_took_back_goes_and_the_same_again_writes_no_line() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let rows = [
            row(DAYS[0], "1", ["c1", "", ""], 10),
            row(DAYS[0], "1", ["c1", "s1", "a1"], 4),
            row(DAYS[1], "1", ["c1", "", ""], 7),
            row(DAYS[0], "2", ["c9", "", ""], 1),
        ];
        send(&world, &rows).await.unwrap();
        let of = AccountDays {
            platform: "google_ads".to_owned(),
            account_id: "1".to_owned(),
            dates: DAYS.to_vec(),
        };
        for removed in [2, 0] {
            let written = send_all_of(&world, &of, &rows[..1]).await;
            assert_eq!((written.days, written.removed), (1, removed));
            assert_eq!(
                stored(&world).await,
                ["2026-05-20 'c1' '' '' 10", "2026-05-20 'c9' '' '' 1"]
            );
        }
        let lines = "SELECT format('%s: %s', cause, causes -> 0 ->> 'count') AS line \
                     FROM restatements WHERE profile_id = $1 ORDER BY sequence";
        assert_eq!(world.lines(lines).await, ["spend: 4", "spend: 3"]);
        world.ledger_holds().await;
    });
}

#[test]
fn an_account_has_one_currency_a_day() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        send(&world, &[row(DAYS[0], "1", ["c1", "", ""], 10)])
            .await
            .unwrap();
        let dollars = |ids| SpendDay {
            currency: Currency::parse("USD"),
            ..row(DAYS[0], "1", ids, 4)
        };
        let other_day = row(DAYS[1], "1", ["c1", "", ""], 7);
        let refused = send(&world, &[other_day, dollars(["c1", "s1", "a1"])]).await;
        assert!(matches!(refused, Err(PutError::Currencies(rows)) if rows == [1]));
        assert_eq!(stored(&world).await, ["2026-05-20 'c1' '' '' 10"]);
        send(&world, &[dollars(["c1", "", ""])]).await.unwrap();
        assert_eq!(stored(&world).await, Vec::<String>::new());
    });
}
