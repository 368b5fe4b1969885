//! What changed touches add. A touch counts on the day of its session.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Date as SqlDate, Nullable, Text};
use diesel_async::AsyncPgConnection;
use kernel::{Date, ProfileId, StoreError};
use tributary_rollups::Batch;
use tributary_rollups::batch::NewRow;
use tributary_rollups::touched::Touched;

use super::{RollupKey, append};

/// A touch as far as it is counted.
#[derive(Clone, Copy, Debug)]
pub struct CountedTouch<'a> {
    /// The local day of its session.
    pub day: Date,
    /// Traffic evidence.
    pub signature: i64,
    /// The ad's id on its platform.
    pub ad: Option<&'a str>,
}

/// Touches that are alike, as they are stored.
#[derive(Debug, QueryableByName)]
pub(super) struct StoredTouches {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = Nullable<Text>)]
    ad_id: Option<String>,
    #[diesel(sql_type = BigInt)]
    touches: i64,
}

impl StoredTouches {
    /// The local day of their sessions.
    pub(super) const fn day(&self) -> Date {
        self.local_date
    }

    /// Adds them.
    pub(super) fn add(&self, batch: &mut Batch<Touched>) {
        let touch = CountedTouch {
            day: self.local_date,
            signature: self.signature_id,
            ad: self.ad_id.as_deref(),
        };
        add(batch, &touch, self.touches);
    }
}

fn add(batch: &mut Batch<Touched>, touch: &CountedTouch<'_>, count: i64) {
    let row = NewRow {
        day: touch.day,
        signature: Some(touch.signature),
        measure: Touched,
        dims: ["", "", "", "", "", "", touch.ad.unwrap_or_default()],
    };
    batch.add(&row, count);
}

/// Adds what touches that were replaced by others change.
pub async fn replaced<'a>(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    before: impl IntoIterator<Item = CountedTouch<'a>>,
    after: impl IntoIterator<Item = CountedTouch<'a>>,
) -> Result<(), StoreError> {
    let mut change = Batch::default();
    for touch in before {
        add(&mut change, &touch, -1);
    }
    for touch in after {
        add(&mut change, &touch, 1);
    }
    append(connection, RollupKey::touches(profile_id), change).await
}
