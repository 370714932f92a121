"""What the cross-check scripts share: position text, random games, printing.

A script has `walk(rng)`: it plays one random game with an independent program and yields, for each position, the
position in our general text form and the names that we would give its legal moves; at the end, the last position
once more with the last move and the outcome. It is a development tool: it makes the data that our own move lists
are compared with.

    SCRIPT.py [--count 2000] [--seed 1] [--expect FILE.zug]

One line per position, and one per end of a game:

    position text | move, move, ...
    position text > move = outcome

The outcome is a player's name, `draw`, or `open` if the game goes on. With `--expect` the same is printed as cases of a
`.moves` file.
"""

import argparse
import random


def text(pieces, turn, stock=(), values=(), last=None):
    """Position text. `pieces`: {"White Man": cells}, `stock`: {"White Man": n}, `values`: {name: n}."""
    parts = [f"{who} {' '.join(cells)}" for who, cells in pieces.items() if cells]
    parts.append(f"@turn {turn}")
    parts += [f"@stock {who} {n}" for who, n in dict(stock).items() if n]
    parts += [f"@value {name} {n}" for name, n in dict(values).items() if n]
    if last:
        parts.append(f"@last - {last}")
    return "; ".join(parts)


def positions(walk, count, seed):
    """So many different positions of random games, and the ends of the games."""
    rng = random.Random(seed)
    seen = set()
    while len(seen) < count:
        for position, found in walk(rng):
            if isinstance(found, tuple):
                yield position, found
            elif position not in seen:
                seen.add(position)
                yield position, sorted(found)
                if len(seen) == count:
                    return


def listed(move):
    """As a list of one move: a comma says that spaces belong to the name."""
    return f"{move}," if " " in move else move


def main(walk, source):
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expect")
    options = parser.parse_args()
    if options.expect:
        print(f"game {options.expect}\nsource {source}")
    for n, (position, found) in enumerate(positions(walk, options.count, options.seed), 1):
        ends = isinstance(found, tuple)
        if options.expect:
            print(f"\nid random-{n}\nposition {position}")
            print(f"after {listed(found[0])}\noutcome {found[1]}" if ends else "\n".join(["moves", *found, "end"]))
        else:
            print(f"{position} > {found[0]} = {found[1]}" if ends else f"{position} | {', '.join(found)}")
