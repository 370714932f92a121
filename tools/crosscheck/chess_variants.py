#!/usr/bin/env python3
"""Random positions of chess variants with their legal moves, from Fairy-Stockfish.

A development tool: it makes the data that our own moves are compared with. Needs the package pyffish (0.0.90).

    chess_variants.py NAME [--count 2000] [--seed 1] [--uci]

NAME is a folder of games/ (see GAMES). It prints a `.positions` file: general position text and the results of all moves
(see results.py). With `--uci`, which takes far less time, one line per position is `FEN | moves in UCI, sorted`, where
what our FEN cannot say follows after a `;` (checks given, promoted men).

Finished games are left out. One difference is smoothed over in UCI: in atomic chess a pawn that takes on the last rank
explodes whatever it becomes, four moves there, one move with us, written with the letter of the queen.
"""

import argparse
import random
import re
import sys

import pyffish

import results

# Folder: variant of Fairy-Stockfish. Variants that it does not know are described below, in its own terms.
GAMES = {
    "chess": "chess",
    "atomic-chess": "atomic",
    "antichess": "antichess",
    "king-of-the-hill": "kingofthehill",
    "three-check": "3check",
    "racing-kings": "racingkings",
    "horde": "horde",
    "crazyhouse": "crazyhouse",
    "capablanca-chess": "capablanca",
    "los-alamos-chess": "losalamos",
    "makruk": "makruk",
    "shatranj": "shatranj",
}

SOURCE = "pyffish 0.0.90 (Fairy-Stockfish)"
FILES = "abcdefghijkl"
KINDS = {"p": "Pawn", "n": "Knight", "b": "Bishop", "r": "Rook", "q": "Queen", "k": "King"}
OTHER_KINDS = {
    "capablanca": {"a": "Archbishop", "c": "Chancellor"},
    "makruk": {"s": "Khon", "m": "Met"},
    "shatranj": {"b": "Elephant", "q": "Counsellor"},
}
# Where a man's history is part of the position.
CASTLING = ("chess", "atomic", "kingofthehill", "3check", "horde", "crazyhouse", "capablanca")


def over(variant, fen):
    """Has the game ended by anything but the lack of moves?"""
    if pyffish.is_immediate_game_end(variant, fen, [])[0]:
        return True
    clock = re.search(r" (\d+) \d+$", fen)
    if clock and int(clock.group(1)) >= 90:
        return True
    return variant == "chess" and all(pyffish.has_insufficient_material(variant, fen, []))


def men(variant, fen):
    """{cell: (player, kind, promoted)}"""
    kinds = KINDS | OTHER_KINDS.get(variant, {})
    rows = fen.split()[0].split("[")[0].split("/")
    found = {}
    for row, text in enumerate(rows):
        x = 0
        for token in re.findall(r"\d+|[A-Za-z]~?", text):
            if token.isdigit():
                x += int(token)
                continue
            player = "White" if token[0].isupper() else "Black"
            found[f"{FILES[x]}{len(rows) - row}"] = player, kinds[token[0].lower()], token.endswith("~")
            x += 1
    return found


def may_castle(board, rights):
    """The cells of kings and rooks that have a right."""
    cells = set()
    for right in rights.replace("-", ""):
        player = "White" if right.isupper() else "Black"
        king = next(cell for cell, man in board.items() if man[:2] == (player, "King"))
        rooks = sorted(c for c, man in board.items() if man[:2] == (player, "Rook") and c[1:] == king[1:])
        cells |= {king, rooks[-1] if right in "Kk" else rooks[0]}
    return cells


