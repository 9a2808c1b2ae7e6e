# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""What the library calls while a session works: each call becomes an event in the session's inbox.

A Python exception cannot pass through the library: it is kept, the call fails, and the session raises it then.
"""
from __future__ import annotations

import collections
import time
from typing import Any, Deque, Dict, List, Optional

from anytrace._ffi import ffi
from anytrace._library import library, text
from anytrace._read import numbers, read_action, read_cells, read_probe, read_text, read_values
from anytrace.events import Drop, Event, Fault, Probe, Record, Row, Totals

DROPS = numbers("dtrace_dropkind_t")
OF_A_CPU = (DROPS["DTRACEDROP_PRINCIPAL"], DROPS["DTRACEDROP_AGGREGATION"])
FLOWS = {number: name[len("DTRACEFLOW_"):].lower() for name, number in numbers("dtrace_flowkind_t").items()}


class Inbox:
    """Events that nobody has taken yet, the totals of those that came, and what a callback has raised."""

    def __init__(self) -> None:
        self.events: Deque[Event] = collections.deque()
        self.rows: Optional[Deque[Row]] = None  # where the rows of a walk go
        self.totals = Totals()
        self.ended: Dict[Any, str] = {}  # processes that have ended, with what the library says
        self.raised: Optional[BaseException] = None
        self._probes: Dict[int, Probe] = {}  # by number of the enabled probe

    def _probe(self, enabled: Any, desc: Any) -> Probe:
        known = self._probes.get(enabled.epid)
        if known is None:
            known = self._probes[enabled.epid] = read_probe(desc)
        return known

    def record(self, record: Any) -> None:
        probe = record.probe
        made = Record(self._probe(probe.dtpda_edesc, probe.dtpda_pdesc), probe.dtpda_cpu, [read_action(record.items[i]) for i in range(record.count)])
        if record.has_timestamp:
            made.timestamp = probe.dtpda_timestamp
        if record.has_flow:
            made.flow = FLOWS[probe.dtpda_flow]
            made.depth = probe.dtpda_indent // 2
            made.tail = bool(probe.dtpda_tail)
        self.events.append(made)
        self.totals.records += 1

    def row(self, row: Any) -> None:
        made = Row(
            read_values(row.keys, row.key_count),
            read_cells(row),
            "end" if row.is_final else "printa",
            time.time_ns(),
            text(row.format) if row.format else None,
            read_text(row.text),
        )
        if self.rows is not None:
            self.rows.append(made)
            return
        self.events.append(made)
        self.totals.rows += 1

    def drop(self, data: Any) -> None:
        kind = text(library().dtrace_dropname(data.dtdda_kind))
        cpu = data.dtdda_cpu if data.dtdda_kind in OF_A_CPU else None
        self.events.append(Drop(kind, data.dtdda_drops, data.dtdda_total, text(data.dtdda_msg), cpu))
        self.totals.drops[kind] = data.dtdda_total

    def fault(self, data: Any) -> None:
        name = text(library().dtrace_faultstr(data.dteda_handle, data.dteda_fault))
        made = Fault(self._probe(data.dteda_edesc, data.dteda_pdesc), data.dteda_cpu, data.dteda_fault, name, text(data.dteda_msg))
        if data.dteda_action >= 0:
            made.action, made.offset = data.dteda_action, data.dteda_offset
        self.events.append(made)
        self.totals.errors += 1

    def rethrow(self) -> None:
        """Raise what a callback has raised."""
        raised, self.raised = self.raised, None
        if raised is not None:
            raise raised


class Listing:
    """Probes that match."""

    def __init__(self) -> None:
        self.probes: List[Probe] = []
        self.raised: Optional[BaseException] = None


# ---- the library's side: functions for all sessions; their last argument is the handle of an inbox


def _keep(kind: Any, raised: BaseException, trace: Any) -> None:
    """Called by cffi for an exception of a callback; the callback then returns -1."""
    if trace is not None:
        ffi.from_handle(trace.tb_frame.f_locals["arg"]).raised = raised


@ffi.callback("int(dtrace_hdl_t *, FILE *, const dtrace_outrecord_t *, void *)", error=-1, onerror=_keep)  # type: ignore[misc]
def _on_record(handle: Any, out: Any, record: Any, arg: Any) -> int:
    ffi.from_handle(arg).record(record)
    return 0


@ffi.callback("int(dtrace_hdl_t *, FILE *, const dtrace_outrow_t *, void *)", error=-1, onerror=_keep)  # type: ignore[misc]
def _on_row(handle: Any, out: Any, row: Any, arg: Any) -> int:
    ffi.from_handle(arg).row(row)
    return 0


@ffi.callback("dtrace_handle_drop_f", error=-1, onerror=_keep)  # type: ignore[misc]
def _on_drop(data: Any, arg: Any) -> int:
    ffi.from_handle(arg).drop(data)
    return 0


@ffi.callback("dtrace_handle_err_f", error=-1, onerror=_keep)  # type: ignore[misc]
def _on_fault(data: Any, arg: Any) -> int:
    ffi.from_handle(arg).fault(data)
    return 0


@ffi.callback("dtrace_handle_proc_f", error=-1, onerror=_keep)  # type: ignore[misc]
def _on_end(process: Any, message: Any, arg: Any) -> int:
    ffi.from_handle(arg).ended[process] = text(message)
    return 0


@ffi.callback("dtrace_aggregate_f", error=-1, onerror=_keep)  # type: ignore[misc]
def on_entry(data: Any, arg: Any) -> int:
    """For walks: each entry comes as a row. The argument is the handle of the inbox."""
    return -1 if library().dtrace_aggrow(data) == -1 else 0


@ffi.callback("dtrace_probe_f", error=-1, onerror=_keep)  # type: ignore[misc]
def on_probe(handle: Any, desc: Any, arg: Any) -> int:
    """For listings: the argument is the handle of a Listing."""
    ffi.from_handle(arg).probes.append(read_probe(desc))
    return 0


OUTPUT = ffi.new("dtrace_outputops_t *", {"record": _on_record, "row": _on_row})


def connect(handle: Any, inbox: Any) -> None:
    """Have the library's events come to an inbox (a handle of one, which must live as long as the session)."""
    lib = library()
    lib.dtrace_handle_output(handle, OUTPUT, inbox)
    lib.dtrace_handle_drop(handle, _on_drop, inbox)
    lib.dtrace_handle_err(handle, _on_fault, inbox)
    lib.dtrace_handle_proc(handle, _on_end, inbox)
