//! Stands in for searches that a build leaves out.

/// A search that cannot be: `new` takes what the real one takes and names the part that holds it.
macro_rules! never {
    ($name:ident, $point:ty, $feature:literal, ($($arg:ty),*)) => {
        /// There is none.
        #[derive(Debug)]
        pub(super) enum $name {}

        #[allow(dead_code)]
        impl $name {
            pub fn new($(_: $arg),*) -> Result<$name, SearchError> {
                Err(SearchError::Elsewhere { feature: $feature })
            }

            pub fn best(&self) -> Option<(&[$point], f64)> {
                match *self {}
            }

            pub fn shortened(&self, _: &[$point], _: f64) -> Option<(Vec<$point>, f64)> {
                match *self {}
            }

            pub fn bound(&self) -> f64 {
                match *self {}
            }

            pub fn proved(&self) -> bool {
                match *self {}
            }

            pub fn step(&mut self) -> bool {
                match *self {}
            }

            pub fn nodes(&self) -> u64 {
                match *self {}
            }
        }
    };
}
