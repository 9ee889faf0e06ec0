"""Asks our program and its peers the questions that make.py wrote, alternated, in one run; writes the table and the figures.

python run.py FOLDER --program NAME=PATH [--program NAME=PATH ..] --out FOLDER [--limit 10] [--repeat 3] [--only TEXT]

A program is crate/search/examples/ask.rs, built; a second one may be the code before a change. The peers:
- HiGHS solves the least change as the mixed-integer program that `espalier export` writes ("levels"), with one thread. Reading the file is not counted.
- Veritas searches for the least linf change by the radius (its own binary search, until the radius is known to one thousandth), and for the best score in a box
  by `MAX_OUTPUT`. Its conversion of the trees is not counted.
All times are milliseconds of processor time (ours by the clock where they are under 20). A question that took less than a second is asked `--repeat` times, and its best time counts.
"""
import argparse, json, pathlib, platform, subprocess, tempfile, time
import highspy, numpy as np, veritas, xgboost

parser = argparse.ArgumentParser()
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--program", action="append", required=True)
parser.add_argument("--out", type=pathlib.Path, required=True)
parser.add_argument("--limit", type=float, default=10)
parser.add_argument("--repeat", type=int, default=3)
parser.add_argument("--only", default="")
args = parser.parse_args()


def answer(milliseconds, value, bound, proved, **more):
    """Milliseconds, the value reached (None where none is), its proved bound, and whether both are the same."""
    return {"milliseconds": milliseconds, "value": value, "bound": bound, "proved": bool(proved), **more}


