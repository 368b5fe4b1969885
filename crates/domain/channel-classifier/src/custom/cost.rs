//! What a pattern costs, told from its text alone.
//!
//! Reading a class of characters and compiling a repetition take time that the length of a pattern does
//! not show: `\w{20}` has six characters and takes as long as eight thousand letters. So the cost is
//! estimated from the syntax tree, which is read in time linear in the text, before anything is
//! compiled. One point is about what one letter takes: a microsecond and a hundred bytes.

use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{
    Ast, ClassBracketed, ClassPerl, ClassPerlKind, ClassSet, ClassSetItem, ClassUnicode,
    ClassUnicodeKind, RepetitionKind, RepetitionRange,
};

use super::pattern::NEST_LIMIT;

/// Most points of one pattern.
pub(super) const PATTERN_COST: u64 = 32_000;
/// Most points of all patterns of a profile's rules.
pub const MAX_SET_COST: u64 = 128_000;

/// A class of letters when it is compiled.
const WIDE: u64 = 600;
/// A class of Unicode when it is read: all its characters are looked up in either case.
const READ_CLASS: u64 = 1_000;
/// The same for classes that may hold all characters there are.
const READ_ANY: u64 = 11_000;
/// Characters that are looked up in either case for one point.
const CHARACTERS_A_POINT: u64 = 100;

/// Points for what is read once, and for what is compiled again with every repetition.
#[derive(Clone, Copy, Default)]
struct Cost {
    once: u64,
    each: u64,
}

impl Cost {
    const fn new(once: u64, each: u64) -> Self {
        Self { once, each }
    }

    const fn and(self, other: Self) -> Self {
        Self {
            once: self.once.saturating_add(other.once),
            each: self.each.saturating_add(other.each),
        }
    }

    fn all(parts: impl Iterator<Item = Self>) -> Self {
        parts.fold(Self::new(0, 1), Self::and)
    }
}

/// Points of a pattern; what cannot be read is found out before anything of it is compiled, and costs
/// one.
pub(super) fn cost(pattern: &str) -> u64 {
    let mut parser = ParserBuilder::new().nest_limit(NEST_LIMIT).build();
    let cost = parser
        .parse(pattern)
        .map_or(Cost::new(0, 1), |ast| of(&ast));
    cost.once.saturating_add(cost.each)
}

/// The nesting is bounded by the parser.
fn of(ast: &Ast) -> Cost {
    match ast {
        Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) | Ast::Literal(_) => Cost::new(0, 1),
        Ast::Dot(_) => Cost::new(0, 12),
        Ast::ClassUnicode(class) => of_property(class),
        Ast::ClassPerl(class) => of_perl(class),
        Ast::ClassBracketed(class) => of_bracketed(class),
        Ast::Repetition(repetition) => {
            let inner = of(&repetition.ast);
            let times = times(&repetition.op.kind);
            Cost::new(
                inner.once,
                inner.each.saturating_mul(times).saturating_add(1),
            )
        }
        Ast::Group(group) => of(&group.ast).and(Cost::new(0, 1)),
        Ast::Alternation(alternation) => Cost::all(alternation.asts.iter().map(of)),
        Ast::Concat(concat) => Cost::all(concat.asts.iter().map(of)),
    }
}

fn times(kind: &RepetitionKind) -> u64 {
    let most = match kind {
        RepetitionKind::ZeroOrOne | RepetitionKind::ZeroOrMore => 1,
        RepetitionKind::OneOrMore => 2,
        RepetitionKind::Range(
            RepetitionRange::Exactly(most) | RepetitionRange::Bounded(_, most),
        ) => *most,
        RepetitionKind::Range(RepetitionRange::AtLeast(least)) => least.saturating_add(1),
    };
    u64::from(most.max(1))
}

fn of_perl(class: &ClassPerl) -> Cost {
    match class.kind {
        ClassPerlKind::Digit if !class.negated => Cost::new(0, 70),
        ClassPerlKind::Space if !class.negated => Cost::new(0, 12),
        ClassPerlKind::Word if !class.negated => Cost::new(0, 400),
        _ => Cost::new(0, WIDE),
    }
}

/// Two letters name a kind of character, of which only `C` and what begins with it, the unassigned and
/// private ones, has more than some ten thousand.
fn of_property(class: &ClassUnicode) -> Cost {
    let is_small = match &class.kind {
        ClassUnicodeKind::OneLetter(letter) => !letter.eq_ignore_ascii_case(&'C'),
        ClassUnicodeKind::Named(name) => name.len() <= 2 && !name.starts_with(['C', 'c']),
        ClassUnicodeKind::NamedValue { .. } => false,
    };
    Cost::new(if is_small { READ_CLASS } else { READ_ANY }, WIDE)
}

fn of_bracketed(class: &ClassBracketed) -> Cost {
    let inner = of_set(&class.kind);
    // Compiled, a class is never larger than the whole of what there is.
    let each = inner.each.saturating_add(12).min(2 * WIDE);
    // Each level looks up again what it holds.
    Cost::new(inner.once.saturating_add(inner.each), each)
}

fn of_set(set: &ClassSet) -> Cost {
    match set {
        ClassSet::Item(item) => of_item(item),
        ClassSet::BinaryOp(operation) => of_set(&operation.lhs).and(of_set(&operation.rhs)),
    }
}

fn of_item(item: &ClassSetItem) -> Cost {
    match item {
        ClassSetItem::Empty(_) | ClassSetItem::Literal(_) | ClassSetItem::Ascii(_) => {
            Cost::new(0, 2)
        }
        ClassSetItem::Range(range) => {
            let (first, last) = (u64::from(range.start.c), u64::from(range.end.c));
            let points = last.saturating_sub(first) / CHARACTERS_A_POINT;
            Cost::new(points, 2 + points.min(WIDE))
        }
        ClassSetItem::Unicode(class) => of_property(class),
        ClassSetItem::Perl(class) => {
            let cost = of_perl(class);
            Cost::new(cost.each.max(READ_CLASS), cost.each)
        }
        ClassSetItem::Bracketed(class) => of_bracketed(class),
        ClassSetItem::Union(union) => Cost::all(union.items.iter().map(of_item)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_and_dear_is_told_from_what_is_cheap() {
        for pattern in [
            r"(^|\.)partner\.example$",
            "(^|_)brand(_|$)",
            "[a-z0-9_-]{20}",
            "[\u{430}-\u{44f}]{20}",
            "a|b|c",
            "(",
        ] {
            assert!(cost(pattern) < 500, "{pattern}: {}", cost(pattern));
        }
        assert!((7_000..9_000).contains(&cost(r"(?i)\w{20}")));
        for pattern in [
            "a{1000}{1000}",
            r"\w{200}{200}",
            r"\pL{60}",
            "(((a?){50}){50}){50}",
            &r"\p{Any}".repeat(4),
            &format!("[{}]", "[\u{80}-\u{10FFFF}]".repeat(50)),
        ] {
            assert!(cost(pattern) > PATTERN_COST, "{pattern}: {}", cost(pattern));
        }
        // No letters and figures, however many, are refused.
        assert!(cost(&"\u{d1}".repeat(256)) * 500 <= MAX_SET_COST + 500);
    }
}
