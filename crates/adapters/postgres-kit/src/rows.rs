//! What statements have in common: batches as one parameter (a JSON array that `jsonb_to_recordset` turns
//! into typed rows, or columns), and rows of one column.

use std::fmt::Display;
use std::str::FromStr;

use diesel::QueryableByName;
use diesel::sql_types::{Bool, Jsonb, Uuid as SqlUuid};
use kernel::{StoreError, Timestamp};
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

/// The JSON array of the rows.
pub fn batch(rows: impl IntoIterator<Item = Value>) -> Value {
    Value::Array(rows.into_iter().collect())
}

/// The SQL type of a batch.
pub type Batch = Jsonb;

/// A kernel instant as diesel binds it.
pub fn utc(at: Timestamp) -> OffsetDateTime {
    at.to_utc()
}

/// The ids without their kinds.
pub fn uuids<K>(ids: &[kernel::Id<K>]) -> Vec<Uuid> {
    ids.iter().map(|id| id.uuid()).collect()
}

/// One column of rows.
pub fn column<'a, R, T>(rows: &'a [R], value: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

/// One column of optional text.
pub fn texts<'a, R>(
    rows: &'a [R],
    value: impl Fn(&'a R) -> &'a Option<String>,
) -> Vec<Option<&'a str>> {
    rows.iter().map(|row| value(row).as_deref()).collect()
}

/// A row that is only an id.
#[derive(QueryableByName)]
#[expect(missing_docs, reason = "columns of that name")]
pub struct IdRow {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
}

/// The answer to a question with yes or no.
#[derive(QueryableByName)]
#[expect(missing_docs, reason = "columns of that name")]
pub struct IsRow {
    #[diesel(sql_type = Bool)]
    pub is: bool,
}

/// A number as PostgreSQL printed it.
pub fn printed<T: FromStr<Err: Display>>(text: &str) -> Result<T, StoreError> {
    text.parse()
        .map_err(|error| StoreError::inconsistent(format!("{text}: {error}")))
}
