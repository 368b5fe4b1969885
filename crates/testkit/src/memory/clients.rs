//! Clients of the authorization server in memory.

use std::collections::BTreeMap;

use access_control::oauth::Client;
use access_control::ports::ClientStore;
use async_trait::async_trait;
use kernel::{StoreError, Timestamp};

/// Clients by their ids.
#[derive(Clone, Debug, Default)]
pub struct MemoryClients(BTreeMap<String, Client>);

#[async_trait]
impl ClientStore for MemoryClients {
    async fn find(&mut self, id: &str) -> Result<Option<Client>, StoreError> {
        Ok(self.0.get(id).cloned())
    }

    async fn insert(&mut self, client: &Client) -> Result<(), StoreError> {
        self.0.insert(client.id.clone(), client.clone());
        Ok(())
    }

    async fn authorise(&mut self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        if let Some(client) = self.0.get_mut(id) {
            client.authorised_at.get_or_insert(at);
        }
        Ok(())
    }

    async fn forget_unused(&mut self, before: Timestamp) -> Result<(), StoreError> {
        self.0
            .retain(|_, client| client.authorised_at.is_some() || client.created_at >= before);
        Ok(())
    }
}
