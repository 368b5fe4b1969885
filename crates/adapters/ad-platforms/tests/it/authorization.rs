//! Access to accounts.

use std::time::Duration;

use platform_connections::ports::{
    AuthorizationFailure, PlatformAuthorization, RefreshFailure, Ways,
};
use platform_connections::{
    AccessToken, AuthorizationCode, AuthorizationSecrets, Currency, Grant, PlatformProvider,
    ReconnectReason, Timestamp, Tokens,
};
use testkit::fake_platform::FakeAuthorization;
use tributary_ad_platforms::{
    AuthorizationSettings, ClientCredentials, PlatformAuthorizer, SearchAdsSettings,
    SocialAdsSettings,
};
use url::Url;

const BOTH: [PlatformProvider; 2] = PlatformProvider::ALL;

fn asked(platform: &FakeAuthorization, has_client: bool) -> PlatformAuthorizer {
    let client = has_client.then(|| ClientCredentials {
        id: FakeAuthorization::CLIENT_ID.to_owned(),
        secret: FakeAuthorization::CLIENT_SECRET.to_owned(),
    });
    let url = platform.url();
    let settings = AuthorizationSettings {
        redirect_uri: "https://t.example/auth/connections/callback".to_owned(),
        social_ads: SocialAdsSettings {
            client: client.clone(),
            dialog_url: url.clone(),
            api_url: url.clone(),
            ..SocialAdsSettings::default()
        },
        search_ads: SearchAdsSettings {
            client,
            consent_url: url.clone(),
            token_url: url.clone(),
            api_url: url,
            ..SearchAdsSettings::default()
        },
        extra_roots: None,
    };
    PlatformAuthorizer::new(settings).unwrap()
}

fn secrets(verifier: &str) -> AuthorizationSecrets {
    AuthorizationSecrets {
        state: "the-state".to_owned(),
        verifier: verifier.repeat(43),
    }
}

fn parameter(url: &str, name: &str) -> Option<String> {
    let url = Url::parse(url).unwrap();
    let mut pairs = url.query_pairs().into_owned();
    pairs.find_map(|(key, value)| (key == name).then_some(value))
}

/// What a browser brings back from the platform's page.
fn code(
    platform: &FakeAuthorization,
    asks: &PlatformAuthorizer,
    provider: PlatformProvider,
) -> AuthorizationCode {
    let page = asks.page(provider, &secrets("v")).unwrap();
    let back = platform.visit(&page);
    assert_eq!(parameter(&back, "state").as_deref(), Some("the-state"));
    AuthorizationCode::parse(&parameter(&back, "code").unwrap()).unwrap()
}

async fn granted(
    platform: &FakeAuthorization,
    asks: &PlatformAuthorizer,
    provider: PlatformProvider,
) -> Grant {
    let code = code(platform, asks, provider);
    let grant = asks.exchange(provider, &code, &secrets("v")).await;
    grant.map_err(|error| error.to_string()).unwrap()
}

fn held(grant: Grant) -> Tokens {
    Tokens::obtained(grant, Timestamp::from_micros(0))
}

fn refusal<T>(outcome: Result<T, AuthorizationFailure>) -> AuthorizationFailure {
    outcome.err().unwrap()
}

#[tokio::test]
async fn a_page_asks_for_access_and_hides_the_verifier() {
    let platform = FakeAuthorization::start();
    let asks = asked(&platform, true);
    for provider in BOTH {
        let page = asks.page(provider, &secrets("v")).unwrap();
        assert!(page.starts_with(&platform.url()), "{page}");
        assert_eq!(parameter(&page, "state").as_deref(), Some("the-state"));
        let method = parameter(&page, "code_challenge_method");
        assert_eq!(method.as_deref(), Some("S256"));
        assert!(!page.contains("vvvv") && !page.contains("s3cret"), "{page}");
    }
    let page = asks
        .page(PlatformProvider::SearchAds, &secrets("v"))
        .unwrap();
    assert_eq!(parameter(&page, "access_type").as_deref(), Some("offline"));
    assert_eq!(parameter(&page, "prompt").as_deref(), Some("consent"));
}

#[tokio::test]
async fn a_code_is_exchanged_once_with_its_verifier() {
    let platform = FakeAuthorization::start();
    let asks = asked(&platform, true);
    for provider in BOTH {
        let code = code(&platform, &asks, provider);
        let wrong = refusal(asks.exchange(provider, &code, &secrets("w")).await);
        assert!(
            matches!(wrong, AuthorizationFailure::Refused(_)),
            "{wrong:?}"
        );
        assert!(!wrong.to_string().contains("ada@"), "{wrong}");
        // Any try spends it.
        let late = refusal(asks.exchange(provider, &code, &secrets("v")).await);
        assert!(matches!(late, AuthorizationFailure::Refused(_)), "{late:?}");
        let grant = granted(&platform, &asks, provider).await;
        assert_eq!(grant.lifetime, Some(Duration::from_hours(1)));
        let has_refresh = provider == PlatformProvider::SearchAds;
        assert_eq!(grant.refresh.is_some(), has_refresh);
    }
    // The short token of a code is exchanged at once for one that lasts.
    assert_eq!(platform.count("POST /v25.0/oauth/access_token"), 4);
}

