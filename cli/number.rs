//! Whole numbers as arguments.

/// Reads a whole number from `least` to `most`.
///
/// # Errors
/// It is none, as a sentence that says what is wanted.
pub fn whole(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let fits = text.parse().ok().filter(|number| (least..=most).contains(number));
    fits.ok_or_else(|| format!("a whole number from {least} to {most} is wanted"))
}

/// `1 part`, `2 parts`: so many of what has a name that takes an s.
pub fn counted(number: u64, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{counted, whole};

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "part")), ["0 parts", "1 part", "2 parts"]);
    }

    #[test]
    fn numbers_in_range_are_read() {
        assert_eq!(whole("1", 1, 9), Ok(1));
        assert_eq!(whole("18446744073709551615", 0, u64::MAX), Ok(u64::MAX));
        for text in ["0", "10", "-1", "many", "", "1.5", "18446744073709551616"] {
            assert_eq!(whole(text, 1, 9), Err("a whole number from 1 to 9 is wanted".to_owned()), "{text}");
        }
    }
}
