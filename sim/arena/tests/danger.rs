//! Danger tables: the same for any number of threads, and in agreement with the statistics of the run.

use hyakuman_agents::Roster;
use hyakuman_analysis::Ratio;
use hyakuman_arena::danger::{DORA, DRAWN, SETS, SPANS, WinningHand, discards_in};
use hyakuman_arena::measures::PlayerCount;
use hyakuman_arena::{Arena, Dangers, Quiet, Rules};
use hyakuman_riichi::danger::DangerClass;
use hyakuman_riichi::shown::Sign;

fn read(rules: &str, games: u64, threads: u64) -> Result<Dangers, String> {
    let (rules, roster) = (Rules::preset(rules).unwrap(), Roster::built_in());
    let arena = Arena::new(&rules, &roster).games(games).threads(threads);
    arena.danger(&Quiet).map_err(|error| error.to_string())
}

fn percent(of: &Ratio) -> f64 {
    100.0 * of.share().unwrap().value
}

#[test]
fn the_same_for_any_number_of_threads() {
    let found = [1, 2].map(|threads| read("tenhou-east", 150, threads).unwrap());
    assert_eq!(found[0].tables, found[1].tables);
    assert_eq!(found[0].decisions, found[1].decisions);
}

/// Every deal-in is in the table of losses, with what it cost; a class is 0 where it must be.
#[test]
fn losses_are_those_of_the_statistics() {
    for id in ["tenhou", "tenhou-sanma", "shura"] {
        let found = read(id, 60, 2).unwrap();
        let (rules, roster) = (Rules::preset(id).unwrap(), Roster::built_in());
        let played = Arena::new(&rules, &roster).games(60).play(&Quiet).unwrap();
        let mut paid = 0;
        for hand in WinningHand::ALL {
            for (dealer, dora) in (0..2 * DORA).map(|at| (at < DORA, at % DORA)) {
                paid += found.tables.loss(hand, dealer, dora).total();
            }
        }
        let expected = played.stats.agents[0].total(PlayerCount::DealInCost as usize);
        assert!(paid > 0 && paid == expected.into(), "{id}: {paid} of {expected}");
        assert_eq!(found.decisions, played.decisions);
        let safe = (0..SPANS).map(|span| found.tables.riichi(DangerClass::Safe, span));
        assert!(safe.clone().all(|cell| cell.total() == 0) && safe.map(Ratio::trials).sum::<i128>() > 1_000);
    }
}

/// The tables of open hands count the hands and the kinds of the others once.
#[test]
fn open_hands_are_counted_by_what_they_show() {
    for id in ["tenhou", "tenhou-sanma"] {
        let tables = read(id, 200, 2).unwrap().tables;
        for (sets, span) in (1..SETS).flat_map(|sets| (0..SPANS).map(move |span| (sets, span))) {
            let rows = Sign::ALL.into_iter().flat_map(|sign| (0..DRAWN).map(move |drawn| (sign, drawn)));
            let cells = rows.map(|(sign, drawn)| tables.drawn(sign, sets, drawn, span));
            let add =
                |[trials, total]: [i128; 2], cell: &Ratio| [trials + cell.trials(), total + cell.total()];
            let of = tables.tenpai(sets, span);
            assert_eq!(cells.fold([0; 2], add), [of.trials(), of.total()], "{id}: {sets} sets, {span}");
        }
        let cell = |sign, class| tables.open(sign, class, 3);
        let simples = percent(cell(Sign::Simples, DangerClass::NoSuji46));
        assert!(simples > 3.0 * percent(cell(Sign::Simples, DangerClass::NoSuji19)), "{id}: tanyao");
        assert!(cell(Sign::OffFlush, DangerClass::GuestWind3).trials() == 0, "honors are of every flush");
        let dora = tables.dora(false, DangerClass::NoSuji5, 3);
        let all = Sign::ALL.map(|sign| cell(sign, DangerClass::NoSuji5).trials()).iter().sum::<i128>();
        assert!(0 < dora.trials() && dora.trials() < all / 4, "{id}: {} of {all} are dora", dora.trials());
    }
}

/// Values of the same tables from 20,000 matches, read by another program.
#[test]
fn tables_are_those_of_an_earlier_reading() {
    let tables = read("tenhou", 400, 2).unwrap().tables;
    for (class, expected) in [
        (DangerClass::NoSuji5, 10.1),
        (DangerClass::NoSuji37, 9.4),
        (DangerClass::NoSuji19, 4.8),
        (DangerClass::HalfSuji46, 7.1),
        (DangerClass::Suji19, 1.2),
        (DangerClass::GuestWind1, 0.0),
    ] {
        let cell = tables.riichi(class, 2);
        let found = percent(cell);
        assert!((found - expected).abs() < 0.2 * expected + 0.3, "{}: {found}, {expected}", class.name());
    }
    for (sets, expected) in [(1, [2.1, 10.1, 22.9]), (2, [10.7, 28.9, 44.5])] {
        for (span, expected) in expected.into_iter().enumerate() {
            let found = percent(tables.tenpai(sets, span));
            assert!(
                (found - expected).abs() < 3.0,
                "{sets} sets, {:?}: {found}, {expected}",
                discards_in(span)
            );
        }
    }
    assert!((0..SETS).all(|sets| tables.tenpai(sets, 2).trials() > 0 || sets == SETS - 1));
}

#[test]
fn other_families_have_no_danger_tables() {
    let message = "danger tables are read from riichi mahjong; yangzhou is a ruleset of yangzhou";
    assert_eq!(read("yangzhou", 1, 1).unwrap_err(), message);
}
