//! How spend moved after it was told first: platforms correct what they said, and how long for is measured, not promised.
//!
//! The ledger of reported figures knows channels and days. So what moved is told by channel, not by account.

use std::collections::BTreeMap;

use kernel::{Currency, Exact};

/// Ages of a day at which its spend changed, in days after it, each up to the next one.
pub const AGES_FROM: [u16; 8] = [0, 1, 2, 3, 4, 8, 15, 31];

/// Digits of a share after the point.
const SHARE_PLACES: u32 = 8;

/// What the ledger says of a channel, and of one place in [`AGES_FROM`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatedRow {
    /// The channel.
    pub channel: String,
    /// What is reported of all days now.
    pub spend: Exact,
    /// The place, and what changed there; `None` when nothing of the channel ever did.
    pub changed: Option<(usize, Changed)>,
}

/// What changed after it was told first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Days whose figure changed.
    pub days: u64,
    /// By how much, up or down, all changes added up.
    pub amount: Exact,
}

/// What the ledger says of some days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatedDays {
    /// In what all amounts are counted.
    pub currency: Currency,
    /// In no order.
    pub rows: Vec<RestatedRow>,
}

/// How spend moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restated {
    /// In what all amounts are counted.
    pub currency: Currency,
    /// The channel that costs most first.
    pub channels: Vec<RestatedChannel>,
}

/// How the spend of a channel moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestatedChannel {
    /// The channel.
    pub channel: String,
    /// What is reported of all days now.
    pub spend: Exact,
    /// What changed at every age, the youngest first.
    pub ages: [RestatedAge; AGES_FROM.len()],
}

/// What changed while days were so old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestatedAge {
    /// The first age, in days.
    pub from: u16,
    /// The last; `None` for all that are older.
    pub to: Option<u16>,
    /// What changed.
    pub changed: Changed,
    /// The same as a part of the spend; `None` without spend.
    pub share: Option<Exact>,
}

/// Puts together what the ledger says.
pub fn restated(days: RestatedDays) -> Restated {
    let mut found: BTreeMap<String, (Exact, [Changed; AGES_FROM.len()])> = BTreeMap::new();
    for row in days.rows {
        let (spend, ages) = found.entry(row.channel).or_default();
        *spend = row.spend;
        if let Some((place, changed)) = row.changed
            && let Some(age) = ages.get_mut(place)
        {
            *age = changed;
        }
    }
    let mut channels: Vec<RestatedChannel> = found
        .into_iter()
        .map(|(channel, (spend, ages))| RestatedChannel {
            channel,
            spend,
            ages: told(spend, ages),
        })
        .collect();
    channels.sort_by_key(|it| std::cmp::Reverse(it.spend));
    Restated {
        currency: days.currency,
        channels,
    }
}

fn told(spend: Exact, ages: [Changed; AGES_FROM.len()]) -> [RestatedAge; AGES_FROM.len()] {
    let mut next = AGES_FROM.iter().skip(1).map(|from| from - 1);
    let mut froms = AGES_FROM.iter().copied();
    ages.map(|changed| RestatedAge {
        from: froms.next().unwrap_or_default(),
        to: next.next(),
        share: changed.amount.divide(spend, SHARE_PLACES),
        changed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        text.parse().unwrap()
    }

    fn row(channel: &str, spend: &str, changed: Option<(usize, u64, &str)>) -> RestatedRow {
        RestatedRow {
            channel: channel.to_owned(),
            spend: exact(spend),
            changed: changed.map(|(place, days, amount)| {
                let amount = exact(amount);
                (place, Changed { days, amount })
            }),
        }
    }

    fn of(rows: Vec<RestatedRow>) -> Vec<RestatedChannel> {
        let currency = Currency::parse("EUR").unwrap();
        restated(RestatedDays { currency, rows }).channels
    }

    #[test]
    fn every_age_is_told_once_and_the_last_has_no_end() {
        let channels = of(vec![row("Email", "1", None)]);
        let ages = channels[0].ages.map(|age| (age.from, age.to));
        let expected = [
            (0, Some(0)),
            (1, Some(1)),
            (2, Some(2)),
            (3, Some(3)),
            (4, Some(7)),
            (8, Some(14)),
            (15, Some(30)),
            (31, None),
        ];
        assert_eq!(ages, expected);
        assert!(
            channels[0]
                .ages
                .iter()
                .all(|age| age.changed == Changed::default())
        );
    }

    #[test]
    fn what_changed_is_a_part_of_what_is_spent() {
        let channels = of(vec![
            row("Paid Social", "0", Some((0, 1, "5"))),
            row("Paid Search", "300.000001", Some((1, 2, "3"))),
            row("Paid Search", "300.000001", Some((7, 1, "0.000001"))),
        ]);
        let names: Vec<&str> = channels.iter().map(|it| it.channel.as_str()).collect();
        assert_eq!(names, ["Paid Search", "Paid Social"]);
        let [_, first, .., last] = channels[0].ages;
        assert_eq!((first.changed.days, first.changed.amount), (2, exact("3")));
        assert_eq!(first.share, Some(exact("0.01")));
        assert_eq!(last.changed.amount, exact("0.000001"));
        // All of it was taken back: of nothing there is no part.
        assert_eq!(channels[1].ages[0].share, None);
        assert_eq!(channels[1].ages[0].changed.amount, exact("5"));
    }
}
