//! Pieces with their moves.

use crate::Cx;
use crate::code::{self, Plan, Sort};
use crate::fold::{Code, fold};
use crate::form::{Form, Sort as Names, What, check, list, number, text, word};
use crate::losses::codes;
use crate::size;
use zug_model::code::StmtKind;
use zug_model::{AttrId, Count, KindId, ModeId, PlayerId};

/// Rules, not yet written.
pub(crate) struct Plans<'a> {
    pub(crate) kinds: Vec<KindPlans<'a>>,
}

pub(crate) struct KindPlans<'a> {
    pub(crate) moves: Vec<Plan<'a>>,
    pub(crate) drops: Vec<Plan<'a>>,
}

/// Everything written about rules.
pub(crate) struct Rules {
    pub(crate) defines: Vec<Form>,
    pub(crate) pieces: Vec<Form>,
    /// Moves of players.
    pub(crate) players: Vec<Form>,
}

pub(crate) fn plan<'a>(cx: &mut Cx<'a>) -> Plans<'a> {
    let mut kinds = Vec::new();
    for (id, kind) in (0..).map(KindId).zip(&cx.game.kinds) {
        let plans = KindPlans {
            moves: kind.moves.iter().map(|rule| Plan::new(cx, id, rule, false)).collect(),
            drops: kind.drops.iter().map(|rule| Plan::new(cx, id, rule, true)).collect(),
        };
        for plan in plans.moves.iter().chain(&plans.drops) {
            for &(origin, message) in &plan.troubles {
                cx.losses.add(codes::STATEMENT, origin, message);
            }
        }
        cx.common[id.idx()] = common_attrs(&plans);
        kinds.push(plans);
    }
    let all = || kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops));
    let elsewhere: Vec<zug_source::Span> = all().flat_map(Plan::marks_elsewhere).collect();
    for kind in &mut kinds {
        kind.moves.iter_mut().chain(&mut kind.drops).for_each(|plan| plan.learn_marks(&elsewhere));
    }
    Plans { kinds }
}

/// Attributes that every move of a kind sets on the moving piece, to the same value: they go to `post`.
fn common_attrs(plans: &KindPlans<'_>) -> Vec<(AttrId, i32)> {
    let mut common: Option<Vec<(AttrId, i32)>> = None;
    for plan in plans.moves.iter().chain(&plans.drops) {
        let mut promotes = false;
        code::each_stmt(&plan.rule.body, &mut |stmt| {
            promotes |= matches!(&stmt.what, StmtKind::Add(add) if !add.kinds.is_empty() || add.copy);
        });
        if promotes {
            return Vec::new();
        }
        for (_, record) in plan.pending.ends() {
            let mut here = Vec::new();
            for stmt in plan.effects() {
                let id = crate::flow::key(stmt);
                if let StmtKind::SetAttr(attr, what) = &stmt.what
                    && record.must.contains(&id)
                    && plan.when(id) == code::When::OnTarget(0)
                    && let Some(value) = code::constant(&what.0)
                {
                    here.retain(|(known, _)| known != attr);
                    here.push((*attr, value));
                }
            }
            common = Some(match common {
                None => here,
                Some(known) => known.into_iter().filter(|pair| here.contains(pair)).collect(),
            });
        }
    }
    common.unwrap_or_default()
}

/// Writes all rules, unless they are too much.
pub(crate) fn write<'a>(cx: &mut Cx<'a>, plans: &Plans<'a>) -> Option<Rules> {
    let mut codes = Vec::new();
    let mut rules = Vec::new();
    let by_player = cx.moves_are_players();
    // Once for what tests of one macro have in common and for how much it is, and then for good.
    let mut forms = 0;
    for (id, kind) in (0..).map(KindId).zip(&plans.kinds) {
        let sort = if by_player { Sort::Player } else { Sort::Move };
        let moves = kind.moves.iter().map(|plan| (plan, sort));
        for (plan, sort) in moves.chain(kind.drops.iter().map(|plan| (plan, Sort::Drop))) {
            forms += size::forms(&code::write(cx, id, sort, plan));
            if forms > size::MAX_FORMS {
                return None;
            }
        }
    }
    for (id, kind) in (0..).map(KindId).zip(&plans.kinds) {
        let all = kind
            .moves
            .iter()
            .map(|plan| (plan, Sort::Move))
            .chain(kind.drops.iter().map(|p| (p, Sort::Drop)));
        for (plan, sort) in all {
            let sort = if by_player && sort == Sort::Move { Sort::Player } else { sort };
            let mut forms = code::write(cx, id, sort, plan);
            if sort == Sort::Drop {
                let mut back = give_back(cx, id);
                back.iter_mut().for_each(|form| form.call = plan.base);
                back.extend(forms);
                forms = back;
            }
            let lower = cx.game.kinds[id.idx()].name.to_lowercase();
            let title = format!("{lower}-{}", if sort == Sort::Drop { "drop" } else { "move" });
            codes.push(Code { forms, base: plan.base, title: Some(title) });
            rules.push((id, sort, plan.rule.mode));
        }
    }
    let defines = fold(cx, &mut codes);
    let mut written: Vec<(KindId, Sort, Option<ModeId>, Vec<Form>)> =
        rules.into_iter().zip(codes).map(|((id, sort, mode), code)| (id, sort, mode, code.forms)).collect();
    merge(&mut written);
    let mut defines = defines;
    if cx.asks_stuck {
        defines.push(can_move(cx, plans, &written));
    }
    let mut pieces = Vec::new();
    for id in (0..plans.kinds.len() as u16).map(KindId) {
        let own: Vec<_> =
            written.iter().filter(|(kind, sort, ..)| *kind == id && *sort != Sort::Player).collect();
        let form = piece(cx, id, &own);
        pieces.push(form);
    }
    let mut players = Vec::new();
    for (id, _, mode, forms) in written.iter().filter(|(_, sort, ..)| *sort == Sort::Player) {
        let choose = list("any", [cx.names.kind(*id)]);
        let mut kids = mode_of(cx, *mode);
        kids.extend([choose, list("log", [word("here")])]);
        kids.extend(forms.iter().cloned());
        players.push(list("move", kids));
    }
    Some(Rules { defines, pieces, players })
}

