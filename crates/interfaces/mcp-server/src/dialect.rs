//! The two dialects of the protocol, and the rules of each. Pure.
//!
//! Modern requests carry their version and the client's capabilities themselves, and repeat in
//! headers what a proxy routes by; legacy ones begin with a handshake of which nothing is kept.

use serde_json::{Value, json};

use super::message::{ErrorCode, Request, RpcError};
use super::routing::{Repeated, RoutingHeaders};

/// The version in which every request stands for itself.
pub(crate) const MODERN: &str = "2026-07-28";
/// The versions that begin with a handshake, newest first.
pub(crate) const LEGACY: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Which rules a request is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Of [`MODERN`].
    Modern,
    /// Of [`LEGACY`].
    Legacy,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// What the server speaks and can do.
    Discover,
    /// The handshake.
    Initialize,
    /// Whether somebody is there.
    Ping,
    /// Which tools there are.
    ListTools,
    /// A tool's answer.
    CallTool,
}

impl Dialect {
    /// The dialect of a request: modern as soon as anything in it is.
    pub(crate) fn of(request: &Request, headers: &RoutingHeaders) -> Self {
        let names_other_version = match &headers.version {
            Repeated::Absent => false,
            Repeated::Text(version) => !LEGACY.contains(&version.as_str()),
            Repeated::Unusable => true,
        };
        let is_modern = request.meta(META_VERSION).is_some()
            || request.method == "server/discover"
            || names_other_version;
        if is_modern {
            Self::Modern
        } else {
            Self::Legacy
        }
    }

    /// What the request asks for, when it keeps the rules of its dialect.
    pub(crate) fn method(
        self,
        request: &Request,
        headers: &RoutingHeaders,
    ) -> Result<Method, RpcError> {
        if self == Self::Modern {
            check(request, headers)?;
        }
        let method = match (self, request.method.as_str()) {
            (Self::Modern, "server/discover") => Method::Discover,
            (Self::Legacy, "initialize") => Method::Initialize,
            (Self::Legacy, "ping") => Method::Ping,
            (_, "tools/list") => Method::ListTools,
            (_, "tools/call") => Method::CallTool,
            _ => {
                let words = "there is no such method";
                return Err(RpcError::new(ErrorCode::MethodNotFound, words));
            }
        };
        Ok(method)
    }

    /// The HTTP status of an error in the answer to a request. In the legacy dialect the answer to
    /// a request that could be read is a success of HTTP.
    pub(crate) const fn status(self, code: ErrorCode) -> u16 {
        match (self, code) {
            (_, ErrorCode::InsufficientScope | ErrorCode::RateLimited) | (Self::Modern, _) => {
                code.row().1
            }
            (Self::Legacy, _) => 200,
        }
    }
}

/// The modern rules, in their order.
fn check(request: &Request, headers: &RoutingHeaders) -> Result<(), RpcError> {
    let version = request.meta(META_VERSION).and_then(Value::as_str);
    let capabilities = request.meta(META_CAPABILITIES).and_then(Value::as_object);
    let (Some(version), Some(_)) = (version, capabilities) else {
        let words =
            format!("_meta needs {META_VERSION} (a text) and {META_CAPABILITIES} (an object)");
        return Err(RpcError::new(ErrorCode::InvalidParams, words));
    };
    if !headers.version.is(version) {
        return Err(mismatch("MCP-Protocol-Version", META_VERSION));
    }
    if version != MODERN {
        let words = "this protocol version is not spoken here";
        return Err(RpcError {
            data: Some(json!({"supported": supported(), "requested": version})),
            ..RpcError::new(ErrorCode::UnsupportedVersion, words)
        });
    }
    if !headers.method.is(&request.method) {
        return Err(mismatch("Mcp-Method", "method"));
    }
    if request.method == "tools/call" {
        let Some(name) = request.name() else {
            return Err(no_name());
        };
        if !headers.name.is(name) {
            return Err(mismatch("Mcp-Name", "params.name"));
        }
    }
    Ok(())
}

/// A call that names no tool.
pub(crate) fn no_name() -> RpcError {
    RpcError::new(ErrorCode::InvalidParams, "params.name must be a text")
}

fn mismatch(header: &str, member: &str) -> RpcError {
    let words = format!("the header {header} must be sent once and equal {member} of the body");
    RpcError::new(ErrorCode::HeaderMismatch, words)
}

/// Every version that is spoken, newest first.
pub(crate) fn supported() -> Vec<&'static str> {
    [MODERN].into_iter().chain(LEGACY).collect()
}

