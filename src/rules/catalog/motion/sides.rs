//! What each side holds on a motion that somebody typed: said as a person would say it, as far as the words of the motion
//! tell. What is not understood is quoted, so that nothing comes out garbled.

use super::Claims;

/// The question of a motion, and what each side holds.
pub(super) fn of(text: &str) -> (String, Claims) {
    let text = text.trim().trim_end_matches(['.', '!', ' ']);
    let Some(asked) = text.strip_suffix('?') else {
        return stated(text);
    };
    let (prop, opp) = answers(asked.trim());
    (text.to_owned(), Claims { prop, opp })
}

/// Words with which a question begins that is answered with yes or no.
const YES_OR_NO: [&str; 29] = [
    "am",
    "are",
    "aren't",
    "can",
    "can't",
    "could",
    "did",
    "do",
    "does",
    "doesn't",
    "don't",
    "had",
    "has",
    "have",
    "is",
    "isn't",
    "may",
    "might",
    "must",
    "shall",
    "should",
    "shouldn't",
    "was",
    "were",
    "will",
    "won't",
    "would",
    "wouldn't",
    "ought",
];
/// Words with which a question begins that asks for more than that.
const OPEN: [&str; 9] = [
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why",
];

/// What each side answers to a question.
fn answers(asked: &str) -> (String, String) {
    let first = lower(first_word(asked));
    let quoted = format!("“{asked}?”");
    let is_open = OPEN.contains(&first.as_str());
    let either = asked.split_once(" or ").filter(|_| !is_open);
    match either {
        Some((_, other)) if lower(other) == "not" => yes_or_no(&quoted),
        Some((one, other)) if !YES_OR_NO.contains(&first.as_str()) && !other.contains(" or ") => (
            format!("{}, and not {}.", capital(one.trim_end_matches(',')), other),
            format!(
                "{}, and not {}.",
                capital(other),
                inner(one.trim_end_matches(','))
            ),
        ),
        Some(_) => (
            format!("To the question {quoted} the answer is the first of the two."),
            format!("To the question {quoted} the answer is the second of the two."),
        ),
        None if is_open => (
            format!("The usual answer to the question {quoted} is right."),
            format!("The usual answer to the question {quoted} is wrong."),
        ),
        None => yes_or_no(&quoted),
    }
}

fn yes_or_no(quoted: &str) -> (String, String) {
    (
        format!("To the question {quoted} the answer is yes."),
        format!("To the question {quoted} the answer is no."),
    )
}

/// What each side holds on a sentence that is no question.
fn stated(text: &str) -> (String, Claims) {
    let (who, rest) = house(text);
    let said = who.as_ref().and_then(|who| of_house(who, rest));
    let said = said.or_else(|| who.is_none().then(|| bare(rest)).flatten());
    let (question, prop, opp) = said.unwrap_or_else(|| {
        (
            format!("Should the motion \"{text}\" be carried?"),
            format!("What the motion says is right: “{text}”."),
            format!("What the motion says is wrong: “{text}”."),
        )
    });
    (question, Claims { prop, opp })
}

type Said = (String, String, String);

/// Whom the house speaks as, where the motion begins with it ("This House, as the mayor, would …"), and what follows.
fn house(text: &str) -> (Option<String>, &str) {
    const HOUSE: &str = "this house";
    let head = text.get(..HOUSE.len());
    if !head.is_some_and(|head| head.eq_ignore_ascii_case(HOUSE)) {
        return (None, text);
    }
    let rest = text.get(HOUSE.len()..).unwrap_or_default().trim_start();
    let Some(aside) = rest.strip_prefix(',') else {
        return (Some(String::new()), rest);
    };
    match aside.split_once(',') {
        Some((who, rest)) => (
            Some(format!("{}, ", capital(who.trim()))),
            rest.trim_start(),
        ),
        None => (Some(String::new()), rest),
    }
}

/// Verbs of the house with which it says what is so.
const HOLDS: [&str; 6] = [
    "believes",
    "thinks",
    "holds",
    "considers",
    "maintains",
    "affirms",
];
/// Verbs of the house with which it takes a stand, and what they are of others.
const STANDS: [(&str, &str); 20] = [
    ("abolishes", "abolish"),
    ("applauds", "applaud"),
    ("calls", "call"),
    ("celebrates", "celebrate"),
    ("condemns", "condemn"),
    ("demands", "demand"),
    ("deplores", "deplore"),
    ("embraces", "embrace"),
    ("endorses", "endorse"),
    ("fears", "fear"),
    ("favours", "favour"),
    ("favors", "favor"),
    ("mourns", "mourn"),
    ("opposes", "oppose"),
    ("prefers", "prefer"),
    ("rejects", "reject"),
    ("supports", "support"),
    ("trusts", "trust"),
    ("wants", "want"),
    ("welcomes", "welcome"),
];

