#!/usr/bin/env python3
"""Toguz kumalak, the royal game of Ur, senet and long nardy: random positions with the results of all moves.

A development tool: second programs for rules of our library, which share nothing with them.

    mancala_and_dice.py NAME [--count 2000] [--seed 1]

It prints a `.positions` file (see results.py).
"""

import results


def heaps(board):
    """Cells with numbers as they stand in position text."""
    return {cell if n == 1 else f"{cell}*{n}": sort for cell, (sort, n) in board.items() if n}


def result(before, after, turn=None, over=False):
    """Boards are {cell: (sort, number)}."""
    before, after = ({c: v for c, v in board.items() if v[1]} for board in (before, after))
    changed = {cell: v for cell, v in after.items() if before.get(cell) != v}
    gone = sorted(cell for cell in before if cell not in after)
    text = "; ".join(([f"- {' '.join(gone)}"] if gone else [])
                     + [f"{sort} {cell}*{n}" for cell, (sort, n) in sorted(changed.items())]) or "="
    return text + ("; @over" if over else f"; @turn {turn}" if turn else "")


class Toguz:
    """Pits 0 to 8 are South's from his left, 9 to 17 North's."""

    names = [c + "1" for c in "abcdefghi"] + [c + "2" for c in "ihgfedcba"]

    def moves(self, pits, kazans, tuzdyks, side):
        for pit in range(9 * side, 9 * side + 9):
            hand = pits[pit]
            if not hand:
                continue
            after, won, has = list(pits), list(kazans), list(tuzdyks)
            after[pit] = 0
            at = pit if hand > 1 else (pit + 1) % 18
            for n in range(hand):
                if n:
                    at = (at + 1) % 18
                if at == has[0]:
                    won[0] += 1
                elif at == has[1]:
                    won[1] += 1
                else:
                    after[at] += 1
            if at // 9 != side and at not in has:
                new = has[side] is None and at % 9 != 8 and (has[1 - side] is None or has[1 - side] % 9 != at % 9)
                if after[at] == 3 and new:
                    has[side] = at
                    won[side] += 3
                    after[at] = 0
                elif after[at] % 2 == 0:
                    won[side] += after[at]
                    after[at] = 0
            yield after, won, has

    def over(self, pits, kazans, side):
        return max(kazans) > 81 or not any(pits[9 * side:9 * side + 9])

    def board(self, pits, kazans):
        return {name: ("Table Ball", n) for name, n in zip(self.names + ["S", "N"], pits + kazans)}

    def won(self, tuzdyks):
        return "".join(f"; @value tuzdyk/{player} {'abcdefghi'.index(self.names[pit][0])}"
                       for player, pit in zip(("South", "North"), tuzdyks) if pit is not None)

    def walk(self, rng):
        pits, kazans, tuzdyks, side = [9] * 18, [0, 0], [None, None], 0
        while not self.over(pits, kazans, side):
            following = list(self.moves(pits, kazans, tuzdyks, side))
            board = self.board(pits, kazans)
            text = results.position(heaps(board), ("South", "North")[side])
            text += self.won(tuzdyks)
            other = 1 - side
            if rng.random() < 0.3:
                yield text, lambda: [result(board, self.board(p, k), over=self.over(p, k, other)) + self.won(has)
                                     for p, k, has in following]
            (pits, kazans, tuzdyks), side = rng.choice(following), other


class Ur:
    """A stone's place on its road: 0 before the start, 1 to 14 on the board, 15 home."""

    roads = {
        "White": "wstart d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 h1 g1 wend".split(),
        "Black": "bstart d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 h3 g3 bend".split(),
    }
    rosettes = (4, 8, 14)

    def moves(self, stones, player, throw):
        """Stones after each move, and whether the player throws again."""
        other = "Black" if player == "White" else "White"
        found = []
        for place in sorted(set(stones[player])):
            to = place + throw
            if throw == 0 or place == 15 or to > 15 or (to < 15 and to in stones[player]):
                continue
            mine, theirs = sorted(stones[player]), sorted(stones[other])
            mine.remove(place)
            mine.append(to)
            if 5 <= to <= 12 and to in theirs:
                if to == 8:
                    continue
                theirs.remove(to)
                theirs.append(0)
            found.append(({player: sorted(mine), other: sorted(theirs)}, to in self.rosettes))
        return found or [(stones, False)]

    def board(self, stones):
        return {self.roads[player][place]: (f"{player} Stone", places.count(place))
                for player, places in stones.items() for place in places}

    def walk(self, rng):
        stones, player = {"White": [0] * 7, "Black": [0] * 7}, "White"
        while all(places.count(15) < 7 for places in stones.values()):
            dice = [rng.randrange(2) for _ in range(4)]
            following = self.moves(stones, player, sum(dice))
            board = self.board(stones)
            text = results.position(heaps(board), player, (), [(f"dice/{n}", die) for n, die in enumerate(dice, 1)])
            if rng.random() < 0.3:
                yield text, lambda: [self.text(board, after, again, player) for after, again in following]
            stones, again = rng.choice(following)
            if not again:
                player = "Black" if player == "White" else "White"

    def text(self, board, after, again, player):
        over = after[player].count(15) == 7
        return result(board, self.board(after), player if again else None, over)


