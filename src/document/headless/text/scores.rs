//! What judges gave, as running text.

use std::io::{self, Write};

use super::Text;
use crate::{
    catalog::StopRule,
    headless::jsonl::{AssessmentLine, JudgementLine, MarksLine, ScoresLine},
    text::sanitize::sanitize_line,
};

impl<W: Write> Text<W> {
    pub(super) fn assessment(&mut self, line: &AssessmentLine) -> io::Result<()> {
        let judge = self.mapper.state().called(&line.judge);
        self.out.line("")?;
        self.out
            .line(&format!("  {judge}, after round {}", line.round))?;
        for (id, marks) in &line.marks {
            let name = self.mapper.state().called(id);
            self.mark(&name, marks)?;
        }
        let seen: Vec<&str> = line.observations.seen().map(StopRule::name).collect();
        if !seen.is_empty() {
            self.beside(&format!("To be seen: {}.", seen.join(", ")))?;
        }
        self.beside(&line.recommendation)
    }

    pub(super) fn judgement(&mut self, line: &JudgementLine) -> io::Result<()> {
        let judge = self.mapper.state().called(&line.judge);
        self.out.line("")?;
        self.out
            .line(&format!("  The report of {}", lower(&judge)))?;
        for (id, marks) in &line.marks {
            let name = self.mapper.state().called(id);
            self.mark(&name, marks)?;
            for flag in &marks.fallacies {
                self.beside(&format!("? {}: \"{}\"", flag.fallacy, flag.words))?;
            }
        }
        self.beside(&format!("Key insight: {}", line.key_insight))?;
        for question in &line.unresolved_questions {
            self.beside(&format!("Left open: {question}"))?;
        }
        self.beside(&format!("Recommendation: {}", line.recommendation))
    }

    fn mark(&mut self, name: &str, marks: &MarksLine) -> io::Result<()> {
        let standing = marks
            .standing
            .map(|word| format!(" {}", word.replace('_', " ")));
        let line = format!(
            "    {name:<20} {:>5.2}{}",
            marks.total,
            standing.unwrap_or_default()
        );
        self.out.line(&sanitize_line(&line))?;
        let why = marks.strengths.iter().chain(&marks.weaknesses);
        for text in why.chain(Some(&marks.reason).filter(|reason| !reason.is_empty())) {
            self.beside(text)?;
        }
        Ok(())
    }

    pub(super) fn scores(&mut self, line: &ScoresLine) -> io::Result<()> {
        self.out.line("")?;
        self.out.line("  The scores")?;
        for side in &line.sides {
            let text = format!("    {}. {:<20} {:>5.2}", side.rank, side.name, side.score);
            self.out.line(&sanitize_line(&text))?;
        }
        match &self.mapper.state().scores {
            Some(scores) if line.sides.len() > 1 => {
                let told = format!("{} apart: {}.", scores.apart(), scores.closeness.told());
                self.beside(&told)
            }
            Some(_) | None => Ok(()),
        }
    }
}

fn lower(name: &str) -> String {
    name.replacen("The ", "the ", 1)
}
