//! Boxes passed from one search to another search of the same problem, so that several workers can share one search.
//! Here are the byte form of a box, and the count of boxes that are elsewhere.

use super::node::BoxNode;
use super::search_loop::BoxTask;
use super::{BoxSearch, Problem};

/// Bytes of boxes from which on no further one is given at a time. By hand: some hundred large boxes, which are read in some milliseconds.
const MOST_GIVEN: usize = 4 << 20;

impl BoxSearch {
    /// A search that opens no box of its own. It works on boxes that it is given.
    pub fn assistant(problem: Problem, cutoff: f64) -> BoxSearch {
        let mut search = BoxSearch::new(problem, cutoff);
        search.task = BoxTask::Next;
        search
    }

    /// Only answers below this cost count.
    pub fn cutoff(&self) -> f64 {
        self.incumbent.cost
    }

    /// Takes the cost of an answer that was found elsewhere.
    pub fn lower_cutoff(&mut self, cost: f64) {
        if cost < self.incumbent.cost {
            self.incumbent.cost = cost;
            self.incumbent.levels = None;
        }
    }

    /// Offers an answer that was found elsewhere.
    pub fn offer(&mut self, levels: &[u32]) {
        self.incumbent.offer(&self.problem, levels);
    }

    /// Sets the least bound of the boxes that are elsewhere. Infinite: there are none.
    pub fn set_away(&mut self, bound: f64) {
        // This bound no longer covers boxes that came back.
        if bound == f64::INFINITY || self.away.is_finite() {
            self.away = self.away.max(bound);
        }
    }

    /// Appends every second open box to `out`, up to `MOST_GIVEN`, and counts them as elsewhere. Returns whether there were any. One box is kept to
    /// work on.
    pub fn give(&mut self, out: &mut Vec<u8>) -> bool {
        let kept = usize::from(matches!(self.task, BoxTask::Next));
        let before = out.len();
        let few = self.open.len() <= kept;
        for (place, mut node) in std::mem::take(&mut self.open).into_iter().enumerate() {
            if few || place % 2 == 1 || out.len() - before > MOST_GIVEN {
                self.open.push(node);
                continue;
            }
            self.away = self.away.min(node.bound);
            write(&mut node, out);
            self.spare.push(node);
        }
        out.len() > before
    }

    /// Opens boxes from another search, given as bytes.
    pub fn take(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let mut node = self.spare.pop().unwrap_or_default();
            read(&mut bytes, &mut node);
            node.rebuild(&self.problem);
            self.open.push(node);
        }
    }
}

type Parts<'n> = ([&'n mut Vec<u32>; 13], [&'n mut Vec<(u32, u32)>; 2], [&'n mut Vec<f64>; 5]);

/// The parts of a box that are sent. [`BoxNode::rebuild`] recomputes the others.
fn parts(node: &mut BoxNode) -> Parts<'_> {
    (
        [
            &mut node.decided,
            &mut node.var,
            &mut node.var_level,
            &mut node.var_edge,
            &mut node.level,
            &mut node.lowest,
            &mut node.tree,
            &mut node.tree_leaf,
            &mut node.edge_tree,
            &mut node.edge_segment,
            &mut node.edge_range,
            &mut node.segment_level,
            &mut node.range_interval,
        ],
        [&mut node.range_leaf, &mut node.interval],
        [&mut node.need, &mut node.lambda, &mut node.cost, &mut node.value, &mut node.message],
    )
}

fn write(node: &mut BoxNode, out: &mut Vec<u8>) {
    for number in [node.fixed, node.mu, node.scale, node.bound, node.changed as f64] {
        out.extend(number.to_le_bytes());
    }
    let (words, pairs, numbers) = parts(node);
    for list in words {
        out.extend((list.len() as u32).to_le_bytes());
        out.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
    for list in pairs {
        out.extend((list.len() as u32).to_le_bytes());
        out.extend(list.iter().flat_map(|(a, b)| [*a, *b]).flat_map(u32::to_le_bytes));
    }
    for list in numbers {
        out.extend((list.len() as u32).to_le_bytes());
        out.extend(list.iter().flat_map(|x| x.to_le_bytes()));
    }
}

/// The bytes come from another search of this very program, so any other content is a fault.
fn read(bytes: &mut &[u8], node: &mut BoxNode) {
    [node.fixed, node.mu, node.scale, node.bound] = [0; 4].map(|_| number(bytes));
    node.changed = number(bytes) as usize;
    let (words, pairs, numbers) = parts(node);
    for list in words {
        list.clear();
        list.extend((0..word(bytes)).map(|_| word(bytes)));
    }
    for list in pairs {
        list.clear();
        list.extend((0..word(bytes)).map(|_| (word(bytes), word(bytes))));
    }
    for list in numbers {
        list.clear();
        list.extend((0..word(bytes)).map(|_| number(bytes)));
    }
}

/// Takes a whole number from the front of a parcel.
pub fn word(bytes: &mut &[u8]) -> u32 {
    u32::from_le_bytes(chunk(bytes))
}

/// Takes a number in double precision from the front of a parcel.
pub fn number(bytes: &mut &[u8]) -> f64 {
    f64::from_le_bytes(chunk(bytes))
}

fn chunk<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (head, rest) = bytes.split_first_chunk().expect("boxes come whole");
    *bytes = rest;
    *head
}
