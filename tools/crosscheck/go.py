#!/usr/bin/env python3
"""Go from OpenSpiel (simple ko, no suicide): 5x5, or another size with `GO=9` in the environment. See common.py.

What ko needs is written into the position: how many stones the last move has taken, and where it was. OpenSpiel
ends games when a position comes back or when they are long; only ends by two passes are taken over.
"""

import os

from common import main, text
from spiel import names, random_game

PLAYERS = ["Black", "White"]
SIZE = int(os.environ.get("GO", "5"))
FILES = "ABCDEFGHJKLMNOPQRST"[:SIZE]


def name(action):
    at = action.split()[1]
    return "pass" if at.lower() == "pass" else f"Stone@{at.upper()}"


def stones(state):
    found = {}
    for line in str(state).splitlines():
        label, _, row = line.strip().partition(" ")
        if label.isdigit() and len(row) == SIZE:
            found.update({f"{file}{label}": sign for file, sign in zip(FILES, row) if sign != "+"})
    return found


def describe(state, before):
    now, then = stones(state), stones(before) if before else {}
    new = [at for at in now if at not in then]
    pieces = {
        "Black Stone": [at for at, sign in now.items() if sign == "X"],
        "White Stone": [at for at, sign in now.items() if sign == "O"],
    }
    # A second pass would have ended the game.
    values = {"passes": int(before is not None and not new), "taken": sum(at not in now for at in then)}
    stock = {"Black Stone": 1, "White Stone": 1}
    position = text(pieces, PLAYERS[state.current_player()], stock, values, new[0] if new else None)
    return position, [name(move) for move in names(state)]


def walk(rng):
    for position, found in random_game(f"go(board_size={SIZE})", rng, describe, PLAYERS):
        if not isinstance(found, tuple) or (found[0] == "pass" and "@value passes 1" in position):
            yield position, found


if __name__ == "__main__":
    main(walk, f"OpenSpiel 'go', board_size={SIZE}, random games")
