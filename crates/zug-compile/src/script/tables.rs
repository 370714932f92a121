//! What is no code: board, players, kinds, variables, turns, set-up, and the rules that options make.

use super::Lowerer;
use super::notation::notations;
use crate::{codes, ids};
use zug_ir as ir;
use zug_ir::script::encode;
use zug_lang::ast::DiceId;
use zug_lang::{GameDecl, KindDecl, PlayerDecl, TurnKind, Value};
use zug_model::{AttrId, BoardModel, Ko, Pass};
use zug_source::{Diagnostic, Diagnostics, Origin};

/// Numbers from here on are no values of variables: they could be taken for something else.
const LARGE: i32 = 1 << 28;

/// A game with all its tables and no scripts. Variables begin as 0: what they begin with may be a text, and texts are
/// numbered with the code.
pub(super) fn tables(decl: &GameDecl, out: &mut Diagnostics) -> ir::Game {
    let mut players: Vec<ir::Player> = decl.players.iter().map(player).collect();
    let dice_players = dice_players(decl, &mut players);
    let mut board = crate::tables::board(&decl.board);
    board.zones.iter_mut().for_each(|zone| zone.cells.resize(players.len(), Vec::new()));
    let names = |names: &[String]| names.first().cloned().unwrap_or_default();
    let attrs = attrs(decl, out);
    let notations = notations(&decl.kinds);
    let kinds = decl.kinds.iter().zip(notations).enumerate().map(|(id, (kind, notation))| ir::Kind {
        name: names(&kind.names),
        notation,
        help: kind.help.clone().unwrap_or_default(),
        description: String::new(),
        defaults: defaults(decl, kind),
        recycle_as: ir::KindId(id as u16),
        moves: Vec::new(),
        drops: Vec::new(),
    });
    let turns = decl.turns.iter().map(|turn| match &turn.what {
        TurnKind::Move(modes) => ir::Turn {
            chooser: ids::player(turn.player),
            actor: ids::player(turn.player),
            modes: (!modes.is_empty()).then(|| ids::modes(modes)),
        },
        TurnKind::Roll(dice) => {
            let roller = dice_players[dice.idx()];
            ir::Turn { chooser: roller, actor: roller, modes: None }
        }
    });
    ir::Game {
        texts: ir::Texts {
            title: names(&decl.names),
            description: decl.description.clone().unwrap_or_default(),
            history: decl.history.clone().unwrap_or_default(),
            strategy: String::new(),
        },
        board,
        kinds: kinds.collect(),
        attrs,
        modes: decl.modes.iter().map(|mode| mode.name.clone()).collect(),
        globals: globals(decl, &players),
        turns: turns.collect(),
        repeat_from: decl.repeat_from,
        rules: rules(decl),
        stages: stages(decl),
        setup: setup(decl, out),
        reserves: decl.reserves.iter().map(reserve).collect(),
        players,
        ..ir::Game::default()
    }
}

fn player(player: &PlayerDecl) -> ir::Player {
    ir::Player { name: player.name.clone(), random: player.random, symmetry: ids::dirs(&player.symmetry) }
}

/// A player for each set of dice that is rolled, behind those of the game; by [`DiceId`].
fn dice_players(decl: &GameDecl, players: &mut Vec<ir::Player>) -> Vec<ir::PlayerId> {
    let mut ids = Vec::with_capacity(decl.dice.len());
    for (at, dice) in decl.dice.iter().enumerate() {
        ids.push(ir::PlayerId(players.len() as u16));
        let this = TurnKind::Roll(DiceId(at as u16));
        if decl.turns.iter().any(|turn| turn.what == this) {
            let mut name = format!("?{}", dice.name);
            while players.iter().any(|player| player.name == name) {
                name.insert(0, '?');
            }
            let symmetry = (0..decl.board.dirs.len()).map(|dir| ir::DirId(dir as u16)).collect();
            players.push(ir::Player { name, random: true, symmetry });
        }
    }
    ids
}

