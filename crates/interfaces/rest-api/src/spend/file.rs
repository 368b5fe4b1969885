//! Spend from a file, read as requests are.

use ad_spend::SpendDay;
use kernel::Timestamp;

use super::csv::read_csv;
use super::rows::{Calendar, read_rows};
use http_kit::problem::FieldError;

/// The rows of a CSV file with a header line, or what is wrong with it in words that name row and
/// column.
pub fn read_file(bytes: &[u8], now: Timestamp) -> Result<Vec<SpendDay>, Vec<String>> {
    let rows = read_csv(bytes, usize::MAX).map_err(|error| vec![words(&error)])?;
    let read = read_rows(&rows, Calendar::at(now));
    read.map_err(|errors| errors.iter().map(words).collect())
}

/// Rows are counted from 1, without the header line.
fn words(error: &FieldError) -> String {
    let pointer = error.pointer.as_deref().unwrap_or_default();
    let mut parts = pointer.trim_start_matches("/rows/").splitn(2, '/');
    let number = parts.next().and_then(|row| row.parse::<usize>().ok());
    match (number, parts.next()) {
        (Some(row), Some(column)) => {
            format!("row {}: {column} {}", row.saturating_add(1), error.detail)
        }
        (Some(row), None) => format!("row {} {}", row.saturating_add(1), error.detail),
        _ => format!("the file {}", error.detail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named_by_row_and_column() {
        let now = Timestamp::parse("2026-01-05T12:00:00Z").unwrap();
        let head = "date,platform,campaign_id,spend\n";
        let good = "2026-01-01, google_ads , c1 ,1.5\n";
        let days = read_file(format!("{head}{good}").as_bytes(), now).unwrap();
        assert_eq!(days[0].ad.platform, "google_ads");
        assert_eq!(days[0].ad.campaign_id, "c1");
        for (text, words) in [
            (format!("{head}{good}{good}"), "row 2 is for the same day"),
            (format!("{head}1600-01-01,x,c,1\n"), "row 1: date is before"),
            ("cost\n".to_owned(), "the file has a column \"cost\""),
        ] {
            let errors = read_file(text.as_bytes(), now).unwrap_err();
            assert!(errors[0].starts_with(words), "{errors:?}");
        }
    }
}
