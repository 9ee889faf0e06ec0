//! Which part of a slice lies in the enlarged hulls that answers are held to. Each is cut out of the window: a corner that lies
//! outside of the hull is cut off by a plane that has all of the hull on its other side, until every corner lies within a
//! two-thousandth of the window. So what is outside of an area is proved to be outside of its hull, whatever the rows, the norm and
//! the number of features; what is inside is, but for less than a pixel. Where an axis has levels, each level is a slice of its own.

use crate::tolerances::HULL;
use espalier_core::query::hull::{approach, dot, place, sum, width, Cloud, Enough, Vertex};
use espalier_core::query::Hull;
use espalier_core::regions::{default_window, Window};
use espalier_core::schema::Feature;

/// Tests of corners in one area: more than any takes that was met (a few dozen).
const MOST: usize = 1500;
/// By how much more a step off the slice counts than one in it, so that planes cut where the slice does.
const OFF: f64 = 12.0;
/// A direction so good cuts off most of what can be cut off.
const GOOD: f64 = 0.8;

/// A slice of hulls under construction.
#[derive(Debug)]
pub struct HullSlice {
    row: Vec<f64>,
    clouds: Vec<Cloud>,
    sides: [Side; 2],
    /// Areas begun so far, of all levels and hulls; the one at work.
    begun: usize,
    now: Option<Area>,
    /// Corners, x and y in turn: raw values, or a level and half a band to either side.
    areas: Vec<Vec<f64>>,
    settled: bool,
}

/// An axis.
#[derive(Debug)]
struct Side {
    feature: usize,
    /// Where the feature stands in the space of hulls, and what a number is divided by.
    at: usize,
    width: f64,
    /// Of levels, their number; of a number, the ends within which areas are cut, and how near is near enough.
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

/// A hull seen from a place of the slice, steps off it stretched.
#[derive(Debug)]
struct Body {
    /// The coordinates of the slice's numbers.
    free: [Option<usize>; 2],
    from: Vec<f64>,
    scale: Vec<f64>,
    /// What was nearest to the last place.
    corral: Vec<Vertex>,
    /// Rows that were once the furthest.
    active: Vec<usize>,
}

impl Side {
    fn new(features: &[Feature], feature: usize, at: usize, own: f64, window: Option<(f64, f64)>) -> Side {
        let (width, levels) = (width(&features[feature]), features[feature].level_count());
        let (lo, hi) = window.filter(|_| levels.is_none()).unwrap_or_else(|| default_window(&features[feature], own));
        let more = hi - lo;
        let near = if levels.is_some() { f64::INFINITY } else { HULL.max(more / width / 2000.0) };
        // A good deal beyond what is shown.
        Side { feature, at, width, levels, lo: (lo - more) / width, hi: (hi + more) / width, near }
    }

    /// Two ends of a level's band, or of what is cut out of a number.
    fn ends(&self, level: Option<usize>, from: f64, to: f64) -> [f64; 2] {
        level.map_or([from * self.width, to * self.width], |k| [k as f64 - 0.5, k as f64 + 0.5])
    }
}

impl HullSlice {
    /// The slice through the raw row `at` along two features, which are not the same; nothing is cut yet. `None` where it goes through a
    /// missing value. `at` has a value a column; a window's ends are finite and ascend.
    pub fn new(hull: &Hull, features: &[Feature], at: &[f64], [x, y]: [usize; 2], window: Window) -> Option<HullSlice> {
        let mut row = at.to_vec();
        // What the axes hold is of no account.
        [x, y].iter().for_each(|&f| set(&mut row, &features[f], 0));
        let base = place(features, &row)?;
        let side = |f: usize, window| {
            let first = place(&features[..f], &row)?.len();
            Some(Side::new(features, f, first, at[features[f].columns()[0]], window))
        };
        let sides = [side(x, window.x)?, side(y, window.y)?];
        let clouds = hull.clouds(features, &vec![0.0; base.len()]);
        Some(HullSlice { row, clouds, sides, begun: 0, now: None, areas: Vec::new(), settled: true })
    }

    /// Looks at one corner; `true` when all is cut. With 5,000 rows of 15 features that span a round cloud, a millisecond.
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

    /// What is cut so far: the corners of each area, x and y in turn.
    pub fn areas(&self) -> &[Vec<f64>] {
        &self.areas
    }

    /// Whether every area is as exact as is said above.
    pub fn settled(&self) -> bool {
        self.settled
    }

    /// The next area: of each level of x, each level of y, each hull.
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

/// Sets a feature of a raw row to a level; of a number, to anything.
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
        [x, y]: &[Side; 2],
        clouds: &[Cloud],
    ) -> Option<Area> {
        let ends = |s: &Side| if s.levels.is_some() { [0.0, 0.0] } else { [s.lo, s.hi] };
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

    /// Looks at one corner; `true` when there is none left.
    fn step(&mut self, clouds: &[Cloud]) -> bool {
        let Some(at) = self.corners.iter().position(|c| !c.inside).filter(|_| self.tests < MOST) else { return true };
        self.tests += 1;
        // Of what is near enough a part is left for the corners beside it.
        match self.body.plane(&clouds[self.cloud], self.corners[at].at, 0.8 * self.near) {
            None => self.corners[at].inside = true,
            Some(plane) => self.corners = clipped(&self.corners, plane, 0.2 * self.near),
        }
        false
    }
}

/// All with `by[0] x + by[1] y >= least` belongs.
#[derive(Clone, Copy)]
struct Plane {
    by: [f64; 2],
    least: f64,
}

impl Body {
    /// Tests a place of the slice. `None` where it is in the body, else a plane that has all of the body's slice on its other side;
    /// a plane of nothing where there is no slice.
    fn plane(&mut self, cloud: &Cloud, to: [f64; 2], near: f64) -> Option<Plane> {
        // Corners lie close together: what was nearest to the last is a good start.
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
        // What is left in doubt is inside.
        Some(Plane { by, least: beyond? - HULL + dot(&by, &to) })
    }

    /// The vertex that goes least in a direction of the stretched space, or any that goes no further than `enough`.
    fn least(&mut self, cloud: &Cloud, direction: &[f64], enough: f64) -> Vertex {
        let along: Vec<f64> = direction.iter().zip(&self.scale).map(|(d, s)| d * s).collect();
        let by = cloud.ball.furthest(&along, cloud.epsilon);
        let zero = dot(&along, &self.from) + dot(&along, &by);
        let far = |&i: &usize| dot(&along, cloud.point(i));
        // Most often one of the rows met before goes as far as it takes to go on; all are asked where none does.
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

    /// A row without a part of the ball, seen from the place.
    fn vertex(&self, cloud: &Cloud, number: usize, by: &[f64]) -> Vertex {
        let at = cloud.point(number).iter().zip(&self.from).zip(by).zip(&self.scale);
        Vertex { at: at.map(|(((p, o), b), s)| s * (p - o - b)).collect(), number, weight: 0.0 }
    }
}

/// A convex area without what lies before a plane; corners no further than `beside` from one that is inside need no look. None is
/// left out for that: the hull may reach into it.
fn clipped(corners: &[Corner], plane: Plane, beside: f64) -> Vec<Corner> {
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
        // Two corners are one side, not two.
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
