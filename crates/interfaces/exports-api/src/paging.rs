//! Which page of a list is asked for.

use http_kit::extract::{FromQuery, Invalid, QueryReader, read_keyset, read_limit};
use kernel::{Keyset, Limit};

const DEFAULT_LIMIT: u32 = 20;

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
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = query.optional("cursor", read_keyset);
        Ok(PageQuery {
            limit: limit?,
            after: after?,
        })
    }
}
