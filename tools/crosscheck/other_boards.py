#!/usr/bin/env python3
"""Random positions, legal moves and perft for chess on a cylinder, on hexagons and in a cube.

A development tool. No public program that we know plays these games by the rules of our library, so this is a second
program: it shares nothing with our rules files, works with coordinates instead of named directions and finds checks by
trying all replies.

    other_boards.py NAME perft DEPTH
    other_boards.py NAME positions [--count 2000] [--seed 1] [--uci]

NAME: cylinder-chess, glinski-chess, raumschach. `positions` prints a `.positions` file (see results.py); with `--uci` lines
`position text | moves`, the moves as cells put together, then the small letter of what a pawn becomes.
"""

import argparse
import itertools
import random

import results

SOURCE = "a second program, tools/crosscheck/other_boards.py"
WHITE, BLACK = "White", "Black"
OTHER = {WHITE: BLACK, BLACK: WHITE}
LETTER = {"Knight": "n", "Bishop": "b", "Unicorn": "u", "Queen": "q", "Rook": "r"}


def add(a, b, times=1):
    return tuple(x + times * y for x, y in zip(a, b))


class Cylinder:
    promotions = ("Queen", "Rook", "Bishop", "Knight")
    castling = True
    rook = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    bishop = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    knight = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    lines = {"Rook": rook, "Bishop": bishop, "Queen": rook + bishop}
    leaps = {"Knight": knight, "King": rook + bishop}
    pushes = {WHITE: [(0, 1)], BLACK: [(0, -1)]}
    takes = {WHITE: [(1, 1), (-1, 1)], BLACK: [(1, -1), (-1, -1)]}

    def step(self, cell, vector):
        x, y = add(cell, vector)
        return (x % 8, y) if 0 <= y < 8 else None

    def name(self, cell):
        return "abcdefgh"[cell[0]] + str(cell[1] + 1)

    def double(self, player, cell):
        return cell[1] == (1 if player == WHITE else 6)

    def promotes(self, player, cell):
        return cell[1] == (7 if player == WHITE else 0)

    def start(self):
        men = {}
        back = ("Rook", "Knight", "Bishop", "Queen", "King", "Bishop", "Knight", "Rook")
        for x, kind in enumerate(back):
            men[x, 0], men[x, 7] = (WHITE, kind), (BLACK, kind)
            men[x, 1], men[x, 6] = (WHITE, "Pawn"), (BLACK, "Pawn")
        return men


class Glinski:
    """Axial coordinates: north is (0, 1), north-east (1, 0); the third axis is their sum."""

    promotions = Cylinder.promotions
    castling = False
    around = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    pairs = list(zip(around, around[1:] + around[:1]))
    bishop = [add(a, b) for a, b in pairs]
    knight = [add(b, a, 2) for a, b in pairs] + [add(a, b, 2) for a, b in pairs]
    lines = {"Rook": around, "Bishop": bishop, "Queen": around + bishop}
    leaps = {"Knight": knight, "King": around + bishop}
    pushes = {WHITE: [(0, 1)], BLACK: [(0, -1)]}
    takes = {WHITE: [(-1, 1), (1, 0)], BLACK: [(1, -1), (-1, 0)]}
    files = "abcdefghikl"

    def on_board(self, cell):
        return max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1])) <= 5

    def step(self, cell, vector):
        to = add(cell, vector)
        return to if self.on_board(to) else None

    def name(self, cell):
        return self.files[cell[0] + 5] + str(cell[1] - max(-5, -5 - cell[0]) + 1)

    def cell(self, name):
        q = self.files.index(name[0]) - 5
        return q, int(name[1:]) - 1 + max(-5, -5 - q)

    def double(self, player, cell):
        first = "b1 c2 d3 e4 f5 g4 h3 i2 k1" if player == WHITE else "b7 c7 d7 e7 f7 g7 h7 i7 k7"
        return self.name(cell) in first.split()

    def promotes(self, player, cell):
        return self.step(cell, self.pushes[player][0]) is None

    def start(self):
        men = {}
        setup = {
            WHITE: "Pawn b1 c2 d3 e4 f5 g4 h3 i2 k1 Knight d1 h1 Bishop f1 f2 f3 Rook c1 i1 Queen e1 King g1",
            BLACK: "Pawn b7 c7 d7 e7 f7 g7 h7 i7 k7 Knight d9 h9 Bishop f9 f10 f11 Rook c8 i8 Queen e10 King g10",
        }
        for player, text in setup.items():
            for word in text.split():
                if word in LETTER or word in ("Pawn", "King"):
                    kind = word
                else:
                    men[self.cell(word)] = (player, kind)
        return men


