//! `tributary demo`: the service on a demonstration data set.

use std::collections::BTreeSet;
use std::net::TcpListener;

use access_control::oauth::Secret;
use access_control::people::{EmailAddress, Password, PersonName};
use access_control::{ApiKeySecret, ApiKeyStore};
use application::keys::create::{CreateKey, create_with_units};
use application::members::add_owner::add_owner;
use application::ports::{Profile, ProfileStore};
use application::profiles::create::{CreateProfile, create as create_profile};
use application::users::create::{create as create_user, reset_password};
use application::users::{AccountError, Accounts};
use application::{UnitsOfWork, settle};
use kernel::{Currency, Date, Limit, Period, ProfileAccess, Scope, TimeZone};
use reporting::customers::{CustomersQuery, CustomersReader};
use tributary_system::Argon2Passwords;
use tributary_worker::house::Retention;

use super::serve::{Running, listen, stop_on_signal};
use super::{Failure, demo_data, import, print, say};
use crate::composition::Environment;
use crate::config::{Listen, Storage};

/// The demonstration's profile and key.
const NAME: &str = "Demo";
/// Who owns them.
const PERSON: &str = "Demo";
/// What they sign in with.
const EMAIL: &str = "demo@example.com";
/// Rate units a minute: nobody who looks around should have to wait.
const UNITS: u32 = 6_000;

/// Serves the demonstration until Ctrl-C or SIGTERM.
pub(super) async fn demo(storage: Storage, place: Listen) -> Result<(), Failure> {
    let stop = stop_on_signal()?;
    let listener = listen(&place)?;
    let environment = Environment::open(&storage).await?;
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
    environment.close().await.and(ended)
}

async fn start(
    environment: &Environment,
    place: &Listen,
    listener: TcpListener,
) -> Result<Running, Failure> {
    let profile = filled(environment).await?;
    let secret = fresh_key(environment, &profile).await?;
    let password = somebody(environment, &profile).await?;
    let mut place = place.clone();
    // Agents may be tried out too.
    let units = place.limits.user_token_units_per_minute;
    place.limits.user_token_units_per_minute = units.or(Some(UNITS));
    let running = Running::start(environment, &place, listener, Some(Retention::default()))?;
    show(environment, &profile, (&secret, &password), &running).await?;
    Ok(running)
}

/// The demonstration's profile, filled up to yesterday.
async fn filled(environment: &Environment) -> Result<Profile, Failure> {
    let known = environment.profiles.list(1_000).await?;
    let profile = match known.into_iter().find(|profile| profile.name == NAME) {
        Some(profile) => profile,
        None => created(environment).await?,
    };
    if demo_data::fill(environment, &profile).await? {
        import::catch_up(environment, &profile).await?;
    } else {
        say("the demonstration data is there already");
    }
    Ok(profile)
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

/// A key that replaces the one of an earlier start, whose secret nobody knows any more.
async fn fresh_key(environment: &Environment, profile: &Profile) -> Result<ApiKeySecret, Failure> {
    let context = environment.context();
    environment
        .api_keys
        .revoke_by_name(profile.id, NAME, context.clock.now())
        .await?;
    let command = CreateKey {
        profile_id: profile.id,
        name: NAME.to_owned(),
        scopes: Scope::ALL.into_iter().map(|(scope, _)| scope).collect(),
        random: Environment::random32()?,
    };
    let made = create_with_units(&*environment.api_keys, &context, command, Some(UNITS)).await?;
    Ok(made.1)
}

/// Somebody who owns the demonstration, with a password that replaces that of an earlier start.
async fn somebody(environment: &Environment, profile: &Profile) -> Result<Secret, Failure> {
    let bad = || Failure::usage("the demonstration's person is none");
    let secret = Secret::plain(Environment::random32()?);
    let password = || Password::parse(secret.reveal()).ok_or_else(bad);
    let name = PersonName::parse(PERSON).ok_or_else(bad)?;
    let email = EmailAddress::parse(EMAIL).ok_or_else(bad)?;
    let (users, attempts) = (environment.users(), environment.attempts());
    let passwords = Argon2Passwords::new();
    let accounts = Accounts {
        users: &users,
        passwords: &passwords,
        attempts: &attempts,
    };
    let context = environment.context();
    let failed = |error: AccountError| Failure::usage(error.to_string());
    let known = reset_password(&accounts, &context, &email, password()?).await;
    let user = match known.map_err(failed)? {
        Some(user) => user,
        None => create_user(&accounts, &context, (name, email), password()?)
            .await
            .map_err(failed)?
            .ok_or_else(bad)?,
    };
    let mut work = environment.units.begin().await?;
    let joined = add_owner(&mut *work, &context, profile.workspace_id, user.id).await;
    settle(work, joined).await?;
    Ok(secret)
}

/// Prints where to look. Every line works when it is pasted.
async fn show(
    environment: &Environment,
    profile: &Profile,
    (secret, password): (&ApiKeySecret, &Secret),
    running: &Running,
) -> Result<(), Failure> {
    let today = profile
        .timezone
        .local_date(environment.context().clock.now());
    let (from, to) = demo_data::days(today);
    let (base, key) = (format!("http://{}", running.address), secret.reveal());
    let period = format!("date_from={from}&date_to={to}");
    let customer = example_customer(environment, profile, (from, to)).await?;
    let header = format!("-H 'Authorization: Bearer {key}'");
    print(&format!(
        "Tributary is listening on {base} (API documentation: {base}/docs/)"
    ));
    print(&format!("API key, shown only now: {key}"));
    print(&format!(
        "Console: {base}/ (sign in as {EMAIL} with the password {}, until the next start)",
        password.reveal()
    ));
    print("Try:");
    print(&format!(
        "curl -s {header} '{base}/api/v1/overview?{period}'"
    ));
    print(&format!(
        "curl -s {header} '{base}/api/v1/customers?{period}&goal=payment_received'"
    ));
    print(&format!(
        "curl -s {header} '{base}/api/v1/customers/{customer}/journey'"
    ));
    print("Ctrl-C stops the service and its database.");
    Ok(())
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
