use std::net::Ipv4Addr;

use proptest::prelude::*;

use super::*;

fn refused(text: &str) -> Option<UrlFault> {
    EndpointUrl::parse(text, &AddressJudge::default()).err()
}

#[test]
fn public_addresses_are_kept_in_their_normal_form() {
    for (text, kept) in [
        ("https://example.com", "https://example.com/"),
        (
            "HTTPS://Example.COM:443/Hook?a=b",
            "https://example.com/Hook?a=b",
        ),
        ("https://example.com:8443/", "https://example.com:8443/"),
        ("https://example.com./x", "https://example.com./x"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://8.8.8.8/", "https://8.8.8.8/"),
        ("https://134744072/", "https://8.8.8.8/"),
        (
            "https://[2001:4860:4860::8888]/",
            "https://[2001:4860:4860::8888]/",
        ),
        ("https://[::ffff:8.8.8.8]/", "https://[::ffff:808:808]/"),
        (
            "https://localhost.example.com/",
            "https://localhost.example.com/",
        ),
        (
            "https://mylocalhost.example/@x",
            "https://mylocalhost.example/@x",
        ),
        (
            "https://internal.example.com/",
            "https://internal.example.com/",
        ),
        (
            "https://example.notinternal/",
            "https://example.notinternal/",
        ),
    ] {
        let read = EndpointUrl::parse(text, &AddressJudge::default()).unwrap();
        assert_eq!(read.as_str(), kept, "{text}");
    }
}

#[test]
fn every_spelling_of_an_address_that_is_not_public_is_seen() {
    for text in [
        "https://127.0.0.1/",
        "https://127.0.0.1./",
        "https://127.1/",
        "https://127.0.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7F.0.0.1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://0x7f.0x0.0x0.0x1/",
        "https://0/",
        "https://0x0/",
        "https://0x/",
        "https://10.1/",
        "https://0xa9fea9fe/",
        "https://2852039166/",
        "https://169.254.43518/",
        "https://0251.0376.0251.0376/",
        "https://%31%32%37.0.0.1/",
        "https://１２７.0.0.1/",
        "https://127。0。0。1/",
        "https://127.0.0.\u{ad}1/",
        "https://192.168.0.1:8443/",
        "https://[::1]/",
        "https://[0:0:0:0:0:0:0:1]/",
        "https://[::]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[fe80::1]/",
        "https://[fd00:ec2::254]/",
        "https://[2002:7f00:1::]/",
    ] {
        assert_eq!(refused(text), Some(UrlFault::Address), "{text}");
    }
}

#[test]
fn names_that_mean_something_in_one_network_only_are_refused() {
    for text in [
        "https://localhost/",
        "https://LOCALHOST./",
        "https://a.localhost/",
        "https://a.localhost./",
        "https://printer.local/",
        "https://printer.local./",
        "https://metadata.google.internal/",
        "https://metadata.google.internal./",
        "https://router.home.arpa/",
        "https://home.arpa/",
        "https://router.home.arpa./",
        "https://intranet/",
        "https://intranet./",
        "https://loc%61lhost/",
        "https://ｌｏｃａｌｈｏｓｔ/",
    ] {
        assert_eq!(refused(text), Some(UrlFault::LocalName), "{text}");
    }
}

#[test]
fn what_is_odd_about_the_rest_is_named() {
    let long = format!("https://example.com/{}", "a".repeat(MAX_URL_CHARS - 19));
    let grows = format!("https://example.com/{}", "é".repeat(MAX_URL_CHARS - 20));
    let label = format!("https://{}.example/", "a".repeat(64));
    let name = format!("https://{}example/", "a.".repeat(124));
    for (text, fault) in [
        ("", UrlFault::Malformed),
        ("example.com", UrlFault::Malformed),
        ("https://", UrlFault::Malformed),
        ("https:///", UrlFault::Malformed),
        ("https://exa_mple..com/", UrlFault::Malformed),
        ("https://.example.com/", UrlFault::Malformed),
        ("https://example.com../", UrlFault::Malformed),
        ("https://example.com:65536/", UrlFault::Malformed),
        ("https://example.com:x/", UrlFault::Malformed),
        ("https://1.2.3.256/", UrlFault::Malformed),
        ("https://1.2.3.4.5/", UrlFault::Malformed),
        ("https://[::1/", UrlFault::Malformed),
        ("https://[fe80::1%25eth0]/", UrlFault::Malformed),
        (label.as_str(), UrlFault::Malformed),
        (name.as_str(), UrlFault::Malformed),
        ("https://example.com:0/", UrlFault::Port),
        ("http://example.com/", UrlFault::Scheme),
        ("http://8.8.8.8/", UrlFault::Scheme),
        ("ftp://example.com/", UrlFault::Scheme),
        ("file:///etc/passwd", UrlFault::Scheme),
        ("gopher://example.com/", UrlFault::Scheme),
        ("https://user@example.com/", UrlFault::Userinfo),
        ("https://user:pass@example.com/", UrlFault::Userinfo),
        ("https://@example.com/", UrlFault::Userinfo),
        ("https://:@example.com/", UrlFault::Userinfo),
        ("https://example.com@127.0.0.1/", UrlFault::Userinfo),
        ("https:example.com@127.0.0.1/", UrlFault::Userinfo),
        ("https://example.com/#", UrlFault::Fragment),
        ("https://example.com/a#b", UrlFault::Fragment),
        (" https://example.com/", UrlFault::Character),
        ("https://example.com/\n", UrlFault::Character),
        ("https://exa\tmple.com/", UrlFault::Character),
        ("https://example.com/a b", UrlFault::Character),
        ("https://example.com/\u{a0}", UrlFault::Character),
        ("https://example.com/\0", UrlFault::Character),
        ("https:\\\\example.com/", UrlFault::Character),
        ("https://example.com\\@127.0.0.1/", UrlFault::Character),
        (long.as_str(), UrlFault::TooLong),
        (grows.as_str(), UrlFault::TooLong),
    ] {
        assert_eq!(refused(text), Some(fault), "{text}");
    }
    assert_eq!(refused(&long[..MAX_URL_CHARS]), None);
}

#[test]
fn http_passes_to_exempted_addresses_alone() {
    let judge = AddressJudge::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let read = |text: &str| EndpointUrl::parse(text, &judge).err();
    for fine in [
        "http://127.0.0.1:8080/x",
        "http://2130706433/",
        "https://127.0.0.1/",
    ] {
        assert_eq!(read(fine), None, "{fine}");
    }
    assert_eq!(read("http://localhost/"), Some(UrlFault::Scheme));
    assert_eq!(read("https://localhost/"), Some(UrlFault::LocalName));
    assert_eq!(read("http://8.8.8.8/"), Some(UrlFault::Scheme));
    assert_eq!(read("http://10.0.0.1/"), Some(UrlFault::Address));
}

#[test]
fn a_stored_address_is_judged_again() {
    let stored = EndpointUrl::from_stored("http://127.0.0.1/hook").unwrap();
    assert!(!stored.is_allowed(&AddressJudge::default()));
    assert!(stored.is_allowed(&AddressJudge::new(vec!["127.0.0.1/32".parse().unwrap()])));
    assert!(EndpointUrl::from_stored("mailto:a@example.com").is_none());
    assert_eq!(format!("{stored:?}"), "EndpointUrl(127.0.0.1)");
}

proptest! {
    #[test]
    fn however_an_address_is_spelt_it_is_judged_as_what_it_is(bits: u32) {
        let address = Ipv4Addr::from(bits);
        let [a, b, c, d] = address.octets();
        let (last_two, last_three) = (bits & 0xffff, bits & 0xff_ffff);
        let is_public = AddressJudge::default().allows(address.into());
        for spelling in [
            format!("{a}.{b}.{c}.{d}"),
            format!("{a}.{b}.{c}.{d}."),
            format!("{a}.{b}.{last_two}"),
            format!("{a}.{last_three}"),
            format!("{bits}"),
            format!("{bits:#x}"),
            format!("0{bits:o}"),
            format!("{a:#x}.0{b:o}.{c}.{d:#X}"),
            format!("[::ffff:{a}.{b}.{c}.{d}]"),
        ] {
            let read = EndpointUrl::parse(&format!("https://{spelling}/"), &AddressJudge::default());
            prop_assert_eq!(read.is_ok(), is_public, "{}", spelling);
            if let Ok(read) = read {
                let literal = read.literal().map(|it| it.to_canonical());
                prop_assert_eq!(literal, Some(address.into()));
            }
        }
    }

    #[test]
    fn what_is_kept_is_read_as_the_same(text in "https?://[a-z0-9.\\-_%@:\\[\\]]{1,30}(/[ -~]{0,20})?") {
        if let Ok(read) = EndpointUrl::parse(&text, &AddressJudge::default()) {
            let again = EndpointUrl::parse(read.as_str(), &AddressJudge::default());
            prop_assert_eq!(again.as_ref(), Ok(&read));
            prop_assert_eq!(EndpointUrl::from_stored(read.as_str()), Some(read));
        }
    }
}
