#!/usr/bin/env python3
"""Hex from OpenSpiel: 5x5 without swap, or with `HEX=11` or `HEX=11,swap=True` in the environment. See common.py."""

import os

from common import main, text
from spiel import names, random_game

PLAYERS = ["Red", "Blue"]
KIND = os.environ.get("HEX", "5")
SIZE = int(KIND.split(",")[0])
CELLS = [f"{chr(97 + n % SIZE)}{n // SIZE + 1}" for n in range(SIZE * SIZE)]


def describe(state, _):
    signs = str(state).split()
    pieces = {
        "Red Stone": [at for at, sign in zip(CELLS, signs) if sign not in ".opqOPQ"],
        "Blue Stone": [at for at, sign in zip(CELLS, signs) if sign in "opqOPQ"],
    }
    hand = (SIZE * SIZE + 1) // 2
    stock = {who: hand - len(stones) for who, stones in pieces.items()}
    moves = [name if name == "swap" else f"Stone@{name}" for name in names(state)]
    return text(pieces, PLAYERS[state.current_player()], stock), moves


def walk(rng):
    return random_game(f"hex(board_size={KIND})", rng, describe, PLAYERS)


if __name__ == "__main__":
    main(walk, f"OpenSpiel 'hex', board_size={KIND}, random games")
