//! Sorting with one copy of the code. The standard library's sorts are compiled for each type and comparison, about 5
//! kB of WebAssembly each. Twenty of them took 30 kB of the compressed module, a dozen more 15 kB where the standard library is not rebuilt. Lists are sorted here where the time of
//! a search does not depend on it.

use std::cmp::Ordering;

/// Lists up to this length are sorted by insertion, which makes no list of positions. More compares more often; less makes
/// that list for a few items. By hand; not measured.
const SHORT: usize = 20;

/// Sorts a list. Equal items keep their order.
///
/// # Cost
/// `n log n` comparisons through a pointer, and one swap for each item. Up to 20 items by insertion.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if list.len() <= SHORT {
        for i in 1..list.len() {
            let mut at = i;
            while at > 0 && compare(&list[at - 1], &list[at]) == Ordering::Greater {
                list.swap(at - 1, at);
                at -= 1;
            }
        }
        return;
    }
    let mut order = order(list.len(), &|a, b| compare(&list[a], &list[b]));
    // Each cycle of the permutation is walked once.
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let from = order[at];
            list.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}

/// The positions of a list's items in sorted order.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    sort_positions(&mut order, compare);
    order
}

/// Sorts positions of another list. Equal ones keep their order.
///
/// # Cost
/// `n log n` comparisons through a pointer.
pub fn sort_positions(list: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    list.sort_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn the_order_is_that_of_the_standard_library_and_equal_ones_keep_theirs() {
        let mut draws = Draws::of(7);
        for count in 0..200 {
            let mut list: Vec<(usize, usize)> = (0..count).map(|i| (draws.below(12), i)).collect();
            let mut right = list.clone();
            right.sort_by_key(|entry| entry.0);
            sort_by(&mut list, |a, b| a.0.cmp(&b.0));
            assert_eq!(list, right);
        }
    }
}
