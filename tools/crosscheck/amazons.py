#!/usr/bin/env python3
"""Amazons from Fairy-Stockfish. Arrows are given to White: whose they are does not matter. See common.py."""

from common import main, text
from fairy import of, random_game, split


def name(move):
    start, landing, _, arrow = split(move)
    return f"{start}-{landing}-{arrow}=Arrow"


def describe(cells, player):
    pieces = {"White Amazon": of(cells, "Q"), "White Arrow": of(cells, "Pp*"), "Black Amazon": of(cells, "q")}
    return text(pieces, player)


def walk(rng):
    return random_game("amazons", rng, describe, name)


if __name__ == "__main__":
    main(walk, "Fairy-Stockfish 'amazons', random games")
