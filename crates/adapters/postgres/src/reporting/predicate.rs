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
        let column = column(Column::Of(filter.dimension), row_alias);
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

/// What a population can be told apart by.
#[derive(Clone, Copy)]
pub(super) enum Column {
    /// What it can be filtered by.
    Of(Dimension),
    /// The ad set.
    AdSet,
    /// The ad.
    Ad,
    /// The keyword.
    Keyword,
}

/// The column, in a statement that names its row `row_alias`, the row's channel `n`, its signature
/// `g` and, unless it is spend, which has one of its own, the ad's ad set `d`.
pub(super) fn column(column: Column, row_alias: &str) -> String {
    match column {
        Column::Of(Dimension::Channel) => "n.channel".to_owned(),
        Column::Of(Dimension::Source) => "n.source".to_owned(),
        Column::Of(Dimension::Medium) => "n.medium".to_owned(),
        Column::Of(Dimension::Campaign) => "g.utm_campaign".to_owned(),
        Column::Of(
            dimension @ (Dimension::Country
            | Dimension::Device
            | Dimension::Browser
            | Dimension::Os
            | Dimension::ReferrerHost
            | Dimension::LandingPath),
        ) => format!("{row_alias}.{}", dimension.as_str()),
        Column::AdSet if row_alias == "a" => "a.ad_set_id".to_owned(),
        Column::AdSet => "d.ad_set_id".to_owned(),
        Column::Ad => format!("{row_alias}.ad_id"),
        Column::Keyword => "g.utm_term".to_owned(),
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
