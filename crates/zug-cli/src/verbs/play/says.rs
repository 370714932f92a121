//! What the terminal says while people play, in both languages.

use crate::lang::Lang;
use zug_game::{Game, Outcome, PlayError};

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

    pub(super) fn help(self) -> &'static str {
        self.0.pick(
            "  e2-e4      play a move (case, spaces and `-` do not matter)
  e2         a cell, or a part of a move: what can follow is shown
  ?          list the legal moves;  ? e2  those that begin with e2
  pass       end the turn here, where the rules allow it
  undo       take back a part, or to your last choice;  redo  make it again
  hint       ask the computer
  roll       throw the dice;  dice 3 1  enter what you have thrown
  board      show the board again;  flip  from the other side
  position   show the position text
  save FILE  save the game (.zgr, .pgn, .pdn, .sgf, .mat; else ZSG);  load FILE
  resign     give up
  quit       leave",
            "  e2-e4      сделать ход (регистр, пробелы и `-` не важны)
  e2         поле или часть хода: будет показано, что дальше
  ?          список ходов;  ? e2  только те, что начинаются с e2
  pass       закончить ход здесь, если правила позволяют
  undo       вернуть часть хода или ваш прошлый выбор;  redo  повторить
  hint       спросить компьютер
  roll       бросить кости;  dice 3 1  ввести, что выпало
  board      показать доску ещё раз;  flip  с другой стороны
  position   показать запись позиции
  save ФАЙЛ  сохранить партию (.zgr, .pgn, .pdn, .sgf, .mat; иначе ZSG);  load ФАЙЛ
  resign     сдаться
  quit       выйти",
        )
    }

    pub(super) fn played(self, player: &str, name: &str) -> String {
        format!("{player}: {name}")
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

    pub(super) fn not_legal(self, typed: &str, error: &PlayError) -> String {
        let near = match error {
            PlayError::Unknown { candidates, .. } if !candidates.is_empty() => candidates.join(", "),
            _ => String::new(),
        };
        match (self.0, near.is_empty()) {
            (Lang::En, true) => format!("`{typed}` is not a legal move; `?` lists them"),
            (Lang::En, false) => format!("`{typed}` is not a legal move; legal are {near}"),
            (Lang::Ru, true) => format!("хода `{typed}` нет; `?` покажет возможные"),
            (Lang::Ru, false) => format!("хода `{typed}` нет; есть {near}"),
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
            Lang::Ru => format!("остановлено после {plies} ходов"),
        }
    }

    pub(super) fn resigned(self, player: &str) -> String {
        match self.0 {
            Lang::En => format!("{player} resigns"),
            Lang::Ru => format!("{player}: сдаётся"),
        }
    }

    pub(super) fn over(self, game: &Game, outcome: &Outcome) -> String {
        match (self.0, outcome) {
            (Lang::En, Outcome::Draw) => "Over: a draw".to_owned(),
            (Lang::Ru, Outcome::Draw) => "Конец: ничья".to_owned(),
            (Lang::En, Outcome::Won { player, worth }) => {
                format!("Over: {} wins{}", game.player_name(*player), counted(*worth, "worth"))
            }
            (Lang::Ru, Outcome::Won { player, worth }) => {
                format!("Конец: победа, {}{}", game.player_name(*player), counted(*worth, "очков:"))
            }
            (Lang::En, Outcome::Lost(player)) => format!("Over: {} loses", game.player_name(*player)),
            (Lang::Ru, Outcome::Lost(player)) => format!("Конец: поражение, {}", game.player_name(*player)),
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
            Lang::Ru => format!("подсказка: {name}"),
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
