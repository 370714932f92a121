#!/usr/bin/env python3
"""Gomoku (freestyle) from OpenSpiel. See common.py."""

from common import main, text
from spiel import names, random_game

PLAYERS = ["Black", "White"]
FILES = "abcdefghijklmno"


def cell(row, file):
    return f"{FILES[file]}{15 - row}"


def describe(state, _):
    rows = str(state).split()[1:]
    marks = {cell(n, file): sign for n, row in enumerate(rows) for file, sign in enumerate(row)}
    pieces = {
        "Black Stone": [at for at, sign in marks.items() if sign == "b"],
        "White Stone": [at for at, sign in marks.items() if sign == "w"],
    }
    stock = {"Black Stone": 113 - len(pieces["Black Stone"]), "White Stone": 112 - len(pieces["White Stone"])}
    moves = [f"Stone@{cell(*map(int, name.split(',')))}" for name in names(state)]
    return text(pieces, PLAYERS[state.current_player()], stock), moves


def walk(rng):
    return random_game("gomoku", rng, describe, PLAYERS)


if __name__ == "__main__":
    main(walk, "OpenSpiel 'gomoku', random games")
