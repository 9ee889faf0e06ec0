"""Answers Parquet files with Spark: spark-submit with_spark.py MODEL.joblib PEOPLE.parquet TARGET ANSWERS

MODEL.joblib holds a fitted pipeline and a sample of the table that it takes, `joblib.dump((pipeline, X.head(1000)), ...)`. Each task reads the model once and answers its rows batch by batch. On a cluster espalier-xai is installed on the workers, and the model lies where
all of them read it (`--files`, a shared disk).
"""

import os
import sys
from collections.abc import Iterator

import joblib
import pandas as pd
from espalier_xai import Explainer
from pyspark.sql import DataFrame, SparkSession


def answers(parts: Iterator[pd.DataFrame], model: str, target: str) -> Iterator[pd.DataFrame]:
    explainer = Explainer(*joblib.load(model))
    for part in parts:
        found = explainer.explain_frame(part.drop(columns="person"), target=target, jobs=1)
        yield found.assign(person=part["person"])


def answer(model: str, people: DataFrame, target: str) -> DataFrame:
    # The types of the answers' columns are those of the first people's.
    first = next(answers(iter([people.limit(100).toPandas()]), model, target))
    schema = people.sparkSession.createDataFrame(first).schema
    return people.mapInPandas(lambda parts: answers(parts, model, target), schema)


if __name__ == "__main__":
    model, people, target, out = sys.argv[1:5]
    spark = SparkSession.builder.appName("espalier").getOrCreate()
    answer(os.path.abspath(model), spark.read.parquet(people), target).write.parquet(out)
