//! Markdown of a user as HTML: paragraphs, `code` and links. All else stays as it is written.

use crate::html::text;

/// The paragraphs.
pub(super) fn html(markdown: &str) -> String {
    let paragraphs = markdown.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    paragraphs.map(|words| format!("<p>{}</p>\n", inline(&words.replace('\n', " ")))).collect()
}

fn inline(words: &str) -> String {
    // Every second part is within backticks, if the last one is closed.
    let parts: Vec<&str> = words.split('`').collect();
    let is_code = |at: usize| at % 2 == 1 && at + 1 < parts.len();
    let part = |(at, part): (usize, &&str)| match is_code(at) {
        true => format!("<code>{}</code>", text(part)),
        false if at % 2 == 1 => links(&format!("`{part}")),
        false => links(part),
    };
    parts.iter().enumerate().map(part).collect()
}

fn links(words: &str) -> String {
    let found = words.find("](").and_then(|middle| {
        let open = words[..middle].rfind('[')?;
        let close = middle + words[middle..].find(')')?;
        Some((&words[..open], &words[open + 1..middle], &words[middle + 2..close], &words[close + 1..]))
    });
    let is_safe = |target: &str| {
        !target.contains(':') || target.starts_with("https://") || target.starts_with("http://")
    };
    match found {
        Some((before, name, target, after)) if is_safe(target) => {
            let link = format!("<a href=\"{}\">{}</a>", text(target), text(name));
            text(before) + &link + &links(after)
        }
        _ => text(words),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn code_and_links_are_markup_and_nothing_else_is() {
        let html = super::html("A `<b>` of\n[page](a.md#b), [x](javascript:1)\n\n<i> 1 ` 2");
        let expected = "<p>A <code>&lt;b&gt;</code> of <a href=\"a.md#b\">page</a>, [x](javascript:1)</p>\n<p>&lt;i&gt; 1 ` 2</p>\n";
        assert_eq!(html, expected);
    }
}
