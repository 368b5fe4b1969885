//! The binary form of `COPY … FROM STDIN`: rows are appended to one buffer.

use std::io::Cursor;

use futures_util::SinkExt;
use kernel::{Date, StoreError, Timestamp};
use rust_decimal::Decimal;
use tokio_postgres::{Client, Statement};
use uuid::Uuid;

use super::copy_out::SERVER_EPOCH_MICROS;
use super::snapshot::failed;

/// What the server wants before the first row: signature, flags and no extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// What stands for the number of columns after the last row.
const TRAILER: i16 = -1;

/// What stands for the length of a column that is NULL.
const NULL: i32 = -1;

/// The day that the server counts days from.
const SERVER_EPOCH: Date = time::macros::date!(2000 - 01 - 01);

/// Rows as the server takes them; with no rows it is empty.
#[derive(Default)]
pub(super) struct Rows {
    bytes: Vec<u8>,
}

impl Rows {
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The whole stream.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(TRAILER.to_be_bytes());
        self.bytes
    }

    /// Begins a row of so many columns, which have to follow.
    pub(super) fn row(&mut self, columns: i16) -> &mut Self {
        if self.bytes.is_empty() {
            self.bytes.extend(HEADER);
        }
        self.bytes.extend(columns.to_be_bytes());
        self
    }

    fn column<const N: usize>(&mut self, value: Option<[u8; N]>) -> &mut Self {
        match value {
            None => self.bytes.extend(NULL.to_be_bytes()),
            Some(value) => {
                self.length(N);
                self.bytes.extend(value);
            }
        }
        self
    }

    /// Columns are far shorter than the two gigabytes that a length can say.
    fn length(&mut self, length: usize) {
        let length = i32::try_from(length).unwrap_or(NULL);
        self.bytes.extend(length.to_be_bytes());
    }

    pub(super) fn uuid(&mut self, value: Uuid) -> &mut Self {
        self.column(Some(value.into_bytes()))
    }

    pub(super) fn uuid_or_null(&mut self, value: Option<Uuid>) -> &mut Self {
        self.column(value.map(Uuid::into_bytes))
    }

    pub(super) fn bigint(&mut self, value: i64) -> &mut Self {
        self.column(Some(value.to_be_bytes()))
    }

    pub(super) fn integer(&mut self, value: Option<u32>) -> &mut Self {
        let value = value.map(|value| i32::try_from(value).unwrap_or(i32::MAX));
        self.column(value.map(i32::to_be_bytes))
    }

    pub(super) fn boolean(&mut self, value: Option<bool>) -> &mut Self {
        self.column(value.map(|value| [u8::from(value)]))
    }

    pub(super) fn text(&mut self, value: &str) -> &mut Self {
        self.length(value.len());
        self.bytes.extend(value.as_bytes());
        self
    }

    pub(super) fn text_or_null(&mut self, value: Option<&str>) -> &mut Self {
        match value {
            Some(value) => self.text(value),
            None => self.column::<0>(None),
        }
    }

    pub(super) fn instant(&mut self, value: Option<Timestamp>) -> &mut Self {
        let micros = value.map(|at| at.plus_micros(-SERVER_EPOCH_MICROS).micros());
        self.column(micros.map(i64::to_be_bytes))
    }

    pub(super) fn date(&mut self, value: Option<Date>) -> &mut Self {
        let days = value.map(|date| date.to_julian_day() - SERVER_EPOCH.to_julian_day());
        self.column(days.map(i32::to_be_bytes))
    }

    /// The same value with the same number of decimals as the decimal's text has.
    pub(super) fn numeric(&mut self, value: Option<Decimal>) -> &mut Self {
        match value {
            Some(value) => self.decimal(value),
            None => self.column::<0>(None),
        }
    }

    fn decimal(&mut self, value: Decimal) -> &mut Self {
        const SIGN_MINUS: u16 = 0x4000;
        let (digits, after_point) = groups(value);
        let used = digits.iter().rposition(|digit| *digit != 0);
        let first = digits.iter().position(|digit| *digit != 0);
        let significant = first
            .zip(used)
            .and_then(|(first, last)| digits.get(first..=last))
            .unwrap_or_default();
        let before_point = digits.len() - after_point;
        // The weight of the first group: 0 is the group just before the point.
        let weight = first.map_or(0, |first| signed(before_point) - 1 - signed(first));
        let is_negative = value.is_sign_negative() && !value.is_zero();
        let sign = if is_negative { SIGN_MINUS } else { 0 };
        let scale = u16::try_from(value.scale()).unwrap_or_default();
        self.length(8 + 2 * significant.len());
        self.bytes.extend(signed(significant.len()).to_be_bytes());
        self.bytes.extend(weight.to_be_bytes());
        self.bytes.extend(sign.to_be_bytes());
        self.bytes.extend(scale.to_be_bytes());
        for digit in significant {
            self.bytes.extend(digit.to_be_bytes());
        }
        self
    }
}

