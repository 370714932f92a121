//! Numbers of the text form: decimal, with a minus sign at most.

/// A number type with the range that a message can name.
pub(crate) trait Number: Sized {
    const RANGE: &'static str;

    fn from_i64(value: i64) -> Option<Self>;
}

macro_rules! numbers {
    ($($ty:ident $range:literal)*) => {$(
        impl Number for $ty {
            const RANGE: &'static str = $range;

            fn from_i64(value: i64) -> Option<Self> {
                Self::try_from(value).ok()
            }
        }
    )*};
}

numbers! {
    u16 "from 0 to 65535"
    u32 "from 0 to 4294967295"
    i32 "from -2147483648 to 2147483647"
}

/// What a word is as a number.
pub(super) enum Parsed<T> {
    Good(T),
    /// Digits, but too many or with the wrong sign.
    OutOfRange,
    NotANumber,
}

pub(super) fn parse_number<T: Number>(word: &str) -> Parsed<T> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    // A leading plus or zero would be a second way to write the same number.
    let canonical = digits == "0" || !digits.starts_with('0');
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) || !canonical || word == "-0" {
        return Parsed::NotANumber;
    }
    match word.parse().ok().and_then(T::from_i64) {
        Some(value) => Parsed::Good(value),
        None => Parsed::OutOfRange,
    }
}
