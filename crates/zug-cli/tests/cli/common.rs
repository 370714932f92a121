//! Runs the real program on files of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The output as JSON; that it is one document is part of the test.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// Success, with nothing on stderr.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self
    }

    /// A failure with this exit code, saying all of these on stderr and nothing on stdout.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, says: &[&str]) -> Self {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        for text in says {
            assert!(self.err.contains(text), "no `{text}` in: {}", self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }
}

pub(crate) fn zug(args: &[&str]) -> Ran {
    zug_typing(args, "")
}

/// Runs the program with something typed into it.
pub(crate) fn zug_typing(args: &[&str], typed: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may leave before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A folder that goes away with its test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("zug-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, contents).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        String::from_utf8(std::fs::read(self.0.join(name)).unwrap()).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Two men walk up their columns; who is first at the top wins.
pub(crate) const RACE: &str = r#"
(game
    (title "Race")
    (description "Walk up your column.")
    (players White Black)
    (turn-order White Black)
    (board
        (grid
            (start-rectangle 0 0 9 9)
            (dimensions ("a/b" (10 0)) ("4/3/2/1" (0 10)))
            (directions (n 0 -1))))
    (piece (name Man) (notation "M") (help "goes up") (moves (n (verify empty?) add) (n n (verify empty?) add)))
    (board-setup (White (Man a1)) (Black (Man b1)))
    (win-condition (White) (absolute-config Man (a4)))
    (win-condition (Black) (absolute-config Man (b4))))

(variant
    (title "Short race")
    (win-condition (White) (absolute-config Man (a2)))
    (win-condition (Black) (absolute-config Man (b2))))
"#;

/// The same game, in which rules see their own changes: that has no fast form.
pub(crate) fn slow_race() -> String {
    let options = r#"(title "Race") (option "dialect" zillions) (option "zrf-advanced" simple)"#;
    RACE.replacen(r#"(title "Race")"#, options, 1)
}

/// A man walks up, and a coin that decides nothing is tossed after each of his steps.
pub(crate) const COIN: &str = r#"
(game
    (title "Coin")
    (players White ?Coin)
    (turn-order White (?Coin toss))
    (board
        (grid
            (start-rectangle 0 0 9 9)
            (dimensions ("a/b" (10 0)) ("3/2/1" (0 10)))
            (directions (n 0 -1)))
        (zone (name toss) (players ?Coin) (positions b1 b2 b3)))
    (piece (name Man) (moves (n (verify empty?) add)))
    (piece (name Head) (drops (move-type toss) ((verify (and empty? (in-zone? toss))) add)))
    (piece (name Tail) (drops (move-type toss) ((verify (and empty? (in-zone? toss))) add)))
    (board-setup (White (Man a1)) (?Coin (Head off 9) (Tail off 9)))
    (win-condition (White) (absolute-config Man (a3))))
"#;

impl Ran {
    /// A failure that is part of the answer: on stdout.
    #[track_caller]
    pub(crate) fn fails_on_stdout(self, code: i32, says: &str) {
        assert_eq!((self.code, self.err.as_str()), (code, ""), "{}", self.out);
        assert!(self.out.contains(says), "no `{says}` in: {}", self.out);
    }
}