/// Copies rows into the table of the statement.
pub(super) async fn send(
    client: &Client,
    statement: &Statement,
    rows: Rows,
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sink = client.copy_in(statement).await.map_err(failed)?;
    let mut sink = std::pin::pin!(sink);
    let bytes = Cursor::new(rows.finish());
    sink.send(bytes).await.map_err(failed)?;
    sink.finish().await.map_err(failed)?;
    Ok(())
}

fn signed(count: usize) -> i16 {
    i16::try_from(count).unwrap_or_default()
}

/// Groups of four decimal digits, the largest first, and how many of them stand after the point.
fn groups(value: Decimal) -> (Vec<u16>, usize) {
    const BASE: u128 = 10_000;
    let scale = value.scale();
    let after_point = usize::try_from(scale.div_ceil(4)).unwrap_or_default();
    let missing = scale.div_ceil(4) * 4 - scale;
    // 96 bits times at most 1,000 fit.
    let mut rest = value.mantissa().unsigned_abs() * 10_u128.pow(missing);
    let mut digits = Vec::with_capacity(9);
    while rest > 0 || digits.len() < after_point {
        digits.push(u16::try_from(rest % BASE).unwrap_or_default());
        rest /= BASE;
    }
    digits.reverse();
    (digits, after_point)
}

#[cfg(test)]
mod tests {
    use super::super::copy_out::rows;
    use super::*;

    /// Weight, sign, scale and digits of a number as the server gets it.
    fn encoded(text: &str) -> (i16, u16, u16, Vec<u16>) {
        let mut rows = Rows::default();
        rows.row(1).numeric(Some(text.parse().unwrap()));
        let bytes = rows.finish();
        let words: Vec<u16> = bytes[HEADER.len() + 6..bytes.len() - 2]
            .chunks(2)
            .map(|word| u16::from_be_bytes([word[0], word[1]]))
            .collect();
        assert_eq!(usize::from(words[0]), words.len() - 4, "{text}");
        (
            words[1].cast_signed(),
            words[2],
            words[3],
            words[4..].to_vec(),
        )
    }

    #[test]
    fn numbers_are_groups_of_four_digits_around_the_point() {
        for (text, expected) in [
            ("0", (0, 0, 0, vec![])),
            ("-0.00", (0, 0, 2, vec![])),
            ("1", (0, 0, 0, vec![1])),
            ("10000", (1, 0, 0, vec![1])),
            ("100.5", (0, 0, 1, vec![100, 5000])),
            ("-12345.678", (1, 0x4000, 3, vec![1, 2345, 6780])),
            ("0.0001", (-1, 0, 4, vec![1])),
            ("0.00000001", (-2, 0, 8, vec![1])),
            (
                "999999999999999.99999999",
                (3, 0, 8, vec![999, 9999, 9999, 9999, 9999, 9999]),
            ),
        ] {
            assert_eq!(encoded(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_and_what_is_not_asked_for_is_passed_over() {
        let at = Timestamp::parse("2026-03-01T10:00:00.123456Z");
        let id = Uuid::from_u128(7);
        let mut written = Rows::default();
        assert!(written.is_empty());
        written.row(4).uuid(id).instant(at).text("é").boolean(None);
        written
            .row(4)
            .uuid_or_null(None)
            .instant(None)
            .text_or_null(None)
            .boolean(Some(true));
        let bytes = written.finish();
        let mut read = Vec::new();
        let taken = rows(&bytes, &mut |row| {
            read.push((row.uuid()?, row.instant()?, row.text()?.map(str::to_owned)));
            Ok(())
        });
        taken.unwrap();
        assert_eq!(
            read,
            [(Some(id), at, Some("é".to_owned())), (None, None, None)]
        );
    }

    #[test]
    fn a_row_that_is_cut_off_or_too_short_is_an_error() {
        let mut written = Rows::default();
        written.row(1).bigint(5);
        let bytes = written.finish();
        let cut = &bytes[..bytes.len() - 4];
        assert!(rows(cut, &mut |row| row.bigint().map(|_| ())).is_err());
        assert!(rows(&bytes, &mut |row| row.uuid().map(|_| ())).is_err());
        let two = &mut |row: &mut super::super::copy_out::Fields<'_>| {
            row.bigint()?;
            row.bigint().map(|_| ())
        };
        assert!(rows(&bytes, two).is_err());
    }
}
