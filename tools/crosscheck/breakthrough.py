#!/usr/bin/env python3
"""Breakthrough from Fairy-Stockfish. See common.py."""

from common import main, text
from fairy import of, random_game, split


def describe(cells, player):
    return text({"White Pawn": of(cells, "P"), "Black Pawn": of(cells, "p")}, player)


def walk(rng):
    return random_game("breakthrough", rng, describe, lambda move: "-".join(split(move)))


if __name__ == "__main__":
    main(walk, "Fairy-Stockfish 'breakthrough', random games")
