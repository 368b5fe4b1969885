//! The identity provider and the authorization server.

use std::sync::Arc;

use access_control::SessionTokenVerifier;
use access_control::users::SessionTokenIssuer;
use application::Sealing;
use http_kit::addresses::Addresses;
use http_kit::sign_in::{ExternalPorts, SignInPorts};
use tributary_identity_provider::built_in::Parts;
use tributary_identity_provider::external::Ports;
use tributary_identity_provider::{BadIssuer, BuiltInProvider, ExternalProvider, Rules};
use tributary_postgres::{
    PgAttempts, PgExternalUsers, PgPendingSignIns, PgPool, PgSignInGuard, PgSigningKeys, PgUsers,
};
use tributary_system::{Argon2Passwords, SystemClock, TimeOrderedIds};

use crate::config::Egress;
use crate::config::idp::Idp;
use crate::config::sign_in::{SignIn, SignUp};
use crate::failure::Failure;

/// Who says who somebody is.
pub(super) struct Providers {
    /// Judges session tokens: those of the external issuer, or else our own.
    pub verifier: Arc<dyn SessionTokenVerifier>,
    built_in: Arc<dyn SessionTokenIssuer>,
    external: Option<ExternalPorts>,
}

/// The providers over one database, as the operator has set them. An external issuer is asked for
/// its keys meanwhile; nothing waits for it.
pub(super) fn providers(
    pool: &PgPool,
    sealing: Arc<dyn Sealing>,
    addresses: &Addresses,
    (idp, egress): (&Idp, &Egress),
) -> Result<Providers, Failure> {
    let built_in = Arc::new(built_in(pool, sealing, addresses));
    let Some(settings) = idp.settings(addresses, egress)? else {
        return Ok(Providers {
            verifier: built_in.clone(),
            built_in,
            external: None,
        });
    };
    let ports = Ports {
        users: Arc::new(PgUsers::new(pool.clone())),
        external: Arc::new(PgExternalUsers::new(pool.clone())),
        clock: Arc::new(SystemClock),
        ids: Arc::new(TimeOrderedIds),
    };
    let provider = Arc::new(ExternalProvider::new(settings, ports).map_err(bad_issuer)?);
    let warming = Arc::clone(&provider);
    tokio::spawn(async move { warming.warm_up().await });
    Ok(Providers {
        verifier: provider.clone(),
        built_in,
        external: Some(ExternalPorts {
            sign_in: provider,
            pending: Arc::new(PgPendingSignIns::new(pool.clone())),
        }),
    })
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn bad_issuer(error: BadIssuer) -> Failure {
    let name = match error {
        BadIssuer::RootCa => "TRIBUTARY_EGRESS_EXTRA_ROOT_CA",
        BadIssuer::RedirectUri => "TRIBUTARY_BASE_URL",
        BadIssuer::Address | BadIssuer::Tls(_) => "TRIBUTARY_IDP_ISSUER",
    };
    Failure::usage(format!("{name} {error}"))
}

fn built_in(pool: &PgPool, sealing: Arc<dyn Sealing>, addresses: &Addresses) -> BuiltInProvider {
    BuiltInProvider::new(Parts {
        store: Arc::new(PgSigningKeys::new(pool.clone())),
        sealing,
        clock: Arc::new(SystemClock),
        ids: Arc::new(TimeOrderedIds),
        rules: Rules {
            issuer: addresses.identity_issuer(),
            audience: addresses.api().to_owned(),
        },
    })
}

/// The ports, as the operator has set them.
pub(super) fn ports(pool: &PgPool, providers: Providers, settings: &SignIn) -> SignInPorts {
    SignInPorts {
        users: Arc::new(PgUsers::new(pool.clone())),
        passwords: Arc::new(Argon2Passwords::new()),
        attempts: Arc::new(PgAttempts::new(pool.clone())),
        guard: Arc::new(PgSignInGuard::new(pool.clone())),
        session_tokens: providers.built_in,
        external: providers.external,
        sign_up_open: settings.signup == SignUp::Open,
    }
}
