//! Slips of the pen.

use crate::dice::Dice;

const LETTERS: [char; 26] = [
    'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's',
    't', 'u', 'v', 'w', 'x', 'y', 'z',
];

/// One letter too many, too few, another, or two exchanged.
pub(crate) fn slip(dice: &mut Dice, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = dice.below(letters.len());
    match dice.below(4) {
        0 => letters.insert(at, *dice.one(&LETTERS)),
        1 if letters.len() > 1 => {
            letters.remove(at);
        }
        2 if letters.len() > at + 1 => letters.swap(at, at + 1),
        _ => {
            if let Some(letter) = letters.get_mut(at) {
                *letter = *dice.one(&LETTERS);
            }
        }
    }
    letters.into_iter().collect()
}

/// One digit of the last eight is another, or exchanged with the next.
pub(crate) fn slip_of_digit(dice: &mut Dice, number: &str) -> String {
    let mut signs: Vec<char> = number.chars().collect();
    let at = signs.len() - 8 + dice.below(7);
    if dice.in_1000(500) {
        signs.swap(at, at + 1);
    } else {
        signs[at] = digits(dice, 1).chars().next().unwrap_or('0');
    }
    signs.into_iter().collect()
}

pub(crate) fn digits(dice: &mut Dice, count: usize) -> String {
    (0..count)
        .map(|_| char::from(b"0123456789"[dice.below(10)]))
        .collect()
}
