//! A game without any text: the operations of the predecessor's compiled form, with types.
//!
//! The calls add to tables and give back ids; they never fail by themselves. What is wrong is kept and
//! [`Builder::build`] says it, together with what the verifier finds. Whatever is not said has the meaning of
//! plain ZRF: the players take turns in the order of their declaration, symmetries are none, equal moves are
//! merged, who can be checkmated may not leave that piece attacked. Goals are only those that are added: the
//! draw by repetition that ZRF games have without saying so has to be said here.
//!
//! A move is a template with arguments: write [`Param`]s where the template leaves something
//! open. Templates are written in ops as for a game without options; [options](OPTIONS) that change what
//! commands mean change the ops when the template is used.
//!
//! ```
//! use zug_ir::{Builder, Loc, Op, Test, Then};
//!
//! let mut game = Builder::new("One step");
//! let east = game.add_direction("e");
//! let a = game.add_position("a", &[1]);
//! game.add_position("b", &[0]);
//! let me = game.add_player("Me", &[]);
//! let stone = game.add_piece("Stone");
//! let done = game.add_exit(&[], Then::Done, false);
//! let step = game.add_template();
//! for op in [
//!     Op::From {},
//!     Op::Step { dir: zug_ir::Param(0).dir() },
//!     Op::Verify { test: Test::Empty {}, at: Loc::Here },
//!     Op::To {},
//!     Op::Emit { exit: done },
//!     Op::End {},
//! ] {
//!     game.add_command(step, op);
//! }
//! game.add_move(stone, step, &[east.into()], None);
//! game.setup(me, stone, a);
//! assert_eq!(game.build()?.blocks.len(), 1);
//! # Ok::<(), zug_ir::BuildError>(())
//! ```

mod build;
mod errors;
mod options;
mod template;

use crate::game::{
    Attr, Cell, Exit, Game, Global, Goal, GoalCond, Kind, Placement, Player, Reserve, Stage, Then, Turn,
    Unlisted, Verdict, Zone,
};
use crate::ids::*;
use crate::limits::*;
use crate::op::Op;
use options::Switches;
use template::Template;

pub use errors::{BuildError, OptionError};
pub use options::{BuilderOption, OPTIONS};
pub use template::{Arg, BindError, Param, TemplateId};

pub(crate) use template::Args;

/// Makes a [`Game`] call by call; see the [module](self) for an example.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// What is known already. Tables that run along others are completed at the end.
    game: Game,
    /// `deltas[cell]`, as given.
    deltas: Vec<Vec<i32>>,
    /// `symmetries[player]`, as given.
    symmetries: Vec<Vec<DirId>>,
    opposites: Vec<(DirId, DirId)>,
    defaults: Vec<(KindId, AttrId, i32)>,
    templates: Vec<Template>,
    uses: Vec<Use>,
    priorities: Vec<ModeId>,
    unlisted: Unlisted,
    switches: Switches,
    problems: Vec<BuildError>,
}

/// A template used as a move or drop; the ops are made at the end, when all options are known.
#[derive(Clone, Debug)]
struct Use {
    kind: KindId,
    template: TemplateId,
    args: Vec<Arg>,
    mode: Option<ModeId>,
    drop: bool,
}

/// The value of an attribute; its type decides whether the attribute holds numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrValue {
    Bool(bool),
    Number(i32),
}

impl From<bool> for AttrValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i32> for AttrValue {
    fn from(value: i32) -> Self {
        Self::Number(value)
    }
}

impl Builder {
    /// An empty game of that title.
    pub fn new(title: &str) -> Self {
        let mut builder = Self::default();
        builder.game.texts.title = title.to_owned();
        builder
    }

    /// Sets an option by its name and value in the predecessor's form, such as `maximal-captures` `true`.
    ///
    /// # Errors
    ///
    /// Names an option or a value that does not exist; nothing is changed then.
    pub fn check_option(&mut self, name: &str, value: &str) -> Result<&mut Self, OptionError> {
        options::find(name, value)?.apply(&mut self.game, &mut self.switches);
        Ok(self)
    }

    /// Adds a direction.
    pub fn add_direction(&mut self, name: &str) -> DirId {
        let id = self.next("directions", self.game.board.dirs.len(), MAX_DIRS);
        self.game.board.dirs.push(name.to_owned());
        DirId(id)
    }

    /// Adds a cell with one number per direction: the way to its neighbour in the order of cells; 0: none.
    pub fn add_position(&mut self, name: &str, deltas: &[i32]) -> CellId {
        let id = self.next("cells", self.game.board.cells.len(), MAX_CELLS);
        self.game.board.cells.push(Cell { name: name.to_owned(), rect: None, hidden: false });
        self.deltas.push(deltas.to_vec());
        CellId(id)
    }

