//! The pages `spec/ops.md`, `spec/script-ops.md` and `spec/zir.md` say what the code does. `BLESS=1` rewrites their tables.

mod common;

use std::fmt::Write as _;
use std::path::PathBuf;

use common::parse_text;
use common::samples::Sample;
use zug_ir::limits::*;
use zug_ir::*;

fn path(page: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec").join(page)
}

fn page(name: &str) -> String {
    std::fs::read_to_string(path(name)).expect("the pages are part of the project")
}

/// Compares the part of a page between its mark and the end mark.
fn check_part(name: &str, mark: &str, expected: &str) {
    let text = page(name);
    let mark = format!("<!-- {mark} -->\n");
    let start = text.find(&mark).unwrap_or_else(|| panic!("no {mark} in {name}")) + mark.len();
    let end = start + text[start..].find("<!-- end -->").expect("every mark has its end");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path(name), format!("{}{expected}{}", &text[..start], &text[end..]))
            .expect("blessing writes");
    } else {
        assert_eq!(&text[start..end], expected, "spec/{name} is old; run the test with BLESS=1");
    }
}

/// `(step dir)`, or `mark`.
fn form(row: &Row) -> String {
    if row.operands.is_empty() {
        return row.mnemonic.to_owned();
    }
    let operands: String = row.operands.iter().map(|(name, _)| format!(" {name}")).collect();
    format!("({}{operands})", row.mnemonic)
}

#[test]
fn the_page_of_ops_has_every_op_and_every_test() {
    let ops = Op::samples();
    let mut table = "| op | stack | meaning |\n| --- | --- | --- |\n".to_owned();
    for row in Op::TABLE {
        let sample = ops.iter().find(|op| op.mnemonic() == row.mnemonic).unwrap();
        let (pops, pushes) = sample.stack();
        let stack = change(pops.into(), pushes.into());
        writeln!(table, "| `{}` | {stack} | {} |", form(row), row.meaning.trim()).unwrap();
    }
    check_part("ops.md", "ops", &table);

    let mut table = "| test | holds if |\n| --- | --- |\n".to_owned();
    for row in Test::TABLE {
        writeln!(table, "| `{}` | {} |", form(row), row.meaning.trim()).unwrap();
    }
    check_part("ops.md", "tests", &table);
}

#[test]
fn meanings_say_what_the_stack_does() {
    for op in Op::samples() {
        let row = Op::TABLE.iter().find(|row| row.mnemonic == op.mnemonic()).unwrap();
        let words = row.meaning.to_lowercase();
        let of_marks = words.contains("the cursor");
        let (pops, pushes) = op.stack();
        assert_eq!(pops > 0, words.contains("pops") && !of_marks, "{}", row.mnemonic);
        assert_eq!(pushes > 0, words.contains("pushes") && !of_marks, "{}", row.mnemonic);
    }
}

fn change(pops: usize, pushes: usize) -> String {
    match (pops, pushes) {
        (0, 0) => String::new(),
        (pops, 0) => format!("-{pops}"),
        (0, pushes) => format!("+{pushes}"),
        (pops, pushes) => format!("-{pops} +{pushes}"),
    }
}

/// What an op of a script does to the stack, with the number that it counts by name.
fn script_stack(op: &ScriptOp) -> String {
    let (pops, pushes) = op.stack();
    match op {
        ScriptOp::AnyOf { .. } | ScriptOp::List { .. } | ScriptOp::Join { .. } | ScriptOp::CellAt { .. } => {
            "-n +1".into()
        }
        ScriptOp::Log { .. } | ScriptOp::Hint { .. } => "-n".into(),
        ScriptOp::Equals { .. } => "-n -1 +1".into(),
        _ if op.flow() == Flow::Stop => change(pops, pushes),
        _ if op.target().is_some() && !matches!(op.flow(), Flow::Jump(_)) => {
            let there = change(pops, op.pushes_at_target());
            let here = change(pops, pushes);
            match (here == there, here.is_empty()) {
                (true, _) => here,
                (false, true) => format!("{there} at the label"),
                (false, false) => format!("{here}, {there} at the label"),
            }
        }
        _ => change(pops, pushes),
    }
}

