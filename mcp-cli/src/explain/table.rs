//! Tables.
//!
//! In: rows of cells. Out: lines in which the columns stand under each other, whatever the script.

use mcp_core::explain::show::{Paint, Style, columns};

/// Appends a table: the first column to the left, the others to the right, the first row faint.
pub(super) fn aligned(out: &mut String, table: &[Vec<String>], style: &Style) {
    let columns_of = |place: usize| {
        let cells = table.iter().filter_map(|row| row.get(place));
        cells.map(|cell| columns(cell)).max().unwrap_or_default()
    };
    // A column in which nothing stands is left out.
    let width = table.first().map_or(0, Vec::len);
    let said = |place: &usize| {
        let mut cells = table.iter().skip(1).filter_map(|row| row.get(*place));
        cells.any(|cell| !cell.is_empty())
    };
    let places: Vec<usize> = (0..width).filter(said).collect();
    for (number, row) in table.iter().enumerate() {
        let mut line = String::from("  ");
        for place in &places {
            let cell = row.get(*place).map_or("", String::as_str);
            let pad = columns_of(*place).saturating_sub(columns(cell));
            let spaces = |n| std::iter::repeat_n(' ', n);
            if *place == 0 {
                line.push_str(cell);
                line.extend(spaces(pad));
            } else {
                line.extend(spaces(pad + 2));
                line.push_str(cell);
            }
        }
        let line = line.trim_end();
        match number {
            0 => style.paint(out, Paint::Faint, line),
            _ => out.push_str(line),
        }
        out.push('\n');
    }
}
