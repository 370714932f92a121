//! The plan of a game: for every rule the form that runs it, and the tables they share.

use crate::RuleForm;
use crate::across;
use crate::bits::{self, Bits};
use crate::breath::Breaths;
use crate::cellset::Near;
use crate::class::{BoardId, Class};
use crate::codes::Codes;
use crate::course::Course;
use crate::distinct::are_distinct;
use crate::first::{self, First};
use crate::flow::script::Memo;
use crate::flow::{self, Exit, ExitId, Flow, Places, RuleOf, Shared};
use crate::gate::Gate;
use crate::goal::{Check, GoalOf, Order, Reader, mentions};
use crate::guard;
use crate::guess::Guesses;
use crate::hops::{Hops, hops};
use crate::lane::Lane;
use crate::lasting::Lasting;
use crate::link::{self, Chain};
use crate::make::Ways;
use crate::num::{Expr, ExprId, ZoneOf};
use crate::numbers::Numbers;
use crate::pair::{Seconds, seconds};
use crate::position::Layout;
use crate::probe::Probe;
use crate::progress::never_repeats;
use crate::recipe::Recipe;
use crate::run::asks_stuck;
use crate::scripted;
use crate::serve::{menu_lists, serve};
use crate::sets::Set;
use crate::stages::{Stages, is_plain, royal_kinds, stages};
use crate::table::{Landing, Table};
use crate::threat::Attacks;
use crate::trial::Trial;
use crate::twin::Emission;
use crate::uniform::{Emit, Uniform};
use crate::ways::{Way, ways};
use crate::why::Why;
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use zug_ir::{
    AttrView, FlagScope, GlobalId, GoOn, GoalCond, KindId, ModeId, Pass, Pile, PlayerId, RuleRef, Start,
    Then, View, ZoneId,
};
use zug_vm::Program;

/// How a rule is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// All starts at once.
    Lanes,
    /// Start by start, from tables.
    Table,
    /// Start by start, question by question.
    Walk,
    /// Op by op, on heaps that are counts.
    Counts,
    /// As the interpreter has run it wherever the same was asked and answered.
    Recalled,
}

/// A rule of one player, with what depends on the width of boards.
#[derive(Debug)]
pub(crate) struct Rule<const W: usize> {
    plain: Plain,
    pub(crate) lane: Option<Lane<W>>,
    /// Where lanes of targets do better than lanes of starts.
    pub(crate) course: Option<Course<W>>,
    /// Of a rule that is walked.
    pub(crate) gate: Gate<W>,
    /// What must be true after its moves.
    pub(crate) lawful: Vec<Check<W>>,
}

impl<const W: usize> Deref for Rule<W> {
    type Target = Plain;

    fn deref(&self) -> &Plain {
        &self.plain
    }
}

impl<const W: usize> DerefMut for Rule<W> {
    fn deref_mut(&mut self) -> &mut Plain {
        &mut self.plain
    }
}

/// Rules without what depends on the width of boards: what asks for no more is compiled once.
pub(crate) fn plain<const W: usize>(rules: &[Rule<W>]) -> Vec<&Plain> {
    rules.iter().map(|rule| &rule.plain).collect()
}

/// A rule, whatever the width of boards.
#[derive(Debug)]
pub(crate) struct Plain {
    pub(crate) of: RuleOf,
    /// The pieces it is for.
    pub(crate) starts: BoardId,
    pub(crate) from: Starts,
    /// The flow as sets of starts see it.
    pub(crate) thin: Flow,
    pub(crate) ways: Result<Vec<Way>, Why>,
    pub(crate) form: Form,
    /// Why there is no faster one, if there is not.
    pub(crate) why: Option<Why>,
    /// Only its guard is run for all starts.
    pub(crate) lazy: bool,
    /// What is followed for a start that has passed the guard.
    pub(crate) probe: Option<Probe>,
    /// No part ends on a piece of the player's own.
    pub(crate) spares_own: bool,
    /// What its moves are worth, where moves are compared by that.
    pub(crate) worth: Vec<i32>,
}

