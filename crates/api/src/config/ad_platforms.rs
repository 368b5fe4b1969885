//! The operator's own clients at ad platforms, and where platforms are asked.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use http_kit::addresses::Addresses;
use platform_connections::PlatformProvider;
use tributary_ad_platforms::conversions::data_manager;
use tributary_ad_platforms::{
    AuthorizationSettings, BadSetting, ClientCredentials, DataManagerSender, GoogleAdsSender,
    PlatformSettings, SearchAdsChanges, SearchAdsSender, SearchAdsSettings, SearchAdsSpend,
    SocialAdsChanges, SocialAdsSettings, SocialAdsSpend, SocialCapiSender,
};

use super::Egress;
use crate::failure::Failure;

/// Where browsers come back to.
const CALLBACK: &str = "/auth/connections/callback";

/// Whether something is done at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// It is.
    On,
    /// It is not.
    Off,
}

/// Ad platforms that profiles can be connected with.
#[derive(Clone, Debug, Args)]
pub(crate) struct AdPlatforms {
    /// Id of the operator's app at Meta. Without it accounts there are connected by pasted tokens alone.
    #[arg(long, env = "TRIBUTARY_SOCIAL_ADS_CLIENT_ID")]
    pub social_ads_client_id: Option<String>,
    /// Secret of the operator's app at Meta.
    #[arg(
        long,
        env = "TRIBUTARY_SOCIAL_ADS_CLIENT_SECRET",
        hide_env_values = true
    )]
    pub social_ads_client_secret: Option<String>,
    /// Where people allow access at Meta.
    #[arg(
        long,
        env = "TRIBUTARY_SOCIAL_ADS_DIALOG_URL",
        default_value = SocialAdsSettings::DIALOG_URL
    )]
    pub social_ads_dialog_url: String,
    /// Where Meta's Graph API is.
    #[arg(
        long,
        env = "TRIBUTARY_SOCIAL_ADS_API_URL",
        default_value = SocialAdsSettings::API_URL
    )]
    pub social_ads_api_url: String,
    /// Version of Meta's Graph API.
    #[arg(
        long,
        env = "TRIBUTARY_SOCIAL_ADS_API_VERSION",
        default_value = SocialAdsSettings::API_VERSION
    )]
    pub social_ads_api_version: String,
    /// Id of the operator's OAuth client at Google. Without it accounts there cannot be connected.
    #[arg(long, env = "TRIBUTARY_SEARCH_ADS_CLIENT_ID")]
    pub search_ads_client_id: Option<String>,
    /// Secret of the operator's OAuth client at Google.
    #[arg(
        long,
        env = "TRIBUTARY_SEARCH_ADS_CLIENT_SECRET",
        hide_env_values = true
    )]
    pub search_ads_client_secret: Option<String>,
    /// Where people allow access at Google.
    #[arg(
        long,
        env = "TRIBUTARY_SEARCH_ADS_CONSENT_URL",
        default_value = SearchAdsSettings::CONSENT_URL
    )]
    pub search_ads_consent_url: String,
    /// Where Google's tokens are.
    #[arg(
        long,
        env = "TRIBUTARY_SEARCH_ADS_TOKEN_URL",
        default_value = SearchAdsSettings::TOKEN_URL
    )]
    pub search_ads_token_url: String,
    /// Where the Google Ads API is.
    #[arg(
        long,
        env = "TRIBUTARY_SEARCH_ADS_API_URL",
        default_value = SearchAdsSettings::API_URL
    )]
    pub search_ads_api_url: String,
    /// Version of the Google Ads API.
    #[arg(
        long,
        env = "TRIBUTARY_SEARCH_ADS_API_VERSION",
        default_value = SearchAdsSettings::API_VERSION
    )]
    pub search_ads_api_version: String,
    /// The operator's developer token of the Google Ads API. Without it conversions are told to the Data Manager alone.
    #[arg(
        long,
        env = "TRIBUTARY_SEARCH_ADS_DEVELOPER_TOKEN",
        hide_env_values = true
    )]
    pub search_ads_developer_token: Option<String>,
    /// Where Google's Data Manager is.
    #[arg(
        long,
        env = "TRIBUTARY_SEARCH_ADS_DATA_MANAGER_URL",
        default_value = data_manager::BASE_URL
    )]
    pub search_ads_data_manager_url: String,
    /// Whether the service may change anything at ad platforms: pause ads, and set daily budgets.
    #[arg(
        long,
        env = "TRIBUTARY_PLATFORM_WRITES",
        value_enum,
        default_value = "off"
    )]
    pub platform_writes: Switch,
}

/// How platforms are told of conversions, and asked what they made of them.
pub(crate) struct PlatformSenders {
    /// Meta.
    pub social: Arc<SocialCapiSender>,
    /// Google, by either of its interfaces.
    pub search: Arc<SearchAdsSender>,
    /// Google, when it is asked later.
    pub requests: Arc<DataManagerSender>,
}

