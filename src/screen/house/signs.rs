//! The signs of votes: a shape each, so that nobody has to tell colours apart, or a letter where a terminal has no shapes.

use crate::{
    ascii::Letters,
    debate::{answer::Vote, house_swing::MemberVote},
    style::StyleRole,
};

/// The signs by which votes are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Signs {
    /// Shapes.
    #[default]
    Shapes,
    /// Letters, which every terminal has.
    Letters,
}

impl Signs {
    /// The signs for a terminal, by the variables of the environment, asked through `var`: letters where it does not say that
    /// it knows more.
    pub(crate) fn detect(var: impl Fn(&str) -> Option<String>) -> Self {
        let is_console = var("TERM").is_some_and(|term| matches!(&*term, "linux" | "dumb"));
        if is_console || Letters::of_locale(var) == Letters::Plain {
            Self::Letters
        } else {
            Self::Shapes
        }
    }

    /// The other signs.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Shapes => Self::Letters,
            Self::Letters => Self::Shapes,
        }
    }

    /// The sign of a vote, and of the vote of somebody who has just changed it.
    pub(super) fn of(self, vote: MemberVote, has_moved: bool) -> &'static str {
        let vote = vote.cast();
        match (self, has_moved) {
            (Self::Shapes, false) => match vote {
                Some(Vote::Aye) => "●",
                Some(Vote::No) => "■",
                Some(Vote::Undecided) => "○",
                None => "·",
            },
            (Self::Shapes, true) => match vote {
                Some(Vote::Aye) => "◉",
                Some(Vote::No) => "▣",
                Some(Vote::Undecided) => "◎",
                None => "·",
            },
            (Self::Letters, false) => match vote {
                Some(Vote::Aye) => "a",
                Some(Vote::No) => "n",
                Some(Vote::Undecided) => "u",
                None => ".",
            },
            (Self::Letters, true) => match vote {
                Some(Vote::Aye) => "A",
                Some(Vote::No) => "N",
                Some(Vote::Undecided) => "U",
                None => ".",
            },
        }
    }

    /// The signs of a chart: a step of the line, the line of no lead.
    pub(super) fn of_line(self) -> (&'static str, &'static str) {
        match self {
            Self::Shapes => ("·", "─"),
            Self::Letters => (".", "-"),
        }
    }
}

/// The looks of a vote.
pub(super) fn role(vote: MemberVote) -> StyleRole {
    match vote {
        MemberVote::Cast(Vote::Aye) => StyleRole::Ayes,
        MemberVote::Cast(Vote::No) => StyleRole::Noes,
        MemberVote::Cast(Vote::Undecided) => StyleRole::Undecided,
        MemberVote::Lost | MemberVote::Awaited => StyleRole::Dim,
    }
}

/// The looks of a lead.
pub(super) fn role_of_lead(lead: i32) -> StyleRole {
    match lead.signum() {
        1 => StyleRole::Ayes,
        -1 => StyleRole::Noes,
        _ => StyleRole::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn_where_a_terminal_may_not_have_more() {
        for (set, signs) in [
            (vec![], Signs::Shapes),
            (vec![("LANG", "en_GB.UTF-8")], Signs::Shapes),
            (vec![("LANG", "C")], Signs::Letters),
            (
                vec![("LANG", "en_GB.UTF-8"), ("LC_ALL", "POSIX")],
                Signs::Letters,
            ),
            (vec![("LC_ALL", ""), ("LANG", "de_DE.utf8")], Signs::Shapes),
            (
                vec![("LANG", "en_GB.UTF-8"), ("TERM", "linux")],
                Signs::Letters,
            ),
        ] {
            let var = |name: &str| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Signs::detect(var), signs, "{set:?}");
        }
    }

    #[test]
    fn no_two_votes_look_alike_without_colours() {
        use MemberVote::{Cast, Lost};
        let votes = [Cast(Vote::Aye), Cast(Vote::No), Cast(Vote::Undecided)];
        for signs in [Signs::Shapes, Signs::Letters] {
            let all = votes
                .iter()
                .flat_map(|vote| [(*vote, false), (*vote, true)]);
            let mut all: Vec<&str> = all.map(|(vote, moved)| signs.of(vote, moved)).collect();
            all.push(signs.of(Lost, false));
            let each = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), each, "{all:?}");
            assert!(signs == Signs::Shapes || all.iter().all(|sign| sign.is_ascii()));
        }
    }
}
