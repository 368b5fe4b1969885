//! The worked example of docs/attribution.md is what the models say.

use std::path::Path;

use attribution_models::{
    AdEvidence, ConversionFact, CreditShare, Origin, Touch, TouchKind, Value, Windows,
    credited_amount, replay_customer,
};
use kernel::{ConversionId, Model, RevenueType, Timestamp};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::support::{facts, sale, settings};

/// The cells of the rows of the table that begins with this header.
fn table(text: &str, header: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim_matches('|');
        inner
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let rows = text.lines().skip_while(|line| *line != header).skip(2);
    let rows: Vec<_> = rows
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect();
    assert!(!rows.is_empty(), "there is no table {header}");
    rows
}

fn touches(text: &str) -> Vec<Touch> {
    let rows = table(text, "| touch | at | channel |");
    rows.iter()
        .zip(1_u128..)
        .map(|(row, number)| Touch {
            id: Uuid::from_u128(number).into(),
            at: Timestamp::parse(&row[1]).unwrap(),
            kind: TouchKind::Click,
            signature: 0,
            direct: row[2] == "Direct",
            evidence: AdEvidence::default(),
        })
        .collect()
}

fn conversions(text: &str) -> Vec<(String, ConversionFact)> {
    let rows = table(text, "| conversion | at | means | value |");
    let id = |number: u128| -> ConversionId { Uuid::from_u128(100 + number).into() };
    let mut found: Vec<(String, ConversionFact)> = Vec::new();
    for (row, number) in rows.iter().zip(0_u128..) {
        let refunded = row[0].strip_prefix("refund of the ");
        let original = refunded.map(|name| {
            let original = found.iter().find(|(known, _)| known == name);
            original.unwrap().1.id
        });
        let value: Decimal = row[3].parse().unwrap();
        let fact = ConversionFact {
            id: id(number),
            occurred_at: Timestamp::parse(&row[1]).unwrap(),
            value: Value::Known(value),
            revenue_type: RevenueType::parse(&row[2]).unwrap(),
            origin: match original {
                None => Origin::Sale,
                of => Origin::Refund { of },
            },
            ..sale(100 + number, 0, value)
        };
        found.push((row[0].clone(), fact));
    }
    found
}

#[test]
fn the_documented_credits_are_those_of_the_models() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/attribution.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (touches, conversions) = (touches(&text), conversions(&text));
    let all = conversions.iter().map(|(_, fact)| fact.clone()).collect();
    let replay = replay_customer(&facts(touches.clone(), all), settings(Windows::defaults()));
    let mut computed = Vec::new();
    for (name, fact) in &conversions {
        let Value::Known(value) = fact.value else {
            panic!("{name} has no value");
        };
        let conversion = replay.conversions.iter().find(|it| it.id == fact.id);
        for model in Model::ALL {
            let credited = |touch: &Touch| {
                let mut credits = conversion.unwrap().credits.iter();
                let share: Option<CreditShare> = credits
                    .find(|credit| credit.touch_id == touch.id)
                    .and_then(|credit| credit.share(model));
                share.map_or("0".to_owned(), |share| {
                    credited_amount(value, share).to_string()
                })
            };
            let mut row = vec![name.clone(), model.as_str().to_owned()];
            row.extend(touches.iter().map(credited));
            computed.push(row);
        }
    }
    let documented = table(&text, "| conversion | model | A | B | C | D |");
    let printed: Vec<String> = computed
        .iter()
        .map(|row| format!("| {} |", row.join(" | ")))
        .collect();
    assert_eq!(
        documented,
        computed,
        "the table should be:\n{}",
        printed.join("\n")
    );
}