/// How platforms are told to change something.
pub(crate) struct ChangeExecutors {
    /// Meta.
    pub social: Arc<SocialAdsChanges>,
    /// Google.
    pub search: Arc<SearchAdsChanges>,
}

/// How platforms are asked what ads cost.
pub(crate) struct SpendSources {
    /// Meta.
    pub social: Arc<SocialAdsSpend>,
    /// Google.
    pub search: Arc<SearchAdsSpend>,
}

impl AdPlatforms {
    /// The ways on which conversions leave. No platform is asked for anything yet.
    pub(crate) fn senders(&self, egress: &Egress) -> Result<PlatformSenders, Failure> {
        let extra_root_ca = egress.extra_roots()?;
        let at = |base_url: &String| PlatformSettings {
            base_url: base_url.clone(),
            extra_root_ca: extra_root_ca.clone(),
        };
        let social = SocialCapiSender::new(
            &at(&self.social_ads_api_url),
            &self.social_ads_api_version,
            self.social_ads_client_secret.as_deref(),
        );
        let data_manager = || {
            let made = DataManagerSender::new(&at(&self.search_ads_data_manager_url));
            made.map_err(|error| refused(&error, "TRIBUTARY_SEARCH_ADS_DATA_MANAGER"))
        };
        let google_ads = GoogleAdsSender::new(
            &at(&self.search_ads_api_url),
            &self.search_ads_api_version,
            self.developer_token()?,
        );
        let google_ads = google_ads.map_err(|error| refused(&error, "TRIBUTARY_SEARCH_ADS_API"))?;
        Ok(PlatformSenders {
            social: Arc::new(social.map_err(|error| refused(&error, "TRIBUTARY_SOCIAL_ADS_API"))?),
            search: Arc::new(SearchAdsSender::new(data_manager()?, google_ads)),
            requests: Arc::new(data_manager()?),
        })
    }

    /// The ways on which spend comes in. No platform is asked for anything yet.
    pub(crate) fn spend_sources(&self, egress: &Egress) -> Result<SpendSources, Failure> {
        let extra_root_ca = egress.extra_roots()?;
        let at = |base_url: &String| PlatformSettings {
            base_url: base_url.clone(),
            extra_root_ca: extra_root_ca.clone(),
        };
        let social = SocialAdsSpend::new(
            &at(&self.social_ads_api_url),
            &self.social_ads_api_version,
            self.social_ads_client_secret.as_deref(),
        );
        let search = SearchAdsSpend::new(
            &at(&self.search_ads_api_url),
            &self.search_ads_api_version,
            self.developer_token()?,
        );
        Ok(SpendSources {
            social: Arc::new(social.map_err(|error| refused(&error, "TRIBUTARY_SOCIAL_ADS_API"))?),
            search: Arc::new(search.map_err(|error| refused(&error, "TRIBUTARY_SEARCH_ADS_API"))?),
        })
    }

    /// The ways on which changes leave. No platform is asked for anything yet.
    pub(crate) fn change_executors(&self, egress: &Egress) -> Result<ChangeExecutors, Failure> {
        let extra_root_ca = egress.extra_roots()?;
        let at = |base_url: &String| PlatformSettings {
            base_url: base_url.clone(),
            extra_root_ca: extra_root_ca.clone(),
        };
        let social = SocialAdsChanges::new(
            &at(&self.social_ads_api_url),
            &self.social_ads_api_version,
            self.social_ads_client_secret.as_deref(),
        );
        let search = SearchAdsChanges::new(
            &at(&self.search_ads_api_url),
            &self.search_ads_api_version,
            self.developer_token()?,
        );
        Ok(ChangeExecutors {
            social: Arc::new(social.map_err(|error| refused(&error, "TRIBUTARY_SOCIAL_ADS_API"))?),
            search: Arc::new(search.map_err(|error| refused(&error, "TRIBUTARY_SEARCH_ADS_API"))?),
        })
    }

    /// One that is set says something, in a header.
    fn developer_token(&self) -> Result<Option<String>, Failure> {
        let token = self.search_ads_developer_token.as_deref();
        let is_good =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        if token.is_some_and(|token| !is_good(token)) {
            return Err(Failure::usage(
                "TRIBUTARY_SEARCH_ADS_DEVELOPER_TOKEN must be one word of ASCII characters",
            ));
        }
        Ok(token.map(str::to_owned))
    }

    /// As platforms are asked, or why the service must not start with these settings.
    pub(crate) fn settings(
        &self,
        addresses: &Addresses,
        egress: &Egress,
    ) -> Result<AuthorizationSettings, Failure> {
        self.settings_at(addresses.base(), egress)
    }