/// Rules of one rank, by form.
#[derive(Debug, Default)]
pub(crate) struct Menu<const W: usize> {
    pub(crate) tables: Vec<(BoardId, Table<W>)>,
    pub(crate) landings: Vec<Landing>,
    /// Rules run as lanes without branches, together with those for the same starts.
    pub(crate) uniform: Vec<(Starts, Uniform<W>)>,
    /// Rules run as lanes that must be followed op by op.
    pub(crate) lanes: Vec<u16>,
    pub(crate) walks: Vec<u16>,
    /// Rules of one kind run as lanes that often make the same moves: their moves are put together by start.
    pub(crate) merged: Vec<Vec<u16>>,
    /// What one rule emits that another (or the same) emits as well: the second gives way.
    pub(crate) twins: Vec<Twin<W>>,
    /// Some exit lets the turn go on, or moves must be compared with each other.
    pub(crate) goes_on: bool,
    /// Some move may capture, and moves that do are compared.
    pub(crate) compares: bool,
    /// What its pieces do first, where their turns are looked through as hops.
    pub(crate) hops: Option<Vec<First<W>>>,
    /// For each emission that lets the turn go on: which starts go on. Where there is nothing else on offer, and first
    /// parts take equally many pieces.
    pub(crate) onward: Option<Vec<(Emit, Uniform<W>)>>,
    /// Its rules, those for the same starts together, in ascending order.
    pub(crate) rules: Vec<Vec<u16>>,
}

impl<const W: usize> Menu<W> {
    /// How many rules make the same part at most, as far as it is known without a position.
    pub(crate) fn most_alike(&self) -> u32 {
        let dropped = |twin: &Twin<W>| self.twins.iter().filter(|other| other.kept == twin.kept).count() + 1;
        let merged = self.merged.iter().map(Vec::len);
        self.twins.iter().map(dropped).chain(merged).max().unwrap_or(1) as u32
    }
}

/// Where the starts of a rule come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Starts {
    Board(BoardId),
    /// Every cell, if such a piece waits.
    Reserve(PlayerId, KindId),
    /// Every cell.
    All,
    /// The rule chooses nothing that it could start from: it is run once.
    Once,
}

/// Two emissions that make one move.
#[derive(Clone, Debug)]
pub(crate) struct Twin<const W: usize> {
    pub(crate) kept: Emission,
    pub(crate) dropped: Emission,
    pub(crate) starts: Bits<W>,
}

/// One turn of the order of turns.
#[derive(Debug)]
pub(crate) struct TurnPlan<const W: usize> {
    pub(crate) actor: PlayerId,
    pub(crate) chooser: PlayerId,
    pub(crate) after: u16,
    /// The move is drawn, all moves being equally likely.
    pub(crate) chance: bool,
    pub(crate) menus: Vec<Menu<W>>,
}

