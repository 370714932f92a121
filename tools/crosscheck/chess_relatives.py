#!/usr/bin/env python3
"""Bomb chess, Belarusian chess, jester chess and four-player chess: random positions with the results of all moves.

A development tool. No public program that we know plays these games, so this is a second program: it shares nothing with
our rules files, works with coordinates and finds checks by trying all replies.

    chess_relatives.py NAME [--count 2000] [--seed 1]

It prints a `.positions` file (see results.py).
"""

import results

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANT = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
AROUND = STRAIGHT + SLANT
LEAPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
LINES = {"Rook": STRAIGHT, "Bishop": SLANT, "Queen": AROUND}
BACK = ["Rook", "Knight", "Bishop", "Queen", "King", "Bishop", "Knight", "Rook"]
FILES = "abcdefghijklmn"
SQUARE = frozenset((x, y) for x in range(8) for y in range(8))


def cell_name(cell):
    return FILES[cell[0]] + str(cell[1] + 1)


def at(name):
    return FILES.index(name[0]), int(name[1:]) - 1


def turned(vector, quarters):
    """Clockwise."""
    for _ in range(quarters):
        vector = vector[1], -vector[0]
    return vector


class Chess:
    """`men`: {cell: (player, kind, fresh)}; fresh men may castle. Subclasses change what differs."""

    cells = SQUARE
    order = ["White", "Black"]
    quarters = {"White": 0, "Black": 2}
    promotions = ("Queen", "Rook", "Bishop", "Knight")
    castling = en_passant = fifty = True

    def __init__(self, men, turn, last=None, quiet=0, **more):
        self.men, self.turn, self.last, self.quiet, self.more = men, turn, last, quiet, more

    @classmethod
    def start(cls):
        men = {}
        for x, kind in enumerate(BACK):
            men[x, 0], men[x, 7] = ("White", kind, True), ("Black", kind, True)
            men[x, 1], men[x, 6] = ("White", "Pawn", True), ("Black", "Pawn", True)
        return cls(men, "White")

    def go(self, cell, vector, times=1):
        to = cell[0] + vector[0] * times, cell[1] + vector[1] * times
        return to if to in self.cells else None

    def is_mine(self, cell, player):
        return cell in self.men and self.men[cell][0] == player

    def is_theirs(self, cell, player):
        return cell in self.men and self.men[cell][0] != player

    def ways(self, player):
        return turned((0, 1), self.quarters[player]), turned((1, 0), self.quarters[player])

    def line_targets(self, cell, vectors, far=99):
        player = self.men[cell][0]
        for vector in vectors:
            for n in range(1, far + 1):
                to = self.go(cell, vector, n)
                if to is None or self.is_mine(to, player):
                    break
                yield to
                if to in self.men:
                    break

    def slides(self, cell, kind):
        if kind == "Knight":
            return self.line_targets(cell, LEAPS, 1)
        if kind == "King":
            return self.line_targets(cell, AROUND, 1)
        return self.line_targets(cell, LINES.get(kind, []))

    def may_double(self, cell, player):
        return cell[1] == (1 if player == "White" else 6)

    def pawn_targets(self, cell, player):
        """Cells, and the cell of what is taken there."""
        forward, aside = self.ways(player)
        to = self.go(cell, forward)
        if to is not None and to not in self.men:
            yield to, None
            if self.may_double(cell, player):
                further = self.go(to, forward)
                if further is not None and further not in self.men:
                    yield further, None
        for n in (1, -1):
            to = self.go(cell, (forward[0] + n * aside[0], forward[1] + n * aside[1]))
            if to is None:
                continue
            if self.is_theirs(to, player):
                yield to, to
            elif self.en_passant and to not in self.men:
                passed = self.go(to, forward, -1)
                if (self.last == (self.go(to, forward), passed) and self.is_theirs(passed, player)
                        and self.men[passed][1] == "Pawn"):
                    yield to, passed

    def pseudo(self, player, castling=True):
        """Positions after all moves of the player, whatever becomes of the kings."""
        for cell, (owner, kind, fresh) in list(self.men.items()):
            if owner != player:
                continue
            if kind == "Pawn":
                for to, taken in self.pawn_targets(cell, player):
                    ends = self.go(to, self.ways(player)[0]) is None
                    for new in self.promotions if ends else (None,):
                        yield self.moved(cell, to, taken, new)
            else:
                for to in self.slides(cell, kind):
                    yield self.moved(cell, to, to if to in self.men else None)
            if castling and self.castling and kind == "King" and fresh:
                yield from self.castles(cell, player)

    def castles(self, cell, player):
        aside = self.ways(player)[1]
        # Black's rules are White's in a mirror, not turned: the short side is the h file for both.
        sides = ((1, 3), (-1, 4)) if self.go(cell, aside, 4) is None else ((1, 4), (-1, 3))
        for way, far in sides:
            line = [self.go(cell, aside, way * n) for n in range(far + 1)]
            rook = self.men.get(line[-1])
            if (rook is None or rook[0] != player or rook[1:] != ("Rook", True)
                    or any(c in self.men for c in line[1:-1])):
                continue
            if self.attacked_there(cell, cell) or self.attacked_there(cell, line[1]):
                continue
            after = self.moved(cell, line[2], None)
            del after.men[line[-1]]
            after.men[line[1]] = (player, "Rook", False)
            yield after

    def attacked_there(self, king, cell):
        """Could the king from `king` be taken if he stood on `cell`?"""
        men = dict(self.men)
        man = men.pop(king)
        men[cell] = man
        probe = self.probe(men, man[0])
        return any(after.men.get(cell, (None, None))[:2] != man[:2]
                   for rival in self.order if rival != man[0] for after in probe.pseudo(rival, False))

    def probe(self, men, mover):
        return type(self)(men, mover, self.last, self.quiet, **self.more)

    def moved(self, cell, to, taken, new=None):
        men = dict(self.men)
        player, kind, _ = men.pop(cell)
        if taken:
            del men[taken]
        men[to] = (player, new or kind, False)
        quiet = 0 if taken or kind == "Pawn" else self.quiet + 1
        return type(self)(men, self.following(player, men), (cell, to), quiet, **self.more)

    def following(self, player, men):
        return self.order[(self.order.index(player) + 1) % len(self.order)]

    def safe(self, player):
        king = next((c for c, m in self.men.items() if m[:2] == (player, "King")), None)
        return king is not None and not self.attacked_there(king, king)

    def legal(self):
        return [after for after in self.pseudo(self.turn) if after.safe(self.turn)]

    def over(self):
        return (self.fifty and self.quiet >= 100) or not any(after.safe(self.turn) for after in self.pseudo(self.turn))

    def board(self):
        return {cell_name(c): f"{player} {kind}" for c, (player, kind, _) in self.men.items()}

    def values(self):
        return [("quiet", self.quiet)] if self.fifty else []

    def stock(self):
        return []

    def text(self):
        pieces = {}
        for cell, (player, kind, fresh) in self.men.items():
            marked = self.castling and kind in ("King", "Rook") and not fresh
            pieces[cell_name(cell) + ("(never-moved?=0)" if marked else "")] = f"{player} {kind}"
        last = self.last and tuple("-" if c is None else cell_name(c) for c in self.last)
        return results.position(pieces, self.turn, self.stock(), self.values(), last)


