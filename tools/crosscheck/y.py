#!/usr/bin/env python3
"""Y from OpenSpiel: side 11, or 5 with `Y=5` in the environment. See common.py."""

import os
import re

from common import main, text
from spiel import names, random_game

PLAYERS = ["Black", "White"]
SIZE = int(os.environ.get("Y", "11"))
HANDS = {11: (33, 33), 5: (8, 7)}[SIZE]


def describe(state, _):
    pieces = {"Black Stone": [], "White Stone": []}
    for n, row in enumerate(str(state).splitlines()[1 : SIZE + 1], 1):
        signs = re.findall(r"[.O@]", row.strip()[len(str(n)) :])
        for file, sign in enumerate(signs):
            if sign != ".":
                pieces["White Stone" if sign == "@" else "Black Stone"].append(f"{chr(97 + file)}{n}")
    stock = {who: n - len(pieces[who]) for who, n in zip(pieces, HANDS)}
    moves = [f"Stone@{name}" for name in names(state)]
    return text(pieces, PLAYERS[state.current_player()], stock), moves


def walk(rng):
    return random_game(f"y(board_size={SIZE})", rng, describe, PLAYERS)


if __name__ == "__main__":
    main(walk, f"OpenSpiel 'y', board_size={SIZE}, random games")
