#!/usr/bin/env python3
"""Hnefatafl (Fetlar rules) by a small program of its own. See common.py."""

from common import main, text

PLAYERS = ["Attackers", "Defenders"]
SIZE, MIDDLE = 11, 5
THRONE = (MIDDLE, MIDDLE)
CORNERS = {(0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)}
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
START = [
    "...AAAAA...", ".....A.....", "...........", "A....D....A", "A...DDD...A", "AA.DDKDD.AA",
    "A...DDD...A", "A....D....A", "...........", ".....A.....", "...AAAAA...",
]  # fmt: skip


def name(p):
    return f"{chr(97 + p[0])}{p[1] + 1}"


def side(piece):
    return 0 if piece == "A" else 1


def slides(board, start):
    for dx, dy in SIDES:
        x, y = start[0] + dx, start[1] + dy
        while 0 <= x < SIZE and 0 <= y < SIZE and (x, y) not in board:
            if board[start] == "K" or (x, y) not in CORNERS | {THRONE}:
                yield x, y
            x, y = x + dx, y + dy


def play(board, start, end):
    after = dict(board)
    piece = after[end] = after.pop(start)
    taken = []
    for dx, dy in SIDES:
        prey = (end[0] + dx, end[1] + dy)
        if prey not in after or side(after[prey]) == side(piece):
            continue
        if after[prey] == "K":
            beside = [(prey[0] + ex, prey[1] + ey) for ex, ey in SIDES]
            if all(after.get(p) == "A" or p == THRONE for p in beside):
                taken.append(prey)
            continue
        beyond = (prey[0] + dx, prey[1] + dy)
        helper = after.get(beyond)
        if (helper and side(helper) == side(piece)) or (not helper and beyond in CORNERS | {THRONE}):
            taken.append(prey)
    for prey in taken:
        del after[prey]
    return after


def encircled(board):
    """No defender, nor the king, has a way to the edge that no attacker blocks."""
    open_ = [p for p, piece in board.items() if piece != "A"]
    seen = set(open_)
    while open_:
        x, y = open_.pop()
        if not (0 < x < SIZE - 1 and 0 < y < SIZE - 1):
            return False
        for p in ((x + dx, y + dy) for dx, dy in SIDES):
            if board.get(p) != "A" and p not in seen:
                seen.add(p)
                open_.append(p)
    return True


def winner(board, me):
    """Who has won by the move that `me` has made."""
    king = [p for p, piece in board.items() if piece == "K"]
    if me == 0 and (not king or encircled(board)):
        return 0
    return 1 if king and king[0] in CORNERS else None


def walk(rng):
    board = {(x, SIZE - 1 - y): sign for y, row in enumerate(START) for x, sign in enumerate(row) if sign != "."}
    # Some games begin with fewer men, so that kings come out.
    for p in [p for p, piece in board.items() if piece != "K"]:
        if rng.random() < rng.choice((0, 0.3, 0.6)):
            del board[p]
    me = 0
    if encircled(board):
        return
    last = None
    for _ in range(150):
        moves = [(a, b) for a, piece in board.items() if side(piece) == me for b in slides(board, a)]
        if not moves:
            if last:
                yield last, (move, PLAYERS[1 - me])
            return
        kinds = (("Attackers Attacker", "A"), ("Defenders Defender", "D"), ("Defenders King", "K"))
        pieces = {who: [name(p) for p, piece in board.items() if piece == sign] for who, sign in kinds}
        last = text(pieces, PLAYERS[me])
        yield last, [f"{name(a)}-{name(b)}" for a, b in moves]
        taking = [move for move in moves if len(play(board, *move)) < len(board)]
        a, b = rng.choice(taking if taking and rng.random() < 0.5 else moves)
        move, board = f"{name(a)}-{name(b)}", play(board, a, b)
        if winner(board, me) is not None:
            yield last, (move, PLAYERS[winner(board, me)])
            return
        me = 1 - me


if __name__ == "__main__":
    main(walk, "a small Python program written from the rules, random games")
