#!/usr/bin/env python3
"""Alquerque, fanorona and brandubh: random positions with the results of all moves, by programs of their own.

A development tool: second programs for rules of our library, which share nothing with them.

    lines_and_jumps.py NAME [--count 2000] [--seed 1]

It prints a `.positions` file (see results.py).
"""

import results

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANT = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def name(cell):
    return "abcdefghi"[cell[0]] + str(cell[1] + 1)


def add(cell, way, times=1):
    return cell[0] + way[0] * times, cell[1] + way[1] * times


class Lines:
    """Two players with equal stones on a board of lines; slanting lines meet where column and row are both odd or both even."""

    players = ("White", "Black")
    rows = 5

    def start(self):
        men = {}
        for x in range(self.columns):
            for y in range(5):
                if y != 2:
                    men[x, y] = "White" if y < 2 else "Black"
        men.update({(x, 2): player for x, player in self.middle})
        return men

    def neighbours(self, cell):
        for way in STRAIGHT + (SLANT if sum(cell) % 2 == 0 else []):
            to = add(cell, way)
            if 0 <= to[0] < self.columns and 0 <= to[1] < 5:
                yield way, to

    def steps(self, men, player):
        for cell in [c for c, owner in men.items() if owner == player]:
            for _, to in self.neighbours(cell):
                if to not in men:
                    after = dict(men)
                    del after[cell]
                    after[to] = player
                    yield after

    def moves(self, men, player):
        captures = [after for cell, owner in men.items() if owner == player for after in self.captures(men, cell, player)]
        return captures or list(self.steps(men, player))

    def over(self, men, player):
        return not self.moves(men, player)

    def board(self, men):
        return {name(c): f"{owner} Stone" for c, owner in men.items()}


class Alquerque(Lines):
    columns = 5
    middle = [(0, "Black"), (1, "Black"), (3, "White"), (4, "White")]

    def captures(self, men, cell, player, began=False):
        further = False
        for way, over in self.neighbours(cell):
            beyond = add(over, way)
            if men.get(over) not in (None, player) and beyond not in men and (way, beyond) in self.neighbours(over):
                further = True
                after = {c: o for c, o in men.items() if c not in (cell, over)}
                after[beyond] = player
                yield from self.captures(after, beyond, player, True)
        if began and not further:
            yield men


class Fanorona(Lines):
    columns = 9
    middle = [(x, "Black" if x in (0, 2, 5, 7) else "White") for x in range(9) if x != 4]

    def captures(self, men, cell, player, came=None, been=frozenset()):
        been = been | {cell}
        for way, to in self.neighbours(cell):
            if to in men or to in been or way == came:
                continue
            for first, along in ((add(to, way), way), (add(cell, way, -1), (-way[0], -way[1]))):
                taken, at = set(), first
                while men.get(at) not in (None, player):
                    taken.add(at)
                    at = add(at, along)
                if taken:
                    after = {c: o for c, o in men.items() if c not in taken and c != cell}
                    after[to] = player
                    yield after
                    yield from self.captures(after, to, player, way, been)


class Brandubh:
    players = ("Attackers", "Defenders")
    throne, corners = (3, 3), {(0, 0), (0, 6), (6, 0), (6, 6)}

    def start(self):
        men = {(3, 3): "King"}
        for x, y in STRAIGHT:
            men[3 + x, 3 + y] = "Defender"
            men[3 + 2 * x, 3 + 2 * y] = men[3 + 3 * x, 3 + 3 * y] = "Attacker"
        return men

    def side(self, kind):
        return "Attackers" if kind == "Attacker" else "Defenders"

    def moves(self, men, player):
        for cell, kind in list(men.items()):
            if self.side(kind) != player:
                continue
            for way in STRAIGHT:
                to = add(cell, way)
                while 0 <= to[0] < 7 and 0 <= to[1] < 7 and to not in men:
                    if kind == "King" or (to != self.throne and to not in self.corners):
                        yield self.after(men, cell, to, player)
                    to = add(to, way)

    def after(self, men, cell, to, player):
        men = dict(men)
        men[to] = men.pop(cell)
        taken = []
        for way in STRAIGHT:
            prey = add(to, way)
            if prey not in men or self.side(men[prey]) == player:
                continue
            beside = [add(prey, w) for w in STRAIGHT]
            if men[prey] == "King" and (prey == self.throne or self.throne in beside):
                lost = all(c == self.throne or men.get(c) == "Attacker" for c in beside)
            else:
                behind = add(prey, way)
                lost = ((behind in men and self.side(men[behind]) == player) or behind in self.corners
                        or (behind == self.throne and behind not in men))
            if lost:
                taken.append(prey)
        return {c: k for c, k in men.items() if c not in taken}

    def over(self, men, player):
        return ("King" not in men.values() or any(men.get(c) == "King" for c in self.corners)
                or not any(True for _ in self.moves(men, player)))

    def board(self, men):
        return {name(c): f"{self.side(kind)} {kind}" for c, kind in men.items()}


def walker(game):
    def walk(rng):
        men, turn = game.start(), 0
        for _ in range(rng.choice((20, 60, 100))):
            player, other = game.players[turn], game.players[1 - turn]
            if game.over(men, player):
                return
            before, following = game.board(men), list(game.moves(men, player))
            if rng.random() < 0.3:
                text = results.position(before, player)
                yield text, lambda: [results.result(before, game.board(a), game.over(a, other)) for a in following]
            men, turn = rng.choice(following), 1 - turn
    return walk


if __name__ == "__main__":
    GAMES = {"alquerque": Alquerque(), "fanorona": Fanorona(), "brandubh": Brandubh()}
    results.main(__doc__, {name: walker(game) for name, game in GAMES.items()}, None)
