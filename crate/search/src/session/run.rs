//! An engine's search for one goal, as the session holds it.

use espalier_engines::box_search::BoxSearch;
use espalier_engines::nearest_row::NearestRow;
use espalier_engines::EngineSearch;

/// The search for one goal. Two engines can do more than [`EngineSearch`] says: boxes go to other workers, and background rows list their ties.
pub(crate) enum Run {
    Boxes(Box<BoxSearch>),
    Rows(Box<NearestRow>),
    Other(Box<dyn EngineSearch>),
}

/// The names of the variants alone. Behind the trait, a derived form would bring the fields' names of every engine into the WebAssembly (24 kB by gzip).
impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Run::Boxes(_) => "Boxes",
            Run::Rows(_) => "Rows",
            Run::Other(_) => "Other",
        })
    }
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
