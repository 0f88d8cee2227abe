//! Standard output without characters that steer a terminal: names come from files, and files from anywhere.

use std::io::{self, Write};

/// Longest character in UTF-8, in bytes.
const LONGEST: usize = 4;

/// Passes UTF-8 text on. Control characters but for line ends and tabs, and those that change the writing direction or
/// end a line, become `\u009b`: in JSON the same text, elsewhere to be seen.
pub struct Door<W> {
    out: W,
    /// The beginning of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W> Door<W> {
    /// The door to `out`.
    pub fn new(out: W) -> Door<W> {
        Door { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for Door<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() && is_harmless(bytes) {
            return self.out.write(bytes);
        }
        let all = [&self.begun, bytes].concat();
        let mut shown = Vec::with_capacity(all.len() + 64);
        let mut begun = &[][..];
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            chunk.valid().chars().try_for_each(|c| show(c, &mut shown))?;
            match chunk.invalid() {
                rest if chunks.peek().is_none() && rest.len() < LONGEST => begun = rest,
                _ => show(char::REPLACEMENT_CHARACTER, &mut shown)?,
            }
        }
        self.out.write_all(&shown)?;
        self.begun = begun.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether bytes are whole characters and surely none of them is to be changed; quick.
fn is_harmless(bytes: &[u8]) -> bool {
    // The first bytes of the characters of `steers` that are not ASCII.
    let may_begin = |byte| matches!(byte, 0xc2 | 0xd8 | 0xe2 | 0xef | 0xf0..);
    let is_plain = |byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~' | 0x80..) && !may_begin(byte);
    bytes.iter().all(|&byte| is_plain(byte)) && str::from_utf8(bytes).is_ok()
}

fn show(c: char, shown: &mut Vec<u8>) -> io::Result<()> {
    match steers(c) {
        true => write!(shown, "\\u{:04x}", u32::from(c)),
        false => write!(shown, "{c}"),
    }
}

fn steers(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        '\u{feff}' => true,
        c => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(pieces: &[&[u8]]) -> String {
        let mut door = Door::new(Vec::new());
        pieces.iter().for_each(|piece| door.write_all(piece).expect("memory"));
        String::from_utf8(door.out).expect("UTF-8")
    }

    #[test]
    fn what_steers_a_terminal_is_shown() {
        let steering = "\u{1b}[31m\r\u{7f}\u{9b}2J\u{61c}\u{200f}\u{2028}\u{202e}\u{2066}\u{feff}";
        let shown = r"\u001b[31m\u000d\u007f\u009b2J\u061c\u200f\u2028\u202e\u2066\ufeff";
        assert_eq!(through(&[steering.as_bytes()]), shown);
        // The end of a character may come later.
        let pieces: Vec<&[u8]> = steering.as_bytes().chunks(1).collect();
        assert_eq!(through(&pieces), shown);
        let name = serde_json::json!({ "name": "\u{9b}2J\u{7f}" });
        let read: serde_json::Value =
            serde_json::from_str(&through(&[name.to_string().as_bytes()])).expect("JSON");
        assert_eq!(read, name);
    }

    #[test]
    fn other_text_is_unchanged() {
        for text in ["", "win %\t20.6 ± 0.1\n", "東南西北 — … “é” 😀", "┌─┐"] {
            assert_eq!(through(&[text.as_bytes()]), text);
            assert_eq!(through(&text.as_bytes().chunks(1).collect::<Vec<_>>()), text);
            for at in 0..text.len() {
                let (begin, end) = text.as_bytes().split_at(at);
                assert_eq!(through(&[begin, end]), text, "{at}");
            }
        }
        assert_eq!(through(&[b"a\x9b31mb"]), "a\u{fffd}31mb");
    }
}
