//! What changed results add.

use attribution_models::UnattributedReason;
use attribution_models::ports::{ConversionRow, CreditRow};
use std::collections::{BTreeMap, HashMap};

use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Date as SqlDate, Integer, Nullable, Text, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, Date, Exact, Model, ProfileId, RevenueType, StoreError};
use tributary_rollups::Batch;
use tributary_rollups::batch::NewRow;
use tributary_rollups::credits::Credit;
use uuid::Uuid;
use webhook_events::conversions::ReportedConversion;

use super::dims::{StoredDims, text};
use super::reasons::{Reasons, Why};
use super::{Population, RollupKey, append};
use crate::error::store;
use crate::rows::printed;
use crate::statement::prepared;

/// A credit that was stored, as far as reports count it. Columns that a statement returns under
/// these names.
#[derive(Clone, Debug, QueryableByName)]
pub struct StoredCredit {
    #[diesel(sql_type = SqlUuid)]
    conversion_id: Uuid,
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = Array<Nullable<Integer>>)]
    shares: Vec<Option<i32>>,
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = SqlDate)]
    touch_date: Date,
    #[diesel(sql_type = Text)]
    revenue_type: String,
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
    #[diesel(sql_type = Bool)]
    is_refund: bool,
    #[diesel(embed)]
    dims: StoredDims,
}

/// A conversion that was stored, as far as reports count it.
#[derive(Clone, Debug, QueryableByName)]
pub struct StoredConversion {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    definition_id: Uuid,
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Text)]
    revenue_type: String,
    #[diesel(sql_type = Bool)]
    is_pending: bool,
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
    #[diesel(sql_type = Bool)]
    is_refund: bool,
    #[diesel(sql_type = Text)]
    conversion_key: String,
    #[diesel(sql_type = Text)]
    reason: String,
    #[diesel(sql_type = Text)]
    amount_currency: String,
    #[diesel(sql_type = Bool)]
    is_synthetic: bool,
}

/// The columns of a [`StoredCredit`].
pub fn stored_credit() -> String {
    let shares = Model::ALL.map(Model::as_str).join(", ");
    format!(
        "conversion_id, signature_id, ARRAY[{shares}] AS shares, local_date, touch_date, \
         revenue_type, value_reporting::text AS value, is_refund, country, device, browser, os, \
         referrer_host, landing_path, ad_id"
    )
}

/// The columns of a [`StoredConversion`].
pub const STORED_CONVERSION: &str = "id, definition_id, local_date, revenue_type, \
     value_amount IS NOT NULL AND value_reporting IS NULL AS is_pending, \
     value_reporting::text AS value, is_refund, conversion_key, \
     coalesce(unattributed_reason, '') AS reason, \
     CASE WHEN value_amount IS NULL THEN '' ELSE coalesce(currency, '') END AS amount_currency, \
     is_synthetic";

/// Stored conversions as they were told, each with the credit of the model that is told.
pub fn reported(
    conversions: &[StoredConversion],
    credits: &[StoredCredit],
) -> Result<Vec<ReportedConversion>, StoreError> {
    let last_touch = Model::ALL
        .iter()
        .position(|model| *model == Model::LastTouch);
    let share = |credit: &StoredCredit| {
        let share = credit.shares.get(last_touch?).copied().flatten();
        share.filter(|share| *share > 0)
    };
    let credited: HashMap<Uuid, &StoredCredit> = credits
        .iter()
        .filter(|credit| share(credit).is_some())
        .map(|credit| (credit.conversion_id, credit))
        .collect();
    let reported = |conversion: &StoredConversion| {
        let credit = credited.get(&conversion.id);
        let value = credit.and_then(|credit| credit.value.as_ref());
        Ok(ReportedConversion {
            id: conversion.id.into(),
            definition_id: conversion.definition_id.into(),
            credited: value.map(|value| printed(value)).transpose()?,
            signature: credit.map(|credit| credit.signature_id),
        })
    };
    conversions.iter().map(reported).collect()
}

type Shares = [u32; Model::COUNT];

impl StoredCredit {
    fn row(&self) -> Result<NewRow<'_, Credit>, StoreError> {
        let mut shares = Shares::default();
        for (share, stored) in shares.iter_mut().zip(&self.shares) {
            *share = u32::try_from(stored.unwrap_or_default()).unwrap_or_default();
        }
        Ok(NewRow {
            day: self.local_date,
            signature: Some(self.signature_id),
            measure: Credit {
                value: Credit::value_of(exact(self.value.as_ref())?),
                is_cash: is_cash(&self.revenue_type),
                is_refund: self.is_refund,
                shares,
            },
            dims: self.dims.values(),
        })
    }
}