/// Everything there is to know about a game before it is played.
#[derive(Debug)]
pub(crate) struct Plan<const W: usize> {
    pub(crate) shared: Shared,
    pub(crate) codes: Codes,
    pub(crate) layout: Layout,
    pub(crate) rules: Vec<Rule<W>>,
    pub(crate) flows: Vec<Flow>,
    pub(crate) turns: Vec<TurnPlan<W>>,
    /// `next[player * n_kinds + kind]`: rules that may go on after a part.
    pub(crate) next: Vec<Vec<(Option<ModeId>, u16)>>,
    /// `seconds[player]`: what may follow his first part, if a turn has at most two.
    pub(crate) seconds: Vec<Option<Seconds<W>>>,
    /// `hops[player]`: how his turns go on, where masks can tell.
    pub(crate) hops: Vec<Option<Hops<W>>>,
    pub(crate) n_kinds: usize,
    pub(crate) stages: Stages<W>,
    /// `attacks[player]`: what he attacks, where somebody asks.
    pub(crate) attacks: Vec<Option<Attacks<W>>>,
    /// `rivals[player]`, and who comes after him.
    pub(crate) rivals: Vec<Vec<usize>>,
    pub(crate) next_player: Vec<usize>,
    pub(crate) goals: Vec<GoalOf<W>>,
    pub(crate) order: Order<W>,
    /// Found out when a search asks for it.
    lasting: OnceLock<Lasting>,
    pub(crate) counts_captures: bool,
    pub(crate) empty: BoardId,
    /// `choices[exit]`: how many moves an exit stands for; 0 if a set says how many.
    pub(crate) choices: Vec<u32>,
    /// `plain[exit]`: whether the move leaves a royal piece safe can be told from its start and its target.
    pub(crate) plain: Vec<bool>,
    /// `owned[player]`: the board of his pieces, where some rule asks for it.
    pub(crate) owned: Vec<Option<BoardId>>,
    /// `recipes[exit]`.
    pub(crate) recipes: Vec<Recipe>,
    /// Nobody asks for a piece after it has been taken.
    pub(crate) vanishes: bool,
    /// The same once the turn has ended.
    #[cfg(feature = "jit")]
    pub(crate) forgotten: bool,
    pub(crate) sets: Vec<Set<W>>,
    pub(crate) ways: Ways,
    /// `recycle_as[kind]`.
    pub(crate) recycle_as: Vec<KindId>,
    pub(crate) zones: FxHashMap<ZoneOf, Bits<W>>,
    pub(crate) goes_on_with_any: bool,
    pub(crate) stop_early: bool,
    /// Everybody's pieces may be moved.
    pub(crate) anyone: bool,
    /// A goal asks for it, and it can happen.
    pub(crate) asks_repetition: bool,
    /// Moves are judged by what was before: positions know it.
    pub(crate) remembers: bool,
    /// Its rules are scripts.
    pub(crate) scripted: bool,
    /// `cell_names[cell]`, where moves are named by cells.
    pub(crate) cell_names: Vec<String>,
    pub(crate) asks_stuck: bool,
    /// `last_choosers[turn]`: who has moved before, as far as the order of turns tells.
    pub(crate) last_choosers: Vec<PlayerId>,
    pub(crate) all_cells: Bits<W>,
    /// After so many plies every goal that was to be looked at has been looked at.
    pub(crate) settled: usize,
    /// Different moves of one part lead to different positions.
    pub(crate) distinct: bool,
    /// Made when the first random game is played.
    guesses: OnceLock<Option<Guesses<W>>>,
    /// The same.
    #[cfg(feature = "jit")]
    plies: OnceLock<Result<crate::jit::Plies, Why>>,
    /// Made when results are counted for the first time.
    #[cfg(feature = "jit")]
    counter: OnceLock<Option<crate::jit::Counter>>,
    /// Tests of every cell.
    pub(crate) trials: Vec<Trial<W>>,
    pub(crate) near: Vec<Near<W>>,
    /// The goals that are decided at once, where all of them ask for connected cells.
    pub(crate) chains: Option<Vec<Chain>>,
    /// Questions about groups of cells that are kept between moves.
    pub(crate) breaths: Option<Breaths>,
    /// What every goal decided later needs, if it is the same for all: a number that is 0, or is not.
    pub(crate) late_need: Option<(ExprId, bool)>,
    /// The exit of moves that are only found out when they are looked at.
    pub(crate) later: ExitId,
    /// There are such moves.
    pub(crate) lazy: bool,
    /// Values of the board that nothing changes, as the rules were read with them.
    pub(crate) fixed: Vec<(GlobalId, i32)>,
}

