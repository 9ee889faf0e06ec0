//! One step of the dual simplex: what leaves, in terms of what may enter; the ratio test with bound flips; the exchange.

use super::{Candidate, Entering, Leaving, Lp, Simplex, NONE, PIVOT};

impl Simplex {
    /// Writes the leaving variable in terms of active rows and nonbasic columns.
    pub(super) fn express(&mut self, lp: &Lp, leaving: Leaving) {
        let m = self.active.len();
        let s = &mut self.scratch;
        s.multiplier.clear();
        s.multiplier.resize(m, 0.0);
        s.coefficient.resize(self.value.len(), 0.0);
        s.touched.iter().for_each(|&c| s.coefficient[c as usize] = 0.0);
        s.touched.clear();
        match leaving {
            Leaving::Basic(p) => s.multiplier.copy_from_slice(&self.inverse[p * self.width..p * self.width + m]),
            Leaving::Row(i) => {
                for &(c, a) in lp.rows.row(i as usize) {
                    let p = self.place[c as usize];
                    if p == NONE {
                        s.coefficient[c as usize] = a;
                        s.touched.push(c);
                        continue;
                    }
                    let at = p as usize * self.width;
                    s.multiplier.iter_mut().zip(&self.inverse[at..at + m]).for_each(|(w, b)| *w += a * b);
                }
            }
        }
        for k in 0..m {
            let y = s.multiplier[k];
            if y == 0.0 {
                continue;
            }
            for &(c, a) in lp.rows.row(self.active[k] as usize) {
                if self.place[c as usize] == NONE {
                    let entry = &mut s.coefficient[c as usize];
                    if *entry == 0.0 {
                        s.touched.push(c);
                    }
                    *entry -= y * a;
                }
            }
        }
    }

    fn range(&self, lp: &Lp, what: Entering) -> f64 {
        match what {
            Entering::Column(c) => self.upper[c as usize] - self.lower[c as usize],
            Entering::Slack(k) => {
                let i = self.active[k as usize] as usize;
                lp.rows.high[i] - lp.rows.low[i]
            }
        }
    }

    /// What moving something by one does to the leaving variable.
    fn entry(&self, what: Entering) -> f64 {
        match what {
            Entering::Column(c) => self.scratch.coefficient[c as usize],
            Entering::Slack(k) => self.scratch.multiplier[k as usize],
        }
    }

    /// Moves the leaving variable by `by` to its end; `false` where nothing can.
    pub(super) fn step(&mut self, lp: &Lp, leaving: Leaving, by: f64) -> bool {
        self.candidates(lp, by > 0.0);
        let mut need = by.abs();
        let order = std::mem::take(&mut self.scratch.order);
        let mut flips = 0;
        let mut entering = None;
        for candidate in &order {
            let gain = candidate.size * self.range(lp, candidate.what);
            // What all of them together miss by rounding alone is not missed.
            let last = flips + 1 == order.len();
            if gain >= need - if last { 1e-12 } else { 0.0 } || gain.is_nan() {
                entering = Some(flips);
                break;
            }
            need -= gain;
            flips += 1;
        }
        let Some(mut at) = entering else {
            self.scratch.order = order;
            return false;
        };
        // Of those that stand at the same ratio the largest entry is the safest; the others keep their prices.
        let limit = order[at].ratio + 1e-12;
        let mut best = at;
        for (i, other) in order.iter().enumerate().skip(at + 1).take_while(|(_, o)| o.ratio <= limit) {
            if other.size > order[best].size {
                best = i;
            }
        }
        if order[best].size > 8.0 * order[at].size {
            at = best;
        }
        let what = order[at].what;
        let flipped: Vec<Entering> = order[..flips].iter().map(|o| o.what).collect();
        self.scratch.order = order;
        if !flipped.is_empty() {
            self.flip(lp, &flipped);
        }
        let rest = if by > 0.0 { need } else { -need };
        self.exchange(lp, leaving, what, rest / self.entry(what), by > 0.0);
        true
    }

    /// What can move the leaving variable up (or down), by the price at which it turns.
    fn candidates(&mut self, lp: &Lp, up: bool) {
        let sign = if up { 1.0 } else { -1.0 };
        let mut order = std::mem::take(&mut self.scratch.order);
        order.clear();
        for &c in &self.scratch.touched {
            let j = c as usize;
            let g = sign * self.scratch.coefficient[j];
            if (if self.high[j] { g < -PIVOT } else { g > PIVOT }) && self.upper[j] > self.lower[j] {
                order.push(Candidate { ratio: (self.reduced[j] / g).abs(), size: g.abs(), what: Entering::Column(c) });
            }
        }
        for k in 0..self.active.len() {
            let g = sign * self.scratch.multiplier[k];
            let i = self.active[k] as usize;
            if (if self.at_high[k] { g < -PIVOT } else { g > PIVOT }) && lp.rows.high[i] > lp.rows.low[i] {
                let what = Entering::Slack(k as u32);
                order.push(Candidate { ratio: (self.price[k] / g).abs(), size: g.abs(), what });
            }
        }
        order.sort_unstable_by(|a, b| a.ratio.total_cmp(&b.ratio).then(b.size.total_cmp(&a.size)));
        self.scratch.order = order;
    }

