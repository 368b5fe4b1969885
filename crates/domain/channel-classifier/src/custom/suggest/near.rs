//! How far two spellings are apart.

/// Longest word that is compared, in characters.
const MAX_CHARS: usize = 32;

/// How many slips a word of that many characters may have and still be meant: none in short words,
/// where one letter makes another word.
pub(super) fn tolerated(characters: usize) -> usize {
    match characters {
        0..=5 => 0,
        6..=8 => 1,
        _ => 2,
    }
}

/// The number of letters to insert, drop, change or swap with their neighbour; `None` when it is
/// more than `most` or a word is longer than 32 characters.
pub(super) fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let one: Vec<char> = one.chars().take(MAX_CHARS + 1).collect();
    let other: Vec<char> = other.chars().take(MAX_CHARS + 1).collect();
    let too_long = one.len().max(other.len()) > MAX_CHARS;
    if too_long || one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for at in 0..one.len() {
        let row = next_row(&one, &other, at, [&before_last, &last]);
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|distance| *distance <= most)
}

/// One row of the table of distances between all beginnings of the two words.
fn next_row(one: &[char], other: &[char], at: usize, rows: [&[usize]; 2]) -> Vec<usize> {
    let [before_last, last] = rows;
    let get = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
    let letter = |word: &[char], at: usize| word.get(at).copied();
    let mut row = vec![at + 1];
    for place in 0..other.len() {
        let same = letter(one, at) == letter(other, place);
        let mut best = get(last, place) + usize::from(!same);
        best = best.min(get(last, place + 1) + 1).min(get(&row, place) + 1);
        let swapped = at > 0
            && place > 0
            && letter(one, at) == letter(other, place - 1)
            && letter(one, at - 1) == letter(other, place);
        if swapped {
            best = best.min(get(before_last, place - 1) + 1);
        }
        row.push(best);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        let cases = [
            ("facebok", "facebook", Some(1)),
            ("facebook", "facebook", Some(0)),
            ("linkedni", "linkedin", Some(1)),
            ("instagarm", "instagram", Some(1)),
            ("pintrest", "pinterest", Some(1)),
            ("google", "facebook", None),
            ("", "", Some(0)),
            ("ab", "", Some(2)),
            ("abcd", "", None),
        ];
        for (one, other, expected) in cases {
            assert_eq!(distance(one, other, 2), expected, "{one} {other}");
            assert_eq!(distance(other, one, 2), expected, "{other} {one}");
        }
        assert_eq!(distance(&"a".repeat(33), &"a".repeat(33), 2), None);
    }
}
