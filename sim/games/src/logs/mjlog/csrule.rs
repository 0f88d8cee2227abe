//! The rules of a Tenhou lobby with rules of its own (`csrule`): two numbers whose bits switch rules, points, uma.
//! Source: the site's blog, article 39084756, and what programs that edit lobbies write.
//!
//! | entry | meaning |
//! | --- | --- |
//! | 0, 1 | bits, hexadecimal: [`FIRST`], [`SECOND`] |
//! | 4, 5, 6, 7 | points at the start; that end the extension; that count as zero; that end the match |
//! | 10, 11 | points of a riichi stick; of a honba, from each who pays a tsumo |
//! | 16 to 18 | what each noten seat pays when one, two or three are tenpai |
//! | 21 to 35 | uma of the second, third and fourth place when none to four seats are below entry 6 |
//! | 36 to 44 | seconds to think |
//!
//! An empty entry has the site's usual value.

use crate::logs::model::NamedRules;

/// A bit, and the rules that it sets.
type Switch = (u32, &'static [(&'static str, &'static str)]);

/// Bits of the first number and the rules that they set.
const FIRST: &[Switch] = &[
    (0, &[("nagashi", "Off")]),
    (1, &[("kiriage", "true")]),
    (2, &[("tobi", "Off")]),
    (3, &[("minkan_dora", "Immediate")]),
    (4, &[("dora_omote", "false")]),
    (5, &[("dora_kan", "false"), ("dora_kan_ura", "false")]),
    (6, &[("dora_ura", "false"), ("dora_kan_ura", "false")]),
    (7, &[("dora_kan_ura", "false")]),
    (8, &[("abort_suufon", "false")]),
    (9, &[("abort_suukan", "false")]),
    (10, &[("abort_suucha", "false")]),
    (11, &[("abort_kyuushu", "false")]),
    (12, &[("triple_ron_abort", "false")]),
    (13, &[("multi_ron", "HeadBump")]),
    (14, &[("agari_yame", "Off")]),
    (15, &[("tenpai_yame", "Off")]),
    (19, &[("ippatsu", "false")]),
    (21, &[("extension_winds", "0"), ("target_points", "0")]),
    (24, &[("renhou", "Mangan")]),
    (25, &[("riichi_min_remaining", "0")]),
];

/// Those of the first number with three players only.
const FIRST_OF_THREE: &[Switch] =
    &[(22, &[("kita", "Off"), ("kita_ron", "false")]), (23, &[("sanma_tsumo", "SplitEven")])];

/// Those of the second number.
const SECOND: &[Switch] = &[
    (0, &[("double_wind_pair_fu", "2")]),
    (1, &[("tie_break", "Split")]),
    (2, &[("leftover_sticks", "Vanish")]),
    (3, &[("pao", "[\"Daisangen\", \"Daisuushi\", \"Suukantsu\"]")]),
    (4, &[("kazoe", "Off")]),
];

/// Bits that are not rules of play, or are read apart: no extension (21) and three rons (12, 13), renchan (16, 17), rounding, which the final
/// points show (18), rules of three players (22, 23), the display (30); time to think (6 and 10 of the second number).
const READ_APART: [u32; 2] = [1 << 16 | 1 << 17 | 1 << 18 | 1 << 22 | 1 << 23 | 1 << 30, 1 << 6 | 1 << 10];

const NO_WIN_RENCHAN: u32 = 1 << 16;
const NO_TENPAI_RENCHAN: u32 = 1 << 17;
const NO_TRIPLE_RON_ABORT: u32 = 1 << 12;
const HEAD_BUMP: u32 = 1 << 13;
const NO_EXTENSION: u32 = 1 << 21;

/// Entries that are read, or concern the time to think.
const READ: [std::ops::RangeInclusive<usize>; 5] = [0..=1, 4..=7, 10..=11, 16..=18, 21..=44];

/// Entry of the first uma.
const UMA: usize = 21;

/// The rules of a lobby by the entries of its `csrule`.
pub(crate) fn read(entries: &[&str], seats: usize) -> NamedRules {
    let mut csrule = CsRule { entries, seats, named: NamedRules::default() };
    let [first, second] = [0, 1].map(|number| csrule.bits(number));
    csrule.switch(first, FIRST);
    csrule.switch(second, SECOND);
    if seats == 3 {
        csrule.switch(first, FIRST_OF_THREE);
    }
    csrule.unknown(0, first, FIRST);
    csrule.unknown(1, second, SECOND);
    csrule.combined(first);
    csrule.points(first & NO_EXTENSION == 0);
    csrule.noten();
    csrule.uma();
    csrule.rest();
    csrule.named
}

struct CsRule<'a> {
    entries: &'a [&'a str],
    seats: usize,
    named: NamedRules,
}

