//! Where a browser goes after signing in: somewhere here, never elsewhere.

const MAX_BYTES: usize = 16 * 1024;

/// A path of this service, perhaps with a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPath(String);

impl LocalPath {
    /// Of a decoded text; `None` for everything that a browser could read as another host.
    pub fn parse(text: &str) -> Option<Self> {
        let path = text.split('?').next().unwrap_or(text);
        let good = text.len() <= MAX_BYTES
            && path.starts_with('/')
            && !path.contains("//")
            && !text.contains('\\')
            && !path.contains('%')
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        good.then(|| Self(text.to_owned()))
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_here() {
        for good in [
            "/",
            "/p/0190?x=1",
            "/oauth/mcp/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=a%5Cb",
            "/oauth/mcp/authorize?redirect_uri=https://app.example/cb",
        ] {
            assert_eq!(LocalPath::parse(good).unwrap().as_str(), good);
        }
        for odd in [
            "",
            "p",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/a//b",
            "/%2F/evil.example",
            "/%5Cevil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/a\nb",
            "/a b",
            "/\t/evil.example",
            "/ä",
        ] {
            assert_eq!(LocalPath::parse(odd), None, "{odd:?}");
        }
    }
}