    /// The same for a service that is reached at an address.
    pub(crate) fn settings_at(
        &self,
        base: &str,
        egress: &Egress,
    ) -> Result<AuthorizationSettings, Failure> {
        let social = [
            ("TRIBUTARY_SOCIAL_ADS_CLIENT_ID", &self.social_ads_client_id),
            (
                "TRIBUTARY_SOCIAL_ADS_CLIENT_SECRET",
                &self.social_ads_client_secret,
            ),
        ];
        let search = [
            ("TRIBUTARY_SEARCH_ADS_CLIENT_ID", &self.search_ads_client_id),
            (
                "TRIBUTARY_SEARCH_ADS_CLIENT_SECRET",
                &self.search_ads_client_secret,
            ),
        ];
        Ok(AuthorizationSettings {
            redirect_uri: format!("{base}{CALLBACK}"),
            social_ads: SocialAdsSettings {
                client: client(social)?,
                dialog_url: self.social_ads_dialog_url.clone(),
                api_url: self.social_ads_api_url.clone(),
                api_version: self.social_ads_api_version.clone(),
            },
            search_ads: SearchAdsSettings {
                client: client(search)?,
                consent_url: self.search_ads_consent_url.clone(),
                token_url: self.search_ads_token_url.clone(),
                api_url: self.search_ads_api_url.clone(),
                api_version: self.search_ads_api_version.clone(),
                developer_token: self.developer_token()?,
            },
            extra_roots: egress.extra_roots()?,
        })
    }

    /// Whether both platforms are told at addresses on this machine.
    pub(crate) fn are_stand_ins(&self) -> bool {
        let told = [&self.social_ads_api_url, &self.search_ads_data_manager_url];
        // No other address may be http.
        told.iter().all(|address| address.starts_with("http://"))
    }

    /// Settings by which a platform is asked elsewhere than at its own address, with that address.
    pub(crate) fn elsewhere(&self) -> Vec<(&'static str, &str)> {
        let addresses = [
            (
                "TRIBUTARY_SOCIAL_ADS_DIALOG_URL",
                &self.social_ads_dialog_url,
                SocialAdsSettings::DIALOG_URL,
            ),
            (
                "TRIBUTARY_SOCIAL_ADS_API_URL",
                &self.social_ads_api_url,
                SocialAdsSettings::API_URL,
            ),
            (
                "TRIBUTARY_SEARCH_ADS_CONSENT_URL",
                &self.search_ads_consent_url,
                SearchAdsSettings::CONSENT_URL,
            ),
            (
                "TRIBUTARY_SEARCH_ADS_TOKEN_URL",
                &self.search_ads_token_url,
                SearchAdsSettings::TOKEN_URL,
            ),
            (
                "TRIBUTARY_SEARCH_ADS_API_URL",
                &self.search_ads_api_url,
                SearchAdsSettings::API_URL,
            ),
            (
                "TRIBUTARY_SEARCH_ADS_DATA_MANAGER_URL",
                &self.search_ads_data_manager_url,
                data_manager::BASE_URL,
            ),
        ];
        let found = addresses.into_iter();
        let found = found.filter(|(_, set, own)| set.trim_end_matches('/') != *own);
        found.map(|(name, set, _)| (name, set.as_str())).collect()
    }

    /// The platforms of these settings.
    pub(crate) fn platforms_elsewhere(&self) -> Vec<PlatformProvider> {
        let settings = self.elsewhere();
        let is_elsewhere = |provider: &PlatformProvider| {
            let prefix = format!("TRIBUTARY_{}_", provider.as_str().to_uppercase());
            settings.iter().any(|(name, _)| name.starts_with(&prefix))
        };
        let all = PlatformProvider::ALL.into_iter();
        all.filter(is_elsewhere).collect()
    }
}

/// The setting by its name, which begins with `prefix`.
fn refused(error: &BadSetting, prefix: &str) -> Failure {
    Failure::usage(match error {
        BadSetting::Address(_) => {
            let address = BadSetting::Address("").to_string();
            format!("{prefix}_URL{address}")
        }
        BadSetting::Version(_) => {
            let version = BadSetting::Version("").to_string();
            format!("{prefix}_VERSION{version}")
        }
        BadSetting::RootCa => format!("TRIBUTARY_EGRESS_EXTRA_ROOT_CA: {error}"),
        BadSetting::RedirectUri | BadSetting::Tls(_) => error.to_string(),
    })
}

/// Both or none, and neither empty.
fn client(
    [(id_name, id), (secret_name, secret)]: [(&str, &Option<String>); 2],
) -> Result<Option<ClientCredentials>, Failure> {
    let needed = |name, other| Failure::usage(format!("{name} is not set, and {other} is"));
    match (id, secret) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(needed(id_name, secret_name)),
        (Some(_), None) => Err(needed(secret_name, id_name)),
        (Some(id), Some(secret)) => {
            for (name, value) in [(id_name, id), (secret_name, secret)] {
                if value.trim().is_empty() {
                    return Err(Failure::usage(format!("{name} must not be empty")));
                }
            }
            Ok(Some(ClientCredentials {
                id: id.clone(),
                secret: secret.clone(),
            }))
        }
    }
}

#[cfg(test)]
#[path = "ad_platforms_tests.rs"]
mod tests;
