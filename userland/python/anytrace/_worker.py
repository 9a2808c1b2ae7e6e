# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The thread of a session: all calls of the library are made in it, one after the other.

A handle of libdtrace belongs to one thread at a time: so any thread may use a session. The handlers of Python's signals run in the main thread, never
here: an exception that one raises (KeyboardInterrupt) cannot come between two steps of a call, and nothing of what the library hands out is lost. And
the loop of asyncio goes on while the library waits.

Who waits for a call and is interrupted, or cancelled, wakes the library up and waits for the end of the call.
"""
from __future__ import annotations

import asyncio
import concurrent.futures
from typing import Any, Callable, Optional, TypeVar

Result = TypeVar("Result")


class Worker:
    """wake: ends a call that waits."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._executor = concurrent.futures.ThreadPoolExecutor(1, "anytrace")

    def call(self, function: Callable[[], Result]) -> Result:
        """Call a function in the thread."""
        future: Optional["concurrent.futures.Future[Result]"] = None
        try:
            future = self._executor.submit(function)
            return future.result()
        except BaseException as interrupt:
            if future and future.done():
                raise
            self._settle()
            raise interrupt from (future.exception() if future else None)

    def _settle(self) -> None:
        """Wait for the end of all calls. The last one may have begun although submit() was interrupted: one that does nothing comes after it."""
        self._wake()
        last: Optional["concurrent.futures.Future[Any]"] = None
        while not (last and last.done()):
            try:
                last = last or self._executor.submit(int)
                concurrent.futures.wait([last])
            except RuntimeError:
                return  # closed
            except BaseException:
                continue  # interrupted twice: the end is near all the same

    async def acall(self, function: Callable[[], Result]) -> Result:
        """The same beside asyncio."""
        future = asyncio.get_running_loop().run_in_executor(self._executor, function)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError as cancelled:
            await self._asettle(future)
            raise cancelled from (None if future.cancelled() else future.exception())

    async def _asettle(self, future: "asyncio.Future[Any]") -> None:
        self._wake()
        while not future.done():
            try:
                await asyncio.wait([future])
            except asyncio.CancelledError:
                continue

    def close(self) -> None:
        """No calls come any more. The thread ends."""
        self._executor.shutdown(wait=False)
