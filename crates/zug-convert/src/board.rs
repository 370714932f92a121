//! The board: grids as dimensions, directions as steps where they are steps, links for the rest.

use crate::Cx;
use crate::form::{Form, Sort, What, list, number, text, word};
use crate::losses::codes;
use zug_model::{Board, BoardModel, CellId, DirId, Grid};

/// A grid whose positions are named by their labels.
struct Matrix<'g> {
    grid: &'g Grid,
    /// `coords[cell]`: the labels by number, for cells of this grid.
    coords: Vec<Option<Vec<i32>>>,
}

/// How the arcs of a direction are written.
#[derive(Default)]
struct Arcs {
    /// A step for each matrix, if it has one there.
    steps: Vec<Option<Vec<i32>>>,
    /// Arcs beside those of the steps.
    links: Vec<(CellId, CellId)>,
    /// Arcs of the steps that the board does not have.
    missing: Vec<(CellId, CellId)>,
}

/// `(board …)`.
pub(crate) fn board(cx: &mut Cx<'_>, name: &str) -> Form {
    let board = &cx.game.board;
    let matrices: Vec<Matrix<'_>> = board.grids.iter().filter_map(|grid| matrix(board, grid)).collect();
    let arcs: Vec<Arcs> = (0..board.dirs.len()).map(|dir| arcs(board, &matrices, dir)).collect();

    let mut items = vec![list("name", [Form::named(Sort::Word, name)])];
    match cx.game.settings.board_model {
        BoardModel::Single => {}
        BoardModel::Stack => items.push(list("model", [word("stack")])),
        BoardModel::Heap => items.push(list("model", [word("heap")])),
    }
    for (at, matrix) in matrices.iter().enumerate() {
        let mut own: Vec<Form> =
            matrix.grid.dims.iter().map(|labels| list("dim", [text(&dim(labels))])).collect();
        for (dir, arcs) in arcs.iter().enumerate() {
            if let Some(step) = &arcs.steps[at] {
                let name = list("name", [cx.names.dir(DirId(dir as u16))]);
                own.push(list(
                    "dir",
                    std::iter::once(name).chain(step.iter().map(|&n| number(i64::from(n)))),
                ));
            }
        }
        if matrices.len() == 1 { items.extend(own) } else { items.push(list("grid", own)) }
    }
    let outside: Vec<Form> = (0..board.cells.len())
        .filter(|&cell| matrices.iter().all(|matrix| matrix.coords[cell].is_none()))
        .map(|cell| cx.names.cell(CellId(cell as u16)))
        .collect();
    if !outside.is_empty() {
        items.push(list("pos", outside));
    }
    let gaps: Vec<Form> = matrices.iter().flat_map(|matrix| gaps(matrix.grid)).collect();
    if !gaps.is_empty() {
        items.push(list("unlink", gaps));
    }
    for (dir, arcs) in arcs.iter().enumerate() {
        let name = cx.names.dir(DirId(dir as u16));
        let pair = |&(from, to): &(CellId, CellId)| [cx.names.cell(from), cx.names.cell(to)];
        if !arcs.links.is_empty() {
            let pairs = arcs.links.iter().map(|arc| Form::new(What::List(pair(arc).into())));
            items.push(list("link", std::iter::once(list("name", [name.clone()])).chain(pairs)));
        }
        if !arcs.missing.is_empty() {
            let triples = arcs.missing.iter().flat_map(|arc| {
                let [from, to] = pair(arc);
                [name.clone(), from, to]
            });
            items.push(list("unlink", triples.collect::<Vec<_>>()));
        }
    }
    items.extend(common_zones(cx));
    list("board", items)
}

/// Positions of the grid that the board does not have.
fn gaps(grid: &Grid) -> Vec<Form> {
    let names = (0..grid.cells.len()).map(|at| position_name(grid, at));
    let gaps = grid.cells.iter().zip(names).filter(|(cell, _)| cell.is_none());
    gaps.map(|(_, name)| Form::named(Sort::Cell, name)).collect()
}

fn coordinates(grid: &Grid, mut at: usize) -> Vec<usize> {
    let mut coordinates = Vec::with_capacity(grid.dims.len());
    for labels in &grid.dims {
        coordinates.push(at % labels.len().max(1));
        at /= labels.len().max(1);
    }
    coordinates
}

fn position_name(grid: &Grid, at: usize) -> String {
    coordinates(grid, at).iter().zip(&grid.dims).map(|(&n, labels)| labels[n].as_str()).collect()
}

/// The grid as a matrix, if the language would give its positions the same names.
fn matrix<'g>(board: &Board, grid: &'g Grid) -> Option<Matrix<'g>> {
    let mut coords = vec![None; board.cells.len()];
    for (at, cell) in grid.cells.iter().enumerate() {
        let Some(cell) = cell else { continue };
        if position_name(grid, at) != board.cells[cell.idx()].name {
            return None;
        }
        coords[cell.idx()] = Some(coordinates(grid, at).iter().map(|&n| n as i32).collect());
    }
    let readable = |label: &String| !label.is_empty() && label.chars().all(char::is_alphanumeric);
    let fine = grid.dims.iter().all(|labels| !labels.is_empty() && labels.iter().all(readable));
    fine.then_some(Matrix { grid, coords })
}

