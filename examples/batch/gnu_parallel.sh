#!/bin/sh
# Answers a csv file of people in parts, each a process of its own, on this machine or on others.
#
#   gnu_parallel.sh MODEL PEOPLE.csv TARGET OUT.jsonl [ROWS A PART]
#
# After a crash the same line goes on: --joblog and --resume leave out the parts that are done, and `explain --resume` goes on within the others.
# Other machines take part by --sshlogin, where the folder lies at the same path on each; no cell may hold a line break. ESPALIER is the command.
set -eu
model=$1 people=$2 target=$3 out=$4 part=${5:-2500}
ESPALIER=${ESPALIER:-npx espalier}
parts=$out.parts-of-$part
mkdir -p "$parts"
rows=$(awk 'END { print NR - 1 }' "$people")
export ESPALIER model people target part parts
seq 0 "$part" $((rows - 1)) | parallel --env ESPALIER --env model --env people --env target --env part --env parts --joblog "$parts/log" --resume-failed --halt soon,fail=1 '
  $ESPALIER explain --model "$model" --queries "$people" --id person --target "$target" --from {} --count "$part" --out "$parts/{}.jsonl" --resume 2>"$parts/{}.txt" || [ $? -eq 1 ]'
# The parts in their order are the whole, as one process would write it. (Its exit code 1 says that time ended some search before an answer.)
for from in $(seq 0 "$part" $((rows - 1))); do cat "$parts/$from.jsonl"; done >"$out"
[ "$(wc -l <"$out")" -eq "$rows" ] || {
  echo "$out has not $rows answers: does a cell of $people hold a line break?" >&2
  exit 1
}
