#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_page.py TREE DTRACE - the page of dtrace --report, read back and compared with what was printed beside it.

Programs of tests/d run with a page beside their text, which must stay as it was, and beside -x json, whose rows the page must have. Programs of this
file: numbers, stacks, what was counted between two prints, losses, hostile names, and the file: written at once, refused, interrupted.
test_page_browser.py looks at the page as a browser shows it.
"""
import base64
import glob
import hashlib
import html.parser
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

from page_data import of_type, page_lines

tree, dtrace = sys.argv[1:3]
failed = 0
folder = tempfile.TemporaryDirectory()
page = folder.name + "/page.html"


def check(what, good, *details):
    global failed
    if not good:
        failed += 1
        print("NOT OK: " + what, *[str(detail)[:2000] for detail in details], sep="\n    ")
    else:
        print("ok: " + what)


def run(arguments, **more):
    return subprocess.run([dtrace, *arguments], capture_output=True, timeout=120, **more)


def report(*arguments, path=page, **more):
    """Runs with a page; what was printed, and the page's lines."""
    if os.path.exists(path):
        os.unlink(path)
    done = run(["--report", path, *arguments], **more)
    return done, page_lines(open(path, encoding="utf-8").read()) if os.path.exists(path) else []


def row_values(lines):
    """Rows as -x json has them, in order."""
    return [(row["keys"], [{name: value for name, value in cell.items() if name != "since"} for cell in row["values"]]) for row in of_type(lines, "row")]


# ---- the programs of tests/d: the text stays, the rows are those of JSON


def function_names(value):
    """JSON's stacks as the page has them: frames without offset."""
    if isinstance(value, dict) and "frames" in value:
        return {**value, "frames": [f"{frame['module']}`{frame['symbol']}" if {"module", "symbol"} <= set(frame) else frame["text"] for frame in value["frames"]]}
    return value


OTHERWISE = re.compile(r"@@(args|options|sed|engine|any-output|isa|xfail|status)|system|freopen|oformat|timestamp|tick|profile")
texts = rows = 0
for program in sorted(glob.glob(f"{tree}/tests/d/aggs/tst.*.d") + glob.glob(f"{tree}/tests/d/multiaggs/tst.*.d") + glob.glob(f"{tree}/tests/d/quantize/tst.*.d")):
    name = os.path.relpath(program, tree)
    source = open(program, encoding="latin-1").read()
    if OTHERWISE.search(source) or not re.search(r"option\s+quiet", source) or not os.path.exists(program[:-1] + "out"): # not quiet: a header has the CPU
        continue
    # one after the other beside the text, and beside JSON: what is compared is of one run
    if texts <= rows:
        done, lines = report("-s", program, cwd=os.path.dirname(program), env={**os.environ, "_DTRACE_TESTING": "1"})
        texts += 1
        if done.stdout != open(program[:-1] + "out", "rb").read():
            check(f"{name} prints the same beside a page", False, done.stdout, done.stderr)
    else:
        done, lines = report("-x", "json", "-s", program, cwd=os.path.dirname(program))
        wanted = of_type([json.loads(line) for line in done.stdout.splitlines()], "aggregation")
        rows += 1
        if row_values(lines) != [([function_names(key) for key in row["keys"]], row["values"]) for row in wanted]:
            check(f"{name} has its rows on the page", False, wanted, row_values(lines))
    if of_type(lines, "source")[0]["text"] != source:
        check(f"{name} is on the page", False, of_type(lines, "source"))
check(f"{texts} programs of tests/d print the same beside a page, {rows} have the rows of their JSON on it", texts > 25 and rows > 25, texts, rows)

# ---- numbers, compared with the text of the same run

done, lines = report("-q", "-n", r"""
BEGIN { @n["one", 1] = sum(9007199254740993); @n["two", -2] = sum(-5); @n["big", 0] = sum(0x7fffffffffffffff); @q["a"] = quantize(100); @q["a"] = quantize(7);
    @l = lquantize(55, 0, 100, 10); @ll = llquantize(1234, 10, 0, 6, 10); @avg = avg(7); @m = max(-3); exit(5); }""")
