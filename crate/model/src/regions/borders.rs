//! The borders at which the pieces of a slice meet.

use super::pieces::Pieces;
use super::polygon::NONE;
use espalier_numerics::sorting::sort_by;

/// Pieces that meet along lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Borders {
    /// Both ends of each border, x and y in turn. The borders of a line come in their order along it.
    pub ends: Vec<f64>,
    /// Three numbers for each border: its line, the piece below it (`a x + b y < c`), and the piece above.
    pub between: Vec<i32>,
}

/// A side of a piece, or a part of one.
#[derive(Clone, Copy)]
struct PieceSide {
    line: i32,
    piece: i32,
    /// Whether the piece lies above the line.
    above: bool,
    /// The ends, in their order along the line.
    ends: [End; 2],
}

/// An end of a side, in the coordinates of the slice, and its place along the line, in shares of the window.
#[derive(Clone, Copy)]
struct End {
    at: [f64; 2],
    along: f64,
}

impl PieceSide {
    /// The point at a place along the line.
    fn point(&self, along: f64) -> [f64; 2] {
        let [from, to] = self.ends;
        let share = (along - from.along) / (to.along - from.along);
        [0, 1].map(|axis| from.at[axis] + share * (to.at[axis] - from.at[axis]))
    }
}

impl Borders {
    /// The borders of the pieces of a slice. Sides on the window's frame are none.
    pub(super) fn new(pieces: &Pieces) -> Borders {
        let mut sides: Vec<PieceSide> = (0..pieces.classes.len()).flat_map(|piece| sides(pieces, piece)).collect();
        sort_by(&mut sides, |p, q| {
            (p.line, p.above).cmp(&(q.line, q.above)).then(p.ends[0].along.total_cmp(&q.ends[0].along))
        });
        let mut borders = Borders::default();
        for own in sides.chunk_by(|p, q| p.line == q.line) {
            let (mut below, mut above) = own.split_at(own.partition_point(|side| !side.above));
            while let ([p, ..], [q, ..]) = (below, above) {
                let from = p.ends[0].along.max(q.ends[0].along);
                let to = p.ends[1].along.min(q.ends[1].along);
                if to - from > NONE {
                    borders.ends.extend([p.point(from), p.point(to)].as_flattened());
                    borders.between.extend([p.line, p.piece, q.piece]);
                }
                if p.ends[1].along <= q.ends[1].along {
                    below = &below[1..];
                } else {
                    above = &above[1..];
                }
            }
        }
        borders
    }
}

/// The sides of a piece that lie on lines.
fn sides(pieces: &Pieces, piece: usize) -> impl Iterator<Item = PieceSide> + '_ {
    let [width, height] = [0, 1].map(|axis| {
        let edges = &pieces.edges[axis];
        edges[edges.len() - 1] - edges[0]
    });
    let (first, last) = (pieces.first[piece] as usize, pieces.first[piece + 1] as usize - 1);
    let point = |corner: usize| [pieces.points[2 * corner], pieces.points[2 * corner + 1]];
    (first..=last).filter(|&corner| pieces.sides[corner] >= 0).map(move |corner| {
        let line = pieces.sides[corner];
        let [a, b] = [0, 1].map(|k| pieces.lines[3 * line as usize + k]);
        let (a, b) = (a * width, b * height);
        let size = a.hypot(b);
        let end = |at: [f64; 2]| End { at, along: (a * at[1] / height - b * at[0] / width) / size };
        let next = if corner < last { corner + 1 } else { first };
        let (from, to) = (end(point(corner)), end(point(next)));
        // Corners go counter-clockwise, so a side runs along the line where its piece is below.
        let above = to.along < from.along;
        let ends = if above { [to, from] } else { [from, to] };
        PieceSide { line, piece: piece as i32, above, ends }
    })
}
