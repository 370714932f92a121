//! Definitions that nothing calls. Their code is read once all the same, so that a slip in it is found before it
//! is called for the first time.
//!
//! Names are left open: what a parameter stands for, and in which piece the definition is to be called, is not known.

use crate::builder::{Builder, Context};
use crate::codes;
use crate::objects::Define;
use crate::scope::{Binding, Frame};
use crate::session::Session;
use zug_source::{Diagnostic, Diagnostics, Severity};

/// Warns about definitions that could not be called.
pub(crate) fn check(session: &mut Session, context: &Context) {
    let own: Vec<Define> = session.own_defines.values().cloned().collect();
    let mut uncalled: Vec<Define> = context.library.defines.values().cloned().chain(own).collect();
    uncalled.retain(|define| !session.called.contains(&define.node));
    uncalled.sort_by_key(|define| define.node);
    for define in uncalled {
        let outer = std::mem::replace(&mut session.diagnostics, Diagnostics::new());
        let n_errors = session.n_errors;
        read(session, context, &define);
        session.n_errors = n_errors;
        let found = std::mem::replace(&mut session.diagnostics, outer);
        if let Some(error) = found.into_iter().find(|problem| problem.severity == Severity::Error) {
            let name = session.text_of(define.name);
            let message = format!("nothing calls `{name}`, and it could not be called: {}", error.message);
            let mut problem = Diagnostic::warning(codes::UNREADABLE_DEFINITION, error.origin, message);
            problem.hint = error.hint;
            session.report(problem);
        }
    }
}

fn read(session: &mut Session, context: &Context, define: &Define) {
    let mut builder = Builder::new(session, context, context.no_board, true);
    let mut frame = Frame { bindings: Vec::new(), is_call: true };
    for &param in &define.params {
        let Some(local) = builder.fresh_local(param, define.node) else { return };
        frame.bindings.push((param, Binding::Local(local)));
    }
    builder.frames.push(frame);
    builder.calls.push(define.name);
    builder.block(&define.body);
}
