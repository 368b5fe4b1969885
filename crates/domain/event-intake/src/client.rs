//! Who sent an event, as its user agent tells: device, browser, system, and whether it is a bot.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use regex::Regex;
use ua_parser::{Regexes, device, os, user_agent};

/// Patterns of uap-core; see `data/LICENCES.md`.
const UAP_CORE: &str = include_str!("../data/uap-core-regexes.json");
/// Answers that are remembered before all are forgotten.
const MAX_REMEMBERED: usize = 4_096;
/// User agents are cut here before they are read: nothing after it tells anything, and reading
/// costs time in proportion.
const MAX_BYTES: usize = 1_024;
/// What uap-core calls whatever it does not know.
const UNKNOWN: &str = "Other";
/// The device family that uap-core gives to crawlers.
const CRAWLER: &str = "Spider";
/// The one device family by which a tablet is known that does not say what it is.
const IPAD: &str = "iPad";

/// Words that only programs have in their name. `bot` alone must end or begin a word, with the
/// phone maker Cubot taken out before.
const BOT_WORDS: &str = r"(?i)bot\b|bot[/_\-;:]|\bbot|robot|crawl|spider|slurp|headless|preview|monitor|lighthouse|pagespeed|pingdom|gtmetrix|uptime|statuscake|checkly|datadog|synthetic|scrap|archiver|validator|facebookexternalhit|facebookcatalog|meta-external|mediapartners|feedfetcher|feedburner|google-inspectiontool|googleother|google-safety|chrome-lighthouse|ia_archiver|heritrix|nutch|phantomjs|puppeteer|playwright|selenium|webdriver|cypress|electron-fetch|prerender|dataprovider|bytespider|censys|nmap|nikto|zgrab|masscan|expanse|wappalyzer|screaming frog|sitebulb|embedly|whatsapp/|skypeuripreview|vkshare|chatgpt-user|claude-user|perplexity-user|oai-search";
/// Libraries and tools that fetch pages for programs, at the beginning of a user agent.
const HTTP_LIBRARIES: &str = r"(?i)^(?:curl|wget|libcurl|python|aiohttp|httpx|go-http-client|okhttp|java/|java-http-client|apache-httpclient|apache-http|jakarta|axios|node-fetch|node\b|node\.js|undici|got\b|got \(|request/|superagent|ruby|faraday|rest-client|httparty|php|guzzle|guzzlehttp|symfony|libwww|lwp|perl|mechanize|scrapy|postman|insomnia|httpie|dart/|dart:io|reqwest|hyper/|ureq|rust|restsharp|powershell|\.net|winhttp|jersey|spring|vert\.x|grpc|k6/|apachebench|jmeter|deno|bun/|http_request|httpclient|urlgrabber|lynx|links|elinks|feedparser|traackr|zapier|make/|n8n)";

/// A kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    /// A computer, and whatever is not known to be anything else.
    Desktop,
    /// A telephone.
    Mobile,
    /// A tablet.
    Tablet,
}

impl Device {
    /// `desktop`, `mobile` or `tablet`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Mobile => "mobile",
            Self::Tablet => "tablet",
        }
    }
}

/// What a user agent tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// The device.
    pub device: Device,
    /// Browser family, such as `Firefox` or `Instagram`; `None` when unknown.
    pub browser: Option<String>,
    /// System family, such as `iOS`; `None` when unknown.
    pub os: Option<String>,
    /// Why it is taken for a bot; `None` when it is not.
    pub bot_reason: Option<String>,
}

