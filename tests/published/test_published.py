#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Each probe that other systems publish is in its provider's table, or its page says why it is not offered (names.txt).

A page says so in a paragraph that begins with "Not offered:", the names in backquotes. A name that is in both is wrong, too.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def published():
    """{provider: names}"""
    result = {}
    for line in (ROOT / "tests" / "published" / "names.txt").read_text().splitlines():
        if not line.startswith("#"):
            provider, *names = line.split()
            result.setdefault(provider, []).extend(names)
    return result


def table(provider):
    """The names of its rows."""
    text = (ROOT / "spec" / "providers" / f"{provider}.def").read_text()
    return set(re.findall(r'^DT_DERIVED(?:_ALWAYS)?\("[^"]*", "([^"]+)"', text, re.M))


def not_offered(provider):
    """The names that its page leaves out with a reason."""
    page = (ROOT / "docs" / "providers" / f"{provider}.md").read_text()
    return {name for part in re.findall(r"^Not offered: (.*)", page, re.M) for name in re.findall(r"`([^`]+)`", part)}


def main():
    wrong = []
    names = published()
    if sum(map(len, names.values())) < 150:
        wrong.append("names.txt has fewer names than it had")
    for provider, wanted in names.items():
        rows, left_out = table(provider), not_offered(provider)
        wrong += [f"{provider}:::{name} is neither in the table nor named by docs/providers/{provider}.md" for name in wanted if name not in rows | left_out]
        wrong += [f"docs/providers/{provider}.md does not offer {provider}:::{name}, which is in the table" for name in sorted(rows & left_out)]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
