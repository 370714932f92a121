//! A game as text, for tests: names in place of numbers, and no places in the author's text.

use std::fmt::Write as _;
use zug_model::code::{Cond, Create, Num, Place, Stmt, StmtKind, Test, Then, Value, Who};
use zug_model::{Count, Game, GoalCond, Occupant, Places, Rule, Settings};

pub(crate) fn game(game: &Game) -> String {
    Printer { game }.all()
}

struct Printer<'a> {
    game: &'a Game,
}

impl Printer<'_> {
    fn all(&self) -> String {
        let game = self.game;
        let mut out = String::new();
        let mut line = |text: String| {
            let text = text.trim_end();
            if !text.is_empty() {
                let _ = writeln!(out, "{text}");
            }
        };
        line(format!("title {:?}", game.texts.title));
        for (what, text) in [
            ("description", &game.texts.description),
            ("history", &game.texts.history),
            ("strategy", &game.texts.strategy),
        ] {
            if !text.is_empty() {
                line(format!("{what} {text:?}"));
            }
        }
        if !game.settings.prefer.is_empty() {
            line(format!("prefer {:?}", game.settings.prefer));
        }
        let settings = Settings { prefer: Vec::new(), ..game.settings.clone() };
        let (set, plain) = (format!("{settings:#?}"), format!("{:#?}", Settings::default()));
        set.lines()
            .filter(|set| !plain.lines().any(|plain| plain == *set))
            .for_each(|set| line(set.trim().to_owned()));
        game.presentation.iter().for_each(|(name, value)| line(format!("presentation {name:?} {value:?}")));
        for player in &game.players {
            let turned = player.symmetry.iter().enumerate().filter(|(from, to)| *from != to.idx());
            let turned: Vec<String> = turned
                .map(|(from, to)| format!("{}={}", game.board.dirs[from], game.board.dirs[to.idx()]))
                .collect();
            let random = if player.random { " random" } else { "" };
            line(format!("player {}{random} {}", player.name, turned.join(" ")));
        }
        self.board(&mut line);
        for attr in &game.attrs {
            line(format!("attribute {}{}", attr.name, if attr.numeric { " numeric" } else { "" }));
        }
        if !game.modes.is_empty() {
            line(format!("modes {}", game.modes.join(" ")));
        }
        let priorities: Vec<&str> =
            game.priorities.iter().map(|mode| game.modes[mode.idx()].as_str()).collect();
        if !priorities.is_empty() {
            line(format!("priorities {}", priorities.join(" ")));
        }
        for global in &game.globals {
            line(format!(
                "global {} {}{}",
                global.name,
                global.init,
                if global.counter { " counter" } else { "" }
            ));
        }
        for (at, turn) in game.turns.iter().enumerate() {
            let modes = turn.modes.iter().flatten().map(|mode| game.modes[mode.idx()].as_str());
            let name = |player: zug_model::PlayerId| game.players[player.idx()].name.as_str();
            let acts =
                if turn.actor == turn.chooser { String::new() } else { format!(" for {}", name(turn.actor)) };
            let modes: Vec<&str> = modes.collect();
            let back = if at == game.repeat_from { "turn*" } else { "turn" };
            line(format!("{back} {}{acts} {}", name(turn.chooser), modes.join(" ")));
        }
        for kind in &game.kinds {
            line(format!("piece {}", kind.name));
            for (what, text) in
                [("notation", &kind.notation), ("help", &kind.help), ("description", &kind.description)]
            {
                if !text.is_empty() {
                    line(format!("  {what} {text:?}"));
                }
            }
            for &(attr, value) in &kind.attrs {
                line(format!("  {} {value}", game.attrs[attr.idx()].name));
            }
            if let Some(other) = kind.recycle_as {
                line(format!("  recycle-as {}", game.kinds[other.idx()].name));
            }
            kind.moves.iter().for_each(|rule| line(format!("  move {}", self.rule(rule))));
            kind.drops.iter().for_each(|rule| line(format!("  drop {}", self.rule(rule))));
        }
        for placement in &game.setup {
            let player = &game.players[placement.player.idx()].name;
            let many = if placement.count == 1 { String::new() } else { format!(" * {}", placement.count) };
            let cell = &game.board.cells[placement.cell.idx()].name;
            line(format!("setup {player} {} {cell}{many}", game.kinds[placement.kind.idx()].name));
        }
        for reserve in &game.reserves {
            let player = &game.players[reserve.player.idx()].name;
            let count = match reserve.count {
                Count::Exactly(count) => count.to_string(),
                Count::Unlimited => "unlimited".to_owned(),
            };
            line(format!("reserve {player} {} {count}", game.kinds[reserve.kind.idx()].name));
        }
        for goal in &game.goals {
            let players: Vec<&str> =
                goal.players.iter().map(|p| game.players[p.idx()].name.as_str()).collect();
            line(format!("{:?} ({}) {}", goal.verdict, players.join(" "), self.goal(&goal.cond)));
        }
        out
    }

    fn board(&self, line: &mut impl FnMut(String)) {
        let board = &self.game.board;
        let cells: Vec<String> = board
            .cells
            .iter()
            .map(|cell| {
                let rect = cell.rect.map_or(String::new(), |rect| format!("{rect:?}"));
                format!("{}{}{rect}", cell.name, if cell.hidden { "~" } else { "" })
            })
            .collect();
        line(format!("cells {}", cells.join(" ")));
        let name = |cell: zug_model::CellId| board.cells[cell.idx()].name.as_str();
        for (dir, arcs) in board.links.iter().enumerate() {
            let back = board.opposite[dir].map_or("none", |back| board.dirs[back.idx()].as_str());
            let arcs = arcs.iter().enumerate();
            let arcs: Vec<String> = arcs
                .filter_map(|(from, to)| to.map(|to| format!("{}-{}", board.cells[from].name, name(to))))
                .collect();
            line(format!("direction {} (back {back}) {}", board.dirs[dir], arcs.join(" ")));
        }
        for zone in &board.zones {
            for (player, cells) in zone.cells.iter().enumerate() {
                let cells: Vec<&str> = cells.iter().map(|&cell| name(cell)).collect();
                line(format!("zone {} {}: {}", zone.name, self.game.players[player].name, cells.join(" ")));
            }
        }
        for grid in &board.grids {
            let dims: Vec<String> = grid.dims.iter().map(|labels| labels.join("/")).collect();
            let cells: Vec<&str> = grid.cells.iter().map(|cell| cell.map_or("-", name)).collect();
            line(format!("grid {}: {}", dims.join(" "), cells.join(" ")));
        }
    }

    fn rule(&self, rule: &Rule) -> String {
        let mode = rule.mode.map_or(String::new(), |mode| format!("[{}] ", self.game.modes[mode.idx()]));
        format!("{mode}{}", self.body(&rule.body))
    }

    fn body(&self, body: &[Stmt]) -> String {
        body.iter().map(|stmt| self.stmt(&stmt.what)).collect::<Vec<String>>().join(" ")
    }

    fn stmt(&self, stmt: &StmtKind) -> String {
        let game = self.game;
        match stmt {
            StmtKind::Step(dir) => game.board.dirs[dir.idx()].clone(),
            StmtKind::Goto(place) => format!("goto {}", self.place(*place)),
            StmtKind::Mark => "mark".to_owned(),
            StmtKind::Back => "back".to_owned(),
            StmtKind::From => "from".to_owned(),
            StmtKind::To => "to".to_owned(),
            StmtKind::Cascade => "cascade".to_owned(),
            StmtKind::Verify(cond) => format!("verify {}", self.cond(cond)),
            StmtKind::If(parts) => {
                let (cond, then, otherwise) = &**parts;
                let otherwise = if otherwise.is_empty() {
                    String::new()
                } else {
                    format!(" else {{{}}}", self.body(otherwise))
                };
                format!("if {} {{{}}}{otherwise}", self.cond(cond), self.body(then))
            }
            StmtKind::While(parts) => format!("while {} {{{}}}", self.cond(&parts.0), self.body(&parts.1)),
            StmtKind::Foreach(zone, body) => {
                let zone = zone.map_or("board", |zone| &game.board.zones[zone.idx()].name);
                format!("foreach {zone} {{{}}}", self.body(body))
            }
            StmtKind::SetFlag(flag, value) => format!("{}:={}", game.flags[flag.idx()], self.value(value)),
            StmtKind::SetCellFlag(flag, parts) => {
                format!("{}@{}:={}", game.cell_flags[flag.idx()], self.place(parts.1), self.value(&parts.0))
            }
            StmtKind::SetAttr(attr, parts) => {
                format!("{}.{}:={}", self.place(parts.1), game.attrs[attr.idx()].name, self.value(&parts.0))
            }
            StmtKind::SetGlobal(global, value) => {
                format!("global {}:={}", game.globals[global.idx()].name, self.num(value))
            }
            StmtKind::Capture(place) => format!("capture {}", self.place(*place)),
            StmtKind::Tuck(place) => format!("tuck {}", self.place(*place)),
            StmtKind::Lift(number) => format!("lift {}", self.num(number)),
            StmtKind::Create(create) => self.create(create),
            StmtKind::ChangeKind(kind, place) => {
                format!("become {} {}", game.kinds[kind.idx()].name, self.place(*place))
            }
            StmtKind::ChangeOwner(who, place) => format!("give {} {}", self.who(*who), self.place(*place)),
            StmtKind::Flip(place) => format!("flip {}", self.place(*place)),
            StmtKind::Add(add) => {
                let kinds: Vec<&str> =
                    add.kinds.iter().map(|kind| game.kinds[kind.idx()].name.as_str()).collect();
                let then = match add.then {
                    Then::Done => String::new(),
                    Then::Part(None) => " ...".to_owned(),
                    Then::Part(Some(mode)) => format!(" ...{}", game.modes[mode.idx()]),
                };
                format!("{}({}){then}", if add.copy { "add-copy" } else { "add" }, kinds.join("|"))
            }
            StmtKind::RepeatTurn => "repeat-turn".to_owned(),
            StmtKind::AddReserve(parts) => format!(
                "reserve {} {} {}",
                self.who(parts.0),
                game.kinds[parts.1.idx()].name,
                self.num(&parts.2)
            ),
        }
    }

    fn create(&self, create: &Create) -> String {
        let kind = create.kind.map_or("same", |kind| &self.game.kinds[kind.idx()].name);
        let count = create.count.as_ref().map_or(String::new(), |count| format!(" * {}", self.num(count)));
        format!("create {} {kind} {}{count}", self.who(create.owner), self.place(create.at))
    }

    fn who(&self, who: Who) -> &str {
        match who {
            Who::Mover => "mover",
            Who::Next => "next",
            Who::Player(player) => &self.game.players[player.idx()].name,
        }
    }

    fn place(&self, place: Place) -> &str {
        match place {
            Place::Here => "here",
            Place::Dir(dir) => &self.game.board.dirs[dir.idx()],
            Place::Cell(cell) => &self.game.board.cells[cell.idx()].name,
            Place::From => "<from>",
            Place::To => "<to>",
            Place::Mark => "<mark>",
            Place::LastFrom => "<last-from>",
            Place::LastTo => "<last-to>",
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Cond(cond) => self.cond(cond),
            Value::Num(number) => self.num(number),
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        let list =
            |conds: &[Cond]| conds.iter().map(|cond| self.cond(cond)).collect::<Vec<String>>().join(" ");
        match cond {
            Cond::True => "true".to_owned(),
            Cond::False => "false".to_owned(),
            Cond::And(conds) => format!("(and {})", list(conds)),
            Cond::Or(conds) => format!("(or {})", list(conds)),
            Cond::Not(cond) => format!("(not {})", self.cond(cond)),
            Cond::Is(test, place) => format!("({} {})", self.test(*test), self.place(*place)),
            Cond::Flag(flag) => format!("(flag {})", self.game.flags[flag.idx()]),
            Cond::Cmp(op, parts) => format!("({op:?} {} {})", self.num(&parts.0), self.num(&parts.1)),
        }
    }

    fn test(&self, test: Test) -> String {
        let game = self.game;
        match test {
            Test::Kind(kind) => format!("kind {}", game.kinds[kind.idx()].name),
            Test::Owner(who) => format!("owner {}", self.who(who)),
            Test::Zone(zone) => format!("zone {}", game.board.zones[zone.idx()].name),
            Test::Cell(cell) => format!("cell {}", game.board.cells[cell.idx()].name),
            Test::CellFlag(flag) => format!("cell-flag {}", game.cell_flags[flag.idx()]),
            Test::Attr(attr) => format!("attr {}", game.attrs[attr.idx()].name),
            Test::Attacked(Some(mode)) => format!("Attacked {}", game.modes[mode.idx()]),
            Test::Defended(Some(mode)) => format!("Defended {}", game.modes[mode.idx()]),
            Test::Mover(player) => format!("mover {}", game.players[player.idx()].name),
            Test::Next(player) => format!("next {}", game.players[player.idx()].name),
            plain => format!("{plain:?}").replace("(None)", ""),
        }
    }

    fn num(&self, number: &Num) -> String {
        let game = self.game;
        match number {
            Num::Const(value) => value.to_string(),
            Num::Op(op, parts) => format!("({op:?} {} {})", self.num(&parts.0), self.num(&parts.1)),
            Num::Flag(flag) => format!("flag {}", game.flags[flag.idx()]),
            Num::CellFlag(flag, place) => format!("{}@{}", game.cell_flags[flag.idx()], self.place(*place)),
            Num::Attr(attr, place) => format!("{}.{}", self.place(*place), game.attrs[attr.idx()].name),
            Num::Global(global) => format!("global {}", game.globals[global.idx()].name),
            Num::Height(place) => format!("height {}", self.place(*place)),
            Num::Pieces { owner, kind, zone } => {
                let owner = owner.map_or("any", |who| self.who(who));
                let kind = kind.map_or("any", |kind| &game.kinds[kind.idx()].name);
                let zone = zone.map_or("any", |zone| &game.board.zones[zone.idx()].name);
                format!("(pieces {owner} {kind} {zone})")
            }
            Num::Reserve { owner, kind } => {
                format!("(stock {} {})", self.who(*owner), game.kinds[kind.idx()].name)
            }
            // The rest is not said in ZRF.
            other => format!("{other:?}"),
        }
    }

    fn goal(&self, cond: &GoalCond) -> String {
        let game = self.game;
        let list =
            |conds: &[GoalCond]| conds.iter().map(|cond| self.goal(cond)).collect::<Vec<String>>().join(" ");
        let kinds = |kinds: &[zug_model::KindId]| {
            kinds.iter().map(|kind| game.kinds[kind.idx()].name.as_str()).collect::<Vec<&str>>().join(" ")
        };
        let count = |n: u32, kind: &Option<zug_model::KindId>| {
            format!("{n} {}", kind.map_or("any", |kind| &game.kinds[kind.idx()].name))
        };
        match cond {
            GoalCond::And(conds) => format!("(and {})", list(conds)),
            GoalCond::Or(conds) => format!("(or {})", list(conds)),
            GoalCond::Not(cond) => format!("(not {})", self.goal(cond)),
            GoalCond::Checkmated(list) => format!("(checkmated {})", kinds(list)),
            GoalCond::Captured(list) => format!("(captured {})", kinds(list)),
            GoalCond::PiecesRemaining { n, kind } => format!("(remaining {})", count(*n, kind)),
            GoalCond::TotalPieceCount { n, kind } => format!("(total {})", count(*n, kind)),
            GoalCond::AbsoluteConfig { occupants, places } => {
                let occupants: Vec<String> =
                    occupants.iter().map(|occupant| self.occupant(occupant)).collect();
                let names = |cells: &[zug_model::CellId]| {
                    cells
                        .iter()
                        .map(|cell| game.board.cells[cell.idx()].name.as_str())
                        .collect::<Vec<&str>>()
                        .join(" ")
                };
                let places = match places {
                    Places::All(cells) => format!("all {}", names(cells)),
                    Places::Any(cells) => format!("any {}", names(cells)),
                    Places::Zone(zone) => format!("zone {}", game.board.zones[zone.idx()].name),
                };
                format!("(config {} on {places})", occupants.join("|"))
            }
            GoalCond::RelativeConfig { first, rest } => {
                let mut text = self.occupant(first);
                for (steps, occupant) in rest {
                    for step in steps {
                        let _ = write!(text, " {}", game.board.dirs[step.idx()]);
                    }
                    let _ = write!(text, " {}", self.occupant(occupant));
                }
                format!("(pattern {text})")
            }
            GoalCond::Cmp(op, left, right) => format!("({op:?} {} {})", self.num(left), self.num(right)),
            plain => format!("{plain:?}"),
        }
    }

    fn occupant(&self, occupant: &Occupant) -> String {
        let name = |kind: &zug_model::KindId| self.game.kinds[kind.idx()].name.as_str();
        match occupant {
            Occupant::Own(kind) => name(kind).to_owned(),
            Occupant::Opponent(kind) => format!("opponent:{}", name(kind)),
            Occupant::Any(kind) => format!("any:{}", name(kind)),
            Occupant::NotOwn(kind) => format!("not:{}", name(kind)),
        }
    }
}
