//! What is shown of a personal value to people who only need to recognise it.

/// Whether a profile shows the personal values of its customers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PiiMode {
    /// As they are.
    #[default]
    Visible,
    /// Mostly starred.
    Masked,
}

impl PiiMode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Visible, Self::Masked];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Masked => "masked",
        }
    }

    /// The inverse of [`PiiMode::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// The value with most of it starred. `kind` is the identifier's word.
pub fn masked(kind: &str, value: &str) -> String {
    match kind {
        "email" => match value.split_once('@') {
            Some((local, domain)) => {
                let first: String = local.chars().take(1).collect();
                format!("{first}***@{domain}")
            }
            None => "***".to_owned(),
        },
        "phone" | "national_id" => format!("***{}", last(value, 2)),
        _ if value.chars().count() > 6 => {
            let first: String = value.chars().take(2).collect();
            format!("{first}***{}", last(value, 2))
        }
        _ => "***".to_owned(),
    }
}

fn last(value: &str, count: usize) -> String {
    let length = value.chars().count();
    if length <= count * 2 {
        return String::new();
    }
    value.chars().skip(length - count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_shown() {
        assert_eq!(masked("email", "maria@example.com"), "m***@example.com");
        assert_eq!(masked("phone", "+56912345678"), "***78");
        assert_eq!(masked("national_id", "12345678-5"), "***-5");
        assert_eq!(masked("anonymous_id", "0192f0c1-aaaa"), "01***aa");
        assert_eq!(masked("anonymous_id", "short"), "***");
        assert_eq!(masked("email", "nonsense"), "***");
        assert_eq!(masked("phone", "123"), "***");
    }
}
