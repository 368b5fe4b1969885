//! A link that is put together: a page, UTM values, and what an ad platform fills in by itself.

use channel_classifier::audit::UrlTemplate;
use channel_classifier::audit::template::templates;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use site_quality::check::{LONGEST, Links};
use url::{Url, form_urlencoded};

use super::judged::{Judged, judge};
use super::paste::{Paste, pastes};
use crate::error::PageError;
use crate::viewer::AtProfile;

/// What stays as it is in a value that somebody wrote.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');
/// The same where the platform has to find its placeholders.
const TEMPLATE: &AsciiSet = &VALUE.remove(b'{').remove(b'}').remove(b':');

/// The form of a link, and the link.
pub(super) struct Builder {
    pub written: Written,
    /// Platforms that can be chosen.
    pub platforms: Vec<Platform>,
    pub wrong: Vec<String>,
    pub built: Option<Built>,
}

/// What was written into the form.
#[derive(Default)]
pub(super) struct Written {
    pub base: String,
    pub source: String,
    pub medium: String,
    pub campaign: String,
    pub term: String,
    pub content: String,
    pub platform: String,
}

/// A platform that can be chosen.
pub(super) struct Platform {
    pub name: &'static str,
    pub is_chosen: bool,
}

/// A link, and what is said of it.
pub(super) struct Built {
    pub url: String,
    /// The parameters alone, and where the platform takes them.
    pub suffix: Option<Suffix>,
    pub judged: Judged,
    /// What the platform would have, where something is wrong.
    pub pastes: Vec<Paste>,
}

/// What is pasted apart from the page's address.
pub(super) struct Suffix {
    pub parameters: String,
    pub place: &'static str,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new(Written::default())
    }
}

impl Builder {
    fn new(written: Written) -> Self {
        let platform = |template: &UrlTemplate| Platform {
            name: template.platform,
            is_chosen: template.platform == written.platform,
        };
        Self {
            platforms: templates().map(platform).collect(),
            wrong: Vec::new(),
            built: None,
            written,
        }
    }
}

impl Written {
    fn read(query: &str) -> Self {
        let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
        let field = |name: &str| {
            let found = pairs.iter().find(|(key, _)| key == name);
            found.map_or_else(String::new, |(_, value)| value.trim().to_owned())
        };
        Self {
            base: field("base"),
            source: field("source"),
            medium: field("medium"),
            campaign: field("campaign"),
            term: field("term"),
            content: field("content"),
            platform: field("platform"),
        }
    }

    fn is_empty(&self) -> bool {
        self.base.is_empty() && self.values().iter().all(|(_, value)| value.is_empty())
    }

    fn values(&self) -> [(&'static str, &str); 5] {
        [
            ("utm_source", &self.source),
            ("utm_medium", &self.medium),
            ("utm_campaign", &self.campaign),
            ("utm_term", &self.term),
            ("utm_content", &self.content),
        ]
    }

    /// The platform that was chosen, if it is one.
    fn template(&self) -> Option<&'static UrlTemplate> {
        templates().find(|template| template.platform == self.platform)
    }

    /// Those of the platform with what was written in their place, and what it does not have.
    fn parameters(&self, template: Option<&UrlTemplate>) -> Vec<(String, String)> {
        let of_platform = template.map_or("", |template| template.parameters);
        let pairs = of_platform.split('&').filter_map(|it| it.split_once('='));
        let mut pairs: Vec<(String, String)> = pairs
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let kept = template.map_or(VALUE, |_| TEMPLATE);
        for (name, value) in self.values().into_iter().filter(|(_, it)| !it.is_empty()) {
            let value = utf8_percent_encode(value, kept).to_string();
            match pairs.iter_mut().find(|(known, _)| known == name) {
                Some(pair) => pair.1 = value,
                None => pairs.push((name.to_owned(), value)),
            }
        }
        pairs
    }

