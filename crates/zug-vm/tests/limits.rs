//! No rules make a question to the engine run for ever or fill the memory: it is answered, or ends with an error
//! that names the rule. Each of these games is cut off within about a second (in an optimised build); the tests
//! do not look at the clock.

mod support;

use support::{load, script::legal};
use zug_vm::{Engine, Limit, Program, RunError};

/// A board of `n` times `n` cells, all linked, and a piece of White's kind `Man` on each of the first `men`.
fn grid(n: usize, men: usize, rest: &str) -> Program {
    let name = |i: usize| format!("c{i}");
    let cells: Vec<String> = (0..n * n).map(name).collect();
    let links = |dir: &str, step: &dyn Fn(usize) -> Option<usize>| {
        let pairs: Vec<String> =
            (0..n * n).filter_map(|i| step(i).map(|j| format!("({} {})", name(i), name(j)))).collect();
        format!(" (links {dir} {})\n", pairs.join(" "))
    };
    let mut text = format!("(board\n (dirs n s e w)\n (opposite)\n (cells {})\n", cells.join(" "));
    text += &links("n", &|i| (i + n < n * n).then_some(i + n));
    text += &links("s", &|i| i.checked_sub(n));
    text += &links("e", &|i| (i % n + 1 < n).then_some(i + 1));
    text += &links("w", &|i| (i % n > 0).then(|| i - 1));
    text += " (zone home (White c0)))\n(players (player White) (player Black))\n";
    text += &format!("(setup (place White Man {}))\n", cells[..men].join(" "));
    load::program(&(text + rest))
}

/// What comes of asking for the legal moves: how many there are, or what limit was met by which block.
fn ask(program: &Program) -> Result<usize, (Limit, Option<usize>)> {
    let start = std::time::Instant::now();
    let moves = legal(program, &mut Engine::new(program), program.start());
    println!("{:?}", start.elapsed());
    moves.map(|m| m.len()).map_err(|RunError { kind, block }| (kind, block.map(|b| b.idx())))
}

const EACH_IN_EACH: &str = "
(block 0 (loops 2)
 (each 0)
N:
 (each_next 0 E)
 (each 1)
M:
 (each_next 1 D)
 (verify_not empty here)
 (jump M)
D:
 (jump N)
E:
 end)";

#[test]
fn a_rule_that_looks_at_all_pairs_of_many_cells_is_too_long() {
    let program = grid(30, 900, &format!("(kinds (kind Man (moves 0))){EACH_IN_EACH}"));
    assert_eq!(ask(&program), Err((Limit::Ops, Some(0))));
}

#[test]
fn many_rules_that_are_nearly_too_long_are_too_much() {
    // 240,100 pairs: two thirds of what one rule may do, for each of 490 pieces.
    let program = grid(22, 484, &format!("(kinds (kind Man (moves 0))){EACH_IN_EACH}"));
    assert_eq!(ask(&program), Err((Limit::TurnOps, Some(0))));
}

#[test]
fn attack_queries_are_part_of_the_work() {
    let rest = "
(modes ask go)
(turns (turn White (modes ask)) (turn Black))
(kinds (kind Man (moves (0 ask) (1 go))))
(block 0 (loops 1)
 (each 0)
N:
 (each_next 0 E)
 (verify attacked here)
 (jump N)
E:
 end)
(block 1
L:
 (step n)
 (jump_if friend here L)
 (emit 0) end)";
    let program = grid(30, 900, rest);
    let mut state = program.start().clone();
    let mut edit = state.edit(&program);
    for c in 450..900 {
        let black = program.layout().new_piece(zug_ir::KindId(0), zug_ir::PlayerId(1));
        edit.add(zug_ir::CellId(c), black, 1);
    }
    edit.finish();
    let start = std::time::Instant::now();
    let error = legal(&program, &mut Engine::new(&program), &state).unwrap_err();
    println!("{:?}", start.elapsed());
    assert_eq!(error.kind, Limit::TurnOps);
    assert_eq!(error.block.map(|b| b.idx()), Some(0));
}

#[test]
fn a_move_of_endlessly_many_parts_is_named() {
    let rest = "
(globals (global x 0))
(kinds (kind Man (moves 0)))
(exits (exit 0 part))
(block 0 (add_global x 1) (emit 0) end)";
    assert_eq!(ask(&grid(10, 1, rest)), Err((Limit::Parts, Some(0))));
}

#[test]
fn a_turn_of_endlessly_many_routes_ends() {
    // All paths that enter no cell twice: astronomically many, and no two of them are the same position.
    let rest = "
(cell_flags been)
(kinds (kind Man (moves 0 1 2 3)))
(exits (exit 0 part))
(rules (flag_scope turn))
(block 0 (push 1) (set_cell_flag been here) (step n) (verify_not (cell_flag been) here) (emit 0) end)
(block 1 (push 1) (set_cell_flag been here) (step s) (verify_not (cell_flag been) here) (emit 0) end)
(block 2 (push 1) (set_cell_flag been here) (step e) (verify_not (cell_flag been) here) (emit 0) end)
(block 3 (push 1) (set_cell_flag been here) (step w) (verify_not (cell_flag been) here) (emit 0) end)";
    assert!(matches!(ask(&grid(10, 1, rest)), Err((Limit::TurnOps | Limit::Moves | Limit::Memory, _))));
}

#[test]
fn many_routes_to_few_positions_are_few_moves() {
    // The same without marks: 100 cells, each entered from at most four sides, is all there is.
    let rest = "
(kinds (kind Man (moves 0 1)))
(exits (exit 0 part))
(block 0 (step n) (emit 0) end)
(block 1 (step e) (emit 0) end)";
    let moves = ask(&grid(10, 1, rest));
    assert!(matches!(moves, Ok(1..200)), "{moves:?}");
}

