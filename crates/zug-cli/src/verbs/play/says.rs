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
  ?          list the legal moves;  ? e2  those that begin with e2
  undo       take back to your last choice
  board      show the board again
  position   show the position text
  save FILE  save the game (ZSG)
  quit       leave",
            "  e2-e4      сделать ход (регистр, пробелы и `-` не важны)
  ?          список ходов;  ? e2  только те, что начинаются с e2
  undo       вернуться к вашему прошлому выбору
  board      показать доску ещё раз
  position   показать запись позиции
  save ФАЙЛ  сохранить партию (ZSG)
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

    pub(super) fn saved(self, file: &str) -> String {
        match self.0 {
            Lang::En => format!("saved to {file}"),
            Lang::Ru => format!("сохранено в {file}"),
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
}

/// What a win counts, where that is not 1.
fn counted(worth: u32, word: &str) -> String {
    if worth == 1 { String::new() } else { format!(" ({word} {worth})") }
}
