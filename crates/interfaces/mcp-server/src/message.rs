//! What was posted: one JSON-RPC request, a notification, or neither.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// Deeper nesting is refused unread.
const MAX_DEPTH: usize = 64;

/// A JSON-RPC error, before anybody knows how it is sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RpcError {
    /// What went wrong.
    pub code: ErrorCode,
    /// The same in words.
    pub message: Cow<'static, str>,
    /// More of it, for programs.
    pub data: Option<Value>,
}

impl RpcError {
    /// An error in words.
    pub(crate) fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }
}

/// The error codes of the tool server. Those below -32019 are this service's own, in the range that
/// the protocol leaves to implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    /// No JSON.
    ParseError,
    /// JSON that is no request.
    InvalidRequest,
    /// No such method.
    MethodNotFound,
    /// Parameters that the method does not take, an unknown tool among them.
    InvalidParams,
    /// A failure of ours.
    InternalError,
    /// The database cannot be used now.
    Unavailable,
    /// A header says something else than the body.
    HeaderMismatch,
    /// A protocol version that is not spoken here.
    UnsupportedVersion,
    /// From a page or under a host name that is not let in.
    Forbidden,
    /// No credential, or one that does not count.
    Unauthenticated,
    /// The token lacks a grant.
    InsufficientScope,
    /// The token's units are spent.
    RateLimited,
    /// Another HTTP method than POST.
    MethodNotAllowed,
}

impl ErrorCode {
    /// Code on the wire, and HTTP status where the status tells errors apart.
    pub(crate) const fn row(self) -> (i32, u16) {
        match self {
            Self::ParseError => (-32700, 400),
            Self::InvalidRequest => (-32600, 400),
            Self::MethodNotFound => (-32601, 404),
            Self::InvalidParams => (-32602, 400),
            Self::InternalError => (-32603, 500),
            Self::Unavailable => (-32015, 503),
            Self::HeaderMismatch => (-32020, 400),
            Self::UnsupportedVersion => (-32022, 400),
            Self::Forbidden => (-32010, 403),
            Self::Unauthenticated => (-32011, 401),
            Self::InsufficientScope => (-32012, 403),
            Self::RateLimited => (-32013, 429),
            Self::MethodNotAllowed => (-32014, 405),
        }
    }
}

/// A message that can be answered or left unanswered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    /// It waits for an answer.
    Request(Request),
    /// It waits for none.
    Notification,
}

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    /// Text or a whole number; the answer repeats it.
    pub id: Value,
    /// What is asked for.
    pub method: String,
    /// With what; empty when nothing was sent.
    pub params: Map<String, Value>,
}

impl Request {
    /// A member of `_meta`.
    pub(crate) fn meta(&self, name: &str) -> Option<&Value> {
        self.params.get("_meta")?.get(name)
    }

    /// The name of the tool that is called, if it is a text.
    pub(crate) fn name(&self) -> Option<&str> {
        self.params.get("name")?.as_str()
    }
}

impl Message {
    /// Reads a body. The error comes with the id, where there is a usable one.
    pub(crate) fn read(body: &[u8]) -> Result<Self, (Option<Value>, RpcError)> {
        if is_too_deep(body) {
            let words = format!("the body nests deeper than {MAX_DEPTH} levels");
            return Err((None, RpcError::new(ErrorCode::ParseError, words)));
        }
        let read = serde_json::from_slice(body);
        let json: Value = read.map_err(|_| {
            let words = "the body is not JSON";
            (None, RpcError::new(ErrorCode::ParseError, words))
        })?;
        let Value::Object(mut members) = json else {
            let words = "the body must be one request; batches are not served";
            return Err((None, RpcError::new(ErrorCode::InvalidRequest, words)));
        };
        let id = members.remove("id");
        let usable = id.clone().filter(is_id);
        let invalid = |words: &'static str| {
            let error = RpcError::new(ErrorCode::InvalidRequest, words);
            (usable.clone(), error)
        };
        if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err(invalid("jsonrpc must be \"2.0\""));
        }
        let Some(Value::String(method)) = members.remove("method") else {
            return Err(invalid("method must be a text"));
        };
        let params = match members.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err(invalid("params must be an object")),
        };
        match id {
            None => Ok(Self::Notification),
            Some(id) if is_id(&id) => Ok(Self::Request(Request { id, method, params })),
            Some(_) => Err(invalid("id must be a text or a whole number")),
        }
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64() || id.is_u64()
}

/// Counts brackets outside of texts; bytes above ASCII are never one.
fn is_too_deep(body: &[u8]) -> bool {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    for byte in body {
        match (is_text, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (_, b'"') => is_text = !is_text,
            (false, b'{' | b'[') => depth += 1,
            (false, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Result<Message, (Option<Value>, i32)> {
        Message::read(text.as_bytes()).map_err(|(id, error)| (id, error.code.row().0))
    }

    #[test]
    fn requests_keep_their_id() {
        for id in ["1", "\"a\"", "-7", "18446744073709551615"] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            let Ok(Message::Request(request)) = read(&text) else {
                panic!("{text}")
            };
            assert_eq!(request.id.to_string(), id);
            assert_eq!(request.method, "ping");
            assert!(request.params.is_empty());
        }
    }

    #[test]
    fn what_has_no_id_waits_for_no_answer() {
        let text = r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}"#;
        assert_eq!(read(text), Ok(Message::Notification));
    }

    #[test]
    fn everything_else_is_refused() {
        for (text, id, code) in [
            ("", None, -32700),
            ("{", None, -32700),
            ("\u{feff}{}", None, -32700),
            ("{} {}", None, -32700),
            ("[]", None, -32600),
            (
                r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
                None,
                -32600,
            ),
            ("null", None, -32600),
            ("7", None, -32600),
            ("{}", None, -32600),
            (r#"{"id":1,"method":"ping"}"#, Some(json!(1)), -32600),
            (
                r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
                Some(json!(1)),
                -32600,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
                Some(json!(1)),
                -32600,
            ),
            (
                r#"{"jsonrpc":"2.0","id":"a","method":7}"#,
                Some(json!("a")),
                -32600,
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                None,
                -32600,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
                None,
                -32600,
            ),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, None, -32600),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
                Some(json!(1)),
                -32600,
            ),
        ] {
            assert_eq!(read(text), Err((id, code)), "{text}");
        }
    }

    #[test]
    fn nesting_has_an_end_and_brackets_in_texts_do_not_nest() {
        let nested = |depth: usize| {
            let (open, close) = ("[".repeat(depth), "]".repeat(depth));
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"a":{open}{close}}}}}"#)
        };
        assert!(matches!(read(&nested(62)), Ok(Message::Request(_))));
        assert_eq!(read(&nested(63)), Err((None, -32700)));
        let text = format!(
            r#"{{"jsonrpc":"2.0","id":"\"{}","method":"x"}}"#,
            "[".repeat(200)
        );
        assert!(matches!(read(&text), Ok(Message::Request(_))));
    }
}
