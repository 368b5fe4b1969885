//! Rows in the text form that COPY reads.

use std::fmt::{Display, Write};

/// Rows of one table, complete ones only.
#[derive(Debug, Default)]
pub struct Rows {
    text: String,
    is_begun: bool,
}

impl Rows {
    /// A value that holds no tab, line break or backslash.
    pub fn plain(&mut self, value: impl Display) -> &mut Self {
        self.separate();
        // Writing to a String cannot fail.
        let _ = write!(self.text, "{value}");
        self
    }

    /// Any text.
    pub fn text(&mut self, value: &str) -> &mut Self {
        self.separate();
        for character in value.chars() {
            match character {
                '\\' => self.text.push_str("\\\\"),
                '\t' => self.text.push_str("\\t"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                other => self.text.push(other),
            }
        }
        self
    }

    /// Any text, or NULL.
    pub fn optional(&mut self, value: Option<&str>) -> &mut Self {
        match value {
            Some(value) => self.text(value),
            None => self.null(1),
        }
    }

    /// Bytes as a `bytea`.
    pub fn bytes(&mut self, value: &[u8]) -> &mut Self {
        self.separate();
        // The backslash that begins it is escaped itself.
        self.text.push_str("\\\\x");
        for byte in value {
            let _ = write!(self.text, "{byte:02x}");
        }
        self
    }

    /// So many NULLs.
    pub fn null(&mut self, count: usize) -> &mut Self {
        for _ in 0..count {
            self.plain("\\N");
        }
        self
    }

    /// Ends the row.
    pub fn end(&mut self) {
        self.text.push('\n');
        self.is_begun = false;
    }

    /// Bytes so far.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes what there is.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text).into_bytes()
    }

    fn separate(&mut self) {
        if self.is_begun {
            self.text.push('\t');
        }
        self.is_begun = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart_whatever_they_hold() {
        let mut rows = Rows::default();
        rows.plain(1).text("a\tb\\\n").optional(None).end();
        rows.optional(Some("x")).bytes(&[1, 255]).null(2).end();
        let text = String::from_utf8(rows.take()).unwrap();
        assert_eq!(text, "1\ta\\tb\\\\\\n\t\\N\nx\t\\\\x01ff\t\\N\t\\N\n");
        assert!(rows.is_empty());
    }
}
