#!/usr/bin/env python3
"""Atari Go by a small program of its own: 9x9, or another size with `GO=5` in the environment. See common.py."""

import os

from common import main, text

PLAYERS = ["Black", "White"]
SIZE = int(os.environ.get("GO", "9"))


def around(x, y):
    for p in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 0 <= p[0] < SIZE and 0 <= p[1] < SIZE:
            yield p


def breathes(stones, start):
    """Has the group of the stone at `start` an empty point beside it?"""
    group, open_ = {start}, [start]
    while open_:
        for p in around(*open_.pop()):
            if p not in stones:
                return True
            if stones[p] == stones[start] and p not in group:
                group.add(p)
                open_.append(p)
    return False


def play(stones, p, me):
    """Stones after the move and whether it takes something; None if it is suicide."""
    after = {**stones, p: me}
    if any(after.get(q, me) != me and not breathes(after, q) for q in around(*p)):
        return after, True
    return (after, False) if breathes(after, p) else None


def walk(rng):
    def name(p):
        return f"{chr(97 + p[0])}{p[1] + 1}"

    stones, me = {}, 0
    points = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    while True:
        ends = {p: play(stones, p, me) for p in points if p not in stones}
        ends = {p: end for p, end in ends.items() if end}
        pieces = {f"{who} Stone": [name(p) for p in stones if stones[p] == k] for k, who in enumerate(PLAYERS)}
        stock = {who: SIZE * SIZE - len(cells) for who, cells in pieces.items()}
        if not ends:
            yield last, (f"Stone@{name(p)}", PLAYERS[1 - me])
            return
        last = text(pieces, PLAYERS[me], stock)
        yield last, [f"Stone@{name(p)}" for p in ends]
        # Rather a move that does not end the game, so that boards fill.
        quiet = [p for p, (_, won) in ends.items() if not won]
        p = rng.choice(quiet or list(ends))
        stones, won = ends[p]
        if won:
            yield last, (f"Stone@{name(p)}", PLAYERS[me])
            return
        me = 1 - me


if __name__ == "__main__":
    main(walk, "a small Python program written from the rules, random games")
