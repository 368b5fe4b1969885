//! Who people are: what they hold now, most trusted first.

use std::collections::{BTreeMap, BTreeSet};

use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::Person;
use export_rules::match_keys::MAX_VALUES;
use kernel::{ProfileId, StoreError};
use uuid::Uuid;

use super::personal;
use postgres_kit::error::store;
use postgres_kit::statement::prepared;

/// Whose an event is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Whose {
    /// A customer's.
    Customer(Uuid),
    /// A browser's that nobody is known to own.
    Visitor(Uuid),
    /// Nobody is known.
    #[default]
    Nobody,
}

impl Whose {
    pub(super) const fn customer(self) -> Option<Uuid> {
        match self {
            Self::Customer(id) => Some(id),
            Self::Visitor(_) | Self::Nobody => None,
        }
    }

    pub(super) const fn visitor(self) -> Option<Uuid> {
        match self {
            Self::Visitor(id) => Some(id),
            Self::Customer(_) | Self::Nobody => None,
        }
    }
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    last_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    kind: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    value: Option<String>,
}

/// Customers by id. National ids are never read.
pub(super) async fn of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    customers: BTreeSet<Uuid>,
) -> Result<BTreeMap<Uuid, Person>, StoreError> {
    if customers.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<Row> = prepared(include_str!("../sql/candidate_people.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(customers.into_iter().collect::<Vec<_>>())
        .bind::<BigInt, _>(i64::try_from(MAX_VALUES).unwrap_or(i64::MAX))
        .load(connection)
        .await
        .map_err(store)?;
    let mut people: BTreeMap<Uuid, Person> = BTreeMap::new();
    for row in rows {
        let person = people.entry(row.id).or_default();
        person.first_name = row.first_name.as_deref().map(personal);
        person.last_name = row.last_name.as_deref().map(personal);
        let values = match row.kind.as_deref() {
            Some("email") => &mut person.emails,
            Some("phone") => &mut person.phones,
            Some("external_id") => &mut person.external_ids,
            _ => continue,
        };
        values.extend(row.value.as_deref().map(personal));
    }
    Ok(people)
}
