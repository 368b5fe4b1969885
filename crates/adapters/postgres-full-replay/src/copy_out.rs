//! The binary form of `COPY … TO STDOUT`: rows are read where they lie, without a copy.

use kernel::{StoreError, Timestamp};
use uuid::Uuid;

/// What the server sends before the first row, without the length of an extension of the header.
const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0";

/// Microseconds from 1970, where instants begin here, to 2000, where they begin in the server.
pub(super) const SERVER_EPOCH_MICROS: i64 = 946_684_800_000_000;

/// The rows of one message of the stream, each read by `row`.
pub(super) fn rows(
    message: &[u8],
    row: &mut impl FnMut(&mut Fields<'_>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut fields = Fields {
        rest: message,
        left: 0,
    };
    if let Some(rest) = message.strip_prefix(SIGNATURE) {
        fields.rest = rest;
        let extension = fields.length()?.unwrap_or_default();
        fields.bytes(extension)?;
    }
    while !fields.rest.is_empty() {
        // A negative one comes after the last row.
        let Ok(columns) = u16::try_from(i16::from_be_bytes(fields.array()?)) else {
            break;
        };
        fields.left = columns;
        row(&mut fields)?;
        fields.skip()?;
    }
    Ok(())
}

/// The columns of a row that are not read yet, in the order of the statement.
pub(super) struct Fields<'a> {
    rest: &'a [u8],
    left: u16,
}

impl<'a> Fields<'a> {
    fn bytes(&mut self, length: usize) -> Result<&'a [u8], StoreError> {
        let (head, rest) = self.rest.split_at_checked(length).ok_or_else(malformed)?;
        self.rest = rest;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], StoreError> {
        self.bytes(N)?.try_into().map_err(|_| malformed())
    }

    fn skip(&mut self) -> Result<(), StoreError> {
        while self.left > 0 {
            let length = self.column()?.unwrap_or_default();
            self.bytes(length)?;
        }
        Ok(())
    }

    /// How long the next column is.
    fn column(&mut self) -> Result<Option<usize>, StoreError> {
        self.left = self.left.checked_sub(1).ok_or_else(malformed)?;
        self.length()
    }

    /// `None` for NULL.
    fn length(&mut self) -> Result<Option<usize>, StoreError> {
        Ok(usize::try_from(i32::from_be_bytes(self.array()?)).ok())
    }

    fn sized<const N: usize>(&mut self) -> Result<Option<[u8; N]>, StoreError> {
        match self.column()? {
            None => Ok(None),
            Some(length) if length == N => self.array().map(Some),
            Some(_) => Err(malformed()),
        }
    }

    pub(super) fn text(&mut self) -> Result<Option<&'a str>, StoreError> {
        let Some(length) = self.column()? else {
            return Ok(None);
        };
        let bytes = self.bytes(length)?;
        std::str::from_utf8(bytes)
            .map(Some)
            .map_err(|_| malformed())
    }

    pub(super) fn uuid(&mut self) -> Result<Option<Uuid>, StoreError> {
        Ok(self.sized()?.map(Uuid::from_bytes))
    }

    pub(super) fn bigint(&mut self) -> Result<Option<i64>, StoreError> {
        Ok(self.sized()?.map(i64::from_be_bytes))
    }

    pub(super) fn integer(&mut self) -> Result<Option<i32>, StoreError> {
        Ok(self.sized()?.map(i32::from_be_bytes))
    }

    pub(super) fn boolean(&mut self) -> Result<Option<bool>, StoreError> {
        Ok(self.sized()?.map(|[byte]| byte != 0))
    }

    /// The infinities are the ends of what an instant can be.
    pub(super) fn instant(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let micros = self.bigint()?;
        Ok(micros.map(|micros| Timestamp::from_micros(micros).plus_micros(SERVER_EPOCH_MICROS)))
    }
}

/// A column that the table declares `NOT NULL`.
pub(super) fn some<T>(value: Option<T>) -> Result<T, StoreError> {
    value.ok_or_else(malformed)
}

fn malformed() -> StoreError {
    StoreError::inconsistent("the server's copy of a table is malformed")
}
