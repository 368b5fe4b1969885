//! Spend of days, added up whenever what it follows from is written: spend, rates, the currency that
//! readers see.

use diesel::pg::Pg;
use diesel::sql_query;
use diesel::sql_types::{Array, Date as SqlDate, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, ProfileId, StoreError};

use crate::error::store;

/// What each row of spend is worth to readers.
const ROWS: &str = include_str!("spend_rows.sql");

/// Counts the spend of these days anew, or of all. The caller holds the profile's state.
pub async fn build_spend(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    days: Option<&[Date]>,
) -> Result<(), StoreError> {
    let which = match days {
        Some(_) => "d.local_date = ANY($2)",
        None => "true",
    };
    let ads = include_str!("spend_ads.sql").replace("{rows}", ROWS);
    let statements = [
        "DELETE FROM spend_ads d WHERE d.profile_id = $1 AND {days}",
        &ads,
        "DELETE FROM spend_days d WHERE d.profile_id = $1 AND {days}",
        include_str!("spend.sql"),
    ];
    for text in statements {
        let query = sql_query(text.replace("{days}", which))
            .into_boxed::<Pg>()
            .bind::<SqlUuid, _>(profile_id.uuid());
        let query = match days {
            Some(days) => query.bind::<Array<SqlDate>, _>(days.to_vec()),
            None => query,
        };
        query.execute(connection).await.map_err(store)?;
    }
    Ok(())
}
