//! Many searches by several threads.

use crate::fault::{caught, Fault};
use crate::search::{run, Going, Proof, CALL};
use crate::threads::{asked, with};
use espalier_api::Parts;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::Arc;

/// Of a request, whether it was answered, and the answer or the refusal; nothing where it was not begun.
pub type Told = Option<(bool, String)>;

/// The answers to requests, in their order. Refusals are told in their place; a fault of the engine ends all.
pub fn explain(
    py: Python<'_>,
    parts: &Arc<Parts>,
    requests: &[String],
    threads: usize,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Vec<Told>> {
    let mut all: Vec<Told> = vec![None; requests.len()];
    let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let ended = &ended;
    let answered = py.detach(|| {
        std::thread::scope(|scope| {
            let (send, receive) = channel();
            for _ in 0..threads.clamp(1, requests.len().max(1)) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(request) = requests.get(at) else { return };
                    if ended.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut tick = |_| Ok(if ended.load(Ordering::Relaxed) { Going::Stops } else { Going::On });
                    let told =
                        caught(|| with(parts, |shared| run(&asked(shared, request)?, Proof::AsAsked, &mut tick)));
                    if send.send((at, told)).is_err() {
                        return;
                    }
                });
            }
            drop(send);
            let gathered = gather(&receive, &mut all, progress, ended);
            ended.store(true, Ordering::Relaxed);
            gathered
        })
    });
    answered.map(|()| all).map_err(|fault| fault.raise(py))
}

/// Takes the answers as they come, and calls Python now and then.
fn gather(
    receive: &std::sync::mpsc::Receiver<(usize, Result<String, Fault>)>,
    all: &mut [Told],
    progress: Option<&Py<PyAny>>,
    ended: &AtomicBool,
) -> Result<(), Fault> {
    let (mut done, mut called) = (0, std::time::Instant::now());
    loop {
        let over = match receive.recv_timeout(CALL) {
            Ok((at, told)) => {
                done += 1;
                all[at] = Some(match told {
                    Ok(answer) => (true, answer),
                    Err(Fault::Input(refusal)) => (false, refusal.to_json()),
                    Err(fault) => return Err(fault),
                });
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        if over || called.elapsed() >= CALL {
            called = std::time::Instant::now();
            let stops = Python::attach(|py| {
                py.check_signals()?;
                progress.map_or(Ok(false), |progress| progress.call1(py, (done,))?.is_truthy(py))
            })
            .map_err(Fault::Raised)?;
            if stops {
                ended.store(true, Ordering::Relaxed);
            }
        }
        if over {
            return Ok(());
        }
    }
}
