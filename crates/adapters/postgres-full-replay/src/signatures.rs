//! What the traffic signatures of a profile say.

use std::collections::HashMap;

use super::copy_out::{Fields, some};
use super::texts::{NONE, TextId, Texts};
use kernel::StoreError;

/// What a signature says of a touch.
#[derive(Clone, Copy)]
pub(super) struct Signature {
    pub(super) referrer_host: TextId,
    pub(super) is_direct: bool,
}

/// A signature that nobody has described yet.
const UNKNOWN: Signature = Signature {
    referrer_host: NONE,
    is_direct: false,
};

/// All signatures of a profile.
#[derive(Default)]
pub(super) struct Signatures {
    signatures: HashMap<i64, Signature>,
    hosts: Texts,
}

impl Signatures {
    /// Takes a row of `signatures.sql`.
    pub(super) fn take(&mut self, row: &mut Fields<'_>) -> Result<(), StoreError> {
        let id = some(row.bigint()?)?;
        let signature = Signature {
            referrer_host: self.hosts.number(row.text()?)?,
            is_direct: some(row.boolean()?)?,
        };
        self.signatures.insert(id, signature);
        Ok(())
    }

    pub(super) fn get(&self, id: i64) -> Signature {
        self.signatures.get(&id).copied().unwrap_or(UNKNOWN)
    }

    pub(super) fn host(&self, signature: Signature) -> Option<String> {
        self.hosts.owned(signature.referrer_host)
    }
}
