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

/// More of them: as debaters shorten motions, with what people put around one, and questions in every form. Each is told
/// to everybody as it is written out.
const TYPED_OTHERWISE: &[(&str, &str, &str)] = &[
    (
        "THBT the voting age should be lowered to 16",
        "The voting age should be lowered to 16.",
        "The voting age should not be lowered to 16.",
    ),
    (
        "THBT we should not eat meat",
        "We should not eat meat.",
        "We should eat meat.",
    ),
    (
        "THW ban cars",
        "We should ban cars.",
        "We should not ban cars.",
    ),
    (
        "THR the decline of organised religion",
        "There is reason to regret the decline of organised religion.",
        "There is no reason to regret the decline of organised religion.",
    ),
    (
        "THS the use of AI in courts",
        "We should support the use of AI in courts.",
        "We should not support the use of AI in courts.",
    ),
    (
        "THO zoos",
        "We should oppose zoos.",
        "We should not oppose zoos.",
    ),
    (
        "THP a world without nuclear weapons",
        "We should prefer a world without nuclear weapons.",
        "We should not prefer a world without nuclear weapons.",
    ),
    (
        "TH would abolish private schools",
        "We should abolish private schools.",
        "We should not abolish private schools.",
    ),
    (
        "Resolved: The United States ought to guarantee the right to housing.",
        "The United States ought to guarantee the right to housing.",
        "The United States ought not to guarantee the right to housing.",
    ),
    (
        "Resolved: In a democracy, voting ought to be compulsory",
        "In a democracy, voting ought to be compulsory.",
        "In a democracy, voting ought not to be compulsory.",
    ),
    (
        "Resolved, that the federal government should raise the minimum wage",
        "The federal government should raise the minimum wage.",
        "The federal government should not raise the minimum wage.",
    ),
    (
        "Motion: This house would ban homework",
        "We should ban homework.",
        "We should not ban homework.",
    ),
    (
        "Motion: ban homework",
        "We should ban homework.",
        "We should not ban homework.",
    ),
    (
        "This House believes that democracies ought not to trade with dictatorships",
        "Democracies ought not to trade with dictatorships.",
        "Democracies ought to trade with dictatorships.",
    ),
    (
        "This House believes it is time to leave NATO",
        "It is time to leave NATO.",
        "It is not time to leave NATO.",
    ),
    (
        "This House believes that AI will do more good than harm",
        "AI will do more good than harm.",
        "AI will not do more good than harm.",
    ),
    (
        "This House believes that, on balance, social media is harmful",
        "On balance, social media is harmful.",
        "On balance, social media is not harmful.",
    ),
    (
        "This House believes that cities need trees more than cars",
        "Cities need trees more than cars.",
        "It is not true that cities need trees more than cars.",
    ),
    (
        "This House would not go to war for king and country",
        "We should not go to war for king and country.",
        "We should go to war for king and country.",
    ),
    (
        "This House, as a parent, would not give a child a phone",
        "As a parent, we should not give a child a phone.",
        "As a parent, we should give a child a phone.",
    ),
    (
        "This House as the EU would admit Ukraine",
        "As the EU, we should admit Ukraine.",
        "As the EU, we should not admit Ukraine.",
    ),
    (
        "This House Supports the right to be forgotten",
        "We should support the right to be forgotten.",
        "We should not support the right to be forgotten.",
    ),
    (
        "This House does not support a wealth tax",
        "We should not support a wealth tax.",
        "We should support a wealth tax.",
    ),
    (
        "This House will not fight for its King and Country",
        "We will not fight for its King and Country.",
        "We will fight for its King and Country.",
    ),
    (
        "This House regrets not having a written constitution",
        "There is reason to regret not having a written constitution.",
        "There is no reason to regret not having a written constitution.",
    ),
    (
        "This House Opposes the death penalty",
        "We should oppose the death penalty.",
        "We should not oppose the death penalty.",
    ),
    (
        "This House prefers a world in which nobody knows the future",
        "We should prefer a world in which nobody knows the future.",
        "We should not prefer a world in which nobody knows the future.",
    ),
    (
        "This House is glad that the Berlin Wall fell",
        "We should be glad that the Berlin Wall fell.",
        "We should not be glad that the Berlin Wall fell.",
    ),
    (
        "This House is not afraid of death",
        "We should not be afraid of death.",
        "We should be afraid of death.",
    ),
    (
        "This House can live without God",
        "We can live without God.",
        "We cannot live without God.",
    ),
    (
        "This House calls for the resignation of the minister",
        "We should call for the resignation of the minister.",
        "We should not call for the resignation of the minister.",
    ),
    (
        "This House Believes Voting Should Be Compulsory",
        "Voting Should Be Compulsory.",
        "Voting Should Not Be Compulsory.",
    ),
    (
        "Should AI be regulated?",
        "AI should be regulated.",
        "AI should not be regulated.",
    ),
    (
        "Should the voting age be lowered to 16",
        "The voting age should be lowered to 16.",
        "The voting age should not be lowered to 16.",
    ),
    (
        "should cities ban cars",
        "Cities should ban cars.",
        "Cities should not ban cars.",
    ),
    (
        "Is it ever right to lie",
        "It is sometimes right to lie.",
        "It is never right to lie.",
    ),
    (
        "Are cats better than dogs?",
        "Cats are better than dogs.",
        "Cats are not better than dogs.",
    ),
    (
        "Is a hot dog a sandwich?",
        "A hot dog is a sandwich.",
        "A hot dog is not a sandwich.",
    ),
    (
        "Tabs or spaces?",
        "Tabs, and not spaces.",
        "Spaces, and not tabs.",
    ),
    (
        "Should we have children, given climate change?",
        "We should have children, given climate change.",
        "We should not have children, given climate change.",
    ),
    (
        "Should we not have children?",
        "We should not have children.",
        "We should have children.",
    ),
    (
        "Shouldn't we abolish exams?",
        "We should abolish exams.",
        "We should not abolish exams.",
    ),
    (
        "Isn't it time for a four-day week?",
        "It is time for a four-day week.",
        "It is not time for a four-day week.",
    ),
    (
        "Do we need a king?",
        "We do need a king.",
        "We do not need a king.",
    ),
    (
        "Can we trust AI?",
        "We can trust AI.",
        "We cannot trust AI.",
    ),
    (
        "Ought we to eat animals?",
        "We ought to eat animals.",
        "We ought not to eat animals.",
    ),
    (
        "Is democracy the best form of government, or is it not?",
        "Democracy is the best form of government.",
        "Democracy is not the best form of government.",
    ),
    (
        "AI will take our jobs",
        "AI will take our jobs.",
        "AI will not take our jobs.",
    ),
    (
        "Ai should be regulated?",
        "Ai should be regulated.",
        "Ai should not be regulated.",
    ),
    (
        "money can't buy happiness",
        "Money cannot buy happiness.",
        "Money can buy happiness.",
    ),
    (
        "Children shouldn't have phones",
        "Children should not have phones.",
        "Children should have phones.",
    ),
    (
        "Homework doesn't help",
        "Homework does not help.",
        "Homework does help.",
    ),
    (
        "There is no God",
        "There is no God.",
        "It is not true that there is no God.",
    ),
    (
        "There's nothing wrong with eating meat",
        "There is nothing wrong with eating meat.",
        "It is not true that there is nothing wrong with eating meat.",
    ),
    (
        "It's better to be feared than loved",
        "It is better to be feared than loved.",
        "It is not better to be feared than loved.",
    ),
    (
        "We ought to legalise drugs",
        "We ought to legalise drugs.",
        "We ought not to legalise drugs.",
    ),
    (
        "You should never lie",
        "You should never lie.",
        "It is not true that you should never lie.",
    ),
    (
        "Nobody should be a billionaire",
        "Nobody should be a billionaire.",
        "It is not true that nobody should be a billionaire.",
    ),
    (
        "Not all speech should be free",
        "Not all speech should be free.",
        "All speech should be free.",
    ),
    (
        "Only citizens should vote",
        "Only citizens should vote.",
        "It is not true that only citizens should vote.",
    ),
    (
        "Football is better than rugby, and everyone knows it",
        "Football is better than rugby, and everyone knows it.",
        "This is not so: Football is better than rugby, and everyone knows it.",
    ),
    (
        "Capitalism has failed",
        "Capitalism has failed.",
        "Capitalism has not failed.",
    ),
    (
        "Religion has done more harm than good",
        "Religion has done more harm than good.",
        "Religion has not done more harm than good.",
    ),
    (
        "The UK should rejoin the EU",
        "The UK should rejoin the EU.",
        "The UK should not rejoin the EU.",
    ),
    (
        "That this House has no confidence in Her Majesty's Government",
        "Her Majesty's Government has lost the right to our confidence.",
        "Her Majesty's Government deserves our confidence.",
    ),
    (
        "If AI can suffer, it should have rights",
        "If AI can suffer, it should have rights.",
        "It is not true that if AI can suffer, it should have rights.",
    ),
    (
        "A world where everyone is immortal would be bad",
        "A world where everyone is immortal would be bad.",
        "It is not true that a world where everyone is immortal would be bad.",
    ),
    (
        "Is privacy more important than security?",
        "Privacy is more important than security.",
        "Privacy is not more important than security.",
    ),
    (
        "We shouldn't colonise Mars",
        "We should not colonise Mars.",
        "We should colonise Mars.",
    ),
    (
        "Never trust a computer",
        "We should never trust a computer.",
        "It is not true that we should never trust a computer.",
    ),
    (
        "Don't feed the trolls",
        "We should not feed the trolls.",
        "We should feed the trolls.",
    ),
    (
        "Do not negotiate with terrorists",
        "We should not negotiate with terrorists.",
        "We should negotiate with terrorists.",
    ),
    (
        "Give everyone a basic income",
        "We should give everyone a basic income.",
        "We should not give everyone a basic income.",
    ),
    (
        "Tax the rich!",
        "We should tax the rich.",
        "We should not tax the rich.",
    ),
    ("Is AI art art?", "AI art is art.", "AI art is not art."),
    (
        "This House Believes That The Ends Justify The Means",
        "The Ends Justify The Means.",
        "It is not true that the Ends Justify The Means.",
    ),
    (
        "\"This House would ban zoos\"",
        "We should ban zoos.",
        "We should not ban zoos.",
    ),
    (
        "‘Cities should ban cars’",
        "Cities should ban cars.",
        "Cities should not ban cars.",
    ),
    (
        "Should governments censor \"fake news\"?",
        "Governments should censor \"fake news\".",
        "Governments should not censor \"fake news\".",
    ),
    (
        "Never trust a computer",
        "We should never trust a computer.",
        "It is not true that we should never trust a computer.",
    ),
    (
        "Should a small startup adopt microservices from day one?",
        "A small startup should adopt microservices from day one.",
        "A small startup should not adopt microservices from day one.",
    ),
    ("Tax is theft", "Tax is theft.", "Tax is not theft."),
    (
        "Fund managers are overpaid",
        "Fund managers are overpaid.",
        "Fund managers are not overpaid.",
    ),
    (
        "Ban culture is dangerous",
        "Ban culture is dangerous.",
        "Ban culture is not dangerous.",
    ),
    (
        "Ban cars that are loud",
        "We should ban cars that are loud.",
        "We should not ban cars that are loud.",
    ),
    (
        "May day should be a holiday",
        "May day should be a holiday.",
        "May day should not be a holiday.",
    ),
    (
        "Do not go gentle into that good night",
        "We should not go gentle into that good night.",
        "We should go gentle into that good night.",
    ),
    (
        "Will Smith was right",
        "Will Smith was right.",
        "This is not so: Will Smith was right.",
    ),
    (
        "Will Smith should have been arrested",
        "Will Smith should have been arrested.",
        "This is not so: Will Smith should have been arrested.",
    ),
    (
        "Can openers are better than ring pulls",
        "Can openers are better than ring pulls.",
        "This is not so: Can openers are better than ring pulls.",
    ),
    (
        "Is a better world possible?",
        "A better world is possible.",
        "A better world is not possible.",
    ),
    (
        "Is public good more important than private gain?",
        "Public good is more important than private gain.",
        "Public good is not more important than private gain.",
    ),
    (
        "Is the pen mightier than the sword?",
        "The pen is mightier than the sword.",
        "The pen is not mightier than the sword.",
    ),
    (
        "Is giving a child a phone wrong?",
        "Giving a child a phone is wrong.",
        "Giving a child a phone is not wrong.",
    ),
    (
        "Is eating meat wrong?",
        "Eating meat is wrong.",
        "Eating meat is not wrong.",
    ),
    (
        "Are there any good billionaires?",
        "There are some good billionaires.",
        "There are no good billionaires.",
    ),
    ("Is there a God?", "There is a God.", "There is no God."),
    (
        "Is there life on Mars?",
        "There is life on Mars.",
        "There is no life on Mars.",
    ),
    (
        "Should the carbon tax be raised?",
        "The carbon tax should be raised.",
        "The carbon tax should not be raised.",
    ),
    (
        "Should animals in zoos be freed?",
        "Animals in zoos should be freed.",
        "Animals in zoos should not be freed.",
    ),
    (
        "Should prisoners be allowed to vote?",
        "Prisoners should be allowed to vote.",
        "Prisoners should not be allowed to vote.",
    ),
    (
        "Has the internet made us stupid?",
        "The internet has made us stupid.",
        "The internet has not made us stupid.",
    ),
    (
        "Has the United States lost its way?",
        "The United States has lost its way.",
        "The United States has not lost its way.",
    ),
    (
        "Have we lost our privacy?",
        "We have lost our privacy.",
        "We have not lost our privacy.",
    ),
    (
        "Does it matter who governs?",
        "It does matter who governs.",
        "It does not matter who governs.",
    ),
    (
        "Did we land on the moon?",
        "We did land on the moon.",
        "We did not land on the moon.",
    ),
    (
        "Will robots take our jobs?",
        "Robots will take our jobs.",
        "Robots will not take our jobs.",
    ),
    (
        "Could machines ever be conscious?",
        "Machines could be conscious.",
        "Machines could never be conscious.",
    ),
    ("Can art be bad?", "Art can be bad.", "Art cannot be bad."),
    (
        "Can a machine be conscious?",
        "A machine can be conscious.",
        "A machine cannot be conscious.",
    ),
    (
        "Can war ever be just?",
        "War can be just.",
        "War can never be just.",
    ),
    (
        "Is war ever justified?",
        "War is sometimes justified.",
        "War is never justified.",
    ),
    (
        "Must we obey unjust laws?",
        "We must obey unjust laws.",
        "We must not obey unjust laws.",
    ),
    (
        "Is Pluto a planet?",
        "Pluto is a planet.",
        "Pluto is not a planet.",
    ),
    (
        "Was the moon landing a hoax or not?",
        "The moon landing was a hoax.",
        "The moon landing was not a hoax.",
    ),
    (
        "Are we alone in the universe?",
        "We are alone in the universe.",
        "We are not alone in the universe.",
    ),
    ("Are you happy?", "You are happy.", "You are not happy."),
    (
        "Is it wrong to eat meat",
        "It is wrong to eat meat.",
        "It is not wrong to eat meat.",
    ),
    (
        "Should we fear death",
        "We should fear death.",
        "We should not fear death.",
    ),
    (
        "Some books should be banned",
        "Some books should be banned.",
        "It is not true that some books should be banned.",
    ),
    (
        "Most people are good",
        "Most people are good.",
        "It is not true that most people are good.",
    ),
    (
        "More women should lead",
        "More women should lead.",
        "It is not true that more women should lead.",
    ),
    (
        "We should only eat plants",
        "We should only eat plants.",
        "It is not true that we should only eat plants.",
    ),
    (
        "We should not only eat plants",
        "We should not only eat plants.",
        "It is not true that we should not only eat plants.",
    ),
    (
        "Marriage is an outdated institution",
        "Marriage is an outdated institution.",
        "Marriage is not an outdated institution.",
    ),
    (
        "Marriage is not what it was",
        "Marriage is not what it was.",
        "This is not so: Marriage is not what it was.",
    ),
    (
        "The best things in life are free",
        "The best things in life are free.",
        "The best things in life are not free.",
    ),
    (
        "Art should be for art's sake, not for money",
        "Art should be for art's sake, not for money.",
        "This is not so: Art should be for art's sake, not for money.",
    ),
    (
        "Science can't explain everything",
        "Science cannot explain everything.",
        "It is not true that science cannot explain everything.",
    ),
    (
        "This House believes the West has failed Africa",
        "The West has failed Africa.",
        "The West has not failed Africa.",
    ),
    (
        "This House believes that the state doesn't owe us anything",
        "The state does not owe us anything.",
        "It is not true that the state does not owe us anything.",
    ),
    (
        "This House hates Mondays",
        "We should hate Mondays.",
        "We should not hate Mondays.",
    ),
    (
        "This House misses the Soviet Union",
        "We should miss the Soviet Union.",
        "We should not miss the Soviet Union.",
    ),
    (
        "This House pities the rich",
        "We should pity the rich.",
        "We should not pity the rich.",
    ),
    (
        "This House envies the poor",
        "We should envy the poor.",
        "We should not envy the poor.",
    ),
    (
        "This House would rather not know",
        "We would rather not know.",
        "It is not true that we would rather not know.",
    ),
    (
        "This House would rather live in the past",
        "We would rather live in the past.",
        "It is not true that we would rather live in the past.",
    ),
    (
        "This House, believing that trade is good, would abolish tariffs",
        "Believing that trade is good, we should abolish tariffs.",
        "Believing that trade is good, we should not abolish tariffs.",
    ),
    (
        "THW not negotiate with terrorists",
        "We should not negotiate with terrorists.",
        "We should negotiate with terrorists.",
    ),
    (
        "thw ban tiktok",
        "We should ban tiktok.",
        "We should not ban tiktok.",
    ),
    (
        "THBT: cities should ban cars",
        "Cities should ban cars.",
        "Cities should not ban cars.",
    ),
    (
        "TH believes that cats are better",
        "Cats are better.",
        "Cats are not better.",
    ),
    (
        "THE monarchy should go",
        "THE monarchy should go.",
        "THE monarchy should not go.",
    ),
    (
        "They're coming for our jobs",
        "They are coming for our jobs.",
        "They are not coming for our jobs.",
    ),
    (
        "Nobody is above the law",
        "Nobody is above the law.",
        "It is not true that nobody is above the law.",
    ),
    (
        "Let us not go to war",
        "We should not go to war.",
        "We should go to war.",
    ),
    (
        "\"quoted\" things are \"fun\"",
        "\"quoted\" things are \"fun\".",
        "\"quoted\" things are not \"fun\".",
    ),
    (
        "“Should we ban cars?”",
        "We should ban cars.",
        "We should not ban cars.",
    ),
    (
        "we should all be feminists",
        "We should all be feminists.",
        "It is not true that we should all be feminists.",
    ),
    (
        "All animals are equal, but some animals are more equal than others",
        "All animals are equal, but some animals are more equal than others.",
        "It is not true that all animals are equal, but some animals are more equal than others.",
    ),
    (
        "Coffee is better than tea and tea is better than water",
        "Coffee is better than tea and tea is better than water.",
        "This is not so: Coffee is better than tea and tea is better than water.",
    ),
    (
        "This House would make voting compulsory unless it is raining",
        "We should make voting compulsory unless it is raining.",
        "We should not make voting compulsory unless it is raining.",
    ),
    (
        "The internet has been a disaster",
        "The internet has been a disaster.",
        "The internet has not been a disaster.",
    ),
    (
        "Democracies do not fight each other",
        "Democracies do not fight each other.",
        "It is not true that democracies do not fight each other.",
    ),
    (
        "I don't like Mondays",
        "I do not like Mondays.",
        "I do like Mondays.",
    ),
    (
        "We must do what is right",
        "We must do what is right.",
        "We must not do what is right.",
    ),
    (
        "Nuclear power is the answer to climate change",
        "Nuclear power is the answer to climate change.",
        "Nuclear power is not the answer to climate change.",
    ),
];

