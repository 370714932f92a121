#!/usr/bin/env python3
"""Rithmomachy: random positions with the results of all moves, by a program of its own.

A development tool: a second program for the rules of games/rithmomachy, which shares nothing with them.

    rithmomachy.py rithmomachy [--count 2000] [--seed 1] [--uci]

It prints a `.positions` file (see results.py). A piece is (player, shape, parts), parts are ((shape, number), …); a pyramid
has several. Results also name what has been captured so far, pieces and their sum.
"""

import itertools

import results

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANT = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
FAR = {"Triangle": 2, "Square": 3}
OTHER = {"White": "Black", "Black": "White"}
PARTS = ["square1", "square2", "triangle1", "triangle2", "round1", "round2"]
PYRAMIDS = {"White": (36, 25, 16, 9, 4, 1), "Black": (64, 49, 36, 25, 16, 0)}
GOODS = {"White": 1315, "Black": 984}
SETUP = {
    "White": """Round c4 8 d4 6 e4 4 f4 2 c3 64 d3 36 e3 16 f3 4 Triangle a3 81 b3 72 g3 6 h3 9 c2 49 d2 42 e2 20 f2 25
                Square a2 153 g2 45 h2 15 a1 289 b1 169 g1 81 h1 25 Pyramid b2 0""",
    "Black": """Round c13 3 d13 5 e13 7 f13 9 c14 9 d14 25 e14 49 f14 81 Triangle a14 16 b14 12 g14 90 h14 100 c15 36 d15 30
                e15 56 f15 64 Square a15 28 b15 66 g15 120 a16 49 b16 121 g16 225 h16 361 Pyramid h15 0""",
}


