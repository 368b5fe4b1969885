//! Pages of lists that go on where the page before ended.

use kernel::{Keyset, Limit};

use crate::extract::{FromQuery, Invalid, QueryReader, read_keyset, read_limit};

/// Rows of a page when nobody says otherwise.
pub const PAGE_LIMIT: u32 = 20;

/// Which page of a list is asked for.
#[derive(Clone, Copy, Debug)]
pub struct PageQuery {
    /// How many a page.
    pub limit: Limit<100>,
    /// Where the page before ended.
    pub after: Option<Keyset>,
}

/// The parameters of a list.
#[derive(Debug)]
pub enum PageParameters {}

impl FromQuery for PageParameters {
    type Query = PageQuery;

    fn from_query(query: &mut QueryReader) -> Result<PageQuery, Invalid> {
        let limit = read_limit(query, PAGE_LIMIT);
        let after = query.optional("cursor", read_keyset);
        Ok(PageQuery {
            limit: limit?,
            after: after?,
        })
    }
}

/// A page, and where it ends when another follows. A page that is full may be the last: whether it is, one row behind it
/// is read. `place` says where a row stands in the list, `read` reads what stands behind a place.
pub async fn page_with_next<T, E, F>(
    (after, limit): (Option<Keyset>, Limit<100>),
    place: impl Fn(&T) -> Keyset,
    read: impl Fn(Option<Keyset>, Limit<100>) -> F,
) -> Result<(Vec<T>, Option<Keyset>), E>
where
    F: Future<Output = Result<Vec<T>, E>>,
{
    let rows = read(after, limit).await?;
    let is_full = u32::try_from(rows.len()) == Ok(limit.get());
    let last = rows.last().filter(|_| is_full).map(place);
    let (Some(last), Some(one)) = (last, Limit::new(1)) else {
        return Ok((rows, None));
    };
    let more = read(Some(last), one).await?;
    Ok((rows, (!more.is_empty()).then_some(last)))
}
