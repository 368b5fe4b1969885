//! Which links of a list are at fault, and what to paste instead: `cargo run --example links < urls.txt`.

use std::collections::HashSet;
use std::io::{self, BufRead};

use channel_classifier::audit::{AuditContext, check_urls};
use channel_classifier::{RuleSet, Site};

fn main() -> io::Result<()> {
    let urls: Vec<String> = io::stdin().lock().lines().collect::<Result<_, _>>()?;
    let context = AuditContext {
        known_ads: &HashSet::new(),
        rules: &RuleSet::empty(),
    };
    let checked = check_urls(&urls, false, &context, &Site::of(&[]));
    for (url, checked) in urls.iter().zip(&checked) {
        for (category, field) in &checked.faults {
            let code = category.recommendation_code();
            println!("{}\t{field}\t{code}\t{url}", category.as_str());
        }
        if let Some(template) = checked.template {
            println!("\t{}: {}", template.platform, template.parameters);
        }
    }
    Ok(())
}
