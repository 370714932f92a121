#!/usr/bin/env python3
"""Tic-tac-toe from OpenSpiel; the game has 4520 positions that are not over. See common.py."""

from common import main, text
from spiel import random_game

PLAYERS = ["X", "O"]
CELLS = [f"{file}{row}" for row in "321" for file in "abc"]


def describe(state, _):
    signs = "".join(str(state).split())
    pieces = {
        "X Sign": [cell for cell, sign in zip(CELLS, signs) if sign == "x"],
        "O Sign": [cell for cell, sign in zip(CELLS, signs) if sign == "o"],
    }
    stock = {"X Sign": 5 - len(pieces["X Sign"]), "O Sign": 4 - len(pieces["O Sign"])}
    moves = [f"Sign@{CELLS[action]}" for action in state.legal_actions()]
    return text(pieces, PLAYERS[state.current_player()], stock), moves


def walk(rng):
    return random_game("tic_tac_toe", rng, describe, PLAYERS)


if __name__ == "__main__":
    main(walk, "OpenSpiel 'tic_tac_toe', random games")
