//! The inverse: kept through exchanges, and built anew.

use super::{Leaving, Lp, Simplex, NONE, PIVOT, ROWS};

impl Simplex {
    /// Scales position `p` by `scale` and takes it off the others so that what enters (`enter`, of sign `sign`) moves `p` alone.
    pub(super) fn eliminate(&mut self, p: usize, scale: f64, enter: &[f64], sign: f64) {
        let (m, w) = (self.active.len(), self.width);
        let mut line = std::mem::take(&mut self.scratch.line);
        line.clear();
        line.extend(self.inverse[p * w..p * w + m].iter().map(|l| l * scale));
        for (q, &e) in enter.iter().enumerate().take(self.basic.len()) {
            let by = sign * e;
            if q != p && by != 0.0 {
                let mut norm = 0.0;
                for (x, l) in self.inverse[q * w..q * w + m].iter_mut().zip(&line) {
                    *x -= by * l;
                    norm += *x * *x;
                }
                self.norm[q] = norm.max(1e-12);
            }
        }
        self.inverse[p * w..p * w + m].copy_from_slice(&line);
        self.norm[p] = line.iter().map(|l| l * l).sum::<f64>().max(1e-12);
        self.scratch.line = line;
    }

    pub(super) fn drop_position(&mut self, p: usize) {
        let last = self.basic.len() - 1;
        if p != last {
            let w = self.width;
            self.inverse.copy_within(last * w..(last + 1) * w, p * w);
            self.norm[p] = self.norm[last];
            self.basic[p] = self.basic[last];
            self.place[self.basic[p] as usize] = p as u32;
        }
        self.basic.pop();
        self.norm.pop();
    }

    pub(super) fn drop_slot(&mut self, k: usize) {
        let last = self.active.len() - 1;
        self.slot[self.active[k] as usize] = NONE;
        if k != last {
            for p in 0..self.basic.len() {
                self.inverse[p * self.width + k] = self.inverse[p * self.width + last];
            }
            self.active[k] = self.active[last];
            self.at_high[k] = self.at_high[last];
            self.price[k] = self.price[last];
            self.slot[self.active[k] as usize] = k as u32;
        }
        self.active.pop();
        self.at_high.pop();
        self.price.pop();
    }

    /// A row becomes active and a column basic; `s.multiplier` is the row over the active ones, `entry` the column's part in it.
    pub(super) fn append(&mut self, row: u32, high: bool, price: f64, column: u32, entry: f64, enter: &[f64]) {
        let m = self.active.len();
        self.widen(m + 1);
        let w = self.width;
        let mut line = std::mem::take(&mut self.scratch.line);
        line.clear();
        line.extend(self.scratch.multiplier.iter().map(|y| -y / entry));
        line.push(1.0 / entry);
        for (q, &e) in enter.iter().enumerate() {
            self.inverse[q * w + m] = 0.0;
            if e != 0.0 {
                let mut norm = 0.0;
                for (x, l) in self.inverse[q * w..q * w + m + 1].iter_mut().zip(&line) {
                    *x += e * l;
                    norm += *x * *x;
                }
                self.norm[q] = norm.max(1e-12);
            }
        }
        self.inverse[m * w..m * w + m + 1].copy_from_slice(&line);
        self.norm.push(line.iter().map(|l| l * l).sum::<f64>().max(1e-12));
        self.scratch.line = line;
        self.slot[row as usize] = m as u32;
        self.active.push(row);
        self.at_high.push(high);
        self.price.push(price);
        self.basic.push(column);
        self.place[column as usize] = m as u32;
    }

    /// A row takes the slot of another, whose slack becomes basic and with that no limit.
    pub(super) fn replace(&mut self, row: u32, high: bool, price: f64, k: usize, entry: f64, enter: &[f64]) {
        let (m, w) = (self.active.len(), self.width);
        for (q, &e) in enter.iter().enumerate() {
            if e != 0.0 {
                let by = e / entry;
                let mut norm = by * by;
                for (s, x) in self.inverse[q * w..q * w + m].iter_mut().enumerate() {
                    if s != k {
                        *x -= by * self.scratch.multiplier[s];
                        norm += *x * *x;
                    }
                }
                self.inverse[q * w + k] = by;
                self.norm[q] = norm.max(1e-12);
            }
        }
        self.slot[self.active[k] as usize] = NONE;
        self.slot[row as usize] = k as u32;
        self.active[k] = row;
        self.at_high[k] = high;
        self.price[k] = price;
    }

