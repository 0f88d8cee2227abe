//! Reads the XML of a log element by element. Finished elements are not kept, so memory and time are bounded by the
//! length of the text.

use super::element::{Element, place};
use crate::logs::error::LogError;
use hyakuman_core::excerpt::excerpt;
use quick_xml::events::{BytesStart, Event};

/// The children of the root element, one after another.
pub(super) struct Elements<'a> {
    text: &'a str,
    xml: quick_xml::Reader<&'a [u8]>,
    /// Number of open elements.
    depth: usize,
    /// Whether the root element has begun.
    begun: bool,
    /// Where a control character is, which XML does not allow: nothing is read from there on.
    control: Option<usize>,
}

impl<'a> Elements<'a> {
    pub(super) fn new(text: &'a str) -> Elements<'a> {
        let control = text.find(|c: char| c < ' ' && !"\t\r\n".contains(c));
        let readable = &text[..control.unwrap_or(text.len())];
        // A tag that is cut off is none.
        let cut = readable.rfind('<').filter(|&tag| !readable[tag..].contains('>'));
        let xml = quick_xml::Reader::from_str(&readable[..cut.unwrap_or(readable.len())]);
        Elements { text, xml, depth: 0, begun: false, control }
    }

    /// The start tag of the next child of the root and its byte offset, or `None` at the end. The content of a child is skipped.
    pub(super) fn next(&mut self) -> Result<Option<(BytesStart<'a>, usize)>, LogError> {
        loop {
            let at = self.xml.buffer_position() as usize;
            let event = self.xml.read_event();
            let event = event.map_err(|e| self.malformed(self.xml.error_position() as usize, &e))?;
            match event {
                Event::Start(_) | Event::Empty(_) if self.depth == 0 && self.begun => {
                    return Err(self.malformed(at, &"a second root element"));
                }
                Event::Start(start) => {
                    self.depth += 1;
                    match self.depth {
                        1 => self.root(&start, at)?,
                        2 => return Ok(Some((start, at))),
                        _ => drop(Element::new(self.text, &start, at)?),
                    }
                }
                Event::Empty(start) => match self.depth {
                    0 => self.root(&start, at)?,
                    1 => return Ok(Some((start, at))),
                    _ => drop(Element::new(self.text, &start, at)?),
                },
                Event::End(_) => self.depth = self.depth.saturating_sub(1),
                Event::DocType(_) => return Err(self.malformed(at, &"a document type, which no log has")),
                Event::Text(text) if self.depth == 0 && !text.trim().is_empty() => {
                    return Err(self.malformed(at, &"text outside the root element"));
                }
                Event::CData(_) | Event::GeneralRef(_) if self.depth == 0 => {
                    return Err(self.malformed(at, &"text outside the root element"));
                }
                Event::Eof => return self.end(at).map(|()| None),
                _ => {}
            }
        }
    }

    /// Checks the end of what is read.
    fn end(&self, at: usize) -> Result<(), LogError> {
        match self.control {
            Some(control) => Err(self.malformed(control, &"a control character")),
            None if !self.begun => Err(self.malformed(at, &"no root element")),
            None if self.depth > 0 => Err(self.malformed(at, &"the text ends before its elements do")),
            None => Ok(()),
        }
    }

    fn root(&mut self, start: &BytesStart, at: usize) -> Result<(), LogError> {
        self.begun = true;
        match Element::new(self.text, start, at)?.tag {
            "mjloggm" => Ok(()),
            name => {
                let problem = format!("the root is <{}>, expected <mjloggm>", excerpt(name));
                Err(LogError::new("line 1", problem))
            }
        }
    }

    fn malformed(&self, at: usize, what: &dyn std::fmt::Display) -> LogError {
        LogError::new(place(self.text, at), format!("not well-formed XML: {what}"))
    }
}
