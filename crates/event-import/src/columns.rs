//! Rows of Parquet files.

use std::collections::BTreeMap;
use std::fs::File;

use kernel::Timestamp;
use parquet::basic::Compression;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row as ParquetRow};

use crate::row::{BadFile, BadRow, Row};
use crate::value::Value;

const MICROS_PER_MILLI: i64 = 1_000;
const MICROS_PER_DAY: i64 = 86_400_000_000;

/// The rows of a file, which has no lines: they are counted.
pub(crate) struct Columns {
    rows: RowIter<'static>,
    row: u64,
    is_broken: bool,
}

impl Columns {
    pub(crate) fn open(file: File) -> Result<Self, BadFile> {
        let refused = |error| BadFile::Refused(format!("is no Parquet file: {error}"));
        let reader = SerializedFileReader::new(file).map_err(refused)?;
        for group in reader.metadata().row_groups() {
            for column in group.columns() {
                readable(column.compression())?;
            }
        }
        Ok(Self {
            rows: RowIter::from_file_into(Box::new(reader)),
            row: 0,
            is_broken: false,
        })
    }

    pub(crate) fn next(&mut self) -> Option<Result<Row, BadRow>> {
        if self.is_broken {
            return None;
        }
        let row = self.rows.next()?;
        self.row += 1;
        let line = self.row;
        match row {
            Ok(row) => Some(Ok(Row {
                line,
                value: object(&row),
            })),
            Err(error) => {
                self.is_broken = true;
                Some(Err(BadRow {
                    line,
                    reason: format!("cannot be read: {error}"),
                }))
            }
        }
    }
}

/// Only what is read by Rust alone.
fn readable(compression: Compression) -> Result<(), BadFile> {
    match compression {
        Compression::UNCOMPRESSED
        | Compression::SNAPPY
        | Compression::GZIP(_)
        | Compression::LZ4
        | Compression::LZ4_RAW => Ok(()),
        other => Err(BadFile::Refused(format!(
            "is compressed with {other}, which is not read here: export it with SNAPPY, GZIP, LZ4 or none"
        ))),
    }
}

fn object(row: &ParquetRow) -> Value {
    let members = row.get_column_iter();
    let mut members: BTreeMap<String, Value> = members
        .map(|(name, field)| (name.clone(), value(field)))
        .collect();
    // As lists are written that nobody has marked as such.
    if members.len() == 1 {
        for name in ["list", "element", "item", "array"] {
            if let Some(only) = members.remove(name) {
                return only;
            }
        }
    }
    Value::Object(members)
}

fn value(field: &Field) -> Value {
    let number = |number: &dyn ToString| Value::Number(number.to_string());
    let instant = |micros| Value::Text(Timestamp::from_micros(micros).to_string());
    match field {
        Field::Null => Value::Null,
        Field::Bool(yes) => Value::Bool(*yes),
        Field::Byte(it) => number(it),
        Field::Short(it) => number(it),
        Field::Int(it) | Field::TimeMillis(it) => number(it),
        Field::Long(it) | Field::TimeMicros(it) => number(it),
        Field::UByte(it) => number(it),
        Field::UShort(it) => number(it),
        Field::UInt(it) => number(it),
        Field::ULong(it) => number(it),
        // The shortest digits that stand for it, which is what was meant.
        Field::Float16(it) => number(it),
        Field::Float(it) => number(it),
        Field::Double(it) => number(it),
        Field::Decimal(_) => Value::Number(field.to_string()),
        Field::Str(text) => Value::Text(text.clone()),
        Field::Bytes(bytes) => std::str::from_utf8(bytes.data())
            .map_or(Value::Null, |text| Value::Text(text.to_owned())),
        Field::Date(days) => instant(i64::from(*days) * MICROS_PER_DAY),
        Field::TimestampMillis(millis) => instant(millis.saturating_mul(MICROS_PER_MILLI)),
        Field::TimestampMicros(micros) => instant(*micros),
        Field::Group(row) => object(row),
        Field::ListInternal(list) => Value::List(list.elements().iter().map(value).collect()),
        Field::MapInternal(map) => {
            let members = map.entries().iter();
            Value::Object(
                members
                    .map(|(key, it)| (value(key).to_string(), value(it)))
                    .collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::basic::{GzipLevel, ZstdLevel};
    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;
    use crate::source::Source;

    const SCHEMA: &str = "message events {
        required binary event (UTF8);
        required int64 timestamp (TIMESTAMP_MICROS);
        optional binary properties (UTF8);
        required int64 n;
    }";

    fn written(name: &str, compression: Compression) -> File {
        let path = std::env::temp_dir().join(format!("event-import-{name}-{}", std::process::id()));
        let properties = WriterProperties::builder().set_compression(compression);
        let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
        let file = File::create(&path).unwrap();
        let mut writer =
            SerializedFileWriter::new(file, schema, Arc::new(properties.build())).unwrap();
        let texts = [["$pageview", "paid"], [r#"{"a":"b"}"#, ""]];
        let mut texts = texts.iter();
        let mut numbers = [[1_767_323_045_500_000, 1], [7, -7]].into_iter();
        let mut group = writer.next_row_group().unwrap();
        for position in 0..4 {
            let mut column = group.next_column().unwrap().unwrap();
            if position % 2 == 0 {
                let [one, other] = texts.next().unwrap();
                let values = [ByteArray::from(*one), ByteArray::from(*other)];
                let (values, levels) = if position == 0 {
                    (&values[..], None)
                } else {
                    (&values[..1], Some(&[1_i16, 0][..]))
                };
                let column = column.typed::<ByteArrayType>();
                column.write_batch(values, levels, None).unwrap();
            } else {
                let column = column.typed::<Int64Type>();
                column
                    .write_batch(&numbers.next().unwrap(), None, None)
                    .unwrap();
            }
            column.close().unwrap();
        }
        group.close().unwrap();
        writer.close().unwrap();
        let file = File::open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        file
    }

    #[test]
    fn rows_are_those_of_json_lines() {
        let source = Source::open(written("snappy", Compression::SNAPPY)).unwrap();
        let rows: Vec<Row> = source.map(Result::unwrap).collect();
        let shown: Vec<String> = rows
            .iter()
            .map(|row| {
                format!(
                    "{} {}",
                    row.line,
                    row.value.to_string().replace('\u{1d}', " ")
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                "1  event=$pageview n=7 properties={\"a\":\"b\"} timestamp=2026-01-02T03:04:05.500000Z",
                "2  event=paid n=-7 properties= timestamp=1970-01-01T00:00:00.000001Z",
            ]
        );
    }

    #[test]
    fn what_needs_c_is_refused_by_name() {
        let level = ZstdLevel::default();
        let error = readable(Compression::ZSTD(level)).unwrap_err().to_string();
        assert!(
            error.contains("ZSTD") && error.contains("SNAPPY"),
            "{error}"
        );
        assert!(readable(Compression::GZIP(GzipLevel::default())).is_ok());
    }
}
