//! The part of a slice that lies in the enlarged hulls to which answers are held. Each hull's area starts as the window, enlarged by its own
//! width on each side. A corner outside of the hull is cut off by a plane with the whole hull on its other side, until every corner lies
//! within a two-thousandth of the window. So every point outside of an area is proved to be outside of its hull, for any rows, norm and
//! number of features. A point inside is in the hull, but for less than a pixel. Where an axis has levels, each level is a slice of its own.

use crate::tolerances::HULL;
use espalier_model::query::hull::{place, width, Cloud};
use espalier_model::query::Hull;
use espalier_model::regions::{default_window, Window};
use espalier_model::schema::Feature;
use espalier_numerics::min_norm_point::{approach, dot, sum, Enough, Vertex};

/// Most tests of corners in one area. The areas that were met took a few dozen.
const MOST: usize = 1500;
/// Weight of a step off the slice relative to a step in it, so that planes cut where the slice does.
const OFF: f64 = 12.0;
/// A plane is good enough at this share of the distance to the nearest point found. It then cuts off most of the part that can be cut off.
const GOOD: f64 = 0.8;

/// A slice of hulls under construction.
#[derive(Debug)]
pub struct HullSlice {
    row: Vec<f64>,
    clouds: Vec<Cloud>,
    sides: [HullAxis; 2],
    /// The number of areas begun so far, over all levels and hulls. `now` is the one being cut.
    begun: usize,
    now: Option<Area>,
    /// Corners of each area, x and y in turn: raw values, or for levels the level's number minus and plus one half.
    areas: Vec<Vec<f64>>,
    settled: bool,
}

/// An axis.
#[derive(Debug)]
struct HullAxis {
    feature: usize,
    /// The feature's coordinate in the space of hulls. `width` is the divisor of a number.
    at: usize,
    width: f64,
    /// The number of levels; `None` for a number. For numbers, `lo` and `hi` bound the areas and `near` is the distance that is near enough.
    levels: Option<usize>,
    lo: f64,
    hi: f64,
    near: f64,
}

#[derive(Clone, Copy, Debug)]
struct Corner {
    at: [f64; 2],
    inside: bool,
}

/// The part of one hull on one slice.
#[derive(Debug)]
struct Area {
    cloud: usize,
    levels: [Option<usize>; 2],
    corners: Vec<Corner>,
    near: f64,
    tests: usize,
    body: Body,
}

/// A hull seen from a point of the slice, with steps off the slice stretched.
#[derive(Debug)]
struct Body {
    /// The coordinates in the space of hulls of those axes that are numbers.
    free: [Option<usize>; 2],
    from: Vec<f64>,
    scale: Vec<f64>,
    /// The active set of the last point: the vertices of its nearest point.
    corral: Vec<Vertex>,
    /// Rows that were once the furthest in a direction. They are tried first.
    active: Vec<usize>,
}

impl HullAxis {
    fn new(features: &[Feature], feature: usize, at: usize, own: f64, window: Option<(f64, f64)>) -> HullAxis {
        let (width, levels) = (width(&features[feature]), features[feature].level_count());
        let (lo, hi) = window.filter(|_| levels.is_none()).unwrap_or_else(|| default_window(&features[feature], own));
        let more = hi - lo;
        let near = if levels.is_some() { f64::INFINITY } else { HULL.max(more / width / 2000.0) };
        // Areas reach beyond the window by its width on each side.
        HullAxis { feature, at, width, levels, lo: (lo - more) / width, hi: (hi + more) / width, near }
    }

    /// Two bounds of a level's band, or of the range of a number that is cut.
    fn ends(&self, level: Option<usize>, from: f64, to: f64) -> [f64; 2] {
        level.map_or([from * self.width, to * self.width], |k| [k as f64 - 0.5, k as f64 + 0.5])
    }
}

impl HullSlice {
    /// The slice through the raw row `at` along two different features; nothing is cut yet. `None` where the row has a missing value.
    /// `at` has one value for each column. A window's bounds are finite and ascend.
    pub fn new(hull: &Hull, features: &[Feature], at: &[f64], [x, y]: [usize; 2], window: Window) -> Option<HullSlice> {
        let mut row = at.to_vec();
        // The row's own values of the two axes play no part.
        [x, y].iter().for_each(|&f| set(&mut row, &features[f], 0));
        let base = place(features, &row)?;
        let side = |f: usize, window| {
            let first = place(&features[..f], &row)?.len();
            Some(HullAxis::new(features, f, first, at[features[f].columns()[0]], window))
        };
        let sides = [side(x, window.x)?, side(y, window.y)?];
        let clouds = hull.clouds(features, &vec![0.0; base.len()]);
        Some(HullSlice { row, clouds, sides, begun: 0, now: None, areas: Vec::new(), settled: true })
    }

