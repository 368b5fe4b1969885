//! Tests of the lists and of how they are read.

use std::collections::BTreeSet;

use super::*;

#[test]
fn every_line_parses() {
    for list in [MATOMO, GA4, OWN] {
        for line in lines(list) {
            let (key, _) = parse_line(line).unwrap_or_else(|| panic!("unreadable line {line:?}"));
            assert_eq!(key, key.trim().to_lowercase(), "{line:?}");
            assert!(!key.starts_with("www."), "{line:?}");
            let inner = key.trim_start_matches("{}.").trim_end_matches(".{}");
            assert!(!inner.contains(['{', '}', '/', '*']), "{line:?}");
        }
    }
    assert!(lines(MATOMO).count() > 800 && lines(GA4).count() > 800);
}

#[test]
fn lines_that_are_not_understood_are_refused() {
    for line in ["", "x", "x\tunheard", "\tsearch", "x\tsearch\tfree"] {
        assert_eq!(parse_line(line), None, "{line:?}");
    }
}

#[test]
fn own_keys_are_distinct() {
    let keys: Vec<_> = lines(OWN).filter_map(parse_line).collect();
    let distinct: BTreeSet<_> = keys.iter().map(|(key, _)| *key).collect();
    assert_eq!(distinct.len(), keys.len());
}

#[test]
fn hosts_match_by_label_suffix_deepest_first() {
    use Category::{AiAssistant, Email, Messaging, Search, Shopping, Social, Video};
    let cases = [
        ("google.com", Some(Search)),
        ("google.co.uk", Some(Search)),
        ("google.cl", Some(Search)),
        ("images.google.de", Some(Search)),
        ("mail.google.com", Some(Email)),
        ("news.google.com", None),
        ("news.google.co.uk", None),
        ("docs.google.com", None),
        ("groups.google.com", Some(Social)),
        ("plus.google.com", Some(Social)),
        ("gemini.google.com", Some(AiAssistant)),
        ("google.evil.com", None),
        ("google.github.io", None),
        ("notgoogle.com", None),
        ("notwikipedia.org", None),
        ("facebook.com.attacker.net", None),
        ("l.facebook.com", Some(Social)),
        ("lm.facebook.com", Some(Social)),
        ("facebook.com", Some(Social)),
        ("netflix.com", Some(Video)),
        ("walmart.com", Some(Shopping)),
        ("chatgpt.com", Some(AiAssistant)),
        ("perplexity.ai", Some(AiAssistant)),
        ("you.com", Some(AiAssistant)),
        ("youtube.com", Some(Video)),
        ("m.youtube.com", Some(Video)),
        ("youtu.be", Some(Video)),
        ("t.co", Some(Social)),
        ("at.co", None),
        ("x.com", Some(Social)),
        ("duckduckgo.com", Some(Search)),
        ("uk.bing.com", Some(Search)),
        ("uk.search.yahoo.com", Some(Search)),
        ("uk.setooz.com", Some(Search)),
        ("xyz.setooz.com", None),
        ("mail.yahoo.com", Some(Email)),
        ("amazon.de", Some(Shopping)),
        ("amazon.com.mx", Some(Shopping)),
        ("t.me", Some(Messaging)),
        ("linktr.ee", Some(Social)),
        ("someone.blogspot.com", None),
        ("bucket.s3.amazonaws.com", None),
        ("com.google.android.gm", Some(Email)),
        ("com.google.android.googlequicksearchbox", Some(Search)),
        ("org.telegram.messenger", Some(Messaging)),
        ("com.google.android.apps.searchlite", Some(Search)),
        ("pplx.ai", Some(AiAssistant)),
        ("steamcommunity.com", Some(Social)),
        ("open.substack.com", Some(Social)),
        ("smile.amazon.de", Some(Shopping)),
        ("aws.amazon.com", None),
        ("console.aws.amazon.com", None),
        ("sellercentral.amazon.com", None),
        ("sellercentral.amazon.de", None),
        ("music.amazon.com", None),
        ("yandex.ru", Some(Search)),
        ("passport.yandex.ru", None),
        ("disk.yandex.ru", None),
        ("translate.yandex.ru", None),
        ("translate.yandex.kz", None),
        ("search.naver.com", Some(Search)),
        ("nid.naver.com", None),
    ];
    for (host, expected) in cases {
        assert_eq!(category_of_host(host), expected, "{host}");
    }
}

