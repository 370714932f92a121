//! Lines from a stream that nobody vouches for: as long as they like, in any encoding, without an end.

use std::io::{self, BufRead};

/// A line of a protocol is shorter: a game of a hundred thousand moves fits.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// A line, or that there was one nobody should read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Text(String),
    /// It was longer than [`MAX_LINE`] and has been skipped.
    TooLong,
}

/// The next line without its end; `None` after the last one. Never holds more than [`MAX_LINE`] bytes.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            let nothing = line.is_empty() && !too_long;
            return Ok((!nothing).then(|| finished(&line, too_long)));
        }
        let end = chunk.iter().position(|b| *b == b'\n');
        let used = end.unwrap_or(chunk.len());
        too_long |= line.len() + used > MAX_LINE;
        if !too_long {
            line.extend_from_slice(&chunk[..used]);
        }
        input.consume(end.map_or(used, |end| end + 1));
        if end.is_some() {
            return Ok(Some(finished(&line, too_long)));
        }
    }
}

fn finished(line: &[u8], too_long: bool) -> Line {
    if too_long {
        return Line::TooLong;
    }
    Line::Text(String::from_utf8_lossy(line).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).ok().flatten()).collect()
    }

    #[test]
    fn lines_come_without_their_ends() {
        let text = |s: &str| Line::Text(s.to_owned());
        assert_eq!(
            all(b"uci\r\n\n  go depth 3 \nlast"),
            [text("uci"), text(""), text("go depth 3"), text("last")]
        );
        assert_eq!(all(b"\xff\n"), [text("\u{fffd}")]);
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_line_without_end_is_skipped_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend(b"\nuci\n");
        assert_eq!(all(&bytes), [Line::TooLong, Line::Text("uci".to_owned())]);
    }
}
