#!/usr/bin/env python3
"""Chinese checkers from OpenSpiel: two players, or six with `PLAYERS=6` in the environment. See common.py.

OpenSpiel makes a turn jump by jump; here all holes that a man can reach in a turn are found, and the routes forgotten.
"""

import os
import re

import pyspiel

from common import main, text
from spiel import outcome

PLAYERS = int(os.environ.get("PLAYERS", "2"))
SLOTS = {2: ["North", "South"], 6: ["North", "NorthEast", "SouthEast", "South", "SouthWest", "NorthWest"]}
# Row by row from the top, as OpenSpiel numbers them: our column is counted along the slanting rows.
STARTS = [12, 11, 10, 9, 0, 1, 2, 3, 4, 3, 2, 1, 0, 9, 10, 11, 12]
LENGTHS = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]
CELLS = [
    f"{chr(97 + (start + 2 * n - row) // 2 + 6)}{row + 1}"
    for row, (start, length) in enumerate(zip(STARTS, LENGTHS))
    for n in range(length)
]


def turns(state):
    """{(from, to): state after it} for the whole turn."""
    found = {}
    for action in state.legal_actions():
        steps = [int(n) for n in re.findall(r"\d+", state.action_to_string(action))]
        if not steps:
            found["pass"] = state.child(action)
            continue
        open_, seen = [(steps[1], state.child(action))], set()
        while open_:
            at, here = open_.pop()
            if at in seen:
                continue
            seen.add(at)
            if here.is_terminal() or "hopping" not in str(here):
                found.setdefault((steps[0], at), here)
                continue
            for further in here.legal_actions():
                hop = [int(n) for n in re.findall(r"\d+", here.action_to_string(further))]
                if hop:
                    open_.append((hop[1], here.child(further)))
                else:
                    found.setdefault((steps[0], at), here.child(further))
    return found


def walk(rng):
    players = SLOTS[PLAYERS]
    state = pyspiel.load_game(f"chinese_checkers(players={PLAYERS})").new_initial_state()
    for _ in range(60 * PLAYERS):
        signs = re.findall(r"[.1-6]", "".join(str(state).splitlines()[:17]))
        pieces = {f"{who} Man": [at for at, sign in zip(CELLS, signs) if sign == str(n)] for n, who in enumerate(players, 1)}
        found = turns(state)
        moves = [key if key == "pass" else f"{CELLS[key[0]]}-{CELLS[key[1]]}" for key in found]
        position = text(pieces, players[state.current_player()])
        yield position, moves
        # Jumps make positions interesting.
        far = [key for key in found if key != "pass" and abs(key[0] - key[1]) > 14]
        key = rng.choice(far if far and rng.random() < 0.5 else list(found))
        state = found[key]
        if state.is_terminal():
            yield position, (f"{CELLS[key[0]]}-{CELLS[key[1]]}", outcome(state, players))
            return


if __name__ == "__main__":
    main(walk, f"OpenSpiel 'chinese_checkers', players={PLAYERS}, random games")
