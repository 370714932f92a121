//! Times as people write them: `1s`, `500ms`, `1.5s`, `2m`; a bare number means seconds.

use std::time::Duration;

/// More than a day is a mistake.
const MAX: f64 = 86_400.0;

/// Reads a time. The error says what would have been right.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let scale = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong(text)),
    };
    let seconds = number.parse::<f64>().map_err(|_| wrong(text))? * scale;
    if seconds > MAX {
        return Err(format!("`{text}` is more than a day"));
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong(text))
}

fn wrong(text: &str) -> String {
    format!("`{text}` is no time; write `1s`, `500ms`, `1.5s` or `2m`")
}

/// The shortest way to write it.
pub(crate) fn print_duration(time: Duration) -> String {
    match time.as_millis() {
        ms if ms % 1000 == 0 => format!("{}s", ms / 1000),
        ms => format!("{ms}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, ms) in
            [("1s", 1000), ("500ms", 500), ("1.5s", 1500), ("2m", 120_000), ("3", 3000), ("0.1", 100)]
        {
            assert_eq!(parse_duration(text).map(|t| t.as_millis()), Ok(ms), "{text}");
        }
        assert_eq!(print_duration(Duration::from_millis(1500)), "1500ms");
        assert_eq!(print_duration(Duration::from_secs(2)), "2s");
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "s", "1x", "-1s", "1e9", "99999h", ".", "1..2", "٣s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