def shape_of(part):
    return ("Square", "Triangle", "Round")[part // 2]


def start():
    men = {}
    for player, text in SETUP.items():
        words = iter(text.split())
        for word in words:
            if word[0].isupper():
                shape = word
                continue
            number = int(next(words))
            cell = "abcdefgh".index(word[0]), int(word[1:]) - 1
            if shape == "Pyramid":
                parts = tuple((shape_of(n), v) for n, v in enumerate(PYRAMIDS[player]) if v)
            else:
                parts = ((shape, number),)
            men[cell] = player, shape, parts
    return men


def cell_name(cell):
    return "abcdefgh"[cell[0]] + str(cell[1] + 1)


def on(cell):
    return 0 <= cell[0] < 8 and 0 <= cell[1] < 16


def add(cell, way, times=1):
    return cell[0] + way[0] * times, cell[1] + way[1] * times


def reach(men, cell, shape):
    """Cells where a piece of that shape could come, whatever stands there."""
    if shape == "Round":
        return [to for to in (add(cell, w) for w in SLANT) if on(to)]
    far, found = FAR[shape], []
    for way in STRAIGHT:
        if all(add(cell, way, n) not in men for n in range(1, far)):
            found.append(add(cell, way, far))
    for x, y in itertools.product((-1, 1), repeat=2):
        found += [add(cell, (far * x, y)), add(cell, (x, far * y))]
    return [to for to in found if on(to)]


def numbers(man):
    """The numbers of the parts and, of a pyramid, the whole."""
    single = [v for _, v in man[2]]
    return single + [sum(single)] if man[1] == "Pyramid" else single


def threats(men, player):
    """{cell: {(cell of the attacker, number)}}"""
    found = {}
    for cell, man in men.items():
        if man[0] != player:
            continue
        for shape, value in man[2]:
            for to in reach(men, cell, shape):
                found.setdefault(to, set()).add((cell, value))
                if man[1] == "Pyramid":
                    found[to].add((cell, numbers(man)[-1]))
    return found


def erupting(men, cell, player):
    """(number, distance) of the player's pieces that are seen from the cell."""
    for way in STRAIGHT + SLANT:
        far = 1
        while on(add(cell, way, far)) and add(cell, way, far) not in men:
            far += 1
        seen = men.get(add(cell, way, far))
        if seen and seen[0] == player:
            for value in numbers(seen):
                yield value, far + 1


def besieged(men, cell, player):
    return any(all(men.get(to, (None,))[0] == player for to in (add(cell, w) for w in ways) if on(to))
               for ways in (STRAIGHT, SLANT))


def hit(value, attackers, eruptions):
    if any(v == value for _, v in attackers):
        return True
    for (one, a), (two, b) in itertools.permutations(attackers, 2):
        if one != two and (a + b == value or a - b == value or a * b == value or a == value * b):
            return True
    return any(a * far == value or value * far == a for a, far in eruptions)


def strike(men, player):
    """Men after all captures by the player, and the numbers captured."""
    attacks, taken, left = threats(men, player), [], {}
    for cell, man in men.items():
        if man[0] == player:
            left[cell] = man
            continue
        attackers, eruptions = attacks.get(cell, ()), list(erupting(men, cell, player))
        siege = besieged(men, cell, player)
        if siege or hit(numbers(man)[-1], attackers, eruptions):
            taken += [v for _, v in man[2]]
            continue
        kept = tuple(part for part in man[2] if not hit(part[1], attackers, eruptions))
        taken += [part[1] for part in man[2] if part not in kept]
        if kept:
            left[cell] = man[0], man[1], kept
    return left, taken


def harmony(men, player):
    half = range(8, 16) if player == "White" else range(8)

    def first(cell, way):
        far = 1
        while on(add(cell, way, far)) and add(cell, way, far) not in men:
            far += 1
        return far, add(cell, way, far)

    for cell, man in men.items():
        if man[0] != player or cell[1] not in half:
            continue
        for way in STRAIGHT:
            far, middle = first(cell, way)
            if middle not in men or middle[1] not in half:
                continue
            for turn in STRAIGHT:
                again, end = first(middle, turn)
                if turn == (-way[0], -way[1]) or again != far or end not in men or end[1] not in half:
                    continue
                for a, b, c in itertools.product(numbers(man), numbers(men[middle]), numbers(men[end])):
                    if a != b and (b - a == c - b or a * c == b * b or b * (a + c) == 2 * a * c):
                        return True
    return False


def moves(men, player):
    """(from, to)"""
    for cell, man in men.items():
        if man[0] == player:
            for to in {to for shape, _ in man[2] for to in reach(men, cell, shape) if to not in men}:
                yield cell, to


class Position:
    def __init__(self, men, player, bodies, goods):
        self.men, self.player, self.bodies, self.goods = men, player, bodies, goods

    def after(self, cell, to):
        moved = {c: m for c, m in self.men.items() if c != cell}
        moved[to] = self.men[cell]
        men, taken = strike(moved, self.player)
        bodies = {**self.bodies, self.player: self.bodies[self.player] + len(taken)}
        goods = {**self.goods, self.player: self.goods[self.player] + sum(taken)}
        return Position(men, OTHER[self.player], bodies, goods)

    def over(self):
        mover = OTHER[self.player]
        return (self.bodies[mover] >= 15 or self.goods[mover] >= GOODS[mover] or harmony(self.men, mover)
                or next(moves(self.men, self.player), None) is None)

    def board(self):
        return {cell_name(cell): f"{man[0]} {man[1]}" for cell, man in self.men.items()}

    def values(self):
        return [(f"{name}/{player}", of[player]) for player in OTHER
                for name, of in (("bodies", self.bodies), ("goods", self.goods))]

    def text(self):
        pieces = {}
        for cell, (player, shape, parts) in self.men.items():
            if shape == "Pyramid":
                lost = [name for name, v, n in zip(PARTS, PYRAMIDS[player], range(6)) if (shape_of(n), v) not in parts]
                marks = ",".join(f"{name}=0" for name in lost)
            else:
                marks = f"number={parts[0][1]}"
            pieces[cell_name(cell) + (f"({marks})" if marks else "")] = f"{player} {shape}"
        return results.position(pieces, self.player, (), self.values())

    def result(self, before):
        values = "".join(f"; @value {name} {n}" for name, n in self.values() if n)
        return results.result(before, self.board(), self.over()) + values


def walk(rng):
    none = {"White": 0, "Black": 0}
    position = Position(start(), "White", none, none)
    # The armies stand far apart: most games begin in the middle of a fight.
    if rng.random() < 0.8:
        cells = [(x, y) for x in range(8) for y in range(16)]
        men = dict(zip(rng.sample(cells, len(position.men)), position.men.values()))
        position = Position({c: m for c, m in men.items() if m[1] == "Pyramid" or rng.random() < 0.8}, "White", none, none)
    for _ in range(rng.choice((5, 20, 60))):
        found = list(moves(position.men, position.player))
        if rng.random() < 0.3:
            before = position.board()
            yield (position.text(), lambda: [position.after(*move).result(before) for move in found],
                   lambda: [cell_name(cell) + cell_name(to) for cell, to in found])
        position = position.after(*rng.choice(found))
        if position.over():
            return


if __name__ == "__main__":
    results.main(__doc__, {"rithmomachy": walk}, None, "bodies goods")