impl<const W: usize> Plan<W> {
    pub(crate) fn new(program: &Program) -> Result<Self, Why> {
        suitable(program)?;
        let game = program.game();
        let n_cells = game.board.cells.len();
        let numbers = Numbers::of(program)?;
        let mut codes = Codes::new(program, &numbers)?;
        let mut shared = Shared { places: Places::new(n_cells), numbers, ..Shared::default() };
        let empty = shared.classes.id(program, Class::Empty)?;
        let n_players = game.players.len();
        let mut all = Rules::<W> { program, rules: Vec::new(), flows: Vec::new() };
        if let Some(scripts) = &game.scripted {
            shared.written = scripted::written(game, scripts);
            scripted::add_rules(scripts, &mut shared, &mut all)?;
        }
        let mut next = Vec::new();
        for player in (0..n_players as u16).map(PlayerId) {
            for (k, kind) in game.kinds.iter().enumerate() {
                let mut list = Vec::new();
                let acts = game.turns.iter().any(|t| t.actor == player);
                for rule in kind.moves.iter().filter(|_| acts) {
                    list.push((rule.mode, all.add(&mut shared, player, KindId(k as u16), rule, false)?));
                }
                for rule in kind.drops.iter().filter(|_| acts) {
                    all.add(&mut shared, player, KindId(k as u16), rule, true)?;
                }
                next.push(list);
            }
        }
        let Rules { mut rules, flows, .. } = all;
        let goals = match &game.scripted {
            Some(scripts) => scripted::goals(program, scripts, &mut shared)?,
            None => Reader { program, shared: &mut shared }.goals()?,
        };
        let deferred = game.goals.iter().filter(|g| g.deferred);
        if deferred.into_iter().any(|g| mentions(&g.cond, &GoalCond::Repetition)) {
            return Err(Why::Goal("repetition"));
        }
        let mut stages = stages(program, &mut shared)?;
        if let Some(scripts) = &game.scripted {
            scripted::add_invariants(program, scripts, &mut shared, &mut rules)?;
        }
        for rule in rules.iter().filter(|rule| !rule.lawful.is_empty()) {
            stages.lawful[rule.of.player.idx()] = true;
        }
        let lawful = stages.lawful.contains(&true);
        let remembers = shared.exprs.ask_for_the_past();
        if remembers && shared.exprs.mention(Expr::Repeated) {
            return Err(Why::Op("repeated"));
        }
        let mut turns = Vec::new();
        for (i, turn) in game.turns.iter().enumerate() {
            let mut menus = Vec::new();
            for lists in menu_lists(program, &plain(&rules), i) {
                let mut menu = Menu::default();
                if across::may_meet(program, &shared, &plain(&rules), &flows, &lists) {
                    return Err(Why::Twins);
                }
                for list in lists {
                    serve(program, &mut shared, &codes, &mut rules, &flows, &mut menu, turn.actor, &list)?;
                    let mut list: Vec<u16> = list.iter().map(|i| *i as u16).collect();
                    list.sort_unstable();
                    menu.rules.push(list);
                }
                menus.push(menu);
            }
            let after = program.turn_after(i as u16);
            let chance = game.players[turn.chooser.idx()].random;
            turns.push(TurnPlan { actor: turn.actor, chooser: turn.chooser, after, chance, menus });
        }
        let several = shared.exits.all.iter().any(|e| e.then != Then::Done);
        let judged = !stages.illegal.is_empty() || stages.royal.iter().any(|r| !r.is_empty());
        if stages.pass.is_some() && lawful {
            return Err(Why::Stage("pass"));
        }
        let valued = rules.iter().any(|rule| !rule.worth.is_empty());
        if valued && (judged || lawful) {
            return Err(Why::Stage("prefer"));
        }
        if judged && (!stages.prefer.is_empty() || stages.landing) {
            return Err(Why::Stage("prefer"));
        }
        if !stages.illegal.is_empty() && (several || stages.pass.is_some()) {
            return Err(Why::Stage("illegal"));
        }
        let compares = !stages.prefer.is_empty() || stages.landing || judged;
        // What a part leaves where piles were is not known before it is carried out.
        let piles = game.rules.pile == Pile::Stack;
        let seconds = if compares || stages.pass.is_some() || piles {
            (0..n_players).map(|_| None).collect()
        } else {
            seconds(program, &mut shared, &codes, &rules, &flows, &next)
        };
        let later = guard::later(&mut shared);
        let listed =
            |p: usize| !several || judged || stages.pass == Some(Pass::Always) || seconds[p].is_some();
        let hops = (0..n_players as u16).map(PlayerId).map(|p| {
            let of = || hops(program, &shared, &codes, &rules, &flows, &next, p);
            if piles || listed(p.idx()) { None } else { of() }
        });
        let mut hops: Vec<Option<Hops<W>>> = hops.collect();
        for turn in &mut turns {
            if let Some(hops) = &mut hops[turn.actor.idx()] {
                first::serve(program, &mut shared, &codes, (&rules, &flows), hops, &mut turn.menus, later);
            }
        }
        codes.show(program, &shared.classes, W);
        let judging = || stages.illegal.iter().flat_map(|(_, checks)| checks);
        let asks = flows.iter().chain(&shared.trials).any(Flow::asks_attacks)
            || stages.royal.iter().any(|r| !r.is_empty())
            || goals.iter().map(|g| &g.check).chain(judging()).any(asks_attacks);
        if asks && piles {
            return Err(Why::Piles);
        }
        if asks && game.rules.flag_scope != FlagScope::Part {
            return Err(Why::LastingFlags);
        }
        let mut attacks = Vec::new();
        for player in 0..n_players {
            let found = if asks { Some(attacks_of(program, &shared, &rules, player, empty)?) } else { None };
            attacks.push(found);
        }
        let ends_stuck = goals.iter().any(|g| g.deferred && matches!(g.check, Check::Stuck));
        let asks_repetition = shared.exprs.mention(Expr::Repeated)
            || goals.iter().any(|g| any_check(&g.check, &|c| matches!(c, Check::Repetition)))
                && (piles || !never_repeats(&shared, &plain(&rules), &flows, (stages.pass, ends_stuck)));
        let distinct = !piles && are_distinct(program, &shared, &plain(&rules), &flows);
        let mut layout = Layout::new(program, &shared.classes, W);
        if shared.grows {
            layout.watched.extend(&shared.written);
        }
        let asks_taken = goals.iter().map(|g| &g.check).chain(judging()).any(asks_captured);
        let counts_captures = !stages.prefer.is_empty() || asks_taken;
        let flows_of_trials = shared.trials.clone();
        let trials = flows_of_trials.iter().map(|f| Trial::new(f, &mut shared)).collect::<Result<_, _>>()?;
        let near = Near::all(program, &shared.cell_sets);
        let chains = link::chains(&shared, &goals, &near);
        let breaths = Breaths::new(&shared, &near);
        let late_need = scripted::late_need(&shared, &goals);
        let fixed = scripted::fixed(program, &shared.written);
        let choices = |e: &Exit| if e.each.is_some() { 0 } else { e.kinds.len().max(1) as u32 };
        let choices = shared.exits.all.iter().map(choices).collect();
        let sets = shared.sets.iter().map(|s| Set::new(s, &shared.places)).collect::<Result<_, _>>()?;
        let royal: Vec<KindId> = royal_kinds(program);
        let recipes: Vec<Recipe> =
            shared.exits.all.iter().map(|e| Recipe::of(e, &codes, &layout, &shared.exprs)).collect();
        let plain = shared.exits.all.iter().zip(&recipes).map(|(e, r)| is_plain(e, r, &royal)).collect();
        let players = (0..n_players as u16).map(PlayerId);
        let owned = players.map(|p| shared.classes.find(program, Class::Owned(p))).collect();
        let vanishes = !piles
            && !counts_captures
            && game.rules.recycle == zug_ir::Recycle::Nowhere
            && layout.doomed.is_none();
        shared.memo = Memo::default();
        Ok(Plan {
            settled: if game.scripted.is_some() { game.turns.len() } else { 1 },
            trials,
            fixed,
            near,
            chains,
            breaths,
            late_need,
            later,
            lazy: rules.iter().any(|r| r.lazy),
            shared,
            codes,
            layout,
            rules,
            flows,
            turns,
            next,
            seconds,
            hops,
            n_kinds: game.kinds.len(),
            stages,
            attacks,
            rivals: (0..n_players)
                .map(|v| {
                    let chance = |p: usize| game.scripted.is_some() && game.players[p].random;
                    let rival = |p: &usize| *p != v && program.is_active(PlayerId(*p as u16)) && !chance(*p);
                    (0..n_players).filter(rival).collect()
                })
                .collect(),
            next_player: (0..n_players).map(|p| program.next_player(PlayerId(p as u16)).idx()).collect(),
            asks_stuck: game.goals.iter().any(|g| asks_stuck(&g.cond)),
            last_choosers: (0..game.turns.len()).map(|t| program.chooser_before(t as u16)).collect(),
            scripted: game.scripted.is_some(),
            cell_names: game.board.cells.iter().map(|c| c.name.clone()).collect(),
            asks_repetition,
            remembers,
            order: Order::of(&goals),
            lasting: OnceLock::new(),
            goals,
            counts_captures,
            empty,
            choices,
            plain,
            owned,
            recipes,
            vanishes,
            #[cfg(feature = "jit")]
            forgotten: game.rules.recycle == zug_ir::Recycle::Nowhere && !asks_taken,
            sets,
            ways: Ways::of(program),
            recycle_as: game.kinds.iter().map(|k| k.recycle_as).collect(),
            zones: zones(program),
            goes_on_with_any: game.rules.go_on == GoOn::AnyPiece,
            stop_early: game.rules.stop_early,
            anyone: game.rules.start == Start::Anyone,
            all_cells: bits::of_cells(0..n_cells as u16),
            distinct,
            guesses: OnceLock::new(),
            #[cfg(feature = "jit")]
            plies: OnceLock::new(),
            #[cfg(feature = "jit")]
            counter: OnceLock::new(),
        })
    }

