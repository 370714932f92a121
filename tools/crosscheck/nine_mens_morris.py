#!/usr/bin/env python3
"""Nine men's morris from OpenSpiel, whose move and removal are joined here. See common.py.

OpenSpiel calls games of more than 200 moves draws; such ends are left out.
"""

import re

import pyspiel

from common import main, text
from spiel import outcome

PLAYERS = ["White", "Black"]
CELLS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()


def numbers(state, action):
    return [CELLS[int(n)] for n in re.findall(r"\d+", state.action_to_string(action))]


def turns(state):
    """All turns: names and states after them. A name has its capture only where it is needed."""
    for action in state.legal_actions():
        cells = numbers(state, action)
        name = f"Man@{cells[0]}" if len(cells) == 1 else "-".join(cells)
        after = state.child(action)
        # Whoever makes a mill is to move again: a man is taken.
        if after.is_terminal() or after.current_player() != state.current_player():
            yield name, after
            continue
        removals = after.legal_actions()
        for removal in removals:
            taken = f" x {numbers(after, removal)[0]}" if len(removals) > 1 else ""
            yield name + taken, after.child(removal)


def walk(rng):
    state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    while True:
        lines = str(state).splitlines()
        signs = re.findall(r"[WB.]", "".join(lines[:13]))
        pieces = {
            "White Man": [at for at, sign in zip(CELLS, signs) if sign == "W"],
            "Black Man": [at for at, sign in zip(CELLS, signs) if sign == "B"],
        }
        hands = re.findall(r"\d+", next(line for line in lines if line.startswith("Men to deploy")))
        stock = {"White Man": int(hands[0]), "Black Man": int(hands[1])}
        position, found = text(pieces, PLAYERS[state.current_player()], stock), list(turns(state))
        yield position, [name for name, _ in found]
        name, state = rng.choice(found)
        if state.is_terminal():
            if outcome(state, PLAYERS) != "draw":
                yield position, (name, outcome(state, PLAYERS))
            return


if __name__ == "__main__":
    main(walk, "OpenSpiel 'nine_mens_morris' with move and removal joined, random games")
