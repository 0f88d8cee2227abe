//! What an agent thinks of the decisions of a match, and the totals of many matches by player.

use crate::document::{Block, Cell, Document, Fact, Table, plain};
use crate::head::matches;
use hyakuman_agents::Spec;
use hyakuman_analysis::figures::ranged;
use hyakuman_arena::review::players::Player;
use hyakuman_arena::review::{BySort, Kyoku, Review, ReviewSums, Reviewed, Reviews, Sort};
use hyakuman_core::Seat;
use hyakuman_core::excerpt::escaped;
use hyakuman_core::game::{Candidate, Game, ValueUnit};
use hyakuman_riichi::Riichi;

/// The review of a match, with what is said of it.
#[derive(Clone, Debug)]
pub struct OfMatch {
    /// The rules, by name and changes.
    pub rules: String,
    /// The agent that judges.
    pub agent: Spec,
    /// The number of seats of the match.
    pub seats: usize,
    /// By seat; empty names are unknown.
    pub names: Vec<String>,
    /// The decisions.
    pub review: Review,
    /// The unit of values and losses.
    pub unit: ValueUnit,
    /// Notes for the reader; may be empty.
    pub note: String,
}

/// The totals of the seats by sort and by kyoku, and so many decisions with another choice of the agent: those of the greatest losses, or the
/// first ones.
pub fn of_match(found: &OfMatch, title: String, top: usize, by_loss: bool) -> Document {
    let OfMatch { rules, agent, note, unit, .. } = found;
    let what = format!("reviewed by {agent} ({}); values in {}", escaped(rules), in_words(*unit));
    let note = Some(note).filter(|note| !note.is_empty()).map(|note| Fact::bare("note", vec![escaped(note)]));
    let facts = [Fact::bare("review", vec![what])].into_iter().chain(note).collect();
    let seats = found.review.seats();
    let players = seats.iter().map(|&seat| player(found, seat)).collect();
    let mut blocks = vec![Block::Facts(facts), Block::Facts(players), Block::Table(totals(found, &seats))];
    let mut others: Vec<&Reviewed> = found.review.decisions.iter().filter(|found| !found.agrees()).collect();
    let count = others.len();
    if by_loss {
        others.sort_by(|a, b| b.loss().unwrap_or(-1.0).total_cmp(&a.loss().unwrap_or(-1.0)));
    }
    others.truncate(top);
    let which = if by_loss { "greatest losses" } else { "other choices, in order" };
    blocks.push(Block::Note(format!("{which} ({} of {count} decisions with another choice):", others.len())));
    blocks.extend(others.into_iter().map(|reviewed| Block::Note(decision(found, reviewed))));
    Document { title, blocks }
}

fn player(found: &OfMatch, seat: Seat) -> Fact {
    let all = ReviewSums::of(found.review.of_seat(seat));
    let items = vec![
        format!("{} decisions", all.decisions),
        format!("{} the same ({})", all.same, agreement(&all)),
        format!("mean loss {}", mean(all.mean_loss(), found.unit)),
        format!("in all {}", number(all.loss, found.unit)),
    ];
    Fact::new(seat_name(seat, &found.names), items)
}

/// A row for each sort and, behind an empty one, for each kyoku; a column for each seat.
fn totals(found: &OfMatch, seats: &[Seat]) -> Table {
    let cell = |totals: ReviewSums| {
        let ReviewSums { decisions, same, .. } = totals;
        let counts = if decisions == 0 { String::new() } else { format!("{same}/{decisions}") };
        Cell { interval: format!("{:>8}", mean(totals.mean_loss(), found.unit)), ..plain(counts) }
    };
    let players: Vec<BySort> = seats.iter().map(|&seat| BySort::of(found.review.of_seat(seat))).collect();
    let sorts = Sort::ALL.into_iter().map(|sort| (sort, players.iter().map(move |player| *player.get(sort))));
    let sorts = sorts.filter(|(_, totals)| totals.clone().any(|totals| totals.decisions > 0));
    let sorts = sorts.map(|(sort, totals)| (sort.name().to_owned(), totals.map(cell).collect::<Vec<_>>()));
    let kyoku = found.review.by_kyoku().map(|(kyoku, decisions)| {
        let of = |&seat: &Seat| ReviewSums::of(decisions.iter().filter(|reviewed| reviewed.seat == seat));
        (kyoku_name(kyoku, found.seats), seats.iter().map(of).map(cell).collect())
    });
    let heads = seats.iter().map(|seat| format!("seat {}", seat.index()));
    let heads = ["the same, mean loss".to_owned()].into_iter().chain(heads);
    Table::new(heads, sorts.chain([(String::new(), Vec::new())]).chain(kyoku))
}