class Ours:
    def __init__(self, path, folder):
        self.process = subprocess.Popen([path, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, number, how):
        print(number, how, file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def __call__(self, number, question):
        said = self.say(number, args.limit)
        value, bound = ("score", "scoreBound") if question["kind"].startswith("best") else ("cost", "bound")
        return answer(said["milliseconds"], said[value], said[bound], said["status"] == "optimal", nodes=said["nodes"])


def highs(ours):
    def ask(number, _):
        with tempfile.NamedTemporaryFile(suffix=".mps") as file:
            ours.say(number, file.name)
            solver = highspy.Highs()
            solver.setOptionValue("output_flag", False)
            solver.setOptionValue("threads", 1)
            solver.setOptionValue("time_limit", args.limit)
            solver.setOptionValue("mip_rel_gap", 1e-9)
            solver.readModel(file.name)
            start = time.process_time()
            solver.run()
            took = (time.process_time() - start) * 1e3
            info = solver.getInfo()
            found = info.primal_solution_status == 2
            return answer(took, info.objective_function_value if found else None, info.mip_dual_bound, solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    return ask


def radius(trees):
    def ask(_, question):
        # The class 1 has a positive score. The trees are negated where the other class is looked for.
        at = trees if question["target"] == 1 else trees.negate_leaf_values()
        stop = lambda low, high: (high - low) <= 1e-3 * high
        start = time.process_time()
        search = veritas.VeritasRobustnessSearch(question["request"]["query"], 1.0, None, at, num_steps=40, max_time=args.limit, stop_condition=stop, silent=True)
        _, low, high = search.search()
        took = (time.process_time() - start) * 1e3
        return answer(took, high, low, stop(low, high))

    return ask


def score(trees):
    def ask(_, question):
        limits = [veritas.Interval(a, float(np.nextafter(np.float32(b), np.float32(np.inf)))) for a, b in zip(*question["box"])]
        start = time.process_time()
        search = veritas.Config(veritas.HeuristicType.MAX_OUTPUT).get_search(trees, limits)
        reason = veritas.StopReason.NONE
        while reason == veritas.StopReason.NONE and (left := args.limit - (time.process_time() - start)) > 0:
            reason = search.step_for(max(0.01, left), 100)
        took = (time.process_time() - start) * 1e3
        best = search.get_solution(0).output if search.num_solutions() else None
        done = search.is_optimal()
        return answer(took, best, best if done else search.current_bounds().top_of_open, done)

    return ask


def askers(folder, kind, programs):
    """The peers of a kind of question, after our own programs."""
    of = dict(programs)
    trees = None
    if (folder / "xgb.json").exists():
        text = (folder / "xgb.json").read_text()
        model = (xgboost.XGBClassifier if "logistic" in text else xgboost.XGBRegressor)()
        model.load_model(folder / "xgb.json")
        trees = veritas.get_addtree(model, silent=True)
    if kind.startswith("best"):
        of["Veritas"] = score(trees)
    elif kind == "linf" and trees is not None:
        of["Veritas"] = radius(trees)
    else:
        of["HiGHS"] = highs(next(iter(programs.values())))
    return of


def gap(one):
    if one["value"] is None:
        return 1.0
    return abs(one["value"] - one["bound"]) / max(abs(one["value"]), abs(one["bound"]), 1e-9)


def figures(answers):
    times = [one["milliseconds"] for one in answers]
    left = [gap(one) for one in answers if not one["proved"]]
    return {"median": float(np.median(times)), "most": max(times), "open": len(left), "gap": float(np.median(left)) if left else 0.0}


def compared(ours, theirs, kind):
    """Their time as a multiple of ours, and in how many questions that both proved the values differ."""
    ratios = [b["milliseconds"] / a["milliseconds"] for a, b in zip(ours, theirs)]
    # Veritas knows a radius to a thousandth and a score in single precision; HiGHS a cost to its tolerance.
    loose = 2e-3 if kind == "linf" else 1e-5
    both = [(a["value"], b["value"]) for a, b in zip(ours, theirs) if a["proved"] and b["proved"]]
    return {"median": float(np.median(ratios)), "least": min(ratios), "both": len(both), "differ": sum(abs(a - b) > loose * max(1, abs(a)) for a, b in both)}


def ask_all(of, number, question):
    best = {}
    for turn in range(args.repeat):
        for name, ask in of.items():
            if turn == 0 or best[name]["milliseconds"] < 1000:
                got = ask(number, question)
                if turn == 0 or got["milliseconds"] < best[name]["milliseconds"]:
                    best[name] = got
    return best


def number_of(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def line(one):
    of, to = one["figures"], one["theirs"]
    cells = [one["set"], one["kind"], str(one["questions"])]
    for name, f in of.items():
        cells.append(f"{name}: {number_of(f['median'])}, {number_of(f['most'])}" + (f"; open {f['open']}, gap {f['gap']:.2g}" if f["open"] else ""))
    cells.append("; ".join(f"{number_of(r['median'])}, least {number_of(r['least'])}" + (f"; **{r['differ']} differ**" if r["differ"] else "") for r in to.values()))
    return cells


rows = []
for folder in sorted(path for path in args.folder.iterdir() if path.is_dir() and args.only in path.name):
    questions = json.loads((folder / "questions.json").read_text())
    programs = {name: Ours(path, folder) for name, path in (one.split("=", 1) for one in args.program)}
    first, *others = programs
    for kind in dict.fromkeys(question["kind"] for question in questions):
        of = askers(folder, kind, programs)
        got = [ask_all(of, number, question) for number, question in enumerate(questions) if question["kind"] == kind]
        by = {name: [one[name] for one in got] for name in of}
        rows.append({
            "set": folder.name, "kind": kind, "questions": len(got), "answers": by,
            "figures": {name: figures(answers) for name, answers in by.items()},
            "theirs": {name: compared(by[first], by[name], kind) for name in of if name != first},
        })
        print(" | ".join(line(rows[-1])), flush=True)
    for one in programs.values():
        one.process.stdin.close()

args.out.mkdir(parents=True, exist_ok=True)
(args.out / "peers.json").write_text(json.dumps({"machine": platform.processor() or platform.machine(), "limit": args.limit, "rows": rows}, indent=1))
table = "\n".join("| " + " | ".join(cells) + " |" for cells in map(line, rows))
programs = [one.split("=", 1)[0] for one in args.program]
head = ["set", "kind", "questions", *(f"{name}: median, most (ms)" for name in [*programs, "peer"]), f"time as a multiple of that of \"{programs[0]}\": median"]
(args.out / "peers-table.md").write_text("| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|\n" + table + "\n")
