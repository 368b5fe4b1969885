//! From the driver's errors to the application's.
//!
//! Decides: which failures say that the database cannot be used now (it is stopped, full, read-only,
//! out of connections, silent), which that a race was lost, and that everything else is a failure that
//! nobody expected. By SQLSTATE wherever the driver tells it; diesel hides it behind its own kinds, so
//! that some are known by the server's words instead.

use diesel::result::{DatabaseErrorKind, Error};
use kernel::StoreError;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

/// Carries the application's error through diesel's transaction.
pub struct Failed(pub StoreError);

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self(store(error))
    }
}

/// A failed statement as the application sees it. A `NotFound` is never turned into an absence here;
/// look-ups use `.optional()`.
pub fn store(error: Error) -> StoreError {
    match &error {
        Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => StoreError::Conflict,
        Error::DatabaseError(_, information) if information.message().contains("deadlock") => {
            StoreError::Conflict
        }
        Error::DatabaseError(
            DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::ReadOnlyTransaction,
            _,
        )
        | Error::BrokenTransactionManager => StoreError::Unavailable(error.to_string()),
        Error::DatabaseError(DatabaseErrorKind::Unknown, information)
            if says_absence(information.message()) =>
        {
            StoreError::Unavailable(error.to_string())
        }
        _ => StoreError::inconsistent(error),
    }
}

/// As [`store`], of the driver itself.
#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
pub fn driver(error: tokio_postgres::Error) -> StoreError {
    let told = chain(&error);
    match error.code() {
        Some(code) if is_lost_race(code) => StoreError::Conflict,
        Some(code) if !is_absence(code) => StoreError::Inconsistent(told),
        _ => StoreError::Unavailable(told),
    }
}

fn is_lost_race(code: &SqlState) -> bool {
    *code == SqlState::T_R_SERIALIZATION_FAILURE || *code == SqlState::T_R_DEADLOCK_DETECTED
}

/// Whether the code says that the database cannot be used now: connection exceptions (08), no room,
/// memory or connections (53), stopped by its operator, crashed or starting (57P), given up for time
/// (57014, 55P03, 25P03), read-only (25006), and failures of its disks (58).
pub fn is_absence(code: &SqlState) -> bool {
    let code = code.code();
    let classes = ["08", "53", "57P", "58"];
    classes.iter().any(|class| code.starts_with(class))
        || ["57014", "55P03", "25P03", "25006"].contains(&code)
}

/// The words of PostgreSQL for the same, where the code is not told.
const WORDS: [&str; 20] = [
    // 53: resources.
    "No space left on device",
    "could not extend file",
    "could not write to file",
    "out of memory",
    "too many clients already",
    "too many connections",
    "remaining connection slots",
    // 57P: the operator.
    "terminating connection",
    "the database system is",
    "canceling statement due to",
    "canceling authentication due to",
    // 25006: read-only.
    "in a read-only transaction",
    "during recovery",
    // 58 and 54: the system below.
    "could not open file",
    "could not fsync file",
    "could not read block",
    "Input/output error",
    "Disk quota exceeded",
    "database is not accepting commands",
    "connection to client lost",
];

fn says_absence(message: &str) -> bool {
    WORDS.iter().any(|words| message.contains(words))
}

/// An error and all of its causes, the outermost first.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        let why = source.to_string();
        if !told.contains(&why) {
            told.push_str(": ");
            told.push_str(&why);
        }
        next = source.source();
    }
    told
}

/// An amount or a currency of a row that cannot be read: no money would be a silent lie. Says which
/// row, and nothing of what is in it.
pub fn unreadable(table: &str, id: Uuid) -> StoreError {
    StoreError::inconsistent(format!(
        "{table} {id}: its amount or currency cannot be read; mend the row"
    ))
}

/// What a column holds, when there is something in it that can be read.
pub fn readable<T>(
    (table, id): (&str, Uuid),
    text: Option<&str>,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, StoreError> {
    text.map(|text| read(text).ok_or_else(|| unreadable(table, id)))
        .transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(message: &str) -> StoreError {
        let told = Box::new(message.to_owned());
        store(Error::DatabaseError(DatabaseErrorKind::Unknown, told))
    }

    #[test]
    fn a_database_that_is_full_stopped_or_out_of_reach_is_away() {
        for message in [
            "could not extend file \"base/5/16384\": No space left on device",
            "could not write to file \"pg_wal/xlogtemp.1\": No space left on device",
            "out of memory",
            "sorry, too many clients already",
            "terminating connection due to administrator command",
            "terminating connection due to idle-in-transaction timeout",
            "the database system is shutting down",
            "the database system is in recovery mode",
            "canceling statement due to statement timeout",
            "canceling statement due to lock timeout",
        ] {
            let error = told(message);
            assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
        }
        for kind in [
            DatabaseErrorKind::UnableToSendCommand,
            DatabaseErrorKind::ClosedConnection,
            DatabaseErrorKind::ReadOnlyTransaction,
        ] {
            let error = store(Error::DatabaseError(kind, Box::new("closed".to_owned())));
            assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
        }
    }

    #[test]
    fn what_nobody_expected_is_no_absence() {
        let error = told("column \"a\" does not exist");
        assert!(matches!(error, StoreError::Inconsistent(_)), "{error}");
        let error = store(Error::NotFound);
        assert!(matches!(error, StoreError::Inconsistent(_)), "{error}");
        assert!(matches!(told("deadlock detected"), StoreError::Conflict));
    }

    #[test]
    fn codes_are_known_by_their_class() {
        for code in [
            "08006", "53100", "53300", "57P01", "57P03", "57014", "25006",
        ] {
            assert!(is_absence(&SqlState::from_code(code)), "{code}");
        }
        for code in ["42703", "23505", "40P01", "22003"] {
            assert!(!is_absence(&SqlState::from_code(code)), "{code}");
        }
    }
}
