#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""guest_python.py - in a Debian that has the packages: the Python package traces this kernel, and counts what this process does, exactly."""
import asyncio
import json
import os

import anytrace

CALLS = 1000
PROGRAM = """
syscall::getpriority:entry /pid == $pid/ { @calls[probefunc, execname] = count(); @which = quantize(arg0 + 1); }
syscall::getpriority:return /pid == $pid/ { @stacks[stack()] = count(); }
fbt::set_user_nice:entry /pid == $pid/ { printf("%d for %s", (int)arg1, execname); }
"""


def check(what, good):
    print(f"{'ok' if good else 'FAILED'}: {what}")
    return good


def rows(session, name):
    return [row for row in session.aggregations() if row.name == name]


def call():
    for _ in range(CALLS):
        os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, 3)


def traced():
    with anytrace.Session("kernel") as session:
        program = session.compile(PROGRAM)
        session.start()
        call()
        session.stop()
        texts = [record.text for record in session.trace()]
        (calls,) = rows(session, "calls")
        (which,) = rows(session, "which")
        stacks = rows(session, "stacks")
        return (
            check("it is the kernel that is traced", session.engine == "kernel" and program.matches >= 3),
            check(f"each call is counted: {calls.keys} {calls.value}", calls.keys == ["getpriority", "python3"] and calls.value == CALLS),
            check(f"in one bucket: {which.value}", [(bucket.low, bucket.count) for bucket in which.value.buckets if bucket.count] == [(1, CALLS)]),
            check("their stacks have names", sum(row.value for row in stacks) == CALLS and all(row.keys[0].space == "kernel" and row.keys[0].frames[0].symbol for row in stacks)),
            check(f"what printf() printed: {texts}", texts == ["3 for python3"]),
            check("nothing was lost", not session.totals.drops and not session.totals.errors),
            check("all of it is JSON", json.loads(json.dumps(calls, default=anytrace.to_json))["values"] == [{"name": "calls", "function": "count", "value": CALLS}]),
        )


async def beside():
    """Another task goes on while a session waits for the kernel."""
    ticks = 0

    async def tick():
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    with anytrace.Session("kernel") as session:
        session.compile("tick-1s { trace(++n); exit(0); }")
        task = asyncio.create_task(tick())
        values = [event.values async for event in session.aevents() if isinstance(event, anytrace.Record) and event.values]
        task.cancel()
    return check(f"asyncio: {values}, {ticks} ticks beside it", values[0][0] == 1 and ticks > 5)


raise SystemExit(0 if all([*traced(), asyncio.run(beside())]) else 1)
