#!/usr/bin/env python3
"""Ordo by a small program of its own. See common.py."""

from common import main, text

PLAYERS = ["White", "Black"]
WIDTH, HEIGHT = 10, 8
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def name(p):
    return f"{chr(97 + p[0])}{p[1] + 1}"


def inside(p):
    return 0 <= p[0] < WIDTH and 0 <= p[1] < HEIGHT


def connected(men):
    if not men:
        return False
    open_ = [next(iter(men))]
    seen = set(open_)
    while open_:
        x, y = open_.pop()
        for q in ((x + dx, y + dy) for dx, dy in AROUND):
            if q in men and q not in seen:
                seen.add(q)
                open_.append(q)
    return len(seen) == len(men)


def turns(mine, theirs, forward):
    """Yields a name, my men and the other's men after the move."""
    split = not connected(mine)
    back = (forward, -forward) if split else (forward,)
    ways = [(1, 0), (-1, 0)] + [(dx, dy) for dx in (-1, 0, 1) for dy in back]
    for x, y in mine:
        for dx, dy in ways:
            p = (x + dx, y + dy)
            while inside(p) and p not in mine:
                yield f"{name((x, y))}-{name(p)}", mine - {(x, y)} | {p}, theirs - {p}
                if p in theirs:
                    break
                p = (p[0] + dx, p[1] + dy)
        # Lines that begin here: to the right in a row, forward in a column.
        for ax, ay, steps in ((1, 0, [(0, dy) for dy in back]), (0, forward, [(1, 0), (-1, 0)])):
            line, q = [(x, y)], (x + ax, y + ay)
            while q in mine:
                line.append(q)
                for dx, dy in steps:
                    k = 1
                    while True:
                        ends = [(lx + k * dx, ly + k * dy) for lx, ly in line]
                        if any(not inside(p) or p in mine or p in theirs for p in ends):
                            break
                        yield f"{name(line[0])}:{name(q)}-{name(ends[0])}", mine - set(line) | set(ends), theirs
                        k += 1
                q = (q[0] + ax, q[1] + ay)


def walk(rng):
    rows = ["..XX..XX..", "XXXXXXXXXX", "XX..XX..XX"]
    white = frozenset((x, y) for y, row in enumerate(rows) for x in range(WIDTH) if row[x] == "X")
    black = frozenset((x, HEIGHT - 1 - y) for x, y in white)
    sides, me = [white, black], 0
    while True:
        legal = [turn for turn in turns(sides[me], sides[1 - me], (1, -1)[me]) if connected(turn[1])]
        if not legal:
            yield last, (move, PLAYERS[1 - me])
            return
        pieces = {f"{who} Man": [name(p) for p in sorted(men)] for who, men in zip(PLAYERS, sides)}
        last = text(pieces, PLAYERS[me])
        yield last, [turn[0] for turn in legal]
        # Captures that split the other's group make the positions with backward moves.
        splits = [turn for turn in legal if not connected(turn[2])]
        move, mine, theirs = rng.choice(splits if splits and rng.random() < 0.5 else legal)
        sides[me], sides[1 - me] = mine, theirs
        if not theirs or any(y == (HEIGHT - 1, 0)[me] for _, y in mine):
            yield last, (move, PLAYERS[me])
            return
        me = 1 - me


if __name__ == "__main__":
    main(walk, "a small Python program written from the rules, random games")