    /// What moves of random games are guessed from, where they are, and no machine code draws them.
    pub(crate) fn guesses(&self) -> Option<&Guesses<W>> {
        #[cfg(feature = "jit")]
        let coded = || self.plies().is_some();
        #[cfg(not(feature = "jit"))]
        let coded = || false;
        let known = || self.layout.piles || coded();
        self.guesses.get_or_init(|| if known() { None } else { Guesses::new(self) }).as_ref()
    }

    /// The machine code of random games, where there is some.
    #[cfg(feature = "jit")]
    pub(crate) fn plies(&self) -> Option<&crate::jit::Plies> {
        self.known_plies().as_ref().ok()
    }

    #[cfg(feature = "jit")]
    fn known_plies(&self) -> &Result<crate::jit::Plies, Why> {
        self.plies.get_or_init(|| crate::jit::Plies::new(self))
    }

    /// Why there is none.
    #[cfg(feature = "jit")]
    pub(crate) fn no_plies(&self) -> Option<Why> {
        self.known_plies().as_ref().err().copied()
    }

    /// The machine code that counts results, where there is some.
    #[cfg(feature = "jit")]
    pub(crate) fn counter(&self) -> Option<&crate::jit::Counter> {
        self.counter.get_or_init(|| crate::jit::Counter::new(self)).as_ref()
    }

