//! The codes in the tables: tiles, actions, yaku.

use hyakuman_core::game::{ActionCodes, GameFacts};
use hyakuman_core::{Kind, Tile};

/// The section on codes.
pub(super) fn text(game: &GameFacts, actions: bool, yaku: bool) -> String {
    let mut text = "## Codes\n\n".to_owned() + &tiles();
    if actions {
        text += &action_table(game);
    }
    if yaku && game.yaku > 0 {
        text += &yaku_table(game);
    }
    text
}

/// The tiles, one line per suit.
fn tiles() -> String {
    let mut text = "### Tiles\n\n| codes | tiles |\n| --- | --- |\n".to_owned();
    let mut first = 0;
    while first < Tile::COUNT {
        let same = |code: &usize| Tile::of(*code as u8).is_red() == Tile::of(first as u8).is_red();
        let suit = |code: usize| Tile::of(code as u8).kind().suit();
        let in_line = |code: &usize| same(code) && (first >= Kind::COUNT || suit(*code) == suit(first));
        let last = (first..Tile::COUNT).take_while(in_line).last().unwrap_or(first);
        let names: Vec<_> = (first..=last).map(|code| Tile::of(code as u8).to_string()).collect();
        text += &format!("| {first}-{last} | {} |\n", names.join(" "));
        first = last + 1;
    }
    text + "\n`m` characters, `p` dots, `s` bamboo; `1z` to `4z` the winds E S W N, `5z` `6z` `7z` the dragons haku (white), \
            hatsu (green), chun (red). `0m` `0p` `0s` are red fives, with codes of their own. The codes below 34 are also \
            those of kinds, where a red five counts as a five.\n\n"
}

fn action_table(game: &GameFacts) -> String {
    let rows = game.actions.iter().map(|&ActionCodes { first, last, meaning }| match first == last {
        true => format!("| {first} | {meaning} |\n"),
        false => format!("| {first}-{last} | {meaning} |\n"),
    });
    format!(
        "### Actions\n\nThe values of `action` and the bits of `legal`. In a range for a tile or a kind, the code \
         minus the first code of the range is the code of the tile or kind. Codes that are not listed are never used.\n\n\
         | codes | action |\n| --- | --- |\n{}\n",
        rows.collect::<String>(),
    )
}

fn yaku_table(game: &GameFacts) -> String {
    let yaku =
        (0..game.yaku).map(|number| format!("{number} `{}`", (game.yaku_name)(number))).collect::<Vec<_>>();
    format!("### Yaku\n\nThe bits of `yaku` and the words of `yaku_names`: {}.\n", yaku.join(", "))
}
