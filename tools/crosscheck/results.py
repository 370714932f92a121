"""How a `.positions` file of the library is written: positions with the results of all their moves.

A line is `POSITION => RESULT | RESULT …`. A result lists the cells that differ from the position: `- c1 c2` those that have
become empty, then `Player Kind cell …` the new contents of others; `=` if nothing differs; `@turn Player` if the mover moves
again; `@over` if the game has ended. A cell that holds several pieces is `cell*4`, or `@stack cell Player Kind Player Kind …`
from the bottom if they differ. Under a line `values NAME …` results also have these values of the board, `@value NAME n`, where
they are not what they were at the start of the game.
"""

import argparse
import pathlib
import random
import sys


def position(pieces, turn, stock=(), values=(), last=None):
    """General position text. `pieces`: {cell: "White Rook"}; a cell may carry attributes, `e1(never-moved?=0)`."""
    by_sort = {}
    for cell, sort in pieces.items():
        by_sort.setdefault(sort, []).append(cell)
    segments = [f"{sort} {' '.join(sorted(by_sort[sort]))}" for sort in sorted(by_sort, reverse=True)]
    segments.append(f"@turn {turn}")
    segments += [f"@stock {sort} {number}" for sort, number in stock]
    segments += [f"@value {name} {number}" for name, number in values if number]
    if last:
        segments.append(f"@last {last[0]} {last[1]}")
    return "; ".join(segments)


def result(before, after, over):
    """`before` and `after`: {cell: "White Rook"}, without attributes."""
    gone = sorted(cell for cell in before if cell not in after)
    changed = {}
    for cell, sort in after.items():
        if before.get(cell) != sort:
            changed.setdefault(sort, []).append(cell)
    segments = [f"- {' '.join(gone)}"] if gone else []
    segments += [f"{sort} {' '.join(sorted(changed[sort]))}" for sort in sorted(changed, reverse=True)]
    if over:
        segments.append("@over")
    return "; ".join(segments) or "="


def head(game, made_by, source, values=""):
    text = f"# {made_by}\n# What the lines mean is said in tools/crosscheck/results.py.\ngame {game}\nsource {source}\n"
    return text + f"values {values}\n" if values else text


def named_head(game, made_by, source):
    """For lines `POSITION | move move …`, moves as cells put together and what a pawn becomes: less to compute."""
    return f"# {made_by}\ngame {game}\nsource {source}\n"


def line(text, results):
    return f"{text} => {' | '.join(sorted(set(results)))}"


def main(doc, games, source, values=""):
    """The program of a script: `games` has for each name `walk(rng)`, which plays a random game with an independent program
    and yields positions with a function for the results of all their moves, as text, and perhaps one for the names."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("name", choices=sorted(games))
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="take one of so many positions more")
    parser.add_argument("--uci", action="store_true", help="names of moves, where the script knows them")
    options = parser.parse_args()
    script = pathlib.Path(sys.argv[0]).name
    skip = f" --skip {options.skip}" if options.skip else ""
    made_by = f"tools/crosscheck/{script} {options.name} --count {options.count} --seed {options.seed}{skip}"
    source = source or f"a second program, tools/crosscheck/{script}"
    if options.uci:
        print(named_head(f"{options.name}.zug", made_by + " --uci", source))
    else:
        print(head(f"{options.name}.zug", made_by, source, values))
    rng, seen, passed = random.Random(options.seed), set(), 0
    while len(seen) < options.count:
        for text, found, *names in games[options.name](rng):
            passed += 1
            if text not in seen and passed % (options.skip + 1) == 0 and len(seen) < options.count:
                seen.add(text)
                print(f"{text} | {' '.join(sorted(names[0]()))}" if options.uci else line(text, found()))
