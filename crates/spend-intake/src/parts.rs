//! Many days of spend, some at a time.

/// Rows that are held at once, unless a single day of an account has more: what a day comes to is derived once.
pub(crate) const MOST_ROWS: usize = 50_000;

/// Items in their order, so many at a time that their rows are `most` together; one that has more is alone.
pub(crate) fn parts<T>(items: impl IntoIterator<Item = (T, usize)>, most: usize) -> Vec<Vec<T>> {
    let (mut parts, mut part, mut count) = (Vec::new(), Vec::new(), 0);
    for (item, rows) in items {
        if count + rows > most && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
            count = 0;
        }
        part.push(item);
        count += rows;
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn parts_are_small_and_whatever_is_large_is_alone() {
        let rows = [3, 3, 3, 9, 1, 0, 5];
        let found = parts(rows.into_iter().map(|rows| (rows, rows)), 6);
        let expected: [&[usize]; 4] = [&[3, 3], &[3], &[9], &[1, 0, 5]];
        assert_eq!(found, expected);
        assert!(parts(Vec::<((), usize)>::new(), 6).is_empty());
    }
}
