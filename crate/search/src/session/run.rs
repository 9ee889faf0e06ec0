//! An engine's search for one goal, as the session holds it.

use crate::engines::box_search::BoxSearch;
use crate::engines::nearest_row::NearestRow;
use crate::engines::EngineSearch;

/// The search for one goal. Two engines can do more than [`EngineSearch`] says: boxes go to other workers, and background rows list their ties.
#[derive(Debug)]
pub(crate) enum Run {
    Boxes(Box<BoxSearch>),
    Rows(Box<NearestRow>),
    Other(Box<dyn EngineSearch>),
}

impl std::ops::Deref for Run {
    type Target = dyn EngineSearch;

    fn deref(&self) -> &Self::Target {
        match self {
            Run::Boxes(search) => &**search,
            Run::Rows(search) => &**search,
            Run::Other(search) => &**search,
        }
    }
}

impl std::ops::DerefMut for Run {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Run::Boxes(search) => &mut **search,
            Run::Rows(search) => &mut **search,
            Run::Other(search) => &mut **search,
        }
    }
}
