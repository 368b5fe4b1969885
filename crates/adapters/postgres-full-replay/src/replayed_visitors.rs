//! Which browsers' sessions and touches the server is asked for.
//!
//! Most browsers never buy, and a slice has a part of the others. So the server is told which are
//! meant and in which span of time, in a temporary table of each connection, and sends nothing else.

use kernel::StoreError;
use tokio_postgres::Client;

use super::copy_in::{Rows, send};
use super::customers::People;
use super::snapshot::{Pair, failed};
use super::visitors::Visitors;

const COPY: &str = "COPY replayed_browsers FROM STDIN (FORMAT binary)";

const COLUMNS: i16 = 4;

/// Browsers that are sent at once: some hundred kilobytes.
const BLOCK: u32 = 8_192;

/// Makes the temporary tables of both connections say that the browsers are `visitors`, each with
/// the span in which touches are in reach of an outcome event of one of its people.
pub(super) async fn ask_for(
    pair: &Pair,
    visitors: &Visitors,
    people: &People,
    reach_micros: i64,
) -> Result<(), StoreError> {
    let told = tokio::try_join!(
        tell(&pair.one.client, visitors, people, reach_micros),
        tell(&pair.two.client, visitors, people, reach_micros),
    );
    told.map(|_| ())
}

async fn tell(
    client: &Client,
    visitors: &Visitors,
    people: &People,
    reach_micros: i64,
) -> Result<(), StoreError> {
    let empty = client.batch_execute("TRUNCATE replayed_browsers").await;
    empty.map_err(failed)?;
    let copy = client.prepare(COPY).await.map_err(failed)?;
    let mut begin = 0;
    while begin < visitors.count() {
        let end = visitors.count().min(begin.saturating_add(BLOCK));
        let mut rows = Rows::default();
        for number in begin..end {
            let Some((from, until)) = visitors.span(number, people) else {
                continue;
            };
            rows.row(COLUMNS)
                .uuid(visitors.id(number))
                .integer(Some(number))
                .instant(Some(from.plus_micros(-reach_micros)))
                .instant(Some(until));
        }
        send(client, &copy, rows).await?;
        begin = end;
    }
    // How many there are decides whether the server joins them one by one or all at once.
    let analyze = client.batch_execute("ANALYZE replayed_browsers").await;
    analyze.map_err(failed)
}
