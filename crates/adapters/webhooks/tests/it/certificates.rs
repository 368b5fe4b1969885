//! Who receivers say that they are, and who is believed.

use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tributary_webhooks::{BadSender, SenderSettings, WebhookSender};
use webhook_events::{Attempt, AttemptFailure, AttemptOutcome};

use crate::receiver::{Receiver, answer};
use crate::world::{Script, attempt, direct, hasty, settings};

const NAME: &str = "hook.example.com";

/// An authority that nobody knows but whoever is told.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let key = KeyPair::generate().unwrap();
        Self(CertifiedIssuer::self_signed(params, key).unwrap())
    }

    /// The settings of somebody who trusts it.
    pub(crate) fn trusted(&self, settings: SenderSettings) -> SenderSettings {
        SenderSettings {
            extra_root_ca: Some(self.0.pem().into_bytes()),
            ..settings
        }
    }

    /// Speaks TLS under this name.
    pub(crate) fn receiver(&self, name: &str) -> TlsAcceptor {
        self.signed(&CertificateParams::new(vec![name.to_owned()]).unwrap())
    }

    fn expired_receiver(&self, name: &str) -> TlsAcceptor {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2020, 2, 1);
        self.signed(&params)
    }

    fn signed(&self, params: &CertificateParams) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let chain = vec![certificate.der().clone()];
        let key = PrivateKeyDer::Pkcs8(key.serialize_der().into());
        let ring = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(ring)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

/// Sends one request over TLS to a receiver that is known as [`NAME`].
async fn sent(settings: SenderSettings, tls: TlsAcceptor) -> (Attempt, usize) {
    let receiver = Receiver::over(answer(200, ""), Some(tls)).await;
    let url = format!("https://{NAME}:{}/", receiver.address.port());
    let attempt = attempt(settings, Script::of(&[&["127.0.0.1"]]), &url).await;
    (attempt, receiver.seen().len())
}

#[tokio::test]
async fn a_private_authority_is_believed_by_whoever_is_told() {
    let authority = Authority::new();
    let (attempt, seen) = sent(authority.trusted(settings()), authority.receiver(NAME)).await;
    assert_eq!((attempt.outcome.status(), seen), (Some(200), 1));
}

#[tokio::test]
async fn nothing_is_sent_to_whoever_is_not_believed() {
    let (authority, other) = (Authority::new(), Authority::new());
    for (settings, tls) in [
        (settings(), authority.receiver(NAME)),
        (other.trusted(settings()), authority.receiver(NAME)),
        (
            authority.trusted(settings()),
            authority.expired_receiver(NAME),
        ),
        (
            authority.trusted(settings()),
            authority.receiver("other.example.com"),
        ),
    ] {
        let (attempt, seen) = sent(settings, tls).await;
        let failed = AttemptOutcome::Failed(AttemptFailure::Tls);
        assert_eq!((attempt.outcome, seen), (failed, 0));
    }
}

#[tokio::test]
async fn who_speaks_no_tls_or_none_in_time_is_not_sent_to() {
    let hook = |port: u16| format!("https://127.0.0.1:{port}/");
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    let attempt = direct(hasty(), &hook(port)).await;
    let timeout = AttemptOutcome::Failed(AttemptFailure::Timeout);
    assert_eq!(attempt.outcome, timeout);
    let talks = tokio::spawn(async move {
        let (_, _) = silent.accept().await.unwrap();
        let (mut stream, _) = silent.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        stream
    });
    let attempt = direct(settings(), &hook(port)).await;
    let tls = AttemptOutcome::Failed(AttemptFailure::Tls);
    assert_eq!(attempt.outcome, tls);
    talks.await.unwrap();
}

#[test]
fn certificates_are_read_or_refused() {
    for odd in ["", "no certificate", "-----BEGIN CERTIFICATE-----\n"] {
        let settings = SenderSettings {
            extra_root_ca: Some(odd.as_bytes().to_vec()),
            ..SenderSettings::default()
        };
        let refused = WebhookSender::new(settings, Arc::new(Script::default())).err();
        assert_eq!(refused, Some(BadSender::RootCa), "{odd}");
    }
}
