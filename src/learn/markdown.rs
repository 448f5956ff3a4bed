//! The part of Markdown that cards and lessons use: headings, paragraphs, lists, code, tables; strong words, emphasis and
//! code inside lines.

/// A block of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// An entry of a list.
    Bullet(Vec<Span>),
    /// Lines of code, with the word after the fence.
    Code(String, String),
    /// Rows of a table; the first is its head.
    Table(Vec<Vec<Vec<Span>>>),
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its text.
    pub text: String,
    /// How it is shown.
    pub style: Style,
}

/// How a piece of a line is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Style {
    #[default]
    Plain,
    Strong,
    Emphasis,
    Code,
}

/// Splits a text into blocks.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if let Some(word) = trimmed.strip_prefix("```") {
            let code: Vec<&str> =
                lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")).collect();
            blocks.push(Block::Code(word.trim().into(), code.join("\n")));
        } else if trimmed.starts_with('#') {
            blocks.push(Block::Heading(trimmed.trim_start_matches('#').trim().into()));
        } else if let Some(entry) = trimmed.strip_prefix("- ") {
            let mut entry = entry.to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
                entry.push(' ');
                entry.push_str(more.trim());
            }
            blocks.push(Block::Bullet(spans(&entry)));
        } else if trimmed.starts_with('|') {
            let mut rows = vec![cells(trimmed)];
            while let Some(more) = lines.next_if(|line| line.trim().starts_with('|')) {
                let is_rule = more.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
                if !is_rule {
                    rows.push(cells(more.trim()));
                }
            }
            blocks.push(Block::Table(rows));
        } else if !trimmed.is_empty() {
            let mut paragraph = trimmed.to_owned();
            while let Some(more) = lines.next_if(|line| continues(line)) {
                paragraph.push(' ');
                paragraph.push_str(more.trim());
            }
            blocks.push(Block::Paragraph(spans(&paragraph)));
        }
    }
    blocks
}

/// Whether a line belongs to the paragraph above it.
fn continues(line: &str) -> bool {
    let line = line.trim();
    let starts_block = ["```", "#", "- ", "|"].iter().any(|start| line.starts_with(start));
    !line.is_empty() && !starts_block
}

fn cells(row: &str) -> Vec<Vec<Span>> {
    row.trim_matches('|').split('|').map(|cell| spans(cell.trim())).collect()
}

/// Splits a line into pieces.
pub fn spans(line: &str) -> Vec<Span> {
    const MARKS: [(&str, Style); 3] =
        [("**", Style::Strong), ("`", Style::Code), ("*", Style::Emphasis)];
    let mut spans: Vec<Span> = Vec::new();
    let mut push = |text: &str, style: Style| {
        if text.is_empty() {
            return;
        }
        match spans.last_mut().filter(|last| last.style == style) {
            Some(last) => last.text.push_str(text),
            None => spans.push(Span { text: text.into(), style }),
        }
    };
    let mut rest = line;
    'line: while !rest.is_empty() {
        let before = line[..line.len() - rest.len()].chars().next_back();
        for (mark, style) in MARKS {
            let Some(inside) = rest.strip_prefix(mark) else { continue };
            // A mark behind a letter, or with nothing or a blank behind it, is a plain letter: A* is a name.
            let opens = !inside.starts_with(' ') && !before.is_some_and(char::is_alphanumeric);
            let closed = inside.find(mark).filter(|&end| end > 0 && opens);
            if let Some(end) = closed {
                push(&inside[..end], style);
                rest = &inside[end + mark.len()..];
                continue 'line;
            }
        }
        let next = rest.chars().next().map_or(rest.len(), char::len_utf8);
        push(&rest[..next], Style::Plain);
        rest = &rest[next..];
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str, style: Style) -> Span {
        Span { text: text.into(), style }
    }

    #[test]
    fn words_are_strong_emphasised_or_code() {
        use Style::*;
        assert_eq!(
            spans("a **b** *c* `d*e`"),
            [
                span("a ", Plain),
                span("b", Strong),
                span(" ", Plain),
                span("c", Emphasis),
                span(" ", Plain),
                span("d*e", Code)
            ]
        );
        assert_eq!(spans("A* splits, A* does"), [span("A* splits, A* does", Plain)]);
        assert_eq!(
            spans("with A*: a **short** path"),
            [span("with A*: a ", Plain), span("short", Strong), span(" path", Plain)]
        );
        assert_eq!(
            spans("WHCA* **reserves** cells"),
            [span("WHCA* ", Plain), span("reserves", Strong), span(" cells", Plain)]
        );
    }

    #[test]
    fn text_is_split_into_blocks() {
        let text = "# Title\n\none\ntwo\n\n- first\n  more\n- second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```drawing\n..#\n```\nend";
        let blocks = blocks(text);
        assert_eq!(blocks[0], Block::Heading("Title".into()));
        assert_eq!(blocks[1], Block::Paragraph(spans("one two")));
        assert_eq!(blocks[2], Block::Bullet(spans("first more")));
        assert!(matches!(&blocks[4], Block::Table(rows) if rows.len() == 2 && rows[1].len() == 2));
        assert_eq!(blocks[5], Block::Code("drawing".into(), "..#".into()));
        assert_eq!(blocks[6], Block::Paragraph(spans("end")));
        assert!(super::blocks("```\nnever closed").len() == 1);
    }
}