    /// Moves nonbasic things to their other ends.
    fn flip(&mut self, lp: &Lp, what: &[Entering]) {
        let m = self.active.len();
        let mut sums = std::mem::take(&mut self.scratch.sums);
        sums.clear();
        sums.resize(m, 0.0);
        for &what in what {
            match what {
                Entering::Column(c) => {
                    let j = c as usize;
                    self.high[j] = !self.high[j];
                    let to = if self.high[j] { self.upper[j] } else { self.lower[j] };
                    let by = to - self.value[j];
                    self.value[j] = to;
                    for &(i, a) in &lp.column[j] {
                        let k = self.slot[i as usize];
                        if k != NONE {
                            sums[k as usize] -= a * by;
                        }
                    }
                }
                Entering::Slack(k) => {
                    let k = k as usize;
                    let i = self.active[k] as usize;
                    let by = lp.rows.high[i] - lp.rows.low[i];
                    sums[k] += if self.at_high[k] { -by } else { by };
                    self.at_high[k] = !self.at_high[k];
                }
            }
        }
        for (p, &b) in self.basic.iter().enumerate() {
            let line = &self.inverse[p * self.width..p * self.width + m];
            self.value[b as usize] += line.iter().zip(&sums).map(|(l, s)| l * s).sum::<f64>();
        }
        self.scratch.sums = sums;
    }

    /// What enters moves by `by`; it takes the place of what leaves.
    fn exchange(&mut self, lp: &Lp, leaving: Leaving, what: Entering, by: f64, up: bool) {
        let m = self.active.len();
        let mut enter = std::mem::take(&mut self.scratch.enter);
        self.dependence(lp, what, &mut enter);
        for (p, &b) in self.basic.iter().enumerate() {
            self.value[b as usize] += enter[p] * by;
        }
        // Prices.
        let entry = self.entry(what);
        let theta = match what {
            Entering::Column(c) => self.reduced[c as usize] / entry,
            Entering::Slack(k) => self.price[k as usize] / entry,
        };
        for &c in &self.scratch.touched {
            self.reduced[c as usize] -= theta * self.scratch.coefficient[c as usize];
        }
        for k in 0..m {
            self.price[k] -= theta * self.scratch.multiplier[k];
        }
        if let Entering::Column(c) = what {
            let j = c as usize;
            self.value[j] += by;
            self.reduced[j] = 0.0;
        }
        if let Leaving::Basic(p) = leaving {
            let c = self.basic[p] as usize;
            self.place[c] = NONE;
            self.high[c] = !up;
            self.value[c] = if up { self.lower[c] } else { self.upper[c] };
            self.reduced[c] = theta;
        }
        match (leaving, what) {
            (Leaving::Basic(p), Entering::Column(c)) => {
                self.eliminate(p, -1.0 / enter[p], &enter, -1.0);
                self.basic[p] = c;
                self.place[c as usize] = p as u32;
            }
            (Leaving::Basic(p), Entering::Slack(k)) => {
                self.eliminate(p, 1.0 / enter[p], &enter, 1.0);
                self.drop_position(p);
                self.drop_slot(k as usize);
            }
            (Leaving::Row(i), Entering::Column(c)) => {
                self.append(i, !up, theta, c, entry, &enter);
            }
            (Leaving::Row(i), Entering::Slack(k)) => self.replace(i, !up, theta, k as usize, entry, &enter),
        }
        self.scratch.enter = enter;
    }

    /// How the basic columns move with what enters.
    pub(super) fn dependence(&self, lp: &Lp, what: Entering, enter: &mut Vec<f64>) {
        enter.clear();
        match what {
            Entering::Column(c) => {
                let entries: Vec<(usize, f64)> = lp.column[c as usize]
                    .iter()
                    .filter(|(i, _)| self.slot[*i as usize] != NONE)
                    .map(|&(i, a)| (self.slot[i as usize] as usize, a))
                    .collect();
                enter.extend((0..self.basic.len()).map(|p| {
                    let line = &self.inverse[p * self.width..];
                    -entries.iter().map(|&(k, a)| a * line[k]).sum::<f64>()
                }));
            }
            Entering::Slack(k) => {
                enter.extend((0..self.basic.len()).map(|p| self.inverse[p * self.width + k as usize]));
            }
        }
    }
}
