#!/usr/bin/env python3
"""Ataxx from Fairy-Stockfish. See common.py."""

from common import main, text
from fairy import of, random_game, split


def name(move):
    cells = split(move)
    if "@" in move:
        return f"Disc@{cells[0]}"
    return "pass" if cells[0] == cells[1] else "-".join(cells)


def describe(cells, player):
    stock = {"White Disc": 45, "Black Disc": 45}
    return text({"White Disc": of(cells, "P"), "Black Disc": of(cells, "p")}, player, stock)


def walk(rng):
    return random_game("ataxx", rng, describe, name)


if __name__ == "__main__":
    main(walk, "Fairy-Stockfish 'ataxx', random games")
