//! What is wrong with rows, as answers name it.

use ad_spend::SpendDay;
use ad_spend::rows::{self, RowText, SpendableDays, WrongCell};
use http_kit::problem::FieldError;
use kernel::Timestamp;

/// Reads every row, or names up to 100 cells that are wrong.
pub(super) fn read_rows(
    rows: &[RowText],
    now: Timestamp,
) -> Result<Vec<SpendDay>, Vec<FieldError>> {
    let read = rows::read_rows(rows, SpendableDays::at(now));
    read.map_err(|wrong| wrong.into_iter().map(named).collect())
}

fn named(wrong: WrongCell) -> FieldError {
    let row = wrong.row;
    let at = match wrong.column {
        Some(column) => format!("/rows/{row}/{}", column.name()),
        None => format!("/rows/{row}"),
    };
    FieldError::pointer(at, wrong.code.into(), wrong.words)
}