fn of_house(who: &str, rest: &str) -> Option<Said> {
    let verb = lower(first_word(rest));
    let rest = rest.get(first_word(rest).len()..)?.trim_start();
    let object = without(rest, "that ");
    if rest.is_empty() {
        return None;
    }
    if HOLDS.contains(&verb.as_str()) {
        if verb == "believes" && lower(first_word(rest)) == "in" {
            return Some(we(who, "should", &format!("believe {rest}")));
        }
        return claimed(object);
    }
    if verb == "would" {
        if lower(first_word(rest)) == "rather" {
            let we = format!("{}would {rest}", subject(who));
            return Some((
                format!("Would we {rest}?"),
                format!("{}.", capital(&we)),
                format!("It is not true that {}.", inner(&we)),
            ));
        }
        return Some(we(who, "should", rest));
    }
    if verb == "should" || verb == "must" || verb == "will" {
        return Some(we(who, &verb, rest));
    }
    if verb == "regrets" {
        return Some((
            format!("Is there reason to regret {rest}?"),
            format!("There is reason to regret {rest}."),
            format!("There is no reason to regret {rest}."),
        ));
    }
    if verb == "has" && lower(rest).starts_with("no confidence in ") {
        let object = rest.get("no confidence in ".len()..)?;
        return Some((
            format!("Does {object} deserve our confidence?"),
            format!("{} has lost the right to our confidence.", capital(object)),
            format!("{} deserves our confidence.", capital(object)),
        ));
    }
    let (_, base) = STANDS.iter().find(|(third, _)| *third == verb)?;
    Some(we(who, "should", &format!("{base} {rest}")))
}

fn subject(who: &str) -> String {
    if who.is_empty() {
        "we ".to_owned()
    } else {
        format!("{who}we ")
    }
}

/// That we should do something, and that we should not.
fn we(who: &str, modal: &str, what: &str) -> Said {
    let subject = subject(who);
    let subject = capital(&subject);
    let (what, is_denied) = match what.strip_prefix("not ") {
        Some(what) => (what, true),
        None => (what, false),
    };
    let does = format!("{subject}{modal} {what}.");
    let does_not = format!("{subject}{modal} not {what}.");
    let question = format!(
        "{} we {}{what}?",
        capital(modal),
        if is_denied { "not " } else { "" }
    );
    if is_denied {
        (question, does_not, does)
    } else {
        (question, does, does_not)
    }
}

/// A sentence without the house before it, where it is understood.
fn bare(text: &str) -> Option<Said> {
    let text = without(text, "that ");
    for let_us in ["let us ", "let's ", "let’s "] {
        let rest = without(text, let_us);
        if rest.len() < text.len() {
            return Some(we("", "should", rest));
        }
    }
    let first = lower(first_word(text));
    if ORDERS.contains(&first.as_str()) && text.len() > first.len() {
        return Some(we("", "should", &inner_of(text, true)));
    }
    let is_sentence = text.split(' ').skip(1).any(|word| {
        let word = lower(word);
        MODALS.contains(&word.as_str()) || FORMS_OF_BE.contains(&word.as_str())
    });
    is_sentence.then(|| claimed(text)).flatten()
}

/// Verbs with which people begin to say what is to be done.
const ORDERS: [&str; 40] = [
    "abandon",
    "abolish",
    "allow",
    "ban",
    "break",
    "build",
    "cancel",
    "close",
    "cut",
    "decriminalise",
    "defund",
    "dissolve",
    "end",
    "eliminate",
    "expand",
    "forbid",
    "forgive",
    "fund",
    "introduce",
    "invest",
    "legalise",
    "legalize",
    "limit",
    "lower",
    "make",
    "nationalise",
    "pay",
    "privatise",
    "prohibit",
    "protect",
    "raise",
    "reduce",
    "reform",
    "repeal",
    "replace",
    "require",
    "restrict",
    "stop",
    "subsidise",
    "tax",
];

