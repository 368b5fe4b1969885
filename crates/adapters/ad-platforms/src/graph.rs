//! Meta's Graph API: its version, and the proof that requests come from the operator's app.

use export_rules::Hashed;
use kernel::AccessToken;
use ring::hmac;

use crate::client::{Answered, Lost, PlatformClient, PlatformSettings};
use crate::platform::{self, BadSetting};

/// The API at an address.
pub(crate) struct Graph {
    client: PlatformClient,
    version: String,
    app_secret: Option<hmac::Key>,
}

impl Graph {
    /// `version`: such as `v25.0`. `app_secret`: of the operator's app; with it each request proves that it comes
    /// from the app.
    pub(crate) fn new(
        settings: &PlatformSettings,
        version: &str,
        app_secret: Option<&str>,
    ) -> Result<Self, BadSetting> {
        let whole = platform::version("version", version)?;
        // The Graph API always has a second number.
        if !whole.contains('.') {
            return Err(BadSetting::Version("version"));
        }
        Ok(Self {
            client: PlatformClient::new(settings)?,
            version: whole,
            app_secret: app_secret
                .map(|secret| hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes())),
        })
    }

    /// The version that is asked.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// What lies at a path.
    pub(crate) async fn get(
        &self,
        path: &str,
        query: &[(&str, &str)],
        access: &AccessToken,
    ) -> Result<Answered, Lost> {
        let proof = self.proof(access);
        let query = proven(query, proof.as_deref());
        self.client.get(&self.at(path), &query, access).await
    }

    /// Has something begun at a path.
    pub(crate) async fn begin(
        &self,
        path: &str,
        query: &[(&str, &str)],
        access: &AccessToken,
    ) -> Result<Answered, Lost> {
        let proof = self.proof(access);
        let query = proven(query, proof.as_deref());
        self.client.post_query(&self.at(path), &query, access).await
    }

    /// Posts a body, in which the proof is already.
    pub(crate) async fn post(
        &self,
        path: &str,
        access: &AccessToken,
        body: Vec<u8>,
    ) -> Result<Answered, Lost> {
        self.client.post(&self.at(path), access, body).await
    }

    fn at(&self, path: &str) -> String {
        format!("/{}/{path}", self.version)
    }

    /// That a request with this token comes from the operator's app, if there is one.
    pub(crate) fn proof(&self, access: &AccessToken) -> Option<String> {
        let key = self.app_secret.as_ref()?;
        let code = hmac::sign(key, access.reveal().as_bytes());
        let code: [u8; 32] = code.as_ref().try_into().ok()?;
        Some(Hashed::new(code).to_string())
    }
}

fn proven<'a>(query: &[(&'a str, &'a str)], proof: Option<&'a str>) -> Vec<(&'a str, &'a str)> {
    let proof = proof.map(|proof| ("appsecret_proof", proof));
    query.iter().copied().chain(proof).collect()
}
