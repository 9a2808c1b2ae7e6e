# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""From the structures of dtrace.h to objects. All that they point to is the library's, and gone when the callback returns: everything is copied."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from anytrace._ffi import ffi
from anytrace._library import text
from anytrace.events import Action, Cell, Probe
from anytrace.values import Bucket, Distribution, Enumerator, Frame, Stack, Struct, Symbol, Value

UNSIGNED = 1 << 64


def numbers(enumeration: str) -> Dict[str, int]:
    """The enumerators of a C type, by name."""
    return dict(ffi.typeof(enumeration).relements)


def _optional(pointer: Any) -> Optional[str]:
    return text(pointer) if pointer else None


def sized_text(data: Any, size: int) -> str:
    """A string of C that has a length."""
    return str(ffi.unpack(data, size).decode("utf-8", "surrogateescape")) if size else ""


# ---- values, by their kind


def _read_none(value: Any) -> Value:
    return None


def _read_int(value: Any) -> Value:
    return int(value.number)


def _read_uint(value: Any) -> Value:
    return int(value.natural)


def _read_float(value: Any) -> Value:
    return float(value.real)


def _read_string(value: Any) -> Value:
    return sized_text(value.bytes.data, value.bytes.size)


def _read_bytes(value: Any) -> Value:
    return bytes(ffi.unpack(value.bytes.data, value.bytes.size)) if value.bytes.size else b""


def _read_enum(value: Any) -> Value:
    return Enumerator(value.enumerator.value, _optional(value.enumerator.name))


def _read_frame(at: Any) -> Frame:
    symbol = _optional(at.name)
    return Frame(at.addr, text(at.text), _optional(at.module), symbol, None if symbol is None else at.offset, _optional(at.note))


def _read_symbol(value: Any) -> Value:
    where = value.symbol
    return Symbol(_read_frame(where.at), "user" if where.is_user else "kernel", where.pid if where.is_user else None)


def _read_stack(value: Any) -> Value:
    where = value.stack
    frames = [_read_frame(where.frames[i]) for i in range(where.count)]
    return Stack(frames, "user" if where.is_user else "kernel", where.pid if where.is_user else None)


def _read_struct(value: Any) -> Value:
    items = [value.list.items[i] for i in range(value.list.count)]
    return Struct(_optional(value.type), {text(item.name): read_value(item) for item in items})


def _read_array(value: Any) -> Value:
    return read_values(value.list.items, value.list.count)


def _read_distribution(value: Any) -> Value:
    where = value.distribution
    return Distribution(where.total, [_read_bucket(where.buckets[i], where.is_unsigned) for i in range(where.count)])


def _read_bucket(bucket: Any, is_unsigned: bool) -> Bucket:
    low, high = bucket.low, bucket.high
    if is_unsigned:
        low, high = low % UNSIGNED, high % UNSIGNED
    return Bucket(low if bucket.has_low else None, high if bucket.has_high else None, bucket.count)


def _readers() -> Dict[int, Callable[[Any], Value]]:
    """A function for each kind: a kind without one stops the import."""
    functions = {name[len("_read_"):]: function for name, function in globals().items() if name.startswith("_read_")}
    return {number: functions[name[len("DTRACE_VALUE_"):].lower()] for name, number in numbers("dtrace_valuekind_t").items()}


READERS = _readers()


def read_value(value: Any) -> Value:
    return READERS[value.kind](value)


def read_values(values: Any, count: int) -> List[Value]:
    return [READERS[values[i].kind](values[i]) for i in range(count)]


# ---- parts of events


def read_probe(desc: Any) -> Probe:
    return Probe(desc.id, text(desc.provider), text(desc.module), text(desc.function), text(desc.name))


def read_text(value: Any) -> Optional[str]:
    return sized_text(value.data, value.size) if value.data else None


def read_action(item: Any) -> Action:
    return Action(text(item.action), read_values(item.values, item.count), _optional(item.format), read_text(item.text))


def read_cells(row: Any) -> List[Cell]:
    """Without those that do not have the keys of the row."""
    made = []
    for i in range(row.cell_count):
        cell = row.cells[i]
        if cell.value.kind == NONE:
            continue
        cpus = read_values(cell.cpus, cell.cpu_count) if cell.cpu_count else None
        made.append(Cell(_optional(cell.name), text(cell.function), read_value(cell.value), cell.normal, cpus))
    return made


NONE = numbers("dtrace_valuekind_t")["DTRACE_VALUE_NONE"]
