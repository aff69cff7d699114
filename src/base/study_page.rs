//! A page that a study is told on: its parts in their order, as plain data. Whoever makes one has all of its words; how it
//! is laid out, as text, as Markdown or for a browser, is for others.

/// The page of a study.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StudyPage {
    /// The title of the page.
    pub title: String,
    /// The parts of the page, in their order.
    pub parts: Vec<StudyPart>,
}

/// A part of such a page.
#[derive(Debug, Clone, PartialEq)]
pub enum StudyPart {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// A paragraph beside the matter: how something was measured.
    Remark(String),
    /// A list.
    List(Vec<String>),
    /// A table: its heads, and its rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// A scatter, which is drawn where that is possible and left out elsewhere.
    Scatter(ScatterPlot),
    /// Parts that are read by whoever wants to know more, under a line of their own.
    Folded(String, Vec<Self>),
}

/// A scatter of points.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScatterPlot {
    /// The caption of the scatter.
    pub caption: String,
    /// The names of the groups of points.
    pub groups: Vec<String>,
    /// The points.
    pub points: Vec<ScatterPoint>,
}

/// A point of a scatter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScatterPoint {
    /// The place of the point, each coordinate from -1 to 1.
    pub at: [f64; 2],
    /// The size of the point, from 0 to 1.
    pub size: f64,
    /// The group of the point, by its place among them.
    pub group: usize,
    /// Whether it is marked before others.
    pub is_marked: bool,
    /// The number that stands beside the point.
    pub number: usize,
    /// The name of the point.
    pub name: String,
}