#[tokio::test]
async fn tokens_reach_accounts() {
    let platform = FakeAuthorization::start();
    let asks = asked(&platform, true);
    let grant = granted(&platform, &asks, PlatformProvider::SocialAds).await;
    let accounts = asks.accounts(PlatformProvider::SocialAds, &grant.access);
    let accounts = accounts.await.unwrap();
    let ids: Vec<_> = accounts.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["1001", "1002"]);
    assert_eq!(accounts[0].name.as_deref(), Some("Shop <one>"));
    assert_eq!(accounts[0].currency, Currency::parse("EUR"));

    let grant = granted(&platform, &asks, PlatformProvider::SearchAds).await;
    let accounts = asks.accounts(PlatformProvider::SearchAds, &grant.access);
    let accounts = accounts.await.unwrap();
    assert_eq!(accounts[0].name.as_deref(), Some("Search one"));
    // One that says nothing of itself can still be picked.
    assert_eq!(
        (accounts[1].id.as_str(), &accounts[1].name),
        ("2002", &None)
    );

    let wrong = AccessToken::parse("mistyped").unwrap();
    for provider in BOTH {
        let refused = refusal(asks.accounts(provider, &wrong).await);
        assert!(matches!(refused, AuthorizationFailure::Refused(_)));
        assert!(!refused.to_string().contains("ada@"), "{refused}");
    }
}

#[tokio::test]
async fn tokens_are_refreshed_until_the_platform_says_no() {
    let platform = FakeAuthorization::start();
    let asks = asked(&platform, true);
    platform.behave(|it| it.rotates = true);
    for provider in BOTH {
        let first = held(granted(&platform, &asks, provider).await);
        let second = asks.refresh(provider, &first).await;
        let second = second.map_err(|error| error.to_string()).unwrap();
        assert!(second.access != first.access);
        let second = first.renewed(second, Timestamp::from_micros(1));
        assert_eq!(
            second.refresh == first.refresh,
            provider == PlatformProvider::SocialAds
        );
        platform.behave(|it| it.refuses_refresh = true);
        let refused = asks.refresh(provider, &second).await.err().unwrap();
        let expired = RefreshFailure::Stopped(ReconnectReason::TokenExpired);
        assert_eq!(refused, expired);
        platform.behave(|it| it.refuses_refresh = false);
    }
    // What was rotated away counts no more; what never was there gives nothing.
    let mut bare = held(granted(&platform, &asks, PlatformProvider::SearchAds).await);
    bare.refresh = None;
    let refused = asks.refresh(PlatformProvider::SearchAds, &bare).await;
    assert!(matches!(refused.err(), Some(RefreshFailure::Stopped(_))));
}

#[tokio::test]
async fn what_may_pass_is_waited_for_as_the_platform_says() {
    let platform = FakeAuthorization::start();
    let asks = asked(&platform, true);
    for provider in BOTH {
        let tokens = held(granted(&platform, &asks, provider).await);
        for (outage, expected) in [
            ((429, Some(90)), Some(Duration::from_secs(90))),
            ((503, None), None),
            ((500, None), None),
        ] {
            platform.behave(|it| it.outage = Some(outage));
            match asks.refresh(provider, &tokens).await.err().unwrap() {
                RefreshFailure::TryLater { after, .. } => assert_eq!(after, expected),
                stopped @ RefreshFailure::Stopped(_) => panic!("{stopped}"),
            }
        }
        let away = refusal(asks.accounts(provider, &tokens.access).await);
        assert!(matches!(away, AuthorizationFailure::Unreachable(_)));
        // A redirect is not followed, wherever it leads.
        platform.behave(|it| it.outage = Some((302, None)));
        assert!(asks.accounts(provider, &tokens.access).await.is_err());
        assert!(asks.refresh(provider, &tokens).await.is_err());
        platform.behave(|it| it.outage = None);
    }
}

#[tokio::test]
async fn the_platform_is_told_that_tokens_are_not_needed() {
    let platform = FakeAuthorization::start();
    let asks = asked(&platform, true);
    for provider in BOTH {
        let tokens = held(granted(&platform, &asks, provider).await);
        asks.revoke(provider, &tokens).await.unwrap();
        let again = asks.revoke(provider, &tokens).await;
        assert!(again.is_err());
    }
    assert_eq!(platform.revoked().len(), 2);
    // A token that was made by hand is its maker's own.
    let pasted = held(Grant {
        access: AccessToken::parse(FakeAuthorization::SYSTEM_USER_TOKEN).unwrap(),
        refresh: None,
        lifetime: None,
    });
    let asked = asks.revoke(PlatformProvider::SocialAds, &pasted).await;
    asked.unwrap();
    assert_eq!(platform.revoked().len(), 2);
}

#[tokio::test]
async fn without_a_client_tokens_can_be_pasted_where_there_are_some() {
    let platform = FakeAuthorization::start();
    let asks = asked(&platform, false);
    let ways = |authorize, paste| Ways { authorize, paste };
    assert_eq!(asks.ways(PlatformProvider::SocialAds), ways(false, true));
    assert_eq!(asks.ways(PlatformProvider::SearchAds), ways(false, false));
    for provider in BOTH {
        let unset = refusal(asks.page(provider, &secrets("v")));
        assert_eq!(unset, AuthorizationFailure::NotConfigured);
    }
    let pasted = AccessToken::parse(FakeAuthorization::SYSTEM_USER_TOKEN).unwrap();
    let accounts = asks.accounts(PlatformProvider::SocialAds, &pasted).await;
    assert_eq!(accounts.unwrap().len(), 2);
}
