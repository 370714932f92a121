//! What the screen says, in both languages.

use crate::verbs::play::says::Says;

macro_rules! words {
    ($($name:ident: $en:literal, $ru:literal;)*) => {
        impl Says {
            $(pub(super) fn $name(self) -> &'static str {
                self.0.pick($en, $ru)
            })*
        }
    };
}

words! {
    key_help: "help", "помощь";
    key_undo: "undo", "назад";
    key_redo: "redo", "вперёд";
    key_pass: "pass", "пас";
    key_roll: "roll", "бросить";
    key_dice: "enter dice", "ввести кости";
    key_command: "more", "ещё";
    key_move: "move", "ход";
    key_hint: "hint", "совет";
    key_flip: "flip", "доска";
    key_save: "save", "сохранить";
    key_load: "load", "загрузить";
    key_resign: "resign", "сдаться";
    key_quit: "quit", "выйти";
    key_game: "game", "партия";
    key_promote: "main line", "главный";
    key_delete: "delete", "удалить";
    key_comment: "comment", "текст";
    key_annotate: "mark", "знак";
    key_close: "close", "закрыть";
    enter_selects: "take", "взять";
    enter_lets_go: "let go", "отпустить";
    enter_asks: "choose: moves", "выбрать: ходов";
    enter_nothing: "nothing", "ничего";
    enter_accepts: "done", "готово";
    enter_goes_there: "go there", "перейти";
    enter_closes: "close", "закрыть";
    tree_title: "The game", "Партия";
    type_comment: "comment:", "комментарий:";
    type_annotation: "mark (!, ?, …):", "знак (!, ?, …):";
    really_delete: "Delete this and what follows?", "Удалить ход и всё дальше?";
    type_move: "move:", "ход:";
    type_dice: "dice:", "кости:";
    type_save: "save to:", "сохранить в:";
    type_load: "load from:", "загрузить из:";
    which: "Which?", "Что именно?";
    really_resign: "Resign?", "Сдаться?";
    really_leave: "Leave the game?", "Выйти из игры?";
    to_move: " to move", ": ход";
    thinks: " is thinking…", " думает…";
    throw_dice: "throw the dice", "бросьте кости";
    waits: " would move", ": ход";
    looks_for_hint: ": looking for a hint…", ": ищу подсказку…";
    thinking: "thinking…", "думаю…";
    dice: "dice", "кости";
    roll_first: "throw the dice first: r", "сначала бросьте кости: r";
    must_pass: "there is no other move than to pass: p", "можно только пропустить ход: p";
    not_your_turn: "it is not your turn", "сейчас не ваш ход";
    nothing_to_click: "there is nothing to click here: m types a move", "щёлкать здесь не по чему: m — ввести ход";
    part_back: "a part of the move was taken back; U makes it again", "часть хода возвращена; U — повторить";
    turn_back: "taken back; U makes it again", "ход возвращён; U — повторить";
    looking_back: "looking back; PgDn goes forward, a move begins a variation", "просмотр; PgDn — вперёд, ход начнёт вариант";
    screen_help:
"Arrows, Enter   go to a cell and click it; Tab: the next one
                that can be clicked; or use the mouse, and drag
1 … 9           take a piece from the reserve
p               pass, or end the move where it may end
v               the game: variations, main line, comments
u  U            take back a part or a turn; make it again
                (Backspace, Ctrl-Z; Ctrl-Y)
PgUp PgDn       look through the game (or turn the wheel)
m               type a move or a cell
c               moves and parts of moves that have no cell
;               comment on this position
M               what one click may do
h               hint
r  d            throw the dice; enter what you have thrown
f               see the board from the other side
s  l            save, load
R               resign
Esc             let go;  q  leave;  Ctrl-C  leave at once",
"Стрелки, Enter  перейти на поле и выбрать его; Tab: следующее,
                которое можно выбрать; или мышь, можно тащить
1 … 9           взять фигуру из резерва
p               пас, или закончить ход, где это можно
v               партия: варианты, главный, комментарии
u  U            вернуть часть хода или ход; повторить
                (Backspace, Ctrl-Z; Ctrl-Y)
PgUp PgDn       листать партию (или колесо мыши)
m               ввести ход или поле
c               ходы и части ходов, у которых нет поля
;               комментарий к позиции
M               что делает один щелчок
h               подсказка
r  d            бросить кости; ввести, что выпало
f               посмотреть с другой стороны
s  l            сохранить, загрузить
R               сдаться
Esc             отпустить;  q  выйти;  Ctrl-C  выйти сразу";
}

impl Says {
    pub(super) fn screen_welcome(self, seed: u64) -> String {
        match self.0 {
            crate::lang::Lang::En => format!("? shows the keys. Seed {seed}."),
            crate::lang::Lang::Ru => format!("? — все клавиши. Начальное число {seed}."),
        }
    }

    pub(super) fn not_here(self, cell: &str) -> String {
        match self.0 {
            crate::lang::Lang::En => format!("nothing can be done at {cell}"),
            crate::lang::Lang::Ru => format!("на {cell} ничего сделать нельзя"),
        }
    }

    pub(super) fn too_small(self, width: u16, height: u16) -> String {
        match self.0 {
            crate::lang::Lang::En => {
                format!("The window is too small: {width}x{height} at least. Ctrl-C leaves.")
            }
            crate::lang::Lang::Ru => {
                format!("Окно слишком мало: нужно хотя бы {width}x{height}. Ctrl-C — выйти.")
            }
        }
    }
}
