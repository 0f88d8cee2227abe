//! The commands: the list that the program, its help, its manual and its completions are made from. Each has its arguments in the file
//! that carries it out.

use crate::failure::Failure;
use crate::wrap;
use anyhow::Result;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use hyakuman_core::excerpt::excerpt;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::{ExitCode, Termination};

/// Declares the commands in their groups: the name of each, and its arguments in the file whose `run` carries it out.
macro_rules! commands {
    ($($title:literal { $($(#[$only:meta])* $command:ident: $room:ident::$args:ident,)+ })+) => {
        /// The commands.
        #[derive(Subcommand, Debug)]
        pub enum Command {
            $($($(#[$only])* $command($crate::$room::$args),)+)+
        }

        impl Command {
            /// Carries the command out, writing to `out`.
            pub fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
                match self {
                    $($($(#[$only])* Command::$command(args) => $crate::$room::run(args, out).map(Termination::report),)+)+
                }
            }
        }

        /// The groups in the help: title, and commands.
        const GROUPS: &[(&str, &[&str])] = &[$(($title, &[$($(#[$only])* stringify!($command),)+]),)+];
    };
}

// The order of the help: what is used most comes first.
commands! {
    "Play and measure" {
        Run: run::RunArgs,
        Compare: compare::CompareArgs,
        Match: contest::MatchArgs,
        Study: study::StudyArgs,
        Play: play::PlayArgs,
        #[cfg(unix)]
        Bot: bot::BotArgs,
    }
    "Look at matches" {
        Show: show::ShowArgs,
        Review: review::ReviewArgs,
        Replay: replay::ReplayArgs,
    }
    "Hands" {
        Hand: hand::HandArgs,
        Score: score::ScoreArgs,
    }
    "Data sets" {
        Data: data::DataArgs,
    }
    "Agents and rules" {
        Agents: agents::AgentsArgs,
        Rules: rules::RulesArgs,
    }
    "The shell" {
        Completions: shell::CompletionsArgs,
        Man: shell::ManArgs,
    }
}

/// Commands that were commands of the program, and the one that has them now.
const MOVED: [(&str, &[&str]); 2] = [
    ("agents", &["adapt", "calibrate", "labels", "places", "planes"]),
    ("data", &["expand", "import", "report", "verify"]),
];

/// The whole command line.
#[derive(Parser, Debug)]
#[command(
    name = "hyakuman",
    version,
    about = "A high-throughput mahjong self-play simulator for AI research",
    after_help = "Exit codes: 0 ok, 1 failed, 2 usage or bad input, 3 an agent broke the protocol, 130 interrupted."
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Reads the command line.
pub fn read() -> Result<Command, clap::Error> {
    let whole = Cli::command();
    let help = help(&whole);
    let mut whole = whole.help_template(help);
    let matches = whole.try_get_matches_from_mut(env::args_os())?;
    Cli::from_arg_matches(&matches).map(|cli| cli.command).map_err(|error| error.format(&mut whole))
}

/// The help of the program: clap's, with the commands in groups.
fn help(whole: &clap::Command) -> String {
    let (header, literal) = (whole.get_styles().get_header(), whole.get_styles().get_literal());
    let mut help = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    let names = whole.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    for (title, group) in GROUPS {
        let _ = writeln!(help, "{header}{title}:{header:#}");
        for command in group.iter().filter_map(|name| whole.find_subcommand(name.to_lowercase())) {
            let (name, about) = (command.get_name(), command.get_about().map(ToString::to_string));
            let text =
                wrap::hanging(&" ".repeat(names + 4), &about.unwrap_or_default(), names + 4, wrap::width());
            let _ = writeln!(help, "  {literal}{name}{literal:#}{}", &text[2 + name.len()..]);
        }
        help.push('\n');
    }
    help + &format!("{header}Options:{header:#}\n{{options}}{{after-help}}")
}

/// Where a command is that was one of the program, as a sentence.
pub fn moved(name: &str) -> Option<String> {
    let (command, _) = MOVED.iter().find(|(_, names)| names.contains(&name))?;
    Some(format!("`hyakuman {name}` is now `hyakuman {command} {name}`"))
}

/// Prints clap's message: help on standard output, errors on standard error. Long arguments quoted in it are
/// shortened.
pub fn print(mut error: clap::Error) -> Result<ExitCode> {
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(sentence) = moved(name)
    {
        return Err(Failure::Usage(sentence).into());
    }
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let shown = ContextValue::String(excerpt(text));
            error.insert(kind, shown);
        }
    }
    if let Some(tip) = tip(&error) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error.print()?;
    io::stdout().flush()?;
    Ok(ExitCode::from(if error.use_stderr() { 2 } else { 0 }))
}

/// What to give instead of a fixed number where the end is open; which commands have an open end.
fn tip(error: &clap::Error) -> Option<&'static str> {
    if error.kind() == ErrorKind::UnknownArgument {
        let unknown = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
        let is_open = ["--until", "--for", "--max-games"].contains(&unknown.as_str());
        return is_open
            .then_some("--until, --for and --max-games are of `compare` and `match`; `run` plays --games N");
    }
    let both = [ContextKind::InvalidArg, ContextKind::PriorArg].map(|kind| format!("{:?}", error.get(kind)));
    let names = |option: &str| both.iter().any(|shown| shown.contains(option));
    let is_open = error.kind() == ErrorKind::ArgumentConflict && (names("--until ") || names("--for "));
    let tips = [
        ("--games ", "--max-games N limits the matches of --until and --for"),
        ("--walls ", "--max-walls N limits the walls of --until and --for"),
    ];
    tips.into_iter().find(|(option, _)| is_open && names(option)).map(|(_, tip)| tip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let whole = Cli::command();
        let commands: Vec<&str> = whole.get_subcommands().map(clap::Command::get_name).collect();
        let listed: Vec<String> =
            GROUPS.iter().flat_map(|(_, group)| *group).map(|name| name.to_lowercase()).collect();
        assert_eq!(commands, listed);
    }

    #[test]
    fn what_moved_is_there_and_nowhere_else() {
        let whole = Cli::command();
        for (command, names) in MOVED {
            let now = whole.find_subcommand(command).expect(command);
            assert!(names.iter().all(|name| now.find_subcommand(name).is_some()), "{command}");
            assert!(names.iter().all(|name| whole.find_subcommand(name).is_none()), "{command}");
        }
    }
}
