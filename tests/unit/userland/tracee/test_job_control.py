#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""
test_job_control.py DTRACE - the jobs of a shell on a terminal: ^Z, fg, & and ^C do with a command that is traced (-c), and with its
tracer, what they do with a command that is not. On the host engine.

What the shell does is done here, step by step: a job is a process group, in front of the terminal or behind it.
"""
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time

DTRACE = sys.argv[1]
PROBE = ["-qn", "pid$target:libc.so.6:read:entry { @ = count(); }"]
TRACED = [DTRACE, *PROBE, "-c", "cat"]
TURNS = 6  # who of the two stops first is different from turn to turn
LIMIT = 60  # s

if os.path.exists("/dev/dtrace/dtrace"):
    print("skipped: the module is loaded")
    sys.exit(0)


def state(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return file.read().rpartition(")")[2].split()[0]


def words(path):
    """Of a file of /proc; [] where what it tells of has ended meanwhile."""
    try:
        with open(path, encoding="ascii") as file:
            return file.read().split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def children(pid):
    """By their names. Those of every thread."""
    found = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        for child in words(f"/proc/{pid}/task/{thread}/children"):
            found.update({name: int(child) for name in words(f"/proc/{child}/comm")})
    return found


def wait_until(what, holds):
    end = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.01)


class Job:
    """A command as a job of a terminal of its own. This process is its shell: it leads no session, so a helper does that and waits."""

    def __init__(self, command, in_front=True):
        (self.orders_in, self.orders), (self.news, news_out) = os.pipe(), os.pipe()
        self.text = ""
        self.shell, self.terminal = pty.fork()
        if self.shell == 0:
            os.close(self.orders)
            self.lead(command, in_front, news_out)
        os.close(news_out)
        os.close(self.orders_in)
        self.pid = int(self.told())

    def lead(self, command, in_front, news_out):
        """The leader of the session: starts the job, tells how it changes, and brings it to the front when it is told to."""
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        job = os.fork()
        if job == 0:
            os.setpgid(0, 0)
            if in_front:
                os.tcsetpgrp(0, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            os.execvp(command[0], command)
        os.write(news_out, b"%d\n" % job)
        while True:
            _, status = os.waitpid(job, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                os.write(news_out, b"ended %d\n" % os.waitstatus_to_exitcode(status))
                os.read(self.orders_in, 1)  # the terminal stays until all has been read
                os._exit(0)
            os.tcsetpgrp(0, os.getpid())
            os.write(news_out, b"stopped\n")
            if os.read(self.orders_in, 1) != b"f":
                os._exit(1)
            os.tcsetpgrp(0, job)
            os.write(news_out, b"in front\n")
            os.read(self.orders_in, 1)
            os.killpg(job, signal.SIGCONT)

    def told(self):
        """The next line of news."""
        line = b""
        while not line.endswith(b"\n"):
            assert select.select([self.news], [], [], LIMIT)[0], f"the job did not change after {self.text!r}"
            more = os.read(self.news, 1)
            assert more, f"the shell ended after {self.text!r}"
            line += more
        return line.decode().strip()

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def answers(self, line):
        """Whether cat repeats a line: the terminal shows it twice."""
        before = self.text.count(line)
        self.press(line + "\n")
        end = time.monotonic() + LIMIT
        while self.text.count(line) < before + 2 and select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
            self.text += os.read(self.terminal, 4096).decode()
        return self.text.count(line) == before + 2

    def to_front(self):
        os.write(self.orders, b"f")
        assert self.told() == "in front"
        os.write(self.orders, b"c")

    def end(self):
        """Its status."""
        told = self.told()
        os.close(self.orders)
        os.waitpid(self.shell, 0)
        os.close(self.terminal)
        os.close(self.news)
        return told


def ends(job, expected):
    told = job.end()
    assert told == expected, f"{told}, not {expected}, after {job.text!r}"


def processes_of(job, command):
    """The job's own process, and the command that it traces (-c, the last word)."""
    return [job.pid] if command[0] == "cat" else [job.pid, children(job.pid)[command[-1].split()[0]]]


def stop_and_continue(command):
    job = Job(command)
    assert job.answers("one"), "the first line"
    pids = processes_of(job, command)
    for line in ("two", "three"):
        job.press("\x1a")
        assert job.told() == "stopped"
        wait_until("all of the job is stopped", lambda: all(state(pid) in "Tt" for pid in pids))
        job.to_front()
        assert job.answers(line), f"the line after fg: {[state(pid) for pid in pids]}"
    job.press("\x04")
    ends(job, "ended 0")


