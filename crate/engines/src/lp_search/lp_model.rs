//! The model of one query as a linear or quadratic program over the features: bounded columns, coordinates that are sums of columns, and rows over
//! coordinates.
//!
//! A numeric feature is one coordinate, its scaled change. It is made of a column for each linear piece of its cost, up and down. A discrete feature
//! has one coordinate for each level but the base level: the level's share, 0 or 1 in an answer. With all columns at their lower bounds, the point is
//! the factual as far as the limits allow it, at the least cost.

use super::causal_ensembles::CausalFeature;
use super::integer_equations::ConstraintRange;
use super::lp_trees::{Forest, LpTestKind};
use super::lp_trees_builder::Builder;
use super::neurons::HiddenNeuron;
use super::quadratic_cost::Squares;
use crate::problem::Problem;
use crate::SearchError;
use espalier_model::ensemble::{Ensemble, Precision};
use espalier_model::explanation::Counterfactual;
use espalier_model::query::{Constraint, Distinct, Norm, Query};
use espalier_model::schema::{Feature, Kind};
use espalier_numerics::sorting::sort_positions;
use espalier_numerics::Sparse;
use espalier_numerics::{Program, Relaxation};

/// The proximal weight by which columns without curvature are held near their centre, as a share of the steepest cost. More makes a solve take more
/// moves; less makes the dual steeper than its rounding. By hand; not measured.
const PULL: f64 = 1e-5;

/// The encoding of a feature as columns and tests. A number whose value is missing has two more levels, which stand behind the features: that it
/// stays missing, and that it is given a value. The number itself then counts from below all values that it may take. Where it stays missing, its
/// value has no meaning.
#[derive(Clone, Debug)]
pub enum Encoding {
    /// A number: its coordinate is `(x - origin) / scale`.
    Number {
        /// Its coordinate.
        coord: u32,
        /// The factual.
        origin: f64,
        /// The factual as the model reads it.
        base: f64,
        /// Whether it may keep its value.
        stays: bool,
        /// The raw change that is 1 in its coordinate.
        scale: f64,
        /// Whether it takes whole numbers, of which the input type holds all.
        whole: bool,
        /// Tests that say "does not go up" and "does not go down" where a change has a price of its own.
        charged: Option<[u32; 2]>,
        /// Where the factual's value is missing: the place of the levels that say whether it is given one.
        given: Option<u32>,
    },
    /// Levels. The shares of all but the base level are the coordinates `first + k`, counted without the base.
    Levels {
        /// The first of its coordinates.
        first: u32,
        /// The level without a coordinate.
        base: u32,
        /// Offset into a node's flags of levels.
        flags: u32,
        /// Number of levels.
        count: u32,
        /// Offset of the tests "is level k", one for each level.
        is: u32,
    },
}

impl Encoding {
    /// The value that is no change of a number: the factual, as the model reads it where the number may stay.
    pub fn still(&self) -> f64 {
        match *self {
            Encoding::Number { base, stays: true, .. } => base,
            Encoding::Number { origin, .. } => origin,
            Encoding::Levels { .. } => 0.0,
        }
    }

    /// Raw bounds of a number, as bounds of its coordinate. The factual's own value is 0, however the model reads it.
    pub fn ends(&self, lo: f64, hi: f64) -> (f64, f64) {
        let Encoding::Number { origin, base, stays, scale, .. } = *self else { return (0.0, 0.0) };
        let (low, high) = ((lo - origin) / scale, (hi - origin) / scale);
        if stays && lo <= base && base <= hi {
            return (if lo < base { low.min(0.0) } else { 0.0 }, if hi > base { high.max(0.0) } else { 0.0 });
        }
        (low, high)
    }
}

/// The user of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    /// The search by itself.
    Alone,
    /// A mixed-integer program. Its first columns are this model's, and it has the trees.
    MixedInteger,
    /// A box search that has decided all trees: the points lie within one leaf of each tree.
    Leaf,
}

