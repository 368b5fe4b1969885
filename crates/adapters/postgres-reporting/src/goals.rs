//! Figures of some conversion keys. Rollups hold all keys together, so these are added up from the
//! credits and conversions themselves, as coarsely as the question allows.

use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Accounting, Date, StoreError};
use tributary_rollups::Dim;
use tributary_rollups::credits::CreditSums;
use tributary_rollups::tally::Summed;

use super::asked::Asked;
use postgres_kit::error::store;
use postgres_kit::rollups::dims::StoredDims;
use postgres_kit::rows::printed;

/// All conversions of a period as they are stored.
#[derive(QueryableByName)]
pub(super) struct ConversionsRow {
    #[diesel(sql_type = Text)]
    pub(super) outcomes: String,
    #[diesel(sql_type = Text)]
    pub(super) cash_revenue: String,
    #[diesel(sql_type = Text)]
    pub(super) cash_payments: String,
    #[diesel(sql_type = BigInt)]
    pub(super) pending: i64,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlDate)]
    day: Date,
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(embed)]
    dims: StoredDims,
    #[diesel(sql_type = BigInt)]
    credits: i64,
    #[diesel(sql_type = Text)]
    revenue: String,
    #[diesel(sql_type = Text)]
    conversions: String,
    #[diesel(sql_type = Text)]
    payments: String,
}

/// Credits of the keys that are asked for, added up as far as nothing tells them apart.
pub(super) struct GoalCredits {
    signature: i64,
    day: Date,
    dims: StoredDims,
    sums: CreditSums,
}

impl GoalCredits {
    /// As they are added up.
    pub(super) fn summed(&self) -> Summed<'_> {
        Summed {
            day: self.day,
            signature: Some(self.signature),
            dims: self.dims.values(),
            sums: self.sums,
        }
    }
}

impl TryFrom<Row> for GoalCredits {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            signature: row.signature_id,
            day: row.day,
            sums: CreditSums {
                credits: row.credits,
                revenue: printed(&row.revenue)?,
                conversions: printed(&row.conversions)?,
                payments: printed(&row.payments)?,
            },
            dims: row.dims,
        })
    }
}

/// What rows have to be told apart by.
pub(super) struct Apart {
    pub(super) by_day: bool,
    pub(super) by_signature: bool,
    pub(super) dims: Vec<Dim>,
}

impl Apart {
    fn statement(&self, asked: &Asked<'_>) -> String {
        let day = match asked.question.accounting {
            Accounting::ConversionDate => "local_date",
            Accounting::TouchDate => "touch_date",
        };
        let told_day = if self.by_day {
            format!("r.{day}")
        } else {
            "$2::date".to_owned()
        };
        let signature = if self.by_signature {
            "r.signature_id"
        } else {
            "0::bigint"
        };
        let dims = Dim::ALL.map(|dim| {
            // The column of rows is called otherwise than that of rollups.
            let column = match dim {
                Dim::Ad => "ad_id",
                other => other.column(),
            };
            if self.dims.contains(&dim) {
                format!("r.{column}")
            } else {
                format!("NULL::text AS {column}")
            }
        });
        include_str!("goal_credits.sql")
            .replace("{told_day}", &told_day)
            .replace("{signature}", signature)
            .replace("{dims}", &dims.join(", "))
            .replace("{day}", day)
            .replace("{share}", asked.question.model.as_str())
    }
}

impl Asked<'_> {
    /// Whether only some conversion keys count.
    pub(super) const fn is_of_goals(&self) -> bool {
        !self.question.goals.is_empty()
    }

    /// What touches are credited with of the keys.
    pub(super) async fn goal_credits(
        &self,
        connection: &mut AsyncPgConnection,
        apart: &Apart,
    ) -> Result<Vec<GoalCredits>, StoreError> {
        let rows: Vec<Row> = self.load_goals(connection, apart.statement(self)).await?;
        rows.into_iter().map(GoalCredits::try_from).collect()
    }

    /// All conversions of the keys, or those that the model credits to no touch.
    pub(super) async fn goal_conversions(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<ConversionsRow, StoreError> {
        let share = self.question.model.as_str();
        let counts = match self.question.accounting {
            Accounting::ConversionDate => "true".to_owned(),
            Accounting::TouchDate => format!(
                "NOT EXISTS (SELECT FROM credits r WHERE r.profile_id = $1 AND r.generation = $4 \
                 AND r.conversion_id = c.id AND r.{share} > 0)"
            ),
        };
        let text = include_str!("goal_conversions.sql").replace("{counts}", &counts);
        let rows: Vec<ConversionsRow> = self.load_goals(connection, text).await?;
        let none = || StoreError::inconsistent("a sum without a row");
        rows.into_iter().next().ok_or_else(none)
    }

    async fn load_goals<R>(
        &self,
        connection: &mut AsyncPgConnection,
        text: String,
    ) -> Result<Vec<R>, StoreError>
    where
        R: QueryableByName<Pg> + Send + 'static,
    {
        sql_query(text)
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<SqlDate, _>(self.question.period.from())
            .bind::<SqlDate, _>(self.question.period.to())
            .bind::<BigInt, _>(self.seen.generation)
            .bind::<Array<Text>, _>(&self.question.goals)
            .load(connection)
            .await
            .map_err(store)
    }
}