class Raumschach:
    promotions = ("Queen", "Rook", "Bishop", "Unicorn", "Knight")
    castling = False
    all_ways = [v for v in itertools.product((-1, 0, 1), repeat=3) if any(v)]
    lines = {kind: [v for v in itertools.product((-1, 0, 1), repeat=3) if sum(map(abs, v)) == n]
             for kind, n in (("Rook", 1), ("Bishop", 2), ("Unicorn", 3))}
    lines["Queen"] = all_ways
    leaps = {"King": all_ways,
             "Knight": [v for v in itertools.product(range(-2, 3), repeat=3) if sorted(map(abs, v)) == [0, 1, 2]]}
    pushes = {WHITE: [(0, 0, 1), (1, 0, 0)], BLACK: [(0, 0, -1), (-1, 0, 0)]}
    takes = {WHITE: [(0, 1, 1), (0, -1, 1), (1, 1, 0), (1, -1, 0), (1, 0, 1)],
             BLACK: [(0, 1, -1), (0, -1, -1), (-1, 1, 0), (-1, -1, 0), (-1, 0, -1)]}

    def step(self, cell, vector):
        to = add(cell, vector)
        return to if all(0 <= x < 5 for x in to) else None

    def name(self, cell):
        return "ABCDE"[cell[0]] + "abcde"[cell[1]] + str(cell[2] + 1)

    def double(self, player, cell):
        return False

    def promotes(self, player, cell):
        return (cell[0], cell[2]) == ((4, 4) if player == WHITE else (0, 0))

    def start(self):
        men = {}
        for file, (low, high, high_black) in enumerate((
                ("Rook", "Bishop", "Unicorn"), ("Knight", "Unicorn", "Bishop"), ("King", "Queen", "Queen"),
                ("Knight", "Bishop", "Unicorn"), ("Rook", "Unicorn", "Bishop"))):
            men[0, file, 0], men[1, file, 0] = (WHITE, low), (WHITE, high)
            men[4, file, 4], men[3, file, 4] = (BLACK, low), (BLACK, high_black)
            for level in (0, 1):
                men[level, file, 1], men[4 - level, file, 3] = (WHITE, "Pawn"), (BLACK, "Pawn")
        return men