/// Why the patterns could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The vendored file is no pattern file.
    #[error("the user agent patterns cannot be read")]
    Unreadable(#[from] serde_json::Error),
    /// A pattern of the vendored file does not compile.
    #[error("a user agent pattern does not compile")]
    Pattern(#[from] ua_parser::Error),
    /// A pattern of a system or a device in the vendored file cannot be read.
    #[error("a pattern of systems or devices cannot be read")]
    Malformed(#[from] ua_parser::ParseError),
    /// The patterns of the vendored file cannot be searched for together.
    #[error("the user agent patterns do not fit together")]
    Together(#[from] ua_parser::BuildError),
    /// A pattern of our own does not compile.
    #[error("a bot pattern does not compile")]
    BotPattern(#[from] regex::Error),
}

/// Reads user agents. Making one takes some hundred milliseconds and some megabytes: make one and
/// share it.
///
/// Most patterns are of devices, and of a device's family only two answers tell anything here. Few
/// user agents can have one of those, so the patterns of all devices are made when the first of them
/// comes, and until then take no memory.
pub struct ClientParser {
    browsers: user_agent::Extractor<'static>,
    systems: os::Extractor<'static>,
    crawlers: device::Extractor<'static>,
    tablets: device::Extractor<'static>,
    devices: OnceLock<Option<device::Extractor<'static>>>,
    bot_words: Regex,
    http_libraries: Regex,
    remembered: Mutex<HashMap<String, Client>>,
}

impl std::fmt::Debug for ClientParser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientParser").finish_non_exhaustive()
    }
}

impl ClientParser {
    /// Prepares the vendored patterns. It fails only when they are broken, never by what comes in.
    pub fn new() -> Result<Self, ClientError> {
        Self::of(serde_json::from_str(UAP_CORE)?)
    }

    fn of(regexes: Regexes<'static>) -> Result<Self, ClientError> {
        let (mut crawlers, mut tablets) = (device::Builder::new(), device::Builder::new());
        for parser in regexes.device_parsers {
            match parser.device_replacement.as_deref() {
                Some(CRAWLER) => crawlers = crawlers.push(parser)?,
                Some(IPAD) => tablets = tablets.push(parser)?,
                _ => {}
            }
        }
        let browsers = user_agent::Builder::new().push_all(regexes.user_agent_parsers)?;
        let systems = os::Builder::new().push_all(regexes.os_parsers)?;
        Ok(Self {
            browsers: browsers.build()?,
            systems: systems.build()?,
            crawlers: crawlers.build()?,
            tablets: tablets.build()?,
            devices: OnceLock::new(),
            bot_words: Regex::new(BOT_WORDS)?,
            http_libraries: Regex::new(HTTP_LIBRARIES)?,
            remembered: Mutex::new(HashMap::new()),
        })
    }

    /// What the header tells; an absent or blank one is what only programs send.
    pub fn parse(&self, user_agent: Option<&str>) -> Client {
        let text = cut(user_agent.unwrap_or_default().trim());
        if text.is_empty() {
            let bot_reason = Some("no user agent".to_owned());
            return Client {
                device: Device::Desktop,
                browser: None,
                os: None,
                bot_reason,
            };
        }
        if let Some(known) = self.remembered().get(text) {
            return known.clone();
        }
        let client = self.read(text);
        let mut remembered = self.remembered();
        if remembered.len() >= MAX_REMEMBERED {
            remembered.clear();
        }
        remembered.insert(text.to_owned(), client.clone());
        client
    }

    /// A panic elsewhere cannot leave the map half-written, so a poisoned one is as good.
    fn remembered(&self) -> std::sync::MutexGuard<'_, HashMap<String, Client>> {
        self.remembered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, text: &str) -> Client {
        let browser = self.browsers.extract(text);
        let os = self.systems.extract(text);
        Client {
            device: device_of(text, || self.is_family(&self.tablets, text, IPAD)),
            browser: browser
                .map(|browser| browser.family.into_owned())
                .filter(is_known),
            os: os.map(|os| os.os.into_owned()).filter(is_known),
            bot_reason: self.bot_reason(text),
        }
    }

    /// Whether the first of all device patterns that fits gives this family. `possible` are the
    /// patterns that can. A family that is a word of the text itself is not asked for here.
    fn is_family(&self, possible: &device::Extractor<'static>, text: &str, family: &str) -> bool {
        if possible.extract(text).is_none() {
            return false;
        }
        // A test makes all of them, so that they can be made.
        let all = self.devices.get_or_init(|| all_devices().ok()).as_ref();
        all.and_then(|all| all.extract(text))
            .is_none_or(|found| found.device == family)
    }

    fn bot_reason(&self, text: &str) -> Option<String> {
        if let Some(library) = self.http_libraries.find(text) {
            return Some(format!("http library {}", word(library.as_str())));
        }
        let without_makers = text.to_ascii_lowercase().replace("cubot", "");
        if let Some(found) = self.bot_words.find(&without_makers) {
            return Some(format!("user agent says {}", word(found.as_str())));
        }
        let is_phone = text.to_ascii_lowercase().contains("cubot");
        (!is_phone && self.is_family(&self.crawlers, text, CRAWLER))
            .then(|| "known crawler".to_owned())
    }
}

fn all_devices() -> Result<device::Extractor<'static>, ClientError> {
    let regexes: Regexes<'static> = serde_json::from_str(UAP_CORE)?;
    let devices = device::Builder::new().push_all(regexes.device_parsers)?;
    Ok(devices.build()?)
}

fn is_known(family: &String) -> bool {
    family != UNKNOWN
}

/// The word without what the pattern needed around it.
fn word(found: &str) -> String {
    found
        .trim_matches(|character: char| !character.is_ascii_alphanumeric())
        .to_ascii_lowercase()
}

fn cut(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_BYTES))
        .unwrap_or(text)
}

/// Tablets say so, or are Android without `Mobile`. An iPad that asks for desktop pages calls
/// itself a Mac and cannot be told from one. `Tablet PC` is a component of Windows desktops.
fn device_of(text: &str, is_ipad: impl FnOnce() -> bool) -> Device {
    let has = |word: &str| text.contains(word);
    let television = !has("Mobile") && (has("TV") || has("BRAVIA") || has("CrKey"));
    let android = has("Android") && !has("Windows Phone") && !has("CrOS");
    if television {
        Device::Desktop
    } else if has(IPAD)
        || (has("Tablet") && !has("Tablet PC"))
        || has("Kindle")
        || has("PlayBook")
        || (android && !has("Mobile"))
        || is_ipad()
    {
        Device::Tablet
    } else if android || has("Mobile") || has("iPhone") || has("iPod") || has("Opera Mini") {
        Device::Mobile
    } else {
        Device::Desktop
    }
}

#[cfg(test)]
#[path = "client_tests.rs"]
mod tests;