/// What is so, and that it is not.
fn claimed(text: &str) -> Option<Said> {
    let opp = negated(text).unwrap_or_else(|| {
        if is_small(text) {
            format!("it is not true that {}", inner(text))
        } else {
            format!("this is not so: {text}")
        }
    });
    Some((
        format!("Is it true that {}?", inner(text)),
        format!("{}.", capital(text)),
        format!("{}.", capital(&opp)),
    ))
}

/// Words before which a "not" says the contrary, the surest first.
const MODALS: [&str; 7] = ["should", "must", "shall", "will", "would", "can", "cannot"];
const FORMS_OF_BE: [&str; 4] = ["is", "are", "was", "were"];
/// Words behind which a verb may belong to a clause within the sentence.
const SUBORDINATE: [&str; 15] = [
    "who", "whose", "which", "that", "where", "if", "when", "because", "unless", "what", "how",
    "whether", "while", "although", "whoever",
];

/// The contrary of a sentence, where a word tells where its "not" belongs.
fn negated(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let small: Vec<String> = words.iter().map(|word| lower(word)).collect();
    // What speaks of nobody or of everybody is not denied by its verb.
    let counts = [
        "no",
        "nobody",
        "none",
        "nothing",
        "never",
        "all",
        "every",
        "everybody",
        "everyone",
        "each",
        "always",
    ];
    if small.iter().any(|word| counts.contains(&word.as_str())) {
        return None;
    }
    let place = |of: &[&str]| small.iter().position(|word| of.contains(&word.as_str()));
    let at = place(&MODALS).or_else(|| place(&FORMS_OF_BE))?;
    let before = small.get(..at).unwrap_or_default();
    if at == 0
        || before
            .iter()
            .any(|word| SUBORDINATE.contains(&word.as_str()))
    {
        return None;
    }
    // Two verbs of this kind in one sentence: nobody knows which.
    let kinds = if MODALS.contains(&small.get(at)?.as_str()) {
        &MODALS[..]
    } else {
        &FORMS_OF_BE[..]
    };
    if small
        .iter()
        .skip(at + 1)
        .any(|word| kinds.contains(&word.as_str()))
    {
        return None;
    }
    let mut said: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    if small.get(at).is_some_and(|word| word == "cannot") {
        *said.get_mut(at)? = "can".to_owned();
    } else if small.get(at + 1).is_some_and(|word| word == "not") {
        said.remove(at + 1);
    } else if small.get(at).is_some_and(|word| word == "can") {
        *said.get_mut(at)? = "cannot".to_owned();
    } else {
        said.insert(at + 1, "not".to_owned());
    }
    Some(said.join(" "))
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn lower(text: &str) -> String {
    text.to_lowercase()
}

fn without<'a>(text: &'a str, opening: &str) -> &'a str {
    let head = text.get(..opening.len());
    if head.is_some_and(|head| head.eq_ignore_ascii_case(opening)) {
        text.get(opening.len()..).unwrap_or(text)
    } else {
        text
    }
}

/// Words that have a capital only where a sentence begins.
const SMALL: [&str; 34] = [
    "a",
    "an",
    "all",
    "any",
    "children",
    "cities",
    "countries",
    "democracies",
    "each",
    "every",
    "everybody",
    "governments",
    "humans",
    "it",
    "its",
    "no",
    "nobody",
    "one",
    "our",
    "parents",
    "people",
    "schools",
    "some",
    "states",
    "teachers",
    "that",
    "the",
    "their",
    "there",
    "these",
    "they",
    "this",
    "those",
    "we",
];

fn is_small(text: &str) -> bool {
    let first = first_word(text);
    first.chars().next().is_some_and(char::is_lowercase) || SMALL.contains(&lower(first).as_str())
}

/// A sentence within another: with a small first letter where it is no name.
fn inner(text: &str) -> String {
    inner_of(text, is_small(text))
}

fn inner_of(text: &str, small: bool) -> String {
    let mut letters = text.chars();
    match letters.next().filter(|_| small) {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => text.to_owned(),
    }
}

