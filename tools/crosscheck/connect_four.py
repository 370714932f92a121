#!/usr/bin/env python3
"""Connect four from OpenSpiel. See common.py."""

from common import main, text
from spiel import random_game

PLAYERS = ["Red", "Yellow"]
FILES = "abcdefg"


def describe(state, _):
    rows = str(state).split()
    cells = {f"{FILES[file]}{6 - n}": sign for n, row in enumerate(rows) for file, sign in enumerate(row)}
    pieces = {
        "Red Disc": [cell for cell, sign in cells.items() if sign == "x"],
        "Yellow Disc": [cell for cell, sign in cells.items() if sign == "o"],
    }
    stock = {who: 21 - len(discs) for who, discs in pieces.items()}
    moves = []
    for file in state.legal_actions():
        free = min(row for row in range(1, 7) if cells[f"{FILES[file]}{row}"] == ".")
        moves.append(f"Disc@{FILES[file]}{free}")
    return text(pieces, PLAYERS[state.current_player()], stock), moves


def walk(rng):
    return random_game("connect_four", rng, describe, PLAYERS)


if __name__ == "__main__":
    main(walk, "OpenSpiel 'connect_four', random games")