class Bomb(Chess):
    @classmethod
    def start(cls):
        position = super().start()
        position.men[at("b4")] = position.men[at("g5")] = ("Nobody", "Bomb", False)
        return position

    def moved(self, cell, to, taken, new=None):
        boom = taken and self.men[taken][1] == "Bomb"
        after = super().moved(cell, to, taken, new)
        if boom:
            going, gone = [to], set()
            while going:
                centre = going.pop()
                gone.add(centre)
                for vector in AROUND:
                    beside = self.go(centre, vector)
                    if beside in after.men and after.men[beside][1] == "Bomb" and beside not in gone:
                        going.append(beside)
            for centre in gone:
                for vector in [(0, 0)] + AROUND:
                    after.men.pop(self.go(centre, vector), None)
        return after


class Jester(Chess):
    MEN = [None, "Pawn", "Knight", "Bishop", "Rook", "Queen", "King"]

    @classmethod
    def start(cls):
        return cls(super().start().men, "White", mimic=None, hands=("White", "Black"))

    def pseudo(self, player, castling=True):
        yield from super().pseudo(player, castling)
        if castling and player in self.more["hands"]:
            rank = 0 if player == "White" else 7
            for x in range(8):
                if (x, rank) not in self.men:
                    after = type(self)({**self.men, (x, rank): (player, "Jester", False)}, self.following(player, None),
                                       (None, (x, rank)), self.quiet + 1, **self.more)
                    after.more = {**self.more, "hands": tuple(h for h in self.more["hands"] if h != player)}
                    yield after

    def slides(self, cell, kind):
        if kind != "Jester":
            return super().slides(cell, kind)
        kind = self.more["mimic"]
        if kind == "Pawn":
            player = self.men[cell][0]
            forward, _ = self.ways(player)
            ahead = self.go(cell, forward)
            slant = [self.go(cell, (x, forward[1])) for x in (1, -1)]
            return [c for c in [ahead] if c is not None and c not in self.men] + [
                c for c in slant if self.is_theirs(c, player)]
        return super().slides(cell, kind)

    def castles(self, cell, player):
        # Castling is a king's move already while it is judged.
        king_moves = type(self)(self.men, self.turn, self.last, self.quiet, **{**self.more, "mimic": "King"})
        return Chess.castles(king_moves, cell, player)

    def moved(self, cell, to, taken, new=None):
        after = super().moved(cell, to, taken, new)
        kind = self.men[cell][1]
        if kind != "Jester":
            after.more = {**self.more, "mimic": kind}
        return after

    def values(self):
        return super().values() + [("mimic", self.MEN.index(self.more["mimic"]))]

    def stock(self):
        return [(f"{player} Jester", 1) for player in self.more["hands"]]


