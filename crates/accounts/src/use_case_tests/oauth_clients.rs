//! Applications that come for codes and tokens, and tokens without an application.

use std::collections::BTreeSet;

use access_control::oauth::authorize::Reply;
use access_control::oauth::tokens::{
    ACCESS_TOKEN_MICROS, CODE_MICROS, REFRESH_TOKEN_MICROS, Secret, UNUSED_CLIENT_MICROS,
};
use access_control::oauth::{
    AuthorizationRequest, Challenge, ClientKind, RedirectUri, Registration,
};
use access_control::{Grant, scopes_of};
use kernel::timestamp::MICROS_PER_DAY;

use crate::oauth::approve::{Approval, approve};
use crate::oauth::mint::{Mint, mint};
use crate::oauth::register::{create_confidential, register};
use application::keys::create::sha256;
use application::mocks::MockWork;
use application::mocks::given::{noon, outside, user};

fn uri() -> RedirectUri {
    RedirectUri::parse("https://app.example/back").unwrap()
}

fn read() -> BTreeSet<Grant> {
    BTreeSet::from([Grant::Read])
}

fn registration() -> Registration {
    Registration {
        name: "An app".to_owned(),
        redirect_uris: vec![uri()],
        refreshes: true,
        grants: read(),
    }
}

#[tokio::test]
async fn a_client_that_registers_itself_has_no_secret_and_is_forgotten_unless_approved() {
    let outside = outside();
    let mut work = MockWork::default();
    work.clients
        .expect_forget_unused()
        .times(1)
        .withf(|before| *before == noon().plus_micros(-UNUSED_CLIENT_MICROS))
        .returning(|_| Ok(()));
    work.clients
        .expect_insert()
        .times(1)
        .withf(|client| client.kind == ClientKind::Public && client.authorised_at.is_none())
        .returning(|_| Ok(()));
    let client = register(&mut work, &outside.context(), registration()).await;
    let client = client.unwrap();
    assert_eq!((client.name.as_str(), client.secret_hash), ("An app", None));
    assert_eq!(client.redirect_uris, [uri()]);
}

#[tokio::test]
async fn of_a_confidential_client_the_hash_of_its_secret_is_kept() {
    let outside = outside();
    let mut work = MockWork::default();
    work.clients
        .expect_insert()
        .times(1)
        .withf(|client| client.kind == ClientKind::Confidential)
        .returning(|_| Ok(()));
    let (context, new) = (outside.context(), registration());
    let (client, secret) = create_confidential(&mut work, &context, new, [3; 32])
        .await
        .unwrap();
    let hash = sha256(secret.reveal().as_bytes());
    assert_eq!(client.secret_hash, Some(hash));
    assert_eq!(client.authorised_at, Some(noon()));
}

#[tokio::test]
async fn an_approval_is_a_code_of_one_minute_of_which_the_hash_is_kept() {
    let outside = outside();
    let mut work = MockWork::default();
    work.clients
        .expect_authorise()
        .times(1)
        .withf(|id, at| id == "client" && *at == noon())
        .returning(|_, _| Ok(()));
    work.tokens
        .expect_insert_code()
        .times(1)
        .withf(|hash, code| {
            let secret = Secret::plain([3; 32]);
            *hash == sha256(secret.reveal().as_bytes())
                && code.expires_at == noon().plus_micros(CODE_MICROS)
                && code.user_id == user(1)
                && code.redirect_uri == uri().as_str()
                && code.grants == read()
                && code.family_id.is_none()
        })
        .returning(|_, _| Ok(()));
    let request = AuthorizationRequest {
        reply: Reply {
            redirect_uri: uri(),
            state: None,
        },
        challenge: Challenge::stored("challenge".to_owned()),
        grants: read(),
    };
    let approval = Approval {
        user_id: user(1),
        client_id: "client".to_owned(),
        request,
        resource: "https://t.example/mcp".to_owned(),
        random: [3; 32],
    };
    let secret = approve(&mut work, &outside.context(), approval).await;
    assert_eq!(secret.unwrap(), Secret::plain([3; 32]));
}

#[tokio::test]
async fn a_minted_token_has_a_client_of_its_own_that_can_ask_for_nothing_else() {
    let outside = outside();
    let mut work = MockWork::default();
    work.clients
        .expect_insert()
        .times(1)
        .withf(|client| {
            client.redirect_uris.is_empty()
                && client.refreshes
                && client.authorised_at == Some(noon())
        })
        .returning(|_| Ok(()));
    let tokens = &mut work.tokens;
    tokens
        .expect_insert_family()
        .times(1)
        .withf(|family| family.user_id == user(1) && family.units_per_minute == 60)
        .returning(|_| Ok(()));
    // Of yesterday's tokens somebody may still ask.
    tokens
        .expect_forget_expired()
        .times(1)
        .withf(|before| *before == noon().plus_micros(-MICROS_PER_DAY))
        .returning(|_| Ok(()));
    tokens
        .expect_insert_access()
        .times(1)
        .withf(|token| {
            let secret = Secret::access_token([1; 32]);
            token.secret_hash == sha256(secret.reveal().as_bytes())
                && token.scopes == scopes_of(&read())
                && token.expires_at == noon().plus_micros(ACCESS_TOKEN_MICROS)
        })
        .returning(|_| Ok(()));
    tokens
        .expect_insert_refresh()
        .times(1)
        .withf(|token| {
            let secret = Secret::refresh_token([2; 32]);
            token.secret_hash == sha256(secret.reveal().as_bytes())
                && token.expires_at == noon().plus_micros(REFRESH_TOKEN_MICROS)
        })
        .returning(|_| Ok(()));
    let wanted = Mint {
        user_id: user(1),
        name: "My script".to_owned(),
        grants: read(),
        resource: "https://t.example/mcp".to_owned(),
        units_per_minute: 60,
        random: [[1; 32], [2; 32]],
    };
    let (family, issued) = mint(&mut work, &outside.context(), wanted).await.unwrap();
    assert_eq!((family.name.as_str(), family.grants), ("My script", read()));
    assert_eq!(issued.access, Secret::access_token([1; 32]));
    assert_eq!(issued.refresh, Some(Secret::refresh_token([2; 32])));
}
