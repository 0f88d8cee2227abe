"""The questions of the study: rules, the agents at the table, what is measured, and what the numbers do not say."""

from dataclasses import dataclass, field

# The same agent in every seat: open and fast, closed, by points, by final places.
UKEIRE, CLOSED, VALUE, PLACEMENT = "ukeire", "ukeire:calls=false", "value", "placement"
# Four players of different styles at one table.
MIXED = "value:style=silent,value:style=builder,value:style=tight,value:style=caller"
STYLES = [UKEIRE, CLOSED, VALUE, MIXED]
EQUALS = [*STYLES, PLACEMENT]
# `value` adapted to each ruleset (`hyakuman compare --adapt`).
LEARNS = "value adapted"
LEARN = ["--adapt-games", "3000", "--adapt-walls", "3000"]
# One better player among three who know speed alone.
BETTER = ["value,ukeire,ukeire,ukeire", "placement,ukeire,ukeire,ukeire"]

STYLE_WORDS = {
    UKEIRE: "for speed: the fewest draws to a win; calls early, folds to a riichi",
    CLOSED: "the same discards, but never calls chi or pon",
    VALUE: "for points: what a win is worth and what a discard may cost",
    PLACEMENT: "as `value`, for final rank points: uma, oka and places count",
    MIXED: "four players of different [styles](agents.md#styles); cells of hands are means of the four, with intervals at least as wide as that of the mean",
    BETTER[0]: "one better player among three",
    BETTER[1]: "the same",
    LEARNS: "with a correction learned under the rules that it plays ([learned.md](learned.md))",
    "gari": "Toutenkou: for final points",
    "fan": "Yangzhou mahjong: for fan",
}
# Matches under each ruleset, by the agents at the table.
GAMES = {UKEIRE: 60_000, CLOSED: 40_000, VALUE: 12_000, MIXED: 12_000, PLACEMENT: 6_000, "gari": 60_000, "fan": 4_000}
GAMES |= {BETTER[0]: 80_000, BETTER[1]: 40_000, LEARNS: 12_000}


@dataclass
class Measure:
    """A rate of `compare --json`: of the table, of the players, of the first of them, or a share of the walls needed."""

    name: str
    kind: str
    rate: str
    factor: float = 1
    digits: int = 2


KYOKU = Measure("kyoku per match", "table", "kyoku")
WON = Measure("won kyoku, %", "table", "won", 100, 1)
RIICHI = Measure("riichi, %", "players", "riichi", 100, 2)
CALL = Measure("call, %", "players", "call", 100, 2)
DEAL_IN = Measure("deal-in, %", "players", "deal_in", 100, 2)
WIN_POINTS = Measure("points per win", "players", "win_points", 1, 0)
RANK = Measure("rank points of the better player", "first", "rank_points", 1, 2)
EFFECT = Measure("difference of the players, standard deviations of a wall", "resolution", "effect", 1, 3)
SPREAD = Measure("spread of scores", "table", "spread", 1, 0)
VARIANCE = Measure("variance of rank points", "table", "rank_variance", 1, 0)
FIRST_SEAT = Measure("first seat, rank points", "table", "first_seat", 1, 2)
DEALER = Measure("dealer, points per kyoku", "table", "dealer", 1, 0)
BUST = Measure("ended by a bust, %", "table", "end_bust", 100, 1)
EXTENSION = Measure("matches with an extension, %", "table", "extension", 100, 1)
COMEBACK = Measure("comebacks in the last kyoku, %", "table", "comeback", 100, 1)
LAST_FIRST = Measure("last to first, %", "table", "last_to_first", 100, 2)
DOUBLE_RON = Measure("two rons, % of kyoku", "table", "double_ron", 100, 2)
EXHAUSTIVE = Measure("exhaustive draws, %", "table", "exhaustive", 100, 1)
NAGASHI = Measure("nagashi, % of kyoku", "table", "nagashi", 100, 3)
TENPAI = Measure("tenpai at a draw, %", "players", "tenpai", 100, 1)


@dataclass
class Question:
    """A rule: `arms` are (words, changes), `measures` the columns; the plot shows the first one. The seed makes the walls."""

    name: str
    seed: int
    title: str
    asks: str
    arms: list
    measures: list
    caution: str
    base: str = "tenhou"
    agents: list = field(default_factory=lambda: list(STYLES))


