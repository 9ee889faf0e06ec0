#!/usr/bin/env python3
"""Counterfactuals of a pipeline on the Adult data: how many of its rows are answered, in which time, and whether each answer flips the pipeline itself.

The file is the Adult data as the datasets of OCEAN have it: codes of categories and numbers by column, two rows of kinds below the names, 1 in the column Class.

Usage: adult.py adult.csv [--trees 100] [--depth 8] [--rows 1000]
Needs: the package espalier_xai, scikit-learn, pandas
"""
import argparse
import time

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from espalier_xai import Explainer

LEVELS = ["Sex", "NativeCountry", "WorkClass", "MaritalStatus", "Occupation", "Relationship"]

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("file")
parser.add_argument("--trees", type=int, default=100)
parser.add_argument("--depth", type=int, default=8)
parser.add_argument("--rows", type=int, default=1000)
said = parser.parse_args()

X = pd.read_csv(said.file, skiprows=[1, 2])
y = np.where(X.pop("Class") == 1, "above", "below")
for name in LEVELS:
    X[name] = name + " " + X[name].astype(str)
numbers = [name for name in X if name not in LEVELS]
fitted = np.arange(len(X)) % 3 != 0
steps = ColumnTransformer([("levels", OneHotEncoder(), LEVELS), ("numbers", StandardScaler(), numbers)])
pipeline = make_pipeline(steps, RandomForestClassifier(said.trees, max_depth=said.depth, random_state=0)).fit(X[fitted], y[fitted])

began = time.perf_counter()
explainer = Explainer(pipeline, X[fitted], y[fitted], schema={"Sex": {"change": "fixed"}, "NativeCountry": {"change": "fixed"}, "Age": {"change": "increase"}})
read = time.perf_counter() - began

rows = X[~fitted].head(said.rows)
began, processor = time.perf_counter(), time.process_time()
frame = explainer.explain_frame(rows)
took, processor = time.perf_counter() - began, time.process_time() - processor

answered = frame.cf_cost.notna()
flipped = (pipeline.predict(frame.loc[answered, X.columns]) != pipeline.predict(rows[answered])).sum()
print(f"accuracy {pipeline.score(X[~fitted], y[~fitted]):.3f}; reading the pipeline and {fitted.sum()} rows took {read:.1f} s")
print(f"{len(rows)} rows in {took:.1f} s, {processor:.1f} s of processors: {frame.cf_status.value_counts().to_dict()}; {flipped} of {answered.sum()} answers flip the pipeline")