def behind(command):
    """It wants to read the terminal, is stopped, and reads when it is in front."""
    job = Job(command, in_front=False)
    assert job.told() == "stopped"
    pids = processes_of(job, command)
    wait_until("all of the job is stopped", lambda: all(state(pid) in "Tt" for pid in pids))
    job.to_front()
    assert job.answers("one"), f"the line after fg: {[state(pid) for pid in pids]}"
    job.press("\x04")
    ends(job, "ended 0")


def stop_waits(pid):
    """Whether ^Z has come, and has not taken effect."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        pending = next(line.split()[1] for line in file if line.startswith("ShdPnd:"))
    return int(pending, 16) >> (signal.SIGTSTP - 1) & 1


def stopped_early(command, program):
    """A job, stopped by ^Z that came while its program was compiled."""
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "script.d")
        os.mkfifo(script)
        job, name = Job([DTRACE, "-qs", script, "-c", command]), command.split()[0]
        wait_until("the command is held", lambda: name in children(job.pid) and state(children(job.pid)[name]) == "T")
        pids = processes_of(job, [DTRACE, command])
        job.press("\x1a")
        wait_until("^Z has come", lambda: stop_waits(job.pid))
        with open(script, "w", encoding="ascii") as file:  # is opened by both: it compiles now
            file.write(program)
        assert job.told() == "stopped"
        wait_until("all of the job is stopped", lambda: all(state(pid) in "Tt" for pid in pids))
    return job


def early():
    """fg after it: the command has not begun before it was traced."""
    job = stopped_early("cat", PROBE[1])
    job.to_front()
    assert job.answers("one"), "the line after fg"
    job.press("\x04")
    while select.select([job.terminal], [], [], LIMIT)[0] and not job.text.split()[-1].isdigit():
        job.text += os.read(job.terminal, 4096).decode()
    ends(job, "ended 0")
    assert job.text.split()[-1] == "2", f"calls of read(): {job.text!r}"


def early_asleep():
    """One that is stopped neither by the terminal, which it does not read, nor by the host engine, which has no probe in it."""
    job = stopped_early("sleep 1000", "BEGIN { }")
    job.to_front()
    job.press("\x03")
    ends(job, "ended 0")


def interrupted():
    """^C ends the command; the tracer ends by itself, prints what it has, and nothing of it is left."""
    job = Job(TRACED)
    assert job.answers("one")
    helpers = children(job.pid)
    assert set(helpers) == {"cat", "dtrace"}, helpers
    job.press("\x03")
    ends(job, "ended 0")
    wait_until("nothing is left", lambda: not any(os.path.exists(f"/proc/{pid}") for pid in helpers.values()))


def killed():
    """The tracer's helper ends with it, though it is in a session of its own."""
    job = Job(TRACED)
    assert job.answers("one")
    helper = children(job.pid)["dtrace"]
    os.kill(job.pid, signal.SIGKILL)
    ends(job, "ended -9")
    wait_until("nothing is left", lambda: not os.path.exists(f"/proc/{helper}"))


def helper_stopped():
    """Somebody stops the process that wakes the tracer: the command goes on."""
    job = Job(TRACED)
    assert job.answers("one")
    helper = children(job.pid)["dtrace"]
    os.kill(helper, signal.SIGSTOP)
    wait_until("it is stopped", lambda: state(helper) == "T")
    assert job.answers("two"), "a line while the helper is stopped"
    os.kill(helper, signal.SIGCONT)
    job.press("\x04")
    ends(job, "ended 0")


def grabbed():
    """-p: ^Z stops the tracer, not the process of another job, which is as it was after fg and ^C."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
        def repeats(line):
            cat.stdin.write(line)
            cat.stdin.flush()
            return cat.stdout.readline() == line

        assert repeats(b"one\n")
        job = Job([DTRACE, *PROBE, "-n", 'BEGIN { printf("begun\\n"); }', "-p", str(cat.pid)])
        while "begun" not in job.text:
            assert select.select([job.terminal], [], [], LIMIT)[0], "tracing begins"
            job.text += os.read(job.terminal, 4096).decode()
        assert repeats(b"two\n")
        job.press("\x1a")
        assert job.told() == "stopped"
        assert state(cat.pid) not in "T", "the process of another job is stopped"
        job.to_front()
        assert repeats(b"three\n")
        job.press("\x03")
        ends(job, "ended 0")
        assert repeats(b"four\n")


for turn in range(TURNS):
    for command in (["cat"], TRACED):
        stop_and_continue(command)
        behind(command)
for check in (early, early_asleep, interrupted, killed, helper_stopped, grabbed):
    check()
    print(check.__name__)
