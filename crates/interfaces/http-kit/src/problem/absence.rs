//! Which failures are nobody's fault and pass.

use std::error::Error;

use kernel::StoreError;

/// Why the same may be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    /// The database cannot be used now.
    Away,
    /// Others were faster again and again.
    Raced,
}

/// What an error or one of its causes says about the database; `None` for a failure that nobody
/// expected.
pub(super) fn of(error: &(dyn Error + 'static)) -> Option<Absence> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(absence) = of_store(error) {
            return Some(absence);
        }
        next = error.source();
    }
    None
}

fn of_store(error: &(dyn Error + 'static)) -> Option<Absence> {
    match error.downcast_ref::<StoreError>()? {
        StoreError::Unavailable(_) => Some(Absence::Away),
        StoreError::Conflict => Some(Absence::Raced),
        StoreError::Inconsistent(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use access_control::SessionTokenFailure;

    use super::*;

    #[test]
    fn an_absence_is_known_whatever_it_is_wrapped_in() {
        let away = StoreError::Unavailable("gone".to_owned());
        assert_eq!(of(&away), Some(Absence::Away));
        assert_eq!(of(&SessionTokenFailure::Store(away)), Some(Absence::Away));
        assert_eq!(of(&StoreError::Conflict), Some(Absence::Raced));
    }

    #[test]
    fn what_nobody_expected_is_no_absence() {
        let failed = StoreError::inconsistent("no such column");
        assert_eq!(of(&failed), None);
        assert_eq!(of(&SessionTokenFailure::Store(failed)), None);
    }
}
