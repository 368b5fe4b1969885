//! What of many rows contradicts what came before: the same day of the same ad, or another currency on an account's day.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::BuildHasher;

use ad_spend::{Currency, Date, SpendDay};

/// How a row contradicts an earlier one, and where that one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objection {
    /// It is for the same day and ids.
    Repeated(u64),
    /// It has another currency than the first of the account's day.
    Currency(u64),
}

/// The rows that came before. Of each nothing is kept but what tells it apart.
pub(crate) struct Seen {
    /// Two independent hashes of each row's ids: no two rows of any file have both in common.
    hashers: [RandomState; 2],
    rows: HashMap<[u64; 2], u64>,
    currencies: BTreeMap<(String, String, Date), (Option<Currency>, u64)>,
    told: BTreeSet<(String, String, Date)>,
}

impl Seen {
    /// None.
    pub(crate) fn new() -> Self {
        Self {
            hashers: [RandomState::new(), RandomState::new()],
            rows: HashMap::new(),
            currencies: BTreeMap::new(),
            told: BTreeSet::new(),
        }
    }

    /// What can be said against the row at a place. Of an account's day that has several currencies it is said once.
    pub(crate) fn objection(&mut self, day: &SpendDay, place: u64) -> Option<Objection> {
        let ad = &day.ad;
        let ids = (
            day.date,
            [
                &ad.platform,
                &ad.account_id,
                &ad.campaign_id,
                &ad.ad_set_id,
                &ad.ad_id,
            ],
        );
        let [one, other] = &self.hashers;
        let key = [one.hash_one(ids), other.hash_one(ids)];
        if let Some(earlier) = self.rows.insert(key, place) {
            return Some(Objection::Repeated(earlier));
        }
        let account = (ad.platform.clone(), ad.account_id.clone(), day.date);
        let (currency, first) = self
            .currencies
            .entry(account.clone())
            .or_insert((day.currency, place));
        let differs = *currency != day.currency && self.told.insert(account);
        differs.then_some(Objection::Currency(*first))
    }
}
