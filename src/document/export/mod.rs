//! A debate as a document: Markdown to read, a page for a browser, JSON to compute with, and the table of its calls. Pure: state and
//! records go in, text comes out; who writes it where is the caller's business.

pub mod calls;
pub mod columns;
mod dot;
mod escape;
mod form;
mod html;
mod json;
mod markdown;
mod study_page;

pub use calls::calls;
pub use dot::dot;
pub use form::{Content, Form, Wishes, no_screen};
pub use html::{html, study_html};
pub use json::{follow_up, json};
pub(crate) use markdown::blocks;
pub use markdown::{briefing, markdown};
pub use study_page::study_markdown;

pub use crate::blocks::Notes;
