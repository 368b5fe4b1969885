//! What rules make of a signature, with each name kept once.

use std::collections::HashSet;
use std::sync::Arc;

use channel_classifier::{Classifier, Signature};

/// A signature's label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its channel.
    pub channel: Arc<str>,
    /// The rule that named the channel.
    pub rule: Arc<str>,
    /// Whether the channel is Direct.
    pub is_direct: bool,
}

/// There are few channels and rules and many signatures, so names are shared.
#[derive(Debug, Default)]
pub struct Names(HashSet<Arc<str>>);

impl Names {
    fn one(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let new: Arc<str> = Arc::from(name);
        self.0.insert(Arc::clone(&new));
        new
    }

    /// A label as it is kept.
    pub fn label(&mut self, channel: &str, rule: &str, is_direct: bool) -> Label {
        Label {
            channel: self.one(channel),
            rule: self.one(rule),
            is_direct,
        }
    }

    /// The label that rules give.
    pub fn classify(&mut self, classifier: &Classifier, signature: &Signature) -> Label {
        let verdict = classifier.classify(signature);
        self.label(verdict.channel, verdict.rule, verdict.is_direct())
    }
}
