//! The fitted numbers: how often hands win, how often others end the kyoku, how dangerous tiles are. They are in a text file
//! for each number of players, written by `scripts/fit_agents.py`; `value:rates=FILE` plays with others without a build.

use super::Style;
use super::curves::Curve;
use super::forecast::{GROUPS, KNOTS};
use hyakuman_core::Kind;
use hyakuman_core::excerpt::excerpt;
use hyakuman_riichi::danger::DangerClass;
use hyakuman_riichi::shown::Sign;
use std::collections::HashMap;

/// Steps of three discards in a river, by which dangers are kept.
pub(crate) const TURNS: usize = 6;

/// The numbers of one game.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    /// Tiles that the viewer does not see: for each own draw left, and those that are never drawn.
    pub unseen: [f32; 2],
    /// The chance that others end the kyoku within a go-round, by seats in riichi (0, 1, 2 or more) and own draws left.
    pub others: [Curve; 3],
    /// The chance that one of them declares riichi within a go-round, while none has, by own draws left.
    pub rises: Curve,
    /// What then is left of the chance to win of a closed hand and of an open one, by shanten (0 to 4).
    pub kept: [[f32; 5]; 2],
    /// How much more often than that they do before this hand wins: by whether a seat is in riichi (2), whether the hand is
    /// open (1), and by shanten (0 to 4).
    pub hurry: [[f32; 5]; 4],
    /// Winning tiles count this often, own draw and the discarders together: in riichi, open, silent, without a yaku.
    pub chances: [f32; 4],
    /// Weight of a winning tile: honors, 1 9, 2 8, 3 7, 4 5 6.
    wait_weight: [f32; 5],
    /// Times this, if it is suji of the own river.
    pub suji_weight: f32,
    /// Times this in furiten.
    pub furiten: f32,
    /// Winning tiles, weighed and times their chances, after a typical advance to tenpai: closed, open.
    pub typical: [f32; 2],
    /// Acceptance after an advance from shanten 2, 3, 4 and more: times the first number of the pair plus the second.
    pub next: [[f32; 2]; 3],
    /// How often an accepted tile counts in an open hand: by a draw or a chi, and where a pair is held.
    pub open_tiles: [f32; 2],
    /// Points besides those of the hand that a win is worth, because no other seat wins.
    pub win_bonus: f32,
    /// Points of being tenpai at an exhaustive draw.
    pub tenpai_bonus: f32,
    /// Han that a win has besides what is seen before, in riichi, open, silent, without a yaku: ippatsu, ura dora, own draw.
    pub extra: [f32; 4],
    /// Parts of the wins in riichi with 0, 1, 2, 3, 4 han more than the hand has: ippatsu, ura dora, own draw.
    pub riichi_han: [f32; 5],
    /// The same of silent wins: an own draw.
    pub silent_han: [f32; 2],
    /// Percent that a forecast of a group says at each of [`KNOTS`].
    pub forecast: [[f32; KNOTS.len()]; GROUPS],
    /// Percent that a tile of a class is ronned by a seat in riichi, by discards in its river in threes.
    pub danger: [[f32; TURNS]; DangerClass::COUNT],
    /// Percent that a seat without riichi is tenpai, by exposed sets and discards in its river in threes.
    pub tenpai: [[f32; TURNS]; 5],
    /// Times that chance of an open hand, by how many of its last discards in a row it had just drawn.
    pub drawn: [f32; 6],
    /// Times [`Rates::danger`] of an open hand, by what its sets show of a kind ([`Sign`]), for a simple, a terminal and an honor.
    pub shown: [[f32; 3]; Sign::COUNT],
    /// Times the danger of a dora: of a closed hand, of an open one.
    pub dora: [f32; 2],
    /// Mean loss to an open hand of a non-dealer, by its visible dora, the last for more.
    pub open_loss: [f32; 4],
    /// Points of a win of a hand that is not tenpai, closed and open: at least, and times those of the han it may have.
    pub far_points: [[f32; 2]; 2],
    /// A kan: points that its dora add to a win, points that they cost, the same while another seat is in riichi.
    pub kan: [f32; 3],
    /// Discards are looked at deep if without it they are worth this part of the best one.
    pub prune: f32,
    /// What a hand is worth after a call counts this often, against passing.
    pub open: f32,
    /// Mean loss to a non-dealer: in riichi, silent.
    pub loss: [f32; 2],
    /// Points of two neighbours with a place on both sides in a hand that is not tenpai, with many draws left and no seat in riichi.
    pub shapes: f32,
    /// Part of a hand's worth that is lost, times the sum of the chances that others are tenpai without riichi.
    pub quiet: f32,
    /// What is left under a riichi of what a hand is worth, at tenpai, at 1-shanten and further; points more at tenpai.
    pub pushed: [f32; 3],
    pub pushed_tenpai: f32,
    /// Points that an own riichi costs besides the stick; under a riichi what is left of what the hand is worth.
    pub riichi_cost: [f32; 2],
    /// A hand after a call that brings it nearer, against passing: its worth counts this often; points more with a triplet of value, and
    /// without; points for each ten tiles of one suit with the honors, from seven on.
    pub calls: [f32; 4],
    /// Points that a discard must risk for folds to be weighed where no seat is in riichi.
    pub wary: f32,
    /// The part of the han of a yaku that counts before tenpai, by the tiles that a hand lacks of it (0 to 3): of a yaku of a rules file,
    /// a straight, and the same sequence in three suits.
    pub near: [f32; 4],
    /// How sure an open hand is of the yaku that it plans: times [`Rates::near`] for a straight or the same sequence in three suits; all
    /// triplets; a terminal or an honor in every set. 0: it does not plan them.
    pub plans: [f32; 3],
    /// The han of a flush in reach count this often.
    pub flush: f32,
}

