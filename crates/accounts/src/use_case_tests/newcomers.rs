//! People for whom an external identity provider vouches.

use access_control::users::external::{MockExternalPeople, MockExternalSignIn};
use access_control::users::user::MockUserStore;
use access_control::users::{
    EmailAddress, ExternalIdentity, ExternalSignInFailure, IssuerAnswer, PersonName, SignInSecrets,
    User,
};
use kernel::StoreError;

use super::accounts::{Office, Tries, person};
use crate::users::AccountError;
use crate::users::enter::{EnterError, enter};
use crate::users::recognise::{Recognition, recognise};
use application::mocks::given::{noon, outside, user};

const ISSUER: &str = "https://id.example";

fn identity() -> ExternalIdentity {
    ExternalIdentity {
        issuer: ISSUER.to_owned(),
        subject: "ada".to_owned(),
        name: PersonName::parse("Ada"),
        verified_email: EmailAddress::parse("ada@mail.example"),
    }
}

/// Who comes from the issuer.
fn guest() -> User {
    User {
        issuer: ISSUER.to_owned(),
        subject: "ada".to_owned(),
        is_vouched: true,
        ..person()
    }
}

async fn met(
    users: MockUserStore,
    external: MockExternalPeople,
    link_by_verified_email: bool,
    identity: ExternalIdentity,
) -> Result<User, StoreError> {
    let outside = outside();
    let parts = Recognition {
        users: &users,
        external: &external,
        clock: &outside,
        ids: &outside,
        link_by_verified_email,
    };
    recognise(&parts, &identity).await
}

/// Nobody has this subject, however often it is asked.
fn strangers() -> MockExternalPeople {
    let mut external = MockExternalPeople::new();
    external.expect_find_external().returning(|_, _| Ok(None));
    external
}

#[tokio::test]
async fn somebody_who_was_never_seen_gets_an_account() {
    let mut users = MockUserStore::new();
    users
        .expect_insert()
        .times(1)
        .withf(|user, password| user.is_vouched && password.is_none())
        .returning(|_, _| Ok(true));
    let made = met(users, strangers(), false, identity()).await.unwrap();
    assert_eq!((made.name.as_str(), made.subject.as_str()), ("Ada", "ada"));
    assert_eq!((made.issuer.as_str(), made.created_at), (ISSUER, noon()));
    // Of whom the issuer tells nothing.
    let mut users = MockUserStore::new();
    users.expect_insert().returning(|_, _| Ok(true));
    let nameless = ExternalIdentity {
        name: None,
        verified_email: None,
        ..identity()
    };
    let made = met(users, strangers(), true, nameless).await.unwrap();
    assert_eq!((made.name.as_str(), made.is_vouched), ("Unnamed", false));
}

#[tokio::test]
async fn a_verified_address_leads_to_its_account_only_where_the_operator_wants_it() {
    let mut external = strangers();
    external
        .expect_link()
        .times(1)
        .withf(|issuer, subject, email, at| {
            (issuer, subject) == (ISSUER, "ada")
                && email.as_str() == "ada@mail.example"
                && *at == noon()
        })
        .returning(|_, _, _, _| Ok(Some(person())));
    let linked = met(MockUserStore::new(), external, true, identity()).await;
    assert_eq!(linked.unwrap(), person());
    // Nobody has the address: a new account.
    let mut external = strangers();
    external.expect_link().returning(|_, _, _, _| Ok(None));
    let mut users = MockUserStore::new();
    users.expect_insert().times(1).returning(|_, _| Ok(true));
    let made = met(users, external, true, identity()).await.unwrap();
    assert_eq!(made.issuer, ISSUER);
}

