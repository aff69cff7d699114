//! Charts as SVG. All of them stand beside their numbers, so that whoever hears the page misses nothing.

use std::f64::consts::PI;

use super::markup::Markup;
use crate::{
    blocks::{Rounds, Tone},
    study_page::{ScatterPlot, ScatterPoint},
    text::cut::fit,
};

/// The width of a chart with lines, in its own units.
const WIDTH: f64 = 640.0;
/// The height of it.
const HEIGHT: f64 = 220.0;
/// The room at the sides, above and below.
const MARGIN: f64 = 28.0;
/// The room for names behind the lines.
const NAMES: f64 = 180.0;
/// The least distance between two names.
const APART: f64 = 18.0;
/// The width of a letter below a chart, and the fewest letters of a name that still tells something.
const LETTER: f64 = 8.0;
const LETTERS: usize = 5;
/// The height of the hall, and the most seats in it.
const HALL: f64 = 190.0;
const SEATS: usize = 500;
/// The most points that have their numbers beside them.
const NUMBERED: usize = 16;

/// A number as a coordinate.
fn at(number: f64) -> String {
    format!("{number:.1}")
}

fn open(out: &mut Markup, class: &'static str, view: &str) {
    let attributes = [
        ("class", class),
        ("viewBox", view),
        ("aria-hidden", "true"),
        ("focusable", "false"),
    ];
    out.open("svg", &attributes);
}

fn line(out: &mut Markup, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(at);
    let attributes = [
        ("class", class),
        ("x1", &x1),
        ("y1", &y1),
        ("x2", &x2),
        ("y2", &y2),
    ];
    out.element("line", &attributes, "");
}

fn label(out: &mut Markup, class: &str, [x, y]: [f64; 2], text: &str) {
    let (x, y) = (at(x), at(y));
    out.element("text", &[("class", class), ("x", &x), ("y", &y)], text);
}

fn path(out: &mut Markup, class: &str, points: &[[f64; 2]]) {
    let points: Vec<String> = points
        .iter()
        .map(|[x, y]| format!("{},{}", at(*x), at(*y)))
        .collect();
    let points = points.join(" ");
    out.element("polyline", &[("class", class), ("points", &points)], "");
}

fn dot(out: &mut Markup, class: &str, [x, y]: [f64; 2]) {
    let (x, y) = (at(x), at(y));
    let attributes = [("class", class), ("cx", &*x), ("cy", &*y), ("r", "4")];
    out.element("circle", &attributes, "");
}

/// A share as a bar.
pub(super) fn bar(out: &mut Markup, value: f64, most: f64, tone: Tone, side: &str) {
    let share = if most > 0.0 { value / most } else { 0.0 };
    let width = at((share * 100.0).clamp(0.0, 100.0));
    let tone = match tone {
        Tone::Good => "ayes",
        Tone::Bad => "noes",
        Tone::Plain
        | Tone::Strong
        | Tone::Quiet
        | Tone::House
        | Tone::Warning
        | Tone::Error
        | Tone::Open
        | Tone::Cut
        | Tone::Hint
        | Tone::Advice
        | Tone::Evidence
        | Tone::Question
        | Tone::Answer => side,
    };
    let attributes = [
        ("class", "bar"),
        ("viewBox", "0 0 100 8"),
        ("preserveAspectRatio", "none"),
        ("aria-hidden", "true"),
        ("focusable", "false"),
    ];
    out.open("svg", &attributes);
    let track = [("class", "track"), ("width", "100"), ("height", "8")];
    out.element("rect", &track, "");
    let class = format!("fill {tone}");
    let fill = [("class", &*class), ("width", &*width), ("height", "8")];
    out.element("rect", &fill, "");
    out.close("svg");
}

