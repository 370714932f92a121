#!/usr/bin/env python3
"""Column draughts (Bashni) and Laska: random positions with the results of all moves, by a program of its own.

A development tool: a second program for rules of our library, which shares nothing with them.

    columns.py NAME [--count 2000] [--seed 1]

It prints a `.positions` file (see results.py). A column is a text, bottom to top: small letters are Black's men, capital
letters White's; `m` is a man or soldier, `k` a king or officer.
"""

import results

WAYS = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


class Columns:
    def __init__(self, size, flying, kinds):
        self.size, self.flying, self.kinds = size, flying, kinds

    def start(self):
        rows = 3
        men = {}
        for x in range(self.size):
            for y in range(self.size):
                if (x + y) % 2 == 0 and (y < rows or y >= self.size - rows):
                    men[x, y] = "M" if y < rows else "m"
        return men

    def on(self, cell):
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def forward(self, white):
        return [w for w in WAYS if (w[1] > 0) == white]

    def last_row(self, cell, white):
        return cell[1] == (self.size - 1 if white else 0)

    def crowned(self, column, cell):
        top = column[-1]
        if top in "Mm" and self.last_row(cell, top.isupper()):
            return column[:-1] + ("K" if top.isupper() else "k")
        return column

    def jumps(self, columns, cell, white, passed):
        """The columns that the one on `cell` can jump, each with the squares to land on."""
        column = columns[cell]
        king = column[-1] in "Kk"
        ways = WAYS if king or self.flying else self.forward(white)
        for way in ways:
            prey = cell[0] + way[0], cell[1] + way[1]
            while king and self.flying and self.on(prey) and prey not in columns:
                prey = prey[0] + way[0], prey[1] + way[1]
            if prey not in columns or columns[prey][-1].isupper() == white or prey in passed:
                continue
            landings = []
            to = prey[0] + way[0], prey[1] + way[1]
            while self.on(to) and to not in columns:
                landings.append(to)
                if not (king and self.flying):
                    break
                to = to[0] + way[0], to[1] + way[1]
            if landings:
                yield prey, landings

    def chains(self, columns, cell, white, passed=frozenset()):
        for prey, landings in list(self.jumps(columns, cell, white, passed)):
            following = []
            for to in landings:
                after = dict(columns)
                column = after.pop(cell)
                after[to] = after[prey][-1] + column
                after[prey] = after[prey][:-1]
                if not after[prey]:
                    del after[prey]
                was_man = column[-1] in "Mm"
                after[to] = self.crowned(after[to], to)
                ends = was_man and after[to][-1] in "Kk" and not self.flying
                goes_on = not ends and any(True for _ in self.jumps(after, to, white, passed | {prey}))
                following.append((goes_on, after, to))
            # A king lands where it can go on, if there is such a square.
            if any(goes_on for goes_on, *_ in following):
                following = [f for f in following if f[0]]
            for goes_on, after, to in following:
                if goes_on:
                    yield from self.chains(after, to, white, passed | {prey})
                else:
                    yield after

    def moves(self, columns, white):
        mine = [c for c, column in columns.items() if column[-1].isupper() == white]
        captures = [after for cell in mine for after in self.chains(columns, cell, white)]
        if captures:
            return captures
        found = []
        for cell in mine:
            king = columns[cell][-1] in "Kk"
            for way in WAYS if king else self.forward(white):
                to = cell[0] + way[0], cell[1] + way[1]
                while self.on(to) and to not in columns:
                    after = dict(columns)
                    after[to] = self.crowned(after.pop(cell), to)
                    found.append(after)
                    if not (king and self.flying):
                        break
                    to = to[0] + way[0], to[1] + way[1]
        return found

    def board(self, columns):
        """{cell: pieces from the bottom}"""
        return {"abcdefgh"[x] + str(y + 1): " ".join(
            f"{'White' if m.isupper() else 'Black'} {self.kinds[m.upper()]}" for m in column)
            for (x, y), column in columns.items()}


def text(board, turn):
    stacks = [f"@stack {cell} {pieces}" for cell, pieces in sorted(board.items()) if pieces.count(" ") > 1]
    single = {cell: pieces for cell, pieces in board.items() if pieces.count(" ") == 1}
    return "; ".join([results.position(single, turn)] + stacks)


def result(before, after, over):
    gone = sorted(cell for cell in before if cell not in after)
    changed = {cell: pieces for cell, pieces in sorted(after.items()) if before.get(cell) != pieces}
    segments = [f"- {' '.join(gone)}"] if gone else []
    segments += [f"@stack {cell} {pieces}" if pieces.count(" ") > 1 else f"{pieces} {cell}" for cell, pieces in changed.items()]
    return "; ".join(segments + ["@over"] * over)


def walker(game):
    def walk(rng):
        columns, white = game.start(), True
        for _ in range(rng.choice((20, 60, 120))):
            following = game.moves(columns, white)
            if not following:
                return
            if rng.random() < 0.3:
                before = game.board(columns)
                yield text(before, "White" if white else "Black"), lambda: [
                    result(before, game.board(a), not game.moves(a, not white)) for a in following]
            columns, white = rng.choice(following), not white
    return walk


if __name__ == "__main__":
    GAMES = {
        "column-draughts": Columns(8, True, {"M": "Man", "K": "King"}),
        "laska": Columns(7, False, {"M": "Soldier", "K": "Officer"}),
    }
    results.main(__doc__, {name: walker(game) for name, game in GAMES.items()}, None)
