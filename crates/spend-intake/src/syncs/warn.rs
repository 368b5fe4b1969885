//! Says what a reader of figures has to know of spend that comes in by itself.

use ad_spend::ports::SyncReader;
use ad_spend::{Piece, ReadAccount};
use kernel::{ConnectionId, ProfileAccess, StoreError, Timestamp};

/// What a reader has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpendWarning {
    /// Of a day that is over, an account has not said everything yet.
    Incomplete,
    /// The days of an account are other hours than those of the profile.
    InOtherTimezone,
}

impl SpendWarning {
    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Incomplete => "spend_incomplete",
            Self::InOtherTimezone => "spend_in_other_timezone",
        }
    }
}

/// What there is to say of some days at an instant; nothing where no account is read, or none is read so far back.
pub async fn warnings(
    reader: &dyn SyncReader,
    access: &ProfileAccess,
    (period, now): (Piece, Timestamp),
) -> Result<Vec<SpendWarning>, StoreError> {
    let accounts = reader.accounts(access).await?;
    let expected = |account: &ReadAccount| Some((account.id, account.expected(period, now)?));
    let asked: Vec<(ConnectionId, Piece)> = accounts.iter().filter_map(expected).collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let complete = reader.complete(access, &asked).await?;
    let is_missing = |(id, piece): &(ConnectionId, Piece)| {
        let there = complete.iter().find(|(other, _)| other == id);
        let days = (piece.to - piece.from).whole_days() + 1;
        there.map_or(0, |(_, days)| *days) < days
    };
    let is_elsewhere = |account: &ReadAccount| {
        account.is_elsewhere() && asked.iter().any(|(id, _)| *id == account.id)
    };
    let warnings = [
        (asked.iter().any(is_missing), SpendWarning::Incomplete),
        (
            accounts.iter().any(is_elsewhere),
            SpendWarning::InOtherTimezone,
        ),
    ];
    let told = warnings.into_iter().filter(|(is, _)| *is);
    Ok(told.map(|(_, warning)| warning).collect())
}

#[cfg(test)]
mod tests {
    use ad_spend::TimeZone;
    use ad_spend::ports::MockSyncReader;
    use kernel::{Actor, Date};
    use time::macros::date;
    use uuid::Uuid;

    use super::*;

    const ID: Uuid = Uuid::from_u128(1);

    async fn told(own_zone: &str, complete: i64, (from, to): (Date, Date)) -> Vec<SpendWarning> {
        let account = ReadAccount {
            id: ID.into(),
            own_zone: TimeZone::named(own_zone),
            profile_zone: TimeZone::utc(),
            months: 1,
        };
        let mut reader = MockSyncReader::new();
        let accounts = move |_: &ProfileAccess| Ok(vec![account.clone()]);
        reader.expect_accounts().returning(accounts);
        let days =
            move |_: &ProfileAccess, _: &[(ConnectionId, Piece)]| Ok(vec![(ID.into(), complete)]);
        reader.expect_complete().returning(days);
        let access = ProfileAccess {
            profile_id: Uuid::nil().into(),
            scopes: std::collections::BTreeSet::new(),
            actor: Actor::System,
        };
        let now = Timestamp::parse("2026-11-25T07:00:00Z").unwrap();
        let period = Piece { from, to };
        warnings(&reader, &access, (period, now)).await.unwrap()
    }

    #[tokio::test]
    async fn a_day_that_is_over_and_not_wholly_there_is_told() {
        let week = (date!(2026 - 11 - 19), date!(2026 - 11 - 25));
        let utc = "UTC";
        assert_eq!(told(utc, 6, week).await, []);
        assert_eq!(told(utc, 5, week).await, [SpendWarning::Incomplete]);
        // Today is not over.
        let today = (week.1, week.1);
        assert_eq!(told(utc, 0, today).await, []);
    }

    #[tokio::test]
    async fn other_hours_are_told_of_days_that_are_read() {
        let week = (date!(2026 - 11 - 19), date!(2026 - 11 - 25));
        let there = told("Asia/Kathmandu", 6, week).await;
        assert_eq!(there, [SpendWarning::InOtherTimezone]);
        let long_ago = (date!(2020 - 01 - 01), date!(2020 - 01 - 31));
        assert_eq!(told("Asia/Kathmandu", 0, long_ago).await, []);
    }
}
