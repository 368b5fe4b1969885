//! Forgetting a customer.

use async_trait::async_trait;
use identity_graph::Subject;
use kernel::{Actor, CustomerId, ProfileId, StoreError, Timestamp, VisitorId};
use serde_json::Value;
use uuid::Uuid;

use super::RenamedBrowser;

/// Of a profile, who was forgotten last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatestErasure {
    /// Its number; the next one has the next.
    pub number: i64,
    /// The latest moment at which somebody was forgotten.
    pub at: Timestamp,
    /// Whether a key of idempotency named somebody who was.
    pub has_keys: bool,
}

/// A browser of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasedBrowser {
    /// Which.
    pub visitor_id: VisitorId,
    /// What it calls itself.
    pub anonymous_id: String,
    /// Whether nobody else was ever identified on it.
    pub is_own: bool,
    /// From when on it is theirs; nothing for the past of it.
    pub from: Option<Timestamp>,
    /// Until when.
    pub until: Option<Timestamp>,
    /// A random number.
    pub token: Uuid,
}

/// Somebody who is to be forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasedPerson {
    /// Who.
    pub customer_id: CustomerId,
    /// When they were forgotten before.
    pub erased_at: Option<Timestamp>,
    /// What they hold, of every kind.
    pub values: Vec<Subject>,
    /// Their national ids as they are sealed, with the keys that they are held under.
    pub sealed: Vec<(String, Vec<u8>)>,
    /// What they are called, and everybody who is an alias of theirs.
    pub names: Vec<String>,
    /// Ids that lead to them.
    pub aliases: Vec<CustomerId>,
    /// Their browsers; a shared one once for each time that it was theirs.
    pub browsers: Vec<ErasedBrowser>,
    /// A random number.
    pub token: Uuid,
}

/// What of an outcome event is looked at before it is rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasedOutcome {
    /// Its id.
    pub id: Uuid,
    /// Its address.
    pub url: Option<String>,
    /// The caller's key.
    pub idempotency_key: Option<String>,
    /// What it refunds.
    pub refund_of: Option<String>,
}

/// What of a browser's event is looked at before it is rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasedView {
    /// When it happened.
    pub at: Timestamp,
    /// Its id.
    pub id: Uuid,
    /// Its address.
    pub url: Option<String>,
    /// The address of the page before.
    pub referrer: Option<String>,
}

/// Everything that is written when somebody is forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// When.
    pub at: Timestamp,
    /// Who said so.
    pub actor: Actor,
    /// Whom.
    pub person: ErasedPerson,
    /// What stands for them from now on.
    pub subject: Subject,
    /// Their outcome events, as far as they say something.
    pub outcomes: Vec<ErasedOutcome>,
    /// Events of their browsers, as far as they say something.
    pub views: Vec<ErasedView>,
    /// Browsers that are called otherwise.
    pub renamed: Vec<RenamedBrowser>,
    /// Keyed hashes of what they were known by.
    pub hashes: Vec<Vec<u8>>,
    /// Keys of idempotency that name them, and what stands for each wherever it is told.
    pub keys: Vec<(String, String)>,
}

/// Which part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// At most so many rows,
    pub limit: u32,
    /// after so many.
    pub offset: u32,
}

/// What is stored of somebody, as it is stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldData {
    /// Them, and everybody who leads to them.
    pub customers: Vec<Value>,
    /// What they hold.
    pub identifiers: Vec<Value>,
    /// Their outcome events, the earliest first.
    pub outcome_events: Vec<Value>,
    /// Events of their browsers, the earliest first.
    pub tracker_events: Vec<Value>,
    /// As whom pictures are sent to them, the earliest first.
    pub view_recipients: Vec<Value>,
    /// Which pictures they saw, the earliest first.
    pub views: Vec<Value>,
    /// What ad platforms were told of their events, the earliest first.
    pub deliveries: Vec<Value>,
    /// Decisions that made them one with somebody, the earliest first.
    pub merges: Vec<Value>,
    /// Decisions that made them two, the earliest first.
    pub splits: Vec<Value>,
    /// With whom they may be one.
    pub proposals: Vec<Value>,
    /// Which of their values changed hands, the earliest first.
    pub moves: Vec<Value>,
    /// What was named together with their values.
    pub pairs: Vec<Value>,
}

impl HeldData {
    /// Each list with its name.
    pub fn lists(&mut self) -> [(&'static str, &mut Vec<Value>); 12] {
        [
            ("customers", &mut self.customers),
            ("identifiers", &mut self.identifiers),
            ("outcome_events", &mut self.outcome_events),
            ("tracker_events", &mut self.tracker_events),
            ("view_recipients", &mut self.view_recipients),
            ("views", &mut self.views),
            ("deliveries", &mut self.deliveries),
            ("merges", &mut self.merges),
            ("splits", &mut self.splits),
            ("proposals", &mut self.proposals),
            ("moves", &mut self.moves),
            ("pairs", &mut self.pairs),
        ]
    }
}

/// Customers who were forgotten, inside one open transaction.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
#[async_trait]
pub trait ErasureStore: Send {
    /// Who was forgotten last.
    async fn latest(&mut self, profile_id: ProfileId) -> Result<Option<LatestErasure>, StoreError>;

    /// Who was forgotten and when, in that order: at most `limit` after a number, each with their own, and whoever led to them
    /// with the same.
    async fn listed(
        &mut self,
        profile_id: ProfileId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<(i64, CustomerId, Timestamp)>, StoreError>;

    /// Which of these hashes are of somebody who was forgotten, and when.
    async fn erased(
        &mut self,
        profile_id: ProfileId,
        hashes: &[Vec<u8>],
    ) -> Result<Vec<(Vec<u8>, Timestamp)>, StoreError>;

    /// Somebody with all that they are known by. Whoever is going to write has locked them.
    async fn person(
        &mut self,
        profile_id: ProfileId,
        id: CustomerId,
    ) -> Result<Option<ErasedPerson>, StoreError>;

    /// Their outcome events: those that one of their values decides, those that name nobody and happened on a browser while
    /// it was theirs, those that name nothing but an id of theirs in another system, and those that name nobody and refund
    /// one of all these.
    async fn outcomes(
        &mut self,
        profile_id: ProfileId,
        person: &ErasedPerson,
    ) -> Result<Vec<ErasedOutcome>, StoreError>;

    /// Takes their values out of outcome events of others, which name them beside: the keys of idempotency that these
    /// events tell. Comes before everything that is [erased](Self::erase), and after what is read.
    async fn strip_outcomes_of_others(
        &mut self,
        profile_id: ProfileId,
        person: &ErasedPerson,
    ) -> Result<Vec<String>, StoreError>;

    /// Events of their browsers while those were theirs, and what these told of them.
    async fn views(
        &mut self,
        profile_id: ProfileId,
        person: &ErasedPerson,
    ) -> Result<Vec<ErasedView>, StoreError>;

    /// What is stored of customers and of these events: of each kind at most so many after so many.
    async fn held<'a>(
        &mut self,
        profile_id: ProfileId,
        customers: &'a [CustomerId],
        events: (&'a [ErasedOutcome], &'a [ErasedView]),
        part: Part,
    ) -> Result<HeldData, StoreError>;

    /// Writes all of it.
    async fn erase(&mut self, profile_id: ProfileId, erasure: &Erasure) -> Result<(), StoreError>;
}
