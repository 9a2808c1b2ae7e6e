# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""libdtrace.so.1, loaded when the first session needs it."""
from __future__ import annotations

import functools
import os
from typing import Any

from anytrace._ffi import ffi
from anytrace.errors import LibraryError

NAME = "libdtrace.so.1"
# functions that this package needs and that earlier libraries do not have
NEWEST = ("dtrace_errplace", "dtrace_aggrow", "dtrace_aggregate_snap_now")


@functools.lru_cache(maxsize=None)
def library() -> Any:
    """The library; LibraryError when there is none. ANYTRACE_LIBRARY names another file."""
    name = os.environ.get("ANYTRACE_LIBRARY", NAME)
    try:
        loaded = ffi.dlopen(name)
    except OSError as error:
        raise LibraryError(f"{name} cannot be loaded: {error}. It is in the package anytrace; ANYTRACE_LIBRARY=FILE names another one") from None
    for function in NEWEST:
        try:
            getattr(loaded, function)
        except (AttributeError, ffi.error):
            raise LibraryError(f"{name} has no {function}(): it is older than this Python package, or of another DTrace") from None
    return loaded


@functools.lru_cache(maxsize=None)
def nowhere() -> Any:
    """A FILE for what the library would print: nothing, because values come to functions (dtrace_handle_output)."""
    file = ffi.dlopen(None).fopen(os.devnull.encode(), b"we")
    if file == ffi.NULL:
        raise LibraryError(f"{os.devnull} cannot be opened")
    return file


def text(pointer: Any) -> str:
    """A string of C. Bytes that are not UTF-8 are kept as Python keeps those of file names: os.fsencode() gives them back."""
    return str(ffi.string(pointer).decode("utf-8", "surrogateescape"))
