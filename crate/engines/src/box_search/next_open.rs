//! Which of the waiting boxes is opened next.

use super::node::BoxNode;

/// The order in which boxes are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The newest box. A proof is written in this order, and a list of ties has no use for a bound that rises.
    Newest,
    /// By turns the box of the least bound, with which the proved bound rises, and the newest one, which leads to answers.
    ByTurns,
    /// The box of the least bound.
    LeastBound,
}

/// Levels and leaves of all waiting boxes, from which on the newest box is opened, by turns or by the least bound: some 60 bytes each. More lets the bound
/// rise for longer, and takes more memory. By hand: newest boxes lower the least cost too, but seldom raise the highest score.
const MOST_BY_TURNS: usize = 500_000;
const MOST_LEAST_BOUND: usize = 2_000_000;

/// For each box that is opened by turns, so many waiting ones are looked through: where more wait, the turn of the least bound comes more rarely. By hand:
/// it takes some microseconds, and a small box some tens.
const LOOKED_THROUGH: usize = 64;

/// Takes the next box, where `nodes` have been opened before.
pub(super) fn take_next(open: &mut Vec<BoxNode>, order: Order, nodes: u64) -> Option<BoxNode> {
    let (every, most) = match order {
        Order::Newest => return open.pop(),
        Order::ByTurns => (2 + open.len() / LOOKED_THROUGH, MOST_BY_TURNS),
        Order::LeastBound => (1, MOST_LEAST_BOUND),
    };
    if nodes % every as u64 + 1 < every as u64 || open.iter().map(BoxNode::size).sum::<usize>() >= most {
        return open.pop();
    }
    // Of equals the newest. The last one takes its place, and its own turn comes later.
    let at = (0..open.len()).rev().min_by(|&a, &b| open[a].bound.total_cmp(&open[b].bound))?;
    Some(open.swap_remove(at))
}
