//! Every message of this crate as people see it. Wording and layout are part of the crate: a change
//! shows up here and is reviewed here.

use insta::assert_snapshot;
use zug_source::{
    Diagnostic, Diagnostics, Encoding, ExpansionId, FileId, Origin, Sources, Span, Symbols, place, read,
    render,
};

/// All messages about reading a text.
fn reading(text: &str) -> String {
    let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
    let file = sources.add("games/chess.zrf", text.as_bytes(), None).expect("it is a text");
    read(&sources, file, &mut symbols, &mut out);
    let all: Vec<String> = out.iter().map(|problem| render(problem, &sources, &symbols, false)).collect();
    all.join("\n\n")
}

/// The place of a word in a text.
fn at(sources: &Sources, file: FileId, word: &str) -> Span {
    let start = sources.text(file).find(word).expect("the word is there");
    Span::new(file, start as u32, (start + word.len()) as u32)
}

#[test]
fn unclosed_list() {
    assert_snapshot!(reading("(define step\n  (verify empty?) add"), @r#"
    error[src-001]: unclosed list
     --> games/chess.zrf:1:1
      |
    1 | (define step
      | ^ this `(` has no `)`
    "#);
}

#[test]
fn unclosed_list_before_another_form() {
    assert_snapshot!(reading("(game\n  (title \"x\")\n\n(variant)\n"), @r#"
    error[src-001]: unclosed list
     --> games/chess.zrf:1:1
      |
    1 | (game
      | ^ this `(` has no `)`
      |
      = hint: perhaps a `)` is missing before line 4, which starts with `(`
    "#);
}

#[test]
fn several_unclosed_lists() {
    assert_snapshot!(reading("(game\n  (board (grid\n(variant)\n"), @r#"
    error[src-001]: 3 unclosed lists
     --> games/chess.zrf:1:1
      |
    1 | (game
      | ^ the outermost of them starts here
      |
      = hint: perhaps 3 `)` are missing before line 3, which starts with `(`
    note: the innermost of them starts here
     --> games/chess.zrf:2:10
      |
    2 |   (board (grid
      |          ^
    "#);
}

#[test]
fn unexpected_parenthesis() {
    assert_snapshot!(reading("(game\n  (title \"x\"))\n  (board))\n"), @r#"
    error[src-002]: unexpected `)`
     --> games/chess.zrf:3:10
      |
    3 |   (board))
      |          ^ no list is open here
      |
    note: the form from line 1 ended here already
     --> games/chess.zrf:2:14
      |
    2 |   (title "x"))
      |              ^
    "#);
}

#[test]
fn unexpected_parenthesis_at_the_start() {
    assert_snapshot!(reading(")\n"), @r#"
    error[src-002]: unexpected `)`
     --> games/chess.zrf:1:1
      |
    1 | )
      | ^ no list is open here
    "#);
}

#[test]
fn unterminated_string() {
    assert_snapshot!(reading("(title \"x)\n"), @r#"
    error[src-003]: unterminated string
     --> games/chess.zrf:1:8
      |
    1 | (title "x)
      |        ^ no `"` follows this one
      |
      = hint: end the string with `"`; a string cannot hold a `"` itself
    "#);
}

#[test]
fn unterminated_string_because_of_an_earlier_one() {
    assert_snapshot!(reading("(title \"one)\n(title \"two\")\n(title \"three\")\n"), @r#"
    error[src-003]: unterminated string
     --> games/chess.zrf:3:14
      |
    3 | (title "three")
      |              ^ no `"` follows this one
      |
      = hint: the missing `"` may belong to the earlier string
    note: this string runs over lines that look like code
     --> games/chess.zrf:1:8
      |
    1 | (title "one)
      |        ^
    "#);
}

#[test]
fn nesting_too_deep() {
    let text = format!("{}{}", "(".repeat(1001), ")".repeat(1001));
    assert_snapshot!(reading(&text), @r#"
    error[src-005]: nesting deeper than 1000 lists
     --> games/chess.zrf:1:1001
      |
    1 | ...((((((((((((((((((((((((((((((((((((((((()))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))...
      |                                            ^ this list and all in it are left out
      |
      = hint: perhaps a `)` is missing in each of many lists before this one
    "#);
}

#[test]
fn refused_texts() {
    let refusal =
        |bytes: &[u8], encoding| Sources::new().add("a.zrf", bytes, encoding).unwrap_err().to_string();
    assert_snapshot!(refusal(b"BM\0\0", None), @"`a.zrf` is not a text: NUL byte at offset 2; name a text file instead");
    assert_snapshot!(refusal(b"\xFF\xFEa\0", None), @"`a.zrf` is UTF-16, which is not supported; save it as UTF-8");
    assert_snapshot!(refusal(b"\x01\x02abc", None), @"`a.zrf` is not a text: 2 of its 5 bytes are control characters; name a text file instead");
    assert_snapshot!(refusal(b"90\xB0", Some(Encoding::Utf8)), @"`a.zrf` is not valid UTF-8: bad byte at offset 2; save it as UTF-8, or name its encoding: `cp1251` or `cp1252`");
    assert_snapshot!(refusal(&vec![b' '; zug_source::MAX_TEXT + 1], None), @"`a.zrf` is too long: 67108865 bytes, the limit is 67108864; split it into several files");
    assert_snapshot!("koi8".parse::<Encoding>().unwrap_err(), @"unknown encoding `koi8`: expected `utf-8`, `cp1251` or `cp1252`");
}

#[test]
fn refused_include() {
    let mut sources = Sources::new();
    let file = sources.add("a.zrf", b"(include \"a.bmp\")", None).unwrap();
    let error = sources.add("a.bmp", b"BM\0\0", None).unwrap_err();
    let problem = error.at(at(&sources, file, "\"a.bmp\""));
    assert_snapshot!(render(&problem, &sources, &Symbols::new(), false), @r#"
    error[src-004]: `a.bmp` is not a text: NUL byte at offset 2
     --> a.zrf:1:10
      |
    1 | (include "a.bmp")
      |          ^^^^^^^
      |
      = hint: name a text file instead
    "#);
}

#[test]
fn warning_with_label_hint_and_related_place() {
    let mut sources = Sources::new();
    let file = sources.add("a.zrf", "(define Волк add)\n(define\tВолк)\n".as_bytes(), None).unwrap();
    let first = at(&sources, file, "Волк");
    let second = Span::new(file, first.start + 22, first.end + 22);
    let problem = Diagnostic::warning("tst-001", second, "macro `Волк` defined twice")
        .label("this one counts")
        .related(first.into(), "the first definition is here")
        .hint("rename one of them");
    assert_snapshot!(render(&problem, &sources, &Symbols::new(), false), @r#"
    warning[tst-001]: macro `Волк` defined twice
     --> a.zrf:2:9
      |
    2 | (define    Волк)
      |            ^^^^ this one counts
      |
      = hint: rename one of them
    note: the first definition is here
     --> a.zrf:1:9
      |
    1 | (define Волк add)
      |         ^^^^
    "#);
    assert_eq!(place(&problem, &sources), ("a.zrf".into(), 2, 9));
}

/// `slide` calls itself `n - 1` times; the whole starts with one call in the game.
fn calls(n: usize) -> String {
    let (mut sources, mut symbols) = (Sources::new(), Symbols::new());
    let text = b"(define slide\n  ($1 norht (slide)))\n(game\n  (moves (slide n)))\n";
    let file = sources.add("a.zrf", text, None).expect("it is a text");
    let slide = symbols.intern("slide");
    let mut expansion = sources.expand(slide, at(&sources, file, "(slide n)").into());
    for _ in 1..n {
        let span = at(&sources, file, "(slide)");
        expansion = sources.expand(slide, Origin { span, expansion });
    }
    let origin = Origin { span: at(&sources, file, "norht"), expansion };
    let problem = Diagnostic::error("tst-002", origin, "unknown direction `norht`")
        .label("not a direction of this board")
        .hint("did you mean `north`?");
    render(&problem, &sources, &symbols, false)
}

#[test]
fn a_message_inside_a_macro_shows_the_calls() {
    assert_snapshot!(calls(2), @r#"
    error[tst-002]: unknown direction `norht`
     --> a.zrf:2:7
      |
    2 |   ($1 norht (slide)))
      |       ^^^^^ not a direction of this board
      |
      = hint: did you mean `north`?
    note: in this call of `slide`
     --> a.zrf:2:13
      |
    2 |   ($1 norht (slide)))
      |             ^^^^^^^
    note: in this call of `slide`
     --> a.zrf:4:10
      |
    4 |   (moves (slide n)))
      |          ^^^^^^^^^
    "#);
}

#[test]
fn the_middle_of_many_calls_is_counted() {
    assert_snapshot!(calls(100), @r#"
    error[tst-002]: unknown direction `norht`
     --> a.zrf:2:7
      |
    2 |   ($1 norht (slide)))
      |       ^^^^^ not a direction of this board
      |
      = hint: did you mean `north`?
    note: in this call of `slide`
     --> a.zrf:2:13
      |
    2 |   ($1 norht (slide)))
      |             ^^^^^^^
    note: in this call of `slide`
     --> a.zrf:2:13
      |
    2 |   ($1 norht (slide)))
      |             ^^^^^^^
    note: in this call of `slide`
     --> a.zrf:2:13
      |
    2 |   ($1 norht (slide)))
      |             ^^^^^^^
      = note: 94 more calls not shown
    note: in this call of `slide`
     --> a.zrf:2:13
      |
    2 |   ($1 norht (slide)))
      |             ^^^^^^^
    note: in this call of `slide`
     --> a.zrf:2:13
      |
    2 |   ($1 norht (slide)))
      |             ^^^^^^^
    note: in this call of `slide`
     --> a.zrf:4:10
      |
    4 |   (moves (slide n)))
      |          ^^^^^^^^^
    "#);
    assert!(!calls(6).contains("not shown"));
    assert!(calls(7).contains("1 more call not shown"));
}

#[test]
fn a_message_in_an_included_file_shows_the_includes() {
    let mut sources = Sources::new();
    let main = sources.add("games/main.zrf", b"; main\n  (include \"lib.inc\")\n", None).unwrap();
    let from = at(&sources, main, "(include");
    let lib = sources.add_included("games/lib.inc", b"(include \"deep.inc\")", None, from).unwrap();
    let from = at(&sources, lib, "(include");
    let deep = sources.add_included("games/deep.inc", b"(defin x)", None, from).unwrap();
    let problem = Diagnostic::error("tst-003", at(&sources, deep, "defin"), "unknown form `defin`")
        .hint("did you mean `define`?");
    assert_snapshot!(render(&problem, &sources, &Symbols::new(), false), @r#"
    error[tst-003]: unknown form `defin`
     --> games/deep.inc:1:2
      |
    1 | (defin x)
      |  ^^^^^
      |
      = note: included from games/lib.inc:1:1
      = note: included from games/main.zrf:2:3
      = hint: did you mean `define`?
    "#);
}

#[test]
fn built_in_things_have_no_excerpt() {
    let (mut sources, mut symbols) = (Sources::new(), Symbols::new());
    let problem = Diagnostic::error("tst-004", Origin::NOWHERE, "no game").hint("write `(game ...)`");
    assert_snapshot!(render(&problem, &sources, &symbols, false), @r#"
    error[tst-004]: no game
     |
     = hint: write `(game ...)`
    "#);
    assert_eq!(place(&problem, &sources), ("<built-in>".into(), 0, 0));

    let file = sources.add("a.zrf", b"(game (grid8))", None).unwrap();
    let expansion = sources.expand(symbols.intern("grid8"), at(&sources, file, "(grid8)").into());
    let problem = Diagnostic { origin: Origin { expansion, ..Origin::NOWHERE }, ..problem };
    assert_snapshot!(render(&problem, &sources, &symbols, false), @r#"
    error[tst-004]: no game
      |
      = hint: write `(game ...)`
    note: in this call of `grid8`
     --> a.zrf:1:7
      |
    1 | (game (grid8))
      |       ^^^^^^^
    "#);
    assert_eq!(place(&problem, &sources), ("a.zrf".into(), 1, 7));
}

#[test]
fn a_long_line_is_cut_and_the_column_is_right() {
    let mut sources = Sources::new();
    let text = format!("\n\t{} here {}", "(a b) ".repeat(2000), "(c d) ".repeat(2000));
    let file = sources.add("a.zrf", text.as_bytes(), None).unwrap();
    let problem = Diagnostic::error("tst-005", at(&sources, file, "here"), "too far right").label("this");
    assert_snapshot!(render(&problem, &sources, &Symbols::new(), false), @r#"
    error[tst-005]: too far right
     --> a.zrf:2:12003
      |
    2 | ...b) (a b) (a b) (a b) (a b) (a b) (a b)  here (c d) (c d) (c d) (c d) (c d) (c d) (c d) (c d) (c d) (c d) (c d) (c d) (c ...
      |                                            ^^^^ this
    "#);
}

#[test]
fn a_span_of_many_lines_shows_the_first() {
    let mut sources = Sources::new();
    let file = sources.add("a.zrf", b"(piece\n  (name a)\n  (help \"x\"))", None).unwrap();
    let problem =
        Diagnostic::error("tst-006", Span::new(file, 0, 30), "piece without moves").label("this piece");
    assert_snapshot!(render(&problem, &sources, &Symbols::new(), false), @r#"
    error[tst-006]: piece without moves
     --> a.zrf:1:1
      |
    1 | (piece
      | ^^^^^^ this piece
    "#);
}

#[test]
fn colours_are_ansi_codes_and_the_author_cannot_add_any() {
    let mut sources = Sources::new();
    let file = sources.add("a\u{1b}.zrf", b"(\x1b[31m                          )", None).unwrap();
    let origin = Origin { span: Span::new(file, 1, 6), expansion: ExpansionId::NONE };
    let problem =
        Diagnostic::error("tst-007", origin, "m \u{1b}[31m").label("l \u{1b}[31m").hint("h \u{1b}[31m");
    let plain = render(&problem, &sources, &Symbols::new(), false);
    assert!(!plain.contains('\u{1b}'), "{plain}");
    let colored = render(&problem, &sources, &Symbols::new(), true);
    assert!(colored.contains("\u{1b}[") && !colored.contains("\u{1b}[31m"), "{colored:?}");
}

#[test]
fn odd_texts_stay_on_their_line_and_long_lists_are_counted() {
    let mut sources = Sources::new();
    let file = sources.add("a.zrf", b"(title)", None).unwrap();
    let here = Span::new(file, 0, 1);
    let mut problem =
        Diagnostic::error("tst-008", here, "title `one\ntwo\u{7}`").label("x\r\ny").hint("a\nb");
    for _ in 0..12 {
        problem = problem.related(here.into(), "again");
    }
    let shown = render(&problem, &sources, &Symbols::new(), false);
    assert_eq!(shown.matches("again").count(), 10);
    assert!(shown.ends_with("= note: 2 more places not shown"));
    let start: Vec<&str> = shown.lines().take(7).collect();
    assert_snapshot!(start.join("\n"), @r#"
    error[tst-008]: title `one two�`
     --> a.zrf:1:1
      |
    1 | (title)
      | ^ x  y
      |
      = hint: a b
    "#);
}
