//! The rows of a record against the matches they are about.

mod labels;
mod reader;
mod replays;
mod shown;
mod support;
mod tables;
mod three;
mod yangzhou;