    /// Looks at one corner; `true` when all areas are cut. A millisecond with 5,000 rows of 15 features that span a round cloud.
    pub fn step(&mut self, features: &[Feature]) -> bool {
        let Some(mut area) = self.now.take().or_else(|| self.begin(features)) else { return true };
        if area.step(&self.clouds) {
            self.settled &= area.tests < MOST;
            self.draw(&area);
        } else {
            self.now = Some(area);
        }
        false
    }

    /// The areas so far: the corners of each, x and y in turn.
    pub fn areas(&self) -> &[Vec<f64>] {
        &self.areas
    }

    /// Whether every area is as exact as the module's text says.
    pub fn settled(&self) -> bool {
        self.settled
    }

    /// The next area, in order of levels of x, levels of y, hulls.
    fn begin(&mut self, features: &[Feature]) -> Option<Area> {
        let [x, y] = &self.sides;
        let (cloud, left) = (self.begun % self.clouds.len(), self.begun / self.clouds.len());
        let ys = y.levels.unwrap_or(1);
        let (i, j) = (left / ys.max(1), left % ys.max(1));
        if ys == 0 || i >= x.levels.unwrap_or(1) {
            return None;
        }
        self.begun += 1;
        let levels = [x.levels.map(|_| i), y.levels.map(|_| j)];
        for (side, level) in self.sides.iter().zip(levels) {
            set(&mut self.row, &features[side.feature], level.unwrap_or(0));
        }
        Area::new(cloud, levels, place(features, &self.row)?, &self.sides, &self.clouds)
    }

    fn draw(&mut self, area: &Area) {
        let [x, y] = &self.sides;
        let [i, j] = area.levels;
        let (Some(a), Some(b)) = (area.corners.first(), area.corners.last()) else { return };
        self.areas.push(if i.is_none() && j.is_none() {
            area.corners.iter().flat_map(|c| [c.at[0] * x.width, c.at[1] * y.width]).collect()
        } else {
            let [left, right] = x.ends(i, a.at[0], b.at[0]);
            let [low, high] = y.ends(j, a.at[1], b.at[1]);
            vec![left, low, right, low, right, high, left, high]
        });
    }
}

/// Sets a feature of a raw row to a level. A numeric feature gets an arbitrary value.
fn set(row: &mut [f64], feature: &Feature, level: usize) {
    for &column in feature.columns() {
        row[column] = feature.level_value(level, column).unwrap_or(0.0);
    }
}

impl Area {
    fn new(
        cloud: usize,
        levels: [Option<usize>; 2],
        from: Vec<f64>,
        [x, y]: &[HullAxis; 2],
        clouds: &[Cloud],
    ) -> Option<Area> {
        let ends = |s: &HullAxis| if s.levels.is_some() { [0.0, 0.0] } else { [s.lo, s.hi] };
        let free = [x, y].map(|s| s.levels.is_none().then_some(s.at));
        let ([left, right], [low, high]) = (ends(x), ends(y));
        let mut corners: Vec<Corner> = ([[left, low], [right, low], [right, high], [left, high]].iter())
            .map(|&at| Corner { at, inside: false })
            .collect();
        match free {
            [None, None] => corners.truncate(1),
            [Some(_), None] => corners.truncate(2),
            [None, Some(_)] => drop(corners.drain(1..3)),
            [Some(_), Some(_)] => {}
        }
        let mut scale = vec![OFF; from.len()];
        free.iter().flatten().for_each(|&i| scale[i] = 1.0);
        let mut body = Body { free, from, scale, corral: Vec::new(), active: Vec::new() };
        let mut any = body.vertex(&clouds[cloud], 0, &vec![0.0; body.from.len()]);
        any.weight = 1.0;
        body.corral.push(any);
        Some(Area { cloud, levels, corners, near: x.near.min(y.near).min(5e-4), tests: 0, body })
    }

