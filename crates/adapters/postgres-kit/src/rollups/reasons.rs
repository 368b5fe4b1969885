//! Why outcomes are credited or not, added up by day: what coverage, and the share of amounts with a rate, are read
//! from.

use std::collections::BTreeMap;

use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Model, ProfileId, StoreError};

use crate::error::store;
use crate::statement::prepared;

/// Which models credit a conversion to a touch, in their order.
pub(super) type CreditedBy = [bool; Model::COUNT];

/// Why a conversion or refund is credited or not.
#[derive(Clone, Copy)]
pub(super) struct Why<'a> {
    pub(super) conversion_key: &'a str,
    /// What was noted of why nothing is credited; empty where nothing was.
    pub(super) reason: &'a str,
    /// What the value came in; empty without one.
    pub(super) currency: &'a str,
    pub(super) is_synthetic: bool,
}

/// What the conversions of a row have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ReasonKey {
    day: Date,
    conversion_key: String,
    reason: String,
    currency: String,
    credited_by: CreditedBy,
}

/// How many they are more.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct ReasonSums {
    conversions: i64,
    synthetic: i64,
    /// Conversions and refunds with a value.
    amounts: i64,
}

/// Changes of rows.
#[derive(Default)]
pub(super) struct Reasons(BTreeMap<ReasonKey, ReasonSums>);

impl ReasonSums {
    /// What one row of results counts: a refund is no conversion.
    fn of(why: Why<'_>, is_refund: bool) -> Self {
        Self {
            conversions: i64::from(!is_refund),
            synthetic: i64::from(!is_refund && why.is_synthetic),
            amounts: i64::from(!why.currency.is_empty()),
        }
    }

    const fn add(&mut self, other: Self, count: i64) {
        self.conversions += other.conversions * count;
        self.synthetic += other.synthetic * count;
        self.amounts += other.amounts * count;
    }
}

impl Reasons {
    /// Adds a row of results `count` times.
    pub(super) fn add(
        &mut self,
        (day, why, credited_by): (Date, Why<'_>, CreditedBy),
        is_refund: bool,
        count: i64,
    ) {
        let key = ReasonKey {
            day,
            conversion_key: why.conversion_key.to_owned(),
            reason: why.reason.to_owned(),
            currency: why.currency.to_owned(),
            credited_by,
        };
        let sums = self.0.entry(key).or_default();
        sums.add(ReasonSums::of(why, is_refund), count);
    }

    pub(super) fn add_all(&mut self, others: Self) {
        for (key, sums) in others.0 {
            self.0.entry(key).or_default().add(sums, 1);
        }
    }

    /// Adds to what is stored.
    pub(super) async fn write(
        mut self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        generation: i64,
    ) -> Result<(), StoreError> {
        self.0.retain(|_, sums| *sums != ReasonSums::default());
        if self.0.is_empty() {
            return Ok(());
        }
        let text = |value: fn(&ReasonKey) -> &str| self.0.keys().map(value).collect();
        let (keys, reasons, currencies): (Vec<&str>, Vec<&str>, Vec<&str>) = (
            text(|key| &key.conversion_key),
            text(|key| &key.reason),
            text(|key| &key.currency),
        );
        let count = |value: fn(&ReasonSums) -> i64| self.0.values().map(value).collect();
        let (conversions, synthetic, amounts): (Vec<i64>, Vec<i64>, Vec<i64>) = (
            count(|sums| sums.conversions),
            count(|sums| sums.synthetic),
            count(|sums| sums.amounts),
        );
        let days: Vec<Date> = self.0.keys().map(|key| key.day).collect();
        let models: Vec<String> = self.0.keys().map(|key| named(key.credited_by)).collect();
        prepared(include_str!("add_reasons.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(generation)
            .bind::<Array<SqlDate>, _>(days)
            .bind::<Array<Text>, _>(keys)
            .bind::<Array<Text>, _>(reasons)
            .bind::<Array<Text>, _>(models)
            .bind::<Array<Text>, _>(currencies)
            .bind::<Array<BigInt>, _>(conversions)
            .bind::<Array<BigInt>, _>(synthetic)
            .bind::<Array<BigInt>, _>(amounts)
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

/// The models as an array's text.
fn named(credited_by: CreditedBy) -> String {
    let models = Model::ALL.iter().zip(credited_by);
    let names: Vec<&str> = models
        .filter(|(_, credits)| *credits)
        .map(|(model, _)| model.as_str())
        .collect();
    format!("{{{}}}", names.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_named_in_their_order() {
        assert_eq!(named(CreditedBy::default()), "{}");
        let all = Model::ALL.map(Model::as_str).join(",");
        assert_eq!(named([true; Model::COUNT]), format!("{{{all}}}"));
    }

    #[test]
    fn a_refund_is_an_amount_and_no_conversion() {
        let counted = |is_refund, currency| {
            let why = Why {
                conversion_key: "sale",
                reason: "",
                currency,
                is_synthetic: true,
            };
            let mut sums = ReasonSums::default();
            sums.add(ReasonSums::of(why, is_refund), -1);
            [sums.conversions, sums.synthetic, sums.amounts]
        };
        assert_eq!(counted(true, "EUR"), [0, 0, -1]);
        assert_eq!(counted(false, "EUR"), [-1, -1, -1]);
        assert_eq!(counted(false, ""), [-1, -1, 0]);
    }
}
