//! The card of a data set. Users may change its head (between the first two lines `---`, for example to add a licence)
//! and add text to the rest. The lines of the program must stay, and this is checked; blank lines and spaces at the end
//! of a line are ignored.

/// The first line below the head of `written` that `held` lacks (in the same order); `None` if it has all of them,
/// whatever else it has.
pub fn missing_line<'a>(held: &str, written: &'a str) -> Option<&'a str> {
    let (mut held, mut written) = (lines(parted(held).1), lines(parted(written).1));
    written.find(|line| !held.by_ref().any(|other| other == *line))
}

/// The card `held` with the lines of `before` replaced by those of `now`. `held` must have all lines of `before`; the
/// other two are cards of the same recipe with different numbers, so they correspond line by line.
pub(crate) fn renewed(held: &str, before: &str, now: &str) -> String {
    let [held, before, now] = [held, before, now].map(parted);
    let of_head = |line: &str| {
        let place = before.0.lines().position(|other| other == line);
        place.and_then(|place| now.0.lines().nth(place)).unwrap_or(line).to_owned()
    };
    let mut body = lines(before.1).zip(lines(now.1)).peekable();
    let of_body = |line: &str| {
        let own = body.next_if(|(other, _)| *other == line.trim_end());
        own.map_or(line, |(_, now)| now).to_owned()
    };
    let lines = held.0.lines().map(of_head).chain(held.1.lines().map(of_body));
    lines.map(|line| line + "\n").collect()
}

/// The lines that are compared.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty())
}

/// The head (with its delimiters) and the rest. A text that does not begin with a head has none.
fn parted(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.split_inclusive('\n');
    let is_rule = |line: &str| line.trim_end() == "---";
    let Some(first) = lines.next().filter(|line| is_rule(line)) else { return ("", text) };
    let mut end = first.len();
    for line in lines {
        end += line.len();
        if is_rule(line) {
            return text.split_at(end);
        }
    }
    ("", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: &str = "---\nsize: 10\ntags:\n- a\n---\n\n# 10 matches\n\ntext\n\n## Files\n\n10 files\n";
    const EDITED: &str = "---\nlicense: mit\nsize: 10\ntags:\n- b\n---\n\nmine\n\n# 10 matches\n\n\ntext\nmine\n\n## Files\n\n10 files\nmine\n";

    #[test]
    fn text_may_be_added_and_the_head_changed() {
        assert_eq!(missing_line(TEN, TEN), None);
        assert_eq!(missing_line(EDITED, TEN), None);
        assert_eq!(missing_line(&EDITED.replace('\n', "\r\n"), TEN), None);
        assert_eq!(missing_line(TEN.split_once("---\n\n").unwrap().1, TEN), None, "no head");
        assert_eq!(missing_line(&EDITED.replace("## Files\n", ""), TEN), Some("## Files"));
        assert_eq!(missing_line(&TEN.replace("10 files", "11 files"), TEN), Some("10 files"));
        assert_eq!(missing_line("", TEN), Some("# 10 matches"));
        assert_eq!(missing_line(&TEN.replace("\n\n", "\n").replace("text", "text  "), TEN), None);
    }

    #[test]
    fn what_was_added_stays_when_the_numbers_change() {
        let twenty = TEN.replace("10", "20");
        assert_eq!(renewed(TEN, TEN, &twenty), twenty);
        assert_eq!(renewed(EDITED, TEN, &twenty), EDITED.replace("10", "20"));
    }
}
