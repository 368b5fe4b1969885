//! What is changed at a platform.

use std::fmt;

use kernel::ConnectionId;

/// What kind of thing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A campaign.
    Campaign,
    /// An ad set, or what Google calls an ad group.
    AdSet,
    /// An ad.
    Ad,
}

impl ObjectKind {
    /// All of them, the widest first.
    pub const ALL: [Self; 3] = [Self::Campaign, Self::AdSet, Self::Ad];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Campaign => "campaign",
            Self::AdSet => "ad_set",
            Self::Ad => "ad",
        }
    }

    /// The inverse of [`ObjectKind::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// A platform's own id of something: a number of at most [`ObjectId::MAX`] digits, as both platforms have them. Nothing
/// else gets into an address or a query.
///
/// ```
/// use ad_changes::ObjectId;
///
/// assert!(ObjectId::parse("120210000000000001").is_some());
/// assert!(ObjectId::parse("1 OR 1=1").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(String);

impl ObjectId {
    /// The most digits.
    pub const MAX: usize = 20;

    /// `None` for what is no number.
    pub fn parse(text: &str) -> Option<Self> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let fits = (1..=Self::MAX).contains(&text.len());
        (fits && is_number).then(|| Self(text.to_owned()))
    }

    /// Its digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Something at a platform, found through a connection with the account that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The connection.
    pub connection_id: ConnectionId,
    /// What it is.
    pub kind: ObjectKind,
    /// The platform's id of it.
    pub id: ObjectId,
}

impl Target {
    /// What it is called among everything that a profile can change: `connection:kind:id`.
    pub fn key(&self) -> String {
        self.to_string()
    }

    /// The inverse of [`Target::key`].
    ///
    /// ```
    /// use ad_changes::Target;
    ///
    /// let key = "019ab3d2-0000-7000-8000-000000000001:ad_set:77";
    /// assert_eq!(Target::from_key(key).unwrap().key(), key);
    /// assert!(Target::from_key("77").is_none());
    /// ```
    pub fn from_key(key: &str) -> Option<Self> {
        let mut parts = key.split(':');
        let target = Self {
            connection_id: parts.next()?.parse().ok()?,
            kind: ObjectKind::parse(parts.next()?)?,
            id: ObjectId::parse(parts.next()?)?,
        };
        parts.next().is_none().then_some(target)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            connection_id,
            kind,
            id,
        } = self;
        write!(f, "{connection_id}:{}:{}", kind.as_str(), id.as_str())
    }
}
