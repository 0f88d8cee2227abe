//! The rows of a record against the matches that they describe.

mod given;
mod house;
mod labels;
mod oracle;
mod reader;
mod replays;
mod shown;
mod support;
mod tables;
mod three;
mod yangzhou;
