//! The raw scores in a piece whose leaves are linear: a function of the two axes for each output. Two classes tie along a line, so a piece is
//! cut into the convex parts in which one class leads.

use super::polygon::{Corner, HalfPlane, Lies, Polygon};
use super::RegionError;
use crate::ensemble::{Compare, Ensemble, LinearLeaf, Precision};

/// A function `a x + b y + c` of the axes.
pub(super) type Linear = [f64; 3];

/// Slopes up to this share of the function's own terms are rounding.
pub(super) const FLAT: f64 = 1e-13;

/// A weighted sum of columns that are functions of the axes: the value `i` of a linear leaf.
pub(super) fn weighted(linear: &LinearLeaf, i: usize, constant: f64, columns: &[Linear]) -> Linear {
    let terms = linear.columns.iter().zip(linear.weights_of(i));
    terms.fold([0.0, 0.0, constant], |sum, (&c, w)| [0, 1, 2].map(|k| sum[k] + w * columns[c][k]))
}

/// The input columns around a row, as functions of the axes. `axes` are the columns of the axes that are numbers.
pub(super) fn inputs(ensemble: &Ensemble, row: &[f64], axes: [Option<usize>; 2]) -> Vec<Linear> {
    let of = |(column, x): (usize, &f64)| match axes.iter().position(|&axis| axis == Some(column)) {
        Some(axis) => [1.0 - axis as f64, axis as f64, 0.0],
        None => [0.0, 0.0, ensemble.input.round(*x)],
    };
    row.iter().enumerate().map(of).collect()
}

/// The raw scores around a row, one for each output. `axes` are the columns of the axes that are numbers.
pub(super) fn around(ensemble: &Ensemble, row: &[f64], axes: [Option<usize>; 2]) -> Result<Vec<Linear>, RegionError> {
    let leaves = ensemble.leaves_of(&[row])?;
    let mut columns = inputs(ensemble, row, axes);
    let (read, _) = ensemble.read(row, Precision::F64);
    for (neuron, output) in ensemble.neurons.iter().zip(&read[row.len()..]) {
        columns.push(if *output > 0.0 { weighted(&neuron.sum, 0, neuron.constant, &columns) } else { [0.0; 3] });
    }
    let mut sums = vec![[0.0; 3]; ensemble.outputs];
    for (tree, &leaf) in ensemble.trees.iter().zip(&leaves) {
        let width = tree.width(ensemble.outputs);
        let first = tree.output.unwrap_or(0);
        let absent = |linear: &LinearLeaf| linear.columns.iter().any(|&c| columns[c][2].is_nan());
        for i in 0..width {
            let sum = &mut sums[first + i];
            let Some(linear) = tree.linear_leaf(leaf).filter(|linear| !absent(linear)) else {
                // The fallback of a linear leaf, or a constant.
                sum[2] += tree.weight * tree.value_at(leaf, i, width, row, ensemble.input);
                continue;
            };
            let own = weighted(linear, i, tree.values[leaf * width + i], &columns);
            sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += tree.weight * own);
        }
    }
    let factor = ensemble.factor();
    for (sum, base) in sums.iter_mut().zip(&ensemble.base) {
        sum.iter_mut().for_each(|part| *part *= factor);
        sum[2] += base;
    }
    Ok(sums)
}

/// The class that leads of two, the first of which wins ties.
#[derive(Clone, Copy)]
enum Order {
    First,
    Second,
    /// The first leads below the line, or above it.
    Line {
        cut: HalfPlane,
        below: bool,
    },
}

/// The parts of a piece in which one class leads, by the classes' raw scores. `origin` and `size` are the window's lower ends and extents.
/// New lines are added behind `lines`.
pub(super) fn leads(
    piece: &Polygon,
    scores: &[Linear],
    compare: Compare,
    [origin, size]: [[f64; 2]; 2],
    lines: &mut Vec<f64>,
) -> Vec<Polygon> {
    let shares = |[a, b, c]: Linear| [a * size[0], b * size[1], c + a * origin[0] + b * origin[1]];
    let within: Vec<Linear> = scores.iter().map(|&score| shares(score)).collect();
    let may = candidates(piece, &within);
    let mut known = vec![None; may.len() * may.len()];
    let mut order = |i: usize, j: usize| {
        *known[i * may.len() + j].get_or_insert_with(|| {
            let [first, second] = [may[i], may[j]];
            let lead = [0, 1, 2].map(|k| within[first][k] - within[second][k]);
            let sizes = [0, 1].map(|k| within[first][k].abs() + within[second][k].abs());
            let steep = lead[0].hypot(lead[1]);
            if steep <= FLAT * sizes[0].max(sizes[1]) {
                return if lead[2] >= 0.0 { Order::First } else { Order::Second };
            }
            // The line itself belongs to the first: to the side below it, or where the model compares strictly, above it.
            let below = compare == Compare::LessEqual;
            let sign = if below { -1.0 } else { 1.0 };
            let raw = [0, 1, 2].map(|k| sign * (scores[first][k] - scores[second][k]));
            let [a, b, c] = lead.map(|part| sign * part / steep);
            let cut = HalfPlane { a, b, c: -c, line: (lines.len() / 3) as i32 };
            match cut.way(piece) {
                Lies::Both => {
                    lines.extend([raw[0], raw[1], -raw[2]]);
                    Order::Line { cut, below }
                }
                way => [Order::Second, Order::First][usize::from((way == Lies::Below) == below)],
            }
        })
    };
    let mut parts = Vec::new();
    for k in 0..may.len() {
        let mut part = piece.clone();
        for rival in (0..may.len()).filter(|&rival| rival != k) {
            let first = k < rival;
            match order(k.min(rival), k.max(rival)) {
                Order::First if first => {}
                Order::Second if !first => {}
                Order::First | Order::Second => part.clear(),
                Order::Line { cut, below } => {
                    let mine = if below == first { Lies::Below } else { Lies::Above };
                    match cut.way(&part) {
                        Lies::Both => {
                            let [under, over] = cut.halves(&part);
                            part = if mine == Lies::Below { under } else { over };
                        }
                        way if way == mine => {}
                        _ => part.clear(),
                    }
                }
            }
            if part.is_empty() {
                break;
            }
        }
        if !part.is_empty() {
            parts.push(part);
        }
    }
    parts
}

/// The classes that lead somewhere in a piece, as far as its corners tell: those that are not below one other class at every corner.
fn candidates(piece: &Polygon, scores: &[Linear]) -> Vec<usize> {
    let at = |k: usize, corner: &Corner| scores[k][0] * corner.u + scores[k][1] * corner.v + scores[k][2];
    let mut best: Vec<usize> = Vec::new();
    for corner in piece {
        let lead = (1..scores.len()).fold(0, |best, k| if at(k, corner) > at(best, corner) { k } else { best });
        if !best.contains(&lead) {
            best.push(lead);
        }
    }
    let beaten = |k: usize| best.iter().any(|&by| by != k && piece.iter().all(|corner| at(by, corner) > at(k, corner)));
    (0..scores.len()).filter(|&k| !beaten(k)).collect()
}
