//! Whatever the input: no panic, no explosion of time or output.

use std::time::{Duration, Instant};

use zug_source::{
    Diagnostic, Diagnostics, Encoding, FileId, MAX_TEXT, Origin, Sources, Span, Symbol, Symbols, read, render,
};

/// The xorshift generator: a test must repeat itself.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Bytes that mean something to somebody, more often than chance would bring them.
const PIECES: &[&[u8]] = &[
    b"(",
    b")",
    b"\"",
    b";",
    b"\n",
    b"\r\n",
    b"\r",
    b" ",
    b"\t",
    b"a",
    b"$1",
    b"\n(",
    b"((((",
    b"))",
    b"\\",
    b"\xC2\xA0",
    b"\xE2\x80\x8B",
    b"\xEF\xBB\xBF",
    "Волк".as_bytes(),
    "象".as_bytes(),
    b"\xD0",
    b"\xFF",
    b"\xB0",
    b"e\xCC\x81",
    b"\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9",
    b"\xE2\x80\xAE",
    b"\xEF\xA3\xBF",
    b"\x1A",
    b"\x07",
];

fn random_text(random: &mut Random, bytes_only: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.below(60) {
        if bytes_only || random.below(8) == 0 {
            bytes.push(random.next() as u8);
        } else {
            bytes.extend(PIECES[random.below(PIECES.len())]);
        }
    }
    bytes
}

#[test]
fn no_bytes_and_no_spans_panic() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut n_read = 0;
    for case in 0..6000 {
        let bytes = random_text(&mut random, case % 4 == 0);
        let forced = [None, Some(Encoding::Utf8), Some(Encoding::Cp1251)][random.below(3)];
        let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
        let Ok(file) = sources.add("r.zrf", &bytes, forced) else { continue };
        n_read += 1;
        let tree = read(&sources, file, &mut symbols, &mut out);
        tree.print_roots(&symbols);
        assert!(out.iter().all(|problem| problem.code.starts_with("src-")));

        let mut place = || random.below(bytes.len() * 2 + 2) as u32;
        let span = Span::new(FileId(place() % 2), place(), place());
        let included = Span::new(file, place(), place());
        sources.add_included("i.zrf", &bytes, forced, included).expect("the same bytes were taken before");
        let expansion = sources.expand(Symbol(place()), Span::new(file, place(), place()).into());
        let message = String::from_utf8_lossy(&bytes);
        let text = message.clone().into_owned();
        out.push(
            Diagnostic::error("src-999", Origin { span, expansion }, text.clone())
                .label(text.clone())
                .hint(text.clone())
                .related(Span::new(file, place(), place()).into(), text),
        );
        for problem in &out {
            render(problem, &sources, &symbols, false);
            render(problem, &sources, &symbols, true);
        }
    }
    assert!(n_read > 2000, "only {n_read} of the cases were taken as texts");
}

#[test]
fn a_huge_line_is_rendered_small_and_fast() {
    let (mut sources, symbols) = (Sources::new(), Symbols::new());
    let text = "(a b) ".repeat(MAX_TEXT / 6);
    let file = sources.add("huge.zrf", text.as_bytes(), None).unwrap();
    let length = text.len() as u32;
    let started = Instant::now();
    for (start, end) in [(0, length), (length / 2, length / 2 + 1), (length - 1, length)] {
        let message = &text[start as usize..end as usize];
        let problem = Diagnostic::error("src-999", Span::new(file, start, end), message).label(message);
        let shown = render(&problem, &sources, &symbols, false);
        assert!(shown.len() < 4000, "{} bytes", shown.len());
    }
    // Generous: a slow machine must not fail it, a renderer that looks at the whole line must.
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[test]
fn a_text_of_nothing_but_mistakes_is_read_in_linear_time() {
    for mistake in [") x ", "(\n", "(", ")", "\"(\n", "\u{A0}", "я"] {
        let (mut sources, mut symbols, mut out) = (Sources::new(), Symbols::new(), Diagnostics::new());
        let file = sources.add("bad.zrf", mistake.repeat(1_000_000).as_bytes(), None).unwrap();
        let started = Instant::now();
        read(&sources, file, &mut symbols, &mut out);
        assert!(started.elapsed() < Duration::from_secs(5), "{mistake:?} took {:?}", started.elapsed());
    }
}
