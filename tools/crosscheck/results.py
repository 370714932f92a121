"""How a `.positions` file of the library is written: positions with the results of all their moves.

A line is `POSITION => RESULT | RESULT …`. A result lists the cells that differ from the position: `- c1 c2` those that have
become empty, then `Player Kind cell …` the new contents of others; `=` if nothing differs; `@over` if the game has ended.
"""


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


def head(game, made_by, source):
    return f"# {made_by}\n# What the lines mean is said in tools/crosscheck/results.py.\ngame {game}\nsource {source}\n"


def line(text, results):
    return f"{text} => {' | '.join(sorted(set(results)))}"
