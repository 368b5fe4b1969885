//! Query and form parameters, each at most once.

use super::error::OAuthError;

/// Decoded parameters in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Parameters(Vec<(String, String)>);

/// A parameter that was sent more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} was sent more than once")]
pub struct Repeated(pub &'static str);

impl From<Repeated> for OAuthError {
    fn from(repeated: Repeated) -> Self {
        Self::request(repeated.to_string())
    }
}

impl Parameters {
    /// Decoded names and values.
    pub fn new(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// The value; `None` when it is absent or empty, which are the same (RFC 6749, section 3.1).
    pub fn get(&self, name: &'static str) -> Result<Option<&str>, Repeated> {
        let mut values = self.0.iter().filter(|(found, _)| found == name);
        let first = values.next().map(|(_, value)| value.as_str());
        if values.next().is_some() {
            return Err(Repeated(name));
        }
        Ok(first.filter(|value| !value.is_empty()))
    }

    /// The value, which must be there.
    pub fn required(&self, name: &'static str) -> Result<&str, OAuthError> {
        self.get(name)?
            .ok_or_else(|| OAuthError::request(format!("{name} is missing")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_counts_once_and_empty_is_absent() {
        let pairs = [("a", "1"), ("b", ""), ("c", "1"), ("c", "1"), ("d", "x y")];
        let parameters = Parameters::new(
            pairs
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
        );
        assert_eq!(parameters.get("a"), Ok(Some("1")));
        assert_eq!(parameters.get("b"), Ok(None));
        assert_eq!(parameters.get("c"), Err(Repeated("c")));
        assert_eq!(parameters.required("d"), Ok("x y"));
        assert!(parameters.required("b").is_err());
        assert!(parameters.required("z").is_err());
    }
}
