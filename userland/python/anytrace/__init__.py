# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""anytrace - DTrace for Linux from Python, on the installed libdtrace.

    import anytrace
    with anytrace.Session() as session:
        session.compile('syscall:::entry { @[execname] = count(); }')
        for record in session.trace(seconds=5):
            print(record.probe, record.values)
        for row in session.aggregations():
            print(row.name, row.keys, row.value)

docs/python.md has the rest.
"""
from anytrace._version import __version__
from anytrace.errors import (
    CompileError,
    CompileWarning,
    DropWarning,
    EngineWarning,
    Error,
    FaultWarning,
    LibraryError,
    ProbeWarning,
    TraceWarning,
)
from anytrace.events import Action, Cell, Drop, Event, Fault, Probe, Record, Row, Totals
from anytrace.options import Options
from anytrace.session import Process, Program, Session
from anytrace.values import Bucket, Distribution, Enumerator, Frame, Stack, Struct, Symbol, Value, to_json

__all__ = [
    "Action",
    "Bucket",
    "Cell",
    "CompileError",
    "CompileWarning",
    "Distribution",
    "Drop",
    "DropWarning",
    "EngineWarning",
    "Enumerator",
    "Error",
    "Event",
    "Fault",
    "FaultWarning",
    "Frame",
    "LibraryError",
    "Options",
    "ProbeWarning",
    "Probe",
    "Process",
    "Program",
    "Record",
    "Row",
    "Session",
    "Stack",
    "Struct",
    "Symbol",
    "Totals",
    "TraceWarning",
    "Value",
    "__version__",
    "to_json",
]
