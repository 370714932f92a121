//! `zug play` in a real terminal: keys go in, the screen is what a terminal would show.

use crate::common::Folder;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use vt100::{MouseProtocolMode, Parser};

/// Far more than it takes: only a program that hangs meets it.
const PATIENCE: Duration = Duration::from_secs(120);

struct Terminal {
    /// Our end: what is written here is typed.
    master: File,
    shown: Receiver<Vec<u8>>,
    parser: Parser,
    child: Child,
    /// Goes away with it.
    _home: Option<Folder>,
}

impl Terminal {
    /// Runs a command of the shell in a terminal of its own; `$0` is `zug`.
    fn start(script: &str) -> Self {
        // Nothing of an earlier game is offered.
        let home = Folder::new();
        let terminal = Self::at_home(script, &home);
        Terminal { _home: Some(home), ..terminal }
    }

    /// The same with a folder for what the program keeps.
    fn at_home(script: &str, home: &Folder) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        tcsetwinsize(&master, size(30, 100)).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let open =
            || OpenOptions::new().read(true).write(true).open(OsStr::from_bytes(name.as_bytes())).unwrap();
        // `setsid` makes it the terminal of the session, so that signals and sizes arrive.
        let child = Command::new("setsid")
            .args(["--ctty", "--wait", "sh", "-c", script, env!("CARGO_BIN_EXE_zug")])
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env("XDG_DATA_HOME", home.path(""))
            .env("HOME", home.path(""))
            .env_remove("NO_COLOR")
            .stdin(open())
            .stdout(open())
            .stderr(open())
            .spawn()
            .unwrap();
        let master = File::from(master);
        let mut reader = master.try_clone().unwrap();
        let (bytes, shown) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n) = reader.read(&mut buffer) {
                if n == 0 || bytes.send(buffer[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { master, shown, parser: Parser::new(lines(30), lines(100), 0), child, _home: None }
    }

    fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    fn resize(&mut self, rows: u16, columns: u16) {
        tcsetwinsize(&self.master, size(rows, columns)).unwrap();
        self.parser.screen_mut().set_size(lines(rows), lines(columns));
    }

    /// Waits until the screen shows all of these texts.
    fn wait_for(&mut self, texts: &[&str]) {
        let begun = Instant::now();
        loop {
            let screen = self.parser.screen().contents();
            if texts.iter().all(|text| screen.contains(text)) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "no {texts:?} on\n{screen}");
            if let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(200)) {
                self.parser.process(&bytes);
            }
        }
    }

    /// Waits for the end of the program, and reads what it still had to say.
    fn wait_for_end(&mut self) -> bool {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.parser.screen().contents());
            if let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(50)) {
                self.parser.process(&bytes);
            }
        };
        while let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(500)) {
            self.parser.process(&bytes);
        }
        status.success()
    }

    fn shows(&self, text: &str) -> bool {
        self.parser.screen().contents().contains(text)
    }

    /// The place of a cell of a board by the names of its column, which stand below, and its row, which stand at the left.
    fn cell_of_grid(&self, column: &str, row: &str) -> (u16, u16) {
        let contents = self.parser.screen().contents();
        let lines: Vec<&str> = contents.lines().collect();
        let first = |line: &&str, word: &str| line.split_whitespace().next() == Some(word);
        let y = lines.iter().position(|line| first(line, row)).unwrap();
        let names = lines.iter().find(|line| first(line, "a")).unwrap();
        let x = names.chars().position(|c| column.starts_with(c)).unwrap();
        (y as u16, x as u16)
    }

    /// Clicks into a cell of the terminal, counted from 0.
    fn click(&mut self, row: u16, column: u16) {
        let (row, column) = (row + 1, column + 1);
        self.press(&format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m"));
    }

    fn last_line(&self) -> String {
        self.parser.screen().contents().lines().last().unwrap_or_default().trim_end().to_owned()
    }

    fn is_as_it_was(&self) -> bool {
        let screen = self.parser.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == MouseProtocolMode::None
    }
}