    /// Looks at one corner; `true` when no corner is left to test.
    fn step(&mut self, clouds: &[Cloud]) -> bool {
        let Some(at) = self.corners.iter().position(|c| !c.inside).filter(|_| self.tests < MOST) else { return true };
        self.tests += 1;
        // A fifth of the tolerance is kept for the corners beside this one.
        match self.body.plane(&clouds[self.cloud], self.corners[at].at, 0.8 * self.near) {
            None => self.corners[at].inside = true,
            Some(plane) => self.corners = clipped(&self.corners, plane, 0.2 * self.near),
        }
        false
    }
}

/// A half-plane: the points with `by[0] x + by[1] y >= least`.
#[derive(Clone, Copy)]
struct HalfPlane {
    by: [f64; 2],
    least: f64,
}

impl Body {
    /// Tests a point of the slice. `None` where it is in the body. Otherwise a plane that has all of the body's slice on its other side.
    /// Where the body has no slice, the plane excludes everything.
    fn plane(&mut self, cloud: &Cloud, to: [f64; 2], near: f64) -> Option<HalfPlane> {
        // Warm start: corners lie close together, so the active set of the last point is a good start.
        for (i, to) in self.free.iter().zip(to).filter_map(|(i, to)| Some((i.as_ref().copied()?, to))) {
            self.corral.iter_mut().for_each(|v| v.at[i] += self.from[i] - to);
            self.from[i] = to;
        }
        let mut corral = std::mem::take(&mut self.corral);
        let enough = Enough { radius: 0.0, inner: near, outer: HULL, good: GOOD };
        let beyond = approach(&mut corral, &enough, &mut |direction, far| self.least(cloud, direction, far));
        let x = sum(&corral);
        self.corral = corral;
        let length = dot(&x, &x).sqrt();
        let by = self.free.map(|i| i.map_or(0.0, |i| x[i] / length));
        // A point in doubt counts as inside.
        Some(HalfPlane { by, least: beyond? - HULL + dot(&by, &to) })
    }

    /// The vertex that goes least in a direction of the stretched space, or any vertex that goes no further than `enough`.
    fn least(&mut self, cloud: &Cloud, direction: &[f64], enough: f64) -> Vertex {
        let along: Vec<f64> = direction.iter().zip(&self.scale).map(|(d, s)| d * s).collect();
        let by = cloud.ball.furthest(&along, cloud.epsilon);
        let zero = dot(&along, &self.from) + dot(&along, &by);
        let far = |&i: &usize| dot(&along, cloud.point(i));
        // Rows met before are tried first; mostly one of them suffices. All rows are searched where none does.
        let met = self.active.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)));
        let number = met.filter(|i| far(i) - zero <= enough).unwrap_or_else(|| {
            let row = cloud.lowest(&along);
            if !self.active.contains(&row) {
                self.active.push(row);
            }
            row
        });
        self.vertex(cloud, number, &by)
    }

    /// A vertex of the body relative to the point: a row less a point of the ball.
    fn vertex(&self, cloud: &Cloud, number: usize, by: &[f64]) -> Vertex {
        let at = cloud.point(number).iter().zip(&self.from).zip(by).zip(&self.scale);
        Vertex { at: at.map(|(((p, o), b), s)| s * (p - o - b)).collect(), number, weight: 0.0 }
    }
}

/// A convex area without the side of a plane that is cut off. Corners no further than `beside` from one that is inside count as inside.
/// They stay in the area, since the hull may reach into that corner.
fn clipped(corners: &[Corner], plane: HalfPlane, beside: f64) -> Vec<Corner> {
    let over = |c: &Corner| dot(&plane.by, &c.at) - plane.least;
    let count = corners.len();
    if count == 1 {
        return Vec::new();
    }
    let mut cut: Vec<Corner> = Vec::with_capacity(count + 1);
    for (k, one) in corners.iter().enumerate() {
        let next = &corners[(k + 1) % count];
        let (here, there) = (over(one), over(next));
        if here >= 0.0 {
            cut.push(*one);
        }
        // An area of two corners is one side, not two.
        if (here >= 0.0) == (there >= 0.0) || count == 2 && k == 1 {
            continue;
        }
        let t = here / (here - there);
        let at = [0, 1].map(|i| one.at[i] + t * (next.at[i] - one.at[i]));
        cut.push(Corner { at, inside: false });
    }
    if count == 2 {
        return cut;
    }
    let near = |a: &Corner, b: &Corner| (a.at[0] - b.at[0]).hypot(a.at[1] - b.at[1]) <= beside;
    let known: Vec<Corner> = cut.iter().filter(|c| c.inside).copied().collect();
    cut.iter_mut().for_each(|one| one.inside |= known.iter().any(|other| near(other, one)));
    cut
}
