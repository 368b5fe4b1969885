//! `tributary demo`: the service on a demonstration data set.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::Arc;

use access_control::oauth::Secret;
use access_control::users::{
    BUILT_IN_ISSUER, EmailAddress, Password, PasswordHasher, PersonName, UserStore,
};
use access_control::{ApiKeySecret, ApiKeyStore};
use accounts::members::add_owner::add_owner;
use accounts::users::create::create as create_user;
use accounts::users::{AccountError, Accounts};
use application::keys::create::{CreateKey, create_with_units, sha256};
use application::ports::{Profile, ProfileStore};
use application::profiles::create::{CreateProfile, create as create_profile};
use kernel::{Currency, Date, Limit, Period, ProfileAccess, Scope, TimeZone, UserId};
use reporting::customers::{CustomersQuery, CustomersReader};
use tributary_system::Argon2Passwords;
use tributary_worker::housekeeping::Retention;

use super::metrics::Told;
use super::serve::{Running, listen, stop_on_signal};
use super::{Failure, demo_data, demo_exports, import, print, say};
use crate::composition::Environment;
use crate::config::{AdPlatforms, Demo, Listen, Storage};

/// The demonstration's profile and key.
const NAME: &str = "Demo";
/// Who owns them.
const PERSON: &str = "Demo";
/// What they sign in with.
const EMAIL: &str = "demo@example.com";
/// Keys of the demonstration that may be revoked.
const MOST_KEYS: u32 = 1_000;
/// Days of the period that is shown: the one before it has figures, too.
const SHOWN_DAYS: i64 = 30;
/// Rate units a minute: nobody who looks around should have to wait.
const UNITS: u32 = 6_000;

/// Serves the demonstration until Ctrl-C or SIGTERM.
pub(super) async fn demo(storage: Storage, demo: Demo) -> Result<(), Failure> {
    let stop = stop_on_signal()?;
    let place = demo.listen;
    let listener = listen(&place)?;
    let environment = Environment::open(&storage).await?;
    let told = Told::start(&demo.metrics, environment.metrics_page(true, true))?;
    // Ctrl-C while the data is being made leaves at once; the next start goes on from there.
    let started = tokio::select! {
        started = start(&environment, &place, listener) => started.map(Some),
        () = stop.cancelled() => Ok(None),
    };
    let ended = match started {
        Ok(Some(running)) => {
            running.until(stop).await;
            Ok(())
        }
        Ok(None) => Ok(()),
        Err(failure) => Err(failure),
    };
    told.stop().await;
    environment.close().await.and(ended)
}

async fn start(
    environment: &Environment,
    place: &Listen,
    listener: TcpListener,
) -> Result<Running, Failure> {
    let profile = known(environment).await?;
    let (person, password) = somebody(environment, &profile).await?;
    demo_exports::set_up(environment, (&profile, person), &place.ad_platforms).await?;
    fill(environment, &profile).await?;
    let secret = key(environment, &profile).await?;
    let mut place = place.clone();
    // Agents may be tried out too.
    let units = place.limits.user_token_units_per_minute;
    place.limits.user_token_units_per_minute = units.or(Some(UNITS));
    let running = Running::start(environment, &place, listener, Some(Retention::default()))?;
    show(
        environment,
        &profile,
        (&secret, password.as_ref()),
        (&running, &place.ad_platforms),
    )
    .await?;
    Ok(running)
}

/// The demonstration's profile.
async fn known(environment: &Environment) -> Result<Arc<Profile>, Failure> {
    let known = environment.profiles.list(1_000).await?;
    let profile = match known.into_iter().find(|profile| profile.name == NAME) {
        Some(profile) => profile,
        None => created(environment).await?,
    };
    Ok(Arc::new(profile))
}

/// Fills it up to yesterday.
async fn fill(environment: &Environment, profile: &Arc<Profile>) -> Result<(), Failure> {
    if demo_data::fill(environment, profile).await? {
        import::catch_up(environment, profile).await?;
    } else {
        say("the demonstration data is there already");
    }
    Ok(())
}

async fn created(environment: &Environment) -> Result<Profile, Failure> {
    let currency = Currency::parse("EUR").ok_or_else(|| Failure::usage("no such currency"))?;
    let timezone =
        TimeZone::named("Europe/Madrid").ok_or_else(|| Failure::usage("no such time zone"))?;
    let command = CreateProfile {
        name: NAME.to_owned(),
        workspace_id: None,
        currency,
        timezone,
        own_domains: vec!["shop.example".to_owned()],
    };
    create_profile(&*environment.profiles, &environment.context(), command)
        .await
        .map_err(|error| Failure::usage(error.to_string()))
}

/// The demonstration's key: the same at each start, though only its hash is kept, because it follows
/// from the installation's own key. When somebody revoked it there is another one.
async fn key(environment: &Environment, profile: &Profile) -> Result<ApiKeySecret, Failure> {
    let names: Vec<_> = Scope::ALL.iter().map(|(_, name)| *name).collect();
    let names = names.join(" ");
    for number in 0..MOST_KEYS {
        let purpose = format!("demonstration key {number} of {}: {names}", profile.id);
        let random = environment.derived(&purpose);
        let secret = ApiKeySecret::from_random(random);
        let hash = sha256(secret.reveal().as_bytes());
        match environment.api_keys.find_by_hash(&hash).await? {
            Some(known) if known.revoked_at.is_none() => return Ok(secret),
            Some(_) => {}
            None => return made(environment, profile, random).await,
        }
    }
    Err(Failure::usage(
        "too many keys of the demonstration were revoked",
    ))
}

