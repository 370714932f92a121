//! Bytes as a text, its lists, and the messages about it.

use zug_source::{Diagnostics, FileId, NodeId, Sources, Symbols, Tree, place, read, render};

/// Reads bytes as nested lists and renders every message.
pub fn reader(bytes: &[u8]) {
    let mut sources = Sources::new();
    let mut symbols = Symbols::new();
    let mut out = Diagnostics::new();
    let Ok(file) = sources.add("fuzz.zrf", bytes, None) else { return };
    let tree = read(&sources, file, &mut symbols, &mut out);
    for id in (0..tree.len()).map(|i| NodeId(i as u32)) {
        let span = tree.node(id).origin.span;
        assert!(
            span.start <= span.end && span.end as usize <= sources.text(file).len(),
            "a span leaves the text"
        );
    }
    messages(&out, &sources, &symbols, usize::MAX);
    if !out.has_errors() {
        reads_back(&tree, &symbols);
    }
}

/// Renders the first messages; each has its code, and a place or none.
pub(crate) fn messages(out: &Diagnostics, sources: &Sources, symbols: &Symbols, at_most: usize) {
    for problem in out.iter().take(at_most) {
        let (_, line, column) = place(problem, sources);
        assert_eq!(line == 0, column == 0, "half a place");
        for color in [false, true] {
            let text = render(problem, sources, symbols, color);
            assert!(text.contains(problem.code), "a message without its code: {text}");
        }
    }
}

/// A tree without errors is the tree of its own text.
fn reads_back(tree: &Tree, symbols: &Symbols) {
    let text = tree.print_roots(symbols);
    let mut sources = Sources::new();
    let mut again = Symbols::new();
    let mut out = Diagnostics::new();
    // Strings of control characters can make a printed text look like no text.
    let Ok(file) = sources.add("again.zrf", text.as_bytes(), None) else { return };
    debug_assert_eq!(file, FileId(0));
    let tree = read(&sources, file, &mut again, &mut out);
    assert_eq!(tree.print_roots(&again), text);
}
