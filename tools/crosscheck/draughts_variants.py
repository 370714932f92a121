#!/usr/bin/env python3
"""Draughts of four kinds: random positions with the results of all moves, from the package pydraughts (0.6.7).

A development tool: it makes the data that our own moves are compared with.

    draughts_variants.py NAME [--count 2000] [--seed 1]

It prints a `.positions` file (see results.py). The package has its White on the side of a1 and gives him the first
move in every variant; in English draughts that player is our Black. Its draws are left out, ours do not happen in positions
without a history.
"""

import results
from draughts.core.game import Game

# Folder: variant of the package, size of the board, our names for its players.
GAMES = {
    "international-draughts": ("standard", 10, {"w": "White", "b": "Black"}),
    "russian-draughts": ("russian", 8, {"w": "White", "b": "Black"}),
    "brazilian-draughts": ("brazilian", 8, {"w": "White", "b": "Black"}),
    "english-draughts": ("english", 8, {"w": "Black", "b": "White"}),
}


def cells(size):
    """The names of squares 1, 2, 3 …: by rows from the top."""
    for row in range(size, 0, -1):
        for file in range(size):
            if (row + file) % 2 == 1:
                yield f"{'abcdefghij'[file]}{row}"


def walker(variant, size, players):
    names = list(cells(size))

    def board(fen):
        return {name: f"{players[sign.lower()]} {'King' if sign.isupper() else 'Man'}"
                for name, sign in zip(names, fen[1:]) if sign != "e"}

    def after(fen, move):
        return Game(variant, fen).push(move)[0].get_fen()

    def over(fen):
        # A player without men has no move; the package need not be asked. One step or jump is enough to know.
        return fen[0].lower() not in fen[1:].lower() or not Game(variant, fen).get_possible_moves()

    def walk(rng):
        fen = Game(variant).get_fen()
        for _ in range(rng.choice((20, 60, 120))):
            if over(fen):
                return
            following = sorted({after(fen, move) for move in Game(variant, fen).legal_moves()[0]})
            if rng.random() < 0.2:
                before = board(fen)
                text = results.position(before, players[fen[0].lower()])
                yield text, lambda: [results.result(before, board(f), over(f)) for f in following]
            fen = rng.choice(following)
    return walk


if __name__ == "__main__":
    results.main(__doc__, {name: walker(*game) for name, game in GAMES.items()}, "pydraughts 0.6.7")
