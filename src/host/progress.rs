//! How far long work on debates is, for whoever watches it.

/// Hears how far one piece of work after the other is.
pub trait WorkProgress {
    /// A piece of work begins, which this says: "voting on 0190a5e2".
    fn begins(&mut self, what: String);
    /// So many parts of it are done, of so many.
    fn at(&mut self, done: usize, of: usize);
    /// The work is over, or has been left.
    fn ends(&mut self);
}

/// The progress of work that nobody watches.
impl WorkProgress for () {
    fn begins(&mut self, _: String) {}
    fn at(&mut self, _: usize, _: usize) {}
    fn ends(&mut self) {}
}
