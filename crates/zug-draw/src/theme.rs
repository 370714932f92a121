//! Colours: palettes of boards, colours of players, and the style sheet made of them.
//!
//! Every colour is a custom property with a default (`--zug-light`), so that a page can change it without touching the
//! drawing. Each declaration stands there twice, because programs that know no custom properties take the first.

use crate::scene::{Colours, Scene};
use std::fmt::Write;

/// Colours of a board.
struct Palette {
    name: &'static str,
    frame: &'static str,
    field: &'static str,
    plain: &'static str,
    light: &'static str,
    dark: &'static str,
    mid: &'static str,
    line: &'static str,
    hole: &'static str,
}

const PALETTES: &[Palette] = &[
    Palette {
        name: "brown",
        frame: "#7d5a3c",
        field: "#e9d5b5",
        plain: "#e9d5b5",
        light: "#f1e1c6",
        dark: "#b58b62",
        mid: "#d4b48a",
        line: "#6b4a2f",
        hole: "#b58b62",
    },
    Palette {
        name: "wood",
        frame: "#a8763e",
        field: "#e8bf7b",
        plain: "#e8bf7b",
        light: "#f0d09a",
        dark: "#cf9a55",
        mid: "#dcae6b",
        line: "#5a3d1e",
        hole: "#b98447",
    },
    Palette {
        name: "green",
        frame: "#1f4d36",
        field: "#2f7d57",
        plain: "#358a61",
        light: "#e6ead2",
        dark: "#6f9a67",
        mid: "#a9c195",
        line: "#1b4430",
        hole: "#276a4a",
    },
    Palette {
        name: "blue",
        frame: "#1e3f73",
        field: "#3465a8",
        plain: "#dfe8f2",
        light: "#e7edf4",
        dark: "#7f9cbd",
        mid: "#b3c6db",
        line: "#1e3f73",
        hole: "#eef2f7",
    },
    Palette {
        name: "stone",
        frame: "#6d6a66",
        field: "#dcd7cd",
        plain: "#dcd7cd",
        light: "#e9e5dd",
        dark: "#b3aca0",
        mid: "#ccc6ba",
        line: "#57534d",
        hole: "#b3aca0",
    },
    Palette {
        name: "straw",
        frame: "#8a7443",
        field: "#f3e3b3",
        plain: "#f3e3b3",
        light: "#f8ecc6",
        dark: "#ddc27e",
        mid: "#ead29a",
        line: "#5f4d25",
        hole: "#cdb068",
    },
];

/// Names for the keys of presentation files.
pub(crate) fn palette_names() -> impl Iterator<Item = &'static str> {
    PALETTES.iter().map(|p| p.name)
}

/// Colours of pieces by the words for them, which players are often called by.
const COLOURS: &[(&str, Colours)] = &[
    ("white", Colours { body: "#fdfbf5", outline: "#2b2622", detail: "#2b2622" }),
    ("black", Colours { body: "#3a3532", outline: "#171412", detail: "#efe9df" }),
    ("red", Colours { body: "#cf3f35", outline: "#6d1712", detail: "#fff3ee" }),
    ("blue", Colours { body: "#3c74c4", outline: "#183a6b", detail: "#f2f7ff" }),
    ("green", Colours { body: "#3f9553", outline: "#1a4a27", detail: "#f1fbf1" }),
    ("yellow", Colours { body: "#f2c93a", outline: "#7b5d08", detail: "#4a3703" }),
    ("orange", Colours { body: "#e8853a", outline: "#7c3c0c", detail: "#fff4ea" }),
    ("purple", Colours { body: "#8759b3", outline: "#45256a", detail: "#f8f1ff" }),
    ("brown", Colours { body: "#8d5c39", outline: "#4b2b14", detail: "#fff2e5" }),
    ("grey", Colours { body: "#a39d94", outline: "#504a43", detail: "#26221d" }),
    ("pink", Colours { body: "#e58ba6", outline: "#83324d", detail: "#fff4f8" }),
    ("ivory", Colours { body: "#f6e7c1", outline: "#4d3a1c", detail: "#4d3a1c" }),
    ("red-on-ivory", Colours { body: "#f8e8c4", outline: "#7a1a12", detail: "#b8251a" }),
    ("black-on-ivory", Colours { body: "#f8e8c4", outline: "#2b2622", detail: "#1f1b18" }),
    ("seed", Colours { body: "#f1e3c2", outline: "#553c1e", detail: "#fffaf0" }),
];