text = done.stdout.decode()
numbers = {(row[0].strip(), int(row[1])): int(row[2]) for row in re.findall(r"^  (one|two|big) +(-?\d+) +(-?\d+)$", text, re.M)}
found = {tuple(row["keys"]): row["values"][0]["value"] for row in of_type(lines, "row") if row["values"][0]["name"] == "n"}
check("sums are those of the text, with all digits", len(found) == 3 and found == numbers and found[("one", 1)] == 9007199254740993, found, text)
for name in "q", "l", "ll":
    cell = [row["values"][0] for row in of_type(lines, "row") if row["values"][0]["name"] == name][0]
    counts = [bucket["count"] for bucket in cell["value"]["buckets"]]
    shown = [int(count) for count in re.findall(r"\|@* +(\d+) *$", text.split("value  ---")[1 + ["q", "l", "ll"].index(name)], re.M)]
    check(f"the distribution {name} is that of the text", counts == shown and sum(counts) == cell["value"]["total"] > 0, counts, shown, text)
first = lines[0]
check("the first line says how the run was", first["type"] == "run" and first["version"] == 1 and first["ended"] == "exit" and first["complete"] is True and
      first["status"] == done.returncode == 5 and first["command"][:3] == [dtrace, "--report", page] and first["release"] == os.uname().release and
      first["host"] == os.uname().nodename and first["drops"] == {} and first["errors"] == 0 and first["left_rows"] == 0 and 0 < first["duration"] < 60e9 and
      first["rows"] == len(of_type(lines, "row")) and first["firings"] == 1, first)
check("a description is on the page", of_type(lines, "source")[0]["name"] == "-n" and "llquantize" in of_type(lines, "source")[0]["text"])
by_jq = subprocess.run(
    ["jq", "-rs", '[.[] | select(.type == "row") | .values[0].name] | sort | join(" ")'], capture_output=True,
    input=re.search(r'id="data">\n(.*?)\n</script>', open(page).read(), re.S).group(1).encode())
check("jq reads the data", by_jq.stdout.decode().split() == ["avg", "l", "ll", "m", "n", "n", "n", "q"], by_jq)

# ---- prints: when, and since when a value counts

done, lines = report("-q", "-n", r"""
tick-100ms /++n <= 6/ { @q = quantize(n); @k["kept"] = sum(1); @k["less"] = sum(-1); printa(@q); printa("%s %@d\n", @k); }
tick-100ms /n == 2/ { clear(@q); trunc(@k, 1); }
tick-100ms /n == 7/ { exit(0); }""", "-x", "switchrate=50ms", "-x", "aggrate=10ms")
prints = {p["number"]: p for p in of_type(lines, "print")}
check("each printa() is a print, in order of time", [p["aggregations"] for p in prints.values()] == [["q"], ["k"]] * 6 and list(prints) == list(range(1, 13)) and
      all(a["at"] <= b["at"] for a, b in zip(prints.values(), list(prints.values())[1:])) and {p["by"] for p in prints.values()} == {"printa"} and
      prints[12]["at"] > prints[1]["at"] + 300e6, prints)


def since(name, key):
    return [row["values"][0]["since"] for row in of_type(lines, "row") if row["values"][0]["name"] == name and row["keys"] == key]


check("a value counts from its first print, or from clear() on", since("q", []) == [0, 0, 4, 4, 4, 4], since("q", []), done.stdout)
check("trunc() removes: what comes again counts anew, what stays goes on", since("k", ["kept"]) == [0] * 6 and since("k", ["less"]) == [0, 0, 4, 4, 4, 4], lines)
text_kept = [int(line.split()[1]) for line in done.stdout.decode().splitlines() if line.startswith("kept")]
check("the prints have the text's numbers", text_kept == [row["values"][0]["value"] for row in of_type(lines, "row") if row["keys"] == ["kept"]] != [], text_kept)

# ---- a printa() of several; nothing collected

done, lines = report("-q", "-n", 'BEGIN { @a["x"] = count(); @b["x"] = sum(4); @b["y"] = sum(6); printa(@a, @b); exit(0); }')
check("a printa() of two is one print", [p["aggregations"] for p in of_type(lines, "print")] == [["a", "b"]] and
      row_values(lines) == [(["y"], [{"name": "b", "function": "sum", "value": 6}]), (["x"], [{"name": "a", "function": "count", "value": 1},
                                                                                              {"name": "b", "function": "sum", "value": 4}])], lines)
done, lines = report("-q", "-n", 'BEGIN { printf("only text"); exit(0); }')
check("a run without aggregations has a page", [line["type"] for line in lines] == ["run", "source"] and done.stdout == b"only text\n", lines, done.stdout)