    /// Where a cell is drawn: left, top, right, bottom.
    pub fn set_rect(&mut self, cell: CellId, rect: [i32; 4]) {
        if let Some(cell) = self.game.board.cells.get_mut(cell.idx()) {
            cell.rect = Some(rect);
        }
    }

    /// Adds a player with the direction that he means by each direction; nothing: what he says.
    pub fn add_player(&mut self, name: &str, symmetry: &[DirId]) -> PlayerId {
        let id = self.next("players", self.game.players.len(), MAX_PLAYERS);
        self.game.players.push(Player { name: name.to_owned(), random: false, symmetry: Vec::new() });
        self.symmetries.push(symmetry.to_vec());
        PlayerId(id)
    }

    /// The opposite of each direction, in their order: the predecessor's player 0.
    pub fn set_opposites(&mut self, opposites: &[DirId]) {
        self.opposites = (0..).map(DirId).zip(opposites.iter().copied()).collect();
    }

    /// Adds cells to the zone of that name of one player.
    pub fn add_zone(&mut self, name: &str, player: PlayerId, cells: &[CellId]) -> ZoneId {
        let zones = &mut self.game.board.zones;
        let index = zones.iter().position(|zone| zone.name == name);
        let id = match index {
            Some(index) => index as u16,
            None => {
                let id = self.next("zones", self.game.board.zones.len(), MAX_NAMES);
                self.game.board.zones.push(Zone { name: name.to_owned(), cells: Vec::new() });
                id
            }
        };
        if player.idx() >= MAX_PLAYERS {
            self.problems.push(BuildError::UnknownPlayer { zone: name.to_owned(), player: player.idx() });
        } else if let Some(zone) = self.game.board.zones.get_mut(usize::from(id)) {
            let needed = zone.cells.len().max(player.idx() + 1);
            zone.cells.resize(needed, Vec::new());
            let members = &mut zone.cells[player.idx()];
            members.extend_from_slice(cells);
            members.sort_unstable();
            members.dedup();
        }
        ZoneId(id)
    }

    /// Adds a move type.
    pub fn add_mode(&mut self, name: &str) -> ModeId {
        let id = self.next("modes", self.game.modes.len(), MAX_NAMES);
        self.game.modes.push(name.to_owned());
        ModeId(id)
    }

    /// Ranks a move type below those ranked before.
    pub fn add_priority(&mut self, mode: ModeId) {
        self.priorities.push(mode);
    }

    /// The rank of move types that no priority lists.
    pub fn set_unlisted(&mut self, rank: Unlisted) {
        self.unlisted = rank;
    }

    /// Adds a flag.
    pub fn add_flag(&mut self, name: &str) -> FlagId {
        let id = self.next("flags", self.game.flags.len(), MAX_NAMES);
        self.game.flags.push(name.to_owned());
        FlagId(id)
    }

    /// Adds a flag of cells.
    pub fn add_cell_flag(&mut self, name: &str) -> CellFlagId {
        let id = self.next("cell flags", self.game.cell_flags.len(), MAX_NAMES);
        self.game.cell_flags.push(name.to_owned());
        CellFlagId(id)
    }

    /// Adds a value of the board.
    pub fn add_global(&mut self, name: &str, init: i32, counter: bool) -> GlobalId {
        let id = self.next("globals", self.game.globals.len(), MAX_NAMES);
        self.game.globals.push(Global { name: name.to_owned(), init, counter });
        GlobalId(id)
    }

    /// Adds a kind of piece.
    pub fn add_piece(&mut self, name: &str) -> KindId {
        let id = self.next("kinds", self.game.kinds.len(), MAX_KINDS);
        self.game.kinds.push(Kind {
            name: name.to_owned(),
            notation: String::new(),
            help: String::new(),
            description: String::new(),
            defaults: Vec::new(),
            recycle_as: KindId(id),
            moves: Vec::new(),
            drops: Vec::new(),
        });
        KindId(id)
    }

    /// Gives a kind the attribute of that name, with its value on new pieces.
    pub fn add_attribute(&mut self, kind: KindId, name: &str, default: impl Into<AttrValue>) -> AttrId {
        let (numeric, value) = match default.into() {
            AttrValue::Bool(value) => (false, i32::from(value)),
            AttrValue::Number(value) => (true, value),
        };
        let id = match self.game.attrs.iter().position(|attr| attr.name == name) {
            Some(index) => AttrId(index as u16),
            None => {
                let id = self.next("attributes", self.game.attrs.len(), MAX_ATTR_BITS);
                self.game.attrs.push(Attr { name: name.to_owned(), numeric, kinds: Vec::new() });
                AttrId(id)
            }
        };
        if let Some(attr) = self.game.attrs.get_mut(id.idx()) {
            attr.numeric |= numeric;
            if !attr.kinds.contains(&kind) {
                attr.kinds.push(kind);
            }
        }
        self.defaults.push((kind, id, value));
        id
    }