/// The columns, tests and rows of one query.
#[derive(Debug)]
pub struct LpModel {
    /// The problem, of which the target and the costs are.
    pub problem: Problem,
    /// The request.
    pub query: Query,
    /// By limit of the request: whether it is enforced.
    pub enforced: Vec<bool>,
    /// Earlier answers, which the next one must differ from.
    pub before: Vec<Counterfactual>,
    /// By feature: its columns and tests.
    pub encodings: Vec<Encoding>,
    /// The least raw values of numeric features.
    pub lo: Vec<f64>,
    /// The highest raw values of numeric features.
    pub hi: Vec<f64>,
    /// Whether a level is allowed, with the levels of all features one after the other.
    pub allowed: Vec<bool>,
    /// The columns, coordinates and rows. A column is a piece of the change of a number, or the share of a level; the program's fixed cost is that of
    /// the base levels.
    pub program: Program,
    /// The trees.
    pub forest: Forest,
    /// Rows that always hold.
    pub always: Vec<u32>,
    /// Rows that hold each number to the largest change, where `linf` holds the numbers by their bounds instead. Empty where these rows are among
    /// `always`.
    pub within: Vec<u32>,
    /// The rows among `always` that are linear constraints.
    pub constraint_rows: Vec<u32>,
    /// By row of `constraint_rows`: the divisor that its coefficients and limit were scaled by.
    pub norms: Vec<f64>,
    /// Linear constraints, for integer equations.
    pub(super) constraint_ranges: Vec<ConstraintRange>,
    /// The least cost of any point: the program's fixed cost less all that changes of numbers may earn.
    pub floor: f64,
    /// The most that changes may earn. Costs are raised by it.
    pub earned: f64,
    /// A cost that no answer reaches.
    pub dearest: f64,
    /// Whether sums of real numbers are tested. Then rounding to the input type can take a point over a side.
    pub rounds: bool,
    /// A coupled quadratic cost as a sum of squares, until its coordinates are made.
    pub(super) squares: Option<Squares>,
    /// The coupled quadratic cost over features.
    pub(super) quadratic: Option<Sparse>,
    /// The coordinate of the distance from a hull, where that has a price.
    pub(super) far: Option<u32>,
    /// Features that follow from trees.
    pub(super) causal_features: Vec<CausalFeature>,
    /// Neurons of hidden layers.
    pub(super) neurons: Vec<HiddenNeuron>,
    /// A feature of whole numbers whose factual is not a whole number.
    off_grid: Option<usize>,
    /// Whether the model has the trees. If not, all points that are searched lie within one leaf of each tree.
    has_trees: bool,
}

impl LpModel {
    /// # Errors
    /// `SearchError::Unsupported`, with the cause named, for a query that this engine does not answer.
    pub fn new(
        mut problem: Problem,
        query: &Query,
        enforced: &[bool],
        before: &[Counterfactual],
        of: Use,
    ) -> Result<LpModel, SearchError> {
        let refuse = |what: &str| Err(SearchError::Unsupported { what: what.into() });
        let norm = query.cost.norm;
        let missing = |f: &Feature| f.level_count().is_none() && query.factual[f.columns()[0]].is_nan();
        let features = &problem.compiled.schema.features;
        if query.cost.quadratic.is_some() && features.iter().any(missing) {
            return refuse("a quadratic cost has no price for a missing value; give every feature a value");
        }
        if of != Use::Leaf
            && matches!(query.distinct(), Some(Distinct::Distance(_) | Distinct::Regions))
            && (problem.vars.iter().any(|v| v.missing) || features.iter().any(missing))
        {
            return refuse("several answers and regions for a missing value with hyperplanes or linear constraints differ in features alone in this version; ask for \"distinct\": \"features\", or give the value");
        }
        let Ensemble { trees, neurons, .. } = &*problem.compiled.ensemble;
        let linear = trees.iter().flat_map(|t| &t.linear).chain(neurons.iter().map(|n| &n.sum));
        let mut read: Vec<usize> = linear.flat_map(|l| l.columns.iter().copied()).collect();
        sort_positions(&mut read, &|a, b| a.cmp(&b));
        read.dedup();
        if let Some(f) = features
            .iter()
            .find(|f| f.columns().iter().any(|c| query.factual[*c].is_nan() && read.binary_search(c).is_ok()))
        {
            return refuse(&format!(
                "a linear leaf reads feature \"{}\", whose value is missing; give it a value",
                f.name
            ));
        }
        let has_trees = of != Use::Leaf;
        if !has_trees {
            // Where the leaves are known, the rows over trees are reached, or the predictor says that they are not.
            problem.rows.clear();
            problem.need.clear();
        }
        let mut lp = LpModel {
            query: query.copied(),
            enforced: enforced.to_vec(),
            before: before.to_vec(),
            encodings: Vec::new(),
            lo: Vec::new(),
            hi: Vec::new(),
            allowed: Vec::new(),
            squares: None,
            quadratic: None,
            far: None,
            program: Program::default(),
            forest: Forest::default(),
            always: Vec::new(),
            within: Vec::new(),
            constraint_rows: Vec::new(),
            norms: Vec::new(),
            constraint_ranges: Vec::new(),
            floor: 0.0,
            earned: (features.iter().enumerate())
                .map(|(f, feature)| query.cost.earned(f, feature, &query.factual))
                .sum(),
            dearest: 0.0,
            causal_features: Vec::new(),
            neurons: Vec::new(),
            off_grid: None,
            rounds: false,
            has_trees,
            problem,
        };
        lp.take_quadratic(of)?;
        lp.features(norm);
        if let Some(f) = lp.off_grid {
            return refuse(&format!(
                "feature \"{}\" takes whole numbers, and the query's is none; with hyperplanes or linear constraints a whole number is needed",
                lp.schema()[f].name
            ));
        }
        Builder::new(&mut lp)?.build();
        lp.soften();
        lp.hold();
        lp.couple();
        let most: f64 = (0..lp.program.width())
            .map(|c| ((lp.program.cost[c] + lp.program.curve[c] * lp.program.upper[c]) * lp.program.upper[c]).max(0.0))
            .sum();
        let steepest = (0..lp.program.width()).map(|c| lp.program.cost[c] + lp.program.curve[c]).fold(0.0, f64::max);
        lp.program.pull = lp.program.curve.iter().map(|q| (PULL * steepest - q).max(0.0)).collect();
        lp.dearest = 2.0 * (lp.program.fixed + most + lp.dearest_form()) + 1.0;
        Ok(lp)
    }