impl StoredConversion {
    fn counted(&self) -> Result<Counted<'_>, StoreError> {
        Ok(Counted {
            day: self.local_date,
            is_cash: is_cash(&self.revenue_type),
            is_refund: self.is_refund,
            is_pending: self.is_pending,
            value: exact(self.value.as_ref())?,
            why: Why {
                conversion_key: &self.conversion_key,
                reason: &self.reason,
                currency: &self.amount_currency,
                is_synthetic: self.is_synthetic,
            },
        })
    }
}

fn new_credit<'a>(
    row: &'a CreditRow,
    conversion: &ConversionRow,
    credit: &attribution_models::Credit,
) -> NewRow<'a, Credit> {
    let mut shares = Shares::default();
    for (share, given) in shares.iter_mut().zip(credit.shares) {
        *share = given.map_or(0, attribution_models::CreditShare::billionths);
    }
    let context = &row.context;
    let value = conversion.value_reporting.map_or(Exact::ZERO, Exact::from);
    NewRow {
        day: conversion.local_date,
        signature: Some(credit.signature),
        measure: Credit {
            value: Credit::value_of(value),
            is_cash: conversion.revenue_type == RevenueType::Cash,
            is_refund: conversion.is_refund,
            shares,
        },
        dims: [
            text(context.country.as_ref()),
            text(context.device.as_ref()),
            text(context.browser.as_ref()),
            text(context.os.as_ref()),
            text(context.referrer_host.as_ref()),
            text(row.landing_path.as_ref()),
            text(row.ad_id.as_ref()),
        ],
    }
}

fn new_conversion(conversion: &ConversionRow) -> Counted<'_> {
    let value = conversion.value_reporting;
    let attributed = &conversion.attributed;
    let currency = conversion.currency.as_ref();
    let currency = currency.filter(|_| conversion.amount.is_some());
    Counted {
        day: conversion.local_date,
        is_cash: conversion.revenue_type == RevenueType::Cash,
        is_refund: conversion.is_refund,
        is_pending: conversion.amount.is_some() && value.is_none(),
        value: value.map_or(Exact::ZERO, Exact::from),
        why: Why {
            conversion_key: &conversion.conversion_key,
            reason: attributed
                .unattributed
                .map_or("", UnattributedReason::as_str),
            currency: currency.map_or("", Currency::code),
            is_synthetic: attributed.is_synthetic,
        },
    }
}

/// What a conversion adds to its day.
#[derive(Clone, Copy)]
struct Counted<'a> {
    day: Date,
    is_cash: bool,
    is_refund: bool,
    is_pending: bool,
    value: Exact,
    why: Why<'a>,
}

/// What a day's conversions come to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct DaySums {
    /// How many conversions there are more.
    pub conversions: i64,
    /// How much cash they are.
    pub cash: Exact,
    /// How many of them are payments.
    pub payments: i64,
    pub(super) pending: i64,
}

