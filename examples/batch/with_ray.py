"""Answers Parquet files with Ray: python with_ray.py MODEL.joblib PEOPLE.parquet TARGET ANSWERS

MODEL.joblib holds a fitted pipeline and a sample of the table that it takes, `joblib.dump((pipeline, X.head(1000)), ...)`. Each actor reads the model once and answers one batch of rows after the other. One processor is left for reading and writing, without which Ray waits for ever.
"""

import os
import sys

import joblib
import pandas as pd
import ray
from espalier_xai import Explainer


class Answers:
    def __init__(self, model: str, target: str):
        self.explainer, self.target = Explainer(*joblib.load(model)), target

    def __call__(self, part: pd.DataFrame) -> pd.DataFrame:
        found = self.explainer.explain_frame(part.drop(columns="person"), target=self.target, jobs=1)
        return found.assign(person=part["person"])


def answer(model: str, people: ray.data.Dataset, target: str) -> ray.data.Dataset:
    actors = ray.data.ActorPoolStrategy(size=max(1, os.cpu_count() - 1))
    return people.map_batches(Answers, fn_constructor_args=(model, target), compute=actors, batch_format="pandas", batch_size=1000)


if __name__ == "__main__":
    model, people, target, out = sys.argv[1:5]
    answer(os.path.abspath(model), ray.data.read_parquet(people), target).write_parquet(os.path.abspath(out))
