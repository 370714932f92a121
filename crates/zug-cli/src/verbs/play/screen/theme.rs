//! Colours: of players, of cells, of what is to be noticed.

use super::board::Ground;
use ratatui::style::{Color, Modifier, Style};
use zug_draw::ZoneLook;
use zug_game::{Game, PlayerId};

/// How everything looks. Without colours, marks and the shapes of pieces have to do.
#[derive(Clone, Debug)]
pub(super) struct Theme {
    inks: Vec<Color>,
    tiles: [Color; 3],
    coloured: bool,
}

/// What is to be noticed about a cell, the strongest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mark {
    LastMove,
    Hint,
    Target,
    Taken,
    Selected,
}

/// Colours that players are called by.
const NAMED: [(&str, u8); 8] = [
    ("white", 231),
    ("black", 16),
    ("red", 203),
    ("blue", 75),
    ("yellow", 227),
    ("green", 114),
    ("orange", 214),
    ("purple", 176),
];
/// For players who are called something else, in their order.
const OTHERS: [u8; 6] = [231, 214, 75, 203, 114, 176];
/// Wood: white and black are both seen on it.
const WOOD: [u8; 3] = [137, 95, 101];
const SLATE: [u8; 3] = [238, 236, 240];

impl Theme {
    pub(super) fn new(game: &Game, coloured: bool) -> Self {
        let players = &game.ir().players;
        let named = |name: &str| NAMED.iter().find(|(n, _)| name.eq_ignore_ascii_case(n)).map(|(_, c)| *c);
        let any_black = players.iter().any(|p| p.name.eq_ignore_ascii_case("black"));
        let mut others = OTHERS.into_iter().cycle();
        let ink = |name: &str| named(name).or_else(|| others.next()).map_or(Color::Reset, Color::Indexed);
        let inks = players.iter().map(|p| p.name.as_str()).map(ink).collect();
        let tiles = if any_black { WOOD } else { SLATE };
        Theme { inks, tiles: tiles.map(Color::Indexed), coloured }
    }

    /// Are players told apart by colours?
    pub(super) fn is_coloured(&self) -> bool {
        self.coloured
    }

    /// A player's colour on a cell of the board.
    pub(super) fn ink(&self, player: PlayerId) -> Style {
        let ink = self.inks.get(player.idx()).copied().unwrap_or(Color::Reset);
        if self.coloured { Style::new().fg(ink) } else { Style::new() }
    }

    /// A player's name beside the board, where black on black would not be seen.
    pub(super) fn name(&self, player: PlayerId) -> Style {
        let ink = match self.inks.get(player.idx()) {
            Some(Color::Indexed(16)) => Color::Indexed(244),
            Some(ink) => *ink,
            None => Color::Reset,
        };
        if self.coloured { Style::new().fg(ink).bold() } else { Style::new().bold() }
    }

    pub(super) fn ground(&self, ground: Ground) -> Style {
        match ground {
            Ground::Tile(shade) if self.coloured => {
                Style::new().bg(self.tiles.get(usize::from(shade)).copied().unwrap_or(Color::Reset))
            }
            // Points and cells beside the board need a colour of their own under black pieces.
            Ground::Aside if self.coloured => Style::new().bg(self.tiles[1]),
            Ground::Point if self.coloured => Style::new().bg(self.tiles[0]),
            _ => Style::new(),
        }
    }

    /// Lines between points.
    pub(super) fn line(&self) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(180)).bg(self.tiles[0]) } else { Style::new() }
    }

    pub(super) fn mark(&self, mark: Mark) -> Style {
        if !self.coloured {
            return match mark {
                Mark::LastMove | Mark::Hint => Style::new().add_modifier(Modifier::BOLD),
                Mark::Target => Style::new(),
                Mark::Taken | Mark::Selected => Style::new().add_modifier(Modifier::REVERSED),
            };
        }
        let colour = match mark {
            Mark::LastMove => 142,
            Mark::Hint => 67,
            Mark::Target => 65,
            Mark::Taken => 131,
            Mark::Selected => 71,
        };
        Style::new().bg(Color::Indexed(colour))
    }

    /// The ground of a zone, where it has one of its own.
    pub(super) fn zone(&self, look: ZoneLook) -> Option<Style> {
        let wood = self.tiles[0] == Color::Indexed(WOOD[0]);
        let colour = match look {
            ZoneLook::Water => 66,
            ZoneLook::Tint | ZoneLook::Goal if wood => 138,
            ZoneLook::Tint | ZoneLook::Goal => 60,
            ZoneLook::Cross | ZoneLook::Rosette | ZoneLook::Dot => return None,
        };
        self.coloured.then(|| Style::new().bg(Color::Indexed(colour)))
    }

    /// What stands on an empty cell of a zone.
    pub(super) fn zone_sign(&self) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(180)) } else { Style::new() }
    }

    /// Signs on a cell that are nobody's piece.
    pub(super) fn sign(&self) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(230)) } else { Style::new() }
    }

    pub(super) fn faint(&self) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(245)) } else { Style::new() }
    }

    pub(super) fn key(&self) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(180)) } else { Style::new().bold() }
    }

    pub(super) fn alarm(&self) -> Style {
        if self.coloured { Style::new().fg(Color::Indexed(216)).bold() } else { Style::new().bold() }
    }

    pub(super) fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
