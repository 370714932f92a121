//! Russian for words that rules of many games use in the same sense: players and kinds of pieces. Rules are written in English
//! words; where this page has none for a name, the name stands as it is.

/// The player called so.
pub(crate) fn player(name: &str) -> &str {
    let bare = name.trim_start_matches('?');
    find(&PLAYERS, bare).unwrap_or(name)
}

/// The kind of piece called so.
pub(crate) fn kind(name: &str) -> &str {
    find(&KINDS, name).unwrap_or(name)
}

fn find(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(english, _)| english.eq_ignore_ascii_case(name)).map(|(_, russian)| *russian)
}

const PLAYERS: [(&str, &str); 26] = [
    ("White", "Белые"),
    ("Black", "Чёрные"),
    ("Red", "Красные"),
    ("Blue", "Синие"),
    ("Yellow", "Жёлтые"),
    ("Green", "Зелёные"),
    ("Orange", "Оранжевые"),
    ("Purple", "Лиловые"),
    ("Brown", "Коричневые"),
    ("Grey", "Серые"),
    ("North", "Север"),
    ("South", "Юг"),
    ("West", "Запад"),
    ("East", "Восток"),
    ("NorthEast", "Северо-восток"),
    ("SouthEast", "Юго-восток"),
    ("SouthWest", "Юго-запад"),
    ("NorthWest", "Северо-запад"),
    ("Attackers", "Нападающие"),
    ("Defenders", "Защитники"),
    ("X", "Крестики"),
    ("O", "Нолики"),
    ("Solver", "Вы"),
    ("Player", "Игрок"),
    ("Dice", "Кости"),
    ("Sticks", "Палочки"),
];

const KINDS: [(&str, &str); 70] = [
    ("King", "король"),
    ("Queen", "ферзь"),
    ("Rook", "ладья"),
    ("Bishop", "слон"),
    ("Knight", "конь"),
    ("Pawn", "пешка"),
    ("Man", "простая"),
    ("Dame", "дамка"),
    ("Stone", "камень"),
    ("Disc", "фишка"),
    ("Checker", "шашка"),
    ("Seed", "зерно"),
    ("Ball", "шарик"),
    ("Peg", "колышек"),
    ("Sign", "знак"),
    ("Arrow", "стрела"),
    ("Bomb", "бомба"),
    ("Box", "ящик"),
    ("Amazon", "амазонка"),
    ("Archbishop", "архиепископ"),
    ("Chancellor", "канцлер"),
    ("Advisor", "советник"),
    ("Counsellor", "советник"),
    ("Officer", "офицер"),
    ("General", "генерал"),
    ("Soldier", "солдат"),
    ("Cannon", "пушка"),
    ("Chariot", "колесница"),
    ("Horse", "конь"),
    ("Elephant", "слон"),
    ("Lion", "лев"),
    ("Tiger", "тигр"),
    ("Leopard", "леопард"),
    ("Wolf", "волк"),
    ("Dog", "собака"),
    ("Cat", "кошка"),
    ("Rat", "крыса"),
    ("Fox", "лиса"),
    ("Hound", "гончая"),
    ("Giraffe", "жираф"),
    ("Chick", "цыплёнок"),
    ("Hen", "курица"),
    ("Dragon", "дракон"),
    ("Promoted-Bishop", "дракон-конь"),
    ("Gold", "золото"),
    ("Silver", "серебро"),
    ("Lance", "стрелка"),
    ("Tokin", "токин"),
    ("Promoted-Knight", "превращённый конь"),
    ("Promoted-Lance", "превращённая стрелка"),
    ("Promoted-Silver", "превращённое серебро"),
    ("Khon", "кхон"),
    ("Met", "мет"),
    ("Jester", "шут"),
    ("Unicorn", "единорог"),
    ("Attacker", "нападающий"),
    ("Defender", "защитник"),
    ("Immobilizer", "обездвиживатель"),
    ("Chameleon", "хамелеон"),
    ("Coordinator", "координатор"),
    ("Leaper", "прыгун"),
    ("Withdrawer", "отходчик"),
    ("Keeper", "кладовщик"),
    ("Round", "круг"),
    ("Square", "квадрат"),
    ("Triangle", "треугольник"),
    ("Pyramid", "пирамида"),
    ("Tile", "плитка"),
    ("Prince", "принц"),
    ("Princess", "принцесса"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers need no translation, and are names of nothing else.
    const PLAIN: [&str; 6] = ["Nobody", "Table", "One", "Two", "Three", "Four"];

    #[test]
    fn every_word_of_the_library_has_a_russian_one() {
        let mut missing = Vec::new();
        for entry in zug_library::games() {
            let game = entry.load(None).unwrap_or_else(|e| panic!("{}: {e}", entry.file));
            let ir = game.ir();
            let players = ir.players.iter().map(|p| p.name.as_str()).map(|name| (name, player(name)));
            let kinds = ir.kinds.iter().map(|k| k.name.as_str()).map(|name| (name, kind(name)));
            for (name, russian) in players.chain(kinds) {
                let is_number = name.chars().any(|c| c.is_ascii_digit());
                if name == russian && !is_number && !PLAIN.contains(&name) {
                    missing.push(format!("{}: {name}", entry.file));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
