//! Which links are at fault, and what to paste instead: those that are given, or three that show it.

use std::collections::HashSet;

use channel_classifier::audit::{AuditContext, check_urls};
use channel_classifier::{RuleSet, Site};

fn main() {
    let mut urls: Vec<String> = std::env::args().skip(1).collect();
    if urls.is_empty() {
        let shown = [
            "https://shop.example/?utm_source=newsletter&utm_medium=email&utm_campaign=may",
            "https://shop.example/?utm_source=instagram_stories&utm_medium=paid_social&fbadid=7",
            "https://shop.example/?utm_source=tiktok&utm_medium=cpc&utm_campaign=__CAMPAIGN_NAME__",
        ];
        urls.extend(shown.map(str::to_owned));
    }
    let (known_ads, rules) = (HashSet::new(), RuleSet::empty());
    let context = AuditContext::new(&known_ads, &rules);
    let checked = check_urls(&urls, false, &context, &Site::of(&[]));
    for (url, checked) in urls.iter().zip(&checked) {
        println!("{url}: {}", checked.channel);
        for (category, field) in &checked.faults {
            println!("  {} in {field}", category.as_str());
        }
        if let Some(template) = checked.template {
            println!("  {}: {}", template.platform, template.parameters);
        }
    }
}
