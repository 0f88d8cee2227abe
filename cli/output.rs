//! How a result leaves the program: as text or JSON on standard output, and as pages in files.

use crate::page_file::{PageFile, refuse_same};
use anyhow::Result;
use clap::Args;
use hyakuman_report::Document;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of commands whose result is a document.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Also write the result to this file as one HTML page; a file that exists is replaced
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write the result to this file as a page of Markdown; a file that exists is replaced
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The files of the pages.
pub struct Pages {
    /// That of HTML.
    pub html: Option<PageFile>,
    markdown: Option<PageFile>,
}

impl OutputArgs {
    /// The files of the pages.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.html.iter().chain(&self.markdown)
    }

    /// Checks before the work that the pages can be written. `kept`: other files of the command.
    pub fn prepare(&self, kept: &[PathBuf]) -> Result<Pages> {
        let OutputArgs { html, markdown, .. } = self;
        for (page, other) in [(html, markdown), (markdown, &None)] {
            page.iter().try_for_each(|page| refuse_same(page, kept.iter().chain(other)))?;
        }
        let of_markdown = |path: &PathBuf| PageFile::of(path, "# ", "page of Markdown");
        Ok(Pages {
            html: html.as_ref().map(|path| PageFile::new(path)).transpose()?,
            markdown: markdown.as_ref().map(of_markdown).transpose()?,
        })
    }

    /// Writes the pages of a document, and its text or the JSON to `out`.
    pub fn write(
        &self,
        pages: Pages,
        document: &Document,
        [text, json]: [&str; 2],
        out: &mut impl Write,
    ) -> Result<()> {
        let html = pages.html.map_or(Ok(()), |file| file.write(&document.html()));
        let written = html.and(pages.markdown.map_or(Ok(()), |file| file.write(&document.markdown())));
        if self.json { writeln!(out, "{json}") } else { write!(out, "{text}") }?;
        out.flush()?;
        written
    }
}
