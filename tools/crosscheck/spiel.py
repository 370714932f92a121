"""Random games of OpenSpiel (package open_spiel)."""

import pyspiel


def random_game(name, rng, describe, players):
    """Yields what `walk` yields. `describe(state, before)` gives the position text and the names of the legal actions."""
    state, before = pyspiel.load_game(name).new_initial_state(), None
    while True:
        position, moves = describe(state, before)
        yield position, moves
        n = rng.randrange(len(moves))
        before, state = state, state.child(state.legal_actions()[n])
        if state.is_terminal():
            yield position, (moves[n], outcome(state, players))
            return


def outcome(state, players):
    """The winner's name, if the game is over."""
    if not state.is_terminal():
        return "open"
    returns = state.returns()
    return "draw" if max(returns) == min(returns) else players[returns.index(max(returns))]


def names(state):
    return [state.action_to_string(action) for action in state.legal_actions()]
