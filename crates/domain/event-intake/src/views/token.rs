//! What stands in the address of a picture for whom it was sent to.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::ProfileId;
use uuid::Uuid;

use super::identity::RecipientId;

/// Bytes of the id.
const ID: usize = 16;
/// Bytes that are kept of the keyed hash: nobody guesses 128 bits.
const TAG: usize = 16;

/// Signs tokens: a keyed hash that nobody can make without the service's key. The port of whoever has that key.
pub trait RecipientKeys {
    /// The keyed hash of a recipient of a profile; of nothing else that is hashed under the same key.
    fn sign(&self, profile_id: ProfileId, recipient: RecipientId) -> [u8; 32];
}

/// A recipient's random id and a keyed hash of it and its profile, in 43 characters of base64url. It says nothing of the
/// person, is worth nothing in another profile, and cannot be made up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RecipientToken {
    id: RecipientId,
    tag: [u8; TAG],
}

impl RecipientToken {
    /// The token of a recipient.
    pub fn issue(keys: &dyn RecipientKeys, profile_id: ProfileId, id: RecipientId) -> Self {
        Self {
            id,
            tag: tag(keys, profile_id, id),
        }
    }

    /// `None` unless the text has exactly the shape of a token. Whether it is genuine is for
    /// [`recipient`](Self::recipient) to say.
    pub fn parse(text: &str) -> Option<Self> {
        // What is longer is not worth decoding.
        if text.len() > (ID + TAG) * 2 {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (id, tag) = bytes.split_first_chunk::<ID>()?;
        let tag = <[u8; TAG]>::try_from(tag).ok()?;
        Some(Self {
            id: Uuid::from_bytes(*id).into(),
            tag,
        })
    }

    /// Whom it names, if it is a token of this profile. Takes the same time wherever a forged one is wrong.
    pub fn recipient(
        &self,
        keys: &dyn RecipientKeys,
        profile_id: ProfileId,
    ) -> Option<RecipientId> {
        let genuine = tag(keys, profile_id, self.id);
        let difference = genuine
            .iter()
            .zip(&self.tag)
            .map(|(one, other)| one ^ other);
        let difference = difference.fold(0, |all, one| all | one);
        (std::hint::black_box(difference) == 0).then_some(self.id)
    }
}

fn tag(keys: &dyn RecipientKeys, profile_id: ProfileId, id: RecipientId) -> [u8; TAG] {
    let hash = keys.sign(profile_id, id);
    let mut tag = [0; TAG];
    tag.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    tag
}

impl fmt::Display for RecipientToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [self.id.uuid().as_bytes().as_slice(), &self.tag].concat();
        f.write_str(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

/// Whoever has the text can show pictures in the recipient's name: it stays out of logs.
impl fmt::Debug for RecipientToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecipientToken(hidden)")
    }
}
