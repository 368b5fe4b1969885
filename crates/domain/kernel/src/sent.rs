//! Fields of requests that change a thing.

/// A field of a request, told apart by whether it was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sent<T> {
    /// It was not: what there is stays.
    #[default]
    Absent,
    /// It was, as null.
    Null,
    /// It was, with this value.
    Value(T),
}