fn lines(n: u16) -> NonZero<u16> {
    NonZero::new(n).unwrap()
}

fn size(rows: u16, columns: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}

#[test]
fn draughts_with_a_capture_in_parts_undo_resizing_and_ctrl_c() {
    // The shell compares the settings of the terminal before and after.
    let script = r#"before=$(stty -g)
        "$0" play international-draughts --position W:W32:B28,19,6 --white human --black human
        status=$?; after=$(stty -g)
        [ "$before" = "$after" ] && echo "status $status, settings as before""#;
    let mut terminal = Terminal::start(script);
    terminal.wait_for(&["International Draughts", "White to move", "? help"]);
    assert!(terminal.parser.screen().alternate_screen());
    // The first Tab goes to the only man that can move, the second to where he lands.
    terminal.press("\t\r\t\r");
    terminal.wait_for(&["u undo"]);
    terminal.press("u");
    terminal.wait_for(&["a part of the move was taken back", "White to move"]);
    terminal.press("U\t\r");
    terminal.wait_for(&["Black to move", "1. 32x14"]);
    terminal.resize(14, 44);
    terminal.wait_for(&["Black to move", "32x14"]);
    terminal.resize(5, 20);
    terminal.wait_for(&["The window is too"]);
    terminal.resize(30, 100);
    terminal.wait_for(&["International Draughts", "Black to move"]);
    terminal.press("?");
    terminal.wait_for(&["Arrows, Enter"]);
    // A click closes the help, another one on the man selects him.
    terminal.press("\u{1b}[<0;2;2M\u{1b}[<0;2;2m");
    terminal.press("\u{3}");
    terminal.wait_for(&["status 0, settings as before"]);
    assert!(terminal.wait_for_end());
    assert!(terminal.is_as_it_was());
}

/// Two rows of twelve points with their numbers, men of one player positive and of the other negative, and the places for men
/// borne off as points 26 and 27.
#[test]
fn long_nardy_is_the_board_of_two_rows() {
    let script = r#"exec "$0" play long-nardy --white human --black human --seed 1"#;
    let mut terminal = Terminal::start(script);
    terminal.wait_for(&["26", "27", "-15", "? help"]);
    let screen = terminal.parser.screen().contents();
    let rows: Vec<String> =
        screen.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let row = |text: &str| rows.iter().position(|row| row.contains(text));
    let upper = row("1 2 3 4 5 6 | 7 8 9 10 11 12 26");
    let lower = row("24 23 22 21 20 19 | 18 17 16 15 14 13 27");
    assert!(upper.is_some() && upper < lower, "{screen}");
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
}

