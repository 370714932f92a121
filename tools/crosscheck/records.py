#!/usr/bin/env python3
"""Records written by Zug read in programs of others, and theirs in Zug.

    records.py ZUG [--games 200] [--seed 7] [NAME…]

ZUG is the program. NAME is one of pgn, pdn, sgf; without any, all. A check whose package is missing (chess, pydraughts,
sgfmill) is skipped by name. What comes out is written down in docs/crosschecks.md.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile


class Zug:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def run(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"zug {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def record(self, name, text, *words):
        """What `zug record` says about a text."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return json.loads(self.run("record", str(path), "--json", *words))

    def convert(self, name, text, to, *words):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return self.run("record", str(path), "--to", to, *words)


def verdicts(answer):
    return answer.get("verdicts") or [answer]


def same_chess(fen):
    """The fields that both sides write: our numbers of full moves are 1, our en passant is any double step."""
    board, turn, castling, _, halfmove = fen.split()[:5]
    return board, turn, castling, halfmove


def pgn(zug, games, rng):
    import io

    import chess
    import chess.pgn
    import chess.variant

    # Theirs: random games with comments and a variation here and there.
    boards = {"Standard": chess.Board}
    for board in (chess.variant.AtomicBoard, chess.variant.CrazyhouseBoard, chess.variant.HordeBoard,
                  chess.variant.KingOfTheHillBoard, chess.variant.ThreeCheckBoard, chess.variant.AntichessBoard):
        boards[board.uci_variant] = board
    for name, make in boards.items():
        count = games if name == "Standard" else max(1, games // 10)
        texts, ends = [], []
        for number in range(count):
            board = make()
            game = chess.pgn.Game()
            game.setup(board)
            # The start needs no FEN; that of three-check has a field of its own, which we do not read.
            for key in ("FEN", "SetUp"):
                game.headers.pop(key, None)
            game.headers["Round"] = str(number)
            node = game
            while not board.is_game_over(claim_draw=True) and board.ply() < 200:
                moves = list(board.legal_moves)
                if name == "atomic":
                    # What a pawn becomes that explodes at once: four moves there, one here.
                    moves = [m for m in moves if not (m.promotion and board.is_capture(m))] or moves
                move = rng.choice(moves)
                if rng.random() < 0.03:
                    node.add_variation(rng.choice(moves), comment="a variation")
                node = node.add_main_variation(move)
                if rng.random() < 0.03:
                    node.nags.add(rng.randint(1, 6))
                    node.comment = "a comment; with (odd) [signs] \\ \""
                board.push(move)
            texts.append(str(game))
            ends.append(board.fen())
        text = "\n\n".join(texts) + "\n"
        answer = zug.record("theirs.pgn", text)
        assert answer["ok"] and answer["games"] == count, answer["error"]
        positions = [same_chess(verdict["position"]) for verdict in verdicts(answer)]
        for position, end in zip(positions, ends):
            # Counts of checks and hands stand elsewhere; boards say enough in the variants.
            if name == "Standard":
                assert position == same_chess(end), (position, end)
            else:
                assert position[0].split("[")[0] == end.split()[0].split("[")[0].replace("~", ""), (position, end)
        # Ours, from what we have read.
        ours = zug.convert("theirs.pgn", text, "pgn")
        stream, number = io.StringIO(ours), 0
        while (game := chess.pgn.read_game(stream)) is not None:
            assert not game.errors, game.errors
            end = game.end().board().fen()
            assert end == ends[number], (end, ends[number])
            number += 1
        assert number == count, (number, count)
        print(f"pgn: {count} games of {name} both ways, the same last positions")


def pdn(zug, games, rng):
    from draughts import Board, Move
    from draughts.PDN import PDNReader, PDNWriter

    for variant in ("standard", "russian", "brazilian", "english", "frisian"):
        count = max(1, games // 10)
        for number in range(count):
            board = Board(variant)
            while not board.is_over() and len(board.move_stack) < 120:
                moves = board.legal_moves()
                if not moves:
                    break
                board.push(rng.choice(moves))
            path = zug.folder / "theirs.pdn"
            path.unlink(missing_ok=True)
            PDNWriter(str(path), board, tags={"White": "A", "Black": "B"})
            text = path.read_text(encoding="utf-8")
            answer = zug.record("theirs.pdn", text)
            assert answer["ok"], (variant, answer["error"], text)
            assert answer["moves"] == len(board.move_stack), (variant, answer["moves"], len(board.move_stack))
            ours = zug.convert("theirs.pdn", text, "pdn")
            read = PDNReader(ours).games[0]
            again = Board(variant, read.tags.get("FEN", "startpos"))
            for move in read.moves:
                # Theirs takes with `x` everywhere.
                again.push(Move(again, pdn_move=move.replace(":", "x")))
            assert again.fen == board.fen, (variant, again.fen, board.fen, ours)
        print(f"pdn: {count} games of {variant} draughts both ways, the same last positions")


def sgf(zug, games, rng):
    from sgfmill import boards, sgf as mill, sgf_moves

    for size, title in ((9, "go#Go 9x9"), (19, "go#Go 19x19")):
        count = max(1, games // 10)
        for number in range(count):
            # Moves are chosen among ours, so that ko and suicide are those of the rules.
            played, names = [], []
            theirs = mill.Sgf_game(size=size)
            theirs.set_date(__import__("datetime").date(2024, 2, 29))
            theirs.get_root().set("PB", "Somebody \\ [else]")
            board = boards.Board(size)
            color, ko = "b", None
            for _ in range(60):
                empty = [(r, c) for r in range(size) for c in range(size) if board.get(r, c) is None and (r, c) != ko]
                row, column = rng.choice(empty)
                trial = board.copy()
                ko = trial.play(row, column, color)
                if trial.get(row, column) is None:
                    ko = None
                    continue
                board = trial
                node = theirs.extend_main_sequence()
                node.set_move(color, (row, column))
                if rng.random() < 0.1:
                    node.set("C", "odd ] signs \\ and : more")
                color = "w" if color == "b" else "b"
            text = theirs.serialise().decode("utf-8")
            answer = zug.record("theirs.sgf", text)
            assert answer["ok"], (answer["error"], text)
            ours = zug.convert("theirs.sgf", text, "sgf")
            back = mill.Sgf_game.from_string(ours)
            assert back.get_size() == size and back.get_player_name("b") == "Somebody \\ [else]"
            last, plays = sgf_moves.get_setup_and_moves(back)
            for who, point in plays:
                if point is not None:
                    last.play(*point, who)
            assert last.list_occupied_points() == board.list_occupied_points(), text
            comments = lambda game: [n.get("C") for n in game.get_main_sequence() if n.has_property("C")]
            assert comments(back) == comments(theirs), ours
        print(f"sgf: {count} games of Go on {size}x{size} both ways, the same last positions and comments")


CHECKS = {"pgn": (pgn, "chess"), "pdn": (pdn, "draughts"), "sgf": (sgf, "sgfmill")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zug")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    for name in options.names or CHECKS:
        check, package = CHECKS[name]
        try:
            __import__(package)
        except ImportError:
            print(f"{name}: skipped, the package `{package}` is missing", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            check(Zug(options.zug, folder), options.games, random.Random(options.seed))


if __name__ == "__main__":
    main()
