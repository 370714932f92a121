//! From games of the Zug language to scripts.
//!
//! Names, types and definitions are settled in `zug_lang`; here statements become ops one after another. `tables`
//! copies what is no code, `programs` makes whole scripts of rules and blocks, `stmt`, `expr`, `cond`, `look`, `choice`
//! and `calls` write the ops. The conventions that the engine relies on are those of [`zug_ir::script`].

mod tables;

mod programs;
mod setup;

mod calls;
mod choice;
mod cond;
mod expr;
mod look;
mod stmt;

mod emitter;
mod limits;
mod locals;
mod notation;
mod piles;
mod visit;

#[cfg(test)]
mod tests;

use crate::origins::Origins;
use crate::verify::{Blame, verify};
use crate::{Compiled, codes};
use emitter::Emitter;
use locals::Locals;
use programs::Exits;
use rustc_hash::FxHashMap;
use zug_ir::{AttackScope, LocalId, ModeRule, Scripted, TextId};
use zug_lang::ast::{self, KindId};
use zug_lang::{Attack, GameDecl};
use zug_source::{Diagnostic, Diagnostics, Origin, Symbols};

/// Compiles a game of the Zug language. `symbols` are those it was loaded with.
///
/// # Errors
///
/// Everything the engine cannot do with it. A message that begins with `internal:` is a bug of this crate, not of
/// the rules.
pub fn compile_lang(decl: &GameDecl, symbols: &Symbols) -> Result<Compiled, Vec<Diagnostic>> {
    let (game, origins) = translate(decl, symbols)?;
    let blame = Blame::new(decl.origin, &game, &origins);
    Ok(Compiled { game: verify(game, "lowering", &blame)?, origins })
}

fn translate(decl: &GameDecl, symbols: &Symbols) -> Result<(zug_ir::Game, Origins), Vec<Diagnostic>> {
    let (mut origins, mut out) = (Origins::default(), Diagnostics::new());
    let mut game = tables::tables(decl, &mut out);
    setup::tables(decl, &mut game, &mut out);
    limits::check(&game, decl, &mut out);
    if out.has_errors() {
        // Ids would not be what they seem from here on.
        return Err(out.into_vec());
    }
    let mut lowerer = Lowerer {
        decl,
        symbols,
        n_players: game.players.len(),
        code: Emitter::default(),
        scripted: Scripted::default(),
        texts: FxHashMap::default(),
        locals: Locals::new(decl),
        private: FxHashMap::default(),
        kind: None,
        exits: None,
        recheck: false,
        loops: 0,
        quantifiers: 0,
        values: 0,
        chosen: Vec::new(),
        n_ops: 0,
        overflowed: false,
        places: FxHashMap::default(),
        origins: &mut origins,
        out: &mut out,
    };
    lowerer.initial_values(&mut game);
    let scripted = lowerer.scripts();
    piles::check(&scripted, game.rules.pile, &origins, decl.origin, &mut out);
    game.scripted = Some(Box::new(scripted));
    tables::dice(decl, &mut game);
    if out.has_errors() { Err(out.into_vec()) } else { Ok((game, origins)) }
}

/// The state of lowering; the `impl` is spread over the files of this folder.
struct Lowerer<'a> {
    decl: &'a GameDecl,
    symbols: &'a Symbols,
    /// Those who are dice included.
    n_players: usize,
    code: Emitter,
    scripted: Scripted,
    texts: FxHashMap<String, TextId>,
    locals: Locals,
    /// The numbers of locals that only the script at hand knows.
    private: FxHashMap<ast::LocalId, LocalId>,
    /// Whose code is being lowered.
    kind: Option<KindId>,
    /// Where moves and parts end, in code where they can.
    exits: Option<Exits>,
    /// Checks of generation variables are made again later.
    recheck: bool,
    /// Open loops over lists and cells.
    loops: usize,
    /// Open quantifiers that leave no trace: what is checked in them is checked there only.
    quantifiers: usize,
    /// Open values inside which no move can end: quantifiers, calls, `as`.
    values: usize,
    /// Lists from which something has surely been chosen.
    chosen: Vec<LocalId>,
    n_ops: usize,
    /// There were more ops than a game may have.
    overflowed: bool,
    places: FxHashMap<Origin, u32>,
    origins: &'a mut Origins,
    out: &'a mut Diagnostics,
}

impl<'a> Lowerer<'a> {
    fn scripts(mut self) -> Scripted {
        let decl: &'a GameDecl = self.decl;
        let parts_end = programs::parts_end(decl);
        let kinds =
            (0..decl.kinds.len()).map(|kind| self.kind_scripts(KindId(kind as u16), parts_end)).collect();
        let mut players: Vec<_> =
            decl.players.iter().map(|player| self.player_rules(&player.moves)).collect();
        players.resize_with(self.n_players, Vec::new);
        let closing = programs::players_parts_end(decl).then(|| self.closing(None));
        let invariant = self.invariant(&decl.invariants, decl.origin);
        let goals = decl.goals.iter().map(|goal| self.goal(goal)).collect();
        let score = self.score();
        let mut set_up = Scripted { kinds, ..Scripted::default() };
        self.set_up(&mut set_up);
        let Scripted { kinds, modes: set_up_modes, set_up, .. } = set_up;
        self.check_totals();
        let mode = |mode: &zug_lang::ModeDecl| ModeRule {
            optional: mode.optional,
            any_piece: mode.continue_any,
            landing: mode.landing_continue,
            only_further: mode.only_continue,
        };
        let mut allies: Vec<_> =
            decl.players.iter().map(|player| crate::ids::players(&player.allies)).collect();
        if allies.iter().all(Vec::is_empty) {
            allies.clear();
        }
        Scripted {
            list_locals: self.locals.of_lists(),
            locals: self.locals.into_names(),
            gens: decl.gens.clone(),
            kinds,
            players,
            modes: decl.modes.iter().map(mode).chain(set_up_modes).collect(),
            set_up,
            priorities: crate::ids::modes(&decl.priorities),
            closing,
            invariant,
            goals,
            score,
            attack: match decl.options.attack {
                Attack::Pseudo => AttackScope::Pseudo,
                Attack::Priority => AttackScope::Priority,
                Attack::Legal => AttackScope::Legal,
            },
            skip_empty: decl.options.skip_empty,
            allies,
            ..self.scripted
        }
    }

    /// The number of a place.
    fn place(&mut self, origin: Origin) -> u32 {
        *self.places.entry(origin).or_insert_with(|| self.origins.add(origin))
    }

    fn report(&mut self, code: &'static str, origin: Origin, message: String) {
        self.out.push(Diagnostic::error(code, origin, message));
    }

    fn report_with_hint(&mut self, code: &'static str, origin: Origin, message: String, hint: &str) {
        self.out.push(Diagnostic::error(code, origin, message).hint(hint));
    }

    /// How many values an op takes; too many are reported.
    fn count(&mut self, n: usize, origin: Origin) -> u16 {
        u16::try_from(n).unwrap_or_else(|_| {
            let message = format!("{n} values in one list, at most {} are possible", u16::MAX);
            self.report(codes::TOO_MANY, origin, message);
            u16::MAX
        })
    }
}
