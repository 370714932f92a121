#!/usr/bin/env python3
"""Reversi (crossed start) from OpenSpiel's othello, whose rows are counted from the top. See common.py."""

from common import main, text
from spiel import names, random_game

PLAYERS = ["Black", "White"]
SIGNS = {"x": "Black Disc", "o": "White Disc"}


def flip(cell):
    return f"{cell[0]}{9 - int(cell[1])}"


def describe(state, _):
    pieces = {who: [] for who in SIGNS.values()}
    for n, row in enumerate(str(state).splitlines()[2:10], 1):
        for file, sign in zip("abcdefgh", row.split()[1:9]):
            if sign in SIGNS:
                pieces[SIGNS[sign]].append(f"{file}{9 - n}")
    stock = {who: 62 - len(cells) for who, cells in pieces.items()}
    moves = [name if name == "pass" else f"Disc@{flip(name)}" for name in names(state)]
    return text(pieces, PLAYERS[state.current_player()], stock), moves


def walk(rng):
    return random_game("othello", rng, describe, PLAYERS)


if __name__ == "__main__":
    main(walk, "OpenSpiel 'othello', random games")