    /// From now on nothing is done by machine code.
    #[cfg(feature = "jit")]
    pub(crate) fn forget_code(&mut self) {
        // Moves are drawn as before.
        self.guesses();
        self.plies = OnceLock::from(Err(Why::Code("nobody wants it")));
        self.counter = OnceLock::from(None);
    }

    /// Which moves nothing can take back.
    pub(crate) fn lasting(&self) -> &Lasting {
        let sizes = (self.rivals.len(), self.n_kinds);
        self.lasting.get_or_init(|| {
            Lasting::new(
                &self.shared,
                &plain(&self.rules),
                &self.flows,
                sizes,
                self.scripted || self.layout.piles,
            )
        })
    }

    /// How each rule is run.
    pub(crate) fn forms(&self) -> Vec<RuleForm> {
        let form = |rule: &Rule<W>| {
            let RuleOf { player, kind, block, drop, .. } = rule.of;
            RuleForm { player, kind, block, drop, form: rule.form, why: rule.why }
        };
        self.rules.iter().map(form).collect()
    }
}

/// What the whole game must be like.
fn suitable(program: &Program) -> Result<(), Why> {
    let game = program.game();
    let rules = &game.rules;
    let checks = [
        (rules.pile == Pile::Heap || rules.pile == Pile::Stack && game.scripted.is_some(), Why::Piles),
        (game.scripted.is_none() && rules.view != View::Before, Why::SeesItself),
        (rules.attr_view != AttrView::ByCell && !game.attrs.is_empty(), Why::FollowingAttributes),
        (game.globals.len() + game.flags.len() > usize::from(u16::MAX), Why::LastingFlags),
        (game.board.cells.len() > 1024, Why::TooManyCells),
        (game.turns.iter().all(|t| game.players[t.chooser.idx()].random), Why::Chance),
        (rules.recycle_promotions, Why::Op("promotion from the reserve")),
        (program.moves_others(), Why::Op("from")),
        (!program.merges(), Why::Stage("merge")),
        (program.has_ko(), Why::Stage("ko")),
    ];
    if let Some((_, why)) = checks.into_iter().find(|(bad, _)| *bad) {
        return Err(why);
    }
    game.scripted.as_ref().map_or(Ok(()), |scripts| scripted::suitable(program, scripts))
}

