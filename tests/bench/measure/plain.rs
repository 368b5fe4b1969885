//! Browser events of the service as columns, and the plain way to insert them.

use std::time::SystemTime;

use kernel::Timestamp;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Statement};

/// Text columns in the order of the parameters.
const TEXTS: [&str; 21] = [
    "id",
    "visitor_id",
    "kind",
    "name",
    "url",
    "path",
    "title",
    "referrer",
    "properties",
    "exclusion",
    "ad_id",
    "campaign_id",
    "click_ids",
    "subject_kind",
    "subject_key",
    "identifiers",
    "country",
    "device",
    "browser",
    "os",
    "bot_reason",
];

/// Rows of `tracker_events`, column by column.
#[derive(Clone, Default)]
pub(crate) struct TrackerRows {
    texts: Vec<Vec<Option<String>>>,
    times: [Vec<SystemTime>; 2],
    longs: [Vec<Option<i64>>; 2],
    engaged: Vec<Option<i32>>,
    names: Vec<Option<bool>>,
}

/// At most so many rows are read back.
const MOST: i64 = 200_000;

impl TrackerRows {
    /// The plain insert. Arrays are sent in the types of their columns, but for UUIDs and JSON.
    pub(crate) const INSERT: &str = include_str!("sql/plain_insert.sql");

    /// Those that the service has written since, the latest first.
    pub(crate) async fn since(client: &Client, profile: &str, since: Timestamp) -> Self {
        let texts: Vec<String> = TEXTS.iter().map(|name| format!("{name}::text")).collect();
        let statement = format!(
            "SELECT occurred_at, received_at, signature_id, source_key, engaged_ms, names_a_source, \
             {} FROM tracker_events WHERE profile_id = '{profile}' AND occurred_at >= '{since}' \
             ORDER BY occurred_at DESC LIMIT {MOST}",
            texts.join(", ")
        );
        let mut rows = Self {
            texts: vec![Vec::new(); TEXTS.len()],
            ..Self::default()
        };
        for row in client.query(&statement, &[]).await.unwrap() {
            rows.times[0].push(row.get(0));
            rows.times[1].push(row.get(1));
            rows.longs[0].push(row.get(2));
            rows.longs[1].push(row.get(3));
            rows.engaged.push(row.get(4));
            rows.names.push(row.get(5));
            for (place, column) in rows.texts.iter_mut().enumerate() {
                column.push(row.get(6 + place));
            }
        }
        rows
    }

    pub(crate) fn len(&self) -> usize {
        self.engaged.len()
    }

    /// The same rows, so many at a time.
    pub(crate) fn chunks(&self, size: usize) -> Vec<Self> {
        let begins = (0..self.len()).step_by(size);
        begins
            .map(|begin| {
                let range = begin..(begin + size).min(self.len());
                Self {
                    texts: self
                        .texts
                        .iter()
                        .map(|texts| texts[range.clone()].to_vec())
                        .collect(),
                    times: self
                        .times
                        .each_ref()
                        .map(|times| times[range.clone()].to_vec()),
                    longs: self
                        .longs
                        .each_ref()
                        .map(|longs| longs[range.clone()].to_vec()),
                    engaged: self.engaged[range.clone()].to_vec(),
                    names: self.names[range].to_vec(),
                }
            })
            .collect()
    }

    /// Inserts all of them in one commit.
    pub(crate) async fn insert(&self, client: &Client, statement: &Statement, profile: &str) {
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![
            &profile,
            &self.times[0],
            &self.times[1],
            &self.longs[0],
            &self.longs[1],
            &self.engaged,
            &self.names,
        ];
        for texts in &self.texts {
            values.push(texts);
        }
        client.execute(statement, &values).await.unwrap();
    }
}