/// The version that a handshake agrees on.
pub(crate) fn agreed(asked: Option<&str>) -> &'static str {
    let [newest, ..] = LEGACY;
    LEGACY
        .into_iter()
        .find(|version| asked == Some(version))
        .unwrap_or(newest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, params: Value) -> Request {
        let Value::Object(params) = params else {
            panic!("no object")
        };
        Request {
            id: json!(1),
            method: method.to_owned(),
            params,
        }
    }

    fn meta(version: &str) -> Value {
        json!({"_meta": {META_VERSION: version, META_CAPABILITIES: {}}})
    }

    fn headers(version: &str, method: &str, name: &str) -> RoutingHeaders {
        let of = |text: &str| match text {
            "" => Repeated::Absent,
            text => Repeated::of([text.as_bytes()].into_iter()),
        };
        RoutingHeaders {
            version: of(version),
            method: of(method),
            name: of(name),
        }
    }

    #[test]
    fn anything_modern_makes_a_request_modern() {
        let nothing = json!({});
        for (method, params, version, expected) in [
            ("initialize", nothing.clone(), "", Dialect::Legacy),
            ("tools/list", nothing.clone(), "2025-03-26", Dialect::Legacy),
            ("tools/list", nothing.clone(), MODERN, Dialect::Modern),
            ("tools/list", nothing.clone(), "2024-11-05", Dialect::Modern),
            ("server/discover", nothing, "", Dialect::Modern),
            ("tools/list", meta(MODERN), "", Dialect::Modern),
            (
                "tools/list",
                meta("2025-11-25"),
                "2025-11-25",
                Dialect::Modern,
            ),
            (
                "tools/list",
                json!({"_meta": {"progressToken": 1}}),
                "",
                Dialect::Legacy,
            ),
            ("tools/list", json!({"_meta": 7}), "", Dialect::Legacy),
        ] {
            let request = request(method, params);
            assert_eq!(
                Dialect::of(&request, &headers(version, "", "")),
                expected,
                "{request:?} {version}"
            );
        }
    }

    #[test]
    fn the_first_modern_rule_that_is_broken_decides() {
        let call = |name: Value| {
            let mut params = meta(MODERN);
            params["name"] = name;
            params
        };
        let cases = [
            (
                ("tools/list", json!({})),
                (MODERN, "tools/list", ""),
                -32602,
            ),
            (
                ("tools/list", json!({"_meta": {META_VERSION: MODERN}})),
                ("", "", ""),
                -32602,
            ),
            (
                (
                    "tools/list",
                    json!({"_meta": {META_VERSION: 7, META_CAPABILITIES: {}}}),
                ),
                (MODERN, "tools/list", ""),
                -32602,
            ),
            (("tools/list", meta(MODERN)), ("", "tools/list", ""), -32020),
            (
                ("tools/list", meta("9")),
                (MODERN, "tools/list", ""),
                -32020,
            ),
            (("tools/list", meta("9")), ("9", "", ""), -32022),
            (
                ("tools/list", meta("2025-11-25")),
                ("2025-11-25", "", ""),
                -32022,
            ),
            (("tools/list", meta(MODERN)), (MODERN, "", ""), -32020),
            (
                ("tools/list", meta(MODERN)),
                (MODERN, "Tools/List", ""),
                -32020,
            ),
            (
                ("tools/call", call(json!("whoami"))),
                (MODERN, "tools/call", ""),
                -32020,
            ),
            (
                ("tools/call", call(json!("whoami"))),
                (MODERN, "tools/call", "overview"),
                -32020,
            ),
            (
                ("tools/call", call(json!("whoami"))),
                (MODERN, "tools/call", "=?base64?!!?="),
                -32020,
            ),
            (
                ("tools/call", call(json!(7))),
                (MODERN, "tools/call", "7"),
                -32602,
            ),
            (
                ("initialize", meta(MODERN)),
                (MODERN, "initialize", ""),
                -32601,
            ),
            (("ping", meta(MODERN)), (MODERN, "ping", ""), -32601),
            (
                ("resources/list", meta(MODERN)),
                (MODERN, "resources/list", ""),
                -32601,
            ),
        ];
        for ((method, params), (version, routed, name), code) in cases {
            let request = request(method, params);
            let headers = headers(version, routed, name);
            let error = Dialect::Modern.method(&request, &headers).unwrap_err();
            assert_eq!(error.code.row().0, code, "{request:?} {headers:?}");
        }
    }

    #[test]
    fn an_unknown_version_is_told_which_ones_there_are() {
        let request = request("tools/list", meta("2027-01-01"));
        let headers = headers("2027-01-01", "tools/list", "");
        let error = Dialect::Modern.method(&request, &headers).unwrap_err();
        let supported = json!([MODERN, "2025-11-25", "2025-06-18", "2025-03-26"]);
        let expected = json!({"supported": supported, "requested": "2027-01-01"});
        assert_eq!(error.data, Some(expected));
    }

    #[test]
    fn what_keeps_every_rule_is_served() {
        let mut params = meta(MODERN);
        params["name"] = json!("grüße");
        let call = request("tools/call", params);
        let coded = "=?base64?Z3LDvMOfZQ==?=";
        let routed = headers(MODERN, " tools/call ", coded);
        assert_eq!(Dialect::Modern.method(&call, &routed), Ok(Method::CallTool));
        let discover = request("server/discover", meta(MODERN));
        let routed = headers(MODERN, "server/discover", "");
        assert_eq!(
            Dialect::Modern.method(&discover, &routed),
            Ok(Method::Discover)
        );
        for (method, expected) in [
            ("initialize", Method::Initialize),
            ("ping", Method::Ping),
            ("tools/list", Method::ListTools),
            ("tools/call", Method::CallTool),
        ] {
            let request = request(method, json!({}));
            let found = Dialect::Legacy.method(&request, &RoutingHeaders::default());
            assert_eq!(found, Ok(expected));
        }
        let other = request("server/other", json!({}));
        let error = Dialect::Legacy.method(&other, &RoutingHeaders::default());
        assert_eq!(error.unwrap_err().code, ErrorCode::MethodNotFound);
    }

    #[test]
    fn a_handshake_agrees_on_what_both_speak_or_on_the_newest() {
        for version in LEGACY {
            assert_eq!(agreed(Some(version)), version);
        }
        for other in [None, Some("2024-11-05"), Some(MODERN), Some("")] {
            assert_eq!(agreed(other), "2025-11-25");
        }
    }
}