#[test]
fn the_page_of_scripts_has_every_op() {
    let ops = ScriptOp::samples();
    let mut table = "| op | stack | meaning |\n| --- | --- | --- |\n".to_owned();
    for row in ScriptOp::TABLE {
        let sample = ops.iter().find(|op| op.mnemonic() == row.mnemonic).unwrap();
        let stack = script_stack(sample);
        writeln!(table, "| `{}` | {stack} | {} |", form(row), row.meaning.trim()).unwrap();
    }
    check_part("script-ops.md", "ops", &table);
}

/// The words of a choice with the doc comments of its values, which are in the source only.
fn word_table<T: Word + std::fmt::Debug>(name: &str, head: &str) -> String {
    let source = include_str!("../src/script.rs");
    let (_, body) = source.split_once(&format!("pub enum {name} {{")).expect("it is an enum there");
    let (body, _) = body.split_once("\n}").expect("it ends");
    let mut table = format!("| {head} | meaning |\n| --- | --- |\n");
    let mut meaning = Vec::new();
    for line in body.lines().map(str::trim) {
        if let Some(doc) = line.strip_prefix("/// ") {
            meaning.push(doc);
        } else if let Some(variant) = line.strip_suffix(',') {
            let word = T::ALL.iter().find(|(_, value)| format!("{value:?}") == variant);
            let (word, _) = word.expect("every value has its word");
            assert!(!meaning.is_empty(), "`{word}` is not explained");
            table += &format!("| `{word}` | {} |\n", meaning.join(" "));
            meaning.clear();
        }
    }
    assert_eq!(table.lines().count(), T::ALL.len() + 2);
    table
}

#[test]
fn the_page_of_scripts_has_every_word() {
    check_part("script-ops.md", "quantifiers", &word_table::<Quantifier>("Quantifier", "quantifier"));
    check_part("script-ops.md", "tests", &word_table::<CellTest>("CellTest", "test"));
    check_part("script-ops.md", "arrival", &word_table::<ArriveRule>("ArriveRule", "rule"));
}

#[test]
fn meanings_of_script_ops_say_what_the_stack_does() {
    for op in ScriptOp::samples() {
        let row = ScriptOp::TABLE.iter().find(|row| row.mnemonic == op.mnemonic()).unwrap();
        let words = row.meaning.to_lowercase();
        let of_marks = words.contains("mark");
        let (pops, pushes) = op.stack();
        // One that counts may have counted none.
        let counts = words.contains("pops so many");
        let says = words.contains("pops") || words.contains("forgets the topmost");
        assert_eq!(pops > 0 || counts, says && !of_marks, "{}", row.mnemonic);
        // The walk ends as the op before it says.
        let as_before = row.mnemonic == "reach_answer";
        assert_eq!(pushes > 0, (words.contains("pushes") || as_before) && !of_marks, "{}", row.mnemonic);
        assert_eq!(op.pushes_at_target() > 0, words.contains("pushed"), "{}", row.mnemonic);
    }
}

#[test]
fn meanings_say_what_is_an_effect() {
    // "The same" refers to the row above.
    let mut above = false;
    for row in Op::TABLE {
        let effect = row.meaning.contains("Effect:") || (row.meaning.contains("The same") && above);
        above = effect;
        let op = Op::samples().into_iter().find(|op| op.mnemonic() == row.mnemonic).unwrap();
        assert_eq!(op.records() == Some(Record::Effect), effect, "{}", row.mnemonic);
    }
}

