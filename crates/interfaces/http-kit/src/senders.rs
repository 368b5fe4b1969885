//! Names of senders: who sent what on one day can be told apart, without storing anybody's address.
//!
//! A name is a keyed hash of the address, under a key of the day and for one profile. When the key of a
//! day is deleted, nobody can find out any more whose address a name was, nor try addresses out.

use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use event_intake::ports::SenderKeys;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Date, ProfileId, Timestamp};
use ring::hmac::{HMAC_SHA256, Key, sign};

use crate::network::customer;

/// Names senders.
pub struct Senders {
    keys: Arc<dyn SenderKeys>,
    /// Days that a key is kept; without it nobody is named.
    days: u16,
    today: RwLock<Option<(Date, Key)>>,
}

impl Senders {
    /// Keys are kept for so many days; with none nobody is named.
    pub fn new(keys: Arc<dyn SenderKeys>, days: u16) -> Self {
        Self {
            keys,
            days,
            today: RwLock::default(),
        }
    }

    /// The name of an address for a profile on the day of an instant, by UTC: 16 hexadecimal digits, which
    /// is enough to tell the senders of a day apart. `None` where nobody is
    /// named, and while the keys cannot be reached: a visit counts without it. `random` is asked for a
    /// key where a day has none.
    pub async fn name(
        &self,
        (profile_id, address): (ProfileId, IpAddr),
        now: Timestamp,
        random: impl FnOnce() -> [u8; 32],
    ) -> Option<String> {
        if self.days == 0 {
            return None;
        }
        let day = now.to_utc().date();
        let key = match self.known(day) {
            Some(key) => key,
            None => self.learn(day, now, random()).await?,
        };
        let mut content = profile_id.uuid().as_bytes().to_vec();
        content.extend(customer(address).to_string().into_bytes());
        let hash = sign(&key, &content);
        let (first, _) = hash.as_ref().split_first_chunk()?;
        Some(format!("{:016x}", u64::from_be_bytes(*first)))
    }

    fn known(&self, day: Date) -> Option<Key> {
        let today = self.today.read().unwrap_or_else(PoisonError::into_inner);
        let of_day = today.as_ref().filter(|(known, _)| *known == day);
        of_day.map(|(_, key)| key.clone())
    }

    async fn learn(&self, day: Date, now: Timestamp, random: [u8; 32]) -> Option<Key> {
        let forget_at = now.plus_micros(i64::from(self.days) * MICROS_PER_DAY);
        let bytes = match self.keys.of_day(day, random, forget_at).await {
            Ok(bytes) => bytes,
            Err(error) => {
                tracing::warn!(error = %error, "senders have no names for now: {error}");
                return None;
            }
        };
        let key = Key::new(HMAC_SHA256, &bytes);
        let mut today = self.today.write().unwrap_or_else(PoisonError::into_inner);
        *today = Some((day, key.clone()));
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use async_trait::async_trait;
    use kernel::StoreError;
    use uuid::Uuid;

    use super::*;

    /// Keeps the first key of a day.
    #[derive(Default)]
    struct Kept(Mutex<Vec<(Date, [u8; 32], Timestamp)>>);

    #[async_trait]
    impl SenderKeys for Kept {
        async fn of_day(
            &self,
            day: Date,
            candidate: [u8; 32],
            forget_at: Timestamp,
        ) -> Result<[u8; 32], StoreError> {
            let mut kept = self.0.lock().unwrap();
            if let Some((_, key, _)) = kept.iter().find(|(known, ..)| *known == day) {
                return Ok(*key);
            }
            kept.push((day, candidate, forget_at));
            Ok(candidate)
        }
    }

    struct Away;

    #[async_trait]
    impl SenderKeys for Away {
        async fn of_day(&self, _: Date, _: [u8; 32], _: Timestamp) -> Result<[u8; 32], StoreError> {
            Err(StoreError::Unavailable("away".to_owned()))
        }
    }

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[actix_web::test]
    async fn a_name_is_good_for_a_day_and_a_profile_in_every_process() {
        let kept = Arc::new(Kept::default());
        let (one, other) = (
            Senders::new(kept.clone(), 30),
            Senders::new(kept.clone(), 30),
        );
        let (mine, theirs) = (Uuid::from_u128(1).into(), Uuid::from_u128(2).into());
        let address: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let foreign: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        let (noon, night) = (at("2026-06-01T12:00:00Z"), at("2026-06-02T00:00:00Z"));
        let name = one.name((mine, address), noon, || [1; 32]).await.unwrap();
        assert_eq!(name.len(), 16);
        let same = other.name((mine, neighbour), noon, || [2; 32]).await;
        assert_eq!(same.as_ref(), Some(&name));
        let others = [
            one.name((mine, foreign), noon, || [3; 32]).await,
            one.name((theirs, address), noon, || [3; 32]).await,
            one.name((mine, address), night, || [3; 32]).await,
        ];
        assert!(
            others
                .iter()
                .all(|other| other.as_ref().is_some_and(|other| *other != name))
        );
        let again = other.name((mine, address), noon, || [4; 32]).await;
        assert_eq!(again, Some(name));
        let kept = kept.0.lock().unwrap();
        assert_eq!(kept.len(), 2);
        assert_eq!(kept[0].2, at("2026-07-01T12:00:00Z"));
    }

    #[actix_web::test]
    async fn nobody_is_named_where_that_is_not_wanted_or_cannot_be() {
        let sender = (Uuid::from_u128(1).into(), "192.0.2.1".parse().unwrap());
        let now = at("2026-06-01T12:00:00Z");
        let never = Senders::new(Arc::new(Kept::default()), 0);
        assert_eq!(never.name(sender, now, || [1; 32]).await, None);
        let away = Senders::new(Arc::new(Away), 30);
        assert_eq!(away.name(sender, now, || [1; 32]).await, None);
    }
}
