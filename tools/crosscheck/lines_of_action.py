#!/usr/bin/env python3
"""Lines of action from OpenSpiel. See common.py.

OpenSpiel calls the first repetition a draw; ours needs three occurrences, so such ends are left out.
"""

from common import main, text
from spiel import names, random_game

PLAYERS = ["Black", "White"]


def describe(state, _):
    pieces = {"Black Man": [], "White Man": []}
    for row in str(state).splitlines()[:8]:
        for file, sign in zip("abcdefgh", row[1:]):
            if sign != ".":
                pieces["Black Man" if sign == "x" else "White Man"].append(f"{file}{row[0]}")
    moves = [name.replace("x", "-") for name in names(state)]
    return text(pieces, PLAYERS[state.current_player()]), moves


def walk(rng):
    for position, found in random_game("lines_of_action", rng, describe, PLAYERS):
        if not isinstance(found, tuple) or found[1] != "draw":
            yield position, found


if __name__ == "__main__":
    main(walk, "OpenSpiel 'lines_of_action', random games")
