//! An external issuer instead of the built-in identity provider.

use clap::Args;
use http_kit::addresses::Addresses;
use tributary_identity_provider::external::Settings;

use super::Egress;
use crate::failure::Failure;

/// Where browsers come back to.
const CALLBACK: &str = "/auth/callback";

/// An external issuer (OIDC). Without it people have accounts here.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_field_names, reason = "a field is named as its flag is")]
pub(crate) struct Idp {
    /// Address of an OIDC issuer, exactly as its tokens name it. People then sign in there, and its
    /// session tokens count instead of the service's own.
    #[arg(long, env = "TRIBUTARY_IDP_ISSUER")]
    pub idp_issuer: Option<String>,
    /// What the audience of the issuer's session tokens must contain; the address of the API when
    /// it is absent.
    #[arg(long, env = "TRIBUTARY_IDP_AUDIENCE")]
    pub idp_audience: Option<String>,
    /// Id of this service at the issuer.
    #[arg(long, env = "TRIBUTARY_IDP_CLIENT_ID")]
    pub idp_client_id: Option<String>,
    /// Secret of this service at the issuer.
    #[arg(long, env = "TRIBUTARY_IDP_CLIENT_SECRET", hide_env_values = true)]
    pub idp_client_secret: Option<String>,
    /// Seconds between look-ups of the issuer's keys for tokens whose key is not known.
    #[arg(
        long,
        env = "TRIBUTARY_IDP_JWKS_MIN_REFETCH",
        default_value_t = 60,
        value_parser = clap::value_parser!(u32).range(1..=86_400)
    )]
    pub idp_jwks_min_refetch: u32,
    /// Link people of the issuer to the accounts here that have their address, once, if the issuer
    /// has verified it.
    #[arg(long, env = "TRIBUTARY_IDP_LINK_BY_VERIFIED_EMAIL")]
    pub idp_link_by_verified_email: bool,
}

impl Idp {
    /// The issuer, if there is one, or why the service must not start with these settings.
    pub(crate) fn settings(
        &self,
        addresses: &Addresses,
        egress: &Egress,
    ) -> Result<Option<Settings>, Failure> {
        let others = [
            ("TRIBUTARY_IDP_AUDIENCE", &self.idp_audience),
            ("TRIBUTARY_IDP_CLIENT_ID", &self.idp_client_id),
            ("TRIBUTARY_IDP_CLIENT_SECRET", &self.idp_client_secret),
        ];
        for (name, value) in others {
            if value
                .as_deref()
                .is_some_and(|value| value.trim().is_empty())
            {
                return Err(Failure::usage(format!("{name} must not be empty")));
            }
            if value.is_some() && self.idp_issuer.is_none() {
                return Err(alone(name));
            }
        }
        let Some(issuer) = &self.idp_issuer else {
            let linking = self.idp_link_by_verified_email;
            return match linking.then(|| alone("TRIBUTARY_IDP_LINK_BY_VERIFIED_EMAIL")) {
                Some(failure) => Err(failure),
                None => Ok(None),
            };
        };
        let audience = self.idp_audience.as_deref().unwrap_or(addresses.api());
        Ok(Some(Settings {
            issuer: issuer.clone(),
            audience: audience.to_owned(),
            client_id: needed("TRIBUTARY_IDP_CLIENT_ID", self.idp_client_id.as_ref())?,
            client_secret: needed(
                "TRIBUTARY_IDP_CLIENT_SECRET",
                self.idp_client_secret.as_ref(),
            )?,
            redirect_uri: format!("{}{CALLBACK}", addresses.base()),
            jwks_min_refetch: self.idp_jwks_min_refetch,
            link_by_verified_email: self.idp_link_by_verified_email,
            extra_roots: egress.extra_roots()?,
        }))
    }
}

fn alone(name: &str) -> Failure {
    Failure::usage(format!("{name} is set without TRIBUTARY_IDP_ISSUER"))
}

fn needed(name: &str, value: Option<&String>) -> Result<String, Failure> {
    value.cloned().ok_or_else(|| {
        Failure::usage(format!(
            "{name} is not set: with TRIBUTARY_IDP_ISSUER people sign in there"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        idp: Idp,
        #[command(flatten)]
        egress: Egress,
    }

    fn settings(flags: &[&str]) -> Result<Option<Settings>, String> {
        let line = Line::try_parse_from([&["tributary"], flags].concat())
            .map_err(|error| error.to_string())?;
        let addresses = Addresses::new("https://t.example", None, None).unwrap();
        let settings = line.idp.settings(&addresses, &line.egress);
        settings.map_err(|failure| failure.to_string())
    }

    const ISSUER: &str = "--idp-issuer=https://id.example";
    const CLIENT: &str = "--idp-client-id=tributary";
    const SECRET: &str = "--idp-client-secret=secret";

    #[test]
    fn an_issuer_needs_a_client_and_nothing_else() {
        assert!(settings(&[]).unwrap().is_none());
        let found = settings(&[ISSUER, CLIENT, SECRET]).unwrap().unwrap();
        assert_eq!(found.audience, "https://t.example");
        assert_eq!(found.redirect_uri, "https://t.example/auth/callback");
        assert_eq!(found.jwks_min_refetch, 60);
        assert!(!found.link_by_verified_email);
        let audience = "--idp-audience=urn:api";
        let found = settings(&[ISSUER, CLIENT, SECRET, audience])
            .unwrap()
            .unwrap();
        assert_eq!(found.audience, "urn:api");
    }

    #[test]
    fn what_cannot_be_meant_is_refused_by_name() {
        for (flags, name) in [
            (vec![CLIENT], "TRIBUTARY_IDP_CLIENT_ID"),
            (vec![SECRET], "TRIBUTARY_IDP_CLIENT_SECRET"),
            (vec!["--idp-audience=x"], "TRIBUTARY_IDP_AUDIENCE"),
            (
                vec!["--idp-link-by-verified-email"],
                "TRIBUTARY_IDP_LINK_BY_VERIFIED_EMAIL",
            ),
            (vec![ISSUER, SECRET], "TRIBUTARY_IDP_CLIENT_ID"),
            (vec![ISSUER, CLIENT], "TRIBUTARY_IDP_CLIENT_SECRET"),
            (
                vec![ISSUER, CLIENT, SECRET, "--idp-audience= "],
                "TRIBUTARY_IDP_AUDIENCE",
            ),
            (
                vec![ISSUER, CLIENT, SECRET, "--idp-jwks-min-refetch=0"],
                "--idp-jwks-min-refetch",
            ),
            (
                vec![ISSUER, CLIENT, SECRET, "--egress-extra-root-ca=/none.pem"],
                "TRIBUTARY_EGRESS_EXTRA_ROOT_CA",
            ),
        ] {
            let refused = settings(&flags).err().unwrap();
            assert!(refused.contains(name), "{flags:?}: {refused}");
            assert!(!refused.contains("=secret"), "{refused}");
        }
    }
}