fn attrs(decl: &GameDecl, out: &mut Diagnostics) -> Vec<ir::Attr> {
    let mut attrs: Vec<ir::Attr> = decl
        .attrs
        .iter()
        .map(|name| ir::Attr { name: name.clone(), numeric: false, kinds: Vec::new() })
        .collect();
    for (id, kind) in (0..).zip(&decl.kinds) {
        for &(attr, value) in &kind.attrs {
            attrs[attr.idx()].kinds.push(ir::KindId(id));
            attrs[attr.idx()].numeric |= !matches!(value, Value::Bool(_));
            check_attr(decl, attr, value, kind.origin, out);
        }
    }
    for placement in &decl.placements {
        for &(attr, value) in &placement.attrs {
            attrs[attr.idx()].numeric |= !matches!(value, Value::Bool(_));
            check_attr(decl, attr, value, placement.origin, out);
        }
    }
    attrs
}

fn check_attr(decl: &GameDecl, attr: AttrId, value: Value, origin: Origin, out: &mut Diagnostics) {
    let name = &decl.attrs[attr.idx()];
    let message = match value {
        Value::Bool(_) => return,
        Value::Int(number) if i16::try_from(number).is_ok() => return,
        Value::Int(number) => {
            format!("the attribute `{name}` starts as {number}, it can hold {} to {}", i16::MIN, i16::MAX)
        }
        _ => format!(
            "the attribute `{name}` starts as something that is neither a number nor `true` or `false`"
        ),
    };
    out.push(Diagnostic::error(codes::ATTRIBUTE_VALUE, origin, message));
}

fn number(value: Value) -> i32 {
    match value {
        Value::Bool(yes) => i32::from(yes),
        Value::Int(number) => number,
        _ => 0,
    }
}

fn defaults(decl: &GameDecl, kind: &KindDecl) -> Vec<i32> {
    let mut defaults = vec![0; decl.attrs.len()];
    for &(attr, value) in &kind.attrs {
        defaults[attr.idx()] = number(value);
    }
    defaults
}

/// Variables of board and game, then those of players, then places for the faces of dice.
fn globals(decl: &GameDecl, players: &[ir::Player]) -> Vec<ir::Global> {
    let mut names: Vec<String> = decl.globals.iter().map(|global| global.name.clone()).collect();
    for var in &decl.player_vars {
        names.extend(players.iter().map(|player| format!("{var}/{}", player.name)));
    }
    for dice in &decl.dice {
        names.extend((1..=n_slots(dice)).map(|n| format!("{}/{n}", dice.name)));
    }
    let mut globals: Vec<ir::Global> = Vec::with_capacity(names.len());
    for mut name in names {
        while globals.iter().any(|global| global.name == name) {
            name.push('\'');
        }
        globals.push(ir::Global { name, init: 0, counter: false });
    }
    globals
}

/// The most faces that are ever in use.
fn n_slots(dice: &zug_lang::DiceDecl) -> usize {
    dice.dice.len().max(dice.doubles.unwrap_or(0) as usize)
}

/// The dice, and the turns in which they are thrown.
pub(super) fn dice(decl: &GameDecl, game: &mut ir::Game) {
    let Some(scripted) = &mut game.scripted else { return };
    let mut slot = decl.globals.len() + decl.player_vars.len() * game.players.len();
    for dice in &decl.dice {
        let slots = slot..slot + n_slots(dice);
        slot = slots.end;
        scripted.dice.push(ir::Dice {
            name: dice.name.clone(),
            faces: dice.dice.clone(),
            doubles: dice.doubles,
            slots: slots.map(|id| ir::GlobalId(id as u16)).collect(),
        });
    }
    let set_up = std::iter::repeat_n(None, usize::from(scripted.set_up));
    let rolls = decl.turns.iter().map(|turn| match turn.what {
        TurnKind::Roll(dice) => Some(dice.0),
        TurnKind::Move(_) => None,
    });
    if !decl.dice.is_empty() {
        scripted.rolls = set_up.chain(rolls).collect();
    }
}

