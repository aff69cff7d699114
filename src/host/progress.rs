//! The progress of long work on debates, for whoever watches it.

/// Hears how far one piece of work after the other is.
pub trait WorkProgress {
    /// A piece of work begins, which this says: "voting on 0190a5e2".
    fn begins(&mut self, what: String);
    /// Hears that so many parts of the work are done, of so many.
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