    /// Adds a way for a part to end, or finds the same one.
    pub fn add_exit(&mut self, kinds: &[KindId], then: Then, copy: bool) -> ExitId {
        let exit = Exit { kinds: kinds.to_vec(), then, copy };
        if let Some(index) = self.game.exits.iter().position(|known| *known == exit) {
            return ExitId(index as u16);
        }
        let id = self.next("exits", self.game.exits.len(), MAX_EXITS);
        self.game.exits.push(exit);
        ExitId(id)
    }

    /// Adds an empty template.
    pub fn add_template(&mut self) -> TemplateId {
        self.templates.push(Template::default());
        TemplateId(self.templates.len() - 1)
    }

    /// Adds a command at the end of a template. Labels count the commands of the template from 0.
    pub fn add_command(&mut self, template: TemplateId, command: Op) {
        match self.templates.get_mut(template.0) {
            Some(template) => template.commands.push(command),
            None => self.problems.push(BuildError::UnknownTemplate { template: template.0 }),
        }
    }

    /// Gives a kind a move: a template with arguments for its parameters, and the move's type.
    pub fn add_move(&mut self, kind: KindId, template: TemplateId, args: &[Arg], mode: Option<ModeId>) {
        self.uses.push(Use { kind, template, args: args.to_vec(), mode, drop: false });
    }

    /// Gives a kind a way to be dropped.
    pub fn add_drop(&mut self, kind: KindId, template: TemplateId, args: &[Arg], mode: Option<ModeId>) {
        self.uses.push(Use { kind, template, args: args.to_vec(), mode, drop: true });
    }

    /// Puts a piece on a cell at the start.
    pub fn setup(&mut self, player: PlayerId, kind: KindId, cell: CellId) {
        self.setup_many(player, kind, cell, 1);
    }

    /// Puts several pieces on a cell at the start.
    pub fn setup_many(&mut self, player: PlayerId, kind: KindId, cell: CellId, count: u32) {
        self.game.setup.push(Placement { player, kind, cell, count, attrs: Vec::new() });
    }

    /// Puts pieces beside the board at the start; `None`: without limit.
    pub fn reserve(&mut self, player: PlayerId, kind: KindId, count: Option<u32>) {
        self.game.reserves.push(Reserve { player, kind, count });
    }

    /// Adds a goal about each of the players.
    pub fn goal(&mut self, verdict: Verdict, players: &[PlayerId], cond: GoalCond) {
        let deferred = cond.needs_moves();
        self.game.goals.push(Goal { verdict, players: players.to_vec(), cond, deferred, origin: 0 });
    }

    /// Adds a stage; the builder puts the stages in order.
    pub fn add_stage(&mut self, stage: Stage) {
        self.game.stages.push(stage);
    }

    /// Adds a turn; without modes: moves of any type.
    pub fn add_turn(&mut self, player: PlayerId, modes: &[ModeId]) {
        self.add_turn_as(player, player, modes);
    }

    /// Adds a turn in which one player chooses a move of another's.
    pub fn add_turn_as(&mut self, chooser: PlayerId, actor: PlayerId, modes: &[ModeId]) {
        let modes = (!modes.is_empty()).then(|| modes.to_vec());
        self.game.turns.push(Turn { chooser, actor, modes });
    }

    /// Adds a turn that chance takes; the player is chance from now on.
    pub fn add_random(&mut self, player: PlayerId, modes: &[ModeId]) {
        if let Some(player) = self.game.players.get_mut(player.idx()) {
            player.random = true;
        }
        self.add_turn(player, modes);
    }

    /// After the last turn the order goes on with the turn that is added next, not with the first.
    pub fn repeat_mark(&mut self) {
        self.game.repeat_from = self.game.turns.len();
    }

    /// What holds for the whole game, for what no option says.
    pub fn rules_mut(&mut self) -> &mut crate::game::Rules {
        &mut self.game.rules
    }

    /// The number of the next entry of a table. A table that is too long is a problem, not a panic.
    fn next(&mut self, what: &'static str, length: usize, limit: usize) -> u16 {
        if length >= limit {
            self.problems.push(BuildError::TooMany { what, limit });
        }
        // The limits are below 65,536, and past them there is no game.
        length.min(limit) as u16
    }
}
