//! From a file's channel labels to traffic evidence.

/// How the labels of a file are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The page on which every session of the file is taken to have landed.
    pub page_url: String,
    /// Rules, the first that matches counts.
    pub labels: Vec<LabelRule>,
    /// What a row with a revenue becomes.
    pub purchase: Purchase,
}

/// What a label stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelRule {
    /// The label; a `*` at the end stands for anything.
    pub label: String,
    /// The page before; `None` says that there was none.
    pub referrer: Option<String>,
    /// Parameters of the landing page's URL, in order: `utm_source` and the like.
    pub parameters: Vec<(String, String)>,
}

/// What a revenue becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The event's type.
    pub event_type: String,
    /// Seconds after the session.
    pub seconds_after_session: u32,
}

impl Mapping {
    /// The rule of a label, compared exactly.
    pub fn rule(&self, label: &str) -> Option<&LabelRule> {
        self.labels
            .iter()
            .find(|rule| match rule.label.strip_suffix('*') {
                Some(prefix) => label.starts_with(prefix),
                None => rule.label == label,
            })
    }

    /// The landing page under a rule.
    pub fn landing_url(&self, rule: &LabelRule) -> String {
        let mut separator = if self.page_url.contains('?') {
            '&'
        } else {
            '?'
        };
        let mut url = self.page_url.clone();
        for (name, value) in &rule.parameters {
            url.push(separator);
            url.push_str(name);
            url.push('=');
            url.extend(value.bytes().map(encoded));
            separator = '&';
        }
        url
    }
}

/// One byte of a query value: letters, digits and `-._~` as they are, everything else as `%XX`.
fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping() -> Mapping {
        let rule = |label: &str| LabelRule {
            label: label.to_owned(),
            ..LabelRule::default()
        };
        Mapping {
            page_url: "https://shop.example/".to_owned(),
            labels: vec![rule("SEO_BRAND"), rule("SEO_*"), rule("Direct")],
            purchase: Purchase {
                event_type: "payment_received".to_owned(),
                seconds_after_session: 1,
            },
        }
    }

    #[test]
    fn the_first_matching_rule_counts() {
        let mapping = mapping();
        let label = |text: &str| mapping.rule(text).map(|rule| rule.label.as_str());
        assert_eq!(label("SEO_BRAND"), Some("SEO_BRAND"));
        assert_eq!(label("SEO_NON-BRAND"), Some("SEO_*"));
        assert_eq!(label("Direct_NON-BRAND"), None);
    }

    #[test]
    fn parameters_are_encoded_into_the_landing_page() {
        let rule = LabelRule {
            parameters: vec![
                ("utm_source".to_owned(), "google".to_owned()),
                ("utm_campaign".to_owned(), "a b&c".to_owned()),
            ],
            ..LabelRule::default()
        };
        let url = mapping().landing_url(&rule);
        assert_eq!(
            url,
            "https://shop.example/?utm_source=google&utm_campaign=a%20b%26c"
        );
    }
}