class Senet:
    """Houses 1 to 30, 31 is home."""

    names = [None] + [c + "3" for c in "abcdefghij"] + [c + "2" for c in "jihgfedcba"] + [c + "1" for c in "abcdefghij"]
    other = {"White": "Black", "Black": "White"}

    def group(self, theirs, house):
        low = high = house
        while low - 1 in theirs:
            low -= 1
        while high + 1 in theirs and high + 1 < 31:
            high += 1
        return high - low + 1

    def one_way(self, pawns, player, throw, way):
        mine, theirs = pawns[player], pawns[self.other[player]]
        for place in sorted(set(mine)):
            if place == 31 or (way < 0 and place >= 26):
                continue
            to = place + way * throw
            between = range(place + way, to, way)
            if not 1 <= to <= 31 or 26 in between:
                continue
            if any(house in theirs and self.group(theirs, house) >= 3 for house in between):
                continue
            if to < 31 and to in mine:
                continue
            now, foes = list(mine), list(theirs)
            now.remove(place)
            if to < 31 and to in foes:
                if to >= 26 or self.group(theirs, to) > 1:
                    continue
                foes.remove(to)
                foes.append(place)
            if to == 27:
                to = 15
                while to in now or to in foes:
                    to -= 1
            yield {player: sorted(now + [to]), self.other[player]: sorted(foes)}

    def moves(self, pawns, player, throw):
        return (list(self.one_way(pawns, player, throw, 1)) or list(self.one_way(pawns, player, throw, -1)) or [pawns])

    def board(self, pawns):
        board = {}
        for player, places in pawns.items():
            for place in places:
                cell = self.names[place] if place < 31 else player[0].lower() + "end"
                board[cell] = (f"{player} Pawn", places.count(place))
        return board

    def walk(self, rng):
        pawns, player = {"Black": [2, 4, 6, 8, 10], "White": [1, 3, 5, 7, 9]}, "Black"
        for _ in range(400):
            sticks = [rng.randrange(2) for _ in range(4)]
            throw = sum(sticks) or 5
            following = self.moves(pawns, player, throw)
            board, again = self.board(pawns), throw in (1, 4, 5)
            text = results.position(heaps(board), player, (), [(f"sticks/{n}", s) for n, s in enumerate(sticks, 1)])
            if rng.random() < 0.3:
                yield text, lambda: [result(board, self.board(a), player if again else None, a[player].count(31) == 5)
                                     for a in following]
            pawns = rng.choice(following)
            if pawns[player].count(31) == 5:
                return
            player = player if again else self.other[player]


class LongNardy:
    """A man's place on his own road: 24 the head, 6 to 1 home, 0 borne off. The rival's place p is p + 12 or p - 12."""

    def __init__(self):
        self.other = {"Black": "White", "White": "Black"}

    def cell(self, player, place):
        if place == 0:
            return player[0].lower() + "off"
        return f"p{place}" if player == "Black" else f"p{(place + 11) % 24 + 1}"

    def across(self, place):
        return (place + 11) % 24 + 1

    def step(self, mine, theirs, place, die, heads):
        """The men after one step, or nothing."""
        to = place - die
        if place == 24 and heads == 0:
            return None
        if to <= 0:
            if max(mine) > 6 or (to < 0 and max(mine) > place):
                return None
            to = 0
        elif self.across(to) in theirs:
            return None
        men = sorted(mine)
        men.remove(place)
        men.append(to)
        if to and self.walled(men, theirs):
            return None
        return tuple(sorted(men))

    def walled(self, mine, theirs):
        """Six in a row on the rival's road with none of his men in front of them?"""
        points = {self.across(place) for place in mine if place}
        for first in range(1, 20):
            if all(first + n in points for n in range(6)) and not any(place < first for place in theirs):
                return True
        return False

    def turns(self, mine, theirs, dice):
        """{men after the turn}, by the most dice, and of single ones the larger."""
        lucky = mine.count(24) == 15 and len(dice) == 4 and dice[0] in (3, 4, 6)
        reached = []
        seen = set()

        def go(men, left, heads, used):
            if (men, tuple(left), heads) in seen:
                return
            seen.add((men, tuple(left), heads))
            reached.append((len(used), sum(used), men))
            if men.count(0) == 15:
                reached[-1] = (len(dice), sum(dice), men)
                return
            for die in set(left):
                rest = list(left)
                rest.remove(die)
                for place in set(men) - {0}:
                    after = self.step(men, theirs, place, die, heads)
                    if after is not None:
                        go(after, rest, heads - (place == 24), used + [die])

        go(mine, sorted(dice), 2 if lucky else 1, [])
        most = max(n for n, _, _ in reached)
        longest = [(pips, men) for n, pips, men in reached if n == most]
        best = max(pips for pips, _ in longest)
        return sorted({men for pips, men in longest if pips == best})

    def board(self, men):
        return {self.cell(player, place): (f"{player} Checker", places.count(place))
                for player, places in men.items() for place in places}

    def walk(self, rng):
        men, player = {"Black": (24,) * 15, "White": (24,) * 15}, "Black"
        while all(places.count(0) < 15 for places in men.values()):
            dice = [rng.randrange(6) + 1 for _ in range(2)]
            dice = sorted(dice, reverse=True) * (2 if dice[0] == dice[1] else 1)
            rival = self.other[player]
            following = self.turns(men[player], men[rival], dice)
            board = self.board(men)
            text = results.position(heaps(board), player, (), [(f"dice/{n}", die) for n, die in enumerate(dice, 1)])
            if rng.random() < 0.3:
                yield text, lambda: [result(board, self.board({player: mine, rival: men[rival]}), None, mine.count(0) == 15)
                                     for mine in following]
            men, player = {player: rng.choice(following), rival: men[rival]}, rival


if __name__ == "__main__":
    GAMES = {"toguz-kumalak": Toguz(), "royal-game-of-ur": Ur(), "senet": Senet(), "long-nardy": LongNardy()}
    results.main(__doc__, {name: game.walk for name, game in GAMES.items()}, None, "tuzdyk")
