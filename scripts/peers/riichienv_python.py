"""Plays four-player hanchan with uniformly random legal actions on riichienv.

Prints the counts and the CPU time in seconds as JSON. Run by ../compare_peers.py in a virtual environment with riichienv.
"""

import json
import random
import sys
import time

from riichienv import GameRule, RiichiEnv


def play(seed: int, tally: dict) -> None:
    """One hanchan; no event log is kept. A decision is a choice between at least two actions."""
    choose = random.Random(seed).choice
    env = RiichiEnv(
        game_mode="4p-red-half", skip_mjai_logging=True, seed=seed, rule=GameRule.default_tenhou()
    )
    observations = env.reset()
    deal = None
    while not env.done():
        now = (env.kyoku_idx, env.oya, env.round_wind, env.honba)
        tally["kyoku"] += now != deal
        deal = now
        actions = {}
        for player, observation in observations.items():
            legal = observation.legal_actions()
            tally["decisions"] += len(legal) > 1
            actions[player] = choose(legal)
        observations = env.step(actions)
    assert sum(env.scores()) + 1000 * env.riichi_sticks == 100_000, "points were lost"
    tally["hanchan"] += 1


def main() -> None:
    seconds = float(sys.argv[1])
    tally = {"hanchan": 0, "kyoku": 0, "decisions": 0}
    start, start_processor = time.perf_counter(), time.process_time()
    while time.perf_counter() - start < seconds:
        play(tally["hanchan"], tally)
    print(json.dumps(tally | {"seconds": time.process_time() - start_processor}))


if __name__ == "__main__":
    main()