class Belarusian(Chess):
    castling = en_passant = fifty = False
    promotions = ("Queen",)

    @classmethod
    def start(cls):
        setup = {
            "White": "Man a1 c1 g1 b2 d2 f2 h2 a3 c3 e3 g3 Pawn a2 c2 e2 g2 b3 d3 f3 h3 Knight b1 Bishop f1 Rook h1 Queen d1 King e1",
            "Black": "Man b8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6 Pawn b7 d7 f7 h7 a6 c6 e6 g6 Knight g8 Bishop c8 Rook a8 Queen d8 King e8",
        }
        men = {}
        for player, text in setup.items():
            for word in text.split():
                if word[0].isupper():
                    kind = word
                else:
                    men[at(word)] = (player, kind, False)
        return cls(men, "White")

    def may_double(self, cell, player):
        return False

    def last_rank(self, cell, player):
        return cell[1] == (7 if player == "White" else 0)

    def slides(self, cell, kind):
        if kind == "Man":
            up = self.ways(self.men[cell][0])[0][1]
            return [to for to in self.line_targets(cell, [(1, up), (-1, up)], 1) if to not in self.men]
        if kind == "Dame":
            return [to for to in self.line_targets(cell, SLANT) if to not in self.men]
        return super().slides(cell, kind)

    def moved(self, cell, to, taken, new=None):
        player, kind, _ = self.men[cell]
        if kind == "Man" and self.last_rank(to, player):
            new = "Dame"
        return super().moved(cell, to, taken, new)

    def jumps(self, player):
        for cell, (owner, kind, _) in list(self.men.items()):
            if owner == player and kind in ("Man", "Dame"):
                rest = {c: m for c, m in self.men.items() if c != cell}
                for to, gone, now in self.chain(rest, cell, player, kind, frozenset()):
                    men = {c: m for c, m in rest.items() if c not in gone}
                    men[to] = (player, now, False)
                    yield type(self)(men, self.following(player, men), (cell, to))

    def chain(self, men, cell, player, kind, gone):
        further = False
        for vector in SLANT:
            far = 1
            while kind == "Dame" and self.go(cell, vector, far) not in men and self.go(cell, vector, far):
                far += 1
            prey = self.go(cell, vector, far)
            if prey not in men or men[prey][0] == player or prey in gone:
                continue
            landing = self.go(prey, vector)
            while landing is not None and landing not in men:
                further = True
                now = "Dame" if kind == "Man" and self.last_rank(landing, player) else kind
                yield from self.chain(men, landing, player, now, gone | {prey})
                landing = self.go(landing, vector) if kind == "Dame" else None
        if gone and not further:
            yield cell, gone, kind

    def pseudo(self, player, castling=True):
        jumps = list(self.jumps(player))
        return jumps if jumps else super().pseudo(player, castling)


