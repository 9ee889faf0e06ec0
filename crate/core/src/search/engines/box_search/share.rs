//! Boxes handed from one search to another of the same problem, so that several workers may search parts of one: what a box
//! holds as bytes, and the boxes that are away.

use super::node::Node;
use super::work::Task;
use super::{BoxSearch, Problem};

impl BoxSearch {
    /// A search that opens no box of its own: it works on those it is given.
    pub fn assistant(problem: Problem, cutoff: f64) -> BoxSearch {
        let mut search = BoxSearch::new(problem, cutoff);
        search.task = Task::Next;
        search
    }

    /// Answers at this cost or above are of no use.
    pub fn cut(&self) -> f64 {
        self.incumbent.cost
    }

    /// Somewhere else an answer of this cost was found.
    pub fn lower_cut(&mut self, cost: f64) {
        if cost < self.incumbent.cost {
            self.incumbent.cost = cost;
            self.incumbent.levels = None;
        }
    }

    /// An answer that was found elsewhere.
    pub fn offer(&mut self, levels: &[u32]) {
        self.incumbent.offer(&self.problem, levels);
    }

    /// What bounds the boxes that are away; infinite: none is.
    pub fn set_away(&mut self, bound: f64) {
        // Of boxes that are back it says nothing any more.
        if bound == f64::INFINITY || self.away.is_finite() {
            self.away = self.away.max(bound);
        }
    }

    /// Appends every second open box to `out`, the oldest first, and counts them as away; whether there were any. One box is
    /// kept to work on.
    pub fn give(&mut self, out: &mut Vec<u8>) -> bool {
        let kept = usize::from(matches!(self.task, Task::Next));
        let mut place = 0;
        let before = out.len();
        while self.open.len() > kept && place < self.open.len() {
            let mut node = self.open.remove(place);
            self.away = self.away.min(node.bound);
            write(&mut node, out);
            self.spare.push(node);
            place += 1;
        }
        out.len() > before
    }

    /// Opens boxes that another search has given, as bytes.
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

/// What of a box is sent; the rest is made anew by [`Node::rebuild`].
fn parts(node: &mut Node) -> Parts<'_> {
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

fn write(node: &mut Node, out: &mut Vec<u8>) {
    for number in [node.fixed, node.mu, node.bound, node.changed as f64] {
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

/// The bytes are another search's of this very program: anything else is a fault.
fn read(bytes: &mut &[u8], node: &mut Node) {
    [node.fixed, node.mu, node.bound] = [number(bytes), number(bytes), number(bytes)];
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

pub fn word(bytes: &mut &[u8]) -> u32 {
    u32::from_le_bytes(chunk(bytes))
}

pub fn number(bytes: &mut &[u8]) -> f64 {
    f64::from_le_bytes(chunk(bytes))
}

fn chunk<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (head, rest) = bytes.split_first_chunk().expect("boxes come whole");
    *bytes = rest;
    *head
}
