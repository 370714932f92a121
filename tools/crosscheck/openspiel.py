"""Backgammon, kalah and oware: positions of random games of OpenSpiel (package open_spiel) with the results of all
legal moves. A development tool: it makes the data that our own results are compared with.

    openspiel.py GAME [--count 2000] [--seed 1] [--skip 0]

GAME is backgammon, kalah or oware. It prints a `.positions` file (see results.py), one line per position:

    position => result | result | ...

The position is in our general text form. A result lists the cells that differ from the position: `White Checker
p5 p6*4` says what stands there after the move, `- p8 p24` which cells have become empty, `@turn South` that the mover
moves again, `=` that nothing has changed (a pass), `@over` that the game has ended. Results are sorted, each is there
once: moves, and orders of dice, that lead to the same position are one result.

To add a game write a class with the four things that `Kalah` has and put it into `GAMES`. Games whose moves have names
that both programs can write are compared by names instead (see common.py and the scripts that use it).
"""

import argparse
import random
import re
from collections import namedtuple

import pyspiel

import results

# `cells`: {cell: (piece, how many)}, for cells that are not empty; `values`: {name: number}
Position = namedtuple("Position", "cells turn values")


class Kalah:
    name = "mancala"
    players = ["South", "North"]

    @staticmethod
    def read(state):
        # 1 to 6 are South's pits from the left, 7 his store, 8 to 13 North's from the right, 0 his store.
        order = ["N"] + [c + "1" for c in "abcdef"] + ["S"] + [c + "2" for c in "fedcba"]
        seeds = [int(n) for n in state.observation_tensor(0)[:14]]
        return Position(heaps(order, seeds), turn(Kalah, state), {})

    @staticmethod
    def results(state):
        """The states after one turn of the player to move."""
        return [state.child(action) for action in state.legal_actions()]


class Oware(Kalah):
    name = "oware"

    @staticmethod
    def read(state):
        rows = re.findall(r"^ .*\d.*$", str(state), re.M)
        north, south = ([int(n) for n in row.split()] for row in rows)
        scores = [int(re.search(rf"Player {side} score = (\d+)", str(state))[1]) for side in (0, 1)]
        order = [c + "1" for c in "abcdef"] + [c + "2" for c in "abcdef"] + ["S", "N"]
        return Position(heaps(order, south + north + scores), turn(Oware, state), {})

    @staticmethod
    def begins(state):
        """OpenSpiel clears the board when the game ends, and ends it when a position comes back; we do neither."""
        return not any(after.is_terminal() for after in Kalah.results(state))


class Backgammon:
    name = "backgammon"
    players = ["White", "Black"]  # X, who walks from the 24-point down, and O

    @staticmethod
    def read(state):
        cells = {}
        for side, (player, letter) in enumerate(zip(Backgammon.players, "wb")):
            points = {f"p{24 - i}": state.board(side, i) for i in range(24)}
            points[letter + "bar"] = state.board(side, 100)
            points[letter + "off"] = 15 - sum(points.values())
            cells.update({cell: (player + " Checker", n) for cell, n in points.items() if n})
        dice = sorted((int(d) for d in re.search(r"Dice: ?(\d*)", str(state))[1]), reverse=True)
        if len(dice) == 2 and dice[0] == dice[1]:
            dice *= 2
        return Position(cells, turn(Backgammon, state), {f"dice/{i}": d for i, d in enumerate(dice, 1)})

    @staticmethod
    def results(state):
        # A double is played as two actions of two steps each, with the same player to move in between.
        after, mover = [], state.current_player()
        for action in state.legal_actions():
            child = state.child(action)
            if not child.is_terminal() and child.current_player() == mover:
                after += Backgammon.results(child)
            else:
                after.append(child)
        return after

    @staticmethod
    def begins(state):
        """A double half played is no position of ours."""
        return "Extra turn: 0" in str(state)


GAMES = {"backgammon": Backgammon, "kalah": Kalah, "oware": Oware}


def turn(game, state):
    side = state.current_player()
    return game.players[side] if side >= 0 else None


def heaps(order, counts):
    return {cell: ("Table Seed", n) for cell, n in zip(order, counts) if n}


def cells_text(cells):
    groups = {}
    for cell, (piece, n) in sorted(cells.items()):
        groups.setdefault(piece, []).append(cell if n == 1 or piece == "-" else f"{cell}*{n}")
    return "; ".join(f"{piece} {' '.join(group)}" for piece, group in sorted(groups.items()))


def result_text(game, before, state):
    after = game.read(state)
    changed = {}
    for cell in before.cells.keys() | after.cells.keys():
        if before.cells.get(cell) != after.cells.get(cell):
            changed[cell] = after.cells.get(cell, ("-", 0))
    text = cells_text(changed) or "="
    if state.is_terminal():
        return text + "; @over"
    return f"{text}; @turn {after.turn}" if after.turn == before.turn else text


def line(game, state):
    before = game.read(state)
    found = sorted({result_text(game, before, after) for after in game.results(state)})
    values = "".join(f"; @value {name} {n}" for name, n in before.values.items())
    return f"{cells_text(before.cells)}; @turn {before.turn}{values} => {' | '.join(found)}"


def walk(game, rng):
    """The positions of one random game."""
    state = pyspiel.load_game(game.name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            action = rng.choices(outcomes, weights)[0]
        else:
            if getattr(game, "begins", lambda _: True)(state):
                yield state
            action = rng.choice(state.legal_actions())
        state = state.child(action)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="take one of so many positions more")
    options = parser.parse_args()
    made_by = f"tools/crosscheck/openspiel.py {options.game} --count {options.count} --seed {options.seed}"
    made_by += f" --skip {options.skip}" if options.skip else ""
    print(results.head(f"{options.game}.zug", made_by, "OpenSpiel (open_spiel 2.0.2)"))
    game, rng, seen, passed = GAMES[options.game], random.Random(options.seed), set(), 0
    while len(seen) < options.count:
        for state in walk(game, rng):
            passed += 1
            if passed % (options.skip + 1) == 0 and len(seen) < options.count:
                text = line(game, state)
                if text not in seen:
                    seen.add(text)
                    print(text)


if __name__ == "__main__":
    main()
