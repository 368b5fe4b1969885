use std::sync::LazyLock;

use super::*;

static PARSER: LazyLock<ClientParser> = LazyLock::new(|| ClientParser::new().unwrap());

const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
const IPAD: &str = "Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1";
const PIXEL: &str = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";
const GALAXY_TAB: &str = "Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36";
const WINDOWS: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0";
const TABLET_PC: &str =
    "Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; Tablet PC 2.0)";
const INSTAGRAM: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E219 Instagram 330.0.0.0 (iPhone14,5; iOS 17_4; en_US)";
const CUBOT: &str = "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";
const CUBOT_NOTE: &str = "Mozilla/5.0 (Linux; Android 9; CUBOT_NOTE_20 Build/PPR1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 Mobile Safari/537.36";
const TELEVISION: &str = "Mozilla/5.0 (Linux; Android 11; BRAVIA 4K VH2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 Safari/537.36";

#[test]
fn people_are_read() {
    for (text, device, browser, os) in [
        (IPHONE, Device::Mobile, "Mobile Safari", "iOS"),
        (IPAD, Device::Tablet, "Mobile Safari", "iOS"),
        (PIXEL, Device::Mobile, "Chrome Mobile", "Android"),
        (GALAXY_TAB, Device::Tablet, "Chrome", "Android"),
        (WINDOWS, Device::Desktop, "Edge", "Windows"),
        (FIREFOX, Device::Desktop, "Firefox", "Linux"),
        (TABLET_PC, Device::Desktop, "IE", "Windows"),
        (INSTAGRAM, Device::Mobile, "Instagram", "iOS"),
        (CUBOT, Device::Mobile, "Chrome Mobile", "Android"),
        (CUBOT_NOTE, Device::Mobile, "Chrome Mobile", "Android"),
        (TELEVISION, Device::Desktop, "Chrome", "Android"),
    ] {
        let expected = Client {
            device,
            browser: Some(browser.to_owned()),
            os: Some(os.to_owned()),
            bot_reason: None,
        };
        assert_eq!(PARSER.parse(Some(text)), expected, "{text}");
    }
}

#[test]
fn programs_are_told_from_people() {
    for (text, reason) in [
        (
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "user agent says bot",
        ),
        (
            "Mozilla/5.0 (compatible; Baiduspider/2.0)",
            "user agent says spider",
        ),
        (
            "Mozilla/5.0 (compatible; Yahoo! Slurp)",
            "user agent says slurp",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36",
            "user agent says headless",
        ),
        (
            "facebookexternalhit/1.1",
            "user agent says facebookexternalhit",
        ),
        ("curl/8.5.0", "http library curl"),
        ("python-requests/2.31.0", "http library python"),
        ("Go-http-client/2.0", "http library go-http-client"),
        ("okhttp/4.12.0", "http library okhttp"),
        ("Java/17.0.2", "http library java"),
        ("Wget/1.21", "http library wget"),
        ("axios/1.6.8", "http library axios"),
        ("node-fetch/1.0", "http library node-fetch"),
        ("node", "http library node"),
        ("CUBOT Crawler", "user agent says crawl"),
    ] {
        assert_eq!(
            PARSER.parse(Some(text)).bot_reason.as_deref(),
            Some(reason),
            "{text}"
        );
    }
}

#[test]
fn saying_nothing_is_a_program() {
    for nothing in [None, Some(""), Some("  ")] {
        let client = PARSER.parse(nothing);
        assert_eq!(client.bot_reason.as_deref(), Some("no user agent"));
        assert_eq!((client.browser, client.os), (None, None));
    }
}

#[test]
fn whatever_is_unknown_stays_unknown() {
    let client = PARSER.parse(Some("Thing/1.0"));
    let expected = Client {
        device: Device::Desktop,
        browser: None,
        os: None,
        bot_reason: None,
    };
    assert_eq!(client, expected);
    assert_eq!(PARSER.parse(Some(&"ñ".repeat(100_000))), expected);
}

#[test]
fn the_memory_is_bounded_and_answers_the_same() {
    let parser = ClientParser::of(Regexes {
        user_agent_parsers: Vec::new(),
        os_parsers: Vec::new(),
        device_parsers: Vec::new(),
    })
    .unwrap();
    let first = parser.parse(Some("curl/0"));
    for number in 0..MAX_REMEMBERED + 10 {
        parser.parse(Some(&format!("curl/{number}")));
        assert!(parser.remembered().len() <= MAX_REMEMBERED);
    }
    assert_eq!(parser.remembered().len(), 10);
    assert_eq!(parser.parse(Some("curl/0")), first);
}

#[test]
fn few_patterns_of_devices_tell_what_all_of_them_would() {
    let all = all_devices().unwrap();
    let family = |text: &str| all.extract(text).map(|found| found.device.into_owned());
    for text in [
        "Mozilla/5.0 (X11; U; Linux x86_64; de-DE) AppleWebKit/534 Puffin/4.8.0IT",
        "Mozilla/5.0 (X11; U; Linux x86_64; de-DE) AppleWebKit/534 Puffin/4.8.0AP",
        "X11; Datanyze; Linux",
        "Mozilla/5.0 (Windows NT 10.0) Chrome/99.0.4844.88 Safari/537.36 PTST/230101",
        "Mozilla/5.0 (compatible; Xenu Link Sleuth/1.3.8)",
        "Mozilla/5.0 (Linux; Android 9; zeal Build/PPR1) Mobile Safari/537.36",
        IPHONE,
        PIXEL,
        GALAXY_TAB,
        WINDOWS,
        FIREFOX,
        CUBOT_NOTE,
        TELEVISION,
    ] {
        let family = family(text);
        let is_crawler = PARSER.is_family(&PARSER.crawlers, text, CRAWLER);
        assert_eq!(is_crawler, family.as_deref() == Some(CRAWLER), "{text}");
        let is_tablet = PARSER.is_family(&PARSER.tablets, text, "iPad");
        assert_eq!(is_tablet, family.as_deref() == Some("iPad"), "{text}");
    }
    let puffin = "Mozilla/5.0 (X11; U; Linux x86_64; de-DE) AppleWebKit/534 Puffin/4.8.0IT";
    assert_eq!(PARSER.parse(Some(puffin)).device, Device::Tablet);
}
