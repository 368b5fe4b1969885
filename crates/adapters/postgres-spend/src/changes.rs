//! Changes at ad platforms.

use std::time::Duration;

use ad_changes::{
    Change, Exact, FailureCode, Intent, IntentId, IntentState, Lease, Order, RecommendationId,
    Status, Target, Value,
};
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::platform_writes as table;
use rust_decimal::Decimal;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::{printed, utc};
use postgres_kit::statement::prepared;

const UNDER_WAY: &str = "intended";
const APPLIED: &str = "applied";
const FAILED: &str = "failed";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg))]
struct Row {
    profile_id: Uuid,
    id: Uuid,
    recommendation_id: Uuid,
    connection_id: Uuid,
    target_key: String,
    local_week: Date,
    change: String,
    before_status: Option<String>,
    before_budget: Option<Decimal>,
    after_budget: Option<Decimal>,
    intended_at: OffsetDateTime,
    #[diesel(embed)]
    standing: Standing,
}

/// The columns that change.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = table, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
struct Standing {
    status: String,
    failure: Option<String>,
    look_at: Option<OffsetDateTime>,
    lease_holder: Option<Uuid>,
    lease_until: Option<OffsetDateTime>,
    failures: i32,
    settled_at: Option<OffsetDateTime>,
}

impl From<&IntentState> for Standing {
    fn from(state: &IntentState) -> Self {
        let of = |settled_at: Option<Timestamp>, code: Option<FailureCode>| Self {
            status: state.as_str().to_owned(),
            failure: code.map(|code| code.as_str().to_owned()),
            look_at: None,
            lease_holder: None,
            lease_until: None,
            failures: 0,
            settled_at: settled_at.map(utc),
        };
        match *state {
            IntentState::Intended {
                look_at,
                lease,
                failures,
            } => Self {
                look_at: Some(utc(look_at)),
                lease_holder: lease.map(|lease| lease.holder),
                lease_until: lease.map(|lease| utc(lease.until)),
                failures: i32::try_from(failures).unwrap_or(i32::MAX),
                ..of(None, None)
            },
            IntentState::Applied { at } => of(Some(at), None),
            IntentState::Failed { at, code } => of(Some(at), Some(code)),
        }
    }
}

impl Standing {
    fn state(&self) -> Option<IntentState> {
        Some(match self.status.as_str() {
            UNDER_WAY => {
                let lease = self.lease_holder.zip(self.lease_until);
                IntentState::Intended {
                    look_at: self.look_at?.into(),
                    lease: lease.map(|(holder, until)| Lease {
                        holder,
                        until: until.into(),
                    }),
                    failures: u32::try_from(self.failures).unwrap_or_default(),
                }
            }
            APPLIED => IntentState::Applied {
                at: self.settled_at?.into(),
            },
            FAILED => IntentState::Failed {
                at: self.settled_at?.into(),
                code: FailureCode::parse(self.failure.as_deref()?)?,
            },
            _ => return None,
        })
    }
}

fn decimal(amount: Exact) -> Result<Decimal, StoreError> {
    printed(&amount.to_string())
}

impl Row {
    fn of(profile_id: ProfileId, intent: &Intent) -> Result<Self, StoreError> {
        let order = &intent.order;
        let (before_status, before_budget) = match order.before() {
            Value::Status(status) => (Some(status.as_str().to_owned()), None),
            Value::DailyBudget(amount) => (None, Some(decimal(amount)?)),
        };
        let after_budget = match order.change() {
            Change::Pause => None,
            Change::DailyBudget(amount) => Some(decimal(amount)?),
        };
        Ok(Self {
            profile_id: profile_id.uuid(),
            id: intent.id.uuid(),
            recommendation_id: intent.recommendation_id.uuid(),
            connection_id: order.target().connection_id.uuid(),
            target_key: order.target().key(),
            local_week: intent.local_week,
            change: order.change().as_str().to_owned(),
            before_status,
            before_budget,
            after_budget,
            intended_at: utc(intent.intended_at),
            standing: Standing::from(&intent.state),
        })
    }