/// Home pages of those who have mailboxes, and hosts that only look like one.
const NO_MAILBOXES: [&str; 26] = [
    "gmx.net",
    "gmx.com",
    "home.gmx.net",
    "web.de",
    "mail.com",
    "t-online.de",
    "ionos.de",
    "1und1.de",
    "orange.fr",
    "actu.orange.fr",
    "mailing.orange.fr",
    "bluewin.ch",
    "vodafone.de",
    "tim.it",
    "infomaniak.com",
    "sfr.fr",
    "laposte.net",
    "free.fr",
    "libero.it",
    "seznam.cz",
    "naver.com",
    "live.com",
    "deref-web.com",
    "xdirect-mail.com",
    "mail02.orange.fr.evil.example",
    "notmail.live.com.evil.example",
];

/// Mailboxes in a browser and what they send a click through; not the home pages of their owners.
#[test]
fn mailboxes_are_mail_and_portals_are_not() {
    let mailboxes = [
        "navigator.gmx.net",
        "bap.navigator.gmx.net",
        "3c-bap.gmx.net",
        "deref-gmx.net",
        "deref-gmx.com",
        "lightmailer-bs.gmx.net",
        "navigator.web.de",
        "3c.web.de",
        "deref-web.de",
        "deref-web-02.de",
        "mobilemailer-bap.web.de",
        "navigator-lxa.mail.com",
        "deref-mail.com",
        "deref-mail-02.com",
        "email.t-online.de",
        "m-email.t-online.de",
        "email.ionos.de",
        "email.ionos.com",
        "email.ionos.co.uk",
        "webmail.ionos.fr",
        "deref-1und1.de",
        "deref-1und1-02.de",
        "mail.orange.fr",
        "mail01.orange.fr",
        "mail02.orange.fr",
        "messagerie.orange.fr",
        "messageriepro3.orange.fr",
        "webmail.bluewin.ch",
        "rich-v01.bluewin.ch",
        "email.vodafone.de",
        "mail.vodafone.it",
        "mail.tim.it",
        "mobimail.tim.it",
        "mail.infomaniak.com",
        "webmail.sfr.fr",
        "messagerie.sfr.fr",
        "webmail.laposte.net",
        "webmail.free.fr",
        "zimbra.free.fr",
        "mail.libero.it",
        "mail1.libero.it",
        "email.seznam.cz",
        "m.email.seznam.cz",
        "mail.naver.com",
        "mail.live.com",
        "snt148.mail.live.com",
        "by3prd0410.outlook.com",
    ];
    for host in mailboxes {
        assert_eq!(category_of_host(host), Some(Category::Email), "{host}");
    }
    for host in NO_MAILBOXES {
        assert_ne!(category_of_host(host), Some(Category::Email), "{host}");
    }
}

#[test]
fn sources_are_names_hosts_or_either_with_ads() {
    use Category::{AiAssistant, Search, Social, Video};
    let cases = [
        ("facebook", Some((Social, false))),
        ("fb-ads", Some((Social, true))),
        ("facebook ads", Some((Social, true))),
        ("facebookads", Some((Social, true))),
        ("google_ad", Some((Search, true))),
        ("threads", Some((Social, false))),
        ("bread", None),
        ("leads", None),
        ("ads", None),
        ("adwords", Some((Search, true))),
        ("gads", Some((Search, true))),
        ("yt", Some((Video, false))),
        ("meta", Some((Social, false))),
        ("chatgpt.com", Some((AiAssistant, false))),
        ("www.facebook.com", Some((Social, false))),
        ("https://www.youtube.com/", Some((Video, false))),
        ("facebook.com.attacker.net", None),
        ("my facebook", None),
    ];
    for (source, expected) in cases {
        let found = known_source(source).map(|known| (known.category, known.paid));
        assert_eq!(found, expected, "{source}");
    }
}
