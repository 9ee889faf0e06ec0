//! The form in which the session holds every engine.

use crate::box_search::BoxSearch;
use crate::lagrangian::Lagrangian;
use crate::linf_search::LinfSearch;
use crate::lp_search::{LpSearch, Shortening};
use crate::nearest_row::NearestRow;

/// An engine at work: the search for the cheapest point of one problem, below a cutoff, with a proved bound. The session gives it its time, step by
/// step, and believes none of its points before the predictor does.
pub trait EngineSearch {
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
pub enum EnginePoint<'a> {
    /// A level of each variable.
    Levels(&'a [u32]),
    /// Raw inputs.
    Row(&'a [f64]),
}

/// Implements [`EngineSearch`] by an engine's own methods of the same names, and `incumbent` by `best`. `Levels` or `Row` is the form of its points. The
/// names after it are those of the methods with a default that it has.
#[macro_export]
macro_rules! engine {
    ($Engine:ty, $Form:ident $(, $proved:ident, $shorten:ident, $replaced:ident)?) => {
        impl $crate::EngineSearch for $Engine {
            fn step(&mut self) -> bool {
                <$Engine>::step(self)
            }

            fn incumbent(&self) -> Option<($crate::EnginePoint<'_>, f64)> {
                self.best().map(|(point, cost)| ($crate::EnginePoint::$Form(point), cost))
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

                fn shorten(&self, now: &mut $crate::lp_search::Shortening) -> bool {
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
engine!(NearestRow, Row);
engine!(Lagrangian, Row, proved, shorten, replaced);
engine!(LpSearch, Row, proved, shorten, replaced);
