# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""What tracing brings: records, rows of aggregations, losses and faults. to_json() makes of each the object that docs/output.md describes."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Union

from anytrace.values import Value, text_json, to_json


@dataclass(slots=True)
class Probe:
    id: int
    provider: str
    module: str
    function: str
    name: str

    def __str__(self) -> str:
        return f"{self.provider}:{self.module}:{self.function}:{self.name}"

    def to_json(self) -> Dict[str, Any]:
        return {
            "id": self.id,
            "provider": text_json(self.provider),
            "module": text_json(self.module),
            "function": text_json(self.function),
            "name": text_json(self.name),
        }


@dataclass(slots=True)
class Action:
    """What one action recorded. format: of printf(); text: what printf() and print() make of the values."""

    action: str
    values: List[Value]
    format: Optional[str] = None
    text: Optional[str] = None

    def to_json(self) -> Dict[str, Any]:
        return {"action": text_json(self.action), **_format_json(self.format, self.text), "values": to_json(self.values)}


@dataclass(slots=True)
class Record:
    """One firing of a probe.

    data: its actions. timestamp: with the option temporal. flow ("entry", "return", "none") and depth: with flowindent; tail: a return that is a
    jump to another function (a tail call).
    """

    probe: Probe
    cpu: int
    data: List[Action] = field(default_factory=list)
    timestamp: Optional[int] = None
    flow: Optional[str] = None
    depth: Optional[int] = None
    tail: bool = False

    @property
    def values(self) -> List[Value]:
        """The values of all actions, in their order."""
        return [value for action in self.data for value in action.values]

    @property
    def text(self) -> str:
        """What its printf() and print() actions print."""
        return "".join(action.text for action in self.data if action.text is not None)

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {"type": "record", "probe": self.probe.to_json(), "cpu": self.cpu}
        if self.timestamp is not None:
            made["timestamp"] = self.timestamp
        if self.flow is not None:
            made["flow"] = self.flow
            made["depth"] = self.depth
            if self.tail:
                made["tail"] = True
        made["data"] = to_json(self.data)
        return made


@dataclass(slots=True)
class Cell:
    """The value of one aggregation for the keys of a row.

    name: without its @, "_" for @; None for a program that was compiled elsewhere. normal: what normalize() said; the value is divided already.
    cpus: the value of each CPU, with the option aggpercpu.
    """

    name: Optional[str]
    function: str
    value: Value
    normal: int = 1
    cpus: Optional[List[Value]] = None

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {
            "name": None if self.name is None else text_json(self.name),
            "function": text_json(self.function),
            "value": to_json(self.value),
        }
        if self.normal != 1:
            made["normal"] = self.normal
        if self.cpus is not None:
            made["cpus"] = to_json(self.cpus)
        return made


@dataclass(slots=True)
class Row:
    """Keys with their values: of one aggregation, or of those that one printa() has.

    by: "printa"; of Session.aggregations() "snapshot" while tracing goes on, "end" after it. time: when it was read, ns since 1970.
    """

    keys: List[Value]
    cells: List[Cell]
    by: str
    time: int
    format: Optional[str] = None
    text: Optional[str] = None

    @property
    def cell(self) -> Cell:
        """The only cell. ValueError for a row of a printa() of several aggregations: they are in cells."""
        if len(self.cells) != 1:
            raise ValueError(f"the row has {len(self.cells)} cells")
        return self.cells[0]

    @property
    def name(self) -> Optional[str]:
        return self.cell.name

    @property
    def function(self) -> str:
        return self.cell.function

    @property
    def value(self) -> Value:
        return self.cell.value

    def to_json(self) -> Dict[str, Any]:
        return {
            "type": "aggregation",
            "time": self.time,
            "by": self.by,
            "keys": to_json(self.keys),
            **_format_json(self.format, self.text),
            "values": to_json(self.cells),
        }


@dataclass(slots=True)
class Drop:
    """A loss. count: since the last one of this kind; total: so far. text: as dtrace(8) says it."""

    kind: str
    count: int
    total: int
    text: str
    cpu: Optional[int] = None

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {"type": "drop", "kind": self.kind}
        if self.cpu is not None:
            made["cpu"] = self.cpu
        made.update(count=self.count, total=self.total, text=text_json(self.text))
        return made


@dataclass(slots=True)
class Fault:
    """A clause that ended because of a fault. action and offset: where, in its DIF."""

    probe: Probe
    cpu: int
    fault: int
    faultname: str
    text: str
    action: Optional[int] = None
    offset: Optional[int] = None

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> Dict[str, Any]:
        made: Dict[str, Any] = {
            "type": "error",
            "probe": self.probe.to_json(),
            "cpu": self.cpu,
            "fault": self.fault,
            "faultname": self.faultname,
        }
        if self.action is not None:
            made.update(action=self.action, offset=self.offset)
        made["text"] = text_json(self.text)
        return made


Event = Union[Record, Row, Drop, Fault]


@dataclass(slots=True)
class Totals:
    """What a session has brought so far. status: the argument of exit(). drops: by kind, of all CPUs."""

    status: int = 0
    records: int = 0
    rows: int = 0  # of printa()
    errors: int = 0
    drops: Dict[str, int] = field(default_factory=dict)

    def to_json(self) -> Dict[str, Any]:
        return {
            "type": "end",
            "status": self.status,
            "records": self.records,
            "rows": self.rows,
            "errors": self.errors,
            "drops": dict(self.drops),
        }


def _format_json(format: Optional[str], text: Optional[str]) -> Dict[str, Any]:
    made: Dict[str, Any] = {}
    if format is not None:
        made["format"] = text_json(format)
    if text is not None:
        made["text"] = text_json(text)
    return made