/// Has the player a move? Every rule is asked, on a board that is put back.
fn can_move(cx: &mut Cx<'_>, plans: &Plans<'_>, rules: &[(KindId, Sort, Option<ModeId>, Vec<Form>)]) -> Form {
    let mut fits = true;
    for plan in plans.kinds.iter().flat_map(|kind| kind.moves.iter().chain(&kind.drops)) {
        if !ends_at_tail(&plan.rule.body) || cx.has_parts {
            fits = false;
            let message = "`stuck`, where it would be asked whether this rule has a move";
            cx.losses.add(codes::GOAL, plan.rule.origin, message);
        }
    }
    let judged = cx.game.settings.ko != zug_model::Ko::Off
        || cx.game.goals.iter().any(|goal| goal.verdict == zug_model::Verdict::Illegal)
        || cx.game.goals.iter().any(|goal| crate::goals::is_mate(&goal.cond))
        || cx.pre.iter().any(|pre| !pre.is_empty())
        || cx.neutral.iter().any(|_| cx.game.settings.ownership == zug_model::Ownership::Anyone);
    if judged {
        cx.losses.add(codes::GOAL, cx.game.origin, "`stuck`, where moves are judged by what they lead to");
    }
    let mut ways = Vec::new();
    for (id, sort, _, forms) in rules {
        let kind = cx.names.kind(*id);
        let mut code = match sort {
            Sort::Drop => vec![list("any", [word("position")])],
            _ => vec![list("any", [kind.clone()]), check(word("is-friend?")), word("take")],
        };
        code.extend(forms.iter().cloned());
        let way = list("exists?", code);
        ways.push(match sort {
            Sort::Drop => crate::form::all(vec![list(">", [list("reserve-of", [kind]), number(0)]), way]),
            _ => way,
        });
    }
    let name = Form::named(Names::Define, cx.names.made("can-move", "can-move?"));
    // A definition cannot end a move.
    list("define", [name, if fits { crate::form::one(ways) } else { word("true") }])
}

/// Does every part end as the last thing its rule does?
fn ends_at_tail(stmts: &[zug_model::code::Stmt]) -> bool {
    let Some((last, before)) = stmts.split_last() else { return true };
    let inside = match &last.what {
        StmtKind::If(parts) => ends_at_tail(&parts.1) && ends_at_tail(&parts.2),
        StmtKind::Foreach(_, body) => ends_at_tail(body),
        StmtKind::While(parts) => !crate::flow::has_end(&parts.1),
        _ => true,
    };
    inside && !crate::flow::has_end(before)
}

fn mode_of(cx: &mut Cx<'_>, mode: Option<ModeId>) -> Vec<Form> {
    let mode = cx.rule_mode(mode);
    mode.map(|mode| list("mode", [mode])).into_iter().collect()
}

/// Pieces of a reserve without end come back as soon as one is used.
fn give_back(cx: &mut Cx<'_>, kind: KindId) -> Vec<Form> {
    let endless: Vec<PlayerId> = cx
        .game
        .reserves
        .iter()
        .filter(|r| r.kind == kind && r.count == Count::Unlimited)
        .map(|r| r.player)
        .collect();
    if endless.is_empty() {
        return Vec::new();
    }
    let back = list("reserve!", [cx.names.kind(kind), number(1)]);
    if cx.active.iter().all(|player| endless.contains(player)) {
        return vec![back];
    }
    let owners = endless.iter().map(|&player| cx.names.player(player));
    vec![list("if", [list("=", std::iter::once(word("me")).chain(owners)), back])]
}

