# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""read_back.py - what -x json wrote, as text again: the words that the text output has, but for blanks, bars and order."""
import collections


def records(objects):
    return [item for line in objects if line["type"] == "record" for item in line["data"]]


def rows(objects):
    return [line for line in objects if line["type"] == "aggregation"]


def as_bytes(value):
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) and set(value) == {"hex"} else value.encode("utf-8")


def dump_words(data):
    words = list("0123456789abcdef") + ["0123456789abcdef"]
    for row in range(0, len(data), 16):
        part = data[row:row + 16]
        words += ["%x:" % row] + ["%02x" % byte for byte in part]
        words += "".join(chr(byte) if 32 <= byte <= 126 else "." for byte in part).split()
    return words


def value_words(value, is_bytes=False):
    if isinstance(value, dict) and "frames" in value:
        return [word for frame in value["frames"] for word in frame["text"].split()]
    if isinstance(value, dict) and "address" in value:
        return value["text"].split()
    if isinstance(value, dict) and set(value) == {"hex"}:
        data = as_bytes(value)
        return dump_words(data) if is_bytes else data.decode("latin-1").split()
    return str(value).encode("utf-8").decode("latin-1").split()


def bucket_words(function, bucket):
    low, high = bucket.get("low"), bucket.get("high")
    if function == "quantize":
        label = [str(low if high > 0 else high)]
    elif low is None:
        label = ["<", str(high + 1)]
    elif high is None:
        label = [">=", str(low)]
    else:
        label = [str(low)]
    return label + [str(bucket["count"])]


def cell_words(cell):
    if not isinstance(cell["value"], dict):
        return [str(cell["value"])]
    words = ["value", "-------------", "Distribution", "-------------", "count"]
    return words + [word for bucket in cell["value"]["buckets"] for word in bucket_words(cell["function"], bucket)]


def letters(words):
    """How often each letter is there: a firing's texts follow each other without a blank, rows come before the record of their printa()."""
    return collections.Counter("".join(words))


def words_again(objects):
    words = []
    for item in records(objects):
        if item["action"] in ("system", "freopen"):
            continue  # its text is a command, or a file's name
        if "text" in item:
            words += as_bytes(item["text"]).decode("latin-1").split()
        elif item["action"] != "exit":
            words += value_words(item["values"][0], is_bytes=True)
    for row in rows(objects):
        if "text" in row:
            words += as_bytes(row["text"]).decode("latin-1").split()
            continue
        for key in row["keys"]:
            words += value_words(key, is_bytes=True)
        for cell in row["values"]:
            words += cell_words(cell)
    return letters(words)