/// The lead of the Ayes from vote to vote; above the line they lead, below it the Noes. Below each vote stands when it was
/// cast, as far as there is room. Nothing of fewer than two votes.
pub(super) fn swing(out: &mut Markup, votes: &[(String, i32)], [ayes, noes]: [&str; 2]) {
    if votes.len() < 2 {
        return;
    }
    let leads: Vec<i32> = votes.iter().map(|(_, lead)| *lead).collect();
    let most = leads.iter().map(|lead| lead.unsigned_abs()).max();
    let most = f64::from(most.unwrap_or(1).max(1));
    let step = (WIDTH - 2.0 * MARGIN) / (leads.len() - 1) as f64;
    let middle = HEIGHT / 2.0;
    let points: Vec<[f64; 2]> = leads
        .iter()
        .enumerate()
        .map(|(nth, lead)| {
            let up = f64::from(*lead) / most * (middle - MARGIN - 14.0);
            [MARGIN + step * nth as f64, middle - up]
        })
        .collect();
    open(out, "chart swing", "0 0 640 250");
    line(out, "axis", [MARGIN, middle, WIDTH - MARGIN, middle]);
    label(out, "ayes", [0.0, 14.0], ayes);
    label(out, "noes", [0.0, HEIGHT - 4.0], noes);
    path(out, "line", &points);
    for (lead, [x, y]) in leads.iter().zip(&points) {
        let (class, above) = match lead.signum() {
            1 => ("ayes", -10.0),
            -1 => ("noes", 20.0),
            _ => ("even", -10.0),
        };
        dot(out, class, [*x, *y]);
        if leads.len() <= NUMBERED {
            label(out, "number", [*x, *y + above], &format!("{lead:+}"));
        }
    }
    let letters = (step / LETTER) as usize;
    if letters >= LETTERS {
        for ((when, _), [x, _]) in votes.iter().zip(&points) {
            label(out, "moment", [*x, HEIGHT + 20.0], &fit(when, letters));
        }
    }
    out.close("svg");
}

