//! What is compared of a customer.

use std::collections::BTreeSet;

use kernel::{CustomerId, Personal, VisitorId};

use super::names::folded;
use crate::identifiers::Subject;
use crate::kinds::IdentifierKind;

/// So many last digits are one line, however its beginning is written.
const TAIL: usize = 8;

/// A customer who may be the same person as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Who.
    pub customer_id: CustomerId,
    /// Given name.
    pub first_name: Option<Personal>,
    /// Family name.
    pub last_name: Option<Personal>,
    /// Values that they hold or were seen with. None that is several people's, and none of a browser.
    pub values: BTreeSet<Subject>,
    /// Browsers on which they were identified.
    pub browsers: BTreeSet<VisitorId>,
}

impl Candidate {
    /// A text that is another one when something is another that is compared.
    pub fn text(&self) -> String {
        let name = |name: &Option<Personal>| name.as_ref().map_or("", |it| it.as_str()).to_owned();
        let mut lines = vec![name(&self.first_name), name(&self.last_name)];
        let values = self.values.iter();
        lines.extend(
            values.map(|value| format!("{}\0{}", value.kind.as_str(), value.value_key.as_str())),
        );
        lines.extend(self.browsers.iter().map(|id| id.uuid().to_string()));
        lines.join("\0\0")
    }
}

/// A candidate in the form that is compared, made once for many comparisons.
#[derive(Clone, PartialEq, Eq)]
pub struct Traits {
    /// Who.
    pub customer_id: CustomerId,
    pub(crate) given: String,
    pub(crate) family: Vec<String>,
    pub(crate) values: BTreeSet<Subject>,
    pub(crate) browsers: BTreeSet<VisitorId>,
}

impl From<&Candidate> for Traits {
    fn from(candidate: &Candidate) -> Self {
        let name = |name: &Option<Personal>| {
            name.as_ref()
                .map_or_else(String::new, |it| folded(it.as_str()))
        };
        let family = name(&candidate.last_name);
        Self {
            customer_id: candidate.customer_id,
            given: name(&candidate.first_name),
            // Of `de la Vega` the articles say nothing.
            family: family
                .split(' ')
                .filter(|word| word.chars().count() > 2)
                .map(str::to_owned)
                .collect(),
            values: candidate.values.clone(),
            browsers: candidate.browsers.clone(),
        }
    }
}

impl Traits {
    /// Keys of a kind.
    pub(crate) fn keys(&self, kind: IdentifierKind) -> impl Iterator<Item = &str> {
        let of_kind = move |value: &&Subject| value.kind == kind;
        self.values
            .iter()
            .filter(of_kind)
            .map(|it| it.value_key.as_str())
    }
}

/// The part of an address before its `@`.
pub(crate) fn local_part(address: &str) -> &str {
    address.rsplit_once('@').map_or(address, |(local, _)| local)
}

/// The last digits of a number; `None` for one that has fewer.
pub(crate) fn tail(number: &str) -> Option<&str> {
    number
        .len()
        .checked_sub(TAIL)
        .and_then(|from| number.get(from..))
}