class Position:
    def __init__(self, rules, men, turn=WHITE, last=None, quiet=0, moved=frozenset()):
        self.rules, self.men, self.turn, self.last, self.quiet, self.moved = rules, men, turn, last, quiet, moved

    def targets(self, cell):
        """(landing cell, cell of the man taken or None) for the man on a cell; not castling."""
        rules, men = self.rules, self.men
        player, kind = men[cell]
        if kind == "Pawn":
            for push in rules.pushes[player]:
                to = rules.step(cell, push)
                if to and to not in men:
                    yield to, None
                    far = rules.step(to, push)
                    if rules.double(player, cell) and far and far not in men:
                        yield far, None
            for take in rules.takes[player]:
                to = rules.step(cell, take)
                if to in men and men[to][0] != player:
                    yield to, to
                elif to and self.last and to not in men:
                    back = rules.step(to, rules.pushes[OTHER[player]][0])
                    came = rules.step(to, rules.pushes[player][0])
                    if self.last == (came, back) and men.get(back) == (OTHER[player], "Pawn"):
                        yield to, back
            return
        reach = [(vector, 1) for vector in rules.leaps.get(kind, ())]
        reach += [(vector, 99) for vector in rules.lines.get(kind, ())]
        for vector, far in reach:
            to = cell
            for _ in range(far):
                to = rules.step(to, vector)
                if to is None or to == cell:
                    break
                if to in men:
                    if men[to][0] != player:
                        yield to, to
                    break
                yield to, None

    def attacked(self, cell, by):
        men = dict(self.men)
        men.setdefault(cell, (OTHER[by], "King"))
        board = Position(self.rules, men, by)
        return any(taken == cell for at, man in men.items() if man[0] == by for _, taken in board.targets(at))

    def after(self, cell, to, taken, kind=None, rook=None):
        men = dict(self.men)
        player, old = men.pop(cell)
        if taken:
            del men[taken]
        men[to] = (player, kind or old)
        if rook:
            men[rook[1]] = men.pop(rook[0])
        quiet = 0 if taken or old == "Pawn" else self.quiet + 1
        moved = self.moved | {cell, to} | ({rook[0], rook[1]} if rook else set())
        return Position(self.rules, men, OTHER[player], (cell, to), quiet, frozenset(moved))

    def legal(self):
        """Name of the move: position after it."""
        return {name: next_ for name, next_ in self.pseudo() if not next_.in_check(self.turn)}

    def over(self):
        return all(next_.in_check(self.turn) for _, next_ in self.pseudo())

    def pseudo(self):
        """Moves whatever becomes of the king, castling excepted."""
        rules = self.rules
        for cell, (player, kind) in list(self.men.items()):
            if player != self.turn:
                continue
            for to, taken in self.targets(cell):
                name = rules.name(cell) + rules.name(to)
                if kind == "Pawn" and rules.promotes(player, to):
                    for new in rules.promotions:
                        yield name + LETTER[new], self.after(cell, to, taken, new)
                else:
                    yield name, self.after(cell, to, taken)
            if kind == "King" and rules.castling and cell not in self.moved:
                for way, far in ((1, 3), (-1, 4)):
                    corner = add(cell, (way, 0), far)
                    between = [add(cell, (way, 0), n) for n in range(1, far)]
                    if (cell[0] == 4 and self.men.get(corner) == (player, "Rook") and corner not in self.moved
                            and not any(c in self.men for c in between) and not self.attacked(cell, OTHER[player])):
                        # The king is lifted before the cell he passes is looked at.
                        lifted = Position(rules, {c: m for c, m in self.men.items() if c != cell})
                        if not lifted.attacked(between[0], OTHER[player]):
                            name = rules.name(cell) + rules.name(between[1])
                            yield name, self.after(cell, between[1], None, rook=(corner, between[0]))

    def in_check(self, player):
        king = next(cell for cell, man in self.men.items() if man == (player, "King"))
        return self.attacked(king, OTHER[player])

    def board(self):
        return {self.rules.name(cell): f"{player} {kind}" for cell, (player, kind) in self.men.items()}

    def text(self):
        pieces = {}
        for cell, (player, kind) in self.men.items():
            marked = self.rules.castling and kind in ("Rook", "King") and cell in self.moved
            pieces[self.rules.name(cell) + ("(never-moved?=0)" if marked else "")] = f"{player} {kind}"
        last = self.last and tuple(map(self.rules.name, self.last))
        return results.position(pieces, self.turn, values=[("quiet", self.quiet)], last=last)


def perft(position, depth):
    following = position.legal()
    return len(following) if depth == 1 else sum(perft(p, depth - 1) for p in following.values())


def positions(rules, count, seed):
    draw, seen = random.Random(seed), set()
    while len(seen) < count:
        position = Position(rules, rules.start())
        for _ in range(draw.choice((20, 60, 120, 200))):
            following = position.legal()
            text = position.text()
            if len(position.men) < 4 or position.quiet > 90:
                break
            if following and draw.random() < 0.1 and text not in seen:
                seen.add(text)
                yield position, following
                if len(seen) == count:
                    return
            if not following:
                break
            # A third of the moves are captures where there are some: the board empties, kings come out.
            fewer = [p for p in following.values() if len(p.men) < len(position.men)]
            position = draw.choice(fewer if fewer and draw.random() < 0.33 else list(following.values()))


def main():
    games = {"cylinder-chess": Cylinder, "glinski-chess": Glinski, "raumschach": Raumschach}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=sorted(games))
    parser.add_argument("what", choices=("perft", "positions"))
    parser.add_argument("depth", nargs="?", type=int, default=2)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uci", action="store_true")
    options = parser.parse_args()
    rules = games[options.name]()
    if options.what == "perft":
        for depth in range(1, options.depth + 1):
            print(f"perft {depth} {perft(Position(rules, rules.start()), depth)}")
        return
    made_by = f"tools/crosscheck/other_boards.py {options.name} positions --count {options.count} --seed {options.seed}"
    if options.uci:
        print(results.named_head(f"{options.name}.zug", f"{made_by} --uci", SOURCE))
    else:
        print(results.head(f"{options.name}.zug", made_by, SOURCE))
    for position, following in positions(rules, options.count, options.seed):
        if options.uci:
            print(position.text(), "|", " ".join(sorted(following)))
        else:
            before = position.board()
            ends = [results.result(before, after.board(), after.over()) for after in following.values()]
            print(results.line(position.text(), ends))


if __name__ == "__main__":
    main()
