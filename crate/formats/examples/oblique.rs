//! Trains an oblique tree and writes it as Espalier's JSON.
//!
//! `cargo run --release -p espalier-formats --example oblique -- ROWS.csv [--depth 4] > model.json`: rows under a line of names, the
//! last column the class (0, 1, ...).
//! `... --example oblique -- --images FOLDER [--depth 4]`: draws 28x28 images of rings, crosses, bars and discs, trains a tree on 1200
//! of them and makes a benchmark case of it (`npm run bench -- FOLDER`): model.json, schema.json, queries.json.

use espalier_formats::documents::{resolve, SchemaDoc};
use espalier_formats::oblique::{train, Settings};
use espalier_formats::write;
use espalier_model::ensemble::{Ensemble, Prediction};
use espalier_model::schema::Schema;
use espalier_model::Model;
use espalier_numerics::draws::Draws;
use std::io::Write;
use std::path::Path;

const SIDE: usize = 28;
const SHAPES: [&str; 4] = ["ring", "cross", "bar", "disc"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let depth = option("--depth").map_or(Ok(4), |d| d.parse())?;
    let settings = Settings { depth, ..Settings::default() };
    if let Some(folder) = option("--images") {
        return images(Path::new(folder), settings);
    }
    let file = args.first().ok_or("a csv file or --images FOLDER is needed")?;
    let mut reader = csv::Reader::from_path(file)?;
    let mut names: Vec<String> = reader.headers()?.iter().map(Into::into).collect();
    names.pop();
    let (mut rows, mut labels) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let record = record?;
        let mut row = record.iter().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        labels.push(row.pop().ok_or("an empty line")? as usize);
        rows.push(row);
    }
    let classes: Vec<String> = (0..=labels.iter().copied().max().unwrap_or(0)).map(|k| k.to_string()).collect();
    let ensemble = train(&rows, &labels, classes.len(), settings)?;
    eprintln!("{} of {} rows are classified wrongly", wrong(&ensemble, &rows, &labels), rows.len());
    let schema = schema(&ensemble, &rows, &names, &classes)?;
    std::io::stdout().write_all(&write(&model(ensemble, schema.1)))?;
    Ok(())
}

fn images(folder: &Path, settings: Settings) -> Result<(), Box<dyn std::error::Error>> {
    let mut draws = Draws::default();
    let labels: Vec<usize> = (0..1220).map(|i| i % 4).collect();
    let rows: Vec<Vec<f64>> = labels.iter().map(|&shape| image(shape, &mut draws)).collect();
    let ensemble = train(&rows[..1200], &labels[..1200], 4, settings)?;
    let (old, new) =
        (wrong(&ensemble, &rows[..1200], &labels[..1200]), wrong(&ensemble, &rows[1200..], &labels[1200..]));
    eprintln!("{old} of 1200 images are classified wrongly, and {new} of 20 others");
    let names: Vec<String> = (0..SIDE * SIDE).map(|p| format!("y{} x{}", p / SIDE, p % SIDE)).collect();
    let (text, schema) = schema(&ensemble, &rows, &names, &SHAPES.map(Into::into))?;
    // Images that are not read as bars; the target is to be read as one.
    let queries: Vec<&Vec<f64>> = rows[1200..].iter().filter(|row| class(&ensemble, row) != 2).collect();
    let queries = serde_json::json!({"target": {"class": 2}, "queries": queries});
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("queries.json"), queries.to_string())?;
    std::fs::write(folder.join("schema.json"), text)?;
    std::fs::write(folder.join("model.json"), write(&model(ensemble, schema)))?;
    Ok(())
}

/// An image of a shape somewhere near the middle, with blurred borders and noise: brightness from 0 to 1, line after line.
fn image(shape: usize, draws: &mut Draws) -> Vec<f64> {
    let (x, y, size) = (11.0 + 6.0 * draws.unit(), 11.0 + 6.0 * draws.unit(), 5.0 + 4.0 * draws.unit());
    let mut pixels = Vec::with_capacity(SIDE * SIDE);
    for p in 0..SIDE * SIDE {
        let (dx, dy) = ((p % SIDE) as f64 - x, (p / SIDE) as f64 - y);
        let far = dx.hypot(dy);
        // Distance outside of the shape, in pixels.
        let off = match shape {
            0 => (far - size).abs() - 1.0,
            1 => (dx.abs().min(dy.abs()) - 1.0).max(dx.abs().max(dy.abs()) - size),
            2 => (dx.abs() - 1.5).max(dy.abs() - size),
            _ => far - size,
        };
        let light = (0.5 - off).clamp(0.0, 1.0) + 0.1 * (draws.unit() - 0.5);
        pixels.push((light.clamp(0.0, 1.0) * 255.0).round() / 255.0);
    }
    pixels
}

fn class(ensemble: &Ensemble, row: &[f64]) -> usize {
    match ensemble.predict(row) {
        Ok(Prediction::Class { class, .. }) => class,
        _ => usize::MAX,
    }
}

fn wrong(ensemble: &Ensemble, rows: &[Vec<f64>], labels: &[usize]) -> usize {
    rows.iter().zip(labels).filter(|(row, label)| class(ensemble, row) != **label).count()
}

/// The schema with the columns' ranges, both as a document and as read.
fn schema(
    ensemble: &Ensemble,
    rows: &[Vec<f64>],
    names: &[String],
    classes: &[String],
) -> Result<(String, Schema), Box<dyn std::error::Error>> {
    let end = |c: usize, start: f64, take: fn(f64, f64) -> f64| rows.iter().map(|r| r[c]).fold(start, take);
    let features: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(c, name)| {
            let (min, max) = (end(c, f64::INFINITY, f64::min), end(c, f64::NEG_INFINITY, f64::max));
            serde_json::json!({"name": name, "kind": "numeric", "column": c, "min": min, "max": max})
        })
        .collect();
    let text = serde_json::json!({"features": features, "classes": classes}).to_string();
    let schema = resolve(&SchemaDoc::from_json(&text)?, ensemble, None)?;
    Ok((text, schema))
}

fn model(ensemble: Ensemble, schema: Schema) -> Model {
    Model::new(ensemble, schema)
}
