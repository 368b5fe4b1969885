//! What channel a visit came by under a profile's own rules, and why.

use channel_classifier::{
    ChannelRuleId, Classifier, Evidence, RawCondition, RawEvidence, RawReferrer, RawRule, Rule,
    RuleField, RuleOperator, RuleSet, RuleSetProblem, Site,
};

fn partners() -> Result<RuleSet, RuleSetProblem> {
    let id: ChannelRuleId = uuid::Uuid::from_u128(1).into();
    let sources = ["partner-north", "partner-south"];
    let by_source = RawCondition::new(RuleField::UtmSource, RuleOperator::Is, &sources);
    let raw = RawRule::all_of("Partners", "Affiliates", vec![by_source]);
    RuleSet::new(Rule::parse(id, true, raw).into_iter().collect())
}

fn main() -> Result<(), RuleSetProblem> {
    let classifier = Classifier::new(&partners()?);
    let own = ["shop.example".to_owned()];
    let search = Some("https://www.google.com/");
    for (page, before) in [
        ("https://shop.example/?utm_source=Partner-North", None),
        ("https://shop.example/?gclid=CjwK", search),
        ("https://shop.example/", Some("https://news.example/today")),
    ] {
        let referrer = before.map_or(RawReferrer::KnownAbsent, RawReferrer::Url);
        let visit = RawEvidence::of_visit(Some(page), referrer);
        let signature = Evidence::from_raw(&visit, &Site::of(&own)).signature();
        let verdict = classifier.classify(&signature);
        let (channel, why) = (verdict.channel, verdict.explanation);
        println!("{page}\n  {channel} ({}): {why}", verdict.rule);
    }
    Ok(())
}