# ---- stacks: frames have numbers, and their texts are those of JSON

source = r"""
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
__attribute__((noinline)) int middle(int x) { int r = point(x); __asm__ volatile("" : "+r"(r)); return r + 1; }
int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += middle(i); for (int i = 0; i < 5; i++) n += point(i); while (getchar() != -1) ; return n == 0; }
"""
target = folder.name + "/calls"
subprocess.run(["gcc", "-O1", "-g", "-fno-omit-frame-pointer", "-include", "stdio.h", "-x", "c", "-", "-o", target], input=source.encode(), check=True)
hold, keep = os.pipe()
done, lines = report("-q", "-x", "json", "-n", "pid$target:calls:point:entry { n++; @[probefunc, ustack()] = count(); } pid$target:calls:point:return /n == 15/ { exit(0); }",
                     "-c", target, stdin=hold)
os.close(hold), os.close(keep)
wanted = [([function_names(key) for key in row["keys"]], row["values"]) for row in of_type([json.loads(line) for line in done.stdout.splitlines()], "aggregation")]
check("stacks are those of JSON", row_values(lines) == wanted and len(wanted) == 2 and {row[1][0]["value"] for row in wanted} == {10, 5}, wanted, row_values(lines))
texts = [frame["text"] for frame in of_type(lines, "frame")]
check("a frame is there once", len(texts) == len(set(texts)) >= 3 and "calls`point" in texts and {frame["space"] for frame in of_type(lines, "frame")} == {"user"}, texts)
done, lines = report("-q", "-n", "BEGIN { @ = count(); }", "-c", "/bin/true")
check("a target's end ends the run", lines[0]["ended"] == "target" and of_type(lines, "row")[0]["values"][0]["value"] == 1, lines)

# ---- what was lost

calls = "".join(f"@a[{i}] = count(); " for i in range(200))
done, lines = report("-q", "-x", "aggsize=1k", "-n", "BEGIN { %s exit(0); }" % calls)
drops = of_type(lines, "drop")
check("losses are on the page", drops and all(drop["text"].encode() in done.stderr for drop in drops) and lines[0]["drops"] == {"aggregation": sum(d["count"] for d in drops)} and
      sum(d["count"] for d in drops) + len(of_type(lines, "row")) == 200, lines[0], done.stderr)
done, lines = report("-q", "-n", "BEGIN { trace(*(int *)8); } " * 1200 + "BEGIN { exit(0); }")
check("all errors are counted, the first thousand shown", lines[0]["errors"] == 1200 == done.stderr.count(b"error on enabled probe") and len(of_type(lines, "error")) == 1000 and
      of_type(lines, "error")[0]["text"].encode() in done.stderr, lines[0])

# ---- hostile text is data, and stays data

HOSTILE = ["</script><img src=x onerror=alert(1)>", "<!-- <script>", "]]>&lt;\\u003c", "\u2028 ' onclick=x", "<SCRIPT src=//evil.example/x.js></SCRIPT>"]


