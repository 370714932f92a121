//! Completing the few statements of an example to a game.
//!
//! Macros go before the game of the frame and variants after it; everything else becomes a statement of the game,
//! in place of the statement of the frame with the same keyword. Options and pieces are replaced by name. A `board`
//! without a grid or positions of its own is added to that of the frame: several `board` statements are one board.

use zug_source::{Diagnostics, NodeId, Sources, Symbols, Tree, read};

/// The whole text. A fragment that has a game is one already.
pub(super) fn complete(frame: &str, fragment: &str) -> Result<String, String> {
    let fragment = Text::read(fragment)?;
    let frame = Text::read(frame)?;
    if fragment.forms.iter().any(|form| form.head == "game") {
        return Ok(fragment.text);
    }
    let Some(game) = frame.tree.roots().iter().copied().find(|&root| frame.head(root) == "game") else {
        return Err("the page has no `zrf frame` with a game".to_owned());
    };
    let (mut before, mut inside, mut after) = (String::new(), String::new(), String::new());
    for &statement in &frame.tree.kids(game)[1..] {
        let key = frame.key(statement);
        if !fragment.forms.iter().any(|form| form.key == key && (form.head != "board" || form.has_cells)) {
            inside += frame.slice(statement);
            inside += "\n";
        }
    }
    for form in &fragment.forms {
        let to = match form.head.as_str() {
            "define" | "version" => &mut before,
            "variant" => &mut after,
            _ => &mut inside,
        };
        *to += &form.text;
        *to += "\n";
    }
    Ok(format!("{before}(game\n{inside})\n{after}"))
}

/// A text read as lists.
struct Text {
    text: String,
    tree: Tree,
    sources: Sources,
    symbols: Symbols,
    forms: Vec<Form>,
}

/// A list at top level.
struct Form {
    head: String,
    /// What it replaces: the head, for options and pieces with the name.
    key: String,
    text: String,
    /// It is a board that has cells of its own.
    has_cells: bool,
}

impl Text {
    fn read(text: &str) -> Result<Self, String> {
        let (mut sources, mut symbols, mut problems) = (Sources::new(), Symbols::new(), Diagnostics::new());
        let file = sources.add("example", text.as_bytes(), None).map_err(|e| e.to_string())?;
        let tree = read(&sources, file, &mut symbols, &mut problems);
        if let Some(problem) = problems.iter().next() {
            return Err(problem.message.clone());
        }
        let mut this = Self { text: text.to_owned(), tree, sources, symbols, forms: Vec::new() };
        let form = |&root: &NodeId| Form {
            head: this.head(root),
            key: this.key(root),
            text: this.slice(root).to_owned(),
            has_cells: this.tree.kids(root).iter().any(|&part| {
                let head = this.head(part);
                head == "grid" || head == "positions"
            }),
        };
        this.forms = this.tree.roots().iter().map(form).collect();
        Ok(this)
    }

    fn head(&self, node: NodeId) -> String {
        self.tree.head(node).map_or(String::new(), |head| self.symbols.name(head).to_owned())
    }

    fn key(&self, node: NodeId) -> String {
        let head = self.head(node);
        match (head.as_str(), self.tree.kids(node)) {
            ("option" | "piece", [_, name, ..]) => format!("{head} {}", self.slice(*name)),
            _ => head,
        }
    }

    fn slice(&self, node: NodeId) -> &str {
        self.sources.slice(self.tree.node(node).origin.span)
    }
}

#[cfg(test)]
mod tests {
    use super::complete;

    const FRAME: &str = "(game (players A B) (board (grid 5)) (option \"x\" 1))";

    #[test]
    fn statements_replace_those_of_the_frame() {
        assert_eq!(
            complete(FRAME, "(players C)\n(option \"y\" 2) (piece)"),
            Ok("(game\n(board (grid 5))\n(option \"x\" 1)\n(players C)\n(option \"y\" 2)\n(piece)\n)\n"
                .to_owned())
        );
    }

    #[test]
    fn macros_and_variants_stand_outside() {
        assert_eq!(
            complete(FRAME, "(define m n) (m) (variant v)"),
            Ok("(define m n)\n(game\n(players A B)\n(board (grid 5))\n(option \"x\" 1)\n(m)\n)\n(variant v)\n".to_owned())
        );
    }

    #[test]
    fn a_board_replaces_the_board_only_if_it_has_cells() {
        let has_frame = |fragment: &str| complete(FRAME, fragment).expect("readable").contains("(grid 5)");
        assert!(has_frame("(board (links n (a b)))"));
        assert!(!has_frame("(board (grid 6))"));
        assert!(!has_frame("(board (positions a))"));
    }

    #[test]
    fn a_whole_game_is_left_alone() {
        assert_eq!(complete("", "(game)").as_deref(), Ok("(game)"));
        assert!(complete("", "(piece)").is_err());
    }
}
