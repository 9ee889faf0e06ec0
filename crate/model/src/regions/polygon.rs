//! Convex polygons in a window, and their splitting by lines. Coordinates are shares of the window, 0 to 1.

/// Distances from a line up to this count as zero. In shares of the window.
pub(super) const NONE: f64 = 1e-9;

/// A corner, and the side that begins there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub u: f64,
    pub v: f64,
    /// The line of the side. -1: the window's frame.
    pub side: i32,
}

/// Corners counter-clockwise.
pub(super) type Polygon = Vec<Corner>;

/// `a u + b v <= c`, with `(a, b)` of length one.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    /// The number of the line.
    pub line: i32,
}

/// The position of a polygon relative to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lies {
    Below,
    Above,
    Both,
}

impl HalfPlane {
    fn distance(&self, corner: &Corner) -> f64 {
        self.a * corner.u + self.b * corner.v - self.c
    }

    /// The side of the line on which a polygon lies. A polygon that only touches the line from above counts as above,
    /// and one that lies in it as below.
    pub fn way(&self, polygon: &[Corner]) -> Lies {
        let (mut least, mut most) = (0.0f64, 0.0f64);
        for corner in polygon {
            let d = self.distance(corner);
            (least, most) = (least.min(d), most.max(d));
        }
        match (least < -NONE, most > NONE) {
            (true, true) => Lies::Both,
            (_, false) => Lies::Below,
            _ => Lies::Above,
        }
    }

    /// The two parts of a polygon that a line splits: below it, and above it.
    pub fn halves(&self, polygon: &[Corner]) -> [Polygon; 2] {
        let mut halves = [Vec::with_capacity(polygon.len() + 1), Vec::with_capacity(polygon.len() + 1)];
        for (k, corner) in polygon.iter().enumerate() {
            let next = &polygon[if k + 1 < polygon.len() { k + 1 } else { 0 }];
            let (d, e) = (self.distance(corner), self.distance(next));
            let on = d.abs() <= NONE;
            for (half, sign) in [(0, -1.0), (1, 1.0)] {
                if on || d * sign > 0.0 {
                    let leaves = on && e * sign < -NONE;
                    halves[half].push(Corner { side: if leaves { self.line } else { corner.side }, ..*corner });
                }
            }
            if !on && e.abs() > NONE && (d < 0.0) != (e < 0.0) {
                let t = d / (d - e);
                let (u, v) = (corner.u + t * (next.u - corner.u), corner.v + t * (next.v - corner.v));
                let from = usize::from(d > 0.0);
                halves[from].push(Corner { u, v, side: self.line });
                halves[1 - from].push(Corner { u, v, side: corner.side });
            }
        }
        halves
    }
}

/// The mean of the corners.
pub(super) fn middle(polygon: &[Corner]) -> [f64; 2] {
    let n = polygon.len() as f64;
    polygon.iter().fold([0.0; 2], |[u, v], corner| [u + corner.u / n, v + corner.v / n])
}
