//! Quotations by judges, held against the record: what nobody said is not shown as a quotation.

use crate::{
    debate::{
        ask::Ask, blind::BlindDebate, grants::Confirmation, scores::Marks, state::DebateState,
    },
    text::{count_words, quotes},
};

/// Fewer words in quotation marks are a way to speak, and no quotation.
const LEAST: u32 = 3;

/// All that was said and handed in so far.
pub(super) struct Said(String);

impl Said {
    /// Collects all that was said in a debate: turns, points and their answers, the words of the gallery, what speakers
    /// say is in dispute after all, and the motion.
    pub(super) fn in_debate(state: &DebateState) -> Self {
        let motion = state.opening.iter().map(|one| one.motion.motion.as_str());
        let turns = state.turns.iter().map(|turn| turn.text.as_str());
        let points = state.points.iter();
        let points = points.flat_map(|point| std::iter::once(&*point.text).chain(point.answer()));
        let gallery = state.interventions.iter().map(|item| item.text.as_str());
        let answers = state.confirmations.iter().flat_map(Confirmation::answers);
        let disputes = answers.filter_map(|answer| answer.dispute.as_deref());
        let all = motion.chain(turns).chain(points).chain(gallery);
        let all: Vec<&str> = all.chain(disputes).collect();
        Self(all.join("\n"))
    }

    /// The same as whoever is asked has it. A judge who is blind quotes what was said with labels in it, which are
    /// names again by now: such words were said, if not to the letter.
    pub(super) fn to(ask: &Ask, state: &DebateState) -> Self {
        let said = Self::in_debate(state);
        let Some(order) = ask.team_order() else {
            return said;
        };
        let BlindDebate {
            state: seen,
            labels,
        } = BlindDebate::of(state, order);
        let named = labels.reveal(&Self::in_debate(&seen).0);
        Self([said.0, named].join("\n"))
    }

    /// Takes the marks from around what is quoted and nobody said.
    pub(super) fn hold(&self, text: &mut String) {
        let mut from = 0;
        while let Some((begin, end, mark)) = quotation(text, from) {
            let inside = text.get(begin + mark..end).unwrap_or_default();
            if count_words(inside) < LEAST || quotes(&self.0, inside) {
                from = end + mark;
            } else {
                let bare = inside.to_owned();
                from = begin + bare.len();
                text.replace_range(begin..end + mark, &bare);
            }
        }
    }

    /// The same for each of several texts.
    pub(super) fn hold_all<'a>(&self, texts: impl IntoIterator<Item = &'a mut String>) {
        texts.into_iter().for_each(|text| self.hold(text));
    }

    /// The same for all that marks say; a flag that rests on words which nobody said is none.
    pub(super) fn hold_marks<'a>(&self, all: impl IntoIterator<Item = &'a mut Marks>) {
        for marks in all {
            marks.fallacies.retain(|flag| quotes(&self.0, &flag.words));
            self.hold(&mut marks.reason);
            self.hold_all(marks.strengths.iter_mut().chain(&mut marks.weaknesses));
        }
    }
}

/// The first quotation from this byte on: where its marks stand, and how many bytes one has. Typographic marks and
/// plain ones are not mixed.
fn quotation(text: &str, from: usize) -> Option<(usize, usize, usize)> {
    let rest = text.get(from..)?;
    let (open, close) = match rest.find(['"', '“']) {
        Some(at) if rest.get(at..).is_some_and(|rest| rest.starts_with('“')) => ('“', '”'),
        Some(_) => ('"', '"'),
        None => return None,
    };
    let begin = from + rest.find(open)?;
    let behind = begin + open.len_utf8();
    let end = behind + text.get(behind..)?.find(close)?;
    Some((begin, end, open.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::scores::Flag;

    #[test]
    fn only_what_was_said_is_shown_as_a_quotation() {
        let said = Said("A street is a room. We count, and then we build.".to_owned());
        for (text, held) in [
            (
                "Its “a street is a room” stood.",
                "Its “a street is a room” stood.",
            ),
            (
                "Its \"street is … build\" stood.",
                "Its \"street is … build\" stood.",
            ),
            (
                "Its “streets are for cars” fell.",
                "Its streets are for cars fell.",
            ),
            (
                "First \"we never count anything\", then \"and then we build\".",
                "First we never count anything, then \"and then we build\".",
            ),
            ("A “free lunch” it was.", "A “free lunch” it was."),
            ("A mark “that does not close", "A mark “that does not close"),
            ("It says \"", "It says \""),
        ] {
            let mut text = text.to_owned();
            said.hold(&mut text);
            assert_eq!(text, held);
        }
        let flag = |words: &str| Flag {
            fallacy: "Straw man".to_owned(),
            words: words.to_owned(),
        };
        let mut marks = Marks {
            fallacies: vec![flag("a street is a room"), flag("they want no roads")],
            weaknesses: vec!["says “nobody ever walks here”".to_owned()],
            ..Marks::default()
        };
        said.hold_marks([&mut marks]);
        assert_eq!(marks.fallacies, [flag("a street is a room")]);
        assert_eq!(marks.weaknesses, ["says nobody ever walks here"]);
    }
}