fn arcs(board: &Board, matrices: &[Matrix<'_>], dir: usize) -> Arcs {
    let links = &board.links[dir];
    let mut arcs = Arcs { steps: vec![None; matrices.len()], ..Arcs::default() };
    let mut explained = vec![false; board.cells.len()];
    for (at, matrix) in matrices.iter().enumerate() {
        let Some(step) = usual_step(matrix, links) else { continue };
        let stepped = |cell: usize| -> Option<CellId> {
            let here = matrix.coords[cell].as_ref()?;
            let there: Vec<i32> = here.iter().zip(&step).map(|(a, b)| a + b).collect();
            let found = matrix.coords.iter().position(|coords| coords.as_ref() == Some(&there))?;
            Some(CellId(found as u16))
        };
        let targets: Vec<Option<CellId>> = (0..board.cells.len()).map(stepped).collect();
        let pairs = || targets.iter().zip(links);
        let right = pairs().filter(|(step, link)| step.is_some() && step == link).count();
        let wrong = pairs().filter(|(step, link)| step.is_some() && step != link).count();
        // An arc that leads elsewhere would have to be replaced: then links alone are clearer.
        let replaced = pairs().any(|(step, link)| step.is_some() && link.is_some() && step != link);
        if replaced || right < wrong {
            continue;
        }
        for cell in 0..board.cells.len() {
            match targets[cell] {
                Some(to) if links[cell].is_none() => arcs.missing.push((CellId(cell as u16), to)),
                Some(_) => explained[cell] = true,
                None => {}
            }
        }
        arcs.steps[at] = Some(step);
    }
    for (cell, link) in links.iter().enumerate() {
        if let Some(to) = link.filter(|_| !explained[cell]) {
            arcs.links.push((CellId(cell as u16), to));
        }
    }
    arcs
}

/// The step that most arcs of a direction inside a matrix make.
fn usual_step(matrix: &Matrix<'_>, links: &[Option<CellId>]) -> Option<Vec<i32>> {
    let mut counts: Vec<(Vec<i32>, usize)> = Vec::new();
    for (cell, link) in links.iter().enumerate() {
        let (Some(here), Some(to)) = (&matrix.coords[cell], link) else { continue };
        let Some(there) = &matrix.coords[to.idx()] else { continue };
        let step: Vec<i32> = there.iter().zip(here).map(|(a, b)| a - b).collect();
        match counts.iter_mut().find(|(known, _)| *known == step) {
            Some((_, n)) => *n += 1,
            None => counts.push((step, 1)),
        }
    }
    // A step to where one is cannot be written as a step.
    counts.retain(|(step, _)| step.iter().any(|n| *n != 0));
    counts.into_iter().max_by_key(|(_, n)| *n).map(|(step, _)| step)
}

/// Labels as a dimension: ranges where there are.
fn dim(labels: &[String]) -> String {
    let number = |label: &String| label.parse::<i64>().ok().filter(|n| n.to_string() == *label);
    let letter = |label: &String| {
        let mut chars = label.chars();
        chars
            .next()
            .filter(|c| c.is_ascii_alphabetic() && chars.as_str().is_empty())
            .map(|c| i64::from(c as u32))
    };
    for values in [labels.iter().map(number).collect::<Option<Vec<_>>>(), labels.iter().map(letter).collect()]
    {
        let Some(values) = values.filter(|values| values.len() > 2) else { continue };
        let step = values[1] - values[0];
        if step.abs() == 1 && values.windows(2).all(|pair| pair[1] - pair[0] == step) {
            return format!("{}-{}", labels[0], labels[labels.len() - 1]);
        }
    }
    labels.join("/")
}

/// Zones that all players who take turns have in common.
fn common_zones(cx: &Cx<'_>) -> Vec<Form> {
    let zones = (0..).zip(&cx.game.board.zones).filter(|(_, zone)| is_common(cx, &zone.cells));
    let form = |(id, zone): (u16, &zug_model::Zone)| {
        let cells = zone.cells[cx.active[0].idx()].iter().map(|&cell| cx.names.cell(cell));
        list("zone", std::iter::once(list("name", [cx.names.zone(zug_model::ZoneId(id))])).chain(cells))
    };
    zones.map(form).collect()
}

pub(crate) fn is_common(cx: &Cx<'_>, cells: &[Vec<CellId>]) -> bool {
    let own = |player: &zug_model::PlayerId| {
        let mut own = cells[player.idx()].clone();
        own.sort_unstable();
        own
    };
    let Some((first, rest)) = cx.active.split_first() else { return false };
    let first = own(first);
    !first.is_empty() && rest.iter().all(|player| own(player) == first)
}

/// Positions that a board of the language can have, those counted that are deleted again.
const MAX_POSITIONS: usize = 9_999;

/// Boards that are too large; directions without any arc, which do not exist in the language.
pub(crate) fn check(cx: &mut Cx<'_>) {
    let gaps = |grid: &Grid| grid.cells.iter().filter(|cell| cell.is_none()).count();
    let board = &cx.game.board;
    if board.cells.len() + board.grids.iter().map(gaps).sum::<usize>() > MAX_POSITIONS {
        cx.losses.add(
            codes::BOARD,
            cx.game.origin,
            format!("a board of more than {MAX_POSITIONS} positions"),
        );
    }
    for (dir, name) in cx.game.board.dirs.iter().enumerate() {
        let dead = |dir: usize| cx.game.board.links[dir].iter().all(Option::is_none);
        let mapped = |player: &zug_model::PlayerId| {
            let to = cx.game.players[player.idx()].symmetry[dir].idx();
            to != dir && (dead(dir) || dead(to)) && !(dead(dir) && dead(to))
        };
        if cx.active.iter().any(mapped) {
            let message = format!("the symmetry of `{name}`: one of the two directions has no links");
            cx.losses.add(codes::BOARD, cx.game.origin, message);
        }
    }
}
