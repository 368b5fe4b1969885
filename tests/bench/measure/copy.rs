//! COPY into and out of the database.

use std::io::Cursor;
use std::pin::Pin;

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio_postgres::{Client, CopyInSink, NoTls};
use tributary_bench::rows::Rows;

/// Bytes that are sent at once.
const CHUNK: usize = 256 * 1_024;

/// A connection of its own.
pub(crate) async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            eprintln!("a connection to the database ended: {error}");
        }
    });
    client
}

/// A COPY that is under way.
pub(crate) struct CopyIn(Pin<Box<CopyInSink<Cursor<Vec<u8>>>>>);

impl CopyIn {
    pub(crate) async fn begin(client: &Client, statement: &str) -> Self {
        Self(Box::pin(client.copy_in(statement).await.unwrap()))
    }

    /// Sends the rows when they are many.
    pub(crate) async fn send(&mut self, rows: &mut Rows) {
        if rows.len() >= CHUNK {
            self.bytes(rows.take()).await;
        }
    }

    pub(crate) async fn bytes(&mut self, bytes: Vec<u8>) {
        self.0.send(Cursor::new(bytes)).await.unwrap();
    }

    /// Sends the rest; how many rows there were.
    pub(crate) async fn end(mut self, rows: &mut Rows) -> u64 {
        self.bytes(rows.take()).await;
        self.0.as_mut().finish().await.unwrap()
    }
}

/// Reads everything and forgets it; how many bytes there were.
pub(crate) async fn read_out(client: &Client, statement: &str) -> usize {
    let mut stream = Box::pin(client.copy_out(statement).await.unwrap());
    let mut bytes = 0;
    while let Some(chunk) = stream.next().await {
        bytes += chunk.unwrap().len();
    }
    bytes
}

/// Writes everything into a file.
pub(crate) async fn save(client: &Client, statement: &str, path: &std::path::Path) {
    let mut stream = Box::pin(client.copy_out(statement).await.unwrap());
    let file = tokio::fs::File::create(path).await.unwrap();
    let mut file = tokio::io::BufWriter::new(file);
    while let Some(chunk) = stream.next().await {
        file.write_all(&chunk.unwrap()).await.unwrap();
    }
    file.flush().await.unwrap();
}

/// Sends a file.
pub(crate) async fn send_file(client: &Client, statement: &str, path: &std::path::Path) {
    use tokio::io::AsyncReadExt;
    let mut copy = CopyIn::begin(client, statement).await;
    let mut file = tokio::fs::File::open(path).await.unwrap();
    loop {
        let mut chunk = Vec::with_capacity(CHUNK);
        let mut part = (&mut file).take(u64::try_from(CHUNK).unwrap());
        if part.read_to_end(&mut chunk).await.unwrap() == 0 {
            break;
        }
        copy.bytes(chunk).await;
    }
    copy.end(&mut Rows::default()).await;
}
