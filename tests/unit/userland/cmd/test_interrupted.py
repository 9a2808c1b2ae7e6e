#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_interrupted.py DTRACE - Ctrl-C while the reader of a pipe is slow: what was printed before arrives whole, and then what END prints; a listing
says that it is not complete. On the host engine."""
import fcntl
import os
import signal
import subprocess
import sys
import time

LIMIT = 60  # s
LINE = "x" * 200
PROGRAM = f'tick-1ms {{ printf("%d {LINE}\\n", n++); }} END {{ printf("end %d\\n", n); }}'


def is_blocked(process):
    """Whether it is in the system call write, to its standard output."""
    with open(f"/proc/{process.pid}/syscall", encoding="ascii") as file:
        words = file.read().split()
    return len(words) > 2 and int(words[1], 16) == 1 and int(words[3], 16) > 1


def is_stopped(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        return file.read().rpartition(")")[2].split()[0] == "T"


def wait_until(question, process):
    end = time.monotonic() + LIMIT
    while not question(process):
        assert process.poll() is None and time.monotonic() < end, question.__name__
        time.sleep(0.01)


def interrupted(*arguments):
    """Its standard output and error, and its status, when SIGINT comes while it writes into a pipe that is full."""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    process = subprocess.Popen([sys.argv[1], *arguments], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    wait_until(is_blocked, process)
    # a write that has written some bytes returns their number when it is interrupted: stopped and continued, it has begun with a full pipe
    process.send_signal(signal.SIGSTOP)
    wait_until(is_stopped, process)
    process.send_signal(signal.SIGCONT)
    wait_until(is_blocked, process)
    process.send_signal(signal.SIGINT)
    with os.fdopen(reader, encoding="ascii") as pipe:
        output = pipe.read()
    return output, process.communicate(timeout=LIMIT)[1], process.returncode


output, errors, status = interrupted("-x", "switchrate=10ms", "-qn", PROGRAM)
lines = [line for line in output.split("\n") if line]
last = lines.pop() if lines else "nothing"
numbers = [line.partition(" ")[0] for line in lines]
lost = [i for i, number in enumerate(numbers) if number != str(i)]
print(f"{len(lines)} lines, {last}, status {status}{', ' + errors if errors else ''}")
assert len(lines) * len(LINE) > 4096, "it was not slow"
assert not lost, f"lines are missing from line {lost[0]} on: {lines[lost[0]][:30]}"
assert all(line.endswith(" " + LINE) for line in lines), "a line is not whole"
assert last == f"end {len(lines)}", "what END printed"
assert status == 0 and "cannot write" not in errors

output, errors, status = interrupted("-ln", "pid$target:libc*::entry", "-c", "sleep 1000")
lines = output.split("\n")
print(f"{len(lines)} lines of a listing, status {status}, {errors}")
assert len(output) > 4096 and lines[-1] == "" and lines[0].split() == ["ID", "PROVIDER", "MODULE", "FUNCTION", "NAME"]
assert all(len(line.split()) == 5 for line in lines[:-1]), "a line is not whole"
assert errors == "dtrace: interrupted: the list is not complete\n" and status == 1
