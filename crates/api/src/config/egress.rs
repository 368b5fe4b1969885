//! What the service asks of others.

use std::path::PathBuf;

use clap::Args;
use webhook_events::{AddressJudge, IpNet};

use crate::failure::Failure;

/// Whom the service may ask.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Egress {
    /// Networks that receivers of webhooks may lie in although they are not public, separated by commas, for
    /// example `10.1.0.0/16`. Addresses in them that are written as numbers may be asked over http.
    #[arg(long, env = "TRIBUTARY_EGRESS_ALLOW_NETS", value_delimiter = ',')]
    pub egress_allow_nets: Vec<IpNet>,
    /// File with certificates (PEM) that are trusted beside the machine's own when receivers of webhooks, ad platforms
    /// and the issuer of session tokens are asked.
    #[arg(long, env = "TRIBUTARY_EGRESS_EXTRA_ROOT_CA")]
    pub egress_extra_root_ca: Option<PathBuf>,
}

impl Egress {
    /// Which addresses of receivers may be asked.
    pub(crate) fn judge(&self) -> AddressJudge {
        AddressJudge::new(self.egress_allow_nets.clone())
    }

    /// The certificates.
    pub(crate) fn extra_roots(&self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(path) = &self.egress_extra_root_ca else {
            return Ok(None);
        };
        let shown = path.display();
        let read = std::fs::read(path);
        read.map(Some).map_err(Failure::io(format!(
            "TRIBUTARY_EGRESS_EXTRA_ROOT_CA: cannot read {shown}"
        )))
    }
}
