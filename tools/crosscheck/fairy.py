"""Random games of Fairy-Stockfish (package pyffish) for games with single pieces on a board."""

import re

import pyffish


def random_game(variant, rng, describe, name):
    """Yields what `walk` yields. `describe(cells, player)` gives the position text, `name(move)` our name of a move."""
    start, moves, last = pyffish.start_fen(variant), [], None
    while True:
        cells, player = board(pyffish.get_fen(variant, start, moves))
        legal = pyffish.legal_moves(variant, start, moves)
        ended, value = pyffish.is_immediate_game_end(variant, start, moves)
        if not ended and not legal:
            ended, value = True, pyffish.game_result(variant, start, moves)
        if ended:
            other = {"White": "Black", "Black": "White"}[player]
            yield last[0], (last[1], "draw" if value == 0 else player if value > 0 else other)
            return
        position = describe(cells, player)
        yield position, [name(move) for move in legal]
        moves = moves + [rng.choice(legal)]
        last = position, name(moves[-1])


def board(fen):
    """{cell: letter} and the player to move."""
    rows, side = fen.split("[")[0].split(" ")[0].split("/"), fen.split()[1]
    cells = {}
    for n, row in enumerate(rows):
        file = 0
        for token in re.findall(r"\d+|\D", row):
            if token.isdigit():
                file += int(token)
            else:
                cells[f"{chr(97 + file)}{len(rows) - n}"] = token
                file += 1
    return cells, {"w": "White", "b": "Black"}[side]


def split(move):
    """The cells of a move."""
    return re.findall(r"[a-z]\d+", move)


def of(cells, signs):
    return [cell for cell, sign in cells.items() if sign in signs]
