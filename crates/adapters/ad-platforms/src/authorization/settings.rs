//! What the operator says about platforms.

/// What the operator says about all of them.
#[derive(Clone)]
pub struct AuthorizationSettings {
    /// Where browsers come back to.
    pub redirect_uri: String,
    /// Ads in a social network.
    pub social_ads: SocialAdsSettings,
    /// Ads beside search results.
    pub search_ads: SearchAdsSettings,
    /// Certificates (PEM) that are trusted beside those of the machine.
    pub extra_roots: Option<Vec<u8>>,
}

/// The operator's own client at a platform.
#[derive(Clone)]
pub struct ClientCredentials {
    /// Its id.
    pub id: String,
    /// Its secret.
    pub secret: String,
}

/// Meta, by its Graph API.
#[derive(Clone)]
pub struct SocialAdsSettings {
    /// The operator's app; without it tokens can still be pasted.
    pub client: Option<ClientCredentials>,
    /// Where the page is on which people allow access: scheme and host.
    pub dialog_url: String,
    /// Where the API is: scheme and host.
    pub api_url: String,
    /// The API's version, for example `v25.0`.
    pub api_version: String,
}

/// Google Ads.
#[derive(Clone)]
pub struct SearchAdsSettings {
    /// The operator's client.
    pub client: Option<ClientCredentials>,
    /// Where the page is on which people allow access: scheme and host.
    pub consent_url: String,
    /// Where tokens are: scheme and host.
    pub token_url: String,
    /// Where the API is: scheme and host.
    pub api_url: String,
    /// The API's version, for example `v26`.
    pub api_version: String,
    /// The operator's developer token, without which the platform names no account.
    pub developer_token: Option<String>,
}

impl Default for SocialAdsSettings {
    /// The platform's own addresses, and no client.
    fn default() -> Self {
        Self {
            client: None,
            dialog_url: Self::DIALOG_URL.to_owned(),
            api_url: Self::API_URL.to_owned(),
            api_version: Self::API_VERSION.to_owned(),
        }
    }
}

impl SocialAdsSettings {
    /// The platform's own page.
    pub const DIALOG_URL: &'static str = "https://www.facebook.com";
    /// The platform's own API.
    pub const API_URL: &'static str = "https://graph.facebook.com";
    /// The version that this was written for.
    pub const API_VERSION: &'static str = "v25.0";
}

impl Default for SearchAdsSettings {
    /// The platform's own addresses, and no client.
    fn default() -> Self {
        Self {
            client: None,
            consent_url: Self::CONSENT_URL.to_owned(),
            token_url: Self::TOKEN_URL.to_owned(),
            api_url: Self::API_URL.to_owned(),
            api_version: Self::API_VERSION.to_owned(),
            developer_token: None,
        }
    }
}

impl SearchAdsSettings {
    /// The platform's own page.
    pub const CONSENT_URL: &'static str = "https://accounts.google.com";
    /// The platform's own token endpoint.
    pub const TOKEN_URL: &'static str = "https://oauth2.googleapis.com";
    /// The platform's own API.
    pub const API_URL: &'static str = "https://googleads.googleapis.com";
    /// The version that this was written for.
    pub const API_VERSION: &'static str = "v26";
}