/// In this order where names tell nothing.
const BY_SEAT: &[&str] =
    &["white", "black", "red", "blue", "green", "yellow", "purple", "orange", "pink", "brown"];

/// Names for the keys of presentation files.
pub(crate) fn colour_names() -> impl Iterator<Item = &'static str> {
    COLOURS.iter().map(|(name, _)| *name)
}

pub(crate) fn colours(name: &str) -> Option<Colours> {
    let name = if name.eq_ignore_ascii_case("gray") { "grey" } else { name };
    COLOURS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, c)| *c)
}

/// Colours for players: what the presentation says, what their names say, or the first that nobody has. Players who never
/// move have one that is nobody's.
pub(crate) fn players<'n>(
    players: impl Iterator<Item = (&'n str, Option<&'static str>, bool)> + Clone,
) -> Vec<Colours> {
    let mut taken: Vec<&str> = Vec::new();
    for (name, said, _) in players.clone() {
        taken.extend(said.or_else(|| colour_names().find(|c| name.eq_ignore_ascii_case(c))));
    }
    let mut free = BY_SEAT.iter().filter(|c| !taken.contains(c));
    players
        .map(|(name, said, plays)| {
            let own = said.and_then(colours).or_else(|| colours(name));
            let colour = own.or_else(|| if plays { free.next().and_then(|c| colours(c)) } else { None });
            colour.or_else(|| colours("grey")).unwrap_or(COLOURS[0].1)
        })
        .collect()
}

/// The style sheet of a scene, and the properties that its root has to set.
///
/// Several drawings may be on one page, where the rules of each hold for all. So rules are the same in all of them, and
/// what differs, the colours of the board and of the players, is set at the root of each drawing.
pub(crate) struct Sheet {
    pub(crate) css: String,
    pub(crate) root: String,
}

impl Sheet {
    pub(crate) fn new(scene: &Scene, players: &[usize]) -> Self {
        let mut sheet = Sheet { css: String::new(), root: String::new() };
        // Players first: what follows may say otherwise.
        for &player in players {
            let Some(colours) = scene.colours.get(player) else { continue };
            let [body, line, detail] = ["", "-line", "-detail"].map(|part| format!("p{player}{part}"));
            sheet.set(&body, colours.body);
            sheet.set(&line, colours.outline);
            sheet.set(&detail, colours.detail);
            let class = format!(".p{player}");
            sheet.own(&class, "fill", &body, colours.body);
            sheet.own(&class, "stroke", &line, colours.outline);
            sheet.own(&class, "color", &detail, colours.detail);
            sheet.own(&format!(".e{player}"), "stroke", &body, colours.body);
        }
        for (selector, rules) in RULES {
            let _ = write!(sheet.css, ".zug {selector}{{{rules}}}");
        }
        let palette = PALETTES.iter().find(|p| p.name == scene.palette).unwrap_or(&PALETTES[0]);
        let board = [
            ("frame", palette.frame),
            ("field", palette.field),
            ("plain", palette.plain),
            ("light", palette.light),
            ("dark", palette.dark),
            ("mid", palette.mid),
            ("hole", palette.hole),
        ];
        for (name, value) in board {
            sheet.set(name, value);
            sheet.own(&format!(".{name}"), "fill", name, value);
        }
        sheet.set("line", palette.line);
        sheet.set("pit", palette.hole);
        sheet.set("rim", palette.light);
        sheet.own(".pit", "fill", "pit", palette.hole);
        sheet.own(".rim", "fill", "rim", palette.light);
        sheet.own(".seam", "stroke", "rim", palette.light);
        for class in [".star", ".c"] {
            sheet.own(class, "fill", "line", palette.line);
        }
        for class in [".line", ".ornament", ".goal", ".plain", ".mid", ".hole", ".pit", ".tray"] {
            sheet.own(class, "stroke", "line", palette.line);
        }
        for (class, property, name, value) in SIGNS {
            let _ =
                write!(sheet.css, ".zug .{class}{{{property}:{value};{property}:var(--zug-{name},{value})}}");
        }
        sheet
    }

