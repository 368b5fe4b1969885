//! What deriving people anew would come to.

use std::collections::{BTreeMap, BTreeSet};

use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Numeric, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use doctor::Rederivation;
use identity_graph::{IdentifierKind, NamedFact, Subject, ValueKey, forecast};
use kernel::{Currency, Date, StoreError};
use rust_decimal::Decimal;
use uuid::Uuid;

use postgres_kit::error::store;

/// Facts that are looked at in all: a few seconds, and some hundred bytes each.
const MOST: i64 = 200_000;

#[derive(QueryableByName)]
struct ProfileRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct FactRow {
    #[diesel(sql_type = SqlDate)]
    day: Date,
    #[diesel(sql_type = Nullable<Numeric>)]
    value_amount: Option<Decimal>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Text>)]
    national_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    crm_contact_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
}

impl FactRow {
    fn named(&self) -> NamedFact {
        let values = [
            (IdentifierKind::NationalId, &self.national_id),
            (IdentifierKind::CrmContactId, &self.crm_contact_id),
            (IdentifierKind::Email, &self.email),
            (IdentifierKind::Phone, &self.phone),
        ];
        let named = values.into_iter().filter_map(|(kind, key)| {
            let value_key = ValueKey::new(key.clone()?);
            Some(Subject { kind, value_key })
        });
        NamedFact {
            owner: self.customer_id.map(Into::into),
            named: named.collect(),
        }
    }
}

/// Looks at the newest facts of the profiles that are left; before the migration, of all.
pub async fn rederivation(
    connection: &mut AsyncPgConnection,
    is_migrated: bool,
) -> Result<Option<Rederivation>, StoreError> {
    let which = if is_migrated {
        "SELECT profile_id AS id FROM identity_rederivations ORDER BY 1"
    } else {
        "SELECT p.id FROM profiles p \
         WHERE EXISTS (SELECT FROM identifiers i WHERE i.profile_id = p.id) ORDER BY 1"
    };
    let profiles: Vec<ProfileRow> = sql_query(which).load(connection).await.map_err(store)?;
    if profiles.is_empty() {
        return Ok(None);
    }
    let mut told = Rederivation {
        profiles: profiles.len(),
        ..Rederivation::default()
    };
    let mut money: BTreeMap<(Date, Currency), Decimal> = BTreeMap::new();
    let mut days = BTreeSet::new();
    for profile in profiles {
        let left = MOST - i64::try_from(told.events).unwrap_or(MOST);
        let rows: Vec<FactRow> = sql_query(include_str!("sql/rederive/facts.sql"))
            .bind::<SqlUuid, _>(profile.id)
            .bind::<BigInt, _>(left)
            .load(connection)
            .await
            .map_err(store)?;
        told.events += rows.len();
        let facts: Vec<NamedFact> = rows.iter().map(FactRow::named).collect();
        let seen = forecast(&facts);
        told.people_before += seen.people_before;
        told.people_after += seen.people_after;
        for (row, _) in rows.iter().zip(&seen.moves).filter(|(_, moves)| **moves) {
            told.events_moved += 1;
            days.insert(row.day);
            let currency = row.currency.as_deref().and_then(Currency::parse);
            if let Some((amount, currency)) = row.value_amount.zip(currency) {
                *money.entry((row.day, currency)).or_default() += amount;
            }
        }
    }
    told.is_part = told.events >= usize::try_from(MOST).unwrap_or(usize::MAX);
    told.days = days.len();
    let most = money.into_iter().max_by_key(|(_, amount)| amount.abs());
    told.most = most.map(|((day, currency), amount)| (day, currency, amount));
    Ok(Some(told))
}