fn rules(decl: &GameDecl) -> ir::Rules {
    ir::Rules {
        pile: match decl.model {
            BoardModel::Single => ir::Pile::Single,
            BoardModel::Stack => ir::Pile::Stack,
            BoardModel::Heap => ir::Pile::Heap,
        },
        view: ir::View::Now,
        start: if decl.options.shared { ir::Start::Anyone } else { ir::Start::Own },
        recycle: if decl.options.recycle { ir::Recycle::Capturer } else { ir::Recycle::Nowhere },
        ..ir::Rules::default()
    }
}

fn stages(decl: &GameDecl) -> Vec<ir::Stage> {
    let ko = match decl.options.ko {
        Ko::Off => None,
        Ko::Previous => Some(ir::Ko::Previous),
        Ko::Position => Some(ir::Ko::Position),
        Ko::Situation => Some(ir::Ko::Situation),
        Ko::Third => Some(ir::Ko::Third),
    };
    let pass = match decl.options.pass {
        Pass::Never => None,
        Pass::Forced => Some(ir::Pass::Forced),
        Pass::Always => Some(ir::Pass::Always),
    };
    let landing = decl.options.landing_continue.then_some(ir::Stage::Landing);
    let stages = [ko.map(ir::Stage::Ko), landing, Some(ir::Stage::Merge), pass.map(ir::Stage::Pass)];
    stages.into_iter().flatten().collect()
}

fn setup(decl: &GameDecl, out: &mut Diagnostics) -> Vec<ir::Placement> {
    let mut setup = Vec::with_capacity(decl.placements.len());
    for placement in &decl.placements {
        let kind = &decl.kinds[placement.kind.idx()];
        let mut attrs = Vec::new();
        if decl.model == BoardModel::Heap && !placement.attrs.is_empty() {
            let message = "a piece in a heap has no attributes of its own: its pieces are only counted";
            let problem = Diagnostic::error(codes::NEEDS_PILES, placement.origin, message);
            out.push(problem.hint("set up another piece type, or write `(model stack)` in the board"));
            continue;
        }
        for &(attr, value) in &placement.attrs {
            match kind.attrs.iter().find(|(own, _)| *own == attr) {
                Some(&(_, usual)) if number(usual) == number(value) => {}
                Some(_) => attrs.push((ids::attr(attr), number(value))),
                None => {
                    let names = (&kind.names[0], &decl.attrs[attr.idx()]);
                    let message = format!("`{}` has no attribute `{}`", names.0, names.1);
                    out.push(Diagnostic::error(codes::NO_ATTRIBUTE, placement.origin, message));
                }
            }
        }
        setup.push(ir::Placement {
            player: ids::player(placement.player),
            kind: ids::kind(placement.kind),
            cell: ids::cell(placement.cell),
            count: placement.count,
            attrs,
        });
    }
    setup
}

fn reserve(reserve: &zug_lang::ReserveDecl) -> ir::Reserve {
    ir::Reserve { player: ids::player(reserve.player), kind: ids::kind(reserve.kind), count: reserve.count }
}

impl Lowerer<'_> {
    /// What variables begin with.
    pub(super) fn initial_values(&mut self, game: &mut ir::Game) {
        for (at, global) in self.decl.globals.iter().enumerate() {
            game.globals[at].init = self.initial(&global.name, global.init);
        }
        for (player, decl) in self.decl.players.iter().enumerate() {
            for &(var, value) in &decl.vars {
                let name = &self.decl.player_vars[var.idx()];
                let init = self.initial(name, value);
                game.globals[self.player_value(var).idx() + player].init = init;
            }
        }
    }

    fn initial(&mut self, name: &str, value: Value) -> i32 {
        if let Value::Int(number) = value
            && !(-LARGE..LARGE).contains(&number)
        {
            let message = format!("the variable `{name}` starts as {number}, which is too large");
            self.report(codes::TOO_LARGE, self.decl.origin, message);
        }
        let value = self.constant(value);
        encode(value)
    }
}