/// A decision in three lines: where it was and what was lost, what was done, what the agent would have done.
fn decision(found: &OfMatch, reviewed: &Reviewed) -> String {
    let loss = reviewed.loss().map_or("?".into(), |loss| number(loss.into(), found.unit));
    let (kyoku, seat) = (kyoku_name(reviewed.kyoku, found.seats), seat_name(reviewed.seat, &found.names));
    let played = reviewed.loss_in_rollouts().map_or(String::new(), |played| {
        format!(", in rollouts {} {}", ranged(&played, 2), in_words(ValueUnit::RankPoints))
    });
    let action = |what: &str, code: u8| {
        let candidate = reviewed.evaluation.as_ref().and_then(|evaluation| evaluation.of(code));
        let text = candidate.map_or(String::new(), |candidate| candidate_text(candidate, found.unit));
        let played = reviewed.rollouts.as_ref().and_then(|played| played.of(code));
        let played = played.map_or(String::new(), |played| format!(", rollouts {:.2}", played.worth.value));
        format!("\n  {what:<6}{:<28}{text}{played}", Riichi::<4>::action_name(code))
    };
    let (done, choice) = (action("did", reviewed.done), action("agent", reviewed.choice));
    format!("{kyoku}  {seat}  {}: lost {loss}{played}{done}{choice}", reviewed.hand)
}

/// `1.02, wins 12.3 %, deals in 4.0 %, then 9s`.
fn candidate_text(candidate: &Candidate, unit: ValueUnit) -> String {
    let mut text = number(candidate.value.into(), unit);
    let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
    text += &candidate.win.map_or(String::new(), |win| format!(", wins {}", percent(win)));
    text += &candidate.deal_in.map_or(String::new(), |deal_in| format!(", deals in {}", percent(deal_in)));
    text + &candidate.then.map_or(String::new(), |kind| format!(", then {kind}"))
}

/// The totals of the players of many matches, with losses in this unit.
pub fn of_many(found: &Reviews, agent: &Spec, unit: ValueUnit) -> Document {
    let Reviews { players, logs, unreadable, disagreeing, twice, .. } = found;
    let what =
        vec![format!("{}, reviewed by {agent}; losses in {}", matches(players.matches), in_words(unit))];
    let read = if *logs == 1 { "1 log".to_owned() } else { format!("{logs} logs") };
    let mut read = vec![read, format!("{unreadable} unreadable"), format!("{disagreeing} in disagreement")];
    read.extend((*twice > 0).then(|| format!("{} there twice", matches(*twice))));
    let logs = (*logs > 0).then(|| Fact::bare("logs", read));
    let facts = [Fact::bare("review", what)].into_iter().chain(logs).collect();
    let heads = ["player", "matches", "decisions", "the same", "mean loss", "95 % interval"];
    let table = Table::new(heads, players.iter().map(|(name, player)| row(name, player, unit)));
    let unknown = players.iter().any(|(_, player)| player.interval().is_none());
    let reading = "no interval: matches on fewer than ten walls, or all with the same mean loss";
    let reading = unknown.then(|| Block::Reading(reading.to_owned()));
    let blocks = [Block::Facts(facts), Block::Table(table)].into_iter().chain(reading).collect();
    Document { title: format!("Matches reviewed by {agent}"), blocks }
}

fn row(name: &str, player: &Player, unit: ValueUnit) -> (String, Vec<Cell>) {
    let all = &player.totals.all;
    let bounds = player.interval().map(|bounds| bounds.map(|bound| mean(Some(bound), unit)).join(" to "));
    let name = if name.is_empty() { "(no name)".to_owned() } else { escaped(name) };
    let cells = [
        player.matches.to_string(),
        all.decisions.to_string(),
        agreement(all),
        mean(all.mean_loss(), unit),
        bounds.unwrap_or("-".into()),
    ];
    (name, cells.map(plain).into())
}

/// A value or loss with the decimals that mean something.
fn number(value: f64, unit: ValueUnit) -> String {
    format!("{value:.0$}", unit.decimals())
}

/// The mean of losses, with a decimal more; `-` for none.
fn mean(value: Option<f64>, unit: ValueUnit) -> String {
    value.map_or("-".into(), |value| format!("{value:.0$}", unit.decimals() + 1))
}

fn in_words(unit: ValueUnit) -> &'static str {
    match unit {
        ValueUnit::Points => "points",
        ValueUnit::RankPoints => "final rank points",
        ValueUnit::Logit => "logits",
    }
}

/// `83.1 %`; `-` without decisions.
fn agreement(totals: &ReviewSums) -> String {
    totals.agreement().map_or("-".into(), |share| format!("{:.1} %", 100.0 * share))
}

/// `seat 2`, with the name where it is known.
fn seat_name(seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()) {
        Some(name) if !name.is_empty() => format!("seat {} ({})", seat.index(), escaped(name)),
        _ => format!("seat {}", seat.index()),
    }
}

/// `East 2`, `East 2, honba 1`.
fn kyoku_name(kyoku: Kyoku, seats: usize) -> String {
    let (wind, number) = (kyoku.index as usize / seats, kyoku.index as usize % seats);
    let name = format!("{} {}", ["East", "South", "West", "North"][wind % 4], number + 1);
    if kyoku.honba == 0 { name } else { format!("{name}, honba {}", kyoku.honba) }
}
