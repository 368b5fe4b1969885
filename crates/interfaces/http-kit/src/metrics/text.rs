//! The Prometheus text exposition format, version 0.0.4.

use std::fmt::{Display, Write};

/// The media type of the format.
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the values of a family are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only grows until the process ends; its name ends with `_total`.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Buckets, a sum and a count.
    Histogram,
    /// A sum and a count.
    Summary,
}

/// A name and a value.
pub type Label<'a> = (&'a str, &'a str);

/// A page that grows family by family.
#[derive(Debug, Default)]
pub struct Exposition(String);

impl Exposition {
    /// Begins a family: a name that exists once on the page, and what it measures with its unit.
    pub fn family(&mut self, name: &str, kind: Kind, help: &str) {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
            Kind::Summary => "summary",
        };
        // Writing into a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// One value of the family that was begun last.
    pub fn sample(&mut self, name: &str, labels: &[Label<'_>], value: impl Display) {
        self.0.push_str(name);
        let mut opening = '{';
        for (label, text) in labels {
            self.0.push(opening);
            opening = ',';
            let _ = write!(self.0, "{label}=\"");
            self.push_escaped(text);
            self.0.push('"');
        }
        if !labels.is_empty() {
            self.0.push('}');
        }
        let _ = writeln!(self.0, " {value}");
    }

    /// A family with one value and no labels.
    pub fn single(&mut self, name: &str, kind: Kind, help: &str, value: impl Display) {
        self.family(name, kind, help);
        self.sample(name, &[], value);
    }

    /// The page.
    pub fn into_text(self) -> String {
        self.0
    }

    fn push_escaped(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '\\' => self.0.push_str("\\\\"),
                '"' => self.0.push_str("\\\""),
                '\n' => self.0.push_str("\\n"),
                other => self.0.push(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_and_samples_are_lines() {
        let mut text = Exposition::default();
        text.single("a_total", Kind::Counter, "Things.", 3);
        text.family("b", Kind::Gauge, "Seconds.");
        text.sample("b", &[("x", "1"), ("y", "2")], 0.5);
        assert_eq!(
            text.into_text(),
            "# HELP a_total Things.\n# TYPE a_total counter\na_total 3\n\
             # HELP b Seconds.\n# TYPE b gauge\nb{x=\"1\",y=\"2\"} 0.5\n"
        );
    }

    #[test]
    fn values_of_labels_cannot_break_a_line() {
        let mut text = Exposition::default();
        text.sample("a", &[("x", "\"\\\n")], 1);
        assert_eq!(text.into_text(), "a{x=\"\\\"\\\\\\n\"} 1\n");
    }
}
