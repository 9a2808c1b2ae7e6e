# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Sessions beside asyncio: the loop goes on, tasks can be cancelled, nothing is lost."""
from __future__ import annotations

import asyncio
import unittest
from typing import Any, List

import anytrace
from helpers import limits, session

SLOW: Any = {"switchrate": "1h", "aggrate": "1h", "statusrate": "1h"}
FOREVER = "BEGIN { trace(1); } tick-1hour { trace(2); } END { trace(3); }"


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def test_records(self) -> None:
        async with session() as opened:
            opened.compile('BEGIN { trace("a"); @ = count(); } tick-10ms { trace(++i); } tick-10ms /i == 5/ { exit(9); }')
            values = [record.values[0] async for record in opened.atrace()]
            self.assertEqual(values, ["a", 1, 2, 3, 4, 5, 9])
            self.assertEqual([row.value for row in opened.aggregations()], [1])
            self.assertEqual(opened.totals.status, 9)
        with self.assertRaisesRegex(anytrace.Error, "closed"):
            opened.aggregations()

    async def test_the_loop_goes_on(self) -> None:
        """While a session waits for an hour, other tasks run; one of them ends it."""
        async with session(**SLOW) as opened:
            opened.compile(FOREVER)
            beats = 0

            async def beat() -> None:
                nonlocal beats
                while beats < 50:
                    await asyncio.sleep(0.002)
                    beats += 1
                opened.stop()

            task = asyncio.create_task(beat())
            self.assertEqual([record.values[0] async for record in opened.atrace()], [1, 3])
            await task
            self.assertEqual(beats, 50)

    async def test_seconds(self) -> None:
        async with session(**SLOW) as opened:
            opened.compile(FOREVER)
            self.assertEqual([event.to_json()["data"][0]["values"] async for event in opened.aevents(seconds=0.2)], [[1], [3]])

    async def test_left_early(self) -> None:
        """The limit of an iteration that is left is none for what comes later."""
        async with session(switchrate="10ms") as opened:
            opened.compile("tick-10ms { trace(2); }")
            events = opened.aevents(seconds=1000)
            async for _ in events:
                self.assertEqual(limits(), 1)
                break
            await events.aclose()  # type: ignore[attr-defined]
            self.assertEqual(limits(), 0)

    async def test_cancelled(self) -> None:
        """The task that waits in the library ends at once; what it would have got is there for the next one."""
        async with session(**SLOW) as opened:
            opened.compile(FOREVER)

            async def by_events() -> None:
                async for _ in opened.aevents():
                    pass

            async def by_rounds() -> None:
                while True:
                    await opened.awork()

            for wait in (by_events, by_rounds):
                task = asyncio.create_task(wait())
                while not opened.running:
                    await asyncio.sleep(0.001)
                await asyncio.sleep(0.05)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
            self.assertTrue(opened.running)
            opened.stop()
            found: List[anytrace.Event] = []
            while opened.running:
                found += await opened.awork()
            self.assertEqual([event.values[0] for event in found if isinstance(event, anytrace.Record)][-1:], [3])
            self.assertEqual(opened.totals.records, 2)

    async def test_timeout(self) -> None:
        async with session(**SLOW) as opened:
            opened.compile(FOREVER)
            opened.start()
            with self.assertRaises(asyncio.TimeoutError):
                while True:
                    await asyncio.wait_for(opened.awork(), 0.1)
            self.assertTrue(opened.running)

    async def test_two_at_once(self) -> None:
        async def one(number: int) -> List[Any]:
            async with session() as opened:
                opened.compile("BEGIN { trace($1); } tick-10ms { exit(0); }", [number])
                return [record.values[0] async for record in opened.atrace()]

        self.assertEqual(await asyncio.gather(*(one(number) for number in range(4))), [[number, 0] for number in range(4)])

    async def test_errors(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            async with session() as opened:
                opened.compile(FOREVER)
                async for _ in opened.atrace():
                    raise ZeroDivisionError
        with self.assertRaisesRegex(anytrace.Error, "there is no program"):
            async with session() as opened:
                async for _ in opened.atrace():
                    pass
        async with session() as opened:
            opened.compile("BEGIN { trace(*(int *)8); } BEGIN { exit(0); }")
            with self.assertWarns(anytrace.FaultWarning) as caught:
                self.assertEqual([record.values async for record in opened.atrace()], [[0]])
            self.assertEqual(caught.filename, __file__)


if __name__ == "__main__":
    unittest.main()
