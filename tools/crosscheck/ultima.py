#!/usr/bin/env python3
"""Random positions, legal moves and perft for Ultima.

A development tool: a second program for the rules of games/ultima, which shares nothing with them. Works with numbered
coordinates and finds checks by trying all replies.

    ultima.py perft DEPTH
    ultima.py positions [--count 2000] [--seed 1] [--uci]

`positions` prints a `.positions` file (see results.py); with `--uci` lines `FEN | moves`, where a move is its two cells and
giving up a frozen man is its cell twice.
"""

import argparse
import random

import results

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
STRAIGHT = [w for w in WAYS if 0 in w]
KINDS = {"P": "Pawn", "W": "Withdrawer", "L": "Leaper", "O": "Coordinator", "I": "Immobilizer", "C": "Chameleon",
         "K": "King"}
SOURCE = "a second program, tools/crosscheck/ultima.py"
START = "olcwkcli/pppppppp/8/8/8/8/PPPPPPPP/ILCWKCLO"


def name(cell):
    return "abcdefgh"[cell[0]] + str(cell[1] + 1)


def go(cell, way, times=1):
    x, y = cell[0] + way[0] * times, cell[1] + way[1] * times
    return (x, y) if 0 <= x < 8 and 0 <= y < 8 else None


def mine(men, cell, white):
    return cell in men and men[cell].isupper() == white


def theirs(men, cell, white):
    return cell in men and men[cell].isupper() != white


def frozen(men, cell):
    white = men[cell].isupper()
    for way in WAYS:
        beside = go(cell, way)
        if theirs(men, beside, white):
            kind = men[beside].upper()
            if kind == "I" or (kind == "C" and men[cell].upper() == "I"):
                return True
    return False


def moves(men, white):
    """Name and men after each move, whatever becomes of the kings."""
    king_letter = "K" if white else "k"
    for cell in list(men):
        if not mine(men, cell, white):
            continue
        kind = men[cell].upper()
        if frozen(men, cell):
            if kind != "K":
                yield name(cell) * 2, {c: m for c, m in men.items() if c != cell}
            continue
        for way in STRAIGHT if kind == "P" else WAYS:
            taken, far = [], 1
            while True:
                to = go(cell, way, far)
                if to is None:
                    break
                if to in men:
                    if not theirs(men, to, white):
                        break
                    prey = men[to].upper()
                    if far == 1 and (kind == "K" or (kind == "C" and prey == "K")):
                        after = dict(men)
                        after[to] = after.pop(cell)
                        if kind == "C":
                            side_captures(after, cell, to, way, kind, white, king_letter)
                        yield name(cell) + name(to), after
                        break
                    if kind == "L" or (kind == "C" and prey == "L"):
                        behind = go(cell, way, far + 1)
                        if behind is None or behind in men:
                            break
                        taken.append(to)
                        far += 1
                        continue
                    break
                after = {c: m for c, m in men.items() if c not in taken}
                after[to] = after.pop(cell)
                side_captures(after, cell, to, way, kind, white, king_letter)
                yield name(cell) + name(to), after
                if kind == "K":
                    break
                far += 1


def side_captures(after, cell, to, way, kind, white, king_letter):
    """What a man that has come from `cell` to `to` takes without touching it."""
    gone = set()
    if kind in "WC":
        back = go(cell, way, -1)
        if theirs(after, back, white) and (kind == "W" or after[back].upper() == "W"):
            gone.add(back)
    if kind == "P" or (kind == "C" and 0 in way):
        for side in STRAIGHT:
            prey, friend = go(to, side), go(to, side, 2)
            if theirs(after, prey, white) and mine(after, friend, white) and (kind == "P" or after[prey].upper() == "P"):
                gone.add(prey)
    if kind in "OC":
        king = next((c for c, m in after.items() if m == king_letter), None)
        if king:
            for corner in ((to[0], king[1]), (king[0], to[1])):
                if theirs(after, corner, white) and (kind == "O" or after[corner].upper() == "O"):
                    gone.add(corner)
    for prey in gone:
        del after[prey]


def legal_moves(men, white):
    king = "K" if white else "k"
    for text, after in moves(men, white):
        if king in after.values() and all(king in then.values() for _, then in moves(after, not white)):
            yield text, after


def legal(men, white):
    return dict(legal_moves(men, white))


def over(men, white):
    return next(legal_moves(men, white), None) is None


def perft(men, white, depth):
    following = legal(men, white)
    return len(following) if depth == 1 else sum(perft(after, not white, depth - 1) for after in following.values())


def read(board):
    men = {}
    for row, text in enumerate(board.split("/")):
        x = 0
        for letter in text:
            if letter.isdigit():
                x += int(letter)
            else:
                men[x, 7 - row] = letter
                x += 1
    return men


def fen(men, white):
    rows = []
    for y in range(7, -1, -1):
        row = "".join(men.get((x, y), ".") for x in range(8))
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return "/".join(rows) + (" w" if white else " b") + " - - 0 1"


def board(men):
    return {name(c): f"{'White' if m.isupper() else 'Black'} {KINDS[m.upper()]}" for c, m in men.items()}


def positions(count, seed):
    draw, seen = random.Random(seed), set()
    while len(seen) < count:
        men, white = read(START), True
        for _ in range(draw.choice((30, 60, 120, 200))):
            following = legal(men, white)
            text = fen(men, white)
            if following and draw.random() < 0.15 and text not in seen:
                seen.add(text)
                yield men, white, following
                if len(seen) == count:
                    return
            if not following:
                break
            # Captures and men given up thin out the board; half of the moves are such where there are some.
            fewer = [after for after in following.values() if len(after) < len(men)]
            men = draw.choice(fewer if fewer and draw.random() < 0.5 else list(following.values()))
            white = not white


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("perft", "positions"))
    parser.add_argument("depth", nargs="?", type=int, default=2)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uci", action="store_true")
    options = parser.parse_args()
    if options.what == "perft":
        for depth in range(1, options.depth + 1):
            print(f"perft {depth} {perft(read(START), True, depth)}")
        return
    made_by = f"tools/crosscheck/ultima.py positions --count {options.count} --seed {options.seed}"
    if options.uci:
        print(results.named_head("ultima.zug", f"{made_by} --uci", SOURCE))
    else:
        print(results.head("ultima.zug", made_by, SOURCE))
    for men, white, following in positions(options.count, options.seed):
        if options.uci:
            print(fen(men, white), "|", " ".join(sorted(following)))
        else:
            text = results.position(board(men), "White" if white else "Black")
            ends = [results.result(board(men), board(after), over(after, not white)) for after in following.values()]
            print(results.line(text, ends))


if __name__ == "__main__":
    main()