QUESTIONS = [
    Question(
        "uma",
        101,
        "Uma",
        "Tenhou pays 20, 10, -10 and -20 by placement. What does another uma do to the better player?",
        [
            ("flatter", ["uma=[10,5,-5,-10]"]),
            ("steeper", ["uma=[30,10,-10,-30]"]),
            ("first and last only", ["uma=[90,0,0,-90]"]),
        ],
        [RANK, EFFECT, VARIANCE],
        "The uma scales what is at stake, so the gain in rank points grows with it. Whether a rule rewards the better player shows in the "
        "second column: the difference between the players in standard deviations of a wall, on which the number of matches to tell "
        "them apart depends. `value` does not know the uma: its matches are those of the base, re-scored, and the effect has no "
        "noise from playing. `placement` knows it and plays other matches. Among equals a uma changes nobody's mean.",
        agents=BETTER,
    ),
    Question(
        "oka",
        102,
        "Oka",
        "In Tenhou everybody starts with 25,000 of 30,000 points, and the first place gets the 20,000 that are missing. What if it does not?",
        [
            ("no oka (everybody's points count from 25,000)", ["oka_to_first=false", "reference_points=25000"]),
            ("everybody starts with 30,000", ["start_points=30000", "target_points=35000"]),
        ],
        [RANK, EFFECT, VARIANCE],
        "The oka is a second uma for the first place. In the second arm everybody has 5,000 points more, and the target is as "
        "far away as before, so the extension stays; but busts are rarer: it is another match, not only another result. There "
        "the better player is a little easier to tell apart, without the oka alone a little harder.",
        agents=BETTER,
    ),
    Question(
        "sudden-death",
        103,
        "Extension and sudden death",
        "If no player has 30,000 points after South 4, Tenhou adds the West round. It ends with the first kyoku after which a player has "
        "30,000 points, unless the dealer keeps the deal. What if there is no West round, if 30,000 points end the match even when the "
        "dealer keeps the deal, or if a North round may follow?",
        [
            ("no extension", ["sudden_death=Off"]),
            ("the target ends it at once", ["sudden_death=Immediate"]),
            ("West and North", ["extension_winds=2"]),
        ],
        [COMEBACK, EXTENSION, KYOKU, FIRST_SEAT],
        "Only matches that reach the extension can differ, a few in a hundred: the effect on these is many times that on the "
        "average. Of these agents only `placement` knows that the match may go on.",
        agents=EQUALS,
    ),
    Question(
        "tobi",
        104,
        "Tobi",
        "In Tenhou a match ends when somebody has less than 0 points. What if it continues, or also ends at exactly 0?",
        [("no bust", ["tobi=Off"]), ("bust at 0", ["tobi=AtOrBelow0"])],
        [BUST, KYOKU, SPREAD, FIRST_SEAT],
        "Without busts the matches that would have ended early go on with a player far behind: averages per kyoku then count more "
        "kyoku of lopsided matches. That shifts shares such as riichi without any change of style.",
        agents=EQUALS,
    ),
    Question(
        "red-fives",
        105,
        "Red fives",
        "Tenhou has one red five in each suit. What without them, or with two red fives of pinzu?",
        [("none", ["red_fives=[0,0,0]"]), ("four: two of pinzu", ["red_fives=[1,2,1]"])],
        [WIN_POINTS, KYOKU, CALL, BUST],
        "`ukeire` does not weigh points, so its calls hardly move. `value` counts red fives and calls less without them.",
    ),
    Question(
        "agari-yame",
        106,
        "Agari-yame and tenpai-yame",
        "A dealer who leads after a win, or tenpai at a draw, in the last kyoku ends the match. What if the match goes on?",
        [("never stops", ["agari_yame=Off", "tenpai_yame=Off"]), ("stops after wins only", ["tenpai_yame=Off"])],
        [KYOKU, FIRST_SEAT, COMEBACK, LAST_FIRST],
        "The rule acts only when the dealer of the last kyoku leads, who is always the player that was North at the start. "
        "Matches get longer without it, because a dealer who leads keeps the deal. Of these agents only `placement` knows the "
        "rule.",
        agents=EQUALS,
    ),
    Question(
        "honba",
        107,
        "Honba",
        "Every repeated kyoku is worth 300 points more. What if it is worth nothing, or 1,500?",
        [("nothing", ["honba_ron=0", "honba_tsumo_each=0"]), ("1,500", ["honba_ron=1500", "honba_tsumo_each=500"])],
        [WIN_POINTS, KYOKU, DEALER, BUST],
        "Points a win are those of the hand, without the honba: under `ukeire` they hardly move. What winners receive besides "
        "shows in the length of the match and in busts. `value` counts the honba when it decides: at 1,500 it takes smaller "
        "wins.",
    ),
    Question(
        "aborts",
        108,
        "Abortive draws",
        "Nine terminals and honors, four riichi, four winds and four kans abort a kyoku in Tenhou. What if they do not?",
        [
            ("none", ["abort_kyuushu=false", "abort_suufon=false", "abort_suucha=false", "abort_suukan=false"]),
            ("all but nine terminals", ["abort_kyuushu=false"]),
            ("all but four riichi", ["abort_suucha=false"]),
        ],
        [KYOKU, WON, EXHAUSTIVE, RIICHI],
        "Every agent here aborts with nine terminals whenever it can, which makes 70 to 80 % of the effect. A player who goes "
        "for thirteen orphans instead sees less of it. Four riichi make 2 % of the effect with `ukeire`, 5 to 8 % with "
        "`value` and the closed style, which declare riichi more often; the rest is four winds and four kans.",
    ),
    Question(
        "multi-ron",
        109,
        "Several rons on one tile",
        "Two players may win on one tile in Tenhou, and three abort the kyoku. What if only the nearest wins, or all three?",
        [
            ("only the nearest wins (head bump)", ["multi_ron=HeadBump"]),
            ("three win, too", ["multi_ron=Triple", "triple_ron_abort=false"]),
        ],
        [DOUBLE_RON, KYOKU, FIRST_SEAT, BUST],
        "The effects are small because two rons are rare, and three rarer still: few walls change, and the intervals take this into "
        "account. No agent discards in another way because a second player may win on the tile.",
    ),
    Question(
        "kuitan",
        110,
        "Open tanyao",
        "Tanyao counts in an open hand. What if it does not?",
        [("closed only", ["kuitan=false"])],
        [CALL, WON, RIICHI, DEAL_IN, WIN_POINTS],
        "`ukeire` calls whenever that brings the hand nearer and a yaku remains: without open tanyao those calls are gone, and "
        "a kyoku in thirteen is drawn that was won. `value` weighs each call against the closed hand and loses fewer wins. A "
        "style that never calls is not concerned. People would also choose other yaku from the first discard on, which no "
        "agent here does.",
        agents=[UKEIRE, VALUE, MIXED],
    ),
    Question(
        "start",
        111,
        "Starting points",
        "Everybody starts with 25,000 points. What with 20,000 or 35,000, the reference and the target as far above as before?",
        [
            ("20,000", ["start_points=20000", "reference_points=25000", "target_points=25000"]),
            ("35,000", ["start_points=35000", "reference_points=40000", "target_points=40000"]),
        ],
        [BUST, KYOKU, SPREAD, FIRST_SEAT],
        "Uma and oka are the same, so the effect is that of the distance to a bust. Scores spread more where fewer matches end early.",
        agents=EQUALS,
    ),
    Question(
        "length",
        112,
        "Length of the match",
        "A hanchan has two winds. What does a match of the East wind alone leave of the better player's gain?",
        [("East only", ["length_winds=1"]), ("a single kyoku", ["length_winds=0", "extension_winds=0"])],
        [RANK, EFFECT, KYOKU],
        "Twice as many kyoku do not double the gain, because placement decides more than points. Compare lengths per hour, not per "
        "match: the column of kyoku says how long a match takes.",
        agents=BETTER,
    ),
    Question(
        "noten",
        113,
        "Noten payments",
        "Players who are not tenpai at a draw pay 3,000 points in all. What if nothing is paid, or 6,000?",
        [("nothing", ["noten={Pool=0}"]), ("6,000", ["noten={Pool=6000}"])],
        [KYOKU, TENPAI, SPREAD, BUST],
        "No agent here knows the amount, so these are effects on scores alone. At 6,000 they spread more, and more matches end "
        "by a bust. The closed style sees twice as much of it or more, because twice as many of its kyoku are drawn (37 % "
        "against 16 % of `ukeire`). Players who know the rule would keep more hands tenpai late in a kyoku.",
    ),
    Question(
        "ippatsu-dora",
        114,
        "Ippatsu, ura dora, kan dora",
        "Luck after the riichi and after a kan: ippatsu, the dora under the indicators, the indicators of kans. What without them?",
        [
            ("no ippatsu", ["ippatsu=false"]),
            ("no ura dora", ["dora_ura=false", "dora_kan_ura=false"]),
            ("no kan dora", ["dora_kan=false", "dora_kan_ura=false"]),
            ("none of them", ["ippatsu=false", "dora_ura=false", "dora_kan=false", "dora_kan_ura=false"]),
        ],
        [WIN_POINTS, RIICHI, SPREAD, BUST],
        "Ura dora are 11 % of the points of a win, 15 % in the closed style, which declares riichi more often. `value` weighs "
        "a riichi as if ippatsu and ura dora were those of Tenhou, and so do its styles; `ukeire` declares whenever it can: that the share of "
        "riichi hardly moves says nothing about people. [compare.md](compare.md) asks what these rules do to the better "
        "player.",
    ),
    Question(
        "renchan",
        115,
        "Renchan",
        "A dealer who wins, or is tenpai at a draw, keeps the deal. What if only a win keeps it, or nothing does?",
        [
            ("a win only", ["renchan=Win", "tenpai_yame=Off"]),
            ("never", ["renchan=None", "agari_yame=Off", "tenpai_yame=Off"]),
        ],
        [KYOKU, DEALER, FIRST_SEAT, BUST],
        "Where the deal always passes, a match is 2.4 to 2.8 kyoku shorter, and more than half of its busts are gone. What "
        "a dealer gains in a kyoku hardly changes, and the first seat gains half a rank point at most. A dealer who cannot "
        "keep the deal has nothing to stop, so tenpai-yame and agari-yame are off as well.",
    ),
    Question(
        "riichi-stick",
        116,
        "The riichi stick",
        "A riichi costs 1,000 points until the next win. What if it costs nothing, or 2,000? And if sticks left at the end of the match "
        "vanish instead of going to the first place?",
        [
            ("nothing", ["riichi_stick=0"]),
            ("2,000", ["riichi_stick=2000", "riichi_min_score=2000"]),
            ("leftover sticks vanish", ["leftover_sticks=Vanish"]),
        ],
        [RIICHI, CALL, KYOKU, VARIANCE],
        "`value` and its styles weigh the stick: where it costs nothing, they declare riichi on nearly three hands more in a hundred and call on two fewer; at 2,000 "
        "it is the opposite. `ukeire` declares whenever it can, and at 2,000 a few cannot pay. Sticks "
        "left over change no match, only the rank points of the first place: they are a small part of the variance, greater "
        "where a match ends in a draw more often.",
    ),
    Question(
        "kiriage",
        117,
        "Kiriage mangan",
        "30 fu 4 han and 60 fu 3 han are worth 7,700 (a dealer: 11,600) in Tenhou. What if they are a mangan?",
        [("rounded up", ["kiriage=true"])],
        [WIN_POINTS, RIICHI, SPREAD, BUST],
        "One of the smallest effects that are certain: 300 points (a dealer: 400) for such hands, 0.4 % of the mean win. "
        "At tenpai `value` counts it; its riichi change by a hundredth of a percentage point.",
    ),
    Question(
        "two-han",
        118,
        "A minimum of two han",
        "A win needs one yaku. What if it needs two han without dora, in every kyoku?",
        [("two han", ["han_shibari=2"])],
        [WON, CALL, RIICHI, WIN_POINTS],
        "No agent here knows the minimum. They build the hands that they always build, and may not win some of them: an open "
        "hand with one yaku, above all. The closed style loses a third as many wins. So this is the effect on players who "
        "ignore the rule; those who know it would call for two yaku, and lose less.",
    ),
    Question(
        "nagashi",
        119,
        "Nagashi mangan",
        "Whoever discards only terminals and honors, none of them called, is paid a mangan at the draw. What if nothing is paid, or a yakuman?",
        [("nothing", ["nagashi=Off"]), ("a yakuman", ["nagashi=Yakuman"])],
        [NAGASHI, KYOKU, SPREAD],
        "No agent here plays for it: it happens once in 120,000 kyoku with `ukeire`, once in 25,000 in the closed style. So "
        "whatever is paid changes next to nothing; people, who see it coming, may find more in it.",
        agents=[UKEIRE, CLOSED],
    ),
    Question(
        "kuikae",
        120,
        "Kuikae",
        "After a chi or pon the same tile, or the one at the other end of the run, may not be discarded. What if it may?",
        [("the other end may", ["kuikae=BanSame"]), ("both may", ["kuikae=Free"])],
        [CALL, WON, WIN_POINTS, KYOKU],
        "The rule touches few calls. Where both are allowed, four players of other styles than `value` call on 0.16 hands more in a hundred; nothing else moves "
        "by more than 0.1 percentage points. A style that never calls is not concerned.",
        agents=[UKEIRE, VALUE, MIXED],
    ),
    Question(
        "sanma-tsumo",
        121,
        "Tsumo with three players",
        "In Tenhou's three-player game the share of the missing player is lost. What if the others pay it?",
        [("north's share is split", ["sanma_tsumo=SplitNorth"]), ("split evenly", ["sanma_tsumo=SplitEven"])],
        [WIN_POINTS, KYOKU, RIICHI, BUST],
        "The rule adds points to every tsumo, so matches are shorter and end by busts more often. `value` weighs points, and "
        "its riichi hardly move either.",
        base="tenhou-sanma",
        agents=[UKEIRE, CLOSED, VALUE],
    ),
    Question(
        "yangzhou-minimum",
        122,
        "The minimum of Yangzhou mahjong",
        "The level sets the fans a hand needs to win, and their values. What does a higher level do?",
        [("13 fan", ["level=L13"]), ("18 fan", ["level=L18"])],
        [WON, WIN_POINTS, CALL, KYOKU],
        "The levels also change the values of fans, so points per win are not comparable as sizes of hands. `fan` chooses its targets "
        "by the level; its strength at 18 fan is far from a human specialist's.",
        base="yangzhou-7",
        agents=["fan"],
    ),
    Question(
        "toutenkou-noten",
        123,
        "Payments at a draw in Toutenkou",
        "Players who are not tenpai at a draw pay 20 points in all. What if nothing is paid, or 40?",
        [("nothing", ["noten_total=0"]), ("40", ["noten_total=40"])],
        [RIICHI, EXHAUSTIVE, DEALER, KYOKU],
        "`gari` counts the payment as if one of the others were tenpai, and its style hardly moves with the rule. People who play for "
        "tenpai late in a kyoku would see more.",
        base="toutenkou",
        agents=["gari"],
    ),
]

