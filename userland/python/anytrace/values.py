# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Values that programs record: of each the type that fits, with to_json() as docs/output.md has it.

    integer of D            int, signed as its type is          bytes, tracemem()     bytes
    floating-point number   float                               stack(), ustack()     Stack
    string                  str                                 sym(), usym()...      Symbol
    structure of print()    Struct, a list for an array         quantize()...         Distribution
    enumerator of print()   Enumerator                          cut off               None
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Union


def text_json(text: str) -> Any:
    """A string, or its bytes when they are not UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return {"hex": text.encode("utf-8", "surrogateescape").hex()}
    return text


def to_json(value: Any) -> Any:
    """A value, event or list of them as json.dumps() takes it; also its argument default."""
    if isinstance(value, str):
        return text_json(value)
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if value is None or isinstance(value, (int, float)):
        return value
    return value.to_json()


@dataclass(slots=True)
class Frame:
    """An address with its name. text: as dtrace(8) prints it. None: not known."""

    address: int
    text: str
    module: Optional[str] = None
    symbol: Optional[str] = None
    offset: Optional[int] = None  # address less where the symbol begins
    note: Optional[str] = None  # what a program says of a frame (jstack())

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {"address": hex(self.address), "text": text_json(self.text)}
        for name in ("module", "symbol", "note"):
            if getattr(self, name) is not None:
                made[name] = text_json(getattr(self, name))
        if self.offset is not None:
            made["offset"] = self.offset
        return made


@dataclass(slots=True)
class Symbol:
    """What sym(), mod(), usym(), umod() and uaddr() record. space: "kernel", or "user" with the pid."""

    frame: Frame
    space: str
    pid: Optional[int] = None

    def __str__(self) -> str:
        return self.frame.text

    def to_json(self) -> Dict[str, Any]:
        return {**self.frame.to_json(), **_space_json(self.space, self.pid)}


@dataclass(slots=True)
class Stack:
    """The frames of a stack, the innermost first. space: "kernel", or "user" with the pid."""

    frames: List[Frame]
    space: str
    pid: Optional[int] = None

    def __iter__(self) -> Iterator[Frame]:
        return iter(self.frames)

    def __len__(self) -> int:
        return len(self.frames)

    def __str__(self) -> str:
        return "\n".join(frame.text for frame in self.frames)

    def to_json(self) -> Dict[str, Any]:
        return {**_space_json(self.space, self.pid), "frames": [frame.to_json() for frame in self.frames]}


def _space_json(space: str, pid: Optional[int]) -> Dict[str, Any]:
    return {"space": space} if pid is None else {"space": space, "pid": pid}


@dataclass(slots=True)
class Enumerator:
    """A value of an enumeration. name: None when no enumerator has it."""

    value: int
    name: Optional[str]

    def __int__(self) -> int:
        return self.value

    def to_json(self) -> Dict[str, Any]:
        return {"value": self.value} if self.name is None else {"value": self.value, "enumerator": text_json(self.name)}


@dataclass(slots=True)
class Struct:
    """A structure or union. Members of members without a name are among the others."""

    type: Optional[str]
    members: Dict[str, "Value"]

    def __getitem__(self, name: str) -> "Value":
        return self.members[name]

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {} if self.type is None else {"type": text_json(self.type)}
        made["members"] = {name: to_json(value) for name, value in self.members.items()}
        return made


@dataclass(slots=True)
class Bucket:
    """low and high: the least and the greatest number that is counted; None: open at that end."""

    low: Optional[int]
    high: Optional[int]
    count: int

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {}
        if self.low is not None:
            made["low"] = self.low
        if self.high is not None:
            made["high"] = self.high
        made["count"] = self.count
        return made


@dataclass(slots=True)
class Distribution:
    """What quantize(), lquantize() and llquantize() have counted. Buckets that are not there have counted nothing."""

    total: int
    buckets: List[Bucket]

    def __iter__(self) -> Iterator[Bucket]:
        return iter(self.buckets)

    def to_json(self) -> Dict[str, Any]:
        return {"total": self.total, "buckets": [bucket.to_json() for bucket in self.buckets]}


Value = Union[None, int, float, str, bytes, Enumerator, Symbol, Stack, Struct, Distribution, List["Value"]]
