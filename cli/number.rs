//! Whole-number arguments in the usual spellings: `20000`, `20_000`, `20,000`, `20k`, `1.5M`, `2e4`.

pub use hyakuman_analysis::figures::bytes;
use std::time::Duration;

/// Reads a whole number from `least` to `most`.
pub fn whole(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let fits = read(text).filter(|number| (least..=most).contains(number));
    fits.ok_or_else(|| {
        let examples = if most < 1_000_000 { "4" } else { "500, 10k, 1_000_000 or 1e6" };
        format!("expected a whole number from {least} to {most}, such as {examples}")
    })
}

/// The same for an argument.
pub fn within<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    whole(text, LEAST, MOST)
}

/// Reads a number of matches or walls.
pub fn count(text: &str) -> Result<u64, String> {
    whole(text, 1, 1_000_000_000)
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<u64, String> {
    whole(text, 1, hyakuman_arena::threads::MOST)
}

/// Reads a time: `90s`, `10m`, `2h`.
pub fn time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time of at least a second, such as 90s, 10m or 2h".to_owned();
    let unit = |text: &str| match text {
        "s" => Some(1),
        "m" | "min" => Some(60),
        "h" => Some(3_600),
        _ => None,
    };
    let at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(expected)?;
    let (number, unit) = (text[..at].trim().parse::<u64>().ok(), unit(&text[at..]));
    let seconds = number.zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    seconds.filter(|seconds| (1..=31_536_000).contains(seconds)).map(Duration::from_secs).ok_or_else(expected)
}

/// Digits, optionally grouped, then `k` (thousand), `M` (million) or an exponent. Decimals are allowed only before
/// those: `1.000` alone is a thousand in some countries and one in others.
fn read(text: &str) -> Option<u64> {
    let (digits, zeros) = split_scale(text)?;
    let (whole, decimals) = match digits.split_once('.') {
        Some((_, "")) => return None,
        Some(_) if zeros.is_none() => return None,
        Some(parts) => parts,
        None => (digits, ""),
    };
    let decimals = if decimals.bytes().all(|byte| byte.is_ascii_digit()) { decimals } else { return None };
    let mut number = ungrouped(whole)?;
    let mut zeros = zeros.unwrap_or(0);
    for digit in decimals.bytes().map(|byte| byte - b'0') {
        match zeros.checked_sub(1) {
            Some(less) => (number, zeros) = (number.checked_mul(10)?.checked_add(digit.into())?, less),
            None if digit == 0 => {}
            None => return None,
        }
    }
    number.checked_mul(10_u64.checked_pow(zeros)?)
}

/// The text before the suffix, and the power of ten of the suffix.
fn split_scale(text: &str) -> Option<(&str, Option<u32>)> {
    if let Some((digits, exponent)) = text.split_once(['e', 'E']) {
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        let plain = exponent.bytes().all(|byte| byte.is_ascii_digit());
        return exponent.parse().ok().filter(|_| plain).map(|zeros| (digits, Some(zeros)));
    }
    let zeros = match text.bytes().last()? {
        b'k' | b'K' => 3,
        b'm' | b'M' => 6,
        _ => return Some((text, None)),
    };
    Some((&text[..text.len() - 1], Some(zeros)))
}

/// Digits with `_` between them, or with commas between groups of three.
fn ungrouped(text: &str) -> Option<u64> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let commas = first.len() < text.len();
    let in_threes = !commas || (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    let digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let separator = if commas { ',' } else { '_' };
    let fits = in_threes && text.split(separator).all(digits);
    fits.then(|| text.replace(separator, "").parse().ok())?
}

/// A number with its noun, in the plural where needed: `1 part`, `2 parts`.
pub fn counted(number: u64, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{bytes, counted, read, time, whole};

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "part")), ["0 parts", "1 part", "2 parts"]);
    }

    #[test]
    fn sizes_have_a_unit() {
        let shown = [1, 999, 1_234, 56_700_000, 7_890_000_000].map(bytes);
        assert_eq!(shown, ["1 byte", "999 bytes", "1.2 kB", "56.7 MB", "7.9 GB"]);
    }

    #[test]
    fn numbers_in_range_are_read() {
        assert_eq!(whole("1", 1, 9), Ok(1));
        assert_eq!(whole("18446744073709551615", 0, u64::MAX), Ok(u64::MAX));
        for text in ["0", "10", "-1", "many", "", "1.5", "18446744073709551616"] {
            let message = "expected a whole number from 1 to 9, such as 4";
            assert_eq!(whole(text, 1, 9), Err(message.to_owned()), "{text}");
        }
        let message = "expected a whole number from 1 to 5000000, such as 500, 10k, 1_000_000 or 1e6";
        assert_eq!(whole("1.5", 1, 5_000_000), Err(message.to_owned()));
    }

    #[test]
    fn usual_spellings_are_read() {
        for (text, number) in [
            ("10k", 10_000),
            ("10K", 10_000),
            ("1.5k", 1_500),
            ("10M", 10_000_000),
            ("0.5m", 500_000),
            ("1e6", 1_000_000),
            ("1E3", 1_000),
            ("2.50e+2", 250),
            ("1e0", 1),
            ("1_000_000", 1_000_000),
            ("1,000,000", 1_000_000),
            ("12,345", 12_345),
            ("1,000k", 1_000_000),
            ("007", 7),
            ("0e3", 0),
        ] {
            assert_eq!(read(text), Some(number), "{text}");
        }
    }

    #[test]
    fn ambiguous_spellings_are_refused() {
        for text in [
            "1.000",
            "1,00",
            "1,5",
            ",100",
            "1,",
            "1_",
            "_1",
            "1__0",
            "1,000_000",
            "1.5",
            "1.",
            "1.k",
            ".5k",
            "1.2345k",
            "1e-3",
            "1e",
            "e6",
            "1e6.5",
            "1e99",
            "k",
            "M",
            "1kk",
            "1kM",
            "1 000",
            "+1",
            "1e+",
            "0x10",
            "١",
            "1e++2",
            "∞",
            "1é",
            "99999999999999999999k",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        let seconds = |text| time(text).map(|time| time.as_secs()).ok();
        assert_eq!(
            ["90s", "10m", "2h", "1 min", "0s", "10", "m", "-1s", "1.5h", "99999999h"].map(seconds),
            [Some(90), Some(600), Some(7_200), Some(60), None, None, None, None, None, None]
        );
    }
}