# The question whose agents learn.
LEARNING = Question(
    "learning",
    125,
    "When agents learn",
    "`value` knows points and chances, not what a rule is worth in the end: uma and places, the tenpai of others, yaku that are close. "
    "`hyakuman agents adapt` lets it learn that from rollouts under the rules. What does a rule do among players who learned it?",
    [
        ("uma for first and last only", ["uma=[90,0,0,-90]"]),
        ("noten payments of 9,000", ["noten={Pool=9000}"]),
        ("no open tanyao", ["kuitan=false"]),
        ("no red fives", ["red_fives=[0,0,0]"]),
        ("no riichi stick", ["riichi_stick=0"]),
        ("local yaku", ["local_yaku=[Kanburi,ShiiaruRaotai,Uumensai,Sanrenkou,IsshokuSanjun,IipinMoyue,ChuupinRaoyui]"]),
    ],
    [CALL, RIICHI, DEAL_IN, WIN_POINTS, KYOKU],
    "Rows of adapted agents have no bold cells, because their intervals are of the matches played and not of what was learned, which has a spread of its own: "
    "corrections of an earlier `value` for `tenhou` from three seeds called on 28.6, 28.8 and 29.6 % of hands, declared riichi on 25.8, 25.8 and 26.6 %, dealt in on 13.3, 13.1 "
    "and 13.4 %, won 6,000, 6,011 and 6,102 points and played 10.33, 10.38 and 10.23 kyoku. The correction of each ruleset is from 6,000 matches with labels, two minutes on two "
    "cores: for `tenhou` it gains 0.25 ± 0.72, where ten times the labels gain 1.66 ([learned.md](learned.md#what-it-gains)). So little is certain here: where a draw pays 9,000 points "
    "agents that learned it call more, keep hands tenpai and deal in more often, and gain by it; differences in calls of two to three hands in a hundred under the other rules may be of the "
    "corrections as well as of the rules. "
    "A search by matches for the four multipliers of `value` (losses, wins, draws, calls) gained on three of six rulesets "
    "on the walls held out, and on none of the three on 10,000 fresh walls.",
    agents=[VALUE, LEARNS],
)
