//! Boards drawn by the places of their cells.

use zug_game::CellId;

/// More rows or columns than this are no picture for a terminal.
const MAX_LINES: usize = 60;

/// Texts where the cells are: rows and columns are the distinct places, nearly equal ones being one. `None` if
/// that is no picture: nothing to draw, too large, or two cells in one place.
pub(super) fn canvas(cells: &[(CellId, [i32; 4])], text: impl Fn(CellId) -> String) -> Option<Vec<String>> {
    let middle = |low: i32, high: i32| (i64::from(low) + i64::from(high)) / 2;
    let xs: Vec<i64> = cells.iter().map(|(_, r)| middle(r[0], r[2])).collect();
    let ys: Vec<i64> = cells.iter().map(|(_, r)| middle(r[1], r[3])).collect();
    let size = |low: i32, high: i32| (i64::from(high) - i64::from(low)).abs();
    let width = cells.iter().map(|(_, r)| size(r[0], r[2])).min()?;
    let height = cells.iter().map(|(_, r)| size(r[1], r[3])).min()?;
    let (columns, n_columns) = ranks(&xs, width / 2);
    let (rows, n_rows) = ranks(&ys, height / 2);
    if n_columns > MAX_LINES || n_rows > MAX_LINES {
        return None;
    }
    let mut table = vec![vec![None; n_columns]; n_rows];
    for (i, (cell, _)) in cells.iter().enumerate() {
        let place: &mut Option<String> = &mut table[rows[i]][columns[i]];
        if place.is_some() {
            return None;
        }
        *place = Some(text(*cell));
    }
    let length = |s: &String| s.chars().count();
    let wide = table.iter().flatten().flatten().map(length).max().unwrap_or(1);
    let line = |row: &Vec<Option<String>>| {
        let cells: Vec<String> =
            row.iter().map(|c| format!("{:<wide$}", c.as_deref().unwrap_or(""))).collect();
        cells.join(" ")
    };
    Some(table.iter().map(line).collect())
}

/// For each value how many clearly smaller ones there are, and how many different ones in all.
fn ranks(values: &[i64], tolerance: i64) -> (Vec<usize>, usize) {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let mut firsts: Vec<i64> = Vec::new();
    for value in sorted {
        if firsts.last().is_none_or(|first| value - first > tolerance) {
            firsts.push(value);
        }
    }
    let rank = |value: &i64| firsts.partition_point(|first| first <= value).saturating_sub(1);
    (values.iter().map(rank).collect(), firsts.len())
}

/// Two pictures of the same height, the second to the right if there is room, else below.
pub(super) fn side_by_side(left: Vec<String>, right: Vec<String>) -> Vec<String> {
    let width = |lines: &[String]| lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let (wide, narrow) = (width(&left), width(&right));
    if wide + narrow > 100 {
        return left.into_iter().chain([String::new()]).chain(right).collect();
    }
    left.iter().zip(&right).map(|(l, r)| format!("{l:<wide$}    {r}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_equal_places_are_one() {
        assert_eq!(ranks(&[30, 10, 12, 31], 5), (vec![1, 0, 0, 1], 2));
        assert_eq!(ranks(&[], 5), (vec![], 0));
    }

    #[test]
    fn two_cells_in_one_place_are_no_picture() {
        let cells = [(CellId(0), [0, 0, 9, 9]), (CellId(1), [1, 1, 9, 9])];
        assert_eq!(canvas(&cells, |_| "x".into()), None);
        let cells = [(CellId(0), [0, 0, 9, 9]), (CellId(1), [20, 20, 29, 29])];
        assert_eq!(canvas(&cells, |c| c.0.to_string()).unwrap(), ["0  ", "  1"]);
    }
}