async fn made(
    environment: &Environment,
    profile: &Profile,
    random: [u8; 32],
) -> Result<ApiKeySecret, Failure> {
    let command = CreateKey {
        profile_id: profile.id,
        name: NAME.to_owned(),
        scopes: Scope::ALL.into_iter().map(|(scope, _)| scope).collect(),
        random,
    };
    let context = environment.context();
    let made = create_with_units(&*environment.api_keys, &context, command, Some(UNITS)).await?;
    Ok(made.1)
}

/// Somebody who owns the demonstration, with the same password at each start; `None` when they gave
/// themselves another one.
async fn somebody(
    environment: &Environment,
    profile: &Profile,
) -> Result<(UserId, Option<Secret>), Failure> {
    let bad = || Failure::usage("the demonstration's person is none");
    let random = environment.derived(&format!("demonstration password of {}", profile.id));
    let secret = Secret::plain(random);
    let password = || Password::parse(secret.reveal()).ok_or_else(bad);
    let email = EmailAddress::parse(EMAIL).ok_or_else(bad)?;
    let (users, passwords) = (environment.users(), Argon2Passwords::new());
    let failed = |error: AccountError| Failure::usage(error.to_string());
    let known = users.find_by_email(BUILT_IN_ISSUER, &email).await?;
    let (user, is_theirs) = if let Some((user, hash)) = known {
        let verified = passwords.verify(password()?, hash).await;
        (user, !verified.map_err(|error| failed(error.into()))?)
    } else {
        let attempts = environment.attempts();
        let guard = environment.guard();
        let accounts = Accounts {
            users: &users,
            passwords: &passwords,
            attempts: &attempts,
            guard: &guard,
        };
        let name = PersonName::parse(PERSON).ok_or_else(bad)?;
        let context = environment.context();
        let made = create_user(&accounts, &context, (name, email), password()?).await;
        (made.map_err(failed)?.ok_or_else(bad)?, false)
    };
    let input = (profile.workspace_id, user.id);
    let joined = environment.write(&input, |work, context, (workspace, user)| {
        Box::pin(add_owner(work, context, *workspace, *user))
    });
    joined.await?;
    Ok((user.id, (!is_theirs).then_some(secret)))
}

/// Prints where to look. Every line works when it is pasted.
async fn show(
    environment: &Environment,
    profile: &Profile,
    (secret, password): (&ApiKeySecret, Option<&Secret>),
    (running, platforms): (&Running, &AdPlatforms),
) -> Result<(), Failure> {
    let now = environment.context().clock.now();
    let (_, to) = demo_data::days(profile.timezone.local_date(now));
    let from = to - time::Duration::days(SHOWN_DAYS - 1);
    let (base, key) = (format!("http://{}", running.address), secret.reveal());
    let period = format!("date_from={from}&date_to={to}");
    let customer = example_customer(environment, profile, (from, to)).await?;
    let header = format!("-H 'Authorization: Bearer {key}'");
    let password = password.map_or("that you gave it", Secret::reveal);
    for line in [
        format!("Tributary is listening on {base} (API documentation: {base}/docs/)"),
        format!("Console: {base}/ (sign in as {EMAIL} with the password {password})"),
        format!("API key: {key}"),
        "For the README's commands:".to_owned(),
        format!("export T={base} A='Authorization: Bearer {key}' FROM={from} TO={to}"),
        "Or try:".to_owned(),
        format!("curl -s {header} '{base}/api/v1/overview?{period}'"),
        format!("curl -s {header} '{base}/api/v1/customers?{period}&goal=payment_received'"),
        format!("curl -s {header} '{base}/api/v1/customers/{customer}/journey'"),
    ] {
        print(&line);
    }
    for place in stand_ins(platforms) {
        print(&format!(
            "Ad platforms are asked at {place} instead: open it to see what they are told of leads and payments"
        ));
    }
    print("Ctrl-C stops it. The next start has the same data, key and password.");
    Ok(())
}

/// Where ad platforms are asked when it is on this machine.
fn stand_ins(platforms: &AdPlatforms) -> BTreeSet<&str> {
    let elsewhere = platforms.elsewhere().into_iter();
    elsewhere
        .map(|(_, address)| address)
        .filter(|address| address.starts_with("http://"))
        .collect()
}

/// The customer of the latest payment.
async fn example_customer(
    environment: &Environment,
    profile: &Profile,
    (from, to): (Date, Date),
) -> Result<String, Failure> {
    let nothing = || Failure::usage("the demonstration has no customers");
    let access = ProfileAccess {
        profile_id: profile.id,
        scopes: BTreeSet::from([Scope::CustomersRead]),
        actor: kernel::Actor::Operator,
    };
    let query = CustomersQuery {
        period: Period::new(from, to).map_err(|error| Failure::usage(error.to_string()))?,
        goal: "payment_received".to_owned(),
        search: None,
        limit: Limit::new(1).ok_or_else(nothing)?,
        after: None,
    };
    let page = environment
        .customers()
        .customers(&access, &query)
        .await
        .map_err(|error| Failure::usage(error.to_string()))?;
    page.rows
        .first()
        .map(|row| row.customer_profile_id.clone())
        .ok_or_else(nothing)
}
