//! The folder of a study. Its pages say so in a mark, with a hash: nothing that somebody else wrote, or edited, is replaced.

use super::{INDEX, RESULTS};
use crate::document::Document;
use hyakuman_arena::Error;
use hyakuman_arena::study::Study;
use hyakuman_record::{atomic, hashing, regular};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a study.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The name of the study.
    study: String,
}

/// The beginning of a mark.
const MARK: &str = "<!-- hyakuman study ";

impl Folder {
    /// A folder for a study, which need not exist. Nothing is written yet.
    ///
    /// # Errors
    /// It has a page of the same name that was edited, or is not of this study.
    pub fn open(path: impl Into<PathBuf>, study: &Study) -> Result<Folder, Error> {
        let folder = Folder { path: path.into(), study: study.name.clone() };
        let pages = study.questions.iter().map(|question| &*question.name).chain([INDEX]);
        let files = pages.flat_map(|name| [format!("{name}.md"), format!("{name}.html")]);
        let wrong: Vec<String> =
            files.filter_map(|file| folder.refused(&file).transpose()).collect::<Result<_, _>>()?;
        if wrong.is_empty() { Ok(folder) } else { Err(Error::Usage(wrong.join("\n"))) }
    }

    /// Where the states of the questions are.
    pub fn states(&self) -> PathBuf {
        self.path.join("states")
    }

    /// The file of the index as Markdown.
    pub fn index(&self) -> PathBuf {
        self.path.join(format!("{INDEX}.md"))
    }

    /// The file with every rate and difference.
    pub fn results(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// Why a file may not be replaced; `None` if it may.
    fn refused(&self, file: &str) -> Result<Option<String>, Error> {
        let path = self.path.join(file);
        let Some(bytes) = regular::read_if_there(&path, regular::MOST)? else { return Ok(None) };
        let text = String::from_utf8_lossy(&bytes);
        let shown = path.display();
        let Some((page, study, hash)) = marked(&text) else {
            return Ok(Some(format!("{shown} is not a page of a study: move it, or name another folder")));
        };
        Ok(match study {
            study if study != self.study => Some(format!(
                "{shown} is a page of the study {study}: name another folder for {}",
                self.study
            )),
            _ if hash != hashing::of_bytes(page.as_bytes()) => Some(format!(
                "{shown} was edited: move it away, and write the text into the study file, which makes the page"
            )),
            _ => None,
        })
    }

    /// Writes a document as a page of HTML and one of Markdown.
    pub(super) fn write_page(&self, name: &str, document: &Document) -> Result<(), Error> {
        for (ending, page) in [("md", document.markdown()), ("html", document.html())] {
            let hash = hashing::of_bytes(page.as_bytes());
            self.write(
                &format!("{name}.{ending}"),
                &format!("{page}{MARK}{}, SHA-256 {hash} -->\n", self.study),
            )?;
        }
        Ok(())
    }

    pub(super) fn write(&self, file: &str, text: &str) -> Result<(), Error> {
        self.write_bytes(file, text.as_bytes())
    }

    pub(super) fn write_bytes(&self, file: &str, bytes: &[u8]) -> Result<(), Error> {
        let path: &Path = &self.path.join(file);
        fs::create_dir_all(&self.path)?;
        Ok(atomic::write(path, bytes)?)
    }
}

/// A page without its mark, the study that it is of, and its hash.
fn marked(text: &str) -> Option<(&str, &str, &str)> {
    let (page, mark) = text.split_at(text.rfind(MARK)?);
    let (study, hash) =
        mark.trim_end().strip_prefix(MARK)?.strip_suffix(" -->")?.rsplit_once(", SHA-256 ")?;
    Some((page, study, hash))
}