impl CsRule<'_> {
    fn text(&self, entry: usize) -> &str {
        self.entries.get(entry).map_or("", |text| text.trim())
    }

    fn not_supported(&mut self, entry: usize) {
        let what = format!("csrule[{entry}] = {}", self.text(entry));
        self.named.unsupported(what);
    }

    fn bits(&mut self, entry: usize) -> u32 {
        let text = self.text(entry);
        let bits = if text.is_empty() { Some(0) } else { u32::from_str_radix(text, 16).ok() };
        bits.unwrap_or_else(|| {
            self.not_supported(entry);
            0
        })
    }

    /// A number of points or uma; `None` if the entry is empty.
    fn number(&mut self, entry: usize) -> Option<i32> {
        let text = self.text(entry);
        let number = text.parse().ok().filter(|number: &i32| number.abs() <= 1_000_000);
        if number.is_none() && !text.is_empty() {
            self.not_supported(entry);
        }
        number
    }

    /// Sets the rules of the bits that are set.
    fn switch(&mut self, bits: u32, rules: &[Switch]) {
        for (_, sets) in rules.iter().filter(|(bit, _)| bits >> bit & 1 == 1) {
            sets.iter().for_each(|(key, value)| self.named.set(key, value));
        }
    }

    /// Names the bits of unknown meaning.
    fn unknown(&mut self, number: usize, bits: u32, rules: &[Switch]) {
        let known = rules.iter().fold(READ_APART[number], |known, (bit, _)| known | 1 << bit);
        let unknown = (0..u32::BITS).filter(|bit| bits & !known & 1 << bit != 0);
        unknown.for_each(|bit| self.named.unsupported(format!("bit {bit} of csrule[{number}]")));
    }

    /// What several bits say together.
    fn combined(&mut self, bits: u32) {
        match (bits & NO_WIN_RENCHAN != 0, bits & NO_TENPAI_RENCHAN != 0) {
            (true, true) => self.renchan("None", &["agari_yame", "tenpai_yame"]),
            (false, true) => self.renchan("Win", &["tenpai_yame"]),
            (true, false) => self.named.unsupported("bit 16 of csrule[0] without bit 17"),
            (false, false) => {}
        }
        if bits & (NO_TRIPLE_RON_ABORT | HEAD_BUMP) == NO_TRIPLE_RON_ABORT && self.seats == 4 {
            self.named.set("multi_ron", "Triple");
        }
    }

    /// Sets what keeps the deal, without the choices to stop that it takes away.
    fn renchan(&mut self, value: &str, stops: &[&str]) {
        self.named.set("renchan", value);
        stops.iter().for_each(|stop| self.named.set(stop, "Off"));
    }

    fn points(&mut self, extends: bool) {
        let keys = ["start_points", "target_points", "reference_points", "upper_limit_end", "riichi_stick"];
        for (key, entry) in keys.into_iter().zip([4, 5, 6, 7, 10]) {
            let ends = entry != 7;
            match self.number(entry).filter(|&points| ends || points != 0) {
                Some(points) if extends || entry != 5 => self.named.set(key, points),
                _ => {}
            }
        }
        if let Some(honba) = self.number(11) {
            self.named.set("honba_tsumo_each", honba);
            self.named.set("honba_ron", honba * (self.seats as i32 - 1));
        }
    }

    /// What noten seats pay: a sum that is the same in all cases, so much to each seat, or so much each.
    fn noten(&mut self) {
        let usual: &[i32] = if self.seats == 4 { &[1_000, 1_500, 3_000] } else { &[1_000, 2_000] };
        let paid: Vec<i32> = (0..self.seats - 1).map(|i| self.number(16 + i).unwrap_or(usual[i])).collect();
        let seats = self.seats as i32;
        let pool = paid.iter().zip(1..).map(|(each, tenpai)| each * (seats - tenpai));
        let pair = paid.iter().zip(1..).map(|(each, tenpai)| (each / tenpai, each % tenpai));
        let same = |values: &[i32]| values.windows(2).all(|pair| pair[0] == pair[1]);
        let (pool, pair): (Vec<i32>, Vec<(i32, i32)>) = (pool.collect(), pair.collect());
        if paid == usual {
            return;
        }
        if same(&pool) {
            self.named.set("noten.Pool", pool[0]);
        } else if pair.iter().all(|&each| each == (paid[0], 0)) {
            self.named.set("noten.PerPair", paid[0]);
        } else if same(&paid) {
            self.named.set("noten.PerNoten", paid[0]);
        } else {
            (16..15 + self.seats).for_each(|entry| self.not_supported(entry));
        }
    }

    /// The uma when so many seats are below the points that count as zero.
    fn uma_row(&mut self, below: usize) -> [i32; 4] {
        let usual: &[i32] = if self.seats == 4 { &[10, -10, -20] } else { &[0, -20] };
        let mut row = [0; 4];
        for (place, &usual) in usual.iter().enumerate() {
            row[place + 1] = self.number(UMA + 3 * below + place).unwrap_or(usual);
        }
        row[0] = -row.iter().sum::<i32>();
        row
    }

    fn uma(&mut self) {
        if (UMA..UMA + 15).all(|entry| self.text(entry).is_empty()) {
            return;
        }
        let seats = self.seats;
        let rows: Vec<[i32; 4]> = (0..=seats).map(|below| self.uma_row(below)).collect();
        if rows.iter().all(|row| *row == rows[1]) {
            self.named.set("uma", format!("{:?}", rows[1]));
            return;
        }
        let above = |above: usize| if above < seats { rows[seats - above] } else { [0; 4] };
        let floating = [1, 2, 3].map(|number| format!("{:?}", above(number)));
        self.named.set("floating_uma", format!("[{}]", floating.join(", ")));
        if [rows[0], rows[seats]].iter().any(|row| *row != [0; 4]) {
            self.named.unsupported("the uma if all or no seats have the points that count as zero");
        }
    }

    /// Names entries of unknown meaning.
    fn rest(&mut self) {
        let is_set = |text: &str| !text.is_empty() && text != "0";
        let unknown = |entry: &usize| !READ.iter().any(|range| range.contains(entry));
        let all: Vec<usize> =
            (0..self.entries.len()).filter(unknown).filter(|&entry| is_set(self.text(entry))).collect();
        all.into_iter().for_each(|entry| self.not_supported(entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, seats: usize) -> NamedRules {
        read(&text.split(',').collect::<Vec<_>>(), seats)
    }

    #[test]
    fn an_empty_list_changes_nothing() {
        for text in ["", ",", "00000000,00000000,,,,,", "40000000,00000400,,"] {
            assert_eq!(read_text(text, 4), NamedRules::default(), "{text}");
        }
    }

    #[test]
    fn every_known_bit_sets_a_rule_that_there_is() {
        use hyakuman_core::game::ruleset::Ruleset;
        use hyakuman_riichi::RiichiRules;
        for (id, seats) in [("tenhou", 4), ("tenhou-sanma", 3)] {
            let preset = RiichiRules::preset(id).expect("a preset");
            for (number, bit) in
                [(0, 32), (1, 32)].into_iter().flat_map(|(n, bits)| (0..bits).map(move |bit| (n, bit)))
            {
                let text =
                    if number == 0 { format!("{:x}", 1_u32 << bit) } else { format!(",{:x}", 1_u32 << bit) };
                let named = read_text(&text, seats);
                let (_, refused) = named.applied(preset);
                assert!(refused.is_empty(), "{id} csrule[{number}] bit {bit}: {refused:?}");
                let said = named.sets.len() + named.unsupported.len();
                assert!(said > 0 || READ_APART[number] >> bit & 1 == 1, "csrule[{number}] bit {bit}");
            }
        }
    }

    #[test]
    fn points_and_uma() {
        let named = read_text(
            "200000,,,,30000,35000,30000,60000,,,2000,200,,,,,1000,2000,3000,,,5,-5,-15,5,0,-20,5,-5,-15,0,-5,-15,5,-5,-15",
            4,
        );
        assert_eq!(
            named.sets,
            [
                "extension_winds=0",
                "target_points=0",
                "start_points=30000",
                "reference_points=30000",
                "upper_limit_end=60000",
                "riichi_stick=2000",
                "honba_tsumo_each=200",
                "honba_ron=600",
                "noten.PerPair=1000",
                "floating_uma=[[20, 0, -5, -15], [15, 5, -5, -15], [15, 5, 0, -20]]",
            ]
        );
        assert_eq!(named.unsupported, ["the uma if all or no seats have the points that count as zero"]);
        let three = read_text(",,,,,,,,,,,,,,,,500,1000,,,,5,-15,,5,-15,,5,-15,,5,-15", 3);
        assert_eq!(three.sets, ["noten.Pool=1000", "uma=[10, 5, -15, 0]"]);
    }

    #[test]
    fn what_is_not_known_is_named() {
        let named = read_text("14000000,x,,,1e9,,,,9,,,,,,,,1,2,5,,,,,,,,,,,,,,,,,,,,,,,,,,,7", 4);
        assert_eq!(
            named.unsupported,
            [
                "csrule[1] = x",
                "bit 26 of csrule[0]",
                "bit 28 of csrule[0]",
                "csrule[4] = 1e9",
                "csrule[16] = 1",
                "csrule[17] = 2",
                "csrule[18] = 5",
                "csrule[8] = 9",
                "csrule[45] = 7",
            ]
        );
    }
}
