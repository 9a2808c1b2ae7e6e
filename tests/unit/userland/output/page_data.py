# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""page_data.py - the data of a report's page, read back."""
import json
import re


def page_lines(text):
    """The objects of a page, in order; a row's stacks have the texts of their frames."""
    found = re.findall(r'<script type="application/x-ndjson" id="data">\n(.*?)\n</script>', text, re.S)
    if len(found) != 1:
        raise ValueError(f"{len(found)} data elements")
    frames, lines = {}, []
    for line in found[0].split("\n"):
        one = json.loads(line)
        lines.append(one)
        if one["type"] == "frame":
            frames[one["number"]] = one["text"]
        for key in one.get("keys", []):
            if isinstance(key, dict) and "frames" in key:
                key["frames"] = [frames[number] for number in key["frames"]]
    return lines


def of_type(lines, name):
    return [line for line in lines if line["type"] == name]
