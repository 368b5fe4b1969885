//! Rules as rows.

use channel_classifier::ports::StoredRule;
use channel_classifier::{Condition, RawCondition, RawRule, Rule};
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::channel_rules as table;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::utc;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct RuleRow {
    profile_id: Uuid,
    id: Uuid,
    name: String,
    channel: String,
    priority: i16,
    enabled: bool,
    combiner: String,
    conditions: Value,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

/// The profile's rules by priority.
pub(super) async fn load(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Vec<StoredRule>, StoreError> {
    let rows: Vec<RuleRow> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .order(table::priority)
        .select(RuleRow::as_select())
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(stored).collect()
}

fn stored(row: RuleRow) -> Result<StoredRule, StoreError> {
    let id = row.id;
    let broken = || StoreError::inconsistent(format!("channel rule {id} is broken"));
    let conditions = row.conditions.as_array().ok_or_else(broken)?;
    let raw = RawRule {
        name: row.name,
        channel: row.channel,
        priority: i64::from(row.priority),
        combiner: row.combiner,
        conditions: conditions
            .iter()
            .map(condition)
            .collect::<Option<_>>()
            .ok_or_else(broken)?,
    };
    Ok(StoredRule {
        rule: Rule::parse(id.into(), row.enabled, raw).map_err(|_| broken())?,
        created_at: row.created_at.into(),
        updated_at: row.updated_at.into(),
    })
}

fn condition(value: &Value) -> Option<RawCondition> {
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let values = value.get("values")?.as_array()?.iter();
    Some(RawCondition {
        field: text("field")?,
        operator: text("operator")?,
        values: values
            .map(|value| value.as_str().map(str::to_owned))
            .collect::<Option<_>>()?,
    })
}

/// Writes rules in one statement, so that two of them can swap places.
pub(super) async fn put(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    rules: &[StoredRule],
) -> Result<(), StoreError> {
    let rows = rules
        .iter()
        .map(|stored| row(profile_id, stored))
        .collect::<Result<Vec<_>, _>>()?;
    diesel::insert_into(table::table)
        .values(rows)
        .on_conflict((table::profile_id, table::id))
        .do_update()
        .set((
            table::name.eq(excluded(table::name)),
            table::channel.eq(excluded(table::channel)),
            table::priority.eq(excluded(table::priority)),
            table::enabled.eq(excluded(table::enabled)),
            table::combiner.eq(excluded(table::combiner)),
            table::conditions.eq(excluded(table::conditions)),
            table::updated_at.eq(excluded(table::updated_at)),
        ))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

fn row(profile_id: ProfileId, stored: &StoredRule) -> Result<RuleRow, StoreError> {
    let rule = &stored.rule;
    let priority = i16::try_from(rule.priority).map_err(|error| {
        StoreError::inconsistent(format!("priority {}: {error}", rule.priority))
    })?;
    Ok(RuleRow {
        profile_id: profile_id.uuid(),
        id: rule.id.uuid(),
        name: rule.name.clone(),
        channel: rule.channel.clone(),
        priority,
        enabled: rule.enabled,
        combiner: rule.combiner.as_str().to_owned(),
        conditions: rule.conditions.iter().map(to_json).collect(),
        created_at: utc(stored.created_at),
        updated_at: utc(stored.updated_at),
    })
}

fn to_json(condition: &Condition) -> Value {
    json!({
        "field": condition.field.as_str(),
        "operator": condition.operator.as_str(),
        "values": condition.values,
    })
}
