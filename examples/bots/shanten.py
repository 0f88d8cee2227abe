#!/usr/bin/env python3
"""A small mahjong bot that speaks mjai and plays by shanten. Standard library only.

    hyakuman run --agents 'mjai:cmd="python3 examples/bots/shanten.py",ukeire,ukeire,ukeire' --games 100

It reads a JSON array of events per line, the last of which it has to answer, and writes one move per line. It keeps its hand
closed: each discard leaves the lowest shanten, then the most tiles that lower it further; it declares riichi as soon as it
can, and wins with a tile that it drew, or in riichi with any tile. Three and four players.
"""

import json
import sys
from functools import lru_cache
from itertools import product

NAMES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + list("ESWNPFC")
KINDS = {name: kind for kind, name in enumerate(NAMES)} | {"5mr": 4, "5pr": 13, "5sr": 22}
ORPHANS = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]


@lru_cache(maxsize=None)
def blocks(counts, runs):
    """All (sets, partial sets, pairs) that the tiles of a suit, or the honors, can be divided into."""
    first = next((i for i, count in enumerate(counts) if count), None)
    if first is None:
        return frozenset({(0, 0, 0)})
    found = set()
    choices = [((1,), 0, 0, 0), ((2,), 0, 0, 1), ((2,), 0, 1, 0), ((3,), 1, 0, 0)]
    if runs:
        choices += [((1, 1, 1), 1, 0, 0), ((1, 1), 0, 1, 0), ((1, 0, 1), 0, 1, 0)]
    for taken, sets, partial, pair in choices:
        if first + len(taken) <= len(counts) and all(counts[first + i] >= n for i, n in enumerate(taken)):
            rest = list(counts)
            for i, n in enumerate(taken):
                rest[first + i] -= n
            found |= {(sets + s, partial + p, pair + q) for s, p, q in blocks(tuple(rest), runs) if pair + q <= 1}
    return frozenset(a for a in found if not any(b != a and all(x >= y for x, y in zip(b, a)) for b in found))


@lru_cache(maxsize=1 << 18)
def shanten(counts):
    """Shanten of a closed hand of 13 or 14 tiles, -1 if it is complete: ordinary, seven pairs, thirteen orphans."""
    suits = [blocks(counts[i : i + 9], i < 27) for i in (0, 9, 18, 27)]
    best = 8
    for combination in product(*suits):
        sets, partial, pairs = (sum(column) for column in zip(*combination))
        pair = min(pairs, 1)
        best = min(best, 8 - 2 * sets - min(partial + pairs - pair, 4 - sets) - pair)
    pairs, kinds = sum(count >= 2 for count in counts), sum(count > 0 for count in counts)
    orphans = [counts[kind] for kind in ORPHANS]
    return min(best, 6 - pairs + max(0, 7 - kinds), 13 - sum(n > 0 for n in orphans) - any(n > 1 for n in orphans))


def changed(counts, kind, by):
    return counts[:kind] + (counts[kind] + by,) + counts[kind + 1 :]


class Bot:
    def event(self, event):
        """Keeps track of the match."""
        kind, own = event["type"], event.get("actor") == getattr(self, "id", None)
        if kind == "start_game":
            self.id, self.rules = event["id"], event.get("rules") or {}
        elif kind == "start_kyoku":
            self.hand, self.drawn, self.riichi, self.river = list(event["tehais"][self.id]), None, False, set()
            self.three = self.rules.get("players", 4) == 3
            self.left, self.seen, self.score = 55 if self.three else 70, [0] * 34, event["scores"][self.id]
            self.see([event["dora_marker"]])
        elif kind == "tsumo":
            self.left -= 1
            self.drawn = event["pai"] if own else None
        elif kind == "dahai" and own:
            self.hand += [self.drawn] if self.drawn else []
            self.hand.remove(event["pai"])
            self.drawn = None
            self.river.add(KINDS[event["pai"]])
        elif kind == "reach_accepted" and own:
            self.riichi = True
        if kind == "dora":
            self.see([event["dora_marker"]])
        elif not own:  # its own tiles are seen in its hand, or counted when discarded
            self.see([event["pai"]] if kind in ("dahai", "kakan", "nukidora", "kita") else [])
            self.see(event["consumed"] if kind in ("chi", "pon", "daiminkan", "ankan") else [])
        elif kind == "dahai":
            self.see([event["pai"]])

    def see(self, tiles):
        for tile in tiles:
            self.seen[KINDS[tile]] += 1

    def counts(self, tiles):
        kinds = [KINDS[tile] for tile in tiles]
        return tuple(kinds.count(kind) for kind in range(34))

    def useful(self, counts):
        """The kinds that lower the shanten of 13 tiles, with the copies of each that it does not see."""
        before = shanten(counts)
        kinds = (kind for kind in range(34) if counts[kind] < 4 and not (self.three and 0 < kind < 8))
        return {k: 4 - counts[k] - self.seen[k] for k in kinds if shanten(changed(counts, k, 1)) < before}

    def answer(self, last):
        """The move after the last event."""
        if last["type"] == "tsumo" and last["actor"] == self.id:
            return self.own_turn()
        if last["type"] == "reach" and last["actor"] == self.id:
            return self.discard(self.best_discard(tenpai=True))
        if last["type"] in ("dahai", "kakan", "nukidora", "kita") and last["actor"] != self.id and self.riichi:
            waits = self.useful(self.counts(self.hand))
            if KINDS[last["pai"]] in waits and not self.river & set(waits):
                return {"type": "hora", "actor": self.id, "target": last["actor"], "pai": last["pai"]}
        return {"type": "none"}

    def own_turn(self):
        if shanten(self.counts(self.hand + [self.drawn])) == -1:
            return {"type": "hora", "actor": self.id, "target": self.id, "pai": self.drawn}
        if self.riichi:
            return self.discard(self.drawn)
        paid, left = self.rules.get("riichi_min_score", 1000), self.rules.get("riichi_min_remaining", 4)
        if self.score >= paid and self.left >= left and self.best_discard(tenpai=True):
            return {"type": "reach", "actor": self.id}
        return self.discard(self.best_discard())

    def best_discard(self, tenpai=False):
        """The best tile to discard; with `tenpai` the best that leaves a hand that can be in riichi, if there is one."""
        tiles = self.hand + [self.drawn]
        whole, best = self.counts(tiles), None
        after = {tile: changed(whole, KINDS[tile], -1) for tile in tiles}
        least = min(shanten(counts) for counts in after.values())
        for tile, counts in after.items():
            if shanten(counts) > least or tenpai and least > 0:
                continue
            useful = self.useful(counts)
            if tenpai and (max(useful.values(), default=0) <= 0 or (self.river | {KINDS[tile]}) & set(useful)):
                continue
            rank = (sum(useful.values()), tile[-1] != "r", tile == self.drawn)
            best = max(best or (rank, tile), (rank, tile))
        return best and best[1]

    def discard(self, tile):
        return {"type": "dahai", "actor": self.id, "pai": tile, "tsumogiri": tile == self.drawn}


if __name__ == "__main__":
    bot = Bot()
    for line in sys.stdin:
        events = json.loads(line)
        for event in events:
            bot.event(event)
        print(json.dumps(bot.answer(events[-1])), flush=True)