    /// Makes room for so many active rows.
    fn widen(&mut self, rows: usize) {
        if rows > self.width {
            let (m, old, new) = (self.active.len(), self.width, (2 * rows).clamp(32, ROWS.max(rows)));
            let mut inverse = vec![0.0; new * new];
            for p in 0..self.basic.len() {
                inverse[p * new..p * new + m].copy_from_slice(&self.inverse[p * old..p * old + m]);
            }
            (self.inverse, self.width) = (inverse, new);
        }
    }

    /// Prices from the costs, ends from the prices, values from the ends.
    pub(super) fn refresh(&mut self, lp: &Lp) {
        let (m, w) = (self.active.len(), self.width);
        let mut prices = vec![0.0; m];
        for (p, &b) in self.basic.iter().enumerate() {
            let c = self.cost[b as usize];
            if c != 0.0 {
                prices.iter_mut().zip(&self.inverse[p * w..p * w + m]).for_each(|(y, l)| *y += c * l);
            }
        }
        self.reduced.copy_from_slice(&self.cost);
        for (k, &y) in prices.iter().enumerate() {
            if y != 0.0 {
                for &(c, a) in lp.rows.row(self.active[k] as usize) {
                    self.reduced[c as usize] -= y * a;
                }
            }
        }
        self.price = prices;
        let mut rest: Vec<f64> = (0..m)
            .map(|k| {
                let i = self.active[k] as usize;
                if self.at_high[k] {
                    lp.rows.high[i]
                } else {
                    lp.rows.low[i]
                }
            })
            .collect();
        for j in 0..self.value.len() {
            if self.place[j] != NONE {
                self.reduced[j] = 0.0;
                continue;
            }
            if self.reduced[j].abs() > 1e-13 {
                self.high[j] = self.reduced[j] < 0.0;
            }
            let value = if self.high[j] { self.upper[j] } else { self.lower[j] };
            self.value[j] = value;
            if value != 0.0 {
                for &(i, a) in &lp.column[j] {
                    let k = self.slot[i as usize];
                    if k != NONE {
                        rest[k as usize] -= a * value;
                    }
                }
            }
        }
        for (p, &b) in self.basic.iter().enumerate() {
            let line = &self.inverse[p * w..p * w + m];
            self.value[b as usize] = line.iter().zip(&rest).map(|(l, r)| l * r).sum();
        }
    }

    /// Whether an active row is not met as it should be, or a price has the wrong sign.
    pub(super) fn drifted(&self, lp: &Lp) -> bool {
        (0..self.active.len()).any(|k| {
            let i = self.active[k] as usize;
            let end = if self.at_high[k] { lp.rows.high[i] } else { lp.rows.low[i] };
            (lp.activity(i, &self.value) - end).abs() > 1e-8 * (1.0 + end.abs())
        })
    }

    /// Builds the inverse of the same basis anew; what does not fit any more is left out.
    pub(super) fn rebuild(&mut self, lp: &Lp) {
        let active = std::mem::take(&mut self.active);
        let highs = std::mem::take(&mut self.at_high);
        let wanted: Vec<u32> = std::mem::take(&mut self.basic);
        let mut is_wanted = vec![false; self.value.len()];
        wanted.iter().for_each(|&c| is_wanted[c as usize] = true);
        wanted.iter().for_each(|&c| self.place[c as usize] = NONE);
        active.iter().for_each(|&i| self.slot[i as usize] = NONE);
        self.norm.clear();
        self.price.clear();
        let mut enter = Vec::new();
        for (&row, &high) in active.iter().zip(&highs) {
            self.express(lp, Leaving::Row(row));
            let entries = &self.scratch.coefficient;
            let best = self
                .scratch
                .touched
                .iter()
                .filter(|c| is_wanted[**c as usize])
                .max_by(|a, b| entries[**a as usize].abs().total_cmp(&entries[**b as usize].abs()));
            let Some(&column) = best else { continue };
            let entry = entries[column as usize];
            if entry.abs() < PIVOT {
                continue;
            }
            self.dependence(lp, super::Entering::Column(column), &mut enter);
            self.append(row, high, 0.0, column, entry, &enter);
            is_wanted[column as usize] = false;
        }
        self.refresh(lp);
        let wrong = |k: usize| {
            let i = self.active[k] as usize;
            let (y, free) = (self.price[k], lp.rows.high[i] == lp.rows.low[i]);
            !free && if self.at_high[k] { y > 1e-9 } else { y < -1e-9 }
        };
        if (0..self.active.len()).any(wrong) {
            self.reset(lp);
        }
    }

    /// Back to the start: no row is active.
    pub(super) fn reset(&mut self, lp: &Lp) {
        self.place.fill(NONE);
        self.slot.fill(NONE);
        self.active.clear();
        self.at_high.clear();
        self.price.clear();
        self.basic.clear();
        self.norm.clear();
        self.refresh(lp);
    }
}
