//! Pictures, held to what was drawn.

use ratatui::{
    layout::Rect,
    style::{Color, Style, Stylize},
    text::Line,
    widgets::{Block, BorderType, Paragraph, Widget},
};

use super::*;

fn buffer(lines: Vec<Line<'_>>, width: u16) -> Buffer {
    let height = u16::try_from(lines.len()).unwrap();
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    Paragraph::new(lines).render(buffer.area, &mut buffer);
    buffer
}

fn theme() -> ShotTheme {
    ShotTheme::titled("a & b <c>")
}

/// Checks what a reader of XML would: names that close what was opened, and nothing unescaped between.
fn well_formed(xml: &str) -> usize {
    let mut open: Vec<&str> = Vec::new();
    let mut elements = 0;
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        let (text, tail) = rest.split_at(at);
        assert!(!text.contains('>'), "{text:?}");
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().unwrap();
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "{text:?}");
        }
        let end = tail.find('>').expect("a tag ends");
        let tag = &tail[1..end];
        assert!(!tag.contains('<'), "{tag:?}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag:?}");
        rest = &tail[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            elements += 1;
            if !tag.ends_with('/') {
                open.push(tag.split_whitespace().next().unwrap());
            }
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    elements
}

fn rows(svg: &str) -> Vec<&str> {
    svg.lines().filter(|line| line.starts_with("<g>")).collect()
}

#[test]
fn each_line_of_the_screen_is_one_row_of_the_picture() {
    let lines = vec![
        Line::from("one <two> & \"three\""),
        Line::from(""),
        Line::from("four"),
    ];
    let picture = svg(&buffer(lines, 30), &theme());
    assert!(well_formed(&picture) > 8);
    let rows = rows(&picture);
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1], "<g></g>");
    assert!(rows[0].contains(">&lt;two&gt;</text>"), "{}", rows[0]);
    assert!(picture.contains("<title>a &amp; b &lt;c&gt;</title>"));
}

#[test]
fn what_follows_a_wide_letter_stays_in_its_column() {
    let picture = svg(&buffer(vec![Line::from("日本x")], 8), &theme());
    let row = rows(&picture)[0].to_owned();
    let at = |column: u16| format!("x=\"{:.1}\"", left(column));
    for (glyph, column, width) in [("日", 0, 2.0), ("本", 2, 2.0), ("x", 4, 1.0)] {
        let text = row
            .split("<text ")
            .find(|text| text.contains(&format!(">{glyph}<")))
            .expect(glyph);
        assert!(text.starts_with(&at(column)), "{text}");
        assert!(text.contains(&format!("textLength=\"{:.1}\"", width * CELL_W)));
    }
}

#[test]
fn looks_are_kept() {
    let line = Line::from(vec![
        "bold".bold(),
        " ".into(),
        "slanted".italic(),
        " ".into(),
        "struck out".crossed_out(),
        " ".into(),
        "turned".reversed(),
        " ".into(),
        "dim".dim(),
        "red".fg(Color::Red),
        "grey".fg(Color::Indexed(244)),
    ]);
    let theme = theme();
    let picture = svg(&buffer(vec![line], 60), &theme);
    assert!(picture.contains("font-weight=\"bold\">bold<"));
    assert!(picture.contains("font-style=\"italic\">slanted<"));
    // What is crossed out is crossed out between the words too.
    assert!(picture.contains("text-decoration=\"line-through\">struck out<"));
    let paper = format!("fill=\"{}\" shape-rendering", theme.ink);
    assert!(picture.contains(&paper));
    assert!(picture.contains(&format!("fill=\"{}\">turned<", theme.paper)));
    assert!(!picture.contains(&format!("fill=\"{}\">dim<", theme.ink)));
    assert!(picture.contains("fill=\"#e06c75\">red<"));
    assert!(picture.contains("fill=\"#808080\">grey<"));
    well_formed(&picture);
}

#[test]
fn lines_and_blocks_are_shapes() {
    let mut screen = Buffer::empty(Rect::new(0, 0, 12, 3));
    Block::bordered()
        .border_type(BorderType::Rounded)
        .style(Style::new().bg(Color::Indexed(17)))
        .render(screen.area, &mut screen);
    screen.set_string(1, 1, "█▊▂━┿╸┼", Style::new());
    let picture = svg(&screen, &theme());
    well_formed(&picture);
    for drawn in ["─", "│", "╭", "█", "▊", "▂", "┿", "┼"] {
        assert!(!picture.contains(drawn), "{drawn}");
    }
    // A full block fills its cell from edge to edge.
    let (x, y) = (left(1), BAR + CELL_H);
    let full = format!("M{x:.2} {y:.2}H{:.2}V{:.2}H{x:.2}Z", x + CELL_W, y + CELL_H);
    assert!(picture.contains(&full), "{full}");
}

#[test]
fn a_screen_that_does_not_begin_at_the_corner_is_drawn_all_the_same() {
    let mut screen = Buffer::empty(Rect::new(5, 7, 4, 1));
    screen.set_string(5, 7, "ab", Style::new());
    assert!(svg(&screen, &theme()).contains(">ab</text>"));
}

proptest::proptest! {
    #[test]
    fn any_text_gives_a_picture_that_can_be_read(text in "(\\PC|[<>&\"'\u{0}\u{1b}\u{fffe}]){0,40}") {
        let mut screen = Buffer::empty(Rect::new(0, 0, 40, 1));
        screen.set_string(0, 0, &text, Style::new());
        well_formed(&svg(&screen, &theme()));
    }
}
