//! What is kept of an answer: its beginning, without what might be somebody's.

/// At most so many characters.
const LONGEST: usize = 300;

/// The beginning of a text in which words that could name somebody are dots: addresses, digests, long numbers.
pub(crate) fn excerpt(text: &str) -> String {
    let kept: String = text.chars().take(4 * LONGEST).collect();
    let words = kept.split_whitespace().map(|word| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        if word.contains('@') || digits >= 9 || word.len() > 60 {
            "…"
        } else {
            word
        }
    });
    let text = words.collect::<Vec<_>>().join(" ");
    text.chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_somebodys_is_gone() {
        let digest = "ab".repeat(32);
        let text = format!("bad value jane@mail.example {digest}\n+4915112345678 at\u{7} 4");
        assert_eq!(excerpt(&text), "bad value … … … at 4");
        assert_eq!(excerpt(&"word ".repeat(1_000)).chars().count(), LONGEST);
    }
}
