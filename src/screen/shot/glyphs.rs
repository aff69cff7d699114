//! Lines, corners and blocks as shapes. A font draws them too, but seldom to the edge of the cell.

use std::fmt::Write as _;

/// The thickness of a light line; a heavy one has twice that.
const LIGHT: f64 = 1.2;

/// Adds the outline of a symbol to a path, if it is one that is drawn, and says whether it was.
#[expect(clippy::many_single_char_names, reason = "a place and a size")]
pub(super) fn draw(path: &mut String, symbol: &str, x: f64, y: f64, w: f64, h: f64) -> bool {
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else {
        return false;
    };
    let cell = CellBox { x, y, w, h };
    if let Some(way) = rounded(c) {
        cell.corner(path, way);
        return true;
    }
    if let Some(arms) = arms(c) {
        cell.lines(path, arms);
        return true;
    }
    if let Some(part) = block(c) {
        cell.part(path, part);
        return true;
    }
    false
}

/// The thickness of the four arms of a line symbol: left, right, up, down; 0 none, 1 light, 2 heavy.
fn arms(c: char) -> Option<[u8; 4]> {
    Some(match c {
        '─' => [1, 1, 0, 0],
        '━' => [2, 2, 0, 0],
        '│' => [0, 0, 1, 1],
        '┃' => [0, 0, 2, 2],
        '┌' => [0, 1, 0, 1],
        '┐' => [1, 0, 0, 1],
        '└' => [0, 1, 1, 0],
        '┘' => [1, 0, 1, 0],
        '┏' => [0, 2, 0, 2],
        '┓' => [2, 0, 0, 2],
        '┗' => [0, 2, 2, 0],
        '┛' => [2, 0, 2, 0],
        '├' => [0, 1, 1, 1],
        '┤' => [1, 0, 1, 1],
        '┬' => [1, 1, 0, 1],
        '┴' => [1, 1, 1, 0],
        '┼' => [1, 1, 1, 1],
        '┣' => [0, 2, 2, 2],
        '┫' => [2, 0, 2, 2],
        '┳' => [2, 2, 0, 2],
        '┻' => [2, 2, 2, 0],
        '╋' => [2, 2, 2, 2],
        '┯' => [2, 2, 0, 1],
        '┿' => [2, 2, 1, 1],
        '╴' => [1, 0, 0, 0],
        '╵' => [0, 0, 1, 0],
        '╶' => [0, 1, 0, 0],
        '╷' => [0, 0, 0, 1],
        '╸' => [2, 0, 0, 0],
        '╺' => [0, 2, 0, 0],
        '╹' => [0, 0, 2, 0],
        '╻' => [0, 0, 0, 2],
        '╼' => [1, 2, 0, 0],
        '╾' => [2, 1, 0, 0],
        _ => return None,
    })
}

/// The directions in which a round corner opens: right or left, down or up.
fn rounded(c: char) -> Option<[f64; 2]> {
    Some(match c {
        '╭' => [1.0, 1.0],
        '╮' => [-1.0, 1.0],
        '╰' => [1.0, -1.0],
        '╯' => [-1.0, -1.0],
        _ => return None,
    })
}

/// The part of the cell that a block symbol fills: left, top, right, bottom, in eighths.
fn block(c: char) -> Option<[u8; 4]> {
    let code = u32::from(c);
    let eighths = |n: u32| u8::try_from(n).unwrap_or(8);
    Some(match c {
        '▀' => [0, 0, 8, 4],
        '▁'..='█' => [0, 8 - eighths(code - 0x2580), 8, 8],
        '▉'..='▏' => [0, 0, eighths(0x2590 - code), 8],
        '▐' => [4, 0, 8, 8],
        '▔' => [0, 0, 8, 1],
        '▕' => [7, 0, 8, 8],
        _ => return None,
    })
}

struct CellBox {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

impl CellBox {
    fn middle(&self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    fn lines(&self, path: &mut String, arms: [u8; 4]) {
        let [one, other, ..] = arms;
        let is_even = one == other;
        let (cx, cy) = self.middle();
        let [left, right, up, down] = arms.map(|arm| LIGHT / 2.0 * f64::from(arm));
        // An arm reaches past the middle by half of what crosses it there, so that corners are filled.
        let (across, along) = (up.max(down), left.max(right));
        let to_the_edge = self.x + self.w;
        if left > 0.0 {
            let to = if is_even { to_the_edge } else { cx + across };
            rect(path, self.x, cy - left, to, cy + left);
        }
        if right > 0.0 && !is_even {
            rect(path, cx - across, cy - right, to_the_edge, cy + right);
        }
        if up > 0.0 {
            rect(path, cx - up, self.y, cx + up, cy + along);
        }
        if down > 0.0 {
            rect(path, cx - down, cy - along, cx + down, self.y + self.h);
        }
    }

    /// A quarter of a ring from the side to the foot or the head of the cell, and the rest of that arm.
    fn corner(&self, path: &mut String, [sx, sy]: [f64; 2]) {
        let (cx, cy) = self.middle();
        let (radius, half) = (self.w / 2.0, LIGHT / 2.0);
        let (outer, inner) = (radius + half, radius - half);
        let sweep = u8::from(sx * sy > 0.0);
        let _ = write!(
            path,
            "M{:.2} {:.2}A{outer:.2} {outer:.2} 0 0 {sweep} {:.2} {:.2}\
             V{:.2}A{inner:.2} {inner:.2} 0 0 {} {:.2} {:.2}Z",
            cx - sx * half,
            cy + sy * radius,
            cx + sx * radius,
            cy - sy * half,
            cy + sy * half,
            1 - sweep,
            cx + sx * half,
            cy + sy * radius,
        );
        let end = if sy > 0.0 { self.y + self.h } else { self.y };
        rect(path, cx - half, cy + sy * radius, cx + half, end);
    }

    fn part(&self, path: &mut String, part: [u8; 4]) {
        let [left, top, right, bottom] = part.map(|eighths| f64::from(eighths) / 8.0);
        rect(
            path,
            self.x + self.w * left,
            self.y + self.h * top,
            self.x + self.w * right,
            self.y + self.h * bottom,
        );
    }
}

fn rect(path: &mut String, left: f64, top: f64, right: f64, bottom: f64) {
    let _ = write!(
        path,
        "M{left:.2} {top:.2}H{right:.2}V{bottom:.2}H{left:.2}Z"
    );
}
