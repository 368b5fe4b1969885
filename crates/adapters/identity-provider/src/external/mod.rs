//! An external issuer (OIDC): its session tokens count here, and people sign in through it.
//!
//! Nothing waits for the issuer when the service starts. Reading order: [`ExternalProvider`], the
//! private modules `discovery` (what the issuer says about itself), `cache` (its keys), `sign_in`.

mod cache;
mod discovery;
mod http;
mod sign_in;

use std::sync::Arc;

use access_control::users::{
    EmailAddress, ExternalIdentity, ExternalPeople, PersonName, User, UserStore,
};
use access_control::{SessionTokenFailure, SessionTokenVerifier};
use accounts::users::recognise::{Recognition, recognise};
use async_trait::async_trait;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Clock, IdSource, StoreError, UserId};

use crate::judge::{Claims, Rules, read};
use crate::key_set::KeySet;
use cache::{Cache, Loaded, Source, Wanted};
use discovery::{IssuerAddress, Metadata};
use http::{Http, Unreachable};
use sign_in::Client;

/// What the operator says about the issuer.
#[derive(Clone)]
pub struct Settings {
    /// Its address, byte by byte as its tokens name it.
    pub issuer: String,
    /// What the `aud` of session tokens must contain.
    pub audience: String,
    /// The name of this service there.
    pub client_id: String,
    /// Its secret there.
    pub client_secret: String,
    /// Where browsers come back to.
    pub redirect_uri: String,
    /// Seconds between look-ups for unknown keys.
    pub jwks_min_refetch: u32,
    /// Whether a verified address leads to the account that has it here.
    pub link_by_verified_email: bool,
    /// Certificates (PEM) that are trusted beside those of the machine.
    pub extra_roots: Option<Vec<u8>>,
}

/// What the provider is given.
#[derive(Clone)]
pub struct Ports {
    /// People.
    pub users: Arc<dyn UserStore>,
    /// What issuers call them.
    pub external: Arc<dyn ExternalPeople>,
    /// The present.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<dyn IdSource>,
}

/// Why an issuer cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadIssuer {
    /// The address cannot be used.
    #[error(
        "must be an https address (http for the loopback address only) without query and fragment"
    )]
    Address,
    /// The address to come back to cannot be used.
    #[error("is no address to come back to")]
    RedirectUri,
    /// The certificates cannot be read.
    #[error("has no certificate in PEM")]
    RootCa,
    /// There is no way to speak TLS.
    #[error("cannot speak TLS: {0}")]
    Tls(String),
}

/// Judges what an external issuer says about people.
pub struct ExternalProvider {
    address: IssuerAddress,
    rules: Rules,
    http: Http,
    cache: Cache,
    client: Client,
    link_by_verified_email: bool,
    ports: Ports,
}

impl ExternalProvider {
    /// A provider; the issuer is not asked for anything yet.
    pub fn new(settings: Settings, ports: Ports) -> Result<Self, BadIssuer> {
        let address = IssuerAddress::parse(&settings.issuer)?;
        let http = Http::new(settings.extra_roots.as_deref())?;
        let source = Network {
            http: http.clone(),
            address: address.clone(),
        };
        let min_refetch = i64::from(settings.jwks_min_refetch) * MICROS_PER_SECOND;
        let cache = Cache::new(Box::new(source), Arc::clone(&ports.clock), min_refetch);
        Ok(Self {
            rules: Rules {
                issuer: address.as_str().to_owned(),
                audience: settings.audience,
            },
            client: Client::new(
                settings.client_id,
                settings.client_secret,
                settings.redirect_uri,
            )?,
            link_by_verified_email: settings.link_by_verified_email,
            address,
            http,
            cache,
            ports,
        })
    }

    /// Loads the issuer's metadata and keys, so that nobody has to wait for them later. What fails
    /// is in the log and tried again when it is needed.
    pub async fn warm_up(&self) {
        // A failure was logged where it happened.
        let _known = self.cache.any().await;
    }

    /// What a token says that counts under these rules.
    async fn judge(
        &self,
        token: &str,
        rules: &Rules,
    ) -> Result<Option<Claims>, cache::NothingKnown> {
        let Some(unproven) = read(token, rules, self.ports.clock.now()) else {
            return Ok(None);
        };
        let wanted = Wanted {
            id: unproven.key_id.clone(),
            algorithm: unproven.algorithm,
        };
        let key = self.cache.key(wanted).await?;
        Ok(key.and_then(|key| unproven.proven_by(&key)))
    }

    async fn recognise(&self, claims: &Claims) -> Result<User, StoreError> {
        let parts = Recognition {
            users: &*self.ports.users,
            external: &*self.ports.external,
            clock: &*self.ports.clock,
            ids: &*self.ports.ids,
            link_by_verified_email: self.link_by_verified_email,
        };
        recognise(&parts, &identity_of(claims, self.address.as_str())).await
    }
}

/// An address that the issuer has not verified is not taken: invitations and links go by it.
fn identity_of(claims: &Claims, issuer: &str) -> ExternalIdentity {
    let name = ["name", "preferred_username"];
    let name = name.iter().find_map(|claim| claims.text(claim));
    let email = claims.text("email").and_then(EmailAddress::parse);
    ExternalIdentity {
        issuer: issuer.to_owned(),
        subject: claims.subject.clone(),
        name: name.and_then(PersonName::parse),
        verified_email: email.filter(|_| claims.is_true("email_verified")),
    }
}

#[async_trait]
impl SessionTokenVerifier for ExternalProvider {
    #[tracing::instrument(level = "debug", name = "SessionTokenVerifier::verify", skip_all)]
    async fn verify(&self, token: &str) -> Result<Option<UserId>, SessionTokenFailure> {
        let judged = self.judge(token, &self.rules).await;
        let Some(claims) = judged.map_err(|_| SessionTokenFailure::NoKeys)? else {
            return Ok(None);
        };
        Ok(Some(self.recognise(&claims).await?.id))
    }
}

/// The issuer's own documents.
struct Network {
    http: Http,
    address: IssuerAddress,
}

#[async_trait]
impl Source for Network {
    #[tracing::instrument(level = "debug", name = "Source::load", skip_all)]
    async fn load(&self, known: Option<&Metadata>) -> Result<Loaded, Unreachable> {
        let metadata = if let Some(known) = known {
            known.clone()
        } else {
            let (document, _) = self.http.get(self.address.discovery()).await?;
            Metadata::parse(&document, &self.address)?
        };
        let (keys, max_age) = self.http.get(&metadata.jwks_uri).await?;
        Ok(Loaded {
            keys: KeySet::parse(&keys),
            metadata,
            max_age,
        })
    }
}
