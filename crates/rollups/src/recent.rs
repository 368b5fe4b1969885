//! Changes that are not folded yet, as bytes.

use kernel::Date;

use crate::Corrupt;
use crate::batch::{Batch, Measure, Row, Sink, Source};
use crate::bytes::{Reader, Writer};
use crate::dimension::DIMS;

/// A batch as bytes: its texts, then row by row.
pub fn encode<M: Measure>(batch: &Batch<M>) -> Vec<u8> {
    let mut sink = Sink(Writer::default());
    for texts in &batch.texts {
        sink.0.size(texts.len());
        for text in texts.iter() {
            sink.0.text(text);
        }
    }
    sink.0.size(batch.rows().len());
    for row in batch.rows() {
        sink.0.signed(i64::from(row.day.to_julian_day()));
        write_signature(&mut sink.0, row.signature);
        row.measure.write(&mut sink);
        for dim in row.dims {
            sink.0.number(dim.into());
        }
        sink.0.signed(row.count);
    }
    sink.0.finish()
}

/// The batch that the bytes are.
pub fn decode<M: Measure>(bytes: &[u8]) -> Result<Batch<M>, Corrupt> {
    let mut source = Source(Reader::new(bytes));
    let mut batch = Batch::default();
    for texts in &mut batch.texts {
        for _ in 0..source.0.size()? {
            texts.place(source.0.text()?);
        }
    }
    for _ in 0..source.0.size()? {
        let day = read_day(&mut source.0)?;
        let signature = read_signature(&mut source.0)?;
        let measure = M::read(&mut source)?;
        let mut dims = [0; DIMS];
        for dim in &mut dims {
            *dim = source.0.small()?;
        }
        let count = source.0.signed()?;
        batch.push(Row {
            day,
            signature,
            measure,
            dims,
            count,
        });
    }
    Ok(batch)
}

pub(crate) fn write_signature(writer: &mut Writer, signature: Option<i64>) {
    match signature {
        None => writer.byte(0),
        Some(id) => {
            writer.byte(1);
            writer.raw(&id.to_le_bytes());
        }
    }
}

pub(crate) fn read_signature(reader: &mut Reader<'_>) -> Result<Option<i64>, Corrupt> {
    if reader.byte()? == 0 {
        return Ok(None);
    }
    let bytes = reader.raw(8)?.try_into();
    let bytes = bytes.map_err(|_| Corrupt("a signature is cut short"))?;
    Ok(Some(i64::from_le_bytes(bytes)))
}

fn read_day(reader: &mut Reader<'_>) -> Result<Date, Corrupt> {
    let day = i32::try_from(reader.signed()?).map_err(|_| Corrupt("a day is too far"))?;
    Date::from_julian_day(day).map_err(|_| Corrupt("a day is too far"))
}
