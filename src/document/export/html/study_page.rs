//! The page of a study for a browser: it stands alone, has no script, and loads nothing.

use super::{
    chart::{self, part_id},
    head::head,
    markup::Markup,
};
use crate::study_page::{StudyPage, StudyPart};

/// The page of a study as a page for a browser. The same study gives the same page.
pub fn study_html(page: &StudyPage) -> String {
    let mut out = Markup::default();
    head(&mut out, &page.title, None);
    out.ours("<header>\n");
    out.element("h1", &[], &page.title);
    out.ours("\n</header>\n<main>\n");
    parts(&mut out, &page.parts, &mut 0);
    out.ours("</main>\n</body>\n</html>\n");
    out.into_text()
}

/// Parts in their order; `folded` is the number of those that were folded away before.
fn parts(out: &mut Markup, all: &[StudyPart], folded: &mut usize) {
    for part in all {
        match part {
            StudyPart::Heading(text) => out.element("h2", &[], text),
            StudyPart::Paragraph(text) => out.element("p", &[], text),
            StudyPart::Remark(text) => out.element("p", &[("class", "line quiet")], text),
            StudyPart::List(items) => {
                out.ours("<ul>\n");
                for item in items {
                    out.element("li", &[], item);
                    out.end_line();
                }
                out.ours("</ul>");
            }
            StudyPart::Table(heads, rows) => table(out, heads, rows),
            StudyPart::Scatter(plot) => {
                out.ours("<figure>\n");
                chart::scatter(out, plot);
                out.end_line();
                out.element("figcaption", &[("class", "line quiet")], &plot.caption);
                out.ours("\n</figure>");
            }
            StudyPart::Folded(title, inner) => {
                *folded += 1;
                out.open("details", &[("id", &part_id(*folded))]);
                out.element("summary", &[], title);
                out.end_line();
                parts(out, inner, folded);
                out.ours("</details>");
            }
        }
        out.end_line();
    }
}

fn table(out: &mut Markup, heads: &[String], rows: &[Vec<String>]) {
    out.ours("<div class=\"wide\"><table>\n<thead><tr>");
    for head in heads {
        out.element("th", &[("scope", "col")], head);
    }
    out.ours("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.ours("<tr>");
        for cell in row {
            out.element("td", &[], cell);
        }
        out.ours("</tr>\n");
    }
    out.ours("</tbody></table></div>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study_page::{ScatterPlot, ScatterPoint};

    #[test]
    fn words_of_others_are_text_and_the_page_loads_and_runs_nothing() {
        let hostile = "</script><img src=x onerror=alert(1)>\u{1b}[31m";
        let point = ScatterPoint {
            at: [1.0, -1.0],
            size: 0.5,
            is_marked: true,
            number: 1,
            name: hostile.to_owned(),
            ..ScatterPoint::default()
        };
        let page = StudyPage {
            title: hostile.to_owned(),
            parts: vec![
                StudyPart::List(vec![hostile.to_owned()]),
                StudyPart::Table(vec![hostile.to_owned()], vec![vec![hostile.to_owned()]]),
                StudyPart::Scatter(ScatterPlot {
                    caption: hostile.to_owned(),
                    groups: vec![hostile.to_owned()],
                    points: vec![point],
                }),
                StudyPart::Folded(
                    hostile.to_owned(),
                    vec![StudyPart::Heading(hostile.to_owned())],
                ),
            ],
        };
        let html = study_html(&page);
        assert!(
            !html.contains("<img") && !html.contains("<script") && !html.contains('\u{1b}'),
            "{html}"
        );
        assert_eq!(html.matches("&lt;img src=x").count(), 11, "{html}");
        assert!(html.contains("script-src 'none'") && html.contains("default-src 'none'"));
        assert!(html.contains("href=\"#part-1\"") && html.contains("id=\"part-1\""));
        assert!(!html.contains("http://") && !html.contains("https://"));
    }
}
