//! What servers do to a debate.
