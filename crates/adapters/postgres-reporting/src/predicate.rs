//! Filters become SQL: whitelisted columns, bound values.

use reporting::filter::{Dimension, Filter, Operator};

/// `AND …` for every filter, the first bound as `$first`, and the values to bind, one array each.
///
/// The statement must name its row `row_alias`, the row's channel `n` and its signature `g`.
pub(super) fn predicate(
    filters: &[Filter],
    row_alias: &str,
    first: usize,
) -> (String, Vec<Vec<String>>) {
    let mut text = String::new();
    let mut values = Vec::with_capacity(filters.len());
    for (filter, number) in filters.iter().zip(first..) {
        let column = column(filter.dimension, row_alias);
        let (condition, bound) = compared(filter, &column, number);
        text.extend([" AND ", &condition]);
        values.push(bound);
    }
    (text, values)
}

/// The filter as a condition on the column, with its values bound as `$number`.
pub(super) fn compared(filter: &Filter, column: &str, number: usize) -> (String, Vec<String>) {
    let comparison = match filter.operator {
        Operator::Is => "= ANY",
        Operator::IsNot => "<> ALL",
        Operator::Contains => "ILIKE ANY",
    };
    let condition = format!("coalesce({column}, '') {comparison}(${number}::text[])");
    let values = filter.values.iter();
    let bound = match filter.operator {
        Operator::Contains => values.map(|value| containing(value)).collect(),
        Operator::Is | Operator::IsNot => values.cloned().collect(),
    };
    (condition, bound)
}

/// A pattern that finds the text anywhere; the text's own wildcards stand for themselves.
pub(super) fn containing(text: &str) -> String {
    let escaped = text
        .replace('\\', r"\\")
        .replace('%', r"\%")
        .replace('_', r"\_");
    format!("%{escaped}%")
}

/// The column, in a statement that names its row `row_alias`, the row's channel `n` and its signature
/// `g`.
fn column(dimension: Dimension, row_alias: &str) -> String {
    match dimension {
        Dimension::Channel => "n.channel".to_owned(),
        Dimension::Source => "n.source".to_owned(),
        Dimension::Medium => "n.medium".to_owned(),
        Dimension::Campaign => "g.utm_campaign".to_owned(),
        Dimension::Country
        | Dimension::Device
        | Dimension::Browser
        | Dimension::Os
        | Dimension::ReferrerHost
        | Dimension::LandingPath => format!("{row_alias}.{}", dimension.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_bound_and_columns_are_ours() {
        let filters = [
            Filter::parse(Dimension::Channel, "is:Email|Direct").unwrap(),
            Filter::parse(Dimension::Country, "contains:50%_\\").unwrap(),
        ];
        let (text, values) = predicate(&filters, "s", 4);
        assert_eq!(
            text,
            " AND coalesce(n.channel, '') = ANY($4::text[]) \
             AND coalesce(s.country, '') ILIKE ANY($5::text[])"
        );
        assert_eq!(values[0], ["Email", "Direct"]);
        assert_eq!(values[1], [r"%50\%\_\\%"]);
    }
}