pub(crate) struct Rules<'a, const W: usize> {
    pub(crate) program: &'a Program,
    pub(crate) rules: Vec<Rule<W>>,
    flows: Vec<Flow>,
}

impl<const W: usize> Rules<'_, W> {
    fn add(
        &mut self,
        shared: &mut Shared,
        player: PlayerId,
        kind: KindId,
        rule: &RuleRef,
        drop: bool,
    ) -> Result<u16, Why> {
        let anyone = self.program.game().rules.start == Start::Anyone;
        let of = RuleOf { player, kind, mode: rule.mode, block: rule.block, drop, anyone };
        let flow = flow::build(self.program, shared, of)?;
        let class = match (drop, anyone) {
            (true, _) => Class::Empty,
            (false, true) => Class::Kind(kind),
            (false, false) => Class::Piece(player, kind),
        };
        let starts = shared.classes.id(self.program, class)?;
        let from = if drop { Starts::Reserve(player, kind) } else { Starts::Board(starts) };
        self.push(shared, of, flow, starts, from)
    }

    pub(crate) fn push(
        &mut self,
        shared: &mut Shared,
        of: RuleOf,
        flow: Flow,
        starts: BoardId,
        from: Starts,
    ) -> Result<u16, Why> {
        let mut thin = flow::lanes_only(&flow);
        let guard = guard::guard(shared, &thin);
        let lazy = guard.is_some();
        thin = guard.unwrap_or(thin);
        let mut ways = match lazy {
            true => Err(Why::Op("flood")),
            false => ways(&thin, self.program.game().board.cells.len()),
        };
        // Numbers that differ from start to start are asked start by start.
        let alike = lazy || !guard::is_late_flow(shared, &thin);
        let course = if alike && !lazy && !of.drop { Course::new(shared, &thin) } else { None };
        let thin = flow::fused(&thin, &mut shared.places)?;
        let lane =
            Lane::new(&thin, &shared.places).and_then(|l| if alike { Ok(l) } else { Err(Why::ByStart) });
        let why = if lazy { Some(Why::Op("flood")) } else { lane.as_ref().err().copied() };
        let lane = lane.ok();
        if let Ok(list) = &ways
            && list.iter().any(|w| shared.exits.get(w.exit).each.is_some())
        {
            ways = Err(Why::TooManyWays);
        }
        let spares_own =
            ways.as_ref().is_ok_and(|list| list.iter().all(|way| way.takes_own(shared, &of).is_empty()));
        let probe = if lazy { Probe::new(&flow, &mut shared.places)? } else { None };
        let form = Form::Walk;
        let worth = Vec::new();
        let plain = Plain { of, starts, from, thin, ways, form, why, lazy, probe, spares_own, worth };
        self.rules.push(Rule { plain, lane, course, gate: Gate::default(), lawful: Vec::new() });
        self.flows.push(flow);
        Ok(self.rules.len() as u16 - 1)
    }
}

