//! Why outcomes are credited or not, added up by day: what coverage, and the share of amounts with a rate, are read
//! from.

use std::collections::BTreeMap;

use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Model, ProfileId, StoreError};

use crate::error::store;
use crate::statement::prepared;

/// Which models credit a conversion to a touch, in their order.
type CreditedBy = [bool; Model::COUNT];

/// What the conversions of a row have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReasonKey {
    pub(super) day: Date,
    pub(super) conversion_key: String,
    /// What was noted of why nothing is credited; empty where nothing was.
    pub(super) reason: String,
    /// What the value came in; empty without one.
    pub(super) currency: String,
    pub(super) credited_by: CreditedBy,
}

/// How many they are more.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ReasonSums {
    pub(super) conversions: i64,
    pub(super) synthetic: i64,
    /// Conversions and refunds with a value.
    pub(super) amounts: i64,
}

/// Changes of rows.
#[derive(Default)]
pub(super) struct Reasons(BTreeMap<ReasonKey, ReasonSums>);

impl ReasonSums {
    /// What one row of results counts: a refund is no conversion.
    pub(super) fn of((is_refund, is_synthetic): (bool, bool), currency: &str, count: i64) -> Self {
        Self {
            conversions: count * i64::from(!is_refund),
            synthetic: count * i64::from(!is_refund && is_synthetic),
            amounts: count * i64::from(!currency.is_empty()),
        }
    }

    const fn add(&mut self, other: Self) {
        self.conversions += other.conversions;
        self.synthetic += other.synthetic;
        self.amounts += other.amounts;
    }
}

impl Reasons {
    pub(super) fn add(&mut self, key: ReasonKey, sums: ReasonSums) {
        self.0.entry(key).or_default().add(sums);
    }

    pub(super) fn add_all(&mut self, others: Self) {
        for (key, sums) in others.0 {
            self.add(key, sums);
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
            let sums = ReasonSums::of((is_refund, true), currency, -1);
            [sums.conversions, sums.synthetic, sums.amounts]
        };
        assert_eq!(counted(true, "EUR"), [0, 0, -1]);
        assert_eq!(counted(false, "EUR"), [-1, -1, -1]);
        assert_eq!(counted(false, ""), [-1, -1, 0]);
    }
}