    fn order(&self) -> Option<Order> {
        let change = self.after_budget.map_or(Change::Pause, |amount| {
            Change::DailyBudget(Exact::from(amount))
        });
        let before = match (self.before_status.as_deref(), self.before_budget) {
            (Some(status), None) => Value::Status(Status::parse(status)?),
            (None, Some(amount)) => Value::DailyBudget(amount.into()),
            _ => return None,
        };
        let target = Target::from_key(&self.target_key)?;
        let order = Order::new(target, change, before).ok()?;
        (change.as_str() == self.change).then_some(order)
    }

    fn intent(self) -> Result<Intent, StoreError> {
        let read = self.order().zip(self.standing.state());
        let (order, state) = read.ok_or_else(|| {
            let id = self.id;
            StoreError::inconsistent(format!("platform_writes: {id} is broken"))
        })?;
        Ok(Intent {
            id: self.id.into(),
            recommendation_id: self.recommendation_id.into(),
            order,
            local_week: self.local_week,
            intended_at: self.intended_at.into(),
            state,
        })
    }
}

/// Keeps a new one, unless another one is in its way. Whoever keeps one at the same time is waited for.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    intent: &Intent,
) -> Result<bool, StoreError> {
    let inserted = diesel::insert_into(table::table)
        .values(Row::of(profile_id, intent)?)
        .on_conflict_do_nothing()
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(inserted == 1)
}

/// The one for a recommendation that is under way or made.
pub async fn of_recommendation(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: RecommendationId,
) -> Result<Option<Intent>, StoreError> {
    let row: Option<Row> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::recommendation_id.eq(id.uuid()))
        .filter(table::status.eq_any([UNDER_WAY, APPLIED]))
        .select(Row::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(Row::intent).transpose()
}

/// One, held until the transaction ends.
pub async fn lock(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    id: IntentId,
) -> Result<Option<Intent>, StoreError> {
    let row: Option<Row> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(id.uuid()))
        .for_no_key_update()
        .select(Row::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    row.map(Row::intent).transpose()
}

/// Replaces how one stands.
pub async fn put(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    intent: &Intent,
) -> Result<(), StoreError> {
    diesel::update(table::table)
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(table::id.eq(intent.id.uuid()))
        .set(Standing::from(&intent.state))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

#[derive(QueryableByName)]
struct DueRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

/// Those of all profiles that somebody is to look at.
pub async fn due(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
    most: usize,
) -> Result<Vec<(ProfileId, IntentId)>, StoreError> {
    let rows: Vec<DueRow> = prepared(include_str!("sql/due_writes.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .bind::<BigInt, _>(i64::try_from(most).unwrap_or(i64::MAX))
        .load(connection)
        .await
        .map_err(store)?;
    let place = |row: DueRow| (row.profile_id.into(), row.id.into());
    Ok(rows.into_iter().map(place).collect())
}

/// What waits over all profiles: for those who run the service, who see no tenant in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WritesState {
    /// Changes of which it is not known what came of them.
    pub waiting: u64,
    /// Since when the oldest of them has waited.
    pub oldest: Duration,
}

#[derive(QueryableByName)]
struct StateRow {
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest_micros: Option<i64>,
}

/// What waits, as one connection sees it.
pub async fn state(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<WritesState, StoreError> {
    let row: StateRow = prepared(include_str!("sql/writes_state.sql"))
        .bind::<Timestamptz, _>(utc(now))
        .get_result(connection)
        .await
        .map_err(store)?;
    let number = |count: i64| u64::try_from(count).unwrap_or_default();
    Ok(WritesState {
        waiting: number(row.waiting),
        oldest: Duration::from_micros(number(row.oldest_micros.unwrap_or_default())),
    })
}
