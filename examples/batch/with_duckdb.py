"""Reads people by SQL, has them answered by the command line, and asks the answers by SQL.

    python with_duckdb.py MODEL PEOPLE TARGET ANSWERS.parquet

PEOPLE is anything that DuckDB reads: csv, Parquet, a folder of either, a table of a database. ESPALIER is the command.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb


def answer(model: str, people: str, target: str, out: str) -> duckdb.DuckDBPyRelation:
    with tempfile.TemporaryDirectory() as folder:
        part = str(Path(folder) / "people.parquet")
        duckdb.sql(f"copy (from '{people}') to '{part}' (format parquet)")
        command = [*shlex.split(os.environ.get("ESPALIER", "npx espalier")), "explain", "--model", model, "--queries", part]
        done = subprocess.run([*command, "--id", "person", "--target", target, "--jobs", str(os.cpu_count()), "--out", out])
        # 1 says that time ended some search before an answer.
        if done.returncode not in (0, 1):
            raise SystemExit(done.returncode)
    return duckdb.sql(f"select * from '{out}'")


if __name__ == "__main__":
    answers = answer(*sys.argv[1:5])
    print(duckdb.sql("select status, count(*) as people, median(cost) as cost from answers group by status order by people desc"))
    print(duckdb.sql("select changed, count(*) as people from answers where answer = 0 group by changed order by people desc limit 5"))
