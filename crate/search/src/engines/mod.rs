//! The search engines, each in a folder or a file. The box search is for models whose regions are boxes, and for costs
//! that are sums over features. Branch and bound over linear and quadratic programs is for hyperplanes, and for limits
//! that couple features. The others are boxes with Lagrangian prices for linear constraints, the mixed-integer program,
//! the nearest background row, and box searches for costs with a largest change (`linf_search`).

pub(super) mod box_search;
pub(super) mod lagrangian;
pub(super) mod linf_search;
pub(super) mod lp_search;
pub(super) mod milp;
pub(super) mod nearest_row;

use box_search::BoxSearch;
use lagrangian::Lagrangian;
use linf_search::LinfSearch;
use lp_search::{LpSearch, Shortening};
use milp::hyperplanes::HyperplaneSearch;
use milp::MilpSearch;
use nearest_row::NearestRow;

/// An engine at work: the search for the cheapest point of one problem, below a cutoff, with a proved bound. The session gives it its time, step by
/// step, and believes none of its points before the predictor does.
pub(crate) trait EngineSearch {
    /// Does one piece of work, of some tens of milliseconds at most. Returns whether the search is finished.
    fn step(&mut self) -> bool;

    /// The incumbent: the cheapest point so far, with its cost.
    fn incumbent(&self) -> Option<(EnginePoint<'_>, f64)>;

    /// A proved lower bound of every point's cost. It never falls, and never exceeds the incumbent's cost.
    fn bound(&self) -> f64;

    /// The number of nodes opened beyond the root.
    fn nodes(&self) -> u64;

    /// Of a finished search: whether it has proved its incumbent optimal, or that there is no point.
    fn proved(&self) -> bool {
        true
    }

    /// Takes the rows of incumbents that others have replaced since the last call, with their costs. None where the engine's points are levels.
    fn replaced(&mut self) -> Vec<(Vec<f64>, f64)> {
        Vec::new()
    }

    /// Tries one set of shorter decimals for the incumbent's row. Returns whether nothing is left to try; so it is where the engine's points are levels.
    fn shorten(&self, _now: &mut Shortening) -> bool {
        true
    }
}

/// A point in the engine's own form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EnginePoint<'a> {
    /// A level of each variable.
    Levels(&'a [u32]),
    /// Raw inputs.
    Row(&'a [f64]),
}

/// Implements [`EngineSearch`] by an engine's own methods of the same names, and `incumbent` by `best`. `Levels` or `Row` is the form of its points. The
/// names after it are those of the methods with a default that it has.
macro_rules! engine {
    ($Engine:ty, $Form:ident $(, $proved:ident, $shorten:ident, $replaced:ident)?) => {
        impl EngineSearch for $Engine {
            fn step(&mut self) -> bool {
                <$Engine>::step(self)
            }

            fn incumbent(&self) -> Option<(EnginePoint<'_>, f64)> {
                self.best().map(|(point, cost)| (EnginePoint::$Form(point), cost))
            }

            fn bound(&self) -> f64 {
                <$Engine>::bound(self)
            }

            fn nodes(&self) -> u64 {
                <$Engine>::nodes(self)
            }

            $(
                fn proved(&self) -> bool {
                    <$Engine>::$proved(self)
                }

                fn shorten(&self, now: &mut Shortening) -> bool {
                    <$Engine>::$shorten(self, now)
                }

                fn replaced(&mut self) -> Vec<(Vec<f64>, f64)> {
                    <$Engine>::$replaced(self)
                }
            )?
        }
    };
}

engine!(BoxSearch, Levels);
engine!(LinfSearch, Levels);
engine!(MilpSearch, Levels);
engine!(NearestRow, Row);
engine!(Lagrangian, Row, proved, shorten, replaced);
engine!(LpSearch, Row, proved, shorten, replaced);
engine!(HyperplaneSearch, Row, proved, shorten, replaced);
