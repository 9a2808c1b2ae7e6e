# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""A handle of libdtrace, with its errors as exceptions."""
from __future__ import annotations

import threading
from typing import Any, Callable, Optional, TypeVar

from anytrace._ffi import ffi
from anytrace._library import library, text
from anytrace._worker import Worker
from anytrace.errors import CompileError, Error

Result = TypeVar("Result")
CLOSED = "the session is closed"


def bytes_of(value: str) -> bytes:
    """A string as C has it."""
    made = value.encode("utf-8", "surrogateescape")
    if b"\0" in made:
        raise ValueError("a string with a NUL character")
    return made


def check_words(words: Any, what: str, example: str) -> None:
    """A text is a sequence, too: of its letters."""
    if isinstance(words, (str, bytes)):
        raise TypeError(f"{what} is a list of words, as in {example}, not the text {words!r}")


def string_array(words: Any) -> Any:
    """An argv, ended by NULL; keep the second of the two, the strings, as long as the first is used."""
    strings = [ffi.new("char[]", bytes_of(str(word))) for word in words]
    return ffi.new("char *[]", [*strings, ffi.NULL]), strings


def why_no_kernel() -> str:
    """Why the kernel cannot be traced; "" when it can. A handle knows it: where it must be the kernel's, there is none to ask."""
    lib = library()
    pointer = lib.dtrace_open(lib.DTRACE_VERSION, 0, ffi.NULL)
    if pointer == ffi.NULL:
        return ""
    why = text(lib.dtrace_engine_why(pointer))
    lib.dtrace_close(pointer)
    return why


class Handle:
    """The handle, or none any more. call() and acall() run a function, whose first argument is its pointer, in its thread; wake() may come from any
    thread, and from a signal handler."""

    def __init__(self, flags: int) -> None:
        self._pointer = ffi.NULL
        # an RLock: a signal handler that calls wake() may interrupt close() of the same thread
        self._closing = threading.RLock()
        self._worker = Worker(self.wake)
        try:
            self._worker.call(lambda: self._open(flags))
        except BaseException:
            self.close()
            raise

    def _open(self, flags: int) -> None:
        lib = library()
        error = ffi.new("int *")
        self._pointer = lib.dtrace_open(lib.DTRACE_VERSION, flags, error)
        if self._pointer == ffi.NULL:
            message = text(lib.dtrace_errmsg(ffi.NULL, error[0]))
            why = why_no_kernel() if flags & lib.DTRACE_O_KERNEL else ""
            raise Error(f"{message}: {why}" if why else message, error[0])

    @property
    def is_open(self) -> bool:
        return bool(self._pointer != ffi.NULL)

    def _run(self, function: Callable[..., Result], *args: Any) -> Result:
        """In the thread: nobody can close the handle meanwhile."""
        if not self.is_open:
            raise Error(CLOSED)
        return function(self._pointer, *args)

    def call(self, function: Callable[..., Result], *args: Any) -> Result:
        if not self.is_open:
            raise Error(CLOSED)
        return self._worker.call(lambda: self._run(function, *args))

    async def acall(self, function: Callable[..., Result], *args: Any) -> Result:
        if not self.is_open:
            raise Error(CLOSED)
        return await self._worker.acall(lambda: self._run(function, *args))

    def wake(self) -> None:
        """End dtrace_sleep()."""
        with self._closing:
            if self.is_open:
                library().dtrace_wake(self._pointer)

    def _close(self) -> None:
        with self._closing:
            pointer, self._pointer = self._pointer, ffi.NULL
        if pointer != ffi.NULL:
            library().dtrace_close(pointer)

    def close(self) -> None:
        """Nothing is armed any more, processes that were started end. Nothing the second time."""
        if self.is_open:
            self._worker.call(self._close)
        self._worker.close()

    async def aclose(self) -> None:
        if self.is_open:
            await self._worker.acall(self._close)
        self._worker.close()

    def forget(self) -> None:
        """close() for who holds the last reference, perhaps in the thread itself: nobody else can be in a call."""
        self._close()
        self._worker.close()

    def error(self, what: Optional[str] = None) -> Error:
        """The exception for what has just failed, in a function of call()."""
        lib = library()
        code = lib.dtrace_errno(self._pointer)
        message = text(lib.dtrace_errmsg(self._pointer, code))
        if what:
            message = f"{what}: {message}"
        place = ffi.new("dtrace_errplace_t *")
        if lib.dtrace_errplace(self._pointer, place) == -1:
            return Error(message, code)
        tag = text(lib.dtrace_errtag(self._pointer))
        return CompileError(message, code, tag, text(place.file) if place.file else None, place.line or None, place.column or None)
