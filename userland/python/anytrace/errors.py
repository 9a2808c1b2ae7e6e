# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""What is raised, and what is warned about."""
from __future__ import annotations

import sys
import warnings
from typing import Optional, Type


class Error(Exception):
    """A call of libdtrace failed; the text is the library's. code: its number, an errno below 1000."""

    def __init__(self, text: str, code: int = 0) -> None:
        super().__init__(text)
        self.code = code


class CompileError(Error):
    """A D program is wrong. The text has an excerpt of it, with a caret under the place.

    tag: the name of the mistake (D_SYNTAX, D_IDENT_UNDEF...), which stays the same when texts change. file: None for the text that was given.
    line and column count from 1, a column is a byte; None: not known.
    """

    def __init__(self, text: str, code: int, tag: str, file: Optional[str], line: Optional[int], column: Optional[int]) -> None:
        super().__init__(text, code)
        self.tag = tag
        self.file = file
        self.line = line
        self.column = column


class LibraryError(Error):
    """libdtrace.so.1 cannot be loaded, or is another version."""


class TraceWarning(UserWarning):
    """What the command dtrace(8) would say on standard error, and no other class below is for."""


class CompileWarning(TraceWarning):
    """A program is legal, but most likely does not do what is meant."""


class EngineWarning(TraceWarning):
    """The kernel cannot be traced, the host engine is used instead: the text says why."""


class ProbeWarning(TraceWarning):
    """Some probes that match cannot be armed, or have no value."""


class DropWarning(TraceWarning):
    """Something was lost (events.Drop)."""


class FaultWarning(TraceWarning):
    """A clause could not do what it says at a firing (events.Fault)."""


def warn(text: str, category: Type[TraceWarning]) -> None:
    """A warning at the line that called the package."""
    level = 1
    frame = sys._getframe()
    while frame.f_back and str(frame.f_globals.get("__name__", "")).split(".")[0] == "anytrace":
        frame = frame.f_back
        level += 1
    warnings.warn(text, category, stacklevel=level)
