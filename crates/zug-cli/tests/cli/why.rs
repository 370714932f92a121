//! `zug why`: cases from `why.cases`, the form of the answers, and bad input.

use crate::common::{Folder, zug};
use serde_json::{Value, json};

/// What a question is about.
#[derive(Default, Clone)]
struct Setting {
    game: String,
    position: Option<String>,
    after: Option<String>,
}

#[test]
fn moves_are_explained_as_the_cases_say() {
    let mut setting = Setting::default();
    let mut wrong = Vec::new();
    let mut asked = 0;
    for line in include_str!("why.cases").lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((text, expected)) = line.split_once('|') {
            asked += 1;
            wrong.extend(judge(&setting, text.trim(), expected).err());
        } else if let Some(game) = line.strip_prefix("game ") {
            setting = Setting { game: game.to_owned(), ..Setting::default() };
        } else if let Some(position) = line.strip_prefix("position ") {
            setting.position = Some(position.to_owned());
        } else if let Some(moves) = line.strip_prefix("after ") {
            setting.after = Some(moves.to_owned());
        } else {
            panic!("no such line in why.cases: {line}");
        }
    }
    assert!(asked > 50, "the cases are there");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn judge(setting: &Setting, text: &str, expected: &str) -> Result<(), String> {
    let mut args = vec!["why", &setting.game, text, "--json"];
    setting.position.iter().for_each(|position| args.extend(["--position", position]));
    setting.after.iter().for_each(|moves| args.extend(["--moves", moves]));
    let ran = zug(&args);
    let what = format!("{} {text}", setting.game);
    if ran.code > 1 || !ran.err.is_empty() {
        return Err(format!("{what}: exit code {}, {}", ran.code, ran.err));
    }
    let answer = ran.json();
    let [code, reason, file, words] = expected.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
        return Err(format!("{what}: four fields are expected"));
    };
    let says = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let first =
        answer["because"].as_array().and_then(|notes| notes.iter().find(|note| note.get("file").is_some()));
    let first = first.cloned().unwrap_or_default();
    let legal = ["rule", "several", "pass"].contains(&code);
    let fine = answer["code"] == code
        && answer["legal"] == legal
        && ran.code == i32::from(!legal)
        && says(&answer["reason"]).contains(reason)
        && says(&first["file"]).ends_with(file)
        && (words.is_empty() || first["words"] == words);
    if fine { Ok(()) } else { Err(format!("{what}: expected{expected}, the answer is {answer:#}")) }
}

/// A board of four cells in a row, and men who step to an empty one.
const ROW: &str = r#"(board (name row) (dim "a-d") (dir (name e) 1) (dir (name w) -1))
(player (name White))
(player (name Black) (sym e w  w e))
(define free is-empty?)
(piece (name Man)
   (move (check e) (check free)))
(game (name "Row") (board row) (players (White (Man a c)) (Black (Man b))))
"#;

#[test]
fn the_place_is_shown_with_its_line_and_the_calls_that_led_there() {
    let folder = Folder::new();
    let row = folder.write("row.zug", ROW);
    let ran = zug(&["why", &row, "a-b"]);
    let expected = format!(
        "a-b is illegal: a rule of Man would make it, but `is-empty?` does not hold on b (Black Man)

  this stops it
    {row}:4:14
      | (define free is-empty?)
      |              ^^^^^^^^^
  in this call of `free`
    {row}:6:27
      | (move (check e) (check free)))
      |                        ^^^^

  the rule that comes nearest
    {row}:6:4
      | (move (check e) (check free)))
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"
    );
    assert_eq!((ran.code, ran.err.as_str(), ran.out.as_str()), (1, "", expected.as_str()));
}

#[test]
fn the_json_has_the_same() {
    let folder = Folder::new();
    let row = folder.write("row.zug", ROW);
    let rule = json!({
        "text": "the rule that comes nearest", "cell": null, "file": row, "line": 6, "column": 4,
        "words": "(move (check e) (check free))", "excerpt": "(move (check e) (check free)))", "calls": []
    });
    let expected = json!({
        "move": "a-b",
        "legal": false,
        "code": "check",
        "reason": "a rule of Man would make it, but `is-empty?` does not hold on b (Black Man)",
        "because": [
            {
                "text": "this stops it", "cell": "b", "file": row, "line": 4, "column": 14,
                "words": "is-empty?", "excerpt": "(define free is-empty?)",
                "calls": [{"name": "free", "file": row, "line": 6, "column": 27}]
            },
            rule
        ]
    });
    assert_eq!(zug(&["why", &row, "a-b", "--json"]).json(), expected);
}

