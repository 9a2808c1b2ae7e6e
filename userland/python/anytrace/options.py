# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The options of a session: those of -x."""
from __future__ import annotations

from typing import Any, Optional, Union

from anytrace._ffi import ffi
from anytrace._handle import Handle, bytes_of
from anytrace._library import library

Setting = Union[bool, int, str]


class Options:
    """session.options["bufsize"] = "4m"; True is -x NAME without a value, False is NAME=no.

    Reading gives a number (bytes, nanoseconds, 1 or 0 for what is on), None for what is not set. What the library cannot set or does not know is
    an Error.
    """

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def __setitem__(self, name: str, value: Setting) -> None:
        self._handle.call(self._set, name, None if value is True else "no" if value is False else str(value))

    def __getitem__(self, name: str) -> Optional[int]:
        return self._handle.call(self.get, name)

    def _set(self, pointer: Any, name: str, value: Optional[str]) -> None:
        if library().dtrace_setopt(pointer, bytes_of(name), ffi.NULL if value is None else bytes_of(value)) == -1:
            raise self._handle.error(name if value is None else f"{name}={value}")

    def get(self, pointer: Any, name: str) -> Optional[int]:
        """The same inside a call of the library."""
        value = ffi.new("int64_t *")
        if library().dtrace_getopt(pointer, bytes_of(name), value) == -1:
            raise self._handle.error(name)
        return None if value[0] == library().DTRACEOPT_UNSET else int(value[0])