/// With a capital, as sentences begin.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Motions as people type them, with what each side holds.
    const TYPED: [(&str, &str, &str); 54] = [
        (
            "This House Believes that cities should ban private cars",
            "Cities should ban private cars.",
            "Cities should not ban private cars.",
        ),
        (
            "This house believes cities should ban private cars.",
            "Cities should ban private cars.",
            "Cities should not ban private cars.",
        ),
        (
            "THIS HOUSE BELIEVES THAT cities should not ban cars",
            "Cities should not ban cars.",
            "Cities should ban cars.",
        ),
        (
            "This House Believes that tea is better than coffee",
            "Tea is better than coffee.",
            "Tea is not better than coffee.",
        ),
        (
            "This House Believes that social media does more harm than good",
            "Social media does more harm than good.",
            "It is not true that social media does more harm than good.",
        ),
        (
            "This House Believes That Social Media Does More Harm Than Good",
            "Social Media Does More Harm Than Good.",
            "This is not so: Social Media Does More Harm Than Good.",
        ),
        (
            "This House Believes that people who are rich should pay more",
            "People who are rich should pay more.",
            "It is not true that people who are rich should pay more.",
        ),
        (
            "This House Believes that no one is above the law",
            "No one is above the law.",
            "It is not true that no one is above the law.",
        ),
        (
            "This House Believes that all art is political",
            "All art is political.",
            "It is not true that all art is political.",
        ),
        (
            "This House Believes that Napoleon was a liberator",
            "Napoleon was a liberator.",
            "Napoleon was not a liberator.",
        ),
        (
            "This House Believes that machines can think",
            "Machines can think.",
            "Machines cannot think.",
        ),
        (
            "This House Believes that machines cannot think",
            "Machines cannot think.",
            "Machines can think.",
        ),
        (
            "This House Believes in open borders",
            "We should believe in open borders.",
            "We should not believe in open borders.",
        ),
        (
            "This House thinks that the moon landing was worth it",
            "The moon landing was worth it.",
            "The moon landing was not worth it.",
        ),
        (
            "This House Would ban private cars",
            "We should ban private cars.",
            "We should not ban private cars.",
        ),
        (
            "This House Would not ban private cars",
            "We should not ban private cars.",
            "We should ban private cars.",
        ),
        (
            "This House would abolish the House of Lords",
            "We should abolish the House of Lords.",
            "We should not abolish the House of Lords.",
        ),
        (
            "This House Would rather be heard than loved",
            "We would rather be heard than loved.",
            "It is not true that we would rather be heard than loved.",
        ),
        (
            "This House, as the mayor of Paris, would ban cars",
            "As the mayor of Paris, we should ban cars.",
            "As the mayor of Paris, we should not ban cars.",
        ),
        (
            "This House Should impose a tax on sugar",
            "We should impose a tax on sugar.",
            "We should not impose a tax on sugar.",
        ),
        (
            "This House Will pay any price for peace",
            "We will pay any price for peace.",
            "We will not pay any price for peace.",
        ),
        (
            "This House Regrets the rise of social media",
            "There is reason to regret the rise of social media.",
            "There is no reason to regret the rise of social media.",
        ),
        (
            "This House regrets that cars were invented",
            "There is reason to regret that cars were invented.",
            "There is no reason to regret that cars were invented.",
        ),
        (
            "This House Supports a universal basic income",
            "We should support a universal basic income.",
            "We should not support a universal basic income.",
        ),
        (
            "This House Opposes zoos",
            "We should oppose zoos.",
            "We should not oppose zoos.",
        ),
        (
            "This House welcomes the end of the novel",
            "We should welcome the end of the novel.",
            "We should not welcome the end of the novel.",
        ),
        (
            "This House Fears artificial intelligence",
            "We should fear artificial intelligence.",
            "We should not fear artificial intelligence.",
        ),
        (
            "This House prefers cats to dogs",
            "We should prefer cats to dogs.",
            "We should not prefer cats to dogs.",
        ),
        (
            "This House has no confidence in the government",
            "The government has lost the right to our confidence.",
            "The government deserves our confidence.",
        ),
        (
            "This House mumbles",
            "What the motion says is right: “This House mumbles”.",
            "What the motion says is wrong: “This House mumbles”.",
        ),
        (
            "Should a small startup adopt microservices from day one?",
            "To the question “Should a small startup adopt microservices from day one?” the answer is yes.",
            "To the question “Should a small startup adopt microservices from day one?” the answer is no.",
        ),
        (
            "is it ever right to lie?",
            "To the question “is it ever right to lie?” the answer is yes.",
            "To the question “is it ever right to lie?” the answer is no.",
        ),
        (
            "Can machines think?",
            "To the question “Can machines think?” the answer is yes.",
            "To the question “Can machines think?” the answer is no.",
        ),
        (
            "Does God exist ?",
            "To the question “Does God exist?” the answer is yes.",
            "To the question “Does God exist?” the answer is no.",
        ),
        (
            "Should we go to Mars or not?",
            "To the question “Should we go to Mars or not?” the answer is yes.",
            "To the question “Should we go to Mars or not?” the answer is no.",
        ),
        (
            "Tea or coffee?",
            "Tea, and not coffee.",
            "Coffee, and not Tea.",
        ),
        (
            "Should we build roads or railways?",
            "To the question “Should we build roads or railways?” the answer is the first of the two.",
            "To the question “Should we build roads or railways?” the answer is the second of the two.",
        ),
        (
            "Who was right about the plague?",
            "The usual answer to the question “Who was right about the plague?” is right.",
            "The usual answer to the question “Who was right about the plague?” is wrong.",
        ),
        (
            "What is truth?",
            "The usual answer to the question “What is truth?” is right.",
            "The usual answer to the question “What is truth?” is wrong.",
        ),
        (
            "Cities should ban private cars",
            "Cities should ban private cars.",
            "Cities should not ban private cars.",
        ),
        (
            "we must leave the gold standard",
            "We must leave the gold standard.",
            "We must not leave the gold standard.",
        ),
        (
            "That the monarchy should be abolished",
            "The monarchy should be abolished.",
            "The monarchy should not be abolished.",
        ),
        (
            "Pineapple is a topping",
            "Pineapple is a topping.",
            "Pineapple is not a topping.",
        ),
        (
            "Children should not have phones",
            "Children should not have phones.",
            "Children should have phones.",
        ),
        (
            "Let us ban cars",
            "We should ban cars.",
            "We should not ban cars.",
        ),
        (
            "Let's go to Mars!",
            "We should go to Mars.",
            "We should not go to Mars.",
        ),
        (
            "Ban private cars",
            "We should ban private cars.",
            "We should not ban private cars.",
        ),
        (
            "Abolish the penny",
            "We should abolish the penny.",
            "We should not abolish the penny.",
        ),
        (
            "Legalise it",
            "We should legalise it.",
            "We should not legalise it.",
        ),
        (
            "Tea",
            "What the motion says is right: “Tea”.",
            "What the motion says is wrong: “Tea”.",
        ),
        (
            "Universal basic income",
            "What the motion says is right: “Universal basic income”.",
            "What the motion says is wrong: “Universal basic income”.",
        ),
        (
            "Privacy before security",
            "What the motion says is right: “Privacy before security”.",
            "What the motion says is wrong: “Privacy before security”.",
        ),
        (
            "All schools should teach Latin",
            "All schools should teach Latin.",
            "It is not true that all schools should teach Latin.",
        ),
        (
            "Die Würde des Menschen ist unantastbar",
            "What the motion says is right: “Die Würde des Menschen ist unantastbar”.",
            "What the motion says is wrong: “Die Würde des Menschen ist unantastbar”.",
        ),
    ];

    #[test]
    fn each_side_holds_what_a_person_would_say() {
        for (typed, prop, opp) in TYPED {
            let (question, claims) = of(typed);
            assert_eq!(
                (claims.prop.as_str(), claims.opp.as_str()),
                (prop, opp),
                "{typed}"
            );
            assert!(
                question.ends_with('?') && !question.contains("??"),
                "{question}"
            );
        }
    }

    #[test]
    fn the_question_is_neutral_and_one() {
        for (typed, question) in [
            (
                "This House Would ban private cars",
                "Should we ban private cars?",
            ),
            (
                "This House Believes that tea is better",
                "Is it true that tea is better?",
            ),
            (
                "This House Regrets the car",
                "Is there reason to regret the car?",
            ),
            ("Can machines think?", "Can machines think?"),
            ("Tea", "Should the motion \"Tea\" be carried?"),
            ("This House Would not go", "Should we not go?"),
        ] {
            assert_eq!(of(typed).0, question);
        }
    }

    #[test]
    fn nothing_that_is_typed_breaks_it() {
        for typed in [
            "",
            " ",
            "?",
            "This House",
            "This House, as",
            "This House would",
            "or ?",
            "This House Believes that",
            "é",
            "ǅ should",
            "Let's ",
        ] {
            let (question, claims) = of(typed);
            assert!(!question.is_empty() && !claims.prop.is_empty() && !claims.opp.is_empty());
        }
    }
}
