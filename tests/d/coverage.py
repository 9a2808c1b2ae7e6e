#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""A test of the tests: which error tags, functions, variables, options and losses have no program in tests/d.

  tests/d/coverage.py [--strict]

The lists come from the tables that the compiler and the machine are built from (spec/*.def). A thing that the
language refuses by name, or that no program can reach on the host engine, is listed with its reason in UNREACHED. With
--strict, the status is 1 when something else has no program, or when something of UNREACHED has one after all.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OPERATORS = ", = += -= *= /= %= &= |= ^= <<= >>= ?: || ^^ && | ^ & == != < <= > >= << >> + - * / % ! ~ ++ --".split()
CONVERSIONS = "a A c C d i e f g o u x X k p s S T Y".split()

# options of the command that are options of -x, too; errtags and droptags are given by tests/d/run
LETTERS = {"flowindent": "F", "destructive": "w", "zdefs": "Z", "cpp": "C", "verbose": "S", "define": "D", "undef": "U"}
BY_THE_RUNNER = ("errtags", "droptags")

# what has no program, and why
UNREACHED = {}


def unreached(kind, names, reason):
    for name in names.split():
        UNREACHED[(kind, name)] = reason


PROCESS = "processes are traced by a later issue, which brings these"
unreached("error tag", "D_PROC_OFF D_PROC_ALIGN D_PROC_CREATEFAIL D_PROC_NODEV",
          "need a process whose functions are known: tests/unit/userland/tracee/test_pid.sh")
unreached("error tag", "D_PROC_DYN", "never raised: static programs have probes, too")
unreached("error tag", "D_PROC_USDT", "raised by dtrace -h and -G: tests/unit/userland/cmd/test_usdt.sh")
unreached("error tag", "D_PRINTM_ADDR D_PRINTM_SIZE", "never raised: printm() exists on another operating system only")
unreached("error tag", "D_OBSOLETE1", "never raised: a placeholder in every lineage")
unreached("error tag", "D_SYM_BADREF D_SYM_MODEL", "about symbols and data models of processes: " + PROCESS)
unreached("error tag", "D_ARGS_XLATOR", "no provider yet has arguments that programs see by a translator")
unreached("error tag", "D_OP_IDENT D_DECL_IDENT", "never raised: where a name is needed the grammar asks for one (D_SYNTAX)")
unreached("error tag", "D_QUANT_PROTO", "never raised: quantize() has D_PROTO_LEN and D_PROTO_ARG, as every function")
unreached("compile option", "cpphdrs", "prints paths of the machine")
unreached("loss", "DTRACEDROP_DYNRINSE DTRACEDROP_DYNDIRTY DTRACEDROP_SPECBUSY", "a matter of microseconds between two CPUs: unit tests of core")
unreached("loss", "DTRACEDROP_STKSTROVERFLOW", "needs stacks of a process with a helper")
unreached("run-time option", "grabanon", "is the option -a of the command")


def table(path, macro, field):
    """The names in column `field` of every macro(...) line of a .def file."""
    rows = re.findall(r"^%s\((.*)\)" % macro, (ROOT / path).read_text(), re.M)
    return [re.split(r",\s*", row)[field].strip('"') for row in rows]


def refused_subroutines():
    text = (ROOT / "spec/subr.def").read_text()
    return re.findall(r'^DIF_SUBR\(\d+, \w+, "(\w+)",.*DIF_SUBR_(?:FOREIGN|LIBRARY)\)', text, re.M)


def compile_options():
    text = (ROOT / "userland/handle/options.c").read_text()
    return re.findall(r'^\t\{ "(\w+)", copt_', text, re.M)


def strip_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def has_word(text, name):
    return re.search(r"(?<![\w`$>.])%s(?!\w)" % re.escape(name), text) is not None


class Programs:
    def __init__(self):
        self.paths = sorted(HERE.glob("*/*.d"))
        self.sources = {path: path.read_text(errors="replace") for path in self.paths}
        self.code = {path: strip_comments(text) for path, text in self.sources.items()}
        self.good = "\n".join(text for path, text in self.code.items() if not path.name.startswith("err.D_"))
        self.all_sources = "\n".join(self.sources.values())
        self.directives = "\n".join(re.findall(r"@@options:(.*)", self.all_sources))
        self.tags = {path.name.split(".")[1] for path in self.paths if path.name.startswith(("err.D_", "drp."))}

    def called(self, name):
        return re.search(r"(?<!\w)%s\s*\(" % name, self.good) is not None

    def option(self, name):
        if name in BY_THE_RUNNER:
            return True
        letter = LETTERS.get(name)
        if letter and re.search(r"(?:^|\s)-%s\b" % letter, self.directives):
            return True
        pattern = r"(-x\s*%s\b|#pragma D option.*\b%s\b|setopt\(\"%s\")" % (name, name, name)
        return re.search(pattern, self.all_sources) is not None

    def operator(self, text):
        if text == "?:":
            return "?" in self.good
        return re.search(r"(?<![-+*/%%&|^<>=!])%s(?![-+*/%%&|^<>=])" % re.escape(text), self.good) is not None

    def conversion(self, letter):
        formats = "".join(re.findall(r'printf\(\s*"((?:[^"\\]|\\.)*)"', self.good) + re.findall(r'printa\(\s*"((?:[^"\\]|\\.)*)"', self.good))
        return re.search(r"%%[-#0+'? @*.\d]*(?:h|l|ll|L|w)?%s" % letter, formats) is not None


def report(kind, names, covered, out):
    """One line for the kind; what is missing goes to `out`."""
    missing = [name for name in names if not covered(name)]
    for name in missing:
        if (kind, name) not in UNREACHED:
            out.append("%s %s has no program" % (kind, name))
    for name in names:
        if (kind, name) in UNREACHED and name not in missing:
            out.append("%s %s has a program, but is listed as not reached: %s" % (kind, name, UNREACHED[(kind, name)]))
    excused = [name for name in missing if (kind, name) in UNREACHED]
    print("%-22s %6d %8d %8d %8d" % (kind, len(names), len(names) - len(missing), len(excused), len(missing) - len(excused)))
    return excused


def main():
    programs = Programs()
    findings, excused = [], []
    subroutines = [name for name in table("spec/subr.def", "DIF_SUBR", 2) if name.isidentifier() and name not in refused_subroutines()]
    losses = "PRINCIPAL AGGREGATION DYNAMIC DYNRINSE DYNDIRTY SPEC SPECBUSY SPECUNAVAIL DBLERROR STKSTROVERFLOW".split()
    kinds = [
        ("error tag", table("spec/errtags.def", "DT_ERRTAG", 0), lambda name: name in programs.tags),
        ("subroutine", subroutines, programs.called),
        ("refused subroutine", refused_subroutines(), lambda name: has_word("\n".join(programs.code.values()), name)),
        ("action", table("spec/action.def", "DT_ACTION(?:_SYMBOL)?", 1), programs.called),
        ("aggregating function", table("spec/agg.def", "DT_AGG", 2), programs.called),
        ("variable", [name for name in table("spec/difvar.def", "DIF_VAR", 2) if not name.startswith("dt_")], lambda name: has_word(programs.good, name)),
        ("run-time option", table("spec/options.def", "DT_OPTION", 2), programs.option),
        ("compile option", compile_options(), programs.option),
        ("loss", ["DTRACEDROP_" + name for name in losses], lambda name: name in programs.tags),
        ("operator", OPERATORS, programs.operator),
        ("conversion", CONVERSIONS, programs.conversion),
    ]
    print("%-22s %6s %8s %8s %8s" % ("KIND", "NAMES", "COVERED", "EXCUSED", "MISSING"))
    for kind, names, covered in kinds:
        excused += [(kind, name) for name in report(kind, names, covered, findings)]
    print("\nwithout a program, for a reason:")
    for kind, name in excused:
        print("  %s %s: %s" % (kind, name, UNREACHED[(kind, name)]))
    print("\nprograms by topic:")
    for topic in sorted({path.parent.name for path in programs.paths}):
        print("  %-16s %5d" % (topic, sum(path.parent.name == topic for path in programs.paths)))
    print("\nwithout a program:" if findings else "\nnothing else is without a program")
    for finding in findings:
        print("  " + finding)
    return 1 if findings and "--strict" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