#[test]
fn the_page_of_the_format_has_every_rule() {
    let mut table = "| rule | words |\n| --- | --- |\n".to_owned();
    macro_rules! rows {
        ($($field:ident: $ty:ty),*) => {{
            let Rules { $($field: _),* } = Rules::default();
            $({
                let words: Vec<String> = <$ty as Word>::ALL.iter().map(|(word, _)| format!("`{word}`")).collect();
                writeln!(table, "| `{}` | {} |", stringify!($field), words.join(", ")).unwrap();
            })*
        }};
    }
    rows!(
        pile: Pile, view: View, attr_view: AttrView, flag_scope: FlagScope, start: Start, go_on: GoOn,
        last_move: LastMove, recycle: Recycle, recycle_promotions: bool, count_reserve: bool,
        lone_capture: LoneCapture, stop_early: bool, no_moves: NoMoves
    );
    check_part("zir.md", "rules", &table);
}

#[test]
fn the_page_of_the_format_has_every_word() {
    let text = page("zir.md");
    let mut words: Vec<&str> = Vec::new();
    words.extend(Verdict::WORDS.iter().map(|(word, _)| word));
    words.extend(CmpOp::WORDS.iter().map(|(word, _)| word));
    words.extend(NumOp::WORDS.iter().map(|(word, _)| word));
    words.extend(Ko::WORDS.iter().map(|(word, _)| word));
    words.extend(Pass::WORDS.iter().map(|(word, _)| word));
    words.extend(Unlisted::WORDS.iter().map(|(word, _)| word));
    words.extend(AttackScope::ALL.iter().map(|(word, _)| word));
    for word in words {
        let there = text.contains(&format!("`{word}`")) || text.contains(&format!("`({word} "));
        assert!(there, "spec/zir.md does not mention `{word}`");
    }
}

#[test]
fn the_page_of_the_format_has_every_limit() {
    let text = page("zir.md");
    let (_, limits) = text.split_once("## Limits").unwrap();
    let numbers: Vec<usize> = limits
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.rsplit("| ").next()?.strip_suffix(" |")?.parse().ok())
        .collect();
    let expected = [
        MAX_CELLS,
        MAX_DIRS,
        MAX_LINKS,
        MAX_PLAYERS,
        MAX_KINDS,
        MAX_ATTR_BITS,
        MAX_NAMES,
        MAX_EXITS,
        MAX_BLOCKS,
        MAX_OPS,
        MAX_LOOPS,
        MAX_STACK,
        MAX_VALUES,
        MAX_NESTED,
        MAX_OUTCOMES,
        MAX_GOAL_DEPTH,
        MAX_SETUP,
        MAX_PILED,
    ];
    // One row for each product, the first two sharing theirs.
    let products = Products::default().all().map(|(_, _, limit)| limit);
    assert_eq!(numbers, [&expected[..], &products[1..]].concat());
    assert_eq!(products[0], products[1]);
    assert!(text.contains(&format!("| {} MiB |", zug_source::MAX_TEXT >> 20)));
}

#[test]
fn the_examples_of_the_format_are_real() {
    let text = page("zir.md");
    let mut n_examples = 0;
    for example in text.split("```zir\n").skip(1) {
        let (example, _) = example.split_once("```").unwrap();
        let game = parse_text(example).unwrap_or_else(|messages| panic!("{messages}"));
        assert_eq!(verify(&game).map(|_| ()), Ok(()));
        assert_eq!(print(&game), example);
        n_examples += 1;
    }
    assert!(n_examples > 0);
}

#[test]
fn the_page_of_the_format_has_every_section_and_code() {
    let text = page("zir.md");
    // The message about an unknown section lists them all.
    let message = parse_text("(zir 1)\n(?)").unwrap_err();
    let (_, list) = message.split_once("the sections are ").unwrap();
    let sections: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    assert!(sections.len() > 15);
    for section in sections {
        let there = [format!("| `{section}` |"), format!("`{section}`, "), format!(", `{section}` |")];
        assert!(there.iter().any(|form| text.contains(form)), "no section {section}");
    }
    let list = include_str!("../src/parse/reader.rs");
    let n_codes = (1..).take_while(|n| list.contains(&format!("`{n:03}`")) || *n == 1).count();
    for code in 1..=n_codes {
        assert!(text.contains(&format!("| `zir-{code:03}` |")), "no code {code}");
    }
}
