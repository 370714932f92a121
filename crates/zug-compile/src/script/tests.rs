//! Texts and the scripts they become, as the text form of the IR writes them.

use super::{compile_lang, translate};
use zug_ir as ir;
use zug_source::{Diagnostic, NoFiles};

/// Five cells in a row, two players, a king without rules, and whatever the text adds.
const FRAME: &str = r#"
    (board (name row) (dim "a-e") (dir (name e) 1) (dir (name w) -1) (zone (name home) a b) (let tally 0))
    (player (name White) (let bonus 7)) (player (name Black) (sym e w))
    (piece (name King))
"#;

fn load(text: &str) -> (zug_lang::GameDecl, zug_source::Symbols) {
    let mut loaded = zug_lang::load("test.zug", text.as_bytes(), &NoFiles).expect("it is text");
    let errors: Vec<_> =
        loaded.diagnostics.iter().filter(|d| d.severity == zug_source::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    (loaded.games.remove(0).decl.expect("the game has no errors"), loaded.symbols)
}

fn game(more: &str, items: &str) -> String {
    format!(
        r#"{FRAME}{more}(game (name "Test") (board row) (players (White (Man a) (King c)) (Black (Man e))) {items})"#
    )
}

fn compile(text: &str) -> ir::Game {
    let (decl, symbols) = load(text);
    compile_lang(&decl, &symbols).expect("the engine can run it").game.into_game()
}

fn problems(text: &str) -> Vec<String> {
    let (decl, symbols) = load(text);
    let found: Vec<Diagnostic> = translate(&decl, &symbols).err().unwrap_or_default();
    found.into_iter().map(|problem| format!("{} {}", problem.code, problem.message)).collect()
}

/// The ops of a script on one line; ops that are jumped to have their label in front.
fn print(game: &ir::Game, script: ir::ScriptId) -> String {
    let mut game = game.clone();
    game.forget_origins();
    let printed = ir::print(&game);
    let begin = format!("(script {}\n", script.0);
    let (_, ops) = printed.split_once(&begin).expect("the script is printed");
    let ops = ops.split("\n\n(").next().expect("there is a first part");
    let ops = ops.trim_end().strip_suffix(')').expect("the section is closed");
    ops.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn kind(game: &ir::Game, kind: usize) -> &ir::KindScripts {
    &game.scripted.as_deref().expect("it has scripts").kinds[kind]
}

/// The whole script of a move of a man.
fn rule(items: &str, body: &str) -> String {
    let game = compile(&game(&format!("(piece (name Man) {items} (move {body}))"), ""));
    print(&game, kind(&game, 1).moves[0].script)
}

/// The same without taking the piece, which is op 0, and finishing the move.
fn body(code: &str) -> String {
    body_with("", code)
}

fn body_with(items: &str, code: &str) -> String {
    let script = rule(items, code);
    let body = script.strip_prefix("take ").expect("the piece is taken first");
    let (body, _) = body.rsplit_once("(arrive not_friend) place settle emit").expect("the move ends");
    body.trim().to_owned()
}

#[test]
fn a_rook_is_eleven_ops() {
    let script = rule("(dir e w)", "(check (any dir)) (while is-empty? end-move (check dir))");
    assert_eq!(
        script,
        "take (push (dir e)) (push (dir w)) (any_of 2) (set_local dir) (local dir) check \
         L7: (test empty) (jump_unless L14) (fork L11) (jump L14) L11: (local dir) check (jump L7) \
         L14: (arrive not_friend) place settle emit"
    );
}

#[test]
fn a_rule_is_a_whole_program() {
    let items =
        "(pre (let n 1)) (arrive (check not-friend?)) (post (order 2) e) (post w) (finish (set-piece! King))";
    let text =
        game(&format!("(piece (name Man) {items} (move (check e) (end-part go)) (move (mode go) w))"), "");
    let game = compile(&text);
    let rules = &kind(&game, 1).moves;
    assert_eq!(
        print(&game, rules[0].script),
        "here (push 1) (set_local n) come_back take (push (dir e)) check \
         here (test friend) not check come_back place here (push (dir w)) walk come_back here (push (dir e)) walk \
         come_back (end_part go)"
    );
    assert_eq!(
        print(&game, rules[1].further),
        "take (push (dir w)) walk here (test friend) not check come_back place here (push (dir w)) walk come_back \
         here (push (dir e)) walk come_back settle here (push (kind King)) set_piece come_back emit"
    );
    let closing = kind(&game, 1).closing.expect("its parts can end");
    assert_eq!(print(&game, closing), "settle here (push (kind King)) set_piece come_back emit");
}

#[test]
fn without_pre_blocks_further_parts_run_the_same_script() {
    let game = compile(&game("(piece (name Man) (move (mode go) e) (drop w))", ""));
    let scripts = kind(&game, 1);
    assert_eq!(scripts.moves[0].mode, Some(ir::ModeId(0)));
    assert_eq!(scripts.moves[0].script, scripts.moves[0].further);
    assert_eq!((scripts.closing, scripts.invariant), (None, None));
    // A piece that is dropped is in hand already.
    assert!(print(&game, scripts.drops[0].script).starts_with("(push (dir w)) walk (arrive"));
}

#[test]
fn nobody_arrives_with_an_empty_hand() {
    let script = rule("(arrive (check is-enemy?))", "(check e) drop");
    assert_eq!(
        script,
        "take (push (dir e)) check drop (quantify exists L8) (push 1) put succeed L8: (jump_unless L13) \
         here (test enemy) check come_back L13: place settle emit"
    );
}

#[test]
fn a_move_that_ends_in_a_scope_leaves_nothing_behind() {
    assert_eq!(
        rule("", "(scope e end-move) w"),
        "take here (push (dir e)) walk (fork L7) pop (jump L10) L7: come_back (push (dir w)) walk \
         L10: (arrive not_friend) place settle emit"
    );
}

#[test]
fn a_move_that_ends_in_a_loop_ends_there() {
    assert_eq!(
        rule("", "(for p (list a b) (go p) end-move) (check false)"),
        "take (push (cell a)) (push (cell b)) (list 2) each L5: (each_next p L14) (local p) check (fork L13) \
         (arrive not_friend) place settle emit L13: (jump L5) L14: fail"
    );
}

#[test]
fn truth_becomes_jumps() {
    assert_eq!(
        body("(check (and is-empty? (not (or e w))))"),
        "(test empty) check (push (dir e)) (jump_if L7) (push (dir w)) (jump_unless L8) L7: fail L8:"
    );
    assert_eq!(
        body("(if (or is-empty? (and e w)) w else e)"),
        "(test empty) (jump_if L7) (push (dir e)) (jump_unless L10) (push (dir w)) (jump_unless L10) \
         L7: (push (dir w)) walk (jump L12) L10: (push (dir e)) walk L12:"
    );
    assert_eq!(
        body("(let x (and is-empty? is-flag?))"),
        "(test empty) (jump_unless L7) (test flag) (jump_unless L7) (push 1) (jump L8) L7: (push 0) \
         L8: (set_local x)"
    );
    assert_eq!(body("(check true) (check (and))"), "");
}

#[test]
fn choices_of_every_sort() {
    assert_eq!(body("(any e w)"), "(push (dir e)) (push (dir w)) (any_of 2) walk");
    assert_eq!(body("(any 1 .. 6)"), "(push 1) (push 6) any_between pop");
    assert_eq!(body("(any King)"), "(any_kind King) pop");
    assert_eq!(body("(any home)"), "(any_zone home) pop");
    assert_eq!(body("(any position)"), "any_cell pop");
    assert_eq!(body("(any piece)"), "any_piece pop");
    assert_eq!(
        body("(let l (list a b)) (any l)"),
        "(push (cell a)) (push (cell b)) (list 2) (set_local l) (local l) any_element walk"
    );
    assert_eq!(
        body("(either e (seq w w) (check false))"),
        "(fork L5) (push (dir e)) walk (jump L12) L5: (fork L11) (push (dir w)) walk (push (dir w)) walk (jump L12) \
         L11: fail L12:"
    );
}

#[test]
fn lists_are_made_when_they_are_asked_for() {
    assert_eq!(
        body_with("(dir e (when is-empty? w))", "(check (any dir))"),
        "(push (dir e)) (test empty) (jump_unless L7) (push (dir w)) (list 1) (jump L8) L7: (list 0) L8: (join 2) \
         any_element (set_local dir) (local dir) check"
    );
    // Nobody knows here whether something was chosen from it.
    assert_eq!(
        body_with("(dir e w)", "(check dir)"),
        "(local dir) (push none) (equals 1) (jump_if L7) (local dir) (jump L10) L7: (push (dir e)) (push (dir w)) \
         (list 2) L10: check"
    );
    let game = compile(&game("(piece (name Man) (dir e) (cap w) (move (check (any dir)))) ", ""));
    let scripted = game.scripted.as_deref().expect("it has scripts");
    assert_eq!(
        (&scripted.locals[..], &scripted.list_locals[..]),
        (&["dir".to_owned(), "cap".to_owned()][..], &[ir::LocalId(0), ir::LocalId(1)][..])
    );
}

#[test]
fn looking_ahead_puts_the_cursor_back() {
    assert_eq!(
        body("(check (not-enemy? e e))"),
        "here (push (dir e)) (look L9) (push (dir e)) (look L9) (test enemy) not (jump L10) L9: (push 0) \
         L10: restore check"
    );
    assert_eq!(
        body("(let t (at b piece))"),
        "here (push (cell b)) (look L6) piece (jump L7) L6: (push none) L7: restore (set_local t)"
    );
    assert_eq!(body("(at-do b capture)"), "here (push (cell b)) step_alone capture come_back");
}

#[test]
fn quantifiers_keep_their_choices() {
    assert_eq!(
        body("(check (exists? (any King) (check is-friend?)))"),
        "(quantify exists L7) (any_kind King) pop (test friend) check succeed L7: check"
    );
    assert_eq!(
        body("(let s (sum size (any position)))"),
        "(quantify sum L6) any_cell pop size succeed L6: (set_local s)"
    );
    assert_eq!(
        body("(all (any King) capture)"),
        "(quantify all L6) (any_kind King) pop capture succeed L6: pop"
    );
}

#[test]
fn a_definition_is_its_value_or_its_first_way() {
    let with = |define: &str, code: &str| {
        let game = compile(&game(&format!("{define}(piece (name Man) (move {code}))"), ""));
        let script = print(&game, kind(&game, 1).moves[0].script);
        let body = script.strip_prefix("take ").and_then(|script| script.strip_suffix(" settle emit"));
        body.expect("it is a whole rule").replace(" (arrive not_friend) place", "")
    };
    // One value.
    assert_eq!(with("(define far (size e e))", "(let x far)"), with("", "(let x (size e e))"));
    // Arguments are evaluated once.
    assert_eq!(
        with("(define (twice x) (+ x x))", "(let y (twice size))"),
        "size (set_local x) (local x) (local x) add (set_local y)"
    );
    // It may fail: then it is 0.
    assert_eq!(
        with("(define near (check e) size)", "(let x near)"),
        "(quantify first L6) (push (dir e)) check size succeed L6: (set_local x)"
    );
    // Where nothing can be chosen, failing inside a check is failing.
    assert_eq!(with("(define near (check e) size)", "(check near)"), "(push (dir e)) check size check");
    // It chooses for its caller.
    assert_eq!(
        with("(define near (check (any e w)) size)", "(let x near)"),
        "(push (dir e)) (push (dir w)) (any_of 2) check size (set_local x)"
    );
    // A statement is its body.
    assert_eq!(with("(define near (check e) size)", "near"), "(push (dir e)) check size pop");
    // A branch without a value is true.
    assert_eq!(
        with("(define f (if is-empty? 5))", "(let x f)"),
        "(test empty) (jump_unless L5) (push 5) (jump L6) L5: (push 1) L6: (set_local x)"
    );
}

#[test]
fn loops_over_cells() {
    assert_eq!(
        body("(let l (flood here (e w) is-empty?))"),
        "here (push (dir e)) (push (dir w)) (list 2) flood L6: (flood_next L9) (test empty) (flood_answer L6) \
         L9: (set_local l)"
    );
    assert_eq!(
        body("(let l (reach e is-empty?))"),
        "(push (dir e)) reach L3: (reach_next L6) (test empty) (reach_answer L3) L6: (set_local l)"
    );
    assert_eq!(
        body("(let l (border (list a) (e w)))"),
        "(push (cell a)) (list 1) (push (dir e)) (push (dir w)) (list 2) border (set_local l)"
    );
    assert_eq!(
        body("(let p (as Black e))"),
        "(push (player Black)) as_player (push (dir e)) as_before (set_local p)"
    );
}

#[test]
fn variables_of_players_are_one_value_each() {
    let text = game("(piece (name Man) (move (set! bonus 3) (inc! tally 2) (let x (dec! tally))))", "");
    let game = compile(&text);
    let script = print(&game, kind(&game, 1).moves[0].script);
    assert!(
        script.starts_with(
            "take (push 3) (set_player_value bonus/White) (global tally) (push 2) add (set_global tally) \
             (global tally) (global tally) (push 1) sub (set_global tally) (set_local x)"
        ),
        "{script}"
    );
    let globals: Vec<_> = game.globals.iter().map(|global| (global.name.as_str(), global.init)).collect();
    assert_eq!(globals, [("tally", 0), ("bonus/White", 7), ("bonus/Black", 0)]);
}

#[test]
fn checks_of_generation_variables_are_made_again() {
    let text = game(
        "(piece (name Man) (move (check (= 0 best)) (check (exists? (check (= 0 best)))) (set! best 1)))",
        "",
    );
    let game = compile(&text);
    let script = print(&game, kind(&game, 1).moves[0].script);
    assert!(script.starts_with("take (push 0) (generation best) (equals 1) check (defer 0)"), "{script}");
    assert_eq!(
        script.matches("defer").count(),
        2,
        "the second check mentions it too, what is inside it does not count"
    );
    assert_eq!(print(&game, ir::ScriptId(0)), "(push 0) (generation best) (equals 1) check accept");
}

#[test]
fn ends_and_preferences() {
    let items =
        "(loss (order 1) no-moves?) (win (players White) (exists? (any King))) (draw (phase post) is-empty?)
                 (score (+ bonus 1)) (prefer (max captured-count) (min parts)) (invariant (check is-empty?))";
    let game = compile(&game("(piece (name Man) (move e) (invariant (check w)))", items));
    let scripted = game.scripted.as_deref().expect("it has scripts");
    let goals: Vec<_> = scripted
        .goals
        .iter()
        .map(|goal| (goal.verdict, goal.after_move, goal.players.len(), goal.needs_moves))
        .collect();
    assert_eq!(
        goals,
        [
            (ir::Verdict::Win, true, 1, false),
            (ir::Verdict::Draw, true, 0, false),
            (ir::Verdict::Loss, false, 0, true),
        ]
    );
    assert_eq!(print(&game, scripted.goals[2].script), "no_moves check accept");
    let score = scripted.score.expect("it has a score");
    assert_eq!(print(&game, score), "(player_value bonus/White) (push 1) add yield_ accept");
    let script = print(&game, kind(&game, 1).moves[0].script);
    assert!(script.ends_with("settle captured_count yield_ (push 0) parts sub yield_ emit"), "{script}");
    let invariant = scripted.invariant.expect("it has an invariant");
    assert_eq!(print(&game, invariant), "here (test empty) check come_back accept");
    let invariant = kind(&game, 1).invariant.expect("so has the man");
    assert_eq!(print(&game, invariant), "here (push (dir w)) check come_back accept");
}

#[test]
fn options_become_rules_stages_and_ops() {
    let items = "(option captures deferred) (option arrive empty) (option pass forced) (option ko position)
                 (option landing continue) (option recycle) (option attack legal) (option skip-empty) (shared)";
    let game = compile(&game("(piece (name Man) (move (check e) capture (capture now)))", items));
    assert_eq!(
        game.stages,
        [
            ir::Stage::Ko(ir::Ko::Position),
            ir::Stage::Landing,
            ir::Stage::Merge,
            ir::Stage::Pass(ir::Pass::Forced)
        ]
    );
    assert_eq!((game.rules.recycle, game.rules.start), (ir::Recycle::Capturer, ir::Start::Anyone));
    let scripted = game.scripted.as_deref().expect("it has scripts");
    assert_eq!((scripted.attack, scripted.skip_empty), (ir::AttackScope::Legal, true));
    assert!(kind(&game, 0).shared && kind(&game, 1).shared);
    let script = print(&game, kind(&game, 1).moves[0].script);
    assert_eq!(script, "take (push (dir e)) check capture_late capture (arrive empty) place settle emit");
}

#[test]
fn dice_are_players_and_values() {
    let items =
        "(dice (name d) 6 6 (doubles 4)) (turns (roll White d) White (roll Black d) (move Black slow))";
    let text = game("(piece (name Man) (move (mode slow) (let k (any d)) (use-die k)))", items);
    let game = compile(&text);
    let names: Vec<_> = game.players.iter().map(|player| (player.name.as_str(), player.random)).collect();
    assert_eq!(names, [("White", false), ("Black", false), ("?d", true)]);
    let turns: Vec<_> = game.turns.iter().map(|turn| (turn.chooser.0, turn.modes.is_some())).collect();
    assert_eq!(turns, [(2, false), (0, false), (2, false), (1, true)]);
    let scripted = game.scripted.as_deref().expect("it has scripts");
    assert_eq!(scripted.rolls, [Some(0), None, Some(0), None]);
    let globals: Vec<_> =
        scripted.dice[0].slots.iter().map(|slot| game.globals[slot.idx()].name.as_str()).collect();
    assert_eq!(globals, ["d/1", "d/2", "d/3", "d/4"]);
    let script = print(&game, kind(&game, 1).moves[0].script);
    assert!(script.starts_with("take (dice 0) any_element (set_local k) (local k) (use_die 0)"), "{script}");
    assert_eq!(game.board.zones[0].cells.len(), 3);
}

#[test]
fn attributes_are_numbers_or_truths() {
    let text = format!(
        r#"{FRAME}(piece (name Man) (let moved? false) (let n 4) (move e))
        (game (name "Test") (board row) (players (White (Man (a (n 9)) (b (n 4)))) (Black)))"#
    );
    let game = compile(&text);
    let attrs: Vec<_> = game.attrs.iter().map(|attr| (attr.name.as_str(), attr.numeric)).collect();
    assert_eq!(attrs, [("moved?", false), ("n", true)]);
    assert_eq!(game.kinds[0].defaults, [0, 4]);
    assert_eq!([&game.setup[0].attrs[..], &game.setup[1].attrs[..]], [&[(ir::AttrId(1), 9)][..], &[]]);
}

#[test]
fn initial_values_may_be_anything() {
    let items = r#"(let t "hello") (let d e) (let k King) (let none-yet none) (let on true)"#;
    let game = compile(&game("(piece (name Man) (move e))", items));
    let decoded: Vec<_> = game.globals[1..6].iter().map(|global| ir::script::decode(global.init)).collect();
    assert_eq!(
        decoded,
        [
            ir::Const::Text(ir::TextId(0)),
            ir::Const::Dir(ir::DirId(0)),
            ir::Const::Kind(ir::KindId(0)),
            ir::Const::None,
            ir::Const::Int(1),
        ]
    );
}

#[test]
fn letters_for_pieces_are_different() {
    let text = format!(
        r#"{FRAME}(piece (name Knight)) (piece (name Queen) (notation "N")) (piece (name Kk)) (piece (name Kn))
        (game (name "Test") (board row) (players (White (King a) (Knight b) (Queen c) (Kk d) (Kn e)) (Black)))"#
    );
    let letters: Vec<_> = compile(&text).kinds.into_iter().map(|kind| kind.notation).collect();
    assert_eq!(letters, ["K", "I", "N", "K2", "K3"]);
}

#[test]
fn every_op_has_its_place() {
    let (decl, symbols) = load(&game("(piece (name Man) (move (check e) (check (is-empty? e))))", ""));
    let compiled = compile_lang(&decl, &symbols).expect("the engine can run it");
    let script = &compiled.game.scripted.as_deref().expect("it has scripts").scripts[0];
    assert_eq!(script.origins.len(), script.code.len());
    let at = |op: usize| compiled.origins.get(script.origins[op]).expect("it is a number of ours").span;
    let rule = compiled.origins.get(script.origin).expect("it is a number of ours").span;
    // `take` has the place of the rule; what the rule says is inside it.
    assert_eq!(at(0), rule);
    assert!(rule.start < at(1).start && at(1).end < at(3).start && at(3).end < rule.end);
}

#[test]
fn what_the_engine_cannot_do_is_said() {
    let man = |code: &str| problems(&game(&format!("(piece (name Man) (move {code}))"), ""));
    assert_eq!(man("(check (exists? end-move))"), ["cmp-007 a move cannot end inside a value"]);
    assert_eq!(man("(use-die 3)"), ["cmp-009 the game has no dice"]);
    assert_eq!(man("(let x (coord 0))"), ["cmp-008 the dimensions of `coord` are counted from 1"]);
    let with = |items: &str| problems(&game(&format!("(piece (name Man) {items})"), ""));
    assert_eq!(
        with("(post (end-part go)) (move (mode go) e)"),
        ["cmp-007 a part can end only in the code of a `move` or a `drop`"]
    );
    assert_eq!(
        with("(let start-cell e)"),
        [
            "cmp-003 the attribute `start-cell` starts as something that is neither a number nor `true` or `false`"
        ]
    );
    assert_eq!(
        with("(let n 70000)"),
        ["cmp-003 the attribute `n` starts as 70000, it can hold -32768 to 32767"]
    );
    assert_eq!(
        with("(let a 1) (let b 1) (let c 1)"),
        ["cmp-002 the attributes of a piece take 48 bits, there is room for 44"]
    );
    let game_with = |items: &str| problems(&game("(piece (name Man) (move e))", items));
    assert_eq!(
        game_with("(let big 300000000)"),
        ["cmp-012 the variable `big` starts as 300000000, which is too large"]
    );
    assert_eq!(
        game_with("(dice (name d) 2) (turns White (repeat-from) (roll White d))"),
        ["cmp-013 nobody moves: the turns that repeat are only rolls of dice"]
    );
    let scattered =
        format!(r#"{FRAME}(game (name "T") (board row) (players (White (King home 9)) (Black)))"#);
    assert!(problems(&scattered)[0].starts_with("cmp-015 `White` has "), "{:?}", problems(&scattered));
    let neutral = format!(
        r#"{FRAME}(game (name "T") (board row) (turns White) (players (White (King a)) (Black (King home 1))))"#
    );
    assert!(
        problems(&neutral)
            .contains(&"cmp-014 `Black` takes no turns, so nobody sets his pieces up".to_owned()),
        "{:?}",
        problems(&neutral)
    );
}

/// The statements that not every board can carry out, on each of them.
#[test]
fn code_fits_what_positions_hold() {
    let said = |model: &str, code: &str| {
        let text = format!(
            r#"(board (name b) (model {model}) (dim "a-e") (dir (name e) 1))
               (piece (name Man) (attribute strength 0) (move e {code}))
               (game (name "Test") (board b) (players (White (Man a)) (Black (Man e))))"#
        );
        problems(&text).join("; ")
    };
    let heap = "a piece in a heap has no attributes of its own: its pieces are only counted";
    let cases = [
        (
            "put-under",
            [
                "`put-under` needs a board whose positions hold stacks",
                "",
                "`put-under` needs a board whose positions hold stacks",
            ],
        ),
        ("(capture later)", ["", "", "a heap cannot be captured later: its pieces are only counted"]),
        ("(set! strength 1)", ["", "", heap]),
        ("(inc! strength)", ["", "", heap]),
        ("(let x (inc! strength))", ["", "", heap]),
        ("(take 2)", ["2 pieces at a time need a board whose positions hold stacks or heaps", "", ""]),
        ("(put 3)", ["3 pieces at a time need a board whose positions hold stacks or heaps", "", ""]),
        ("take", ["", "", ""]),
        ("(take all)", ["", "", ""]),
        ("(take 1)", ["", "", ""]),
        ("put", ["", "", ""]),
        ("drop", ["", "", ""]),
        ("(capture now)", ["", "", ""]),
        ("(create Man)", ["", "", ""]),
        ("(change-owner!)", ["", "", ""]),
        ("(set-piece! Man)", ["", "", ""]),
        ("(reserve! Man 1)", ["", "", ""]),
        ("(log (size) strength)", ["", "", ""]),
    ];
    for (code, expected) in cases {
        for (model, expected) in ["cell", "stack", "heap"].into_iter().zip(expected) {
            let expected = if expected.is_empty() { String::new() } else { format!("cmp-005 {expected}") };
            assert_eq!(said(model, code), expected, "{code} on a board of {model}s");
        }
    }
    let placed = r#"(board (name b) (model heap) (dim "a-e") (dir (name e) 1)) (piece (name Man) (attribute strength 0) (move e))
        (game (name "Test") (board b) (players (White (Man (a (strength 2)))) (Black (Man e))))"#;
    assert_eq!(problems(placed), [format!("cmp-005 {heap}")]);
}