    /// Sets a colour of this drawing.
    fn set(&mut self, name: &str, value: &str) {
        let _ = write!(self.root, "--own-{name}:{value};");
    }

    /// A rule with a colour of this drawing, unless the page has another one.
    fn own(&mut self, class: &str, property: &str, name: &str, value: &str) {
        let rule = format!("{property}:{value};{property}:var(--zug-{name},var(--own-{name}))");
        let _ = write!(self.css, ".zug {class}{{{rule}}}");
    }
}

/// Colours that are the same on every board: class, property, name, value.
const SIGNS: &[(&str, &str, &str, &str)] = &[
    ("page", "fill", "page", "#faf7f1"),
    ("tray", "fill", "tray", "#eee7da"),
    ("water", "fill", "water", "#8fbfdc"),
    ("tint", "fill", "tint", "#c9803a"),
    ("t", "fill", "ink", "#4a423a"),
    ("turn", "fill", "turn", "#3f8f4f"),
    ("last", "fill", "last", "#f3c93b"),
    ("check", "fill", "check", "#e0352b"),
    ("selected", "fill", "selected", "#57a05c"),
    ("target", "fill", "target", "#2f7d46"),
    ("strike", "stroke", "target", "#2f7d46"),
    ("red", "stroke", "promoted", "#c8281e"),
];

/// What is not colour.
const RULES: &[(&str, &str)] = &[
    (".line", "fill:none;stroke-width:3;stroke-linecap:round;stroke-linejoin:round"),
    (".ornament", "fill:none;stroke-width:2.5;stroke-linecap:round;opacity:.7"),
    (".seam", "fill:none;stroke-width:7;stroke-linecap:round;stroke-dasharray:1 16"),
    (".goal", "fill:none;stroke-width:5;stroke-opacity:.55"),
    (".edge", "fill:none;stroke-width:15;stroke-linecap:round"),
    (".spot", "fill-opacity:0"),
    (".plain,.zug .mid", "stroke-width:2;stroke-opacity:.55"),
    (".hole,.zug .pit", "stroke-width:2.5;stroke-opacity:.6"),
    (".tray", "stroke-width:2;stroke-opacity:.3"),
    (".tint", "fill-opacity:.22"),
    (".water", "fill-opacity:.75"),
    (".last", "fill-opacity:.5"),
    (".dot", "fill-opacity:1;stroke:#0008;stroke-width:2"),
    (".check,.zug .selected,.zug .target", "fill-opacity:.6"),
    (".strike", "fill:none;stroke-width:7;stroke-opacity:.65"),
    ("text", "font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle"),
    (".start", "text-anchor:start"),
    (".end", "text-anchor:end"),
    (".n", "font-weight:600"),
    (".b", "font-weight:700"),
    (".k", "paint-order:stroke;stroke:#fffaf0;stroke-opacity:.8;stroke-width:5;stroke-linejoin:round"),
    (".m", "stroke-width:3;stroke-linejoin:round;stroke-linecap:round"),
    (".ln", "fill:none;stroke:currentColor;stroke-width:3.2"),
    (".br", "stroke-width:5"),
    (".sp,.zug .d", "fill:currentColor;stroke:none"),
    (".die", "fill:#fffdf8;stroke:#4a423a"),
    (".pip", "fill:#2b2622;stroke:none"),
];