/// Days of all conversions and, by model, of those that it credits to no touch.
pub(super) type Days = BTreeMap<(&'static str, Date), DaySums>;

/// Changes of all that is kept of results.
#[derive(Default)]
pub struct Change {
    pub(super) by_conversion: Batch<Credit>,
    pub(super) by_touch: Batch<Credit>,
    pub(super) days: Days,
    pub(super) reasons: Reasons,
}

fn exact(text: Option<&String>) -> Result<Exact, StoreError> {
    text.map_or(Ok(Exact::ZERO), |text| printed(text))
}

fn is_cash(revenue_type: &str) -> bool {
    revenue_type == RevenueType::Cash.as_str()
}

/// Which models give a share.
fn credited(by: &mut Shares, shares: &Shares) {
    for (sum, share) in by.iter_mut().zip(shares) {
        *sum = (*sum).max(*share);
    }
}

impl Change {
    /// Takes away what was stored.
    pub fn remove(
        &mut self,
        conversions: &[StoredConversion],
        credits: &[StoredCredit],
    ) -> Result<(), StoreError> {
        self.add_stored(conversions, credits, -1)
    }

    /// Adds what is stored `count` times.
    pub(super) fn add_stored(
        &mut self,
        conversions: &[StoredConversion],
        credits: &[StoredCredit],
        count: i64,
    ) -> Result<(), StoreError> {
        let mut shares_of: HashMap<Uuid, Shares> = HashMap::new();
        for credit in credits {
            let row = credit.row()?;
            let by = shares_of.entry(credit.conversion_id).or_default();
            credited(by, &row.measure.shares);
            self.add_credit(row, credit.touch_date, count);
        }
        for conversion in conversions {
            let shares = shares_of.get(&conversion.id).copied();
            self.add_conversion(conversion.counted()?, &shares.unwrap_or_default(), count);
        }
        Ok(())
    }

    /// Adds what is new.
    pub fn add(&mut self, conversions: &[ConversionRow], credits: &[CreditRow]) {
        let mut shares_of = vec![Shares::default(); conversions.len()];
        for row in credits {
            let conversion = conversions.get(row.conversion);
            let credit = conversion.and_then(|it| it.attributed.credits.get(row.credit));
            let Some((conversion, credit)) = conversion.zip(credit) else {
                continue;
            };
            let new = new_credit(row, conversion, credit);
            if let Some(by) = shares_of.get_mut(row.conversion) {
                credited(by, &new.measure.shares);
            }
            self.add_credit(new, row.touch_date, 1);
        }
        for (conversion, shares) in conversions.iter().zip(&shares_of) {
            self.add_conversion(new_conversion(conversion), shares, 1);
        }
    }

    fn add_credit(&mut self, row: NewRow<'_, Credit>, touch_date: Date, count: i64) {
        self.by_conversion.add(&row, count);
        let of_touch = NewRow {
            day: touch_date,
            ..row
        };
        self.by_touch.add(&of_touch, count);
    }

    fn add_conversion(&mut self, conversion: Counted<'_>, shares: &Shares, count: i64) {
        let credited_by = shares.map(|share| share > 0);
        let row = (conversion.day, conversion.why, credited_by);
        self.reasons.add(row, conversion.is_refund, count);
        let uncredited = Model::ALL.iter().zip(shares);
        let uncredited = uncredited.filter(|(_, share)| **share == 0);
        let kinds = uncredited.map(|(model, _)| model.as_str());
        for kind in std::iter::once("").chain(kinds) {
            let sums = self.days.entry((kind, conversion.day)).or_default();
            let is_payment = conversion.is_cash && !conversion.is_refund;
            sums.conversions += count * i64::from(!conversion.is_refund);
            sums.payments += count * i64::from(is_payment);
            sums.pending += count * i64::from(conversion.is_pending);
            if conversion.is_cash {
                let units = conversion.value.units().saturating_mul(count.into());
                sums.cash = sums.cash + Exact::from_units(units);
            }
        }
    }

    /// The credits, on the days of their conversions.
    pub const fn credits(&self) -> &Batch<Credit> {
        &self.by_conversion
    }

    /// What all conversions of each day come to.
    pub fn conversions(&self) -> impl Iterator<Item = (Date, DaySums)> {
        let days = self.days.iter();
        days.filter(|((uncredited_by, _), _)| uncredited_by.is_empty())
            .map(|((_, day), sums)| (*day, *sums))
    }

    /// Writes it down for a generation.
    pub async fn write(
        self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        generation: i64,
    ) -> Result<(), StoreError> {
        let place = |population| RollupKey {
            profile_id,
            population,
            generation,
        };
        append(connection, place(Population::Credits), self.by_conversion).await?;
        append(connection, place(Population::TouchCredits), self.by_touch).await?;
        add_days(connection, profile_id, generation, self.days).await?;
        self.reasons.write(connection, profile_id, generation).await
    }
}

/// Adds to what is stored of the days.
pub(super) async fn add_days(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
    mut days: Days,
) -> Result<(), StoreError> {
    days.retain(|_, sums| *sums != DaySums::default());
    if days.is_empty() {
        return Ok(());
    }
    let column = |value: fn(&DaySums) -> i64| days.values().map(value).collect();
    let (conversions, payments, pending): (Vec<i64>, Vec<i64>, Vec<i64>) = (
        column(|sums| sums.conversions),
        column(|sums| sums.payments),
        column(|sums| sums.pending),
    );
    let cash: Vec<String> = days.values().map(|sums| sums.cash.to_string()).collect();
    let (kinds, dates): (Vec<&str>, Vec<Date>) = days.keys().copied().unzip();
    prepared(include_str!("add_conversions.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(generation)
        .bind::<Array<Text>, _>(kinds)
        .bind::<Array<SqlDate>, _>(dates)
        .bind::<Array<BigInt>, _>(conversions)
        .bind::<Array<Text>, _>(cash)
        .bind::<Array<BigInt>, _>(payments)
        .bind::<Array<BigInt>, _>(pending)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
