//! The words that a yaku of a rules file is written with: what each means, said once. docs/own-rules.md lists them.

use super::facts::Facts;
use crate::scoring::score::WinFlags;
use hyakuman_core::game::ruleset::nearest;
use hyakuman_core::{Kind, KindSet, RelSeat};

/// A word that is accepted, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// As it is written.
    pub word: &'static str,
    /// What it means, in a sentence without a full stop.
    pub meaning: &'static str,
    /// Other names that players use, for messages about a word that does not exist.
    pub also: &'static [&'static str],
}

impl Word {
    pub(super) const fn new(word: &'static str, meaning: &'static str) -> Word {
        Word { word, meaning, also: &[] }
    }
}

/// The question which of these words is meant by one that is none of them; empty if it is like none, nor like another name of one.
pub(super) fn did_you_mean<'a>(text: &str, words: impl Iterator<Item = &'a Word> + Clone) -> String {
    let names = |word: &'a Word| [word.word].into_iter().chain(word.also.iter().copied());
    let near = nearest(text, words.clone().flat_map(names));
    let meant = near.and_then(|near| words.clone().find(|word| names(word).any(|name| name == near)));
    meant.map_or(String::new(), |meant| format!(" did you mean `{}`?", meant.word))
}

/// Declares an enum whose variants are words, each perhaps with other names.
macro_rules! words {
    ($(#[$doc:meta])+ $name:ident $words:ident {
        $($variant:ident = $word:literal, $meaning:literal $(, also $($also:literal)+)?;)+
    }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name { $(#[doc = $meaning] $variant),+ }

        impl $name {
            pub(crate) const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The one that is written like this.
            pub(crate) fn of(word: &str) -> Option<$name> {
                $words.iter().position(|known| known.word == word).map(|at| $name::ALL[at])
            }
        }

        pub(crate) const $words: &[Word] = &[$(Word {
            word: $word,
            meaning: $meaning,
            also: &[$($($also),+)?],
        }),+];
    };
}

words! {
    /// A set of kinds by name.
    Class CLASSES {
        Man = "m", "manzu", also "man" "manzu" "characters";
        Pin = "p", "pinzu", also "pin" "pinzu" "dots";
        Sou = "s", "souzu", also "sou" "souzu" "bamboo";
        Honor = "honor", "winds and dragons", also "jihai" "tsuupai";
        Wind = "wind", "the four winds", also "kazehai";
        Dragon = "dragon", "the three dragons", also "sangenpai";
        Terminal = "terminal", "1 and 9 of the suits", also "routouhai";
        Outside = "outside", "terminals and honors", also "yaochuu" "yaochuuhai";
        Simple = "simple", "2 to 8 of the suits", also "tanyao" "chuuchanpai";
        Green = "green", "2s 3s 4s 6s 8s and the green dragon", also "ryuuiisou";
        SeatWind = "seat-wind", "the winner's wind", also "jikaze" "own-wind";
        RoundWind = "round-wind", "the prevailing wind", also "bakaze" "prevailing-wind";
        Value = "value", "dragons, the winner's wind and the prevailing wind", also "yakuhai";
    }
}

words! {
    /// What a group of a reading is.
    Sort SORTS {
        Run = "run", "a sequence", also "sequence" "shuntsu" "chi" "chii" "chow";
        Triplet = "triplet", "three of a kind, or a kan", also "koutsu" "pon" "pung";
        Kan = "kan", "four of a kind, declared", also "kantsu" "quad";
        Pair = "pair", "the pair; of seven pairs one of them", also "toitsu" "jantou" "atama" "head";
        Set = "set", "a sequence, triplet or kan", also "mentsu" "meld";
        Group = "group", "a sequence, triplet, kan or pair", also "block";
    }
}

words! {
    /// A demand on a group besides its tiles.
    Mark MARKS {
        Concealed = "concealed", "not called, and not completed by ron; a concealed kan is concealed", also "closed" "ankou";
        Exposed = "exposed", "called: a chi, a pon, an open or an added kan", also "open" "called";
        NoKan = "no-kan", "not a kan";
    }
}

words! {
    /// The form of a hand.
    Form FORMS {
        Standard = "standard", "four sets and a pair";
        SevenPairs = "seven-pairs", "seven different pairs", also "chiitoitsu" "chiitoi";
        Orphans = "orphans", "every terminal and honor, and one of them again", also "kokushi" "kokushi-musou" "thirteen-orphans";
    }
}

words! {
    /// How the winning tile completes a reading.
    WaitWord WAITS {
        TwoSided = "two-sided", "the outer end of a sequence, where the other end would do too", also "ryanmen";
        Edge = "edge", "the 3 of 123 or the 7 of 789", also "penchan";
        Closed = "closed", "the middle of a sequence", also "kanchan";
        BothSided = "both-sided", "a triplet, where another pair would do too", also "shanpon" "shabo";
        Pair = "pair", "the pair; seven pairs always", also "tanki";
    }
}

words! {
    /// A circumstance of a win.
    Circumstance CIRCUMSTANCES {
        Tsumo = "tsumo", "the winner drew the tile", also "menzen-tsumo" "self-draw";
        Ron = "ron", "another seat gave the tile";
        Closed = "closed", "nothing was called; concealed kans do not open a hand", also "menzen" "menzenchin" "concealed";
        Open = "open", "something was called", also "furo" "naki";
        Riichi = "riichi", "the winner is in riichi, a double one too", also "reach";
        DoubleRiichi = "double-riichi", "the winner is in double riichi", also "daburi" "daburu-riichi";
        OpenRiichi = "open-riichi", "the winner is in riichi with the hand laid open, where the rules have that";
        Ippatsu = "ippatsu", "within one uninterrupted turn of the riichi";
        LastTile = "last-tile", "the last tile of the wall, or the discard after it", also "haitei" "houtei" "hotei" "haitei-raoyue" "houtei-raoyui" "last-draw" "last-discard";
        AfterKan = "after-kan", "the drawn tile is a replacement after a kan or a north set aside", also "rinshan" "rinshan-kaihou";
        RobbedKan = "robbed-kan", "ron on the tile of a kan, where the rules give a yaku for it", also "chankan";
        FirstGoRound = "first-go-round", "before the winner's first discard and before any call or kan", also "tenhou" "chiihou" "renhou" "first-turn";
        RiichiTile = "riichi-tile", "ron on the tile with which another seat declares riichi", also "tsubame-gaeshi";
        DiscardAfterKan = "discard-after-kan", "ron on the discard that follows a kan", also "kanburi" "kanfuri";
        Dealer = "dealer", "the winner is the dealer", also "oya";
        EastRound = "east-round", "the prevailing wind is east", also "tonba";
        SouthRound = "south-round", "the prevailing wind is south", also "nanba";
        WestRound = "west-round", "the prevailing wind is west", also "shaaba";
        FromLeft = "from-left", "ron on a discard of the seat before the winner", also "kamicha";
        FromAcross = "from-across", "ron on a discard of the seat opposite the winner", also "toimen";
        FromRight = "from-right", "ron on a discard of the seat after the winner", also "shimocha";
        OutsideRiver = "outside-discards", "the winner has discarded something, and only terminals and honors";
    }
}

words! {
    /// A number that can be compared.
    Quantity QUANTITIES {
        Red = "red", "red fives", also "aka" "akadora" "red-fives";
        Dora = "dora", "dora of the open indicators; one tile may count for several", also "omotedora";
        Ura = "ura", "dora of the indicators under them, in riichi", also "uradora";
        Norths = "norths", "norths set aside", also "kita" "nukidora";
        Kans = "kans", "kans, concealed ones too";
        Melds = "melds", "melds, concealed kans too";
        Called = "called", "called melds";
        Kinds = "kinds", "different kinds in the whole hand";
        Suits = "suits", "suits of which the hand has a tile";
        Honors = "honors", "winds and dragons, copies counted";
        Terminals = "terminals", "ones and nines of the suits, copies counted";
        Sum = "sum", "sum of the ranks of all tiles of the suits, copies counted";
        Waits = "waits", "different kinds that would have completed the hand";
        Discards = "discards", "discards of the winner in this kyoku";
        Left = "left", "tiles that may still be drawn", also "remaining";
        Honba = "honba", "honba on the table";
    }
}

impl Class {
    /// The kinds that do not depend on the winner.
    pub(super) fn kinds(self) -> KindSet {
        const GREEN: KindSet = KindSet::from_bits(0b10101110 << 18 | 1 << 32);
        match self {
            Class::Man => KindSet::suit(0),
            Class::Pin => KindSet::suit(1),
            Class::Sou => KindSet::suit(2),
            Class::Honor => KindSet::HONORS,
            Class::Wind => KindSet::WINDS,
            Class::Dragon | Class::Value => KindSet::DRAGONS,
            Class::Terminal => KindSet::YAOCHU - KindSet::HONORS,
            Class::Outside => KindSet::YAOCHU,
            Class::Simple => KindSet::ALL - KindSet::YAOCHU,
            Class::Green => GREEN,
            Class::SeatWind | Class::RoundWind => KindSet::EMPTY,
        }
    }
}

impl Circumstance {
    /// Whether it never holds unless [`WinFlags`] say something other than riichi and ippatsu.
    pub(super) fn is_rare(self) -> bool {
        use Circumstance::{
            AfterKan, DiscardAfterKan, DoubleRiichi, FirstGoRound, LastTile, OpenRiichi, RiichiTile,
            RobbedKan,
        };
        matches!(
            self,
            AfterKan
                | DiscardAfterKan
                | DoubleRiichi
                | FirstGoRound
                | LastTile
                | OpenRiichi
                | RiichiTile
                | RobbedKan
        )
    }

    /// Whether it is known before the win that it holds; a closed hand is taken to declare riichi.
    pub(super) fn is_foreseen(self) -> bool {
        use Circumstance::{Closed, Dealer, EastRound, Open, Riichi, SouthRound, WestRound};
        matches!(self, Closed | Dealer | EastRound | Open | Riichi | SouthRound | WestRound)
    }

    /// As it is written.
    pub(super) fn word(self) -> &'static str {
        CIRCUMSTANCES[self as usize].word
    }

    /// Whether it holds.
    pub(super) fn holds(self, facts: &Facts<'_>) -> bool {
        let win = facts.win;
        let has = |flag| win.flags.has(flag);
        let from = |steps| !win.tsumo && win.course.from == Some(RelSeat::new(steps));
        match self {
            Circumstance::Tsumo => win.tsumo,
            Circumstance::Ron => !win.tsumo,
            Circumstance::Closed => facts.closed,
            Circumstance::Open => !facts.closed,
            Circumstance::Riichi => has(WinFlags::RIICHI) || has(WinFlags::DOUBLE_RIICHI),
            Circumstance::DoubleRiichi => has(WinFlags::DOUBLE_RIICHI),
            Circumstance::OpenRiichi => has(WinFlags::OPEN_RIICHI),
            Circumstance::Ippatsu => has(WinFlags::IPPATSU),
            Circumstance::LastTile => has(WinFlags::HAITEI) || has(WinFlags::HOUTEI),
            Circumstance::AfterKan => has(WinFlags::RINSHAN),
            Circumstance::RobbedKan => has(WinFlags::CHANKAN),
            Circumstance::FirstGoRound => has(WinFlags::FIRST_TURN),
            Circumstance::RiichiTile => has(WinFlags::RIICHI_TILE),
            Circumstance::DiscardAfterKan => facts.discard_after_kan,
            Circumstance::Dealer => win.seat_wind == Kind::EAST,
            Circumstance::EastRound => win.round_wind == Kind::EAST,
            Circumstance::SouthRound => win.round_wind == Kind::SOUTH,
            Circumstance::WestRound => win.round_wind == Kind::WEST,
            Circumstance::FromLeft => from(facts.players - 1),
            Circumstance::FromAcross => facts.players == 4 && from(2),
            Circumstance::FromRight => from(1),
            Circumstance::OutsideRiver => win.course.discards > 0 && win.course.outside_only,
        }
    }
}

impl Quantity {
    /// As it is written.
    pub(super) fn word(self) -> &'static str {
        QUANTITIES[self as usize].word
    }

    /// The least and the greatest value that it has in any win.
    pub(super) fn of_any_win(self) -> [u32; 2] {
        match self {
            Quantity::Red => [0, 12],
            // Five indicators, and four tiles for each.
            Quantity::Dora | Quantity::Ura => [0, 20],
            Quantity::Norths | Quantity::Kans | Quantity::Melds | Quantity::Called => [0, 4],
            // 111122223333m44m, and the pair of thirteen orphans is of a kind that they have.
            Quantity::Kinds => [4, 13],
            Quantity::Suits => [0, 3],
            // Four kans and a pair.
            Quantity::Honors | Quantity::Terminals => [0, 18],
            // Kans of 9m, 9p, 9s and 8m, and a pair of eights.
            Quantity::Sum => [0, 156],
            Quantity::Waits => [1, 13],
            Quantity::Discards => [0, 40],
            Quantity::Left => [0, 121],
            Quantity::Honba => [0, 1000],
        }
    }

    /// Classes of which a hand has a tile if it is at least this.
    pub(super) fn classes(self, least: u32) -> &'static [Class] {
        match self {
            Quantity::Honors if least > 0 => &[Class::Honor],
            Quantity::Terminals if least > 0 => &[Class::Terminal],
            _ => &[],
        }
    }

    /// Whether tiles decide it, so that an agent can bring it about.
    pub(super) fn is_of_tiles(self) -> bool {
        use Quantity::{Called, Honors, Kans, Kinds, Melds, Suits, Sum, Terminals};
        matches!(self, Called | Honors | Kans | Kinds | Melds | Suits | Sum | Terminals)
    }

    pub(super) fn of_win(self, facts: &Facts<'_>) -> u32 {
        let win = facts.win;
        let count = |kinds| facts.count_in(kinds);
        let melds =
            |is: fn(&hyakuman_core::Meld) -> bool| win.melds.iter().filter(|meld| is(meld)).count() as u32;
        match self {
            Quantity::Red => win.dora.aka.into(),
            Quantity::Dora => win.dora.dora.into(),
            Quantity::Ura => win.dora.ura.into(),
            Quantity::Norths => win.dora.nuki.into(),
            Quantity::Kans => melds(|meld| meld.is_kan()),
            Quantity::Melds => win.melds.len() as u32,
            Quantity::Called => melds(|meld| meld.is_open()),
            Quantity::Kinds => facts.kinds.len(),
            Quantity::Suits => (0..3).filter(|&suit| facts.kinds.meets(KindSet::suit(suit))).count() as u32,
            Quantity::Honors => count(KindSet::HONORS),
            Quantity::Terminals => count(Class::Terminal.kinds()),
            Quantity::Sum => facts.sum_of_ranks(),
            Quantity::Waits => facts.waits(),
            Quantity::Discards => win.course.discards.into(),
            Quantity::Left => win.course.left.into(),
            Quantity::Honba => win.course.honba.into(),
        }
    }
}
