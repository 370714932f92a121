//! `zug play` in a real terminal: keys go in, the screen is what a terminal would show.

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
}

impl Terminal {
    /// Runs a command of the shell in a terminal of its own; `$0` is `zug`.
    fn start(script: &str) -> Self {
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
        Terminal { master, shown, parser: Parser::new(lines(30), lines(100), 0), child }
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
    terminal.wait_for(&["Black to move", "1 d4-f6-h8"]);
    terminal.resize(14, 44);
    terminal.wait_for(&["Black to move", "d4-f6-h8"]);
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
