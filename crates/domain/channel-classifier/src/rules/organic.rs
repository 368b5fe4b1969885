//! Unpaid visits from places that the lists know; the source's word counts before the referrer's.

use super::BuiltInRule;
use crate::clicks::ClickRole;
use crate::lists::Category;
use crate::taxonomy::{
    AI_ASSISTANTS, EMAIL, MESSAGING, ORGANIC_SEARCH, ORGANIC_SHOPPING, ORGANIC_SOCIAL,
    ORGANIC_VIDEO,
};

pub(super) const RULES: &[BuiltInRule] = &[
    BuiltInRule {
        name: "ai-assistants",
        channel: AI_ASSISTANTS,
        explanation: "The source or the referrer is an assistant that answers with links.",
        matches: |facts| {
            facts.source_category == Some(Category::AiAssistant)
                || facts.host_category == Some(Category::AiAssistant)
        },
    },
    // The listing's id is copied along when somebody shares the link, so it speaks only where a
    // search engine could have put it.
    BuiltInRule {
        name: "free-listings",
        channel: ORGANIC_SHOPPING,
        explanation: "The link carries the id of an unpaid product listing, and nothing but a \
                      search engine or a shop names another source.",
        matches: |facts| {
            facts.has_click(ClickRole::FreeListing)
                && matches!(
                    facts.organic(),
                    None | Some(Category::Search | Category::Shopping | Category::Display)
                )
        },
    },
    BuiltInRule {
        name: "organic-video",
        channel: ORGANIC_VIDEO,
        explanation: "The source, or else the referrer, is a video service.",
        matches: |facts| facts.organic() == Some(Category::Video),
    },
    BuiltInRule {
        name: "organic-social",
        channel: ORGANIC_SOCIAL,
        explanation: "The source, or else the referrer, is a social network or a community.",
        matches: |facts| facts.organic() == Some(Category::Social),
    },
    BuiltInRule {
        name: "organic-shopping",
        channel: ORGANIC_SHOPPING,
        explanation: "The source, or else the referrer, is a shop or a price comparison.",
        matches: |facts| facts.organic() == Some(Category::Shopping),
    },
    BuiltInRule {
        name: "organic-search",
        channel: ORGANIC_SEARCH,
        explanation: "The source, or else the referrer, is a search engine.",
        matches: |facts| facts.organic() == Some(Category::Search),
    },
    BuiltInRule {
        name: "mailbox",
        channel: EMAIL,
        explanation: "The source, or else the referrer, is a mailbox in a browser or an app.",
        matches: |facts| facts.organic() == Some(Category::Email),
    },
    BuiltInRule {
        name: "chat-app",
        channel: MESSAGING,
        explanation: "The source, or else the referrer, is a chat application.",
        matches: |facts| facts.organic() == Some(Category::Messaging),
    },
];
