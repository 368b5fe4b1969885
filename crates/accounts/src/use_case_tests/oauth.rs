//! Codes and tokens of applications.

use std::collections::BTreeSet;

use access_control::oauth::{AuthorizationCode, Challenge, Client, ClientKind, RefreshToken};
use access_control::{Grant, TokenFamily, scopes_of};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Timestamp, TokenFamilyId};
use uuid::Uuid;

use crate::oauth::Outcome;
use crate::oauth::exchange::{Exchange, exchange};
use crate::oauth::refresh::{Refresh, refresh};
use crate::oauth::revoke::revoke;
use application::keys::create::sha256;
use application::mocks::MockWork;
use application::mocks::given::{noon, outside, user};

const REDIRECT: &str = "https://app.example/back";

fn family_id() -> TokenFamilyId {
    Uuid::from_u128(0xf).into()
}

fn read() -> BTreeSet<Grant> {
    BTreeSet::from([Grant::Read])
}

fn client() -> Client {
    Client {
        id: "client".to_owned(),
        name: "An app".to_owned(),
        kind: ClientKind::Public,
        secret_hash: None,
        redirect_uris: Vec::new(),
        grants: read(),
        refreshes: true,
        created_at: noon(),
        authorised_at: None,
    }
}

fn code() -> AuthorizationCode {
    AuthorizationCode {
        client_id: "client".to_owned(),
        user_id: user(1),
        redirect_uri: REDIRECT.to_owned(),
        challenge: Challenge::stored(URL_SAFE_NO_PAD.encode(sha256(b"the verifier"))),
        grants: read(),
        resource: "https://t.example/mcp".to_owned(),
        created_at: noon(),
        expires_at: noon().plus_micros(1),
        family_id: None,
    }
}

fn shown<'a>(client: &'a Client, verifier: &'a str) -> Exchange<'a> {
    Exchange {
        client,
        code: "the code",
        redirect_uri: REDIRECT,
        verifier,
        units_per_minute: 60,
        random: [[1; 32], [2; 32]],
    }
}

fn expect_tokens(work: &mut MockWork) {
    work.tokens.expect_forget_expired().returning(|_| Ok(()));
    work.tokens
        .expect_insert_access()
        .times(1)
        .returning(|_| Ok(()));
    work.tokens
        .expect_insert_refresh()
        .times(1)
        .returning(|_| Ok(()));
}

fn expect_burnt(work: &mut MockWork) {
    work.tokens
        .expect_burn()
        .times(1)
        .withf(|family, at| *family == family_id() && *at == noon())
        .returning(|_, _| Ok(()));
}

#[tokio::test]
async fn a_code_is_good_once_and_with_its_verifier() {
    let (outside, client) = (outside(), client());
    let mut work = MockWork::default();
    work.tokens
        .expect_spend_code()
        .withf(|hash, client, _| *hash == sha256(b"the code") && client == "client")
        .returning(|_, _, _| Ok(Some(code())));
    work.tokens
        .expect_insert_family()
        .times(1)
        .returning(|_| Ok(()));
    work.tokens
        .expect_link_code()
        .times(1)
        .returning(|_, _| Ok(()));
    expect_tokens(&mut work);
    let issued = exchange(
        &mut work,
        &outside.context(),
        shown(&client, "the verifier"),
    )
    .await;
    assert!(matches!(issued.unwrap(), Outcome::Issued(issued) if issued.refresh.is_some()));
    // A wrong verifier has spent the code all the same, and leads to nothing.
    let mut work = MockWork::default();
    work.tokens
        .expect_spend_code()
        .returning(|_, _, _| Ok(Some(code())));
    let refused = exchange(&mut work, &outside.context(), shown(&client, "another")).await;
    assert!(matches!(refused.unwrap(), Outcome::Refused));
    // Whoever shows it again ends what it led to.
    let mut work = MockWork::default();
    work.tokens
        .expect_spend_code()
        .returning(|_, _, _| Ok(None));
    work.tokens.expect_find_code().returning(|_, _| {
        Ok(Some(AuthorizationCode {
            family_id: Some(family_id()),
            ..code()
        }))
    });
    expect_burnt(&mut work);
    let refused = exchange(
        &mut work,
        &outside.context(),
        shown(&client, "the verifier"),
    )
    .await;
    assert!(matches!(refused.unwrap(), Outcome::Refused));
}

fn token(used_at: Option<Timestamp>) -> RefreshToken {
    RefreshToken {
        family: TokenFamily {
            id: family_id(),
            user_id: user(1),
            client_id: Some("client".to_owned()),
            name: "An app".to_owned(),
            scopes: scopes_of(&read()),
            grants: read(),
            resource: "https://t.example/mcp".to_owned(),
            units_per_minute: 60,
            created_at: noon(),
            revoked_at: None,
        },
        expires_at: noon().plus_micros(1),
        used_at,
    }
}

