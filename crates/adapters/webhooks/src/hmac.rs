//! HMAC with SHA-256 by `ring`.

use ring::hmac::{Context, HMAC_SHA256, Key};
use webhook_events::HmacSha256;

/// Computes what deliveries are signed with.
#[derive(Clone, Copy, Debug, Default)]
pub struct RingHmac;

impl HmacSha256 for RingHmac {
    fn code(&self, key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
        let mut context = Context::with_key(&Key::new(HMAC_SHA256, key));
        for part in parts {
            context.update(part);
        }
        let mut code = [0; 32];
        for (to, from) in code.iter_mut().zip(context.sign().as_ref()) {
            *to = *from;
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use webhook_events::{Message, SigningSecret};

    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn signed(body: &str, secrets: &[SigningSecret]) -> String {
        let message = Message {
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: body.as_bytes(),
        };
        message.signatures(&RingHmac, secrets.iter())
    }

    #[test]
    fn the_signature_is_that_of_standard_webhooks() {
        let secret = SigningSecret::parse(SECRET).unwrap();
        let body = "{\"test\": 2432232314}";
        assert_eq!(signed(body, std::slice::from_ref(&secret)), SIGNATURE);
        let other = SigningSecret::from_random([7; 32]);
        let both = signed(body, &[other, secret.clone()]);
        assert!(both.ends_with(&format!(" {SIGNATURE}")), "{both}");
        assert_ne!(signed("{\"test\": 2432232315}", &[secret]), SIGNATURE);
    }
}
