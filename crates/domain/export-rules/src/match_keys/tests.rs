use super::*;

struct Bytes;
impl Sha256 for Bytes {
    fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut digest = [0; 32];
        for (byte, of) in digest.iter_mut().zip(parts.concat()) {
            *byte = of;
        }
        digest
    }
}

#[test]
fn at_most_five_values_of_a_kind_and_none_twice() {
    let values: Vec<_> = (0..9)
        .map(|number| Personal::new(format!("u{number}@a.example")))
        .collect();
    assert_eq!(hashed(&values, social::email, &Bytes).len(), MAX_VALUES);
    let same = ["A@b.example", "a@B.example ", "c", ""].map(Personal::new);
    assert_eq!(hashed(&same, social::email, &Bytes).len(), 1);
}

#[test]
fn words_of_keys_are_the_platform_s() {
    use crate::words::Word;
    for key in MatchKey::ALL {
        assert_eq!(MatchKey::parse(key.as_str()), Some(*key));
    }
}