class FourPlayers(Chess):
    cells = frozenset((x, y) for x in range(14) for y in range(14) if 3 <= x <= 10 or 3 <= y <= 10)
    order = ["South", "West", "North", "East"]
    quarters = {"South": 0, "West": 1, "North": 2, "East": 3}
    en_passant = False

    @classmethod
    def start(cls):
        men = {}
        for player, quarters in cls.quarters.items():
            for n, kind in enumerate(BACK):
                for rank, sort in ((0, kind), (1, "Pawn")):
                    x, y = turned((2 * (n + 3) - 13, 2 * rank - 13), quarters)
                    men[(x + 13) // 2, (y + 13) // 2] = (player, sort, True)
        return cls(men, "South")

    def may_double(self, cell, player):
        x, y = turned((2 * cell[0] - 13, 2 * cell[1] - 13), 4 - self.quarters[player])
        return y == -11 and abs(x) <= 7

    def moved(self, cell, to, taken, new=None):
        after = super().moved(cell, to, taken, new)
        if taken and self.men[taken][1] == "King":
            player, loser = self.men[cell][0], self.men[taken][0]
            after.men = {c: (player if m[0] == loser else m[0], *m[1:]) for c, m in after.men.items()}
            after.turn = self.following(player, after.men)
        return after

    def following(self, player, men):
        n = self.order.index(player)
        alive = {m[0] for m in men.values()}
        return next((p for p in self.order[n + 1:] + self.order[:n] if p in alive), player)

    def legal(self):
        found = list(self.pseudo(self.turn))
        if not found:
            found = [type(self)(self.men, self.following(self.turn, self.men), None, self.quiet)]
        return found

    def over(self):
        return self.quiet >= 100 or len({m[0] for m in self.men.values() if m[1] == "King"}) == 1


GAMES = {"bomb-chess": Bomb, "belarusian-chess": Belarusian, "jester-chess": Jester, "four-player-chess": FourPlayers}


def walker(game):
    def walk(rng):
        position = game.start()
        for _ in range(rng.choice((20, 60, 120, 200))):
            following = position.legal()
            if position.over() or position.quiet > 90:
                return
            if rng.random() < 0.15:
                before = position.board()
                yield position.text(), lambda: [results.result(before, a.board(), a.over()) for a in following]
            # A third of the moves are captures where there are some: the board empties, kings come out.
            fewer = [p for p in following if len(p.men) < len(position.men)]
            position = rng.choice(fewer if fewer and rng.random() < 0.33 else following)
    return walk


if __name__ == "__main__":
    results.main(__doc__, {name: walker(game) for name, game in GAMES.items()}, None)
