//! `zug` alone.

use crate::errors::Done;
use crate::lang::Lang;
use crate::output::Out;
use std::io::Write;

const EN: &str = "\
Zug plays any board game that is written as rules text. Three things to try:

  zug play chess          play in the terminal
  zug games               see what the library has
  zug check mygame.zrf    find out what is wrong with a rules file

`zug --help` lists everything.
";

const RU: &str = "\
Zug играет в любую настольную игру, правила которой записаны текстом. Попробуйте:

  zug play chess          сыграть в терминале
  zug games               посмотреть, какие игры есть
  zug check mygame.zrf    узнать, что не так в файле правил

`zug --help` перечисляет все команды.
";

pub(crate) fn run(lang: Lang, out: &mut Out) -> Done {
    out.write_all(lang.pick(EN, RU).as_bytes())?;
    Ok(())
}
