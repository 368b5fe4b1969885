//! Pictures in mails and banners: whom they are sent to, what becomes of one that is loaded, and whether it takes credit.
//!
//! Reading order: [`recipients`] (tokens for those whom pictures are sent to), [`intake`] (where loaded pictures are handed
//! in), [`record`](mod@record) (what is written of them), [`credit`] (whether they take credit).

pub mod credit;
pub mod intake;
pub mod recipients;
pub mod record;

use event_intake::views::{RecipientId, RecipientKeys};
use kernel::ProfileId;

use crate::context::Sealing;

/// Signs tokens with the service's keyed fingerprints, of which none is of anything else.
pub(crate) struct Signing<'a>(pub(crate) &'a dyn Sealing);

impl RecipientKeys for Signing<'_> {
    fn sign(&self, profile_id: ProfileId, recipient: RecipientId) -> [u8; 32] {
        let (profile, recipient) = (profile_id.uuid(), recipient.uuid());
        let content = [
            b"view recipient\0".as_slice(),
            profile.as_bytes(),
            recipient.as_bytes(),
        ];
        self.0.fingerprint(&content.concat())
    }
}