/// Motions that do not tell what each side holds, and their forms: the clerk is asked.
const ASKED_OF_THE_CLERK: &[(&str, UnclearMotion)] = &[
    ("Would you rather be rich or famous?", UnclearMotion::Choice),
    ("Cats vs dogs", UnclearMotion::Choice),
    ("Cats versus dogs?", UnclearMotion::Choice),
    ("Python or Rust for beginners?", UnclearMotion::Choice),
    ("Which is better, tea or coffee?", UnclearMotion::Choice),
    ("Why is the sky blue?", UnclearMotion::Open),
    ("Was Napoleon a hero or a tyrant?", UnclearMotion::Choice),
    (
        "Did the Romans really fall because of lead?",
        UnclearMotion::YesOrNo,
    ),
    ("God exists", UnclearMotion::Statement),
    (
        "We need to talk about nuclear power",
        UnclearMotion::Statement,
    ),
    ("Pineapple belongs on pizza", UnclearMotion::Statement),
    ("Pineapple on pizza", UnclearMotion::Statement),
    ("This House Has No Regrets", UnclearMotion::Statement),
    (
        "the monarchy: keep it or abolish it?",
        UnclearMotion::Choice,
    ),
    ("To be or not to be?", UnclearMotion::Choice),
    ("Nuclear power – yes or no?", UnclearMotion::Statement),
    ("Nuclear power, yes or no", UnclearMotion::Statement),
    ("Free will?", UnclearMotion::Statement),
    (
        "Should Britain go back into the EU, or stay out?",
        UnclearMotion::Choice,
    ),
    ("Let there be light", UnclearMotion::Statement),
    ("Vote Labour", UnclearMotion::Statement),
    ("The best argument wins", UnclearMotion::Statement),
    ("Eat the rich", UnclearMotion::Statement),
    (
        "This House would, if it were a superpower, disarm",
        UnclearMotion::Statement,
    ),
    ("Technology makes us happier.", UnclearMotion::Statement),
    ("Free will?", UnclearMotion::Statement),
    ("Nuclear power, yes or no", UnclearMotion::Statement),
    ("Tax cuts help growth", UnclearMotion::Statement),
    ("The man who would be king", UnclearMotion::Statement),
    ("What we eat is our business", UnclearMotion::Statement),
    ("Who dares wins", UnclearMotion::Statement),
    ("Might makes right", UnclearMotion::Statement),
    ("Have courage", UnclearMotion::Statement),
    (
        "Is more freedom better than more security?",
        UnclearMotion::YesOrNo,
    ),
    (
        "Should AI companies pay for training data?",
        UnclearMotion::YesOrNo,
    ),
    (
        "Should the state let people be free?",
        UnclearMotion::YesOrNo,
    ),
    ("Should anyone be a billionaire?", UnclearMotion::YesOrNo),
    ("Should everyone vote?", UnclearMotion::YesOrNo),
    ("Should all drugs be legal?", UnclearMotion::YesOrNo),
    ("Is what we eat our business?", UnclearMotion::YesOrNo),
    ("Does money make people happy?", UnclearMotion::YesOrNo),
    (
        "Is Britain's empire something to be proud of?",
        UnclearMotion::YesOrNo,
    ),
    ("Is free speech absolute?", UnclearMotion::YesOrNo),
    ("who should pay for university", UnclearMotion::Open),
    ("The end justifies the means", UnclearMotion::Statement),
    (
        "Either we ban guns or we accept shootings",
        UnclearMotion::Statement,
    ),
    ("This House has failed the young", UnclearMotion::Statement),
    ("This House does", UnclearMotion::Statement),
    (
        "This House should've left earlier",
        UnclearMotion::Statement,
    ),
    ("It's been a bad century", UnclearMotion::Statement),
    ("Motion", UnclearMotion::Statement),
    ("Motion:", UnclearMotion::Statement),
    ("Resolved", UnclearMotion::Statement),
    ("Should we?", UnclearMotion::YesOrNo),
    ("Why?", UnclearMotion::Open),
    ("???", UnclearMotion::Statement),
    ("Is it not?", UnclearMotion::YesOrNo),
    ("The internet has a dark side", UnclearMotion::Statement),
    ("Democracy has no future", UnclearMotion::Statement),
    ("Better dead than red", UnclearMotion::Statement),
];

#[test]
fn what_code_can_only_quote_is_known() {
    use UnclearMotion::{Choice, Open, Statement};
    for (typed, form) in ASKED_OF_THE_CLERK {
        assert_eq!(Motion::own(typed).unclear(), Some(*form), "{typed}");
    }
    for (typed, ..) in TYPED_OTHERWISE {
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
    for (typed, prop, opp) in TYPED.iter().chain(TYPED_OTHERWISE) {
        let (question, claims, _) = of(&written_out(typed));
        assert_eq!(
            (claims.prop.as_str(), claims.opp.as_str()),
            (*prop, *opp),
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
