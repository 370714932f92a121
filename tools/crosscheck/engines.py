#!/usr/bin/env python3
"""Engine protocols, judged by programs of others.

    engines.py ZUG [--games 20] [--time 0.1] [NAME…]

`python-chess` drives `zug engine` through its UCI client and plays games to the end, in chess and in the variants that it knows; it has
rules of its own and refuses every illegal move. `zug match` plays `zug engine` against stockfish and fairy-stockfish: no illegal move, no time
loss, nothing broken. A check whose program is not there is skipped, and said so. Exit code 1: something failed.
"""

import argparse
import json
import shutil
import subprocess
import sys

FAILED = []


def check(name, holds, what=""):
    print(f"{'ok  ' if holds else 'FAIL'} {name} {what}".rstrip(), flush=True)
    if not holds:
        FAILED.append(name)


def skip(name, missing):
    print(f"skip {name}: {missing} is not there", flush=True)


def python_chess(zug, seconds):
    """Games of our engine against itself, with python-chess as the arbiter."""
    try:
        import chess
        import chess.engine
        import chess.variant
    except ImportError:
        return skip("python-chess", "the Python package `chess`")
    boards = {
        "chess": chess.Board,
        "crazyhouse": chess.variant.CrazyhouseBoard,
        "atomic": chess.variant.AtomicBoard,
        "kingofthehill": chess.variant.KingOfTheHillBoard,
        "3check": chess.variant.ThreeCheckBoard,
        "antichess": chess.variant.AntichessBoard,
        "racingkings": chess.variant.RacingKingsBoard,
        "horde": chess.variant.HordeBoard,
    }
    for variant, make in boards.items():
        # python-chess sets UCI_Variant by itself, from the board it is given.
        with chess.engine.SimpleEngine.popen_uci([zug, "engine", "chess"]) as engine:
            board = make()
            moves = 0
            while not board.is_game_over(claim_draw=True) and moves < 300:
                limit = chess.engine.Limit(white_clock=10, black_clock=10, white_inc=seconds, black_inc=seconds) \
                    if moves % 2 else chess.engine.Limit(time=seconds)
                result = engine.play(board, limit)
                if result.move is None:
                    break
                board.push(result.move)
                moves += 1
            over = board.is_game_over(claim_draw=True) or moves == 300
            check(f"python-chess {variant}", over, f"{moves} moves, {board.result(claim_draw=True)}")
    with chess.engine.SimpleEngine.popen_uci([zug, "engine", "chess"]) as engine:
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
        mate = engine.play(board, chess.engine.Limit(time=max(seconds, 0.5)), info=chess.engine.INFO_ALL)
        check("python-chess mate in one", mate.move == chess.Move.from_uci("h5f7"), str(mate.move))
        lines = engine.analyse(chess.Board(), chess.engine.Limit(time=seconds), multipv=3)
        firsts = [line["pv"][0] for line in lines if line.get("pv")]
        check("python-chess three lines", len(set(firsts)) == 3, " ".join(map(str, firsts)))
        with engine.analysis(chess.Board()) as analysis:
            engine.ping()
            analysis.stop()
            best = analysis.wait()
        check("python-chess ready while thinking", best.move in chess.Board().legal_moves, str(best.move))


def match(zug, name, game, ours, theirs, games, seconds):
    command = [zug, "match", game, ours, theirs, "--games", str(games), "--time", f"{seconds}s", "--margin", "500ms",
               "--seed", "7", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0 or not ran.stdout:
        return check(name, False, ran.stderr.strip())
    told = json.loads(ran.stdout)
    clean = told["games"] == games and told["illegal"] == told["time_losses"] == told["broken"] == 0 and not ran.stderr
    counts = " ".join(f"{key} {told[key]}" for key in ("games", "wins", "draws", "losses", "illegal", "time_losses", "broken"))
    check(name, clean, f"{counts} {ran.stderr.strip()}")


def engines(zug, games, seconds):
    own = f"uci:'{zug}' engine chess"
    # Debian keeps games where root does not look.
    find = lambda name: shutil.which(name) or shutil.which(name, path="/usr/games")
    stockfish, fairy = find("stockfish"), find("fairy-stockfish")
    if stockfish:
        match(zug, "stockfish chess", "chess", own, f"uci:{stockfish}?Skill Level=0", games, seconds)
    else:
        skip("stockfish chess", "stockfish")
    for game in ["chess", "xiangqi", "shogi", "crazyhouse", "makruk", "capablanca-chess", "minishogi"]:
        if not fairy:
            skip(f"fairy-stockfish {game}", "fairy-stockfish")
            continue
        match(zug, f"fairy-stockfish {game}", game, own, f"uci:{fairy}?Skill Level=0", games, seconds)
    if fairy:
        own = f"usi:'{zug}' engine shogi"
        match(zug, "fairy-stockfish shogi by USI", "shogi", own, f"usi:{fairy}?nodes=200", games, seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zug")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", type=float, default=0.1)
    parser.add_argument("names", nargs="*", help="python-chess, engines")
    options = parser.parse_intermixed_args()
    zug = shutil.which(options.zug) or options.zug
    if not options.names or "python-chess" in options.names:
        python_chess(zug, options.time)
    if not options.names or "engines" in options.names:
        engines(zug, options.games, options.time)
    sys.exit(1 if FAILED else 0)


if __name__ == "__main__":
    main()
