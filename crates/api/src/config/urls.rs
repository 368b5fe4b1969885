//! Where the service is reached from outside.

use std::net::SocketAddr;

use clap::Args;
use http_kit::addresses::Addresses;

use crate::failure::Failure;

/// The addresses by which people, programs and agents reach the service.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_field_names, reason = "a field is named as its flag is")]
pub(crate) struct Urls {
    /// Address of the service as people and OAuth clients see it: https, without path and trailing
    /// slash. When it is absent and the service listens on the loopback address, it is that one.
    #[arg(long, env = "TRIBUTARY_BASE_URL")]
    pub base_url: Option<String>,
    /// Address of the REST API, when it is another one.
    #[arg(long, env = "TRIBUTARY_API_URL")]
    pub api_url: Option<String>,
    /// Address of the tool server for agents; the base address and /mcp when it is absent.
    #[arg(long, env = "TRIBUTARY_MCP_URL")]
    pub mcp_url: Option<String>,
}

impl Urls {
    /// The addresses, or why the service must not start with them.
    pub(crate) fn addresses(&self, listening: SocketAddr) -> Result<Addresses, Failure> {
        let base = match &self.base_url {
            Some(base) => base.clone(),
            None if listening.ip().is_loopback() => {
                let text = format!("http://{listening}");
                // The default port is never written.
                text.strip_suffix(":80").unwrap_or(&text).to_owned()
            }
            None => {
                return Err(Failure::usage(
                    "TRIBUTARY_BASE_URL is not set: a service that listens on other than the \
                     loopback address must know the https address by which it is reached",
                ));
            }
        };
        Addresses::new(&base, self.api_url.as_deref(), self.mcp_url.as_deref())
            .map_err(|error| Failure::usage(error.to_string()))
    }
}
