//! The instructions of a page that show text (ISO 32000-1, 9.4), as letters with their places.

use std::{collections::BTreeMap, rc::Rc};

use lopdf::{DecompressError, Document, Object, ObjectId, content::Content};

use super::{
    font::{Font, Fonts},
    layout::{Layout, Line},
    matrix::{Matrix, number},
};

/// The depth to which states may be saved: the limit that the standard recommends is 28.
const MAX_SAVED: usize = 256;

/// The reason why a page cannot be read.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It has more instructions than the limit, up to which they were unpacked.
    TooLong,
    /// Anything else, in words.
    Broken(String),
}

impl From<lopdf::Error> for Trouble {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "errors that are none of ours"
    )]
    fn from(error: lopdf::Error) -> Self {
        match error {
            lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => Self::TooLong,
            error => Self::Broken(error.to_string()),
        }
    }
}

/// The lines of a page, and how many bytes of instructions were read for them, at most `limit`.
pub(super) fn lines<'a>(
    pdf: &'a Document,
    id: ObjectId,
    fonts: &mut Fonts<'a>,
    limit: usize,
) -> Result<(Vec<Line>, usize), Trouble> {
    let content = pdf.get_page_content_with_limit(id, limit)?;
    let named = pdf.get_page_fonts(id)?;
    let named: BTreeMap<Vec<u8>, Rc<Font<'a>>> = named
        .into_iter()
        .filter_map(|(name, font)| Some((name, fonts.get(font)?)))
        .collect();
    let mut pen = Pen::new(&named);
    for operation in Content::decode_iter(&content) {
        // What comes after a broken instruction cannot be trusted; what came before can.
        let Ok(operation) = operation else {
            break;
        };
        pen.take(&operation.operator, &operation.operands);
    }
    Ok((pen.layout.finish(), content.len().max(1)))
}

/// The state that `q` saves and `Q` brings back.
#[derive(Clone)]
struct State<'f, 'a> {
    page: Matrix,
    font: Option<&'f Rc<Font<'a>>>,
    size: f64,
    leading: f64,
    letter_space: f64,
    word_space: f64,
    stretch: f64,
    rise: f64,
}

struct Pen<'f, 'a> {
    fonts: &'f BTreeMap<Vec<u8>, Rc<Font<'a>>>,
    state: State<'f, 'a>,
    saved: Vec<State<'f, 'a>>,
    text: Matrix,
    line: Matrix,
    layout: Layout,
}

impl<'f, 'a> Pen<'f, 'a> {
    fn new(fonts: &'f BTreeMap<Vec<u8>, Rc<Font<'a>>>) -> Self {
        Self {
            fonts,
            state: State {
                page: Matrix::IDENTITY,
                font: None,
                size: 1.0,
                leading: 0.0,
                letter_space: 0.0,
                word_space: 0.0,
                stretch: 1.0,
                rise: 0.0,
            },
            saved: Vec::new(),
            text: Matrix::IDENTITY,
            line: Matrix::IDENTITY,
            layout: Layout::default(),
        }
    }

    fn take(&mut self, operator: &str, operands: &[Object]) {
        let at = |index: usize| operands.get(index).and_then(number);
        match operator {
            "q" if self.saved.len() < MAX_SAVED => self.saved.push(self.state.clone()),
            "Q" => {
                if let Some(state) = self.saved.pop() {
                    self.state = state;
                }
            }
            "cm" => {
                if let Some(matrix) = Matrix::of(operands) {
                    self.state.page = matrix.then(self.state.page);
                }
            }
            "BT" => self.place(Matrix::IDENTITY),
            "Tm" => {
                if let Some(matrix) = Matrix::of(operands) {
                    self.place(matrix);
                }
            }
            "Td" | "TD" => {
                if let (Some(x), Some(y)) = (at(0), at(1)) {
                    if operator == "TD" {
                        self.state.leading = -y;
                    }
                    self.place(Matrix::shift(x, y).then(self.line));
                }
            }
            "T*" => self.next_line(),
            "Tf" => {
                let name = operands.first().and_then(|name| name.as_name().ok());
                self.state.font = name.and_then(|name| self.fonts.get(name));
                self.state.size = at(1).unwrap_or(self.state.size);
            }
            "TL" => self.state.leading = at(0).unwrap_or(0.0),
            "Tc" => self.state.letter_space = at(0).unwrap_or(0.0),
            "Tw" => self.state.word_space = at(0).unwrap_or(0.0),
            "Tz" => self.state.stretch = at(0).unwrap_or(100.0) / 100.0,
            "Ts" => self.state.rise = at(0).unwrap_or(0.0),
            "Tj" | "TJ" => operands
                .first()
                .into_iter()
                .for_each(|shown| self.show(shown)),
            "'" => {
                self.next_line();
                operands
                    .first()
                    .into_iter()
                    .for_each(|shown| self.show(shown));
            }
            "\"" => {
                self.state.word_space = at(0).unwrap_or(0.0);
                self.state.letter_space = at(1).unwrap_or(0.0);
                self.next_line();
                operands
                    .get(2)
                    .into_iter()
                    .for_each(|shown| self.show(shown));
            }
            _ => {}
        }
    }

    fn place(&mut self, matrix: Matrix) {
        self.line = matrix;
        self.text = matrix;
    }

    fn next_line(&mut self) {
        self.place(Matrix::shift(0.0, -self.state.leading).then(self.line));
    }

    /// A string, or an array of strings and numbers that move what follows, in thousandths of the size, to the left.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "objects that are none of ours"
    )]
    fn show(&mut self, shown: &Object) {
        match shown {
            Object::String(bytes, _) => self.letters(bytes),
            Object::Array(parts) => {
                for part in parts {
                    match part {
                        Object::String(bytes, _) => self.letters(bytes),
                        other => {
                            let back = number(other).unwrap_or(0.0) / 1000.0 * self.state.size;
                            self.advance(-back * self.state.stretch);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn letters(&mut self, bytes: &[u8]) {
        let Some(font) = self.state.font else {
            return;
        };
        let state = &self.state;
        let (text, width) = font.letters(bytes);
        let count = text.chars().count() as f64;
        let spaces = text.matches(' ').count() as f64;
        let width =
            (width / 1000.0 * state.size + count * state.letter_space + spaces * state.word_space)
                * state.stretch;
        let whole = Matrix::shift(0.0, state.rise)
            .then(self.text)
            .then(state.page);
        let (across, up) = whole.scale();
        let size = (state.size * up).abs();
        self.layout.put(&text, whole.origin(), width * across, size);
        self.advance(width);
    }

    fn advance(&mut self, x: f64) {
        self.text = Matrix::shift(x, 0.0).then(self.text);
    }
}
