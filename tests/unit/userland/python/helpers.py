# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""What the tests of the Python package share."""
from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from pathlib import Path
from typing import Any, Dict, List, Sequence

import anytrace

TREE = Path(os.environ["ANYTRACE_TREE"])
COMMAND = os.environ["ANYTRACE_COMMAND"]
COMPILER = os.environ["ANYTRACE_COMPILER"]
# for programs of others: without what the tests' own Python needs
PLAIN = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "PYTHONPATH")}


def command_json(arguments: Sequence[str], **more: Any) -> List[Dict[str, Any]]:
    """What the command dtrace prints with -x json."""
    done = subprocess.run([COMMAND, "-x", "json", *arguments], capture_output=True, timeout=120, env=PLAIN, **more)
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def session(**options: Any) -> anytrace.Session:
    return anytrace.Session("host", options)


def limits() -> int:
    """How many limits in seconds would still end something."""
    return sum(isinstance(thread, threading.Timer) and not thread.finished.is_set() for thread in threading.enumerate())


def run(program: str, args: Sequence[object] = (), **options: Any) -> List[anytrace.Event]:
    """All events of a program."""
    with session(**options) as opened:
        opened.compile(program, args)
        return list(opened.events())


def records(program: str, args: Sequence[object] = (), **options: Any) -> List[anytrace.Record]:
    return [event for event in run(program, args, **options) if isinstance(event, anytrace.Record)]


def compiled(source: str, folder: str, name: str, *options: str) -> str:
    """A C program."""
    path = f"{folder}/{name}"
    subprocess.run([COMPILER, "-x", "c", "-", "-o", path, *options], input=source.encode(), check=True, env=PLAIN)
    return path


def stripped(event: Dict[str, Any], extra: Sequence[str] = ()) -> Dict[str, Any]:
    """A line without what differs from run to run: times, and which CPU it was."""
    made = {name: value for name, value in event.items() if name not in ("time", "timestamp", "cpu", *extra)}
    if event["type"] == "drop":
        made["text"] = re.sub(r"CPU \d+$", "CPU", event["text"])
    return made
