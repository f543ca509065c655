"""Reads a table with Python's csv module; prints its rows as JSON."""

import csv
import io
import json
import sys

text = sys.stdin.buffer.read().decode("utf-8")
# The names of the columns have none of them inside.
delimiter = next(mark for mark in text if mark in ",;\t")
table = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
print(json.dumps(list(table)))