/// Moves that differ in one direction only are one move with a choice.
fn merge(rules: &mut Vec<(KindId, Sort, Option<ModeId>, Vec<Form>)>) {
    let mut at = 0;
    while at < rules.len() {
        let mut other = at + 1;
        while other < rules.len() {
            let same =
                (rules[at].0, rules[at].1, rules[at].2) == (rules[other].0, rules[other].1, rules[other].2);
            let joined = if same { join(&rules[at].3, &rules[other].3) } else { None };
            match joined {
                Some(forms) => {
                    rules[at].3 = forms;
                    rules.remove(other);
                }
                None => other += 1,
            }
        }
        at += 1;
    }
}

/// Two rules as one, if exactly one direction differs that is an argument, or a step of its own.
fn join(a: &[Form], b: &[Form]) -> Option<Vec<Form>> {
    if a.len() != b.len() {
        return None;
    }
    let differing: Vec<usize> = (0..a.len()).filter(|&at| a[at] != b[at]).collect();
    let &[at] = &differing[..] else { return None };
    let (left, right) = (a[at].kids(), b[at].kids());
    let head = left.first()?;
    let step = head.is_word("check") && left.len() == 2;
    let whole = a.len() == 1 && matches!(head.what, What::Word(Names::Define, _));
    if left.len() != right.len() || Some(head) != right.first() || !(step || whole) {
        return None;
    }
    let differing: Vec<usize> = (0..left.len()).filter(|&kid| left[kid] != right[kid]).collect();
    let &[kid] = &differing[..] else { return None };
    let dirs = |form: &Form| -> Option<Vec<Form>> {
        match &form.what {
            What::Word(Names::Dir, _) => Some(vec![form.clone()]),
            What::List(kids) if form.is_form("any") => Some(kids[1..].to_vec()),
            _ => None,
        }
    };
    let (mut all, more) = (dirs(&left[kid])?, dirs(&right[kid])?);
    all.extend(more);
    // With one choice everything else is fixed.
    let chooses = |form: &Form| form.is_form("any") || form.kids().iter().any(|kid| kid.is_form("any"));
    if a.iter().enumerate().any(|(n, form)| n != at && chooses(form))
        || left.iter().enumerate().any(|(n, form)| n != kid && chooses(form))
    {
        return None;
    }
    let mut kids = left.to_vec();
    kids[kid] = list("any", all);
    let mut forms = a.to_vec();
    forms[at] = Form { what: What::List(kids), call: a[at].call };
    Some(forms)
}

fn piece(cx: &mut Cx<'_>, id: KindId, rules: &[&(KindId, Sort, Option<ModeId>, Vec<Form>)]) -> Form {
    let kind = &cx.game.kinds[id.idx()];
    let mut items = vec![list("name", [cx.names.kind(id)])];
    // Something with blanks stands for nothing in a position.
    if !kind.notation.is_empty() && !kind.notation.contains(char::is_whitespace) {
        items.push(list("notation", [text(&kind.notation)]));
    }
    if !kind.help.is_empty() {
        items.push(list("help", [text(&kind.help)]));
    }
    for &(attr, value) in &kind.attrs {
        let value = if cx.game.attrs[attr.idx()].numeric {
            number(i64::from(value))
        } else {
            word(if value != 0 { "true" } else { "false" })
        };
        items.push(list("attribute", [cx.names.attr(attr), value]));
    }
    let pre = std::mem::take(&mut cx.pre[id.idx()]);
    if !pre.is_empty() && !rules.is_empty() {
        items.push(list(
            "pre",
            pre.into_iter().map(|(name, value)| list("let", [Form::named(Names::Local, name), value])),
        ));
    }
    for (_, sort, mode, forms) in rules {
        let head = if *sort == Sort::Drop { "drop" } else { "move" };
        let mut kids = mode_of(cx, *mode);
        kids.extend(forms.iter().cloned());
        items.push(list(head, kids));
    }
    if !rules.is_empty() {
        if cx.catches {
            let mut code = Vec::new();
            if !cx.arrives_anywhere {
                code.push(check(word("not-friend?")));
            }
            code.push(Form::named(Names::Define, cx.names.made("catch", "catch")));
            items.push(list("arrive", code));
        }
        let mut post = Vec::new();
        for (attr, value) in cx.common[id.idx()].clone() {
            let numeric = cx.game.attrs[attr.idx()].numeric;
            let value = if numeric {
                number(i64::from(value))
            } else {
                word(if value != 0 { "true" } else { "false" })
            };
            post.push(list("set!", [cx.names.attr(attr), value]));
        }
        if cx.remember_last {
            post.push(Form::named(Names::Define, cx.names.made("remember", "remember-move")));
        }
        if !post.is_empty() {
            items.push(list("post", post));
        }
        if cx.remember_last && cx.game.settings.last_move == zug_model::LastMove::ClearedAtTurnEnd {
            let clear = ["last-from", "last-to"].map(|which| {
                list("set!", [Form::named(Names::Global, cx.names.made(which, which)), word("none")])
            });
            items.push(list("finish", clear));
        }
    }
    list("piece", items)
}
