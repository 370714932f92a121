//! A scene as SVG: one document that needs nothing beside it.
//!
//! Numbers have one decimal, everything that comes from rules is escaped, and the same scene gives the same bytes. Cells
//! carry their names (`data-cell`), pieces say what they are in a `<title>`. Colours are custom properties, see
//! [`crate::theme`].

use crate::figures::{self, Part};
use crate::scene::{Anchor, Figure, Label, Man, Mark, Paint, Point, Says, Scene, Shape, Sign};
use crate::theme::Sheet;
use std::fmt::{self, Display, Write};

/// The document.
pub fn svg(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_document(scene, &mut out);
    out
}

fn write_document(scene: &Scene, out: &mut String) -> fmt::Result {
    let b = scene.bounds;
    let mut owners: Vec<usize> = scene.pieces.iter().map(|man| man.owner.idx()).collect();
    owners.extend(
        scene.lines.iter().filter_map(|d| if let Paint::Edge(p) = d.paint { Some(p.idx()) } else { None }),
    );
    owners.sort_unstable();
    owners.dedup();
    let sheet = Sheet::new(scene, &owners);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"zug\" role=\"graphics-document\" viewBox=\"{} {} {} {}\" style=\"{}\">",
        N(b.x),
        N(b.y),
        N(b.width),
        N(b.height),
        sheet.root
    )?;
    writeln!(out, "<title>{}</title>", E(&scene.title))?;
    writeln!(out, "<style>{}</style>", sheet.css)?;
    definitions(scene, out)?;
    writeln!(out, "<g aria-hidden=\"true\">")?;
    for drawn in &scene.ground {
        shape(&drawn.shape, &Class(drawn.paint), "", out)?;
    }
    writeln!(out, "</g>\n<g>")?;
    for cell in &scene.cells {
        let name = format!(" data-cell=\"{}\"", E(&cell.name));
        shape(&cell.shape, &Class(cell.paint), &name, out)?;
    }
    writeln!(out, "</g>\n<g aria-hidden=\"true\">")?;
    for drawn in &scene.lines {
        shape(&drawn.shape, &Class(drawn.paint), "", out)?;
    }
    let above = |mark: &&Mark| matches!(mark.sign, Sign::Target | Sign::Strike | Sign::LastOn);
    for mark in scene.marks.iter().filter(|mark| !above(mark)) {
        shape(&mark.shape, &sign_class(mark.sign), "", out)?;
    }
    writeln!(out, "</g>\n<g>")?;
    for man in &scene.pieces {
        write_man(man, out)?;
    }
    writeln!(out, "</g>\n<g aria-hidden=\"true\">")?;
    for mark in scene.marks.iter().filter(above) {
        shape(&mark.shape, &sign_class(mark.sign), "", out)?;
    }
    writeln!(out, "</g>\n<g>")?;
    for label in &scene.labels {
        write_label(label, out)?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// Every drawing that is used, once.
fn definitions(scene: &Scene, out: &mut String) -> fmt::Result {
    let mut names: Vec<&str> = Vec::new();
    for man in &scene.pieces {
        if let Figure::Drawing(name) | Figure::Letters(name, _) = man.figure
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names.sort_unstable();
    writeln!(out, "<defs>")?;
    for drawing in names.iter().filter_map(|name| figures::find(name)) {
        write!(out, "<g id=\"zug-{}\">", drawing.name)?;
        for (part, path) in &drawing.parts {
            match part {
                Part::Body => write!(out, "<path d=\"{path}\"/>")?,
                Part::Line => write!(out, "<path class=\"ln\" d=\"{path}\"/>")?,
                Part::Brush => write!(out, "<path class=\"ln br\" d=\"{path}\"/>")?,
                Part::Red => write!(out, "<path class=\"ln br red\" d=\"{path}\"/>")?,
                Part::Spot => write!(out, "<path class=\"sp\" d=\"{path}\"/>")?,
            }
        }
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</defs>")
}

fn write_man(man: &Man, out: &mut String) -> fmt::Result {
    let scale = man.size / 100.0;
    let corner = man.centre.moved(-man.size / 2.0, -man.size / 2.0);
    write!(
        out,
        "<g class=\"m p{}\" transform=\"translate({} {})",
        man.owner.idx(),
        N(corner.x),
        N(corner.y)
    )?;
    if scale != 1.0 {
        write!(out, "scale({})", (scale * 1000.0).round() / 1000.0)?;
    }
    if man.angle != 0.0 {
        write!(out, "rotate({} 50 50)", N(man.angle))?;
    }
    write!(out, "\" role=\"img\"><title>{}</title>", E(&man.name))?;
    match &man.figure {
        Figure::Drawing(name) => write!(out, "<use href=\"#zug-{name}\"/>")?,
        Figure::Letters(name, letters) => {
            write!(out, "<use href=\"#zug-{name}\"/>")?;
            let (y, share) = figures::find(name).map_or((50.0, 1.0), |drawing| drawing.label);
            let size = match letters.chars().count() {
                0 | 1 => 56.0,
                2 => 44.0,
                3 => 33.0,
                n => 100.0 / n as f64,
            };
            let (y, size) = (N(y), N(size * share));
            write!(
                out,
                "<text class=\"d b\" x=\"50\" y=\"{y}\" dy=\".35em\" font-size=\"{size}\">{}</text>",
                E(letters)
            )?;
        }
        Figure::Die(face) => write_die(*face, out)?,
    }
    writeln!(out, "</g>")
}

/// Where the pips of a die are, in thirds.
const PIPS: [&[(i32, i32)]; 7] = [
    &[],
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
];

fn write_die(face: i32, out: &mut String) -> fmt::Result {
    write!(out, "<rect class=\"die\" x=\"8\" y=\"8\" width=\"84\" height=\"84\" rx=\"18\"/>")?;
    match usize::try_from(face).ok().and_then(|face| PIPS.get(face)) {
        Some(pips) => {
            for (x, y) in *pips {
                write!(out, "<circle class=\"pip\" cx=\"{}\" cy=\"{}\" r=\"9\"/>", 50 + 23 * x, 50 + 23 * y)?;
            }
            Ok(())
        }
        None => {
            write!(out, "<text class=\"pip b\" x=\"50\" y=\"50\" dy=\".35em\" font-size=\"44\">{face}</text>")
        }
    }
}

fn write_label(label: &Label, out: &mut String) -> fmt::Result {
    let class = match label.says {
        Says::Coordinate => "c".to_owned(),
        Says::Rim => "rim".to_owned(),
        Says::Name => "t n".to_owned(),
        Says::Count => "t b k".to_owned(),
        Says::On(player) => format!("p{} d b", player.idx()),
    };
    let anchor = match label.anchor {
        Anchor::Start => " start",
        Anchor::Middle => "",
        Anchor::End => " end",
    };
    let Point { x, y } = label.at;
    let text = E(&label.text);
    writeln!(
        out,
        "<text class=\"{class}{anchor}\" x=\"{}\" y=\"{}\" dy=\".35em\" font-size=\"{}\">{text}</text>",
        N(x),
        N(y),
        N(label.size)
    )
}

fn shape(shape: &Shape, class: &dyn Display, more: &str, out: &mut String) -> fmt::Result {
    match shape {
        Shape::Rect(r, round) => {
            let (x, y, width, height) = (N(r.x), N(r.y), N(r.width), N(r.height));
            write!(
                out,
                "<rect class=\"{class}\"{more} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
            )?;
            if *round > 0.0 {
                write!(out, " rx=\"{}\"", N(*round))?;
            }
            writeln!(out, "/>")
        }
        Shape::Circle(c, r) => {
            writeln!(
                out,
                "<circle class=\"{class}\"{more} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                N(c.x),
                N(c.y),
                N(*r)
            )
        }
        Shape::Polygon(points) => {
            write!(out, "<path class=\"{class}\"{more} d=\"")?;
            for (i, p) in points.iter().enumerate() {
                write!(out, "{}{} {}", if i == 0 { 'M' } else { 'L' }, N(p.x), N(p.y))?;
            }
            writeln!(out, "Z\"/>")
        }
        Shape::Lines(lines) => {
            write!(out, "<path class=\"{class}\"{more} d=\"")?;
            for (a, b) in lines {
                write!(out, "M{} {}L{} {}", N(a.x), N(a.y), N(b.x), N(b.y))?;
            }
            writeln!(out, "\"/>")
        }
        Shape::Loop(centre, r, from, to) => {
            // Three quarters of the circle, around the outside.
            let cross = (from.x - centre.x) * (to.y - centre.y) - (from.y - centre.y) * (to.x - centre.x);
            let sweep = i32::from(cross < 0.0);
            let (r, a, b) = (N(*r), (N(from.x), N(from.y)), (N(to.x), N(to.y)));
            writeln!(
                out,
                "<path class=\"{class}\"{more} d=\"M{} {}A{r} {r} 0 1 {sweep} {} {}\"/>",
                a.0, a.1, b.0, b.1
            )
        }
    }
}

/// The class of a shape by what it is.
struct Class(Paint);

impl Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Paint::Page => "page",
            Paint::Frame => "frame",
            Paint::Field => "field",
            Paint::Plain => "plain",
            Paint::Light => "light",
            Paint::Dark => "dark",
            Paint::Mid => "mid",
            Paint::Spot => "spot",
            Paint::Pit => "pit",
            Paint::Hole => "hole",
            Paint::Tray => "tray",
            Paint::Line => "line",
            Paint::Star => "star",
            Paint::Tint => "tint",
            Paint::Water => "water",
            Paint::Goal => "goal",
            Paint::Ornament => "ornament",
            Paint::Seam => "seam",
            Paint::Edge(player) => return write!(f, "edge e{}", player.idx()),
        })
    }
}

fn sign_class(sign: Sign) -> &'static str {
    match sign {
        Sign::Last => "last",
        Sign::LastOn => "last dot",
        Sign::Check => "check",
        Sign::Selected => "selected",
        Sign::Target => "target",
        Sign::Strike => "strike",
        Sign::Turn => "turn",
    }
}

/// A number with one decimal at most.
struct N(f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero takes the sign from `-0`.
        let rounded = (self.0 * 10.0).round() / 10.0 + 0.0;
        if rounded.is_finite() { write!(f, "{rounded}") } else { f.write_char('0') }
    }
}

/// A text as XML allows it.
struct E<'t>(&'t str);

impl Display for E<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                // Not allowed in XML, not even escaped.
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let text = |n: f64| N(n).to_string();
        assert_eq!([text(1.0), text(-0.04), text(2.25), text(f64::NAN)], ["1", "0", "2.3", "0"]);
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(
            E("<a href=\"x\">&'\u{0}\n").to_string(),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\u{fffd} "
        );
    }
}
