//! The tests of this crate as one program: what they share is compiled once.

mod bot;
mod calibrate;
mod cli;
mod compare;
mod contest;
mod docs;
mod import;
mod learned;
mod metrics;
mod mjai;
mod places;
mod play;
mod process;
mod record;
mod replay;
mod report;
mod review;
mod rooms;
mod score;
mod show;
mod show_html;
mod study;
