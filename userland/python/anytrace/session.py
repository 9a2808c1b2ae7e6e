# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""A session: programs that are compiled, enabled together, run once.

    compile(), create(), grab()  -->  start()  -->  work(), again and again  -->  running is False  -->  close()
                                         |             |
                                         |             +-- events() and trace() call it, and hand out what it brings
                                         +-- events() and trace() call it when nobody has

Any thread may call; calls wait for each other, because the library is called by one thread, the session's own (_worker.py). A signal handler may call
stop(), and nothing else.
"""
from __future__ import annotations

import collections
import os
import threading
import warnings
import weakref
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Deque, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Type, Union

from anytrace._ffi import ffi
from anytrace._handle import Handle, bytes_of, check_words, string_array
from anytrace._inbox import Inbox, Listing, connect, on_entry, on_probe
from anytrace._library import library, nowhere, text
from anytrace.errors import CompileError, CompileWarning, DropWarning, EngineWarning, Error, FaultWarning, ProbeWarning, TraceWarning, warn
from anytrace.events import Drop, Event, Fault, Probe, Record, Row, Totals
from anytrace.options import Options, Setting

Engine = Literal["any", "kernel", "host", "none"]
FLAGS = {"any": (), "kernel": ("DTRACE_O_KERNEL",), "host": ("DTRACE_O_HOST",), "none": ("DTRACE_O_NODEV",)}
# what the library changes when the machine has less
SIZES = ("bufsize", "aggsize", "specsize", "dynvarsize", "cleanrate", "statusrate", "switchrate", "aggrate")
Compiler = Callable[[Any, int, int, Any], Any]  # of the handle, the flags, an argc and an argv
Warnings = List[Tuple[str, Type[TraceWarning]]]


@dataclass(slots=True)
class Program:
    """A compiled program. matches and what follows it are known after start().

    warnings: what the compiler thinks is not meant. refused: matching probes that cannot be armed, by reason. valueless: matches where arg1 is 0,
    always or sometimes, because the function ends in jumps to others. awaited: descriptions that mean processes to come, too.
    """

    name: str
    warnings: str
    matches: Optional[int] = None
    refused: Dict[str, int] = field(default_factory=dict)
    valueless: int = 0
    awaited: int = 0
    _pointer: Any = field(default=None, repr=False)


class Process:
    """A process that was created or grabbed. end: what became of it ("pid 123 has exited"), None while it lives."""

    def __init__(self, session: "Session", pointer: Any, pid: int) -> None:
        self.pid = pid
        self._session = session
        self._pointer = pointer

    @property
    def end(self) -> Optional[str]:
        return self._session._inbox.ended.get(self._pointer)

    def __repr__(self) -> str:
        return f"<anytrace.Process {self.pid}: {self.end or 'lives'}>"


class Session:
    """engine: "kernel", "host" (in this process), "none" (compiles only), or "any": the kernel's, with an EngineWarning the host's where the kernel
    cannot be traced. options: as session.options has them.
    """

    def __init__(self, engine: Engine = "any", options: Optional[Mapping[str, Setting]] = None) -> None:
        if engine not in FLAGS:
            raise ValueError(f"engine is one of {', '.join(FLAGS)}")
        self._handle = Handle(sum(getattr(library(), flag) for flag in FLAGS[engine]))
        self._inbox = Inbox()
        self._inbox_handle = ffi.new_handle(self._inbox)
        self._programs: List[Program] = []
        self._processes: List[Process] = []
        self._started = False
        self._done = False
        self._stop_wanted = False
        self._timer: Optional[threading.Timer] = None
        self.options = Options(self._handle)
        try:
            self._handle.call(self._connect)
            # as dtrace(8) has them
            self.options["bufsize"] = self.options["aggsize"] = "4m"
            for name, value in (options or {}).items():
                self.options[name] = value
            if engine == "any" and self.engine == "host":
                warn(f"on the host engine, not the kernel's: {self.engine_why}", EngineWarning)
        except BaseException:
            self._handle.close()
            raise

    def _connect(self, pointer: Any) -> None:
        connect(pointer, self._inbox_handle)
        self.engine = text(library().dtrace_engine(pointer))
        self.engine_why = text(library().dtrace_engine_why(pointer))

    # ---- before tracing

    def compile(self, program: str, args: Sequence[object] = (), *, name: str = "anytrace", cpp: bool = False) -> Program:
        """Compile a text: clauses, or a probe description. args: the macro arguments $1, $2...; name is $0. cpp: run it through cpp first (-C)."""
        lib = library()

        def call(pointer: Any, flags: int, count: int, argv: Any) -> Any:
            return lib.dtrace_program_strcompile(pointer, bytes_of(program), lib.DTRACE_PROBESPEC_NAME, flags, count, argv)

        return self._warned(self._handle.call(self._compile, call, name, args, cpp, None))

    def compile_file(self, path: Union[str, "os.PathLike[str]"], args: Sequence[object] = (), *, cpp: bool = False) -> Program:
        """Compile a script; its name is $0."""
        lib = library()
        name = os.fspath(path)

        def call(pointer: Any, flags: int, count: int, argv: Any) -> Any:
            with open(name, "rb") as file:
                return lib.dtrace_program_fcompile(pointer, file, flags, count, argv)

        return self._warned(self._handle.call(self._compile, call, name, args, cpp, name))

    def _compile(self, pointer: Any, call: Compiler, name: str, args: Sequence[object], cpp: bool, file: Optional[str]) -> Program:
        lib = library()
        check_words(args, "args", 'args=["one", 2]')
        argv, _strings = string_array([name, *args])
        compiled = call(pointer, lib.DTRACE_C_CPP if cpp else 0, len(args) + 1, argv)
        if compiled == ffi.NULL:
            error = self._handle.error()
            if isinstance(error, CompileError) and error.file is None:
                error.file = file
            raise error
        program = Program(name, text(lib.dtrace_program_warnings(compiled)), _pointer=compiled)
        self._programs.append(program)
        return program

    def _warned(self, program: Program) -> Program:
        if program.warnings:
            warn(program.warnings, CompileWarning)
        return program

    def probes(self, description: str) -> List[Probe]:
        """The probes that match a description, provider:module:function:name. An Error says why there are none."""
        return self._handle.call(self._probes, description)

    def _probes(self, pointer: Any, description: str) -> List[Probe]:
        lib = library()
        found = Listing()
        keep = ffi.new_handle(found)
        desc = ffi.new("dtrace_probedesc_t *")
        if lib.dtrace_str2desc(pointer, lib.DTRACE_PROBESPEC_NAME, bytes_of(description), desc) == -1:
            raise self._handle.error(description)
        if lib.dtrace_probe_iter(pointer, desc, on_probe, keep) == -1:
            raise found.raised or self._handle.error(description)
        return found.probes

    def create(self, argv: Sequence[str]) -> Process:
        """Start a program, as in create(["ls", "-l"]), looked up as the shell does; it waits for start(). The first process created or grabbed is $target. When all of them have
        ended, tracing ends. close() kills those that it has created."""
        check_words(argv, "argv", 'create(["ls", "-l"])')
        if not argv:
            raise ValueError("there is no program")
        return self._handle.call(self._create, argv)

    def _create(self, pointer: Any, argv: Sequence[str]) -> Process:
        words, _strings = string_array(argv)
        return self._add_process(pointer, library().dtrace_proc_create(pointer, words[0], words, ffi.NULL, ffi.NULL))

    def grab(self, pid: int) -> Process:
        """Trace a process that runs; it goes on when the session ends."""
        return self._handle.call(self._grab, pid)

    def _grab(self, pointer: Any, pid: int) -> Process:
        return self._add_process(pointer, library().dtrace_proc_grab(pointer, pid, 0))

    def _add_process(self, pointer: Any, process: Any) -> Process:
        if process == ffi.NULL:
            raise self._handle.error()
        made = Process(self, process, library().dtrace_proc_getpid(pointer, process))
        self._processes.append(made)
        return made

    # ---- tracing

    @property
    def running(self) -> bool:
        """Whether work() has more to bring."""
        return self._started and not self._done

    @property
    def totals(self) -> Totals:
        """What has come so far, and the argument of exit()."""
        return self._handle.call(self._totals)

    def _totals(self, pointer: Any) -> Totals:
        made = self._inbox.totals
        return replace(made, drops=dict(made.drops), status=library().dtrace_exit_status(pointer))

    def start(self) -> None:
        """Enable all programs and begin. Once: a session runs once."""
        for about, category in self._handle.call(self._start):
            warn(about, category)

    def _start(self, pointer: Any) -> Warnings:
        if self._started:
            raise Error("the session was started already")
        if not self._programs:
            raise Error("there is no program")
        said: Warnings = []
        for program in self._programs:
            said += self._enable(pointer, program)
        if not any(program.matches or program.awaited for program in self._programs) and self.options.get(pointer, "zdefs") is None:
            raise Error("no probes matched")
        return said + self._go(pointer)

    def _enable(self, pointer: Any, program: Program) -> Warnings:
        info = ffi.new("dtrace_proginfo_t *")
        if program.matches is not None:
            return []
        if library().dtrace_program_exec(pointer, program._pointer, info) == -1:
            raise self._handle.error(f"failed to enable {program.name}")
        program.matches = info.dpi_matches
        program.awaited = info.dpi_awaited
        program.valueless = info.dpi_valueless
        program.refused = {text(info.dpi_reason[i].name): info.dpi_reason[i].count for i in range(info.dpi_reasons)}
        said: Warnings = []
        if info.dpi_refused:
            why = ", ".join(f"{count} {reason}" for reason, count in program.refused.items())
            said.append((f"{info.dpi_refused} of {info.dpi_matches + info.dpi_refused} matching probes cannot be armed now: {why}", ProbeWarning))
        if info.dpi_valueless:
            where = f"{info.dpi_valueless} of {info.dpi_matches} matching probes"
            said.append((f"arg1 is 0 at {where}, always or sometimes: their functions end in jumps to others", ProbeWarning))
        return said

    def _go(self, pointer: Any) -> Warnings:
        wanted = {name: self.options.get(pointer, name) for name in SIZES}
        if library().dtrace_go(pointer) == -1:
            raise self._handle.error("could not enable tracing")
        self._started = True
        for process in self._processes:
            library().dtrace_proc_continue(pointer, process._pointer)
        now = {name: self.options.get(pointer, name) for name in SIZES}
        changed = [name for name in SIZES if wanted[name] is not None and now[name] != wanted[name]]
        return [(f"the option {name} was {wanted[name]}, is {now[name]}", TraceWarning) for name in changed]

    def stop(self) -> None:
        """Tracing ends soon, as by Ctrl-C in dtrace(8): END fires, what was recorded comes. For any thread, and for signal handlers."""
        self._stop_wanted = True
        self._handle.wake()

    def work(self) -> List[Event]:
        """One round: waits until there is something to do (a second, unless the options switchrate and aggrate say another time; a buffer that
        fills; the end), and gives what has come. Empty when nothing has."""
        if self.running:
            self._handle.call(self._round)
        return self._taken()

    def _taken(self) -> List[Event]:
        taken = []
        while event := self._next():
            taken.append(event)
        return taken

    def _round(self, pointer: Any) -> None:
        lib = library()
        if self._done:
            return
        if not self._stop_wanted:
            lib.dtrace_sleep(pointer)
        self._inbox.rethrow()
        if self._stop_wanted or self._all_ended():
            if lib.dtrace_stop(pointer) == -1:
                raise self._handle.error("couldn't stop tracing")
        status = lib.dtrace_work(pointer, nowhere(), ffi.NULL, ffi.NULL, ffi.NULL)
        self._inbox.rethrow()
        if status == lib.DTRACE_WORKSTATUS_ERROR:
            self._done = True
            raise self._handle.error("processing aborted")
        self._done = status == lib.DTRACE_WORKSTATUS_DONE

    def _all_ended(self) -> bool:
        return bool(self._processes) and all(process.end for process in self._processes)

    def _limit(self, seconds: Optional[float]) -> Optional[threading.Timer]:
        """stop() after so many seconds, in place of an earlier limit. The timer, for _unlimit()."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = threading.Timer(seconds, self.stop)
            self._timer.daemon = True
            self._timer.start()
        return self._timer

    def _unlimit(self, timer: Optional[threading.Timer]) -> None:
        """An iteration has ended, or was left early: its limit, if it is still that, must not end a later one."""
        if timer and timer is self._timer:
            self._limit(None)

    def events(self, seconds: Optional[float] = None) -> Iterator[Event]:
        """Everything that comes, in its order, until exit(), stop(), the end of all processes, or so many seconds. It begins now, when start() was not
        called."""
        if not self._started:
            self.start()
        timer = self._limit(seconds)
        events = self._events(timer)
        # an iterator that is thrown away before its first step never comes to its end
        weakref.finalize(events, self._unlimit, timer).atexit = False
        return events

    def _events(self, timer: Optional[threading.Timer]) -> Iterator[Event]:
        try:
            while True:
                event = self._next()
                if event:
                    yield event
                elif self.running:
                    self._handle.call(self._round)
                else:
                    break
        finally:
            self._unlimit(timer)

    def _next(self) -> Optional[Event]:
        """The next event that nobody has taken."""
        try:
            return self._inbox.events.popleft()
        except IndexError:
            return None

    def trace(self, seconds: Optional[float] = None) -> Iterator[Record]:
        """The records alone. Losses and faults become warnings: DropWarning and FaultWarning. Rows of printa(), which events() has, become one."""
        return self._records(self.events(seconds))

    def _records(self, events: Iterator[Event]) -> Iterator[Record]:
        for event in events:
            if isinstance(event, Record):
                yield event
            else:
                warn_of(event)

    # ---- the same beside asyncio

    async def awork(self) -> List[Event]:
        """work(), without blocking the loop. What has come when the task is cancelled is kept for the next call."""
        if self.running:
            await self._handle.acall(self._round)
        return self._taken()

    async def aevents(self, seconds: Optional[float] = None) -> AsyncIterator[Event]:
        """events(), without blocking the loop; it begins with the first one that is asked for."""
        if not self._started:
            for about, category in await self._handle.acall(self._start):
                warn(about, category)
        timer = self._limit(seconds)
        try:
            while True:
                event = self._next()
                if event:
                    yield event
                elif self.running:
                    await self._handle.acall(self._round)
                else:
                    break
        finally:
            self._unlimit(timer)

    async def atrace(self, seconds: Optional[float] = None) -> AsyncIterator[Record]:
        """trace(), without blocking the loop."""
        async for event in self.aevents(seconds):
            if isinstance(event, Record):
                yield event
            else:
                warn_of(event)

    async def __aenter__(self) -> "Session":
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], raised: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self._limit(None)
        await self._handle.aclose()

    # ---- aggregations

    def aggregations(self, name: Optional[str] = None) -> List[Row]:
        """All aggregations, or one, in the order of the options aggsort*: those that printa() has printed, too. While tracing goes on: the values of
        now."""
        rows = self._handle.call(self._aggregations)
        return [row for row in rows if name is None or row.name == name]

    def _aggregations(self, pointer: Any) -> List[Row]:
        rows: Deque[Row] = collections.deque()
        lib = library()
        if self.running and lib.dtrace_aggregate_snap_now(pointer) == -1:
            raise self._handle.error()
        self._inbox.rows = rows
        result = lib.dtrace_aggregate_walk_sorted(pointer, on_entry, self._inbox_handle)
        self._inbox.rows = None
        self._inbox.rethrow()
        if result == -1:
            raise self._handle.error("failed to read aggregations")
        for row in rows:
            row.by = "end" if self._done else "snapshot"
        return list(rows)

    def clear(self) -> None:
        """All aggregations start afresh; their keys stay."""
        self._handle.call(library().dtrace_aggregate_clear)

    # ---- the end

    @property
    def symbols_why(self) -> str:
        """Why addresses of the kernel have no names; "" when they have, or nobody asked."""
        return self._handle.call(lambda pointer: text(library().dtrace_symbols_why(pointer)))

    def close(self) -> None:
        """Nothing is armed any more, what was not taken is gone. Nothing the second time."""
        self._limit(None)
        self._handle.close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], raised: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle and handle.is_open:
            warnings.warn("a session was not closed", ResourceWarning, source=self)
            self._limit(None)
            handle.forget()


def warn_of(event: Event) -> None:
    """What trace() says of an event that is no record."""
    if isinstance(event, Drop):
        warn(event.text, DropWarning)
    elif isinstance(event, Fault):
        warn(event.text, FaultWarning)
    elif isinstance(event, Row):
        warn("rows of printa() are not in trace(): events() has them", TraceWarning)
