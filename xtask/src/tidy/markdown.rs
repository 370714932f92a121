//! The little of Markdown that the checks read: tables, and words in backticks.

/// The rows of the table with this header, cells trimmed; `None` if there is no such table.
pub(super) fn table(text: &str, header: &[&str]) -> Option<Vec<Vec<String>>> {
    let mut lines = text.lines().skip_while(|line| cells(line) != header);
    lines.next()?;
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    Some(rows.map(|line| cells(line).into_iter().map(str::to_owned).collect()).collect())
}

fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inner.map_or(Vec::new(), |inner| inner.split('|').map(str::trim).collect())
}

/// The words in backticks, without them.
pub(super) fn ticked(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_found_by_its_header() {
        let text = "# Page\n\n| a | b |\n| - | - |\n| no | no |\n\n| crate | uses |\n| --- | --- |\n\
                    | `x` | `y`, `z` |\n| `y` | |\ntext\n| `not` | this |\n";
        let rows = table(text, &["crate", "uses"]).unwrap();
        assert_eq!(rows, [["`x`", "`y`, `z`"], ["`y`", ""]]);
        assert_eq!(ticked(&rows[0][1]), ["y", "z"]);
        assert_eq!(ticked(&rows[1][1]), [""; 0]);
        assert!(table(text, &["crate"]).is_none());
    }
}
