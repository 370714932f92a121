//! Bytes as commands of a program that wants moves.

use crate::games::{Fixed, games};
use std::io::Cursor;
use zug_engine::{Table, Variants, serve};

/// Answers whatever comes, over several games. Every answer is a line of a protocol, and the end of the input is the end.
pub fn protocol(bytes: &[u8]) {
    for (number, Fixed { game, styles }) in games().iter().enumerate() {
        let Some(style) = styles.last() else { continue };
        let table = Table {
            game: game.clone(),
            style: style.clone(),
            arrangement: Default::default(),
            variant: Some(number.to_string()),
        };
        // Whatever is being thought about, nobody waits for it.
        let input: Vec<u8> = [bytes, b"\nquit\n"].concat();
        let mut said = Vec::new();
        let served = serve(table, Box::new(Numbered), Cursor::new(input), &mut said);
        assert!(served.is_ok());
        let said = String::from_utf8_lossy(&said);
        let asked = bytes.split(|b| *b == b'\n').filter(|line| is_go(line)).count();
        let answers = said.lines().filter(|line| line.starts_with("bestmove ")).count();
        assert!(answers <= asked, "{answers} answers to {asked} questions:\n{said}");
    }
}

fn is_go(line: &[u8]) -> bool {
    String::from_utf8_lossy(line).split_whitespace().next() == Some("go")
}

/// The fixed games by their numbers.
struct Numbered;

impl Variants for Numbered {
    fn names(&self) -> Vec<String> {
        (0..games().len()).map(|number| number.to_string()).collect()
    }

    fn open(&self, name: &str) -> Result<Table, String> {
        let fixed = name.parse().ok().and_then(|number: usize| games().get(number)).ok_or("no such game")?;
        let style = fixed.styles.last().ok_or("no style")?;
        Ok(Table {
            game: fixed.game.clone(),
            style: style.clone(),
            arrangement: Default::default(),
            variant: Some(name.to_owned()),
        })
    }
}
