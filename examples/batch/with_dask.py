"""Answers a folder of Parquet files with Dask: python with_dask.py MODEL.joblib PEOPLE.parquet TARGET ANSWERS

MODEL.joblib holds a fitted pipeline and a sample of the table that it takes, `joblib.dump((pipeline, X.head(1000)), ...)`. Each partition is one call of `explain_frame` in one thread; Dask runs them side by side, on this machine or on a cluster's workers.
"""

import sys
from functools import cache

import dask.dataframe as dd
import joblib
import pandas as pd
import pyarrow as pa
from espalier_xai import Explainer


@cache
def explainer(model: str) -> Explainer:
    """Once a process."""
    return Explainer(*joblib.load(model))


def answers(part: pd.DataFrame, model: str, target: str) -> pd.DataFrame:
    found = explainer(model).explain_frame(part.drop(columns="person"), target=target, jobs=1)
    return found.assign(person=part["person"])


def answer(model: str, people: dd.DataFrame, target: str) -> tuple[dd.DataFrame, pa.Schema]:
    """The answers, and the types of their columns, which are those of the first people's."""
    first = answers(people.head(100, npartitions=-1), model, target)
    return people.map_partitions(answers, model, target, meta=first.iloc[:0]), pa.Schema.from_pandas(first, preserve_index=False)


if __name__ == "__main__":
    model, people, target, out = sys.argv[1:5]
    found, schema = answer(model, dd.read_parquet(people), target)
    found.to_parquet(out, write_index=False, schema=schema)
