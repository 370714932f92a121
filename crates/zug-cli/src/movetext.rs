//! A game as people read it: numbered moves, two plies to a number, variations in parentheses, comments in braces.

use std::collections::HashMap;
use zug_game::{NodeId, PlayerId, Record};

/// Where a move stands in the count of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub(crate) round: usize,
    /// The first player has moved in this round; only where two players take turns.
    pub(crate) reply: bool,
    /// The number belongs before it: no throw of dice has been counted already.
    pub(crate) opens: bool,
}

/// A word of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) sort: Sort,
    /// How many variations it lies within.
    pub(crate) depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    Move(NodeId),
    Comment,
    Open,
    Close,
}

/// Counts the moves of a record.
pub(crate) struct Counting<'r> {
    record: &'r Record,
    /// Who moves first, where two players take turns.
    first: Option<PlayerId>,
}

impl<'r> Counting<'r> {
    pub(crate) fn new(record: &'r Record) -> Self {
        let ir = record.game().ir();
        let choose = |p: &PlayerId| !ir.players[p.idx()].random && ir.is_active(*p);
        let two = (0..ir.players.len() as u16).map(PlayerId).filter(choose).count() == 2;
        let first = std::iter::successors(Some(record.root()), |node| record.main_child(*node))
            .find(|node| !record.is_chance(*node))
            .and_then(|node| record.chooser(node));
        Counting { record, first: first.filter(|_| two) }
    }

    /// True if two players take turns, so that two plies have one number.
    pub(crate) fn is_of_two(&self) -> bool {
        self.first.is_some()
    }

    /// The number of a move, given the number of the one before it in its line.
    fn next(&self, node: NodeId, before: Option<Number>) -> Number {
        let record = self.record;
        let parent = record.parent(node).unwrap_or(record.root());
        let grandparent = record.parent(parent).unwrap_or(parent);
        let opens = parent == record.root() || !record.is_chance(grandparent);
        // Dice belong to the move they are thrown for.
        let mover = if record.is_chance(parent) { record.chooser(node) } else { record.chooser(parent) };
        let reply = self.first.is_some() && mover != self.first;
        let round = match before {
            None => 1,
            Some(before) if !opens || reply => before.round,
            Some(before) => before.round + 1,
        };
        Number { round, reply, opens }
    }

    /// The numbers of the moves of a line that begins with the first position.
    pub(crate) fn line(&self, line: &[NodeId]) -> Vec<Number> {
        let mut before = None;
        let moves = line.iter().skip(1);
        moves.map(|node| *before.insert(self.next(*node, before))).collect()
    }
}

/// Where the game goes on from here in the text of a line, and what lies beside it.
enum Task {
    Below(NodeId),
    Variation(NodeId),
    Close,
}

/// The whole game. `text` is what a move is called; a dice throw ends with a colon.
pub(crate) fn words(record: &Record, text: impl Fn(NodeId) -> String) -> Vec<Word> {
    let counting = Counting::new(record);
    let mut numbers: HashMap<NodeId, Number> = HashMap::new();
    let mut words = Vec::new();
    let mut depth = 0;
    // The number of a reply has to be said where the move before it does not stand right before it.
    let mut anew = true;
    comment(record, record.root(), depth, &mut words);
    let mut tasks = vec![Task::Below(record.root())];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Close => {
                words.push(Word { text: ")".to_owned(), sort: Sort::Close, depth });
                depth -= 1;
                anew = true;
                continue;
            }
            Task::Below(node) => {
                let mut children: Vec<NodeId> =
                    record.children(node).filter(|child| !record.is_temporary(*child)).collect();
                if children.is_empty() {
                    continue;
                }
                let main = children.remove(0);
                tasks.push(Task::Below(main));
                tasks.extend(children.into_iter().rev().map(Task::Variation));
                main
            }
            Task::Variation(node) => {
                depth += 1;
                words.push(Word { text: "(".to_owned(), sort: Sort::Open, depth });
                tasks.extend([Task::Close, Task::Below(node)]);
                anew = true;
                node
            }
        };
        let before = record.parent(node).and_then(|parent| numbers.get(&parent)).copied();
        let number = counting.next(node, before);
        numbers.insert(node, number);
        let again = before.is_some_and(|before| before.reply && number.reply);
        let label = match number {
            Number { opens: false, .. } if !anew => String::new(),
            Number { reply: false, round, .. } => format!("{round}. "),
            Number { round, .. } if anew || again => format!("{round}... "),
            _ => String::new(),
        };
        let annotation = record.annotation(node);
        let space = if annotation.starts_with(['!', '?']) || annotation.is_empty() { "" } else { " " };
        let text = format!("{label}{}{space}{annotation}", text(node));
        words.push(Word { text, sort: Sort::Move(node), depth });
        anew = comment(record, node, depth, &mut words);
    }
    words
}

/// Adds the comment on a node. True: there is one.
fn comment(record: &Record, node: NodeId, depth: usize, words: &mut Vec<Word>) -> bool {
    let comment = record.comment(node);
    if comment.is_empty() {
        return false;
    }
    words.push(Word { text: format!("{{{comment}}}"), sort: Sort::Comment, depth });
    true
}

/// The words as lines of at most so many characters, where words allow it. `mark` is put behind the move of one node.
pub(crate) fn lines(words: &[Word], width: usize, mark: Option<NodeId>) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut tight = true;
    for word in words {
        let marked = matches!(word.sort, Sort::Move(node) if mark == Some(node));
        let text = if marked { format!("{} ^", word.text) } else { word.text.clone() };
        let space = !tight && word.sort != Sort::Close;
        tight = word.sort == Sort::Open;
        for (i, piece) in text.split(' ').enumerate() {
            let Some(line) = lines.last_mut() else { break };
            let spaced = space || i > 0;
            let wide = line.chars().count() + piece.chars().count() + usize::from(spaced);
            if wide > width && !line.is_empty() {
                lines.push(piece.to_owned());
            } else {
                line.push_str(if spaced && !line.is_empty() { " " } else { "" });
                line.push_str(piece);
            }
        }
    }
    lines
}
