use super::*;

/// The first and the last address of every network that is refused, and some within.
const HOSTILE: [&str; 84] = [
    "0.0.0.0",
    "0.255.255.255",
    "10.0.0.0",
    "10.255.255.255",
    "100.64.0.0",
    "100.127.255.255",
    "127.0.0.0",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.0.0",
    "169.254.169.254",
    "169.254.255.255",
    "172.16.0.0",
    "172.31.255.255",
    "192.0.0.0",
    "192.0.0.255",
    "192.0.2.0",
    "192.0.2.255",
    "192.88.99.0",
    "192.88.99.255",
    "192.168.0.0",
    "192.168.255.255",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.0",
    "198.51.100.255",
    "203.0.113.0",
    "203.0.113.255",
    "224.0.0.0",
    "239.255.255.255",
    "240.0.0.0",
    "255.255.255.254",
    "255.255.255.255",
    "::",
    "::1",
    "::2",
    "::7f00:1",
    "::8.8.8.8",
    "::ffff:ffff",
    "::ffff:0.0.0.0",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:192.168.1.1",
    "::ffff:255.255.255.255",
    "::ffff:0:808:808",
    "64:ff9b::",
    "64:ff9b::127.0.0.1",
    "64:ff9b::8.8.8.8",
    "64:ff9b::ffff:ffff",
    "64:ff9b:1::",
    "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
    "100::",
    "100::ffff:ffff:ffff:ffff",
    "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001::",
    "2001:0:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:2::",
    "2001:2:0:ffff:ffff:ffff:ffff:ffff",
    "2001:10::",
    "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:20::",
    "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2002::",
    "2002:7f00:1::1",
    "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff::",
    "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "4000::",
    "5f00::",
    "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fc00::",
    "fd00:ec2::254",
    "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fe80::",
    "fe80::1",
    "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fec0::",
    "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "ff00::",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
];

/// Well-known public addresses, and the neighbours of networks that are refused.
const PUBLIC: [&str; 44] = [
    "8.8.8.8",
    "1.1.1.1",
    "1.0.0.0",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.1.255",
    "192.0.3.0",
    "192.88.98.255",
    "192.88.100.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "198.51.101.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "::ffff:8.8.8.8",
    "::ffff:1.1.1.1",
    "2000::",
    "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:200::",
    "2001:4860:4860::8888",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::",
    "2606:4700:4700::1111",
    "2a00:1450:4001:801::200e",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2620:fe::fe",
];

#[test]
fn the_first_and_the_last_of_every_refused_network_are_refused() {
    let judge = AddressJudge::default();
    for text in HOSTILE {
        assert!(!judge.allows(text.parse().unwrap()), "{text}");
    }
}

#[test]
fn what_lies_beside_them_and_is_public_passes() {
    let judge = AddressJudge::default();
    for text in PUBLIC {
        assert!(judge.allows(text.parse().unwrap()), "{text}");
        assert!(!judge.is_exempt(text.parse().unwrap()), "{text}");
    }
}

#[test]
fn an_operator_exempts_networks_and_nothing_else() {
    let nets = ["10.1.0.0/16", "fd00::/8"].map(|net| net.parse().unwrap());
    let judge = AddressJudge::new(nets.to_vec());
    for (text, exempt) in [
        ("10.1.0.0", true),
        ("10.1.255.255", true),
        ("::ffff:10.1.2.3", true),
        ("10.2.0.0", false),
        ("10.0.255.255", false),
        ("fd00::1", true),
        ("fc00::1", false),
        ("127.0.0.1", false),
    ] {
        let address = text.parse().unwrap();
        assert_eq!(judge.is_exempt(address), exempt, "{text}");
        assert_eq!(judge.allows(address), exempt, "{text}");
    }
    assert!(judge.allows("8.8.8.8".parse().unwrap()));
}
