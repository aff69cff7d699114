//! What verdicts teach, where speakers meet it.

mod guided;
