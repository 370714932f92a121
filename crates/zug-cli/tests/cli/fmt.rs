//! `zug fmt`.

use crate::common::{Folder, RACE, zug};

const UGLY: &str = "; walks\r\n(piece   (name Man)\n\n\n(move (check e)))";
const NEAT: &str = "; walks\n(piece (name Man) (move (check e)))\n";

#[test]
fn files_are_replaced_and_listed_once() {
    let folder = Folder::new();
    let ugly = folder.write("a.zug", UGLY);
    let neat = folder.write("b.zug", NEAT);
    assert_eq!(zug(&["fmt", &ugly, &neat]).ok().out, format!("{ugly}\n"));
    assert_eq!(folder.read("a.zug"), NEAT);
    assert_eq!(folder.names(), ["a.zug", "b.zug"]);
    assert_eq!(zug(&["fmt", &ugly, &neat]).ok().out, "");
}

#[test]
fn check_and_stdout_change_nothing() {
    let folder = Folder::new();
    let ugly = folder.write("a.zug", UGLY);
    let neat = folder.write("b.zug", NEAT);
    zug(&["fmt", "--check", &ugly, &neat]).fails_on_stdout(1, &format!("{ugly}\n"));
    assert_eq!(zug(&["fmt", "--check", &neat]).ok().out, "");
    assert_eq!(zug(&["fmt", "--stdout", &ugly, &neat]).ok().out, format!("{NEAT}{NEAT}"));
    assert_eq!(folder.read("a.zug"), UGLY);
    zug(&["fmt", "--check", "--stdout", &ugly]).fails(2, &["cannot be used with"]);
    let json = zug(&["fmt", "--check", "--json", &ugly, &neat]);
    assert_eq!(json.code, 1);
    let changed: Vec<bool> =
        json.json()["files"].as_array().unwrap().iter().map(|file| file["changed"] == true).collect();
    assert_eq!(changed, [true, false]);
    assert_eq!(zug(&["fmt", "--stdout", "--json", &ugly]).ok().json()["files"][0]["text"], NEAT);
}

#[test]
fn folders_are_searched_for_zug_files_only() {
    let folder = Folder::new();
    folder.write("games/x/a.zug", UGLY);
    folder.write("games/b.ZUG", UGLY);
    let race = folder.write("games/race.zrf", RACE);
    let ran = zug(&["fmt", &folder.path("games")]).ok();
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert_eq!(folder.read("games/x/a.zug"), NEAT);
    assert_eq!(folder.read("games/race.zrf"), RACE);
    zug(&["fmt", &race]).fails(2, &["is no `.zug` file"]);
    let empty = Folder::new();
    zug(&["fmt", &empty.path("")]).fails(2, &["there are no `.zug` files below"]);
}

#[test]
fn what_cannot_be_read_is_left_alone_and_the_rest_done() {
    let folder = Folder::new();
    let open = folder.write("a.zug", "(piece (name Man)");
    let page = folder.write("b.zug", b"; \xc2\xee\xeb\xea\n(piece)");
    let ugly = folder.write("c.zug", UGLY);
    let ran = zug(&["fmt", &open, &page, &ugly]);
    assert_eq!((ran.code, ran.out), (1, format!("{ugly}\n")));
    assert!(
        ran.err.contains("error[src-001]: unclosed list") && ran.err.contains("a.zug:1:1"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("b.zug` is not UTF-8"), "{}", ran.err);
    assert_eq!(folder.read("a.zug"), "(piece (name Man)");
    assert_eq!(folder.read("c.zug"), NEAT);
    zug(&["fmt", &folder.path("none.zug")]).fails(2, &["there is no such file"]);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.write("real/a.zug", UGLY);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path("link.zug");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(zug(&["fmt", &link]).ok().out, format!("{link}\n"));
    assert!(std::fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
    assert_eq!(folder.read("real/a.zug"), NEAT);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}
