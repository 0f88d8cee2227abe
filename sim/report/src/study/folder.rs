//! The folder of a study. Its pages say so in a mark, with a hash: nothing that somebody else wrote, or edited, is replaced.

use super::{INDEX, RESULTS};
use crate::document::Document;
use hyakuman_arena::study::{RESULTS_OF, Study};
use hyakuman_arena::{Error, Observer};
use hyakuman_record::{Lock, RecordError, atomic, folder, hashing, lock, regular};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

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
        folder::check(&folder.path)?;
        let pages = study.questions.iter().map(|question| (&*question.name, question.primary.len()));
        let files = pages.chain([(INDEX, 0)]).flat_map(|(name, plots)| {
            let plots = (1..=plots).map(move |number| plot_file(name, number));
            plots.chain([format!("{name}.md"), format!("{name}.html")])
        });
        let refused = files.chain([RESULTS.to_owned()]).map(|file| folder.refused(&file));
        let wrong: Vec<String> = refused.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        if wrong.is_empty() { Ok(folder) } else { Err(Error::Usage(wrong.join("\n"))) }
    }

    /// Waits until no other process writes pages here. The folder is made.
    pub(super) fn lock(&self, observer: &dyn Observer) -> Result<Lock, Error> {
        folder::create(&self.path)?;
        loop {
            match Lock::try_take(&lock::beside(&self.index()))? {
                Some(lock) => return Ok(lock),
                None if observer.stopped() => return Err(Error::Interrupted),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Where the states of the questions are.
    pub fn states(&self) -> PathBuf {
        self.path.join("states")
    }

    /// The file of the index as Markdown.
    pub fn index(&self) -> PathBuf {
        self.path.join(format!("{INDEX}.md"))
    }

    /// Why a file may not be replaced; `None` if it may.
    fn refused(&self, file: &str) -> Result<Option<String>, Error> {
        let path = self.path.join(file);
        let bytes = match regular::read_if_there(&path, regular::MOST) {
            Err(no_file @ RecordError::Damaged { .. }) => {
                return Ok(Some(format!("{no_file}: move it, or name another folder")));
            }
            found => found?,
        };
        let Some(bytes) = bytes else { return Ok(None) };
        let text = String::from_utf8_lossy(&bytes);
        let shown = path.display();
        let is_results =
            |text: &str| file == RESULTS && text.contains(RESULTS_OF) && text.contains(&self.study);
        if is_results(&text) {
            return Ok(None);
        }
        let Some((page, study, hash)) = marked(&text) else {
            return Ok(Some(format!(
                "{shown} was not made by a study, or was edited: move it, or name another folder"
            )));
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
        self.write_marked(&format!("{name}.md"), &document.markdown())?;
        self.write_marked(&format!("{name}.html"), &document.html())
    }

    /// Writes a text with its mark at the end.
    pub(super) fn write_marked(&self, file: &str, text: &str) -> Result<(), Error> {
        let hash = hashing::of_bytes(text.as_bytes());
        self.write_bytes(file, format!("{text}{MARK}{}, SHA-256 {hash} -->\n", self.study).as_bytes())
    }

    pub(super) fn write_bytes(&self, file: &str, bytes: &[u8]) -> Result<(), Error> {
        let path: &Path = &self.path.join(file);
        Ok(atomic::write(path, bytes)?)
    }
}

/// The file of a plot of a question, by its number from 1.
pub(super) fn plot_file(question: &str, number: usize) -> String {
    if number == 1 { format!("{question}.svg") } else { format!("{question}.{number}.svg") }
}

/// A page without its mark, the study that it is of, and its hash.
fn marked(text: &str) -> Option<(&str, &str, &str)> {
    let (page, mark) = text.split_at(text.rfind(MARK)?);
    let (study, hash) =
        mark.trim_end().strip_prefix(MARK)?.strip_suffix(" -->")?.rsplit_once(", SHA-256 ")?;
    Some((page, study, hash))
}
