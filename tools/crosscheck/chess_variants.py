#!/usr/bin/env python3
"""Random positions of chess variants with their legal moves, from Fairy-Stockfish.

A development tool: it makes the data that our own move lists are compared with. Needs the package pyffish (0.0.90).

    chess_variants.py NAME [--count 2000] [--seed 1]

NAME is a folder of games/ (see GAMES). One line per position:

    position text | moves in UCI, sorted

The text is the FEN of Fairy-Stockfish; what our FEN cannot say follows after a `;` (checks given, promoted men).
To compare: take the `-` out of our names, write `=Kind` as the small letter of the kind and `Kind@cell` with its
capital letter. Finished games are left out, except by mate or stalemate (no moves after the bar).

One difference is smoothed over. In atomic chess a pawn that takes on the last rank explodes whatever it becomes:
four moves in UCI, one move with us, written without the letter.
"""

import argparse
import random
import re
import sys

import pyffish

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

FILES = "abcdefghijkl"


def over(variant, fen):
    """Has the game ended by anything but the lack of moves?"""
    if pyffish.is_immediate_game_end(variant, fen, [])[0]:
        return True
    clock = re.search(r" (\d+) \d+$", fen)
    if clock and int(clock.group(1)) >= 90:
        return True
    return variant == "chess" and all(pyffish.has_insufficient_material(variant, fen, []))


def ours(variant, fen):
    """The position as our text has it."""
    extra = []
    if variant == "3check":
        left = re.search(r" (\d)\+(\d) ", fen)
        fen = fen.replace(left.group(0), " ")
        for name, number in (("white-checks", left.group(1)), ("black-checks", left.group(2))):
            if number != "3":
                extra.append(f"@value {name} {3 - int(number)}")
    if "~" in fen:
        kinds = {"q": "Queen", "r": "Rook", "b": "Bishop", "n": "Knight"}
        board = fen.split("[")[0].split("/")
        for row, text in enumerate(board):
            x = 0
            for token in re.findall(r"\d+|[A-Za-z]~?", text):
                if token.isdigit():
                    x += int(token)
                    continue
                if token.endswith("~"):
                    player = "White" if token[0].isupper() else "Black"
                    cell = f"{FILES[x]}{len(board) - row}"
                    extra.append(f"{player} {kinds[token[0].lower()]} {cell}(promoted?=1)")
                x += 1
        fen = fen.replace("~", "")
    return "; ".join([fen] + extra)


def moves(variant, fen):
    found = pyffish.legal_moves(variant, fen, [])
    if variant == "atomic":
        found = {m[:4] if len(m) == 5 and m[0] != m[2] else m for m in found}
    return sorted(found)


def positions(variant, count, seed):
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
            if (not found or draw.random() < 0.1) and key not in seen:
                seen.add(key)
                yield fen
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
    options = parser.parse_args()
    variant = GAMES[options.name]
    print(f"# {options.name}: random positions with their moves by Fairy-Stockfish (pyffish 0.0.90), made with")
    print(f"# tools/crosscheck/chess_variants.py {options.name} --count {options.count} --seed {options.seed}")
    print("# position | legal moves in UCI")
    for fen in positions(variant, options.count, options.seed):
        print(ours(variant, fen), "|", " ".join(moves(variant, fen)))


if __name__ == "__main__":
    sys.exit(main())
