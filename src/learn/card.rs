//! An about card: what an algorithm, a layer, an overlay or a number is, and what to look for.
//!
//! A card is a Markdown file: a title, the lines `For:` and `Paper:` (or `Source:`), the idea in a few sentences, a drawing,
//! and the sections in [`SECTIONS`]. Parameters come from the program, so that a card cannot disagree with it. The chapters of
//! the book in `docs` include the text of the cards.

use super::drawing::{Drawing, read_drawing};
use super::markdown::{Block, blocks};
use super::subjects::Subject;
use crate::scenario::ScenarioError;

/// An about card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The name of its file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about; the first is the main subject.
    pub subjects: Vec<Subject>,
    /// The paper or other source that the idea comes from; may be empty.
    pub paper: String,
    /// The idea in a few sentences.
    pub idea: Vec<Block>,
    /// A small drawing.
    pub drawing: Drawing,
    /// How it is computed.
    pub formula: Vec<Block>,
    /// When to use it.
    pub use_when: Vec<Block>,
    /// What it costs.
    pub costs: Vec<Block>,
    /// What differs from the paper, or from what it is easily confused with.
    pub differs: Vec<Block>,
    /// What to look for.
    pub look: Vec<Block>,
}

/// The sections of a card, in order. A card has all of them.
const SECTIONS: [&str; 5] = ["Formula", "Use it when", "Costs", "Differs", "What to look for"];

impl Card {
    /// The blocks of a section.
    fn section(&mut self, heading: &str) -> Option<&mut Vec<Block>> {
        let [formula, use_when, costs, differs, look] = SECTIONS;
        match heading {
            "" => Some(&mut self.idea),
            _ if heading == formula => Some(&mut self.formula),
            _ if heading == use_when => Some(&mut self.use_when),
            _ if heading == costs => Some(&mut self.costs),
            _ if heading == differs => Some(&mut self.differs),
            _ if heading == look => Some(&mut self.look),
            _ => None,
        }
    }
}

/// Reads a card. `name` is that of its file, without the ending.
pub fn read_card(text: &str, name: &str) -> Result<Card, ScenarioError> {
    let file = format!("{name}.md");
    let fail = |line: usize, column: usize, message: String| {
        Err(ScenarioError::at(&file, line, column, message))
    };
    let mut card = Card {
        name: name.into(),
        title: String::new(),
        subjects: Vec::new(),
        paper: String::new(),
        idea: Vec::new(),
        drawing: Drawing::default(),
        formula: Vec::new(),
        use_when: Vec::new(),
        costs: Vec::new(),
        differs: Vec::new(),
        look: Vec::new(),
    };
    // The head: everything that is one line.
    let mut body = String::new();
    for (index, line) in text.lines().enumerate() {
        let in_head = card.idea.is_empty() && body.trim().is_empty();
        if let Some(title) = line.strip_prefix("# ").filter(|_| card.title.is_empty()) {
            card.title = title.trim().into();
        } else if let Some(subjects) = line.strip_prefix("For:").filter(|_| in_head) {
            for word in subjects.split(',').map(str::trim) {
                match Subject::named(word) {
                    Some(subject) => card.subjects.push(subject),
                    None => {
                        let column = line.find(word).unwrap_or(0) + 1;
                        let message = format!("the program has nothing called `{word}`");
                        return fail(index + 1, column, message);
                    }
                }
            }
        } else if let Some(source) = source_in(line).filter(|_| in_head) {
            card.paper = source.trim().into();
        } else {
            body.push_str(line);
        }
        body.push('\n');
    }
    if card.title.is_empty() {
        return fail(1, 1, "a card begins with its title, as in `# A*`".into());
    }
    if card.subjects.is_empty() {
        return fail(1, 1, "a card says what it is about, as in `For: search/AStar`".into());
    }
    let mut section = String::new();
    for block in blocks(&body) {
        match (section.as_str(), block) {
            (_, Block::Heading(heading)) => section = heading,
            (_, Block::Code(word, text)) if word == "drawing" => {
                let above = body.find("```drawing").unwrap_or(0);
                let line = body[..above].matches('\n').count() + 1;
                card.drawing = read_drawing(&text).map_err(|error| {
                    ScenarioError::at(&file, line + error.line, error.column, error.message)
                })?;
            }
            (heading, block) => match card.section(heading) {
                Some(section) => section.push(block),
                None => {
                    let all = SECTIONS.join("`, `");
                    let message = format!("a card has the sections `{all}`, not `{heading}`");
                    let line = text.lines().position(|line| line.contains(heading)).unwrap_or(0);
                    return fail(line + 1, 1, message);
                }
            },
        }
    }
    if card.idea.is_empty() {
        return fail(1, 1, "this card lacks its idea".into());
    }
    if card.drawing.rows.is_empty() {
        return fail(1, 1, "this card lacks a drawing".into());
    }
    for heading in SECTIONS {
        if card.section(heading).is_none_or(|section| section.is_empty()) {
            return fail(1, 1, format!("this card lacks the section `{heading}`"));
        }
    }
    Ok(card)
}

/// What a line of the head says about the source: a paper, or something else.
fn source_in(line: &str) -> Option<&str> {
    line.strip_prefix("Paper:").or_else(|| line.strip_prefix("Source:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = "# Plain\n\nFor: search/AStar, overlay/paths\nPaper: none\n\nOne idea. Two.\n\n```drawing\no.*\n```\n\n\
                        ## Formula\n\n`f = g + h`\n\n## Use it when\n\nAlways.\n\n## Costs\n\nNothing.\n\n\
                        ## Differs\n\nFrom nothing.\n\n## What to look for\n\nA line.\n";

    #[test]
    fn a_card_is_read_into_its_parts() {
        let card = read_card(CARD, "plain").unwrap();
        assert_eq!((card.title.as_str(), card.paper.as_str()), ("Plain", "none"));
        assert_eq!(card.subjects.len(), 2);
        assert_eq!(card.drawing.size(), (3, 1));
        assert_eq!((card.idea.len(), card.formula.len(), card.look.len()), (1, 1, 1));
    }

    #[test]
    fn a_source_that_is_no_paper_is_called_source() {
        let card = read_card(&CARD.replace("Paper: none", "Source: Ours"), "plain").unwrap();
        assert_eq!(card.paper, "Ours");
    }

    #[test]
    fn a_wrong_card_gets_a_sentence_with_its_place() {
        let wrong =
            |from: &str, to: &str| read_card(&CARD.replacen(from, to, 1), "plain").unwrap_err();
        let error = wrong("overlay/paths", "overlay/path");
        assert_eq!((error.line, error.column), (3, 20), "{error}");
        let error = wrong("o.*", "o.q");
        assert_eq!((error.line, error.column), (9, 3), "{error}");
        assert!(wrong("## Formula", "## Formulas").message.contains("Formulas"));
        assert!(wrong("# Plain", "Plain").message.contains("title"));
        assert!(wrong("```drawing\no.*\n```", "").message.contains("drawing"));
        assert!(wrong("## Costs\n\nNothing.", "").message.contains("lacks the section `Costs`"));
    }
}
