//! What a file would write.

use std::collections::BTreeMap;

use ad_spend::SpendDay;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::{Currency, Exact};
use spend_intake::files::survey::Survey;

use crate::format::{Number, count, day, days, money};

/// Accounts and columns that are named.
const NAMED: usize = 50;

/// What a file would write.
pub(super) struct Preview {
    pub(super) rows: Number,
    /// Rows that are none, such as totals.
    pub(super) skipped: usize,
    pub(super) account_days: Number,
    pub(super) totals: Vec<Number>,
    pub(super) accounts: Vec<AccountRow>,
    /// Accounts that are not named.
    pub(super) more_accounts: usize,
    /// Columns that nobody reads.
    pub(super) unread: Vec<String>,
    pub(super) more_unread: usize,
    pub(super) first: Vec<FirstRow>,
    /// The file itself, in Base64: browsers change ends of lines in what they carry as text.
    pub(super) content: String,
}

/// What there is of an account.
pub(super) struct AccountRow {
    pub(super) platform: String,
    pub(super) account: String,
    pub(super) rows: Number,
    pub(super) dates: Number,
    pub(super) period: String,
}

/// A row as it would be written.
pub(super) struct FirstRow {
    pub(super) date: String,
    pub(super) platform: String,
    /// Account, campaign, ad set and ad.
    pub(super) levels: [Level; 4],
    pub(super) amount: Number,
}

/// What a row is of, on one level.
pub(super) struct Level {
    pub(super) id: String,
    pub(super) name: Option<String>,
}

fn number(value: usize) -> Number {
    count(i64::try_from(value).unwrap_or(i64::MAX))
}

impl Preview {
    pub(super) fn new(found: &Survey, file: &[u8], own: Currency) -> Self {
        Self {
            rows: number(found.rows),
            skipped: found.skipped,
            account_days: number(found.account_days()),
            totals: totals(found, own),
            accounts: found.days.iter().take(NAMED).filter_map(account).collect(),
            more_accounts: found.days.len().saturating_sub(NAMED),
            unread: found.unread.iter().take(NAMED).cloned().collect(),
            more_unread: found.unread.len().saturating_sub(NAMED),
            first: found.first.iter().map(|row| first(row, own)).collect(),
            content: STANDARD.encode(file),
        }
    }
}

/// What the file comes to by currency; rows without one are in the profile's.
fn totals(found: &Survey, own: Currency) -> Vec<Number> {
    let mut totals: BTreeMap<&str, Exact> = BTreeMap::new();
    for (currency, amount) in &found.totals {
        let named = Some(currency.as_str()).filter(|code| !code.is_empty());
        let total = totals.entry(named.unwrap_or(own.code())).or_default();
        *total = *total + *amount;
    }
    let printed = totals.into_iter();
    printed
        .map(|(currency, amount)| money(amount, currency))
        .collect()
}

fn account(
    ((platform, account), dates): (
        &spend_intake::files::survey::Account,
        &BTreeMap<kernel::Date, usize>,
    ),
) -> Option<AccountRow> {
    let (first, last) = (dates.keys().next()?, dates.keys().next_back()?);
    Some(AccountRow {
        platform: platform.clone(),
        account: account.clone(),
        rows: number(dates.values().sum()),
        dates: number(dates.len()),
        period: days(*first, *last),
    })
}

fn first(row: &SpendDay, own: Currency) -> FirstRow {
    let ad = &row.ad;
    let level = |id: &str, name: &Option<String>| Level {
        id: id.to_owned(),
        name: name.clone(),
    };
    FirstRow {
        date: day(row.date),
        platform: ad.platform.clone(),
        levels: [
            level(&ad.account_id, &ad.account_name),
            level(&ad.campaign_id, &ad.campaign_name),
            level(&ad.ad_set_id, &ad.ad_set_name),
            level(&ad.ad_id, &ad.ad_name),
        ],
        amount: money(row.amount.exact(), row.currency.unwrap_or(own).code()),
    }
}

#[cfg(test)]
mod tests {
    use spend_intake::files::mapping::Mapping;
    use spend_intake::files::survey::{SpendFile, survey};

    use super::*;

    fn of(text: &str) -> Preview {
        let file = SpendFile {
            bytes: text.as_bytes(),
            mapping: &Mapping::own(),
        };
        let now = kernel::Timestamp::parse("2026-11-25T12:00:00Z").unwrap();
        let own = Currency::parse("EUR").unwrap();
        Preview::new(&survey(file, now).unwrap(), text.as_bytes(), own)
    }

    #[test]
    fn rows_without_a_currency_are_in_the_profile_s() {
        let preview = of("date,platform,account_id,spend,currency\n\
            2026-11-01,meta,1,1.5,EUR\n2026-11-02,meta,1,0.000001,\n2026-11-01,meta,2,7,USD\n");
        let totals: Vec<&str> = preview.totals.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(totals, ["€1.50", "$7.00"]);
        assert_eq!(preview.totals[0].exact, "€1.500001");
        assert_eq!(preview.first[1].amount.exact, "€0.000001");
        assert_eq!(preview.accounts[0].period, "1 – 2 Nov 2026");
        assert_eq!(preview.account_days.text, "3");
    }

    #[test]
    fn no_more_accounts_are_named_than_people_read() {
        let row = |account: usize| format!("2026-11-01,meta,{account},1\n");
        let rows: String = (0..60).map(row).collect();
        let preview = of(&format!("date,platform,account_id,spend\n{rows}"));
        assert_eq!((preview.accounts.len(), preview.more_accounts), (50, 10));
    }
}
