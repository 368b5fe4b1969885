//! Spend rows from CSV: a header line with column names, in any order, then one line a row.

use ad_spend::rows::{Column, RowText};
use http_kit::problem::{FieldCode, FieldError};

/// Reads the rows, at most `limit + 1` of them: the caller refuses more than `limit`.
pub(super) fn read_csv(text: &[u8], limit: usize) -> Result<Vec<RowText>, FieldError> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text);
    let columns = read_header(reader.headers().map_err(|error| unreadable(&error))?)?;
    let mut rows = Vec::new();
    for record in reader.records().take(limit.saturating_add(1)) {
        let record = record.map_err(|error| unreadable(&error))?;
        let cells = columns
            .iter()
            .copied()
            .zip(&record)
            .filter(|(_, cell)| !cell.is_empty());
        rows.push(RowText(
            cells
                .map(|(column, cell)| (column, cell.to_owned()))
                .collect(),
        ));
    }
    Ok(rows)
}

fn read_header(header: &csv::StringRecord) -> Result<Vec<Column>, FieldError> {
    let mut columns = Vec::new();
    for name in header {
        let wrong = |code, words: &str| {
            FieldError::pointer("", code, format!("has a column {name:?} {words}"))
        };
        let column = Column::parse(name)
            .ok_or_else(|| wrong(FieldCode::UnknownField, "that rows do not have"))?;
        if columns.contains(&column) {
            return Err(wrong(FieldCode::Repeated, "twice"));
        }
        columns.push(column);
    }
    Ok(columns)
}

/// Says where the reader stopped; never what stood there.
fn unreadable(error: &csv::Error) -> FieldError {
    let line = error
        .position()
        .map_or(String::new(), |at| format!(" in line {}", at.line()));
    let words = match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            format!("has {len} cells{line} where the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => format!("is not valid UTF-8{line}"),
        _ => format!("is not readable as CSV{line}"),
    };
    FieldError::pointer("", FieldCode::Malformed, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_in_any_order_and_empty_cells_are_absent() {
        let rows = read_csv(
            b"\xEF\xBB\xBFspend,date,ad_name\n1.5,2026-01-01,\"a,b\"\n2,,\n",
            9,
        )
        .unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].0[&Column::AdName], "a,b");
        assert_eq!(
            rows[1].0.keys().copied().collect::<Vec<_>>(),
            [Column::Spend]
        );
    }

    #[test]
    fn what_cannot_be_read_is_placed() {
        for (text, words) in [
            ("spend,cost\n", "\"cost\" that rows do not have"),
            ("spend,spend\n", "twice"),
            ("spend,date\n1\n", "1 cells in line 2"),
        ] {
            let error = read_csv(text.as_bytes(), 9).unwrap_err();
            assert!(error.detail.contains(words), "{text}: {}", error.detail);
        }
        assert!(
            read_csv(b"spend\n\xFF\n", 9)
                .unwrap_err()
                .detail
                .contains("UTF-8")
        );
    }
}
