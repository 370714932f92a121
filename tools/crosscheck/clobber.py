#!/usr/bin/env python3
"""Clobber from Fairy-Stockfish. See common.py."""

from common import main, text
from fairy import of, random_game, split


def describe(cells, player):
    return text({"White Stone": of(cells, "P"), "Black Stone": of(cells, "p")}, player)


def walk(rng):
    return random_game("clobber", rng, describe, lambda move: "-".join(split(move)))


if __name__ == "__main__":
    main(walk, "Fairy-Stockfish 'clobber', random games")
