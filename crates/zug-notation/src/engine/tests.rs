use super::*;
use crate::Settings;
use crate::testkit::*;
use zug_game::{Game, Rng};

fn fen(game: &Game) -> Style {
    Style::from_settings(game, &Settings { notation: Some("fen".into()), ..Settings::default() }).unwrap()
}

fn at(game: &Game, text: &str) -> State {
    position::parse(game, &fen(game), text).unwrap_or_else(|e| panic!("{e}"))
}

fn texts(protocol: Protocol, state: &State) -> Vec<String> {
    EngineNotation::new(protocol, &fen(state.game())).texts(state).unwrap()
}

#[test]
fn uci_names_cells_promotions_and_the_kings_way() {
    let chess = game(CHESS);
    let start = texts(Protocol::Uci, &chess.start());
    assert!(start.contains(&"e2e4".to_owned()) && start.contains(&"e2e3".to_owned()), "{start:?}");
    let castling = texts(Protocol::Uci, &at(&chess, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"));
    assert!(castling.contains(&"e1g1".to_owned()) && castling.contains(&"e1c1".to_owned()), "{castling:?}");
    let promotion = texts(Protocol::Uci, &at(&chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
    assert!(
        promotion.contains(&"a7a8q".to_owned()) && promotion.contains(&"a7a8r".to_owned()),
        "{promotion:?}"
    );
    let passing = texts(Protocol::Uci, &at(&chess, "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1"));
    assert!(passing.contains(&"e5f6".to_owned()), "{passing:?}");
}

#[test]
fn drops_and_promoted_pieces_have_the_signs_of_their_protocol() {
    let shogi = game(SHOGI);
    let uci = texts(Protocol::Uci, &shogi.start());
    assert!(["b1b2", "b1b2+", "P@c1"].iter().all(|t| uci.iter().any(|u| u == t)), "{uci:?}");
    // Three files from the right, three ranks from the top.
    let usi = texts(Protocol::Usi, &shogi.start());
    assert!(["2c2b", "2c2b+", "P*1c"].iter().all(|t| usi.iter().any(|u| u == t)), "{usi:?}");
}

#[test]
fn sfen_is_fen_with_the_sides_exchanged() {
    let shogi = game(SHOGI);
    let notation = EngineNotation::new(Protocol::Usi, &fen(&shogi));
    let mut state = shogi.start();
    assert_eq!(notation.position(&state), "startpos");
    state.play_text("b1-b2=Pawn").unwrap();
    assert_eq!(notation.position(&state), "sfen 1pk/1P1/K2 w 2Pp 1");
    let back = position::parse(&shogi, &fen(&shogi), &notation.position_text("1pk/1P1/K2 w 2Pp 1")).unwrap();
    let text = |state: &State| position::print(state, &fen(&shogi));
    assert_eq!(text(&back), text(&state));
    // As the programs of shogi write the first position.
    assert_eq!(from_sfen("lnsgkgsnl/9/9 b - 1"), "lnsgkgsnl/9/9[] w");
    assert_eq!(to_sfen("k8/9[PPRp] b - - 0 1"), "k8/9 w R2Pp 1");
}

#[test]
fn every_text_reads_back_in_every_protocol() {
    for rules in [CHESS, DRAUGHTS, SHOGI, STACKS, HEAPS, DICE, ODD] {
        let game = game(rules);
        let style =
            Style::from_settings(&game, &Settings { notation: Some("fen".into()), ..Settings::default() });
        let style = style.unwrap_or(Style::General);
        for protocol in [Protocol::Uci, Protocol::Usi, Protocol::Ugi] {
            let notation = EngineNotation::new(protocol, &style);
            let mut rng = Rng::new(5);
            let mut state = game.start();
            for _ in 0..30 {
                let texts = notation.texts(&state).unwrap();
                let moves = state.moves().unwrap();
                for (text, mv) in texts.iter().zip(moves) {
                    assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{text:?}");
                    assert_eq!(notation.find(&state, text).as_ref().ok(), Some(mv), "{text}");
                    assert_eq!(&notation.text(&state, mv).unwrap(), text);
                }
                let Some(mv) = moves.get(rng.below(moves.len())).cloned() else { break };
                state.play(&mv).unwrap();
            }
        }
    }
}

#[test]
fn safe_names_stay_apart() {
    let names = ["a b", "a_b", "a%b", "a%_b", "a\tb", "a__b", "a  b", "a%9;b"];
    let texts: std::collections::HashSet<String> = names.iter().map(|n| safe(n)).collect();
    assert_eq!(texts.len(), names.len());
    assert!(texts.iter().all(|t| !t.contains(char::is_whitespace)));
}

#[test]
fn what_is_no_move_is_refused_with_its_neighbours() {
    let chess = game(CHESS);
    let notation = EngineNotation::new(Protocol::Uci, &fen(&chess));
    for text in ["", "e2e5", "e9e4", "0000", "e2e4q", "\u{fffd}"] {
        assert!(notation.find(&chess.start(), text).is_err(), "{text}");
    }
    assert_eq!(notation.near(&chess.start(), "e2e5").unwrap(), ["e2e3", "e2e4"]);
    assert!(!notation.near(&chess.start(), "zz").unwrap().is_empty());
}
