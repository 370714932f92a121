#!/usr/bin/env python3
"""Konane by a small program of its own: 8x8, or 6x6 with `KONANE=6` in the environment. See common.py."""

import os

from common import main, text

PLAYERS = ["Black", "White"]
SIZE = int(os.environ.get("KONANE", "8"))
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def name(p):
    return f"{chr(97 + p[0])}{p[1] + 1}"


def jumps(stones, me):
    """Yields start, landing and the stones taken."""
    for start in [p for p, who in stones.items() if who == me]:
        for dx, dy in SIDES:
            (x, y), taken = start, []
            while True:
                over, x, y = (x + dx, y + dy), x + 2 * dx, y + 2 * dy
                if not (0 <= x < SIZE and 0 <= y < SIZE) or stones.get(over, me) == me or (x, y) in stones:
                    break
                taken = taken + [over]
                yield start, (x, y), taken


def position(stones, turn):
    pieces = {f"{who} Stone": [name(p) for p in stones if stones[p] == k] for k, who in enumerate(PLAYERS)}
    return text(pieces, turn)


def walk(rng):
    stones = {(x, y): (x + y) % 2 for x in range(SIZE) for y in range(SIZE)}
    middle = SIZE // 2
    first = [(0, 0), (SIZE - 1, SIZE - 1), (middle - 1, middle - 1), (middle, middle)]
    yield position(stones, "Black@0"), [f"x{name(p)}" for p in first]
    gap = rng.choice(first)
    del stones[gap]
    beside = [(gap[0] + dx, gap[1] + dy) for dx, dy in SIDES if (gap[0] + dx, gap[1] + dy) in stones]
    yield position(stones, "White@1"), [f"x{name(p)}" for p in beside]
    del stones[rng.choice(beside)]
    me, last = 0, None
    while moves := list(jumps(stones, me)):
        last = position(stones, PLAYERS[me])
        yield last, [f"{name(a)}-{name(b)}" for a, b, _ in moves]
        start, landing, taken = rng.choice(moves)
        stones[landing] = stones.pop(start)
        for p in taken:
            del stones[p]
        me = 1 - me
    yield last, (f"{name(start)}-{name(landing)}", PLAYERS[1 - me])


if __name__ == "__main__":
    main(walk, "a small Python program written from the rules, random games")