#[test]
fn a_part_has_so_many_changes_at_most() {
    let rest = "
(kinds (kind Man (moves 0)))
(block 0
L:
 (create mover Man here)
 (jump L))";
    assert_eq!(ask(&grid(3, 1, rest)), Err((Limit::Effects, Some(0))));
    let rest = "
(kinds (kind Man (moves 0)))
(block 0
L:
 cascade
 (jump L))";
    assert_eq!(ask(&grid(3, 1, rest)), Err((Limit::Effects, Some(0))));
}

#[test]
fn moves_with_many_changes_do_not_fill_the_memory() {
    let rest = "
(flags f)
(kinds (kind Man (moves 0)))
(block 0
L:
 (create mover Man here)
 (push_flag f) (push 1) add (set_flag f)
 (push_flag f) (push 5000) lt (jump_zero E)
 (jump L)
E:
 (emit 0)
 (jump E))";
    assert!(matches!(ask(&grid(3, 1, rest)), Err((Limit::TurnOps | Limit::Memory, Some(0)))));
}

#[test]
fn saved_flags_do_not_fill_the_memory() {
    let flags: Vec<String> = (0..10_000).map(|i| format!("f{i}")).collect();
    let rest = format!(
        "(flags {})
(kinds (kind Man (moves 0)))
(exits (exit 0 part))
(rules (flag_scope turn))
(block 0
E:
 (step n)
 (emit 0)
 (step s)
 (jump E))",
        flags.join(" ")
    );
    assert!(matches!(ask(&grid(3, 1, &rest)), Err((Limit::TurnOps | Limit::Ops | Limit::Memory, Some(0)))));
}

#[test]
fn attributes_hold_numbers_of_sixteen_bits() {
    let rest = |number: &str| {
        format!(
            "(attrs (number strength Man))
(kinds (kind Man (defaults (strength 1)) (moves 0)))
(block 0 (step n) (push {number}) (set_attr strength to) (emit 0) end)"
        )
    };
    assert_eq!(ask(&grid(3, 1, &rest("-32768"))), Ok(1));
    assert_eq!(ask(&grid(3, 1, &rest("32768"))), Err((Limit::Attribute(32768), Some(0))));
}

#[test]
fn a_forbidden_stalemate_is_not_asked_for_for_ever() {
    let rest = "
(kinds (kind Man (moves 0 1 2 3)))
(stages (illegal (players White Black) stalemated))
(block 0 (step n) (verify empty here) (emit 0) end)
(block 1 (step s) (verify empty here) (emit 0) end)
(block 2 (step e) (verify empty here) (emit 0) end)
(block 3 (step w) (verify empty here) (emit 0) end)";
    // Black has no pieces, so every move of White's stalemates him.
    assert_eq!(ask(&grid(8, 20, rest)), Ok(0));
}

#[test]
fn counting_many_pieces_is_work() {
    let rest = "
(flags f)
(kinds (kind Man (moves 0)))
(block 0
L:
 (push_pieces (filter (zone home))) (set_flag f)
 (push_pieces (filter)) (set_flag f)
 (jump L))";
    assert!(matches!(ask(&grid(90, 8000, rest)), Err((Limit::TurnOps | Limit::Ops, Some(0)))));
}

#[test]
fn looking_for_neighbours_and_goals_is_work() {
    let rest = "
(kinds (kind Man (moves 0)))
(goals (goal win (players White) (when (pattern (any Man) (step (dirs n s n s n s n s n s n s n s n s) (any Man))))))
(block 0
L:
 (jump_if adjacent_to_enemy here L)
 (jump_if goal_cell here L)
 (jump L))";
    assert!(matches!(ask(&grid(30, 900, rest)), Err((Limit::TurnOps | Limit::Ops, Some(0)))));
}

#[test]
fn tall_piles_are_work() {
    let rest = "
(kinds (kind Man (moves 0)))
(rules (pile stack) (view now))
(block 0
L:
 (push 1) lift
 (create mover Man (dir n))
 clear_effects
 (jump L))";
    let program = grid(10, 1, rest);
    let mut state = program.start().clone();
    let mut edit = state.edit(&program);
    let man = program.layout().new_piece(zug_ir::KindId(0), zug_ir::PlayerId(0));
    edit.add(zug_ir::CellId(1), man, u32::MAX);
    edit.finish();
    let start = std::time::Instant::now();
    let error = legal(&program, &mut Engine::new(&program), &state).unwrap_err();
    println!("{:?}", start.elapsed());
    assert!(matches!(error.kind, Limit::TurnOps | Limit::Ops), "{error:?}");
}

#[test]
fn large_heaps_are_captured_at_once() {
    let rest = "
(kinds (kind Man (moves 0 1)))
(rules (pile heap) (recycle owner) (lone_capture allowed))
(reserves (reserve White Man 0))
(block 0 (push 65535) (create_many mover Man (dir n)) (emit 0) end)
(block 1 (capture here) (emit 0) end)";
    let program = grid(3, 1, rest);
    let mut state = program.start().clone();
    let mut edit = state.edit(&program);
    let man = program.layout().new_piece(zug_ir::KindId(0), zug_ir::PlayerId(0));
    edit.add(zug_ir::CellId(0), man, u32::MAX);
    edit.finish();
    let mut engine = Engine::new(&program);
    let moves = legal(&program, &mut engine, &state).unwrap();
    engine.play(&program, &mut state, moves.last().unwrap()).unwrap();
    assert_eq!(state.height(&program, zug_ir::CellId(0)), 0);
}
