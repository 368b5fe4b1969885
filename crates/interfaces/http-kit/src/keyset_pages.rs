//! Pages of lists that go on where the page before ended.

use kernel::{Keyset, Limit};

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
