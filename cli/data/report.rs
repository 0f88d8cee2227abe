//! `hyakuman data report`: the statistics of a data set as one HTML page, or as JSON.

use crate::failure::Failure;
use crate::folder;
use crate::page_file::PageFile;
use crate::run::report::{Report, Timing};
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use hyakuman_arena::datasets::several::SetFolder;
use hyakuman_arena::datasets::summary::{Growth, HouseMean, KyokuScores};
use hyakuman_arena::{Summary, data_sets, summarize};
use hyakuman_record::Shard;
use hyakuman_report::RunPage;
use hyakuman_report::json::estimate;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Show the statistics of a data set as an HTML page with tables and plots
///
/// The page is one file without scripts, and loads nothing. It has placements, wins, yaku, comebacks and all rates of the run,
/// how they grew more precise from part to part, and, if there is the table kyoku, the scores by kyoku. docs/report.md explains
/// each plot. `hyakuman run` and `hyakuman compare` write such a page with --html.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Folder of the data set, or of several: the page has a part for each
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Write the page to this file; a file that exists is replaced. Without it the page goes to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the numbers of the page as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `hyakuman data report`, writing to `out`.
pub fn run(args: &ReportArgs, out: &mut impl Write) -> Result<()> {
    if args.out.is_none() && !args.json && io::stdout().is_terminal() {
        return Err(Failure::Usage("a page is not for the terminal: give --out FILE".into()).into());
    }
    folder::data_set(&args.dir)?;
    let page = args.out.as_deref().map(|path| file(&args.dir, path)).transpose()?;
    let (sets, watch) = (data_sets(&args.dir)?, Watch::new()?);
    let summaries = sets.iter().map(|set| summary(set, &watch.next())).collect::<Result<Vec<_>>>()?;
    let html = || match &summaries[..] {
        [alone] => RunPage::of(alone).html(),
        several => {
            let names: Vec<&str> = sets.iter().map(|set| &set.name[..]).collect();
            RunPage::of_several(&names, several)
        }
    };
    match page {
        Some(page) => page.write_and_say(&html())?,
        None if !args.json => out.write_all(html().as_bytes())?,
        None => {}
    }
    if args.json {
        writeln!(out, "{}", objects(&sets, &summaries))?;
    }
    Ok(())
}

fn summary(set: &SetFolder, watch: &Watch) -> Result<Summary> {
    let summary = summarize(&set.dir, watch);
    watch.finish();
    summary.map_err(|error| watch.failure(error, |_, _| "interrupted".into()))
}

/// The object of a data set; of several a list of theirs.
fn objects(sets: &[SetFolder], summaries: &[Summary]) -> Value {
    if let [alone] = summaries {
        return object(alone);
    }
    let named = |(set, summary): (&SetFolder, &Summary)| {
        let mut object = object(summary);
        object["dir"] = json!(set.dir.to_string_lossy());
        object["name"] = json!(set.name);
        object
    };
    json!({ "data_sets": sets.iter().zip(summaries).map(named).collect::<Vec<_>>() })
}

/// The file of the page. In the folder of the data set it must not be one of its files.
fn file(dir: &Path, path: &Path) -> Result<PageFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let inside = dir
        .canonicalize()
        .ok()
        .zip(folder.canonicalize().ok())
        .is_some_and(|(dir, folder)| folder.starts_with(dir));
    if inside && path.extension().is_none_or(|ending| ending != "html") {
        let sentence =
            format!("{} is in the folder of the data set: its name has to end in .html", path.display());
        return Err(Failure::Usage(sentence).into());
    }
    PageFile::new(path)
}

/// The object of `run` without `timing`, then what only data sets have.
fn object(summary: &Summary) -> Value {
    let Summary { recipe, rules, lineup, stats, inapplicable, growth, scores, house } = summary;
    let report = Report {
        rules,
        lineup,
        games: recipe.games,
        seed: recipe.seed,
        shard: Shard::WHOLE,
        stats,
        inapplicable,
        metrics: true,
        timing: Timing::new(0.0, 0, 0, 0),
    };
    let mut object = report.object();
    object["recorded_by"] = json!(recipe.version);
    object["growth"] = growth.iter().map(|growth| grown(summary, growth)).collect();
    object["score_by_kyoku"] =
        json!(scores.as_ref().map(|scores| scores.iter().map(by_kyoku).collect::<Vec<_>>()));
    object["house"] = json!(house.as_ref().map(|means| means.iter().map(of_house).collect::<Vec<_>>()));
    object
}

fn grown(summary: &Summary, Growth { agent, measure, points }: &Growth) -> Value {
    let agent = agent.map(|agent| summary.lineup.agents()[agent].to_string());
    let points = points.iter().map(
        |point| json!({ "walls": point.walls, "games": point.matches, "rate": estimate(point.estimate) }),
    );
    json!({ "agent": agent, "measure": measure.name, "points": points.collect::<Vec<_>>() })
}

fn of_house(HouseMean { name, players, .. }: &HouseMean) -> Value {
    json!({ "name": name, "players": players.iter().copied().map(estimate).collect::<Vec<_>>() })
}

fn by_kyoku(KyokuScores { kyoku, name, matches, players, places }: &KyokuScores) -> Value {
    let [players, places] =
        [players, places].map(|scores| scores.iter().copied().map(estimate).collect::<Vec<_>>());
    json!({ "kyoku": kyoku, "name": name, "games": matches, "players": players, "places": places })
}
