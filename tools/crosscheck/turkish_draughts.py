#!/usr/bin/env python3
"""Turkish draughts: random positions with the results of all moves, by a program of its own.

A development tool: a second program for the rules of games/turkish-draughts, which shares nothing with them. (The kings of
pydraughts pass over other men in this variant.)

    turkish_draughts.py turkish-draughts [--count 2000] [--seed 1]

It prints a `.positions` file (see results.py).
"""

import results

WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def on(cell):
    return 0 <= cell[0] < 8 and 0 <= cell[1] < 8


def go(cell, way, times=1):
    return cell[0] + way[0] * times, cell[1] + way[1] * times


def ways(man):
    """A man neither moves nor takes backwards."""
    return WAYS if man in "Kk" else [w for w in WAYS if w[1] != (-1 if man.isupper() else 1)]


def crowned(man, cell):
    return {"M": "K", "m": "k"}.get(man, man) if cell[1] == (7 if man.isupper() else 0) else man


def captures(men, cell, came=None, taken=0):
    """(how many are taken, men after it); one that stops early is there too, but never the longest."""
    man = men[cell]
    for way in ways(man):
        if way == came:
            continue
        prey = go(cell, way)
        while man in "Kk" and on(prey) and prey not in men:
            prey = go(prey, way)
        if prey not in men or men[prey].isupper() == man.isupper():
            continue
        to = go(prey, way)
        while on(to) and to not in men:
            after = {c: m for c, m in men.items() if c not in (cell, prey)}
            after[to] = crowned(man, to)
            yield taken + 1, after
            if after[to] == man:
                yield from captures(after, to, (-way[0], -way[1]), taken + 1)
            if man in "Mm":
                break
            to = go(to, way)


def moves(men, white):
    mine = [c for c, man in men.items() if man.isupper() == white]
    taking = [found for cell in mine for found in captures(men, cell)]
    if taking:
        most = max(n for n, _ in taking)
        return [after for n, after in taking if n == most]
    found = []
    for cell in mine:
        man = men[cell]
        for way in ways(man):
            to = go(cell, way)
            while on(to) and to not in men:
                after = {c: m for c, m in men.items() if c != cell}
                after[to] = crowned(man, to)
                found.append(after)
                if man in "Mm":
                    break
                to = go(to, way)
    return found


def board(men):
    return {"abcdefgh"[x] + str(y + 1): f"{'White' if m.isupper() else 'Black'} {'King' if m in 'Kk' else 'Man'}"
            for (x, y), m in men.items()}


def walk(rng):
    men = {(x, y): "M" if y < 3 else "m" for x in range(8) for y in (1, 2, 5, 6)}
    white = True
    for _ in range(rng.choice((20, 60, 120))):
        following = moves(men, white)
        if not following:
            return
        if rng.random() < 0.2:
            before = board(men)
            yield results.position(before, "White" if white else "Black"), lambda: [
                results.result(before, board(a), not moves(a, not white)) for a in following]
        men, white = rng.choice(following), not white


if __name__ == "__main__":
    results.main(__doc__, {"turkish-draughts": walk}, None)
