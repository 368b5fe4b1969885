//! What settings of ad platforms are read as.

use super::*;
use clap::Parser;
use tributary_ad_platforms::PlatformAuthorizer;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    platforms: AdPlatforms,
    #[command(flatten)]
    egress: Egress,
}

fn line(flags: &[&str]) -> Line {
    Line::try_parse_from([&["tributary"], flags].concat()).unwrap()
}

fn settings(flags: &[&str]) -> Result<AuthorizationSettings, String> {
    let line = line(flags);
    let addresses = Addresses::new("https://t.example", None, None).unwrap();
    let settings = line.platforms.settings(&addresses, &line.egress);
    settings.map_err(|failure| failure.to_string())
}

#[test]
fn without_settings_the_platforms_own_addresses_are_asked() {
    let found = settings(&[]).unwrap();
    assert_eq!(
        found.redirect_uri,
        "https://t.example/auth/connections/callback"
    );
    assert!(found.social_ads.client.is_none() && found.search_ads.client.is_none());
    assert!(PlatformAuthorizer::new(found).is_ok());
    assert!(line(&[]).platforms.elsewhere().is_empty());
    let other = line(&["--social-ads-api-url=http://127.0.0.1:9/"]);
    assert_eq!(
        other.platforms.elsewhere(),
        [("TRIBUTARY_SOCIAL_ADS_API_URL", "http://127.0.0.1:9/")]
    );
    assert!(line(&[]).platforms.platforms_elsewhere().is_empty());
    assert_eq!(
        other.platforms.platforms_elsewhere(),
        [PlatformProvider::SocialAds]
    );
    let search = line(&["--search-ads-data-manager-url=http://127.0.0.1:9"]);
    assert_eq!(
        search.platforms.platforms_elsewhere(),
        [PlatformProvider::SearchAds]
    );
}

#[test]
fn a_client_is_an_id_and_a_secret() {
    let id = "--social-ads-client-id=1";
    let secret = "--social-ads-client-secret=s3cret";
    let found = settings(&[id, secret]).unwrap().social_ads.client.unwrap();
    assert_eq!((found.id.as_str(), found.secret.as_str()), ("1", "s3cret"));
    for (flags, name) in [
        (vec![id], "TRIBUTARY_SOCIAL_ADS_CLIENT_SECRET"),
        (vec![secret], "TRIBUTARY_SOCIAL_ADS_CLIENT_ID"),
        (
            vec![id, "--social-ads-client-secret= "],
            "TRIBUTARY_SOCIAL_ADS_CLIENT_SECRET",
        ),
        (
            vec!["--search-ads-client-id=1"],
            "TRIBUTARY_SEARCH_ADS_CLIENT_SECRET",
        ),
    ] {
        let refused = settings(&flags).err().unwrap();
        assert!(refused.contains(name), "{flags:?}: {refused}");
        assert!(!refused.contains("s3cret"), "{refused}");
    }
}

#[test]
fn what_cannot_be_told_is_refused_by_name() {
    let senders = |flag: &str| {
        let line = line(&[flag]);
        let senders = line.platforms.senders(&line.egress);
        senders.err().map(|failure| failure.to_string())
    };
    for flag in [
        "--search-ads-developer-token=abc-DEF_1",
        "--search-ads-data-manager-url=http://127.0.0.1:9",
    ] {
        assert_eq!(senders(flag), None, "{flag}");
    }
    for (flag, name) in [
        (
            "--search-ads-data-manager-url=http://10.0.0.1",
            "TRIBUTARY_SEARCH_ADS_DATA_MANAGER_URL must be",
        ),
        (
            "--search-ads-api-version=x",
            "TRIBUTARY_SEARCH_ADS_API_VERSION must be",
        ),
        (
            "--social-ads-api-url=ftp://x.example",
            "TRIBUTARY_SOCIAL_ADS_API_URL must be",
        ),
        (
            "--search-ads-developer-token=s3cret token",
            "TRIBUTARY_SEARCH_ADS_DEVELOPER_TOKEN must be",
        ),
    ] {
        let refused = senders(flag).unwrap();
        assert!(refused.contains(name), "{flag}: {refused}");
        assert!(!refused.contains("s3cret"), "{refused}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused_by_name() {
    for (flag, name) in [
        (
            "--social-ads-api-url=http://graph.example",
            "TRIBUTARY_SOCIAL_ADS_API_URL",
        ),
        (
            "--social-ads-dialog-url=https://x.example/y",
            "TRIBUTARY_SOCIAL_ADS_DIALOG_URL",
        ),
        (
            "--social-ads-api-version=25",
            "TRIBUTARY_SOCIAL_ADS_API_VERSION",
        ),
        ("--search-ads-token-url=x", "TRIBUTARY_SEARCH_ADS_TOKEN_URL"),
        (
            "--search-ads-consent-url=ftp://x.example",
            "TRIBUTARY_SEARCH_ADS_CONSENT_URL",
        ),
        (
            "--search-ads-api-url=http://10.0.0.1",
            "TRIBUTARY_SEARCH_ADS_API_URL",
        ),
        (
            "--search-ads-api-version=v26/x",
            "TRIBUTARY_SEARCH_ADS_API_VERSION",
        ),
    ] {
        let refused = PlatformAuthorizer::new(settings(&[flag]).unwrap()).err();
        let refused = refused.unwrap().to_string();
        assert!(refused.contains(name), "{flag}: {refused}");
    }
}