/// The numbers for four players.
const FOUR: &str = include_str!("four.txt");
/// Those for three.
const THREE: &str = include_str!("three.txt");

impl Rates {
    /// For this number of players.
    pub(crate) fn of(players: usize) -> Rates {
        Rates::parse(if players == 3 { THREE } else { FOUR }).expect("the file that comes with the program")
    }

    /// Those of another style.
    pub(super) fn styled(&self, style: &Style) -> Rates {
        let [cost, under_riichi] = self.riichi_cost;
        Rates {
            loss: self.loss.map(|points| points * style.risk),
            open_loss: self.open_loss.map(|points| points * style.risk),
            win_bonus: self.win_bonus * style.win,
            tenpai_bonus: self.tenpai_bonus * style.draw,
            open: self.open * style.open,
            riichi_cost: [cost * style.riichi_cost, under_riichi * style.chase],
            near: self.near.map(|part| part * style.yaku),
            flush: self.flush * style.yaku,
            ..self.clone()
        }
    }

    /// Weight of a kind as a winning tile.
    #[inline]
    pub(crate) fn wait_weight(&self, kind: Kind) -> f32 {
        let rank = kind.rank().min(8_u8.saturating_sub(kind.rank())).min(3);
        self.wait_weight[if kind.is_honor() { 0 } else { 1 + rank as usize }]
    }

    /// Reads lines of a name, a colon and numbers; lines of the same name are rows. `#` begins a comment.
    pub(crate) fn parse(text: &str) -> Result<Rates, String> {
        let mut file = File::read(text)?;
        let curve = |numbers: [f32; 19]| -> Curve { std::array::from_fn(|t| numbers[t.min(18)]) };
        let rates = Rates {
            open: 1.0,
            flush: 1.0,
            rises: curve(file.row("rises")?),
            kept: file.rows("kept")?,
            unseen: file.row("unseen")?,
            others: file.rows("others")?.map(curve),
            hurry: file.rows("hurry")?,
            chances: file.row("chances")?,
            wait_weight: file.row("wait_weight")?,
            suji_weight: file.one("suji_weight")?,
            furiten: file.one("furiten")?,
            typical: file.row("typical")?,
            next: file.rows("next")?,
            open_tiles: file.row("open_tiles")?,
            win_bonus: file.one("win_bonus")?,
            tenpai_bonus: file.one("tenpai_bonus")?,
            extra: file.row("extra")?,
            riichi_han: file.row("riichi_han")?,
            silent_han: file.row("silent_han")?,
            forecast: file.rows("forecast")?,
            danger: file.rows("danger")?,
            tenpai: file.rows("tenpai")?,
            drawn: file.row("drawn")?,
            shown: file.rows("shown")?,
            dora: file.row("dora")?,
            open_loss: file.row("open_loss")?,
            kan: file.row("kan")?,
            prune: file.one("prune")?,
            far_points: file.rows("far_points")?,
            loss: file.row("loss")?,
            shapes: file.one("shapes")?,
            quiet: file.one("quiet")?,
            pushed: file.row("pushed")?,
            pushed_tenpai: file.one("pushed_tenpai")?,
            riichi_cost: file.row("riichi_cost")?,
            calls: file.row("calls")?,
            wary: file.one("wary")?,
            near: file.row("near")?,
            plans: file.row("plans")?,
        };
        file.end().map(|()| rates)
    }
}

/// The numbers of each name that are not read yet.
struct File<'a>(HashMap<&'a str, Vec<f32>>);

impl<'a> File<'a> {
    fn read(text: &'a str) -> Result<File<'a>, String> {
        let mut lines: HashMap<&'a str, Vec<f32>> = HashMap::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let problem = |what: &str| format!("line {}: {what}", at + 1);
            let (name, numbers) =
                line.split_once(':').ok_or_else(|| problem("expected a name, a colon and numbers"))?;
            for word in numbers.split_whitespace() {
                let number = word.parse().ok().filter(|number: &f32| number.is_finite());
                let number = number.ok_or_else(|| problem(&format!("{} is not a number", excerpt(word))))?;
                lines.entry(name.trim()).or_default().push(number);
            }
        }
        Ok(File(lines))
    }

    fn one(&mut self, name: &str) -> Result<f32, String> {
        self.row::<1>(name).map(|[number]| number)
    }

    fn row<const N: usize>(&mut self, name: &str) -> Result<[f32; N], String> {
        let numbers = self.take(name)?;
        numbers
            .as_slice()
            .try_into()
            .map_err(|_| format!("{name} has {} numbers instead of {N}", numbers.len()))
    }

    fn rows<const N: usize, const M: usize>(&mut self, name: &str) -> Result<[[f32; N]; M], String> {
        let numbers = self.take(name)?;
        if numbers.len() != N * M {
            return Err(format!("{name} has {} numbers instead of {M} rows of {N}", numbers.len()));
        }
        let mut rows = [[0.0; N]; M];
        rows.iter_mut().zip(numbers.chunks(N)).for_each(|(row, numbers)| row.copy_from_slice(numbers));
        Ok(rows)
    }

    fn take(&mut self, name: &str) -> Result<Vec<f32>, String> {
        self.0.remove(name).ok_or_else(|| format!("there is no line {name}"))
    }

    /// Every name was read.
    fn end(&self) -> Result<(), String> {
        self.0.keys().min().map_or(Ok(()), |name| Err(format!("there is no number called {}", excerpt(name))))
    }
}