    /// The finished link and its parameters, or what is wrong.
    fn link(&self, template: Option<&UrlTemplate>) -> Result<(String, String), &'static str> {
        let base = Url::parse(&self.base).ok();
        let base = base.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let mut url = base.ok_or("The page is an address that begins with https:// or http://.")?;
        if self.source.is_empty() && template.is_none() {
            return Err("Name the source, or choose a platform.");
        }
        let pairs = self.parameters(template);
        let joined = |(name, value): &(String, String)| format!("{name}={value}");
        let suffix: Vec<String> = pairs.iter().map(joined).collect();
        let suffix = suffix.join("&");
        let is_replaced = |it: &&str| {
            let name = it.split_once('=').map_or(*it, |(name, _)| name);
            pairs.iter().any(|(known, _)| known == name)
        };
        let before = url.query().unwrap_or_default().split('&');
        let before = before.filter(|it| !it.is_empty() && !is_replaced(it));
        let query: Vec<&str> = before.chain([suffix.as_str()]).collect();
        let query = query.join("&");
        url.set_query(Some(&query));
        let link = String::from(url);
        if link.len() > LONGEST {
            return Err("The link is longer than 4,096 bytes.");
        }
        Ok((link, suffix))
    }
}

/// The form as the address has it, with the link that it asks for.
pub(super) async fn asked(at: &AtProfile, query: &str) -> Result<Builder, PageError> {
    let written = Written::read(query);
    if written.is_empty() {
        return Ok(Builder::new(written));
    }
    let template = written.template();
    let made = written.link(template);
    let mut builder = Builder::new(written);
    match made {
        Err(words) => builder.wrong.push(words.to_owned()),
        Ok(made) => builder.built = built(at, made, template).await?,
    }
    Ok(builder)
}

async fn built(
    at: &AtProfile,
    (url, parameters): (String, String),
    template: Option<&'static UrlTemplate>,
) -> Result<Option<Built>, PageError> {
    let links = Links {
        urls: vec![url],
        as_templates: template.is_some(),
    };
    let told = judge(at, links).await?;
    Ok(told.first().map(|(url, link)| Built {
        suffix: template.map(|template| Suffix {
            parameters,
            place: template.place,
        }),
        judged: Judged::new(url, link),
        pastes: pastes("instead", link.template.iter()),
        url: url.clone(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(query: &str) -> Result<String, &'static str> {
        let written = Written::read(query);
        written.link(written.template()).map(|(link, _)| link)
    }

    #[test]
    fn what_was_written_is_encoded_and_stands_in_place_of_what_was_there() {
        let made = link(
            "base=https%3A%2F%2Fshop.example%2Fsale%3Fsize%3D4%26utm_source%3Dold%23top&source=news%26letter\
             &medium=email&campaign=May+2026&term=&content=%7B%7Bx%7D%7D",
        );
        assert_eq!(
            made.unwrap(),
            "https://shop.example/sale?size=4&utm_source=news%26letter&utm_medium=email\
             &utm_campaign=May%202026&utm_content=%7B%7Bx%7D%7D#top"
        );
    }

    #[test]
    fn a_platform_keeps_its_placeholders() {
        let made = link(
            "base=https://shop.example/&platform=Meta+Ads&campaign=%7B%7Badset.name%7D%7D%26x",
        )
        .unwrap();
        assert!(made.contains("utm_source={{site_source_name}}"), "{made}");
        assert!(made.contains("utm_campaign={{adset.name}}%26x"), "{made}");
        assert!(made.ends_with("fbadid={{ad.id}}"), "{made}");
        for template in templates() {
            let written = Written {
                base: "https://shop.example/".to_owned(),
                platform: template.platform.to_owned(),
                ..Written::default()
            };
            let (made, suffix) = written.link(written.template()).unwrap();
            assert_eq!(suffix, template.parameters);
            assert_eq!(made, format!("https://shop.example/?{suffix}"));
        }
    }

    #[test]
    fn what_cannot_be_a_link_is_told() {
        for base in [
            "",
            "shop.example",
            "javascript:alert(1)",
            "ftp://shop.example/",
        ] {
            let told = link(&format!("source=x&base={base}")).unwrap_err();
            assert!(told.starts_with("The page is an address"), "{base}");
        }
        let told = link("base=https://shop.example/&medium=email").unwrap_err();
        assert_eq!(told, "Name the source, or choose a platform.");
        let long = format!("base=https://shop.example/&source={}", "x".repeat(LONGEST));
        assert!(link(&long).unwrap_err().contains("longer"));
    }
}