class Elements(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


clauses = "".join('@[%s] = count(); ' % json.dumps(name, ensure_ascii=False) for name in HOSTILE)
done, lines = report("-q", "-n", "BEGIN { %s x = $$1; exit(0); } /* </script><b> */" % clauses, "--", HOSTILE[0])
text = open(page, encoding="utf-8").read()
check("hostile names come back as they are", sorted(row["keys"][0] for row in of_type(lines, "row")) == sorted(HOSTILE) and lines[0]["command"][-1] == HOSTILE[0], lines)
elements = Elements()
elements.feed(text)
done, _ = report("-q", "-n", "BEGIN { exit(0); }", path=folder.name + "/plain.html")
plain = Elements()
plain.feed(open(folder.name + "/plain.html", encoding="utf-8").read())
check("they make no element", elements.found == plain.found and [tag for tag, _ in plain.found].count("script") == 2, elements.found)
data = re.search(r'id="data">\n(.*?)\n</script>', text, re.S).group(1)
check("the data have no mark-up at all", not re.search("[<>&]", data))
policy = [attributes["content"] for tag, attributes in plain.found if attributes.get("http-equiv") == "Content-Security-Policy"][0]
for tag, name in ("script", "script-src"), ("style", "style-src"):
    inner = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
    check(f"the policy allows this {tag} and no other", f"{name} 'sha256-{digest}'" in policy and "default-src 'none'" in policy, policy)
check("nothing is fetched", not any({"src", "href", "srcset", "action"} & set(attributes) for _, attributes in plain.found) and "@import" not in text and "url(" not in text)

script = re.search(r"<script>(.*?)</script>", text, re.S).group(1)
check("the script has no way to make mark-up or code of text", not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|\bFunction\(|setTimeout", script))

# ---- the file

ONCE = ["-q", "-n", 'BEGIN { printf("traced"); exit(0); }']
link, pipe = folder.name + "/link", folder.name + "/pipe"
open(folder.name + "/kept", "w").write("kept")
os.symlink("kept", link)
os.mkfifo(pipe)
for path, why in ((folder.name + "/none/page.html", "No such file or directory"), (folder.name, "Is a directory"), (link, "not an ordinary file"),
                  (pipe, "not an ordinary file"), ("/dev/null", "not an ordinary file")):
    done = run(["--report", path, *ONCE])
    check(f"{path} is refused before anything is traced", done.returncode == 1 and done.stdout == b"" and
          done.stderr.decode() == f"dtrace: cannot write the report {path}: {why}\n", done)
for words in ["--report", ""], ["--report="]:
    done = run([*words, *ONCE])
    check("an empty name is refused before anything is traced", done.returncode == 2 and done.stdout == b"" and
          done.stderr.decode() == "dtrace: option --report has an empty argument\nTry 'dtrace --help'.\n", done)
check("a link is not followed", open(folder.name + "/kept").read() == "kept" and os.readlink(link) == "kept")
for wrong in ["-l"], ["-e", *ONCE], ["-V"]:
    done = run(["--report", page, *wrong])
    check(f"--report with {wrong[0]} is a wrong command line", done.returncode == 2 and b"--report goes with tracing" in done.stderr, done)
check("without a name, too", run(["--report"]).returncode == 2)
os.unlink(page)
open(page, "w").write("before")
before = os.stat(page).st_ino
done = run(["--report", page, "-n", "BEGIN { nosuch; }"])
check("a program that does not compile leaves what was there", done.returncode == 1 and open(page).read() == "before")
done = run(["--report", page, *ONCE])
check("a page takes the place of what was there", done.returncode == 0 and os.stat(page).st_ino != before and page_lines(open(page).read())[0]["ended"] == "exit")
mask = os.umask(0o027)
done, _ = report(*ONCE)
os.umask(mask)
check("its mode is as the umask says", os.stat(page).st_mode & 0o777 == 0o640)


def no_large_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


before = os.stat(page).st_ino
done = run(["--report", page, *ONCE], preexec_fn=no_large_files)
check("a page that cannot be completed leaves the one before, and the run has failed", done.returncode == 1 and os.stat(page).st_ino == before and
      done.stdout.startswith(b"traced") and done.stderr.decode() == f"dtrace: cannot write the report {page}: File too large\n", done)

running = subprocess.Popen([dtrace, "--report", page, "-q", "-n", 'BEGIN { @["a"] = count(); } tick-10ms /!n++/ { printf("on\\n"); }'], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
line = running.stdout.readline()
check("until tracing ends, the page before is there", line == b"on\n" and os.stat(page).st_ino == before)
running.send_signal(signal.SIGINT)
out, err = running.communicate(timeout=60)
lines = page_lines(open(page).read())
check("an interrupt completes the page", running.returncode == 0 and os.stat(page).st_ino != before and lines[0]["ended"] == "interrupt" and lines[0]["complete"] is True and
      row_values(lines) == [(["a"], [{"name": "_", "function": "count", "value": 1}])], lines, err)
check("nothing else is left in the folder", sorted(os.listdir(folder.name)) == ["calls", "kept", "link", "page.html", "pipe", "plain.html"], os.listdir(folder.name))

# ---- a script that can be read only once

done = subprocess.run([dtrace, "--report", page, "-q", "-s", "/dev/stdin"], input=b'BEGIN { printf("by pipe\\n"); exit(0); }\n', capture_output=True, timeout=60)
check("a script from a pipe is compiled and shown", done.stdout == b"by pipe\n\n" and
      of_type(page_lines(open(page).read()), "source")[0]["text"] == 'BEGIN { printf("by pipe\\n"); exit(0); }\n', done)
done = run(["--report", page, "-s", "/dev/zero"])
check("one without an end is refused", done.returncode == 1 and b"too large" in done.stderr, done)

sys.exit(failed != 0)