#[tokio::test]
async fn who_is_called_otherwise_by_now_is_so_here_unless_they_had_a_name_before() {
    let renamed = ExternalIdentity {
        name: PersonName::parse("Ada L."),
        verified_email: None,
        ..identity()
    };
    for (known, is_followed) in [(guest(), true), (person(), false)] {
        let mut external = MockExternalPeople::new();
        let found = known.clone();
        external
            .expect_find_external()
            .returning(move |_, _| Ok(Some(found.clone())));
        external
            .expect_describe()
            .times(usize::from(is_followed))
            .withf(|user| user.name == "Ada L." && user.email == person().email)
            .returning(|_| Ok(()));
        let met = met(MockUserStore::new(), external, true, renamed.clone()).await;
        let name = if is_followed { "Ada L." } else { "Ada" };
        assert_eq!(met.unwrap().name, name);
    }
    // Nothing is written of somebody who is the same.
    let mut external = MockExternalPeople::new();
    external
        .expect_find_external()
        .returning(|_, _| Ok(Some(guest())));
    let met = met(MockUserStore::new(), external, true, identity()).await;
    assert_eq!(met.unwrap(), guest());
}

#[tokio::test]
async fn of_two_requests_at_once_the_later_finds_the_account_of_the_first() {
    let mut external = MockExternalPeople::new();
    external
        .expect_find_external()
        .times(1)
        .returning(|_, _| Ok(None));
    external
        .expect_find_external()
        .times(1)
        .returning(|_, _| Ok(Some(guest())));
    let mut users = MockUserStore::new();
    users.expect_insert().times(1).returning(|_, _| Ok(false));
    let found = met(users, external, false, identity()).await;
    assert_eq!(found.unwrap().id, user(1));
}

#[tokio::test]
async fn an_address_that_somebody_has_already_is_not_taken_from_them() {
    let mut users = MockUserStore::new();
    for (has_email, is_kept) in [(true, false), (false, true)] {
        users
            .expect_insert()
            .times(1)
            .withf(move |user, _| user.email.is_some() == has_email && user.is_vouched == has_email)
            .returning(move |_, _| Ok(is_kept));
    }
    let made = met(users, strangers(), false, identity()).await.unwrap();
    assert_eq!((made.email, made.name.as_str()), (None, "Ada"));
    let mut users = MockUserStore::new();
    users.expect_insert().returning(|_, _| Ok(false));
    let failed = met(users, strangers(), false, identity()).await;
    assert!(matches!(failed, Err(StoreError::Inconsistent(_))));
}

fn secrets() -> SignInSecrets {
    SignInSecrets {
        state: "state".to_owned(),
        nonce: "nonce".to_owned(),
        verifier: "verifier".to_owned(),
    }
}

#[tokio::test]
async fn a_try_is_used_up_by_an_answer_that_does_not_count_and_by_nothing_else() {
    let (answer, secrets) = (IssuerAnswer::default(), secrets());
    for what in ["somebody", "away", "refused"] {
        let mut issuer = MockExternalSignIn::new();
        issuer
            .expect_identify()
            .times(1)
            .returning(move |_, _| match what {
                "somebody" => Ok(guest()),
                "away" => Err(ExternalSignInFailure::Unreachable(what.to_owned())),
                _ => Err(ExternalSignInFailure::Refused(what.to_owned())),
            });
        let office = Office::default();
        let came = enter(&office.accounts(), &issuer, (&answer, &secrets), "s").await;
        match what {
            "somebody" => assert_eq!(came.unwrap(), guest()),
            _ => assert!(matches!(came, Err(EnterError::Issuer(_))), "{what}"),
        }
        let used = u32::from(what == "refused");
        assert_eq!(office.tries.left().values().sum::<u32>(), used, "{what}");
    }
    let office = Office {
        tries: Tries::with_empty("sign_in"),
        ..Office::default()
    };
    let nobody = MockExternalSignIn::new();
    let came = enter(&office.accounts(), &nobody, (&answer, &secrets), "s").await;
    assert!(matches!(
        came,
        Err(EnterError::Account(AccountError::TooMany(7)))
    ));
}