/// The house as a half circle of seats, so many of each class from the left to the right, with those who have moved ringed.
/// Of a large house one seat stands for several members.
pub(super) fn hemicycle(out: &mut Markup, groups: &[(&'static str, Vec<bool>)]) {
    let members: usize = groups.iter().map(|(_, group)| group.len()).sum();
    if members == 0 {
        return;
    }
    let each = members.div_ceil(SEATS);
    let seats = groups.iter().flat_map(|(class, group)| {
        let seats = group.chunks(each);
        seats.map(|members| (*class, members.contains(&true)))
    });
    let seats: Vec<(&str, bool)> = seats.collect();
    let (middle, base) = (WIDTH / 2.0, HALL - MARGIN / 2.0);
    let (outer, inner) = (HALL - MARGIN, (HALL - MARGIN) * 0.4);
    // As many rows as leave the seats of a row as far from each other as the rows are.
    let rows = (1..=SEATS).find(|rows| {
        let gap = (outer - inner) / *rows as f64;
        let length: f64 = radii(*rows, (inner, outer)).map(|one| one * PI).sum();
        length / gap >= seats.len() as f64
    });
    let rows = rows.unwrap_or(1);
    let radii: Vec<f64> = radii(rows, (inner, outer)).collect();
    let all: f64 = radii.iter().sum();
    let mut places: Vec<(f64, [f64; 2])> = Vec::new();
    for (nth, radius) in radii.iter().enumerate() {
        let left = seats.len() - places.len();
        let own = (seats.len() as f64 * radius / all).round() as usize;
        let own = if nth + 1 == rows { left } else { own.min(left) };
        for seat in 0..own {
            let angle = PI * (seat as f64 + 0.5) / own as f64;
            places.push((
                angle,
                [middle - radius * angle.cos(), base - radius * angle.sin()],
            ));
        }
    }
    places.sort_by(|one, other| one.0.total_cmp(&other.0));
    let gap = (outer - inner) / rows as f64;
    let size = at((gap * 0.42).clamp(1.5, 9.0));
    open(out, "chart hemicycle", "0 0 640 190");
    for ((_, [x, y]), (class, has_moved)) in places.iter().zip(&seats) {
        let class = if *has_moved {
            format!("{class} moved")
        } else {
            (*class).to_owned()
        };
        let (x, y) = (at(*x), at(*y));
        let attributes = [("class", &*class), ("cx", &*x), ("cy", &*y), ("r", &*size)];
        out.element("circle", &attributes, "");
    }
    out.close("svg");
}

/// The radii of so many rows, from the inner one to the outer one.
fn radii(rows: usize, (inner, outer): (f64, f64)) -> impl Iterator<Item = f64> {
    let step = (outer - inner) / rows as f64;
    (1..=rows).map(move |row| inner + step * row as f64)
}

/// Numbers over the rounds, a line each with the name at its end; the class of each line says whose it is.
pub(super) fn rounds(out: &mut Markup, rounds: &Rounds, side: impl Fn(&str) -> &'static str) {
    let values = || rounds.series.iter().flat_map(|one| &one.points);
    let low = values().map(|(_, value)| *value).fold(f64::MAX, f64::min);
    let high = values().map(|(_, value)| *value).fold(f64::MIN, f64::max);
    if rounds.moments.len() < 2 || low > high {
        return;
    }
    let span = (high - low).max(0.1);
    let step = (WIDTH - MARGIN - NAMES) / (rounds.moments.len() - 1) as f64;
    let x = |moment: usize| MARGIN + step * moment as f64;
    let y = |value: f64| HEIGHT - MARGIN - (value - low) / span * (HEIGHT - 2.0 * MARGIN);
    open(out, "chart rounds", "0 0 640 220");
    for (nth, moment) in rounds.moments.iter().enumerate() {
        line(out, "grid", [x(nth), 12.0, x(nth), HEIGHT - MARGIN]);
        label(out, "moment", [x(nth), HEIGHT - 6.0], moment);
    }
    let mut names: Vec<(f64, &str, String)> = Vec::new();
    for (nth, one) in rounds.series.iter().enumerate() {
        let points: Vec<[f64; 2]> = one
            .points
            .iter()
            .map(|(moment, value)| [x(*moment), y(*value)])
            .collect();
        // Lines of one side are told apart by how they are drawn.
        let class = format!("line {} dash-{}", side(&one.of), nth % 4);
        path(out, &class, &points);
        for point in &points {
            dot(out, side(&one.of), *point);
        }
        if let Some([_, last]) = points.last() {
            names.push((*last + 4.0, &one.name, side(&one.of).to_owned()));
        }
    }
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut above = f64::MIN;
    for (place, ..) in &mut names {
        *place = place.max(above + APART);
        above = *place;
    }
    // What has been pushed out below is pushed up again.
    let mut below = HEIGHT - 4.0 + APART;
    for (place, name, class) in names.iter_mut().rev() {
        *place = place.min(below - APART);
        below = *place;
        label(out, class, [WIDTH - NAMES + 10.0, *place], name);
    }
    out.close("svg");
}

/// The id of the folded part of that number on the page of a study, to which a point of a scatter leads.
pub(super) fn part_id(number: usize) -> String {
    format!("part-{number}")
}

/// The width and the height of a scatter; and the radius of the smallest and the largest point.
const SCATTER: [f64; 2] = [640.0, 440.0];
const RADII: [f64; 2] = [5.0, 18.0];
/// The classes of the groups of points, which are told apart by colour and by how they are drawn.
const GROUPS: [&str; 4] = ["for", "against", "own", "house"];

/// A scatter: each point leads to the part of the page that tells of it, and says its name.
pub(super) fn scatter(out: &mut Markup, plot: &ScatterPlot) {
    let attributes = [
        ("class", "chart scatter"),
        ("viewBox", "0 0 640 470"),
        ("role", "img"),
        ("aria-label", &*plot.caption),
    ];
    out.open("svg", &attributes);
    let [width, height] = SCATTER;
    line(out, "grid", [0.0, height / 2.0, width, height / 2.0]);
    line(out, "grid", [width / 2.0, 0.0, width / 2.0, height]);
    // The large ones below the small ones.
    let mut points: Vec<&ScatterPoint> = plot.points.iter().collect();
    points.sort_by(|one, other| other.size.total_cmp(&one.size));
    for point in points {
        let [x, y] = point.at.map(|one| one.clamp(-1.0, 1.0));
        let [least, most] = RADII;
        let place = |along: f64, room: f64| room / 2.0 + along * (room / 2.0 - most - 2.0);
        let (x, y) = (place(x, width), place(-y, height));
        let radius = least + (most - least) * point.size.clamp(0.0, 1.0).sqrt();
        let group = GROUPS
            .get(point.group % GROUPS.len())
            .copied()
            .unwrap_or_default();
        let class = if point.is_marked {
            format!("point {group} marked")
        } else {
            format!("point {group}")
        };
        let link = format!("#{}", part_id(point.number));
        out.open("a", &[("href", &link)]);
        let (cx, cy, r) = (at(x), at(y), at(radius));
        let circle = [("class", &*class), ("cx", &*cx), ("cy", &*cy), ("r", &*r)];
        out.open("circle", &circle);
        out.element("title", &[], &format!("{}. {}", point.number, point.name));
        out.close("circle");
        label(out, "number", [x, y + 4.0], &point.number.to_string());
        out.close("a");
    }
    let step = width / plot.groups.len().max(1) as f64;
    for (nth, name) in plot.groups.iter().enumerate() {
        let group = GROUPS.get(nth % GROUPS.len()).copied().unwrap_or_default();
        label(out, group, [step * nth as f64 + 4.0, height + 22.0], name);
    }
    out.close("svg");
}
