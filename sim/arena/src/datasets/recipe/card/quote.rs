//! Names in the Markdown of a card: they come from files and command lines, and must not become markup.

use hyakuman_core::excerpt::escaped;

/// A name within a sentence or a heading.
pub(super) fn words(name: &str) -> String {
    let markup = |c: char| matches!(c, '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '&');
    let mut text = String::with_capacity(name.len());
    for c in escaped(name).chars() {
        text.extend(markup(c).then_some('\\'));
        text.push(c);
    }
    text
}

/// Several names within a sentence or a heading.
pub(super) fn list(names: &[String]) -> String {
    names.iter().map(|name| words(name)).collect::<Vec<_>>().join(", ")
}

pub(super) fn code(name: &str) -> String {
    let text = escaped(name);
    // The code ends at as many backticks as it begins with.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest > 0 { format!("{fence} {text} {fence}") } else { format!("{fence}{text}{fence}") }
}

/// A name as code in the cell of a table.
pub(super) fn code_cell(name: &str) -> String {
    code(name).replace('|', "\\|") // it would end the cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_are_unchanged() {
        for name in ["tenhou", "mahjongsoul_local", "mjai:cmd=python3 bot.py,time=2", "家ルール"] {
            assert_eq!((words(name), code(name)), (name.to_owned(), format!("`{name}`")));
        }
    }

    #[test]
    fn markup_is_shown_as_it_is() {
        assert_eq!(words("<script>*x*</script>\n# y"), r"\<script\>\*x\*\</script\>\\n# y");
        assert_eq!(words("![a](b) | &lt; `c` \\"), r"!\[a\](b) \| \&lt; \`c\` \\");
        assert_eq!(code("<b>a|b</b>"), "`<b>a|b</b>`");
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(code_cell("a|b\r\n"), r"`a\|b\r\n`");
    }
}
