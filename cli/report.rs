//! `hyakuman report`: the statistics of a data set.

use crate::failure::Failure;
use crate::folder;
use crate::output::OutputArgs;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::datasets::several::SetFolder;
use hyakuman_arena::{Summary, data_sets, summarize};
use hyakuman_report::{json, run::of_data_sets};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show the statistics of a data set, also as a page with tables and plots
///
/// They are those of the run with all metrics, how they grew more precise from part to part, and, if there is the table kyoku, the scores
/// by kyoku. docs/report.md explains each plot. An HTML page is one file without scripts, and loads nothing.
#[derive(Args, Debug)]
#[command(mut_arg("html", |html| html.visible_alias("out")))]
pub struct ReportArgs {
    /// Folder of the data set, or of several: each has a part of its own
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `hyakuman report`, writing to `out`.
pub fn run(args: &ReportArgs, out: &mut impl Write) -> Result<()> {
    folder::data_set(&args.dir)?;
    args.output.files().try_for_each(|file| refuse_file_of(&args.dir, file))?;
    let pages = args.output.prepare(&[])?;
    let (sets, watch) = (data_sets(&args.dir)?, Watch::new()?);
    let summaries = sets.iter().map(|set| summary(set, &watch.next())).collect::<Result<Vec<_>>>()?;
    let names: Vec<&str> = sets.iter().map(|set| &set.name[..]).collect();
    let document = of_data_sets(&names, &summaries);
    let json = objects(&sets, &summaries).to_string();
    args.output.write(pages, &document, [&document.text(true), &json], out)
}

fn summary(set: &SetFolder, watch: &Watch) -> Result<Summary> {
    let summary = summarize(&set.dir, watch);
    watch.finish();
    summary.map_err(|error| watch.failure(error, |_, _| "interrupted".into()))
}

/// The object of a data set; of several a list of theirs.
fn objects(sets: &[SetFolder], summaries: &[Summary]) -> Value {
    if let [alone] = summaries {
        return json::data_set(alone);
    }
    let named = |(set, summary): (&SetFolder, &Summary)| {
        let mut object = json::data_set(summary);
        object["dir"] = json!(set.dir.to_string_lossy());
        object["name"] = json!(set.name);
        object
    };
    json!({ "data_sets": sets.iter().zip(summaries).map(named).collect::<Vec<_>>() })
}

/// In the folder of the data set a page must not be one of its files.
fn refuse_file_of(dir: &Path, page: &Path) -> Result<()> {
    let folder = page.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let full = |path: &Path| path.canonicalize().ok();
    let inside = full(dir).zip(full(folder)).is_some_and(|(dir, folder)| folder.starts_with(dir));
    if !inside || page.extension().is_some_and(|ending| ending == "html" || ending == "md") {
        return Ok(());
    }
    let page = page.display();
    let sentence = format!("{page} is in the folder of the data set: its name has to end in .html or .md");
    Err(Failure::Usage(sentence).into())
}