fn with_token(used_at: Option<Timestamp>) -> MockWork {
    let mut work = MockWork::default();
    work.tokens
        .expect_find_refresh()
        .returning(move |_| Ok(Some(token(used_at))));
    work
}

#[tokio::test]
async fn a_refresh_token_that_comes_twice_ends_its_family() {
    let (outside, client) = (outside(), client());
    let context = outside.context();
    let too_wide = [BTreeSet::from([Grant::Read, Grant::Write]), BTreeSet::new()];
    let shown = |grants| Refresh {
        client: &client,
        token: "the token",
        grants,
        random: [[1; 32], [2; 32]],
    };
    let mut work = with_token(None);
    work.tokens
        .expect_spend_refresh()
        .times(1)
        .returning(|_, _| Ok(true));
    expect_tokens(&mut work);
    let issued = refresh(&mut work, &context, shown(None)).await;
    assert!(matches!(issued.unwrap(), Outcome::Issued(_)));
    let mut work = with_token(Some(noon()));
    expect_burnt(&mut work);
    let refused = refresh(&mut work, &context, shown(None)).await;
    assert!(matches!(refused.unwrap(), Outcome::Refused));
    // So does one that loses a race for it.
    let mut work = with_token(None);
    work.tokens
        .expect_spend_refresh()
        .returning(|_, _| Ok(false));
    expect_burnt(&mut work);
    let refused = refresh(&mut work, &context, shown(None)).await;
    assert!(matches!(refused.unwrap(), Outcome::Refused));
    // More than was approved is nobody's, and nothing is spent for it.
    for grants in &too_wide {
        let refused = refresh(&mut with_token(None), &context, shown(Some(grants))).await;
        assert!(matches!(refused.unwrap(), Outcome::TooWide));
    }
    let mut work = MockWork::default();
    work.tokens.expect_find_refresh().returning(|_| Ok(None));
    let refused = refresh(&mut work, &context, shown(None)).await;
    assert!(matches!(refused.unwrap(), Outcome::Refused));
}

#[tokio::test]
async fn a_client_gives_up_its_own_tokens_alone() {
    let outside = outside();
    for (id, is_own) in [("client", true), ("another", false)] {
        let mut work = MockWork::default();
        work.tokens
            .expect_find_family()
            .returning(|_| Ok(Some(token(None).family)));
        if is_own {
            expect_burnt(&mut work);
        }
        revoke(&mut work, &outside.context(), id, "the token")
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_code_is_not_good_elsewhere_or_afterwards() {
    let (outside, client) = (outside(), client());
    let late = AuthorizationCode {
        expires_at: noon(),
        ..code()
    };
    let elsewhere = AuthorizationCode {
        redirect_uri: "https://elsewhere.example/back".to_owned(),
        ..code()
    };
    for code in [late, elsewhere] {
        let mut work = MockWork::default();
        work.tokens
            .expect_spend_code()
            .returning(move |_, _, _| Ok(Some(code.clone())));
        let refused = exchange(
            &mut work,
            &outside.context(),
            shown(&client, "the verifier"),
        )
        .await;
        assert!(matches!(refused.unwrap(), Outcome::Refused));
    }
    // One that nobody has issued ends nothing.
    let mut work = MockWork::default();
    let tokens = &mut work.tokens;
    tokens.expect_spend_code().returning(|_, _, _| Ok(None));
    tokens.expect_find_code().returning(|_, _| Ok(None));
    let refused = exchange(
        &mut work,
        &outside.context(),
        shown(&client, "the verifier"),
    )
    .await;
    assert!(matches!(refused.unwrap(), Outcome::Refused));
}

#[tokio::test]
async fn a_refresh_token_of_another_client_or_of_before_is_refused_and_ends_nothing() {
    let (outside, client) = (outside(), client());
    let shown = || Refresh {
        client: &client,
        token: "the token",
        grants: None,
        random: [[1; 32], [2; 32]],
    };
    let mut anothers = token(Some(noon()));
    anothers.family.client_id = Some("another".to_owned());
    let mut revoked = token(None);
    revoked.family.revoked_at = Some(noon());
    let late = RefreshToken {
        expires_at: noon(),
        ..token(None)
    };
    for token in [anothers, revoked, late] {
        let mut work = MockWork::default();
        work.tokens
            .expect_find_refresh()
            .returning(move |_| Ok(Some(token.clone())));
        let refused = refresh(&mut work, &outside.context(), shown()).await;
        assert!(matches!(refused.unwrap(), Outcome::Refused));
    }
    // A token that nobody knows is given up without a word.
    let mut work = MockWork::default();
    work.tokens.expect_find_family().returning(|_| Ok(None));
    revoke(&mut work, &outside.context(), "client", "unknown")
        .await
        .unwrap();
}