    /// Whether the model has the trees.
    #[inline]
    pub fn has_trees(&self) -> bool {
        self.has_trees
    }

    /// The coordinate of the distance from a hull, where that has a price.
    pub fn far(&self) -> Option<u32> {
        self.far
    }

    /// The type to which inputs are rounded.
    pub fn input(&self) -> Precision {
        self.problem.compiled.ensemble.input
    }

    /// Whether a feature takes whole numbers. Where the input type does not hold all of them, they are encoded as real numbers, and rounding makes them whole.
    pub(super) fn integer(&self, f: usize) -> bool {
        matches!(self.schema()[f].kind, Kind::Integer { .. })
    }

    /// The features.
    pub fn schema(&self) -> &[Feature] {
        &self.problem.compiled.schema.features
    }

    /// The constraints that are enforced.
    pub fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.query.constraints.iter().zip(&self.enforced).filter(|(_, on)| **on).map(|(c, _)| c)
    }

    /// Adds a test: a pair of rows of this kind.
    pub fn test(
        &mut self,
        coefs: impl IntoIterator<Item = (u32, f64)>,
        left: f64,
        right: f64,
        kind: LpTestKind,
    ) -> u32 {
        self.program.rows.add(coefs, left, right);
        self.forest.register(kind)
    }

    /// Bounds of the coordinates, to `ends`.
    pub fn ends(&self, relaxed: &Relaxation, ends: &mut Vec<(f64, f64)>) {
        let of = |c: usize| match (self.program.sign[c] > 0.0, relaxed.ends(c)) {
            (true, ends) => ends,
            (false, (lower, upper)) => (-upper, -lower),
        };
        let sum = |g| self.program.columns(g).map(of).fold((0.0, 0.0), |sum, end| (sum.0 + end.0, sum.1 + end.1));
        ends.clear();
        ends.extend((0..self.program.coords() as u32).map(sum));
    }

    fn features(&mut self, norm: Norm) {
        let (mut is, mut earned) = (0, 0.0);
        let mut absent = Vec::new();
        for f in 0..self.problem.vars.len() {
            let var = self.problem.vars[f].clone();
            let feature = self.schema()[f].clone();
            self.lo.push(0.0);
            self.hi.push(0.0);
            if let Kind::Numeric { column } | Kind::Integer { column } = feature.kind {
                let raw = self.query.factual[column];
                let input = self.input();
                let mut base = input.round(raw);
                let mut origin = raw;
                let (min, max) = var.allowed;
                let integer = matches!(feature.kind, Kind::Integer { .. });
                if integer && base.fract() != 0.0 && !(base.is_nan()) {
                    self.off_grid = Some(f);
                }
                // The factual's own value stays attainable where it is allowed.
                let stays = min <= raw && raw <= max;
                let (mut lo, mut hi) = (input.ceil(min), input.floor(max));
                if integer {
                    (lo, hi) = (input.ceil(lo.ceil()), input.floor(hi.floor()));
                }
                if stays {
                    (lo, hi) = (lo.min(base), hi.max(base));
                }
                // Single precision holds all whole numbers up to 2^24, and only some beyond.
                let sparse = input == Precision::F32 && lo.abs().max(hi.abs()) > 2.0 / f64::from(f32::EPSILON);
                let whole = integer && !sparse;
                let scale = if feature.max > feature.min { feature.max - feature.min } else { 1.0 };
                let given = (raw.is_nan()).then(|| {
                    // A number that may only stay missing may take any value.
                    if lo > hi && var.least().is_finite() {
                        (lo, hi) = (0.0, 0.0);
                    }
                    origin = if lo.is_finite() { lo - scale } else { 0.0 };
                    base = origin;
                    absent.push(f);
                    (self.problem.vars.len() + absent.len() - 1) as u32
                });
                self.lo[f] = lo;
                self.hi[f] = hi;
                let most = self.prices(f).stays;
                (self.program.fixed, earned) = (self.program.fixed + most, earned + most);
                let (up, down) = self.slopes(f, scale, norm);
                let curves = self.curves(f, norm);
                let place = Encoding::Number {
                    coord: self.program.coords() as u32,
                    origin,
                    base,
                    stays,
                    scale,
                    whole,
                    charged: None,
                    given,
                };
                let ends = place.ends(lo, hi);
                for (sign, pieces, reach, curve) in [(1.0, up, ends.1, curves[0]), (-1.0, down, -ends.0, curves[1])] {
                    let reach = reach.max(0.0);
                    for (i, &(from, slope)) in pieces.iter().enumerate() {
                        let to = pieces.get(i + 1).map_or(reach, |n| n.0).min(reach);
                        if i == 0 || to > from {
                            self.program.column(sign, slope, from, (to - from).max(0.0));
                            self.program.curve_last(curve);
                        }
                    }
                }
                self.program.close();
                self.encodings.push(place);
                continue;
            }
            let count = var.levels();
            let flags = self.allowed.len() as u32;
            self.allowed.extend(var.cost.iter().map(|c| c.is_finite()));
            let base = var.best as usize;
            let least = if var.least().is_finite() { var.least() } else { 0.0 };
            self.program.fixed += least;
            let first = self.program.coords() as u32;
            for k in (0..count).filter(|&k| k != base) {
                let cost = if var.cost[k].is_finite() { var.cost[k] - least } else { 0.0 };
                self.program.coordinate(cost.max(0.0), 1.0);
            }
            self.encodings.push(Encoding::Levels { first, base: base as u32, flags, count: count as u32, is });
            is += count as u32;
        }
        for f in absent.into_iter() {
            let var = &self.problem.vars[f];
            let cells = var.levels() - usize::from(var.missing);
            let stays = var.missing && var.cost[cells].is_finite();
            let gets = var.cost[..cells].iter().any(|c| c.is_finite());
            let flags = self.allowed.len() as u32;
            self.allowed.extend([stays, gets]);
            let cost = self.entering(f).0;
            let first = self.program.coords() as u32;
            let base = u32::from(!stays);
            self.program.fixed += if stays { 0.0 } else { cost };
            self.program.coordinate(if stays { cost } else { 0.0 }, 1.0);
            self.encodings.push(Encoding::Levels { first, base, flags, count: 2, is });
            is += 2;
        }
        self.floor = self.program.fixed - earned;
    }

    /// Whether a place's base level is no change.
    pub fn unmoved(&self, place: usize, base: u32) -> bool {
        self.problem.vars.get(place).map_or(base == 0, |v| !v.changed[base as usize])
    }

    /// The test that says whether a feature stays missing, where it may.
    pub fn absent(&self, f: usize) -> Option<u32> {
        match self.encodings[f] {
            Encoding::Number { given, .. } => given.map(|p| match self.encodings[p as usize] {
                Encoding::Levels { is, .. } => is,
                Encoding::Number { .. } => 0,
            }),
            Encoding::Levels { is, count, .. } => self.problem.vars[f].missing.then(|| is + count - 1),
        }
    }
}
