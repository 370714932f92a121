#!/usr/bin/env python3
"""Dou Shou Qi by a small program of its own. See common.py."""

from common import main, text

PLAYERS = ["Blue", "Red"]
RANKS = {"Rat": 1, "Cat": 2, "Dog": 3, "Wolf": 4, "Leopard": 5, "Tiger": 6, "Lion": 7, "Elephant": 8}
WATER = {(x, y) for x in (1, 2, 4, 5) for y in (3, 4, 5)}
DENS = [(3, 0), (3, 8)]
TRAPS = [{(2, 0), (4, 0), (3, 1)}, {(2, 8), (4, 8), (3, 7)}]
START = {
    "Lion": (6, 0), "Tiger": (0, 0), "Dog": (5, 1), "Cat": (1, 1),
    "Rat": (6, 2), "Leopard": (4, 2), "Wolf": (2, 2), "Elephant": (0, 2),
}  # fmt: skip


def name(p):
    return f"{chr(97 + p[0])}{p[1] + 1}"


def may_take(animal, me, start, end, prey):
    if (start in WATER) != (end in WATER):
        return False
    if end in TRAPS[me]:
        return True
    mine, other = RANKS[animal], RANKS[prey]
    if {mine, other} == {1, 8}:
        return mine == 1
    return mine >= other


def moves(board, me):
    for start, (who, animal) in board.items():
        if who != me:
            continue
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            end = (start[0] + dx, start[1] + dy)
            if end in WATER and animal != "Rat":
                if animal not in ("Lion", "Tiger"):
                    continue
                while end in WATER and end not in board:
                    end = (end[0] + dx, end[1] + dy)
                if end in WATER:
                    continue
            if not (0 <= end[0] < 7 and 0 <= end[1] < 9) or end == DENS[me]:
                continue
            if end in board:
                other, prey = board[end]
                if other == me or not may_take(animal, me, start, end, prey):
                    continue
            yield start, end


def walk(rng):
    board = {}
    for animal, (x, y) in START.items():
        board[x, y] = (0, animal)
        board[6 - x, 8 - y] = (1, animal)
    me = 0
    for _ in range(200):
        legal = list(moves(board, me))
        if not legal:
            yield last, (f"{name(start)}-{name(end)}", PLAYERS[1 - me])
            return
        pieces = {}
        for p, (who, animal) in sorted(board.items(), key=lambda item: item[1]):
            pieces.setdefault(f"{PLAYERS[who]} {animal}", []).append(name(p))
        last = text(pieces, PLAYERS[me])
        yield last, [f"{name(a)}-{name(b)}" for a, b in legal]
        # Towards the other side: that is where something happens.
        ahead = [(a, b) for a, b in legal if (b[1] - a[1]) * (1, -1)[me] > 0 or b in board]
        start, end = rng.choice(ahead if ahead and rng.random() < 0.6 else legal)
        board[end] = board.pop(start)
        if end in DENS or {who for who, _ in board.values()} != {0, 1}:
            yield last, (f"{name(start)}-{name(end)}", PLAYERS[me])
            return
        me = 1 - me


if __name__ == "__main__":
    main(walk, "a small Python program written from the rules, random games")