/// A signal from outside, when Ctrl-C is only a key.
#[test]
fn a_signal_gives_the_terminal_back() {
    // The shell names its process, which becomes the program.
    let mut terminal = Terminal::start(r#"echo "process $$"; sleep 1; exec "$0" play tic-tac-toe"#);
    terminal.wait_for(&["process "]);
    let first = terminal.parser.screen().contents();
    let pid: String = first.chars().filter(char::is_ascii_digit).collect();
    terminal.wait_for(&["X to move"]);
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert!(terminal.wait_for_end());
    assert!(terminal.is_as_it_was());
}

/// Starts `zug` with these arguments, and writes down its process.
fn zug(arguments: &str, home: &Folder) -> String {
    format!(r#"echo $$ > {}; exec "$0" {arguments}"#, home.path("process"))
}

#[test]
fn a_pit_of_kalah_is_one_click_in_both_languages() {
    for (rules, lang, to_move, list) in
        [("kalah.zrf", "en", "South to move", "1. c1"), ("kalah.zug", "ru", "Юг: ход", "1. c1")]
    {
        let mut terminal =
            Terminal::start(&format!(r#"exec "$0" play {rules} --lang {lang} --white human --black human"#));
        terminal.wait_for(&[to_move, "? ", "Enter"]);
        // The lower row is South's: the pits stand under the names of their columns.
        let (row, column) = terminal.cell_of_grid("c", "1");
        terminal.click(row, column);
        terminal.wait_for(&[list, to_move]);
        // Enter does the same: the cursor stands on the pit that was clicked, its left neighbours are South's, too.
        terminal.press("\u{1b}[D\u{1b}[D");
        terminal.wait_for(&["Enter a1"]);
        terminal.press("\r");
        terminal.wait_for(&["2. a1"]);
        terminal.press("\u{3}");
        assert!(terminal.wait_for_end());
    }
}

#[test]
fn moves_are_typed_as_players_write_them() {
    let mut terminal = Terminal::start(r#"exec "$0" play chess --white human --black human"#);
    terminal.wait_for(&["White to move", "Enter "]);
    for text in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"] {
        terminal.press(&format!("m{text}\r"));
    }
    terminal.wait_for(&["1. e4", "e5", "2. Nf3", "Nc6", "4. O-O", "Black to move"]);
    // What cannot be played is answered with what can.
    terminal.press("mBh3\r");
    terminal.wait_for(&["`Bh3` is not a legal move; legal are "]);
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
    let mut terminal =
        Terminal::start(r#"exec "$0" play english-draughts --white human --black human --lang ru"#);
    terminal.wait_for(&["Чёрные: ход"]);
    terminal.press("m11-15\rm24-20\r");
    terminal.wait_for(&["1. 11-15", "24-20", "Чёрные: ход"]);
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
}

#[test]
fn a_choice_is_made_by_the_names_of_moves() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/gating.zug");
    let mut terminal = Terminal::start(&format!(r#"exec "$0" play {rules} --white human --black human"#));
    terminal.wait_for(&["White to move"]);
    terminal.press("mb1\rmc3\r");
    terminal.wait_for(&["Which?", "1 b1-c3", "2 b1-c3/H", "3 b1-c3/E"]);
    assert!(!terminal.shows("reserve"));
    terminal.press("2");
    terminal.wait_for(&["1. b1-c3/H", "Black to move"]);
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
}

/// Sends a signal to the program that [`zug`] has started.
fn kill(signal: &str, home: &Folder) {
    let process = home.read("process");
    assert!(Command::new("kill").args([signal, process.trim()]).status().unwrap().success());
}

/// However the program ends, the next start goes on.
#[test]
fn a_game_is_gone_on_with_after_the_program_was_killed() {
    let home = Folder::new();
    let play = zug("play chess --white human --black human --seed 3", &home);
    let mut played = vec!["e4", "e5", "Nf3", "Nc6", "Bc4"];
    let mut moves = vec![played.remove(0)];
    let mut terminal = Terminal::at_home(&play, &home);
    for signal in ["-KILL", "-TERM", "-HUP"] {
        if moves.len() > 1 {
            terminal
                .wait_for(&["There is an unfinished game of Chess", &format!("moves: {}", moves.len() - 1)]);
            terminal.press("\r");
        }
        terminal.wait_for(&["to move", "Enter "]);
        terminal.press(&format!("m{}\r", moves[moves.len() - 1]));
        terminal.wait_for(&[
            moves[moves.len() - 1],
            &format!("{} to move", ["Black", "White"][(moves.len() + 1) % 2]),
        ]);
        kill(signal, &home);
        terminal.wait_for_end();
        moves.push(played.remove(0));
        terminal = Terminal::at_home(&play, &home);
    }
    terminal.wait_for(&["There is an unfinished game of Chess (moves: 3)"]);
    terminal.press("\r");
    terminal.wait_for(&["1. e4", "2. Nf3", "Black to move"]);
    terminal.press("mNc6\r");
    terminal.wait_for(&["Nc6", "White to move"]);
    kill("-KILL", &home);
    terminal.wait_for_end();
    let mut terminal = Terminal::at_home(&play, &home);
    terminal.wait_for(&["There is an unfinished game of Chess (moves: 4)"]);
    // Nobody has to go on; and a game that is over is not offered.
    terminal.press("n\r");
    terminal.wait_for(&["White to move"]);
    terminal.press("mf3\rme5\rmg4\rmQh4\r");
    terminal.wait_for(&["Over: Black wins"]);
    terminal.press("q");
    assert!(terminal.wait_for_end());
    let mut terminal = Terminal::at_home(&play, &home);
    terminal.wait_for(&["White to move"]);
    assert!(!terminal.shows("unfinished"));
    terminal.press("\u{3}");
    terminal.wait_for_end();
}

/// Two who play the same game at a time do not get in each other's way.
#[test]
fn the_game_of_another_terminal_is_not_offered() {
    let home = Folder::new();
    let play = zug("play chess --white human --black human", &home);
    let mut first = Terminal::at_home(&play, &home);
    first.wait_for(&["White to move"]);
    first.press("me4\r");
    first.wait_for(&["1. e4", "Black to move"]);
    let mut second = Terminal::at_home(&play, &home);
    second.wait_for(&["White to move"]);
    second.press("md4\r");
    second.wait_for(&["1. d4", "Black to move"]);
    for terminal in [&mut first, &mut second] {
        terminal.press("\u{3}");
        assert!(terminal.wait_for_end());
    }
    let mut first = Terminal::at_home(&play, &home);
    first.wait_for(&["There is an unfinished game of Chess (moves: 1)"]);
    first.press("y\r");
    first.wait_for(&["1. e4", "Black to move"]);
    let mut second = Terminal::at_home(&play, &home);
    second.wait_for(&["There is an unfinished game of Chess (moves: 1)"]);
    second.press("\r");
    second.wait_for(&["1. d4", "Black to move"]);
    for terminal in [&mut first, &mut second] {
        terminal.press("\u{3}");
        assert!(terminal.wait_for_end());
    }
}

#[test]
fn variations_are_seen_entered_promoted_annotated_deleted_and_saved() {
    let home = Folder::new();
    let file = home.path("game.zgr");
    let mut terminal = Terminal::at_home(r#"exec "$0" play chess --white human --black human"#, &home);
    terminal.wait_for(&["White to move"]);
    terminal.press("me4\rme5\rmNf3\r");
    terminal.wait_for(&["2. Nf3"]);
    // Two moves back, another answer: a variation.
    terminal.press("\u{1b}[5~\u{1b}[5~");
    terminal.wait_for(&["looking back"]);
    terminal.press("mc5\r;Sicilian\rv");
    terminal.wait_for(&["1. e4 e5 (1... c5 {Sicilian}) 2. Nf3", "+ main line"]);
    terminal.press("+");
    terminal.wait_for(&["1. e4 c5 {Sicilian} (1... e5 2. Nf3)"]);
    terminal.press("\u{1b}[C-y");
    terminal.wait_for(&["deleted"]);
    assert!(!terminal.shows("Nf3"));
    terminal.press("q");
    terminal.press(&format!("s\u{15}{file}\r"));
    terminal.wait_for(&["saved to"]);
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
    assert!(home.read("game.zgr").contains("1. e2-e4 2. c7-c5 {Sicilian}"), "{}", home.read("game.zgr"));
    // The saved game goes on.
    let mut terminal =
        Terminal::at_home(&format!(r#"exec "$0" play {file} --white human --black human"#), &home);
    terminal.wait_for(&["1. e4", "c5", "White to move"]);
    terminal.press("\u{3}");
    assert!(terminal.wait_for_end());
}

#[test]
fn the_last_line_fits_a_narrow_window() {
    for (lang, quit) in [("en", "q quit"), ("ru", "q выйти")] {
        let mut terminal =
            Terminal::start(&format!(r#"exec "$0" play go#9x9 --white human --black human --lang {lang}"#));
        terminal.resize(24, 60);
        terminal.wait_for(&["Enter ", quit]);
        assert!(terminal.last_line().ends_with(quit), "{}", terminal.last_line());
        // `c` passes only when it is told to.
        terminal.press("c");
        terminal.wait_for(&[if lang == "ru" { "Что именно?" } else { "Which?" }]);
        terminal.press("\u{3}");
        assert!(terminal.wait_for_end());
    }
}
