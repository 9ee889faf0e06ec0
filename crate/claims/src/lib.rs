//! What may be claimed of an answer: [`verify`] checks each statement of it, [`room`] says how far its changes may go
//! together, [`HullSlice`] where it may lie at all where hulls bound it. Shares nothing with the search but the types of models, queries and answers. Asked once an answer, so
//! its WebAssembly is compiled for size, as that of `espalier-documents` is.

mod cells;
mod forms;
mod hulls;
mod inverse;
mod proof;
mod room;
pub mod verify;

pub use hulls::HullSlice;
pub use room::{room, Room, RoomError};