def general(variant, fen):
    """The position as general text, with everything that FEN says."""
    fields = fen.split()
    board = men(variant, fen)
    rights = may_castle(board, fields[2]) if variant in CASTLING else ()
    pieces = {}
    for cell, (player, kind, promoted) in board.items():
        marks = []
        if variant in CASTLING and kind in ("King", "Rook") and cell not in rights:
            marks.append("never-moved?=0")
        if promoted:
            marks.append("promoted?=1")
        pieces[cell + (f"({','.join(marks)})" if marks else "")] = f"{player} {kind}"
    stock = []
    if "[" in fields[0]:
        hand = fields[0].split("[")[1].rstrip("]")
        for letter in sorted(set(hand)):
            player = "White" if letter.isupper() else "Black"
            stock.append((f"{player} {KINDS[letter.lower()]}", hand.count(letter)))
    values, last = [], None
    if variant == "3check":
        values += [(name, 3 - int(n)) for name, n in zip(("white-checks", "black-checks"), fields[4].split("+"))]
    values.append(("quiet", int(fields[-2])))
    if fields[3] != "-":
        file, rank = fields[3][0], int(fields[3][1:])
        forward = 1 if fields[1] == "b" else -1
        last = f"{file}{rank - forward}", f"{file}{rank + forward}"
    return results.position(pieces, "White" if fields[1] == "w" else "Black", stock, values, last)


def ended(variant, fen):
    """Is the game over there, by our rules?"""
    if pyffish.is_immediate_game_end(variant, fen, [])[0] or not pyffish.legal_moves(variant, fen, []):
        return True
    kinds = sorted(kind for _, kind, _ in men(variant, fen).values())
    # Two kings with at most one bishop or knight; Fairy-Stockfish leaves that to the players.
    return variant == "chess" and len(kinds) <= 3 and set(kinds) <= {"King", "Bishop", "Knight"}


def outcomes(variant, fen):
    before = {cell: f"{player} {kind}" for cell, (player, kind, _) in men(variant, fen).items()}
    for move in pyffish.legal_moves(variant, fen, []):
        after = pyffish.get_fen(variant, fen, [move])
        now = {cell: f"{player} {kind}" for cell, (player, kind, _) in men(variant, after).items()}
        yield results.result(before, now, ended(variant, after))


def ours(variant, fen):
    """The position as FEN, with what our FEN cannot say behind it."""
    extra = []
    if variant == "3check":
        left = re.search(r" (\d)\+(\d) ", fen)
        fen = fen.replace(left.group(0), " ")
        for name, number in (("white-checks", left.group(1)), ("black-checks", left.group(2))):
            if number != "3":
                extra.append(f"@value {name} {3 - int(number)}")
    for cell, (player, kind, promoted) in men(variant, fen).items():
        if promoted:
            extra.append(f"{player} {kind} {cell}(promoted?=1)")
    fen = fen.replace("~", "")
    return "; ".join([fen] + extra)


def moves(variant, fen):
    found = pyffish.legal_moves(variant, fen, [])
    if variant == "atomic":
        found = {m[:4] + "q" if len(m) == 5 and m[0] != m[2] else m for m in found}
    return sorted(found)


def plain(variant, fen):
    """Without the limit of Thai counting, which stands in place of the en passant cell; we count another way."""
    return re.sub(r"^(\S+ \S+ \S+) \d+ ", r"\1 - ", fen) if variant == "makruk" else fen


def positions(variant, count, seed, often=0.1):
    """Different positions out of random games, some from each."""
    draw = random.Random(seed)
    start = pyffish.start_fen(variant)
    seen = set()
    while len(seen) < count:
        fen = start
        for _ in range(draw.choice((20, 60, 120, 200))):
            found = pyffish.legal_moves(variant, fen, [])
            if over(variant, fen):
                break
            key = " ".join(fen.split()[:4])
            if found and draw.random() < often and key not in seen:
                seen.add(key)
                yield plain(variant, fen)
                if len(seen) == count:
                    return
            if not found:
                break
            fen = pyffish.get_fen(variant, fen, [draw.choice(found)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=sorted(GAMES))
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uci", action="store_true")
    options = parser.parse_args()
    variant = GAMES[options.name]
    made_by = f"tools/crosscheck/chess_variants.py {options.name} --count {options.count} --seed {options.seed}"
    if options.uci:
        print(results.named_head(f"{options.name}.zug", f"{made_by} --uci", SOURCE))
        for fen in positions(variant, options.count, options.seed, 0.3):
            print(ours(variant, fen), "|", " ".join(moves(variant, fen)))
        return
    print(results.head(f"{options.name}.zug", made_by, SOURCE))
    for fen in positions(variant, options.count, options.seed):
        print(results.line(general(variant, fen), outcomes(variant, fen)))


if __name__ == "__main__":
    sys.exit(main())