#[test]
fn what_forces_a_move_is_told() {
    let args = ["why", "chess.zug", "h1-h2", "--position", "6rk/8/8/8/8/8/8/7K w - - 0 1"];
    let text = zug(&args).ok().out;
    assert!(
        text.contains("\nIt is forced: the only one left of 3 moves.\n\n  2 moves, as h1-g1: after it"),
        "{text}"
    );
    let json = zug(&[&args[..], &["--json"]].concat()).ok().json();
    assert_eq!(json["forced"]["only"], true);
    let men = "White Man c3 g3; Black Man d4 d6 h4; @turn White";
    let args = ["why", "international-draughts.zug", "c3-e5-c7", "--position", men];
    let forced = zug(&[&args[..], &["--json"]].concat()).ok().json()["forced"]["because"].clone();
    // Quiet moves first, then the shorter capture.
    assert!(forced[0]["text"].as_str().unwrap().contains("`jumping` must be played"), "{forced}");
    assert_eq!(forced[1]["text"], "g3-i5: c3-e5-c7 is better by `captured-count`: 2 against 1");
    // A free choice is not forced.
    assert_eq!(zug(&["why", "chess.zug", "e2-e4", "--json"]).ok().json().get("forced"), None);
}

#[test]
fn what_cannot_be_understood_is_2() {
    zug(&["why", "chess.zug", "castles"]).fails(2, &["`castles` is neither the name of a move", "a2-a3"]);
    zug(&["why", "chess.zug", "z9-z8", "--json"]).fails(2, &["`z9-z8`"]);
    zug(&["why", "chess.zug", ""]).fails(2, &["``"]);
    zug(&["why", "chess.zug"]).fails(2, &["MOVE"]);
    zug(&["why", "ches", "e2-e4"]).fails(2, &["did you mean `chess`?"]);
    zug(&["why", "chess.zug", "e2-e4", "--position", "nonsense"]).fails(2, &["position text"]);
    zug(&["why", "chess.zug", "e2-e4", "--moves", "e2-e4", "--after", "e2-e4"]).fails(2, &["--after"]);
    zug(&["why", "chess.zug", "e2-e4", "--moves", "e2-e5"]).fails(1, &["move 1", "e2-e5"]);
}

#[test]
fn after_is_another_word_for_moves() {
    let after = zug(&["why", "chess.zug", "e7-e5", "--after", "e2-e4"]).ok().out;
    assert_eq!(after, zug(&["why", "chess.zug", "e7-e5", "--moves", "e2-e4"]).ok().out);
}

#[test]
fn a_check_that_is_made_again_is_told() {
    let folder = Folder::new();
    // Who can step two cells must not step one: known only when all moves are.
    let rules = ROW
        .replace(
            "(move (check e) (check free))",
            "(move (let n (any 1 2)) (check (>= n best)) (set! best n)
      (check e) (check free) (if (= n 2) (check e) (check free)))",
        )
        .replace("(White (Man a c)) (Black (Man b))", "(White (Man a)) (Black (Man d))");
    let far = folder.write("far.zug", rules);
    assert_eq!(zug(&["moves", &far]).ok().out, "a-c\n");
    let answer = zug(&["why", &far, "a-b", "--json"]).json();
    assert_eq!(answer["code"], "recheck");
    assert_eq!(answer["reason"], "compared with all other moves, `(>= n best)` does not hold at a");
    assert_eq!(answer["because"][0]["words"], "(>= n best)");
    assert_eq!(zug(&["why", &far, "a-c", "--json"]).ok().json()["forced"]["only"], true);
}

#[test]
fn where_nobody_can_move_it_is_told_why() {
    let folder = Folder::new();
    let stuck = folder.write(
        "row.zug",
        ROW.replace("(White (Man a c)) (Black (Man b))", "(White (Man a)) (Black (Man b))"),
    );
    let ran = zug(&["why", &stuck, "a-b"]);
    assert!(
        ran.out.starts_with(
            "a-b is illegal: the game is over (draw), there is no legal move

  this one: a rule of Man would make it, but `is-empty?` does not hold on b (Black Man)

  this stops it
"
        ),
        "{}",
        ran.out
    );
}

#[test]
fn compiled_games_have_no_places() {
    let folder = Folder::new();
    let row = folder.write("row.zug", ROW);
    let compiled = folder.path("row.zir");
    zug(&["compile", &row, "-o", &compiled]).ok();
    let ran = zug(&["why", &compiled, "a-b"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out
            .starts_with("a-b is illegal: a rule of Man would make it, but a condition does not hold on b")
    );
    assert!(!ran.out.contains('|'), "{}", ran.out);
}
