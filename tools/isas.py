# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""isas: the CPUs (spec/isa.def) and their facts (toolchains/<isa>.conf), for programs in Python.

    from isas import ISAS, facts        ISAS: names in order; facts(isa)["isa_triplet"]; toolchains/lib/isa.sh tells what there is
"""
import re
import shlex
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
ISAS = re.findall(r"^DT_ISA\((\w+)\)$", (TOP / "spec/isa.def").read_text(), re.M)


def facts(isa):
    """What toolchains/<isa>.conf says, by name."""
    words = shlex.split((TOP / "toolchains" / f"{isa}.conf").read_text(), comments=True)
    return dict(word.split("=", 1) for word in words)


def known(isa):
    """Whether there is such a CPU."""
    return isa in ISAS
