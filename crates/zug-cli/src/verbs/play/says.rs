//! What the terminal says while people play, in both languages.

use crate::disk::ReadError;
use crate::lang::Lang;
use crate::moves_text;
use crate::words_ru;
use std::borrow::Cow;
use zug_game::{Game, Outcome, PlayerId, Smart};
use zug_notation::MoveError;

/// The words of one language.
#[derive(Clone, Copy)]
pub(super) struct Says(pub(super) Lang);

impl Says {
    pub(super) fn welcome(self, title: &str, seed: u64) -> String {
        match self.0 {
            Lang::En => {
                format!("{title}. Type a move, `?` for the list of moves, `help` for more. Seed {seed}.")
            }
            Lang::Ru => format!(
                "{title}. Введите ход; `?` — список ходов, `help` — все команды. Начальное число {seed}."
            ),
        }
    }

    /// What a player is called.
    pub(super) fn player(self, game: &Game, player: PlayerId) -> &str {
        match self.0 {
            Lang::En => game.player_name(player),
            Lang::Ru => words_ru::player(game.player_name(player)),
        }
    }

    /// A picture of a position, whose lines about reserves (`White: [2 Pawn]`) begin with names of players.
    pub(super) fn picture<'t>(self, game: &Game, picture: &'t str) -> Cow<'t, str> {
        if self.0 == Lang::En {
            return Cow::Borrowed(picture);
        }
        let line = |line: &str| {
            let Some((name, held)) = line.split_once(": [") else { return line.to_owned() };
            let Some(player) = game.player(name) else { return line.to_owned() };
            let words = held.trim_end_matches(']').split(", ").map(|item| match item.split_once(' ') {
                Some((n, kind)) => format!("{n} {}", self.kind(kind)),
                None => item.to_owned(),
            });
            format!("{}: [{}]", self.player(game, player), words.collect::<Vec<_>>().join(", "))
        };
        Cow::Owned(picture.lines().map(line).collect::<Vec<_>>().join("\n") + "\n")
    }

    /// What a kind of piece is called.
    pub(super) fn kind(self, name: &str) -> &str {
        match self.0 {
            Lang::En => name,
            Lang::Ru => words_ru::kind(name),
        }
    }

    /// A move as it is shown; a pass is a word of the language.
    pub(super) fn move_text(self, text: &str) -> &str {
        if text == "pass" { self.pass() } else { text }
    }

    pub(super) fn pass(self) -> &'static str {
        self.0.pick("pass", "пас")
    }

    pub(super) fn help(self) -> &'static str {
        self.0.pick(
            "  e2-e4      play a move (case, spaces and `-` do not matter), also as players write it: e4, Nf3, 24/18
  e2         a cell, or a part of a move: what can follow is shown
  ?          list the legal moves;  ? e2  those that begin with e2
  pass       pass, or end the turn here, where the rules allow it
  undo       take back a part, or to your last choice;  redo  make it again
  hint       ask the computer
  roll       throw the dice;  dice 3 1  enter what you have thrown
  board      show the board again;  flip  from the other side
  position   show the position text
  game       show the moves so far with variations and comments
  back       look one move back;  forward  one move on;  forward 2  into the second variation
  continue   play on from here (after looking back)
  variations list what follows here;  promote 2  make it the main line;  delete 2  delete it
  comment    comment on this position: comment TEXT;  annotate !?  mark the last move
  smart      what one click may do: smart off, from, to, on
  save FILE  save the game (.zgr, .pgn, .pdn, .sgf, .mat; else ZSG);  load FILE
  resign     give up
  quit       leave",
            "  e2-e4      сделать ход (регистр, пробелы и `-` не важны), можно и как пишут игроки: e4, Nf3, 24/18
  e2         поле или часть хода: будет показано, что дальше
  ?          список ходов;  ? e2  только те, что начинаются с e2
  pass       пас или закончить ход здесь, если правила позволяют
  undo       вернуть часть хода или ваш прошлый выбор;  redo  повторить
  hint       спросить компьютер
  roll       бросить кости;  dice 3 1  ввести, что выпало
  board      показать доску ещё раз;  flip  с другой стороны
  position   показать запись позиции
  game       показать сделанные ходы с вариантами и комментариями
  back       на ход назад;  forward  на ход вперёд;  forward 2  во второй вариант
  continue   играть отсюда (после просмотра)
  variations что бывает дальше;  promote 2  сделать главным;  delete 2  удалить
  comment    комментарий к позиции: comment ТЕКСТ;  annotate !?  отметить последний ход
  smart      что делает один щелчок: smart off, from, to, on
  save ФАЙЛ  сохранить партию (.zgr, .pgn, .pdn, .sgf, .mat; иначе ZSG);  load ФАЙЛ
  resign     сдаться
  quit       выйти",
        )
    }

    pub(super) fn played(self, player: &str, name: &str) -> String {
        format!("{player}: {}", self.move_text(name))
    }

    pub(super) fn drawn(self, player: &str, name: &str) -> String {
        match self.0 {
            Lang::En => format!("{player} (drawn): {name}"),
            Lang::Ru => format!("{player} (жребий): {name}"),
        }
    }

    pub(super) fn only_pass(self, player: &str) -> String {
        match self.0 {
            Lang::En => format!("{player} can only pass"),
            Lang::Ru => format!("{player}: можно только пропустить ход"),
        }
    }

    pub(super) fn many_moves(self, n: usize, starts: &str, example: &str) -> String {
        match self.0 {
            Lang::En => format!("{n} moves; they begin with {starts}\n`? {example}` lists a part of them"),
            Lang::Ru => format!("ходов: {n}; они начинаются с {starts}\n`? {example}` покажет часть из них"),
        }
    }

    pub(super) fn no_such_moves(self, start: &str) -> String {
        match self.0 {
            Lang::En => format!("no legal move begins with `{start}`"),
            Lang::Ru => format!("ни один ход не начинается с `{start}`"),
        }
    }

    pub(super) fn not_legal(self, typed: &str, error: &MoveError) -> String {
        let (near, is_several) = match error {
            MoveError::Unknown { near } => (near.join(", "), false),
            MoveError::Ambiguous { meant } => (meant.join(", "), true),
            MoveError::Over => (String::new(), false),
            MoveError::Run(_) => return moves_text::refusal(typed, error),
        };
        match (self.0, near.is_empty(), is_several) {
            (Lang::En, true, _) => format!("`{typed}` is not a legal move; `?` lists them"),
            (Lang::En, false, false) => format!("`{typed}` is not a legal move; legal are {near}"),
            (Lang::En, false, true) => format!("`{typed}` can mean more than one move: {near}"),
            (Lang::Ru, true, _) => format!("хода `{typed}` нет; `?` покажет возможные"),
            (Lang::Ru, false, false) => format!("хода `{typed}` нет; есть {near}"),
            (Lang::Ru, false, true) => format!("`{typed}` может значить несколько ходов: {near}"),
        }
    }

    pub(super) fn nothing_to_undo(self) -> &'static str {
        self.0.pick("there is nothing to take back", "нечего возвращать")
    }

    pub(super) fn over_already(self) -> &'static str {
        self.0.pick(
            "the game is over; `undo`, `save FILE` or `quit`",
            "партия окончена; `undo`, `save ФАЙЛ` или `quit`",
        )
    }

    pub(super) fn save_where(self) -> &'static str {
        self.0.pick("say where: `save FILE`", "укажите куда: `save ФАЙЛ`")
    }

    /// `losses` is what the form of the file could not hold.
    pub(super) fn saved(self, file: &str, losses: &[String]) -> String {
        match (self.0, losses.join(", ").as_str()) {
            (Lang::En, "") => format!("saved to {file}"),
            (Lang::Ru, "") => format!("сохранено в {file}"),
            (Lang::En, lost) => format!("saved to {file}, without: {lost}"),
            (Lang::Ru, lost) => format!("сохранено в {file}, кроме: {lost}"),
        }
    }

    pub(super) fn not_saved(self, file: &str, reason: &str) -> String {
        match self.0 {
            Lang::En => format!("not saved to {file}: {reason}"),
            Lang::Ru => format!("не сохранено в {file}: {reason}"),
        }
    }

    pub(super) fn keeps_other_file(self) -> &'static str {
        self.0.pick("the file exists and is no saved game", "файл уже есть, и это не сохранённая партия")
    }

    pub(super) fn stopped(self, plies: usize) -> String {
        match self.0 {
            Lang::En => format!("stopped after {plies} plies"),
            Lang::Ru => format!("остановлено; сделано ходов: {plies}"),
        }
    }

    pub(super) fn resigned(self, player: &str) -> String {
        match self.0 {
            Lang::En => format!("{player} resigns"),
            Lang::Ru => format!("{player}: партия сдана"),
        }
    }

    pub(super) fn over(self, game: &Game, outcome: &Outcome) -> String {
        match (self.0, outcome) {
            (Lang::En, Outcome::Draw) => "Over: a draw".to_owned(),
            (Lang::Ru, Outcome::Draw) => "Конец: ничья".to_owned(),
            (Lang::En, Outcome::Won { player, worth }) => {
                format!("Over: {} wins{}", self.player(game, *player), counted(*worth, "worth"))
            }
            (Lang::Ru, Outcome::Won { player, worth }) => {
                format!("Конец: победа — {}{}", self.player(game, *player), counted(*worth, "очков:"))
            }
            (Lang::En, Outcome::Lost(player)) => format!("Over: {} loses", self.player(game, *player)),
            (Lang::Ru, Outcome::Lost(player)) => format!("Конец: поражение — {}", self.player(game, *player)),
        }
    }

    pub(super) fn other_game(self, title: &str) -> String {
        match self.0 {
            Lang::En => format!("it is a game of `{title}`"),
            Lang::Ru => format!("это другая игра: `{title}`"),
        }
    }

    pub(super) fn no_saved_game(self) -> &'static str {
        self.0.pick("it is no saved game", "это не сохранённая партия")
    }

    pub(super) fn loaded(self, file: &str) -> String {
        match self.0 {
            Lang::En => format!("loaded from {file}"),
            Lang::Ru => format!("загружено из {file}"),
        }
    }

    pub(super) fn not_loaded(self, file: &str, reason: &str) -> String {
        match self.0 {
            Lang::En => format!("not loaded from {file}: {reason}"),
            Lang::Ru => format!("не загружено из {file}: {reason}"),
        }
    }

    pub(super) fn load_which(self) -> &'static str {
        self.0.pick("say which: `load FILE`", "укажите какой: `load ФАЙЛ`")
    }

    pub(super) fn nothing_to_redo(self) -> &'static str {
        self.0.pick("there is nothing to make again", "нечего повторять")
    }

    pub(super) fn hint(self, name: &str) -> String {
        match self.0 {
            Lang::En => format!("hint: {name}"),
            Lang::Ru => format!("подсказка: {}", self.move_text(name)),
        }
    }

    pub(super) fn no_hint(self) -> &'static str {
        self.0.pick("I would resign here", "здесь я бы сдался")
    }

    pub(super) fn no_pass(self) -> &'static str {
        self.0.pick("the turn cannot end here", "закончить ход здесь нельзя")
    }

    pub(super) fn nothing_to_roll(self) -> &'static str {
        self.0.pick("there are no dice to throw now", "сейчас кости не бросают")
    }

    pub(super) fn no_such_dice(self, text: &str) -> String {
        match self.0 {
            Lang::En => format!("`{text}` cannot be thrown here"),
            Lang::Ru => format!("здесь не может выпасть `{text}`"),
        }
    }

    pub(super) fn to_roll(self) -> &'static str {
        self.0.pick("the dice are to be thrown", "пора бросать кости")
    }

    /// What can be typed next in the middle of a turn.
    pub(super) fn follows(self, words: &str, may_end: bool) -> String {
        match (self.0, may_end) {
            (Lang::En, false) => format!("then: {words}"),
            (Lang::En, true) => format!("then: {words}, or `pass` to end the move here"),
            (Lang::Ru, false) => format!("дальше: {words}"),
            (Lang::Ru, true) => format!("дальше: {words}, или `pass`, чтобы закончить ход"),
        }
    }

    /// Why a file was not read.
    pub(super) fn unread(self, error: &ReadError) -> String {
        match (self.0, error) {
            (Lang::En, error) => error.to_string(),
            (Lang::Ru, ReadError::Missing(_)) => "такого файла нет".to_owned(),
            (Lang::Ru, ReadError::Folder(_)) => "это папка".to_owned(),
            (Lang::Ru, ReadError::TooLarge(..)) => "файл слишком велик".to_owned(),
            (Lang::Ru, error) => format!("файл не читается ({error})"),
        }
    }

    pub(super) fn nothing_more(self, back: bool) -> &'static str {
        match back {
            true => self.0.pick("this is the first position", "это начало партии"),
            false => self.0.pick("nothing was played after this", "дальше ничего не сыграно"),
        }
    }

    pub(super) fn looks_back(self) -> &'static str {
        self.0.pick(
            "looking back; `forward` goes on, a move begins a variation, `continue` plays on from here",
            "просмотр; `forward` — дальше, ход начнёт вариант, `continue` — играть отсюда",
        )
    }

    pub(super) fn no_variation(self, n: usize) -> String {
        match self.0 {
            Lang::En => format!("there is no such variation; `variations` lists {n}"),
            Lang::Ru => format!("такого варианта нет; `variations` покажет все ({n})"),
        }
    }

    pub(super) fn promoted(self) -> &'static str {
        self.0.pick("it is the main line now", "теперь это главный вариант")
    }

    pub(super) fn deleted(self) -> &'static str {
        self.0.pick("deleted, with all that followed", "удалено вместе со всем, что дальше")
    }

    pub(super) fn nothing_to_delete(self) -> &'static str {
        self.0.pick("no move leads here", "сюда не ведёт ни один ход")
    }

    pub(super) fn noted(self) -> &'static str {
        self.0.pick("noted", "записано")
    }

    pub(super) fn smart(self, smart: Smart) -> &'static str {
        match smart.word() {
            "from" => self.0.pick(
                "one click on a piece that has one move moves it",
                "щелчок по фигуре, у которой один ход, делает его",
            ),
            "to" => self.0.pick(
                "one click on a cell that one piece can reach moves it there",
                "щелчок по полю, куда может пойти одна фигура, делает ход",
            ),
            "true" => self.0.pick(
                "one click is enough where only one move has that start or that target",
                "щелчка довольно, если ход с таким началом или концом один",
            ),
            _ => self.0.pick(
                "moves are made by clicking the piece and then its target",
                "ход делается двумя щелчками: фигура и поле",
            ),
        }
    }

    pub(super) fn smart_how(self) -> &'static str {
        self.0.pick(
            "say how: `smart off`, `from`, `to` or `on`",
            "укажите как: `smart off`, `from`, `to` или `on`",
        )
    }

    /// An unfinished game is offered.
    pub(super) fn offer(self, title: &str, plies: usize) -> String {
        match self.0 {
            Lang::En => format!("There is an unfinished game of {title} (moves: {plies}). Go on with it?"),
            Lang::Ru => format!("Есть неоконченная партия: {title} (ходов: {plies}). Продолжить её?"),
        }
    }

    pub(super) fn no_autosave(self, reason: &str) -> String {
        match self.0 {
            Lang::En => format!("moves are not being kept for the next start: {reason}"),
            Lang::Ru => format!("ходы не запоминаются для следующего запуска: {reason}"),
        }
    }

    pub(super) fn yes_no(self) -> [&'static str; 2] {
        match self.0 {
            Lang::En => ["yes", "no"],
            Lang::Ru => ["да", "нет"],
        }
    }
}

/// What a win counts, where that is not 1.
fn counted(worth: u32, word: &str) -> String {
    if worth == 1 { String::new() } else { format!(" ({word} {worth})") }
}