fn attacks_of<const W: usize>(
    program: &Program,
    shared: &Shared,
    rules: &[Rule<W>],
    player: usize,
    empty: BoardId,
) -> Result<Attacks<W>, Why> {
    let mut list = Vec::new();
    let begins = |rule: &&Rule<W>| program.begins(rule.of.mode);
    let his = || rules.iter().filter(|r| r.of.player.idx() == player && !r.of.drop).filter(begins);
    // A player attacks by all rules of his pieces, whether or not it is ever his turn to use them.
    let rival = program.is_active(PlayerId(player as u16)) || follows(program, player);
    let known = |kind: usize, rule: &zug_ir::RuleRef| {
        !program.begins(rule.mode) || his().any(|r| r.of.kind.idx() == kind && r.of.block == rule.block)
    };
    let kinds = || program.game().kinds.iter().enumerate();
    if rival && !kinds().all(|(kind, of)| of.moves.iter().all(|rule| known(kind, rule))) {
        return Err(Why::Stage("royal"));
    }
    for rule in his() {
        match &rule.ways {
            Ok(ways) => list.extend(ways.iter().map(|w| (rule.starts, w.clone()))),
            Err(why) => return Err(*why),
        }
    }
    Attacks::new(shared, list, program.game().board.cells.len(), empty)
}

/// Does the player come after another one?
fn follows(program: &Program, player: usize) -> bool {
    let players = (0..program.game().players.len() as u16).map(PlayerId);
    players.map(|p| (p, program.next_player(p))).any(|(p, next)| next.idx() == player && p != next)
}

fn any_check<const W: usize>(check: &Check<W>, f: &dyn Fn(&Check<W>) -> bool) -> bool {
    f(check)
        || match check {
            Check::And(list) | Check::Or(list) => list.iter().any(|c| any_check(c, f)),
            Check::Not(inner) => any_check(inner, f),
            _ => false,
        }
}

fn asks_attacks<const W: usize>(check: &Check<W>) -> bool {
    any_check(check, &|c| matches!(c, Check::Checkmated(..)))
}

fn asks_captured<const W: usize>(check: &Check<W>) -> bool {
    any_check(check, &|c| matches!(c, Check::Captured(..)))
}

/// The cells of every zone of every player.
fn zones<const W: usize>(program: &Program) -> FxHashMap<ZoneOf, Bits<W>> {
    let game = program.game();
    let mut zones = FxHashMap::default();
    for (z, zone) in game.board.zones.iter().enumerate() {
        for (p, cells) in zone.cells.iter().enumerate() {
            let of = ZoneOf { zone: ZoneId(z as u16), player: PlayerId(p as u16) };
            zones.insert(of, bits::of_cells(cells.iter().map(|c| c.0)));
        }
    }
    zones
}
