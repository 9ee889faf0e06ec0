"""Times the best prediction in a box beside Veritas, alternated, in one run.

python scripts/bench-best.py FOLDER OUR-PROGRAM [ANOTHER-PROGRAM ..] [--limit 5] [--repeat 3]

FOLDER holds a folder for each model, with xgb.json (XGBoost), model.json, schema.json and questions.json. `scripts/make-best.py` writes them. A program is
crate/search/examples/best.rs, built. Needs dtai-veritas and xgboost.
"""
import argparse, json, pathlib, subprocess, time
import numpy as np
import veritas, xgboost

parser = argparse.ArgumentParser()
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("programs", nargs="+")
parser.add_argument("--limit", type=float, default=5)
parser.add_argument("--repeat", type=int, default=3)
parser.add_argument("--only", default="")
parser.add_argument("--verbose", action="store_true")
parser.add_argument("--no-veritas", action="store_true")
args = parser.parse_args()


def theirs(at, box):
    """Milliseconds, best score and bound."""
    low, high = box
    limits = [veritas.Interval(a, float(np.nextafter(np.float32(b), np.float32(np.inf)))) for a, b in zip(low, high)]
    config = veritas.Config(veritas.HeuristicType.MAX_OUTPUT)
    start = time.perf_counter()
    search = config.get_search(at, limits)
    reason = veritas.StopReason.NONE
    while reason == veritas.StopReason.NONE and time.perf_counter() - start < args.limit:
        reason = search.step_for(max(0.01, args.limit - (time.perf_counter() - start)), 100)
    took = (time.perf_counter() - start) * 1e3
    bounds = search.current_bounds()
    best = search.get_solution(0).output if search.num_solutions() else float("-inf")
    return took, best, best if search.is_optimal() else bounds.top_of_open


class Ours:
    def __init__(self, program, folder):
        self.process = subprocess.Popen([program, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, at):
        print(at, args.limit, file=self.process.stdin, flush=True)
        parts = self.process.stdout.readline().split()
        return [float(x) for x in parts[:3]] + [parts[3], int(parts[4]), float(parts[5])]


total = []
for folder in sorted(p for p in args.folder.iterdir() if args.only in p.name):
    questions = json.loads((folder / "questions.json").read_text())
    regressor = "logistic" not in (folder / "xgb.json").read_text()
    model = xgboost.XGBRegressor() if regressor else xgboost.XGBClassifier()
    model.load_model(folder / "xgb.json")
    at = veritas.get_addtree(model, silent=True)
    ours = [Ours(program, folder) for program in args.programs]
    rows = []
    for number, question in enumerate(questions):
        best = [None] * (len(ours) + 1)
        for turn in range(args.repeat):
            for i, ask in enumerate(ours + ([] if args.no_veritas else [lambda n: theirs(at, questions[n]["box"])])):
                if turn == 0 or best[i][0] < 1000:
                    got = ask(number)
                    if best[i] is None or got[0] < best[i][0]:
                        best[i] = got
        rows.append((question["share"], best))
        if args.verbose:
            print(folder.name, question["row"], question["share"], *[b and [round(x, 7) if isinstance(x, float) else x for x in b] for b in best], flush=True)
    for share in sorted({r[0] for r in rows}):
        some = [r[1] for r in rows if r[0] == share]
        line = f"{folder.name:14} {share:5}"
        for i in range(len(ours) + 1):
            if some[0][i] is None:
                continue
            times = [b[i][0] for b in some]
            opened = [b[i][2] - b[i][1] for b in some if (b[i][3] != "optimal" if i < len(ours) else b[i][2] > b[i][1])]
            line += f" | {np.median(times):9.3f} max {max(times):9.3f} open {len(opened)}" + (f" gap {np.median(opened):.3g}" if opened else "")
        if not args.no_veritas:
            for i in range(len(ours)):
                ratio = [b[i][0] / b[-1][0] for b in some]
                line += f" | to Veritas {np.median(ratio):.3g} max {max(ratio):.3g}"
            off = [abs(b[0][1] - b[-1][1]) for b in some if b[-1][2] == b[-1][1] and b[0][3] == "optimal"]
            line += f" | differs {max(off, default=0):.1g}"
        if len(ours) > 1:
            same = [abs(b[0][1] - b[1][1]) for b in some if b[0][3] == b[1][3] == "optimal"]
            costs = [abs(b[0][5] - b[1][5]) for b in some if b[0][3] == b[1][3] == "optimal"]
            line += f" | ours differ {max(same, default=0):.1g} {max(costs, default=0):.1g}"
        print(line, flush=True)
