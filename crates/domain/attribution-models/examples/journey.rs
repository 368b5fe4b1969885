//! What each visit of a journey gets of a sale under six models, and why.

use attribution_models::{
    ConversionFact, ConversionId, CustomerFacts, Decimal, Model, Settings, Timestamp, Touch, Uuid,
    explain,
};

const DAY: i64 = 86_400_000_000;

fn main() {
    let sold: ConversionId = Uuid::from_u128(9).into();
    let when = Timestamp::from_micros(1_774_000_000_000_000);
    let days_before_and_direct = [(120, false), (19, false), (8, false), (1, true)];
    let visit = |(days, direct): (u16, bool)| Touch {
        direct,
        ..Touch::click(
            Uuid::from_u128(days.into()).into(),
            when.plus_micros(-DAY * i64::from(days)),
        )
    };
    let facts = CustomerFacts {
        touches: days_before_and_direct.map(visit).to_vec(),
        conversions: vec![ConversionFact::sale(sold, when, Decimal::from(100))],
        is_identified: true,
    };
    for model in Model::ALL {
        println!("{}", model.as_str());
        let why = explain(&facts, Settings::default(), sold, model);
        for touch in why.into_iter().flat_map(|why| why.candidates) {
            let amount = touch.amount.map(|it| it.to_string());
            let (amount, why) = (amount.unwrap_or_default(), touch.admission);
            println!("  {}  {amount:>10}  {why:?}", touch.at);
        }
    }
}
