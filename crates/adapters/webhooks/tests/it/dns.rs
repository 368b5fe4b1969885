//! A name server that answers each question otherwise, and whoever asks it: RFC 1035 over UDP, as far as one
//! address of a name needs it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tokio::net::UdpSocket;
use tributary_webhooks::Lookup;

/// Bytes of a header, and of what follows the name in a question.
const HEADER: usize = 12;
const TYPE_AND_CLASS: usize = 4;

/// A name server. Its records live no second, so that nobody may keep them.
pub(crate) struct NameServer {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Ipv4Addr>>>,
}

impl NameServer {
    /// Answers with these addresses in turn, round and round.
    pub(crate) async fn start(answers: &[[u8; 4]]) -> Self {
        let socket = UdpSocket::bind(("127.0.0.1", 0)).await.unwrap();
        let address = socket.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (answers, told) = (answers.to_vec(), Arc::clone(&asked));
        tokio::spawn(async move {
            let mut question = [0; 512];
            for answer in answers.iter().cycle() {
                let (length, from) = socket.recv_from(&mut question).await.unwrap();
                told.lock().unwrap().push(Ipv4Addr::from(*answer));
                let reply = reply(&question[..length], *answer);
                socket.send_to(&reply, from).await.unwrap();
            }
        });
        Self { address, asked }
    }

    /// What it told whoever asked, one address a question.
    pub(crate) fn told(&self) -> Vec<Ipv4Addr> {
        self.asked.lock().unwrap().clone()
    }

    /// Whoever looks names up at it.
    pub(crate) fn client(&self) -> Arc<NameClient> {
        Arc::new(NameClient(self.address))
    }
}

/// The question again, and one address for it.
fn reply(question: &[u8], answer: [u8; 4]) -> Vec<u8> {
    let mut reply = question.to_vec();
    // It is a reply without an error, with one answer.
    reply[2..4].copy_from_slice(&[0x81, 0x80]);
    reply[6..8].copy_from_slice(&[0, 1]);
    // The name of the question, A, IN, no second, four bytes.
    reply.extend([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
    reply.extend(answer);
    reply
}

/// Asks one name server, and keeps nothing.
pub(crate) struct NameClient(SocketAddr);

#[async_trait]
impl Lookup for NameClient {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let socket = UdpSocket::bind(("127.0.0.1", 0)).await?;
        // A number, a recursive question, one question.
        let mut question = vec![0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        for label in name.split('.') {
            question.push(u8::try_from(label.len()).map_err(io::Error::other)?);
            question.extend(label.as_bytes());
        }
        question.extend([0, 0, 1, 0, 1]);
        socket.send_to(&question, self.0).await?;
        let mut reply = [0; 512];
        let length = socket.recv(&mut reply).await?;
        assert!(question.len() > HEADER + TYPE_AND_CLASS);
        let address: [u8; 4] = reply[length - 4..length]
            .try_into()
            .map_err(io::Error::other)?;
        Ok(vec![IpAddr::from(address)])
    }
}
