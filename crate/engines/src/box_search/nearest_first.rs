//! Open boxes as a heap: none has a lower bound than the first. While regions are listed there may be tens of thousands of them.

use super::node::BoxNode;

/// Adds a box.
pub fn push(heap: &mut Vec<BoxNode>, node: BoxNode) {
    let mut at = heap.len();
    heap.push(node);
    while at > 0 && heap[at].bound < heap[(at - 1) / 2].bound {
        heap.swap(at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

/// Takes a box with the least bound.
pub fn pop(heap: &mut Vec<BoxNode>) -> Option<BoxNode> {
    if heap.is_empty() {
        return None;
    }
    let nearest = heap.swap_remove(0);
    let mut at = 0;
    loop {
        let below = (2 * at + 1..2 * at + 3).filter(|&below| below < heap.len());
        let Some(least) = below.min_by(|&a, &b| heap[a].bound.total_cmp(&heap[b].bound)) else { break };
        if heap[least].bound >= heap[at].bound {
            break;
        }
        heap.swap(at, least);
        at = least;
    }
    Some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_come_by_their_bounds_and_none_is_lost() {
        let mut heap = Vec::new();
        let mut kept: Vec<f64> = Vec::new();
        // Bounds that repeat, in no order; two boxes come for each one that goes.
        for n in 0..2_000_u32 {
            let bound = f64::from(n * 7_919 % 613);
            push(&mut heap, BoxNode { bound, ..BoxNode::default() });
            kept.push(bound);
            if n % 2 == 1 {
                let least = kept.iter().copied().fold(f64::INFINITY, f64::min);
                assert_eq!(pop(&mut heap).map(|node| node.bound), Some(least));
                kept.remove(kept.iter().position(|bound| *bound == least).expect("it is kept"));
            }
        }
        kept.sort_by(f64::total_cmp);
        let rest: Vec<f64> = std::iter::from_fn(|| pop(&mut heap)).map(|node| node.bound).collect();
        assert_eq!(rest, kept);
    }
}
