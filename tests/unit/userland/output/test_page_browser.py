#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_page_browser.py DTRACE [FOLDER] - the page of a report as Chromium shows it: read, clicked, searched, sorted, by mouse and by keyboard.

A traced program with known calls, and hostile names, makes the page; what the pictures say is compared with its data. Screenshots go to FOLDER.
Exit status 77: there is no Chromium.
"""
import os
import subprocess
import sys
import tempfile

from browser import Browser, chromium
from page_data import of_type, page_lines

dtrace, shots = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
failed = 0
if not chromium():
    print("chromium is not installed")
    sys.exit(77)


def check(what, good, *details):
    global failed
    if not good:
        failed += 1
        print("NOT OK: " + what, *[str(detail)[:2000] for detail in details], sep="\n    ")
    else:
        print("ok: " + what)


# ---- the run: fifteen calls by two ways, and six prints of a distribution that goes on, each with one more value of each key. The next
# value comes when the last print has been read: a print shows what is there when dtrace comes to it.

HOSTILE = "</script><img src=x onerror=alert(1)>"
SOURCE = r"""
#include <stdio.h>
__attribute__((noinline)) int point(int x) { __asm__ volatile(""); return x + 1; }
__attribute__((noinline)) void step(void) { __asm__ volatile(""); }
__attribute__((noinline)) int leaf(int x) { int r = point(x); __asm__ volatile("" : "+r"(r)); return r; }
__attribute__((noinline)) int middle(int x) __asm__("\"</script><img src=x onerror=alert(2)>\"");
__attribute__((noinline)) int middle(int x) { int r = leaf(x); __asm__ volatile("" : "+r"(r)); return r + 1; }
int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += middle(i); for (int i = 0; i < 5; i++) n += leaf(i); while (getchar() != -1) step(); return n == 0; }
"""
PROGRAM = r"""
pid$target:calls:point:entry { calls++; @stacks[$$1, ustack()] = count(); @exact["big"] = sum(9007199254740993); }
pid$target:calls:step:entry /calls == 15/ { n++; @times["one"] = quantize(n); @times[$$1] = quantize(1000); @fresh = quantize(n); }
pid$target:calls:step:entry { printa(@times); printa(@fresh); clear(@fresh); printf("print %d\n", n); }
pid$target:calls:step:entry /n == 6/ { exit(0); }
"""
folder = tempfile.TemporaryDirectory()
target, page = folder.name + "/calls", folder.name + "/page.html"
subprocess.run(["gcc", "-O1", "-fno-omit-frame-pointer", "-x", "c", "-", "-o", target], input=SOURCE.encode(), check=True)
run = subprocess.Popen([dtrace, "--report", page, "-q", "-x", "switchrate=20ms", "-x", "aggrate=10ms", "-n", PROGRAM, "-c", target, HOSTILE], stdin=subprocess.PIPE,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
said = []
for number in range(1, 7):
    run.stdin.write("x")
    run.stdin.flush()
    while not said or said[-1] not in ("", f"print {number}\n"):
        said.append(run.stdout.readline())
said.append(run.communicate(timeout=120)[0])
lines = page_lines(open(page, encoding="utf-8").read())
rows = of_type(lines, "row")
check("the run has its numbers", run.returncode == 0 and sorted(row["values"][0]["value"] for row in rows if row["values"][0]["name"] == "stacks") == [5, 10] and
      len([line for line in of_type(lines, "print") if line["by"] == "printa"]) == 12, said, lines)

browser = Browser()
browser.look()
browser.open(page)
js = browser.js
TEXT = "(e => e ? e.textContent : null)"


def section(title):
    return f"[...document.querySelectorAll('section')].find(s => s.querySelector('h2').textContent === '{title}')"


def shot(name):
    if shots:
        browser.screenshot(f"{shots}/{name}.png")


# ---- opens

check("sections", js("[...document.querySelectorAll('h2')].map(h => h.textContent)") ==
      ["Losses", "@times quantize()", "@fresh quantize()", "@stacks count()", "@exact sum()", "The program", "The run"], js("[...document.querySelectorAll('h2')].map(h => h.textContent)"))
check("nothing was lost", "None: no drops, no errors" in js("document.getElementById('losses').textContent"))
check("the program", js("document.querySelector('#programs pre').textContent") == PROGRAM)
check("the command", HOSTILE in js("document.querySelector('#run code').textContent"), js("document.querySelector('#run code').textContent"))
check("64 bits are exact", js(f"{TEXT}({section('@exact sum()')}.querySelector('td.number'))").replace("\u202f", "") == str(15 * 9007199254740993))

# ---- hostile names are text

check("hostile names are shown as they are", js(f"[...document.querySelectorAll('td, .frame')].filter(e => e.textContent === {HOSTILE!r}).length") >= 3 and
      js("[...document.querySelectorAll('.frame')].some(e => e.textContent === 'calls`</script><img src=x onerror=alert(2)>')"),
      js("[...document.querySelectorAll('.frame')].map(e => e.textContent)"))
check("and make no element", js("[document.querySelectorAll('img').length, document.querySelectorAll('script').length]") == [0, 2])

# ---- the flame graph

STACKS = section("@stacks count()")
FRAMES = f"[...{STACKS}.querySelectorAll('.frame')]"
MIDDLE = f"{FRAMES}.find(e => e.textContent.startsWith('calls`</script>'))"
WIDTHS = "Object.fromEntries(%s.map(e => [e.textContent, Math.round(1000 * e.getBoundingClientRect().width / e.parentNode.getBoundingClientRect().width)]))" % FRAMES
widths = js(WIDTHS)
check("frames are as wide as what they count", widths["all"] == 1000 and widths[HOSTILE] == 1000 and abs(widths["calls`main"] - 1000) <= 1 and
      abs(widths["calls`</script><img src=x onerror=alert(2)>"] - 667) <= 1, widths)
order = js(f"{FRAMES}.map(e => [e.textContent, e.offsetTop]).sort((a, b) => a[1] - b[1]).map(e => e[0])")
check("the outermost frame is at the top", order.index("all") < order.index(HOSTILE) < order.index("calls`main") < order.index("calls`</script><img src=x onerror=alert(2)>"), order)
shot("light")
browser.click(MIDDLE)
check("a click makes a frame as wide as the picture", js(WIDTHS)["calls`</script><img src=x onerror=alert(2)>"] == 1000 and js(f"document.activeElement === {MIDDLE}") and
      js(f"{FRAMES}.filter(e => e.classList.contains('outer')).length") >= 3, js(WIDTHS))
check("what it counts is said", "10 of 15, 66.7 %" in js(f"{STACKS}.querySelector('.status').textContent"), js(f"{STACKS}.querySelector('.status').textContent"))
shot("zoomed")
browser.key("Escape")
check("Escape shows all again", js(WIDTHS) == widths and js(f"document.activeElement.textContent") == "all", js(WIDTHS))
browser.key("ArrowDown")
browser.key("ArrowDown")
second = js("document.activeElement.textContent")
browser.key("ArrowUp")
check("arrows go from frame to frame", js("document.activeElement.textContent") == HOSTILE and second != HOSTILE, second)
for _ in range(20):
    if js(f"document.activeElement === {MIDDLE}"):
        break
    browser.key("ArrowDown")
browser.key("Enter")
check("Enter makes a frame as wide as the picture", js(WIDTHS)["calls`</script><img src=x onerror=alert(2)>"] == 1000, js(WIDTHS), js("document.activeElement.textContent"))
browser.click(f"[...{STACKS}.querySelectorAll('button')].find(e => e.textContent === 'Whole picture')")
check("so does the button", js(WIDTHS) == widths)
browser.click(f"{STACKS}.querySelector('input')")
browser.type("ALERT(2)")
check("a search marks what it finds, and says its part", js(f"{FRAMES}.filter(e => e.classList.contains('match')).map(e => e.textContent)") == ["calls`</script><img src=x onerror=alert(2)>"] and
      js(f"{STACKS}.querySelector('.status').textContent") == "Found in 10 of 15, 66.7 %", js(f"{STACKS}.querySelector('.status').textContent"))

# ---- the table

VALUES = f"[...{STACKS}.querySelectorAll('.table > .scroll > table > tbody > tr > td.number')].map(e => e.textContent)"
SORTED = f"[...{STACKS}.querySelectorAll('th[aria-sort]')].map(e => e.getAttribute('aria-sort'))"
check("a table begins with the greatest value", js(VALUES) == ["10", "5"] and js(SORTED) == ["none", "none", "descending"], js(VALUES), js(SORTED))
browser.click(f"{STACKS}.querySelectorAll('thead button')[2]")
check("a click turns the order around", js(VALUES) == ["5", "10"] and js(SORTED) == ["none", "none", "ascending"], js(VALUES))
TIMES = section("@times quantize()")
KEYS = f"[...{TIMES}.querySelectorAll('.table > .scroll > table > tbody > tr')].map(e => e.firstChild.textContent)"
browser.click(f"{TIMES}.querySelectorAll('thead button')[0]")
check("a table is sorted by keys", js(KEYS) == [HOSTILE, "one"], js(KEYS))
browser.click(f"{TIMES}.querySelector('.table input')")
browser.type("NE")
check("a filter leaves the rows that have it", js(KEYS) == [HOSTILE, "one"], js(KEYS))
browser.type("x")
check("and none when no row has it", js(KEYS) == [] and js(f"{TIMES}.querySelector('.table .status').textContent") == "0 of 2 rows", js(KEYS))
js(f"(() => {{ const e = {TIMES}.querySelector('.table input'); e.value = ''; e.dispatchEvent(new Event('input')); }})()")

# ---- prints: added up, each

TOTALS = f"[...{TIMES}.querySelectorAll('.distribution > summary')].map(e => e.textContent)"
check("prints of values that go on are not counted twice", js(TOTALS) == ["6 values", "6 values"], js(TOTALS))
check("prints of values that are cleared are added", js(f"[...{section('@fresh quantize()')}.querySelectorAll('.distribution > summary')].map(e => e.textContent)") == ["6 values"])
for index, wanted in (0, "1 value"), (5, "6 values"):
    js(f"(() => {{ const e = {TIMES}.querySelector('select'); e.value = '{index + 1}'; e.dispatchEvent(new Event('change')); }})()")
    check(f"print {index + 1} has what was printed", js(TOTALS) == [wanted, wanted], js(TOTALS))
js(f"(() => {{ const e = {TIMES}.querySelector('select'); e.value = '0'; e.dispatchEvent(new Event('change')); }})()")

# ---- the heat map: each print's column has what was new in it

CANVAS = f"{TIMES}.querySelector('canvas')"
STATUS = f"{TIMES}.querySelector('.heat .status').textContent"
js(f"{CANVAS}.focus()")
axis = []
for _ in range(12):
    browser.key("ArrowUp" if axis else "ArrowRight")
    axis.append(js(STATUS).split(", ", 1)[1].split(":")[0].replace("\u202f", ""))
check("the axis has every bucket, also those that no key has", axis == ["1", "2 to 3", "4 to 7", "8 to 15", "16 to 31", "32 to 63", "64 to 127", "128 to 255", "256 to 511"] + ["512 to 1023"] * 3, axis)
js(f"(() => {{ const e = [...{TIMES}.querySelectorAll('select')][1]; e.selectedIndex = [...e.options].findIndex(o => o.textContent === 'one'); e.dispatchEvent(new Event('change')); }})()")
js(f"{CANVAS}.focus()")
cells = {}
for column in range(6):
    browser.key("ArrowRight")
    for row in range(3):
        cells[column, row] = js(STATUS).split(", ", 1)[1]
        browser.key("ArrowUp" if row < 2 else "ArrowDown")
    browser.key("ArrowDown")
number = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
names = {0: "1", 1: "2 to 3", 2: "4 to 7"}
wanted = {(column, row): f"{names[row]}: {int(number[column + 1] == row)} of 1" for column in range(6) for row in range(3)}
check("each column has the value that was new in it", cells == wanted, cells)
COLOURED = f"""(() => {{ const c = {CANVAS}, d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, found = new Set();
    for (let i = 0; i < d.length; i += 4) found.add(d[i] + ',' + d[i + 1] + ',' + d[i + 2]); return found.size; }})()"""
check("the picture has colours", js(COLOURED) > 2, js(COLOURED))
box = js(f"(r => [r.x, r.y, r.width, r.height])((e => (e.scrollIntoView({{block: 'center'}}), e.getBoundingClientRect()))({CANVAS}))")
browser.mouse(box[0] + box[2] - 20, box[1] + 10, click=False)
check("the mouse says what is under it", ", 4 to 7: 1 of 1" in js(STATUS), js(STATUS))

# ---- dark, narrow

light = js("getComputedStyle(document.body).backgroundColor")
before = js(f"{CANVAS}.toDataURL()")
browser.look(scheme="dark")
check("a dark scheme is dark, pictures too", js("getComputedStyle(document.body).backgroundColor") != light and js(f"{CANVAS}.toDataURL()") != before)
shot("dark")
for scheme in "light", "dark":
    browser.look(width=360, height=740, scheme=scheme)
    check(f"nothing is wider than a narrow screen ({scheme})", js("document.documentElement.scrollWidth") <= 360 and js(f"{CANVAS}.clientWidth") < 350, js("document.documentElement.scrollWidth"))
    shot("narrow-" + scheme)

# ---- quiet, and closed

check("no complaint in the console, no dialog", browser.complaints() == [], browser.complaints())
check("nothing was requested but the page", browser.requests() == ["file://" + page], browser.requests())
js("(() => { const s = document.createElement('script'); s.textContent = 'window.came = 1'; document.body.append(s); const i = new Image(); i.src = 'http://127.0.0.1:9/x'; document.body.append(i); })()")
browser.frame()
check("the policy lets no other script run, and nothing be fetched", js("window.came") is None and len([entry for entry in browser.complaints() if "Content Security Policy" in str(entry)]) >= 2,
      browser.complaints())
browser.close()
sys.exit(failed != 0)
