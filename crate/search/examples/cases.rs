//! Answers the queries of benchmark cases natively and prints milliseconds and boxes. A case is a folder with model.*, schema.json,
//! queries.json, perhaps request.json.
//! `cargo run --release --example cases -- FOLDER [--norm l2] [--repeat 1] [--costs] [--certificate] [--milp] [--write FOLDER]`
//! `--write` writes the queries' programs, of either kind, as MPS.

use espalier_api::{Request, RequestCache};
use espalier_formats::documents::{resolve, SchemaDoc};
use espalier_search::{formulation, Compiled, Engine, ProgramFormat, ProgramKind, Search};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).cloned();
    let norm = option("--norm").unwrap_or_else(|| "l1".into());
    let only = option("--only");
    let limit: f64 = option("--limit").and_then(|l| l.parse().ok()).unwrap_or(60.0);
    let repeat: usize = option("--repeat").and_then(|l| l.parse().ok()).unwrap_or(1);
    let costs = args.iter().any(|a| a == "--costs");
    let milp = args.iter().any(|a| a == "--milp");
    let certified = args.iter().any(|a| a == "--certificate");
    let mut folders: Vec<_> = std::fs::read_dir(&args[0]).expect("a folder").flatten().map(|e| e.path()).collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().to_string();
        if only.as_ref().is_some_and(|o| !name.contains(o.as_str())) {
            continue;
        }
        let Some(file) = ["model.json", "model.onnx", "model.txt"].into_iter().find(|f| folder.join(f).exists()) else {
            continue;
        };
        let read = |file: &str| std::fs::read(folder.join(file)).expect("a case's file");
        let mut model = match espalier_formats::load(&read(file)) {
            Ok(model) => model,
            Err(e) => {
                println!("{name}: {e}");
                continue;
            }
        };
        let text = String::from_utf8(read("schema.json")).expect("text");
        let doc = SchemaDoc::from_json(&text).expect("a schema");
        let background = model.background.clone();
        model.schema = resolve(&doc, &model.ensemble, background.as_deref()).expect("a schema that fits");
        let queries: serde_json::Value = serde_json::from_slice(&read("queries.json")).expect("queries");
        let more = std::fs::read(folder.join("request.json")).unwrap_or_else(|_| b"{}".to_vec());
        let more: serde_json::Value = serde_json::from_slice(&more).expect("a request");
        let cache = RequestCache::default();
        let mut compiled = Arc::new(Compiled::new(&model).expect("a model that can be searched"));
        let (mut times, mut nodes, mut proved) = (Vec::new(), Vec::new(), 0);
        let (mut checks, mut sizes) = (Vec::new(), Vec::new());
        let (mut answers, mut longest) = (Vec::new(), 0.0f64);
        for round in 0..=repeat {
            for (at, query) in queries["queries"].as_array().expect("a list").iter().enumerate() {
                let mut request = serde_json::json!({"query": query, "target": queries["target"], "cost": {"norm": norm}, "certificate": certified});
                for (name, part) in more.as_object().expect("an object") {
                    request[name] = part.clone();
                }
                let request = Request::read(&request, &model, &cache).expect("a request that fits");
                let query = request.query.clone();
                if let Some(depth) = &query.depth {
                    compiled = compiled.beside(&[Arc::clone(&depth.forest)]).expect("a forest that can be searched");
                }
                if let Some(to) = option("--write") {
                    for (kind, word) in [(ProgramKind::Paper, "paper"), (ProgramKind::Levels, "levels")] {
                        let form = formulation(Arc::clone(&compiled), query.clone(), kind).expect("a program");
                        let mut text = String::new();
                        form.write(ProgramFormat::Mps, &mut text).expect("a text takes everything");
                        std::fs::write(format!("{to}/{name}-{at}-{word}.mps"), text).expect("the folder takes files");
                    }
                    continue;
                }
                let (start, began) = (Instant::now(), busy());
                let mut search = match milp {
                    true => Search::by(Arc::clone(&compiled), request.query, Engine::Milp),
                    false => Search::new(Arc::clone(&compiled), request.query),
                }
                .expect("a search");
                let mut over = false;
                while !over && start.elapsed().as_secs_f64() < limit {
                    let piece = Instant::now();
                    over = search.step(1);
                    longest = longest.max(piece.elapsed().as_secs_f64() * 1e3);
                }
                let answer = search.explanation();
                if let (Some(proof), 0) = (&answer.certificate, round) {
                    let began = Instant::now();
                    espalier_verify::certificate(&model, &query, proof).expect("a proof that holds");
                    checks.push(began.elapsed().as_secs_f64() * 1e3);
                    sizes.push(proof.proofs.iter().map(Vec::len).sum::<usize>() as f64 / 1e3);
                }
                // The system counts processor time in ticks of several milliseconds.
                let wall = start.elapsed().as_secs_f64();
                let time = if wall < 0.02 { wall } else { busy().map_or(wall, |now| now - began.unwrap_or(now)) } * 1e3;
                // The first round warms up. Of the other rounds, each query's best time counts.
                if round == 0 {
                    times.push(f64::INFINITY);
                    nodes.push(answer.work.nodes);
                    proved += usize::from(answer.status == espalier_model::explanation::Status::Optimal);
                    answers.push((answer.counterfactuals.first().map(|c| c.cost), answer.lower_bound));
                }
                if round > 0 || repeat == 0 {
                    times[at] = time.min(times[at]);
                }
            }
        }
        if times.iter().all(|t: &f64| t.is_infinite()) {
            continue;
        }
        times.sort_by(f64::total_cmp);
        nodes.sort();
        let n = times.len();
        println!(
            "{name:20} n {n} proved {proved} mean {:.3} median {:.3} p95 {:.3} max {:.3} ms, nodes mean {} max {}, longest piece {longest:.1} ms",
            times.iter().sum::<f64>() / n as f64,
            times[n / 2],
            times[(n * 95 / 100).min(n - 1)],
            times[n - 1],
            nodes.iter().sum::<u64>() / n as u64,
            nodes[n - 1]
        );
        for (what, numbers) in [("proof kB", &mut sizes), ("check ms", &mut checks)] {
            numbers.sort_by(f64::total_cmp);
            if let (Some(last), n) = (numbers.last(), numbers.len()) {
                println!(
                    "   {what}: median {:.1} p95 {:.1} max {last:.1}",
                    numbers[n / 2],
                    numbers[(n * 95 / 100).min(n - 1)]
                );
            }
        }
        if costs {
            for (cost, bound) in answers {
                println!("   {cost:?} {bound:?}");
            }
        }
    }
}

/// Seconds of processor time of this process, where the system reports it (Linux). Time that other processes take does not count.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|ns| ns * 1e-9)
}
