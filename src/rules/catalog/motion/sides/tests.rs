//! Tests of the claims of each side, on motions as people type them.

use super::*;
use crate::catalog::{Motion, Topic};

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
        "A small startup should adopt microservices from day one.",
        "A small startup should not adopt microservices from day one.",
    ),
    (
        "is it ever right to lie?",
        "It is sometimes right to lie.",
        "It is never right to lie.",
    ),
    (
        "Can machines think?",
        "Machines can think.",
        "Machines cannot think.",
    ),
    ("Does God exist ?", "God does exist.", "God does not exist."),
    (
        "Should we go to Mars or not?",
        "We should go to Mars.",
        "We should not go to Mars.",
    ),
    (
        "Tea or coffee?",
        "Tea, and not coffee.",
        "Coffee, and not tea.",
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

/// More of them, a line each: as debaters shorten motions, with what people put around one, and questions in every form.
/// Each is told to everybody as it is written out.
fn typed_otherwise() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    include_str!("typed.txt").lines().map(|line| {
        let mut parts = line.split(" | ");
        let mut part = || parts.next().unwrap();
        (part(), part(), part())
    })
}

/// Motions that do not tell what each side holds, and their forms, a line each: the clerk is asked.
fn asked_of_the_clerk() -> impl Iterator<Item = (&'static str, UnclearMotion)> {
    include_str!("asked.txt").lines().map(|line| {
        let (typed, form) = line.split_once(" | ").unwrap();
        let form = match form {
            "YesOrNo" => UnclearMotion::YesOrNo,
            "Open" => UnclearMotion::Open,
            "Choice" => UnclearMotion::Choice,
            other => {
                assert_eq!(other, "Statement");
                UnclearMotion::Statement
            }
        };
        (typed, form)
    })
}

#[test]
fn what_code_can_only_quote_is_known() {
    use UnclearMotion::{Choice, Open, Statement};
    for (typed, form) in asked_of_the_clerk() {
        assert_eq!(Motion::own(typed).unclear(), Some(form), "{typed}");
    }
    for (typed, ..) in typed_otherwise() {
        assert_eq!(Motion::own(typed).unclear(), None, "{typed}");
    }
    for (motion, unclear) in [
        ("Which city should host the games?", Some(Open)),
        ("Should we build roads or railways?", Some(Choice)),
        ("Tea", Some(Statement)),
        ("This House", Some(Statement)),
        ("The more the merrier", Some(Statement)),
        ("Tea or coffee?", None),
        ("Should we go to Mars?", None),
        ("Can machines think?", None),
        ("This House Would ban private cars", None),
        ("Cities should ban private cars.", None),
    ] {
        assert_eq!(Motion::own(motion).unclear(), unclear, "{motion}");
    }
    let mut filed = Motion::own("Tea");
    filed.topic = Topic::Light;
    assert_eq!(filed.unclear(), None, "its file says what is held");
}

#[test]
fn each_side_holds_what_a_person_would_say() {
    for (typed, prop, opp) in TYPED.into_iter().chain(typed_otherwise()) {
        let (question, claims, _) = of(&written_out(typed));
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
        let (question, claims, _) = of(typed);
        assert!(!question.is_empty() && !claims.prop.is_empty() && !claims.opp.is_empty());
    }
}

#[test]
fn a_motion_is_told_without_what_stands_around_it() {
    for (typed, told) in [
        ("THW ban cars.", "This House Would ban cars"),
        (
            "THBT cats are better",
            "This House Believes that cats are better",
        ),
        ("Motion: THO zoos", "This House Opposes zoos"),
        ("“Resolved: Tea is better.”", "Tea is better"),
        ("thw nap", "This House Would nap"),
        ("THE monarchy should go", "THE monarchy should go"),
        ("tho zoos", "tho zoos"),
        ("THW", "THW"),
        ("Motion:", "Motion:"),
        ("\"Fun\" and \"games\"", "\"Fun\" and \"games\""),
        ("", ""),
    ] {
        assert_eq!(written_out(typed), told);
        assert_eq!(Motion::own(typed).motion, told);
    }
}
