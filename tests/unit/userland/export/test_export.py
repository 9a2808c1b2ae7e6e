#!/usr/bin/python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_export.py DTRACE-EXPORT SOURCE - the command dtrace-export on the host engine: exact values of all functions in both formats, read by the
parsers of prometheus_client; clear() and trunc(); restarts; the limit; losses; requests; what it says of what is wrong. That each option is
in the manual page and completed."""
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families as read_prometheus

from exporter import Exporter, LIMIT, wait_for

PROGRAM, TREE = sys.argv[1:3]
OPENMETRICS = {"Accept": "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5"}

ALL = r"""
/* @export reads(file, cpu): Reads by file.
 * @export drift signed: Both sides of zero.
 */
BEGIN
{
	@reads["a\"b\\c", 1] = count(); @reads["a\"b\\c", 1] = count(); @reads["\n", 2] = count();
	@bytes_total = sum(40); @bytes_total = sum(2);
	@lat = avg(10); @lat = avg(21);
	@least["x"] = min(-5); @least["x"] = min(7); @most = max(-5); @most = max(-7);
	@dev = stddev(1); @dev = stddev(2); @dev = stddev(3); @dev = stddev(4);
	@pow = quantize(-9); @pow = quantize(0); @pow = quantize(5); @pow = quantize(5);
	@drift = quantize(-9); @drift = quantize(5);
	@lin = lquantize(-1, 0, 30, 10); @lin = lquantize(15, 0, 30, 10); @lin = lquantize(99, 0, 30, 10);
	@log = llquantize(5, 10, 0, 1, 10); @log = llquantize(70, 10, 0, 1, 10); @log = llquantize(1000, 10, 0, 1, 10);
	@ = count();
	normalize(@bytes_total, 10); normalize(@pow, 10);
}
"""


class Test(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.running = []
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(self.stop)

    def stop(self):
        for exporter in self.running:
            exporter.process.kill()
            exporter.ended()
            exporter.process.stdout.close()
            exporter.process.stderr.close()

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def test_signal_while_it_compiles(self):
        """Nothing is traced yet: it ends at once, by the signal. The preprocessor lives until it has."""
        preprocessor = self.file("preprocessor", "#!/bin/sh\nkill -TERM $PPID\nwhile kill -0 $PPID 2>/dev/null; do sleep 0.05; done\n")
        os.chmod(preprocessor, 0o755)
        script = self.file("any.d", "BEGIN { @ = count(); }")
        ended = subprocess.run([PROGRAM, "-C", "-x", f"cpppath={preprocessor}", "--listen", "127.0.0.1:0", "-s", script],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LIMIT, check=False)
        self.assertEqual(ended.returncode, -signal.SIGTERM)

    def start(self, *args):
        exporter = Exporter(PROGRAM, *args)
        self.running.append(exporter)
        return exporter

    def fails(self, status, message, *args):
        """That a command line ends with this status, and one line that says why."""
        done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr, message)
        self.assertEqual(done.stdout, "")
        return done.stderr

    # ---- values

    def test_all_functions(self):
        exporter = self.start("-s", self.file("all-of.them.d", ALL))
        values = exporter.wait_value("anytrace_all_of_them_total", 1)
        expected = {
            'reads_total{file="a\\"b\\\\c",cpu="1"}': 2, 'reads_total{file="\\n",cpu="2"}': 1, "bytes_total": 42,
            "lat_count": 2, "lat_sum": 31, 'least{key1="x"}': -5, "most": -5,
            'pow_bucket{le="-1.0"}': 1, 'pow_bucket{le="0.0"}': 2, 'pow_bucket{le="3.0"}': 2, 'pow_bucket{le="7.0"}': 4,
            'pow_bucket{le="4.611686018427387903e+18"}': 4, 'pow_bucket{le="+Inf"}': 4,
            'drift_bucket{le="-16.0"}': 0, 'drift_bucket{le="-8.0"}': 1, 'drift_bucket{le="3.0"}': 1, 'drift_bucket{le="+Inf"}': 2,
            'lin_bucket{le="-1.0"}': 1, 'lin_bucket{le="9.0"}': 1, 'lin_bucket{le="19.0"}': 2, 'lin_bucket{le="29.0"}': 2, 'lin_bucket{le="+Inf"}': 3,
            'log_bucket{le="4.0"}': 0, 'log_bucket{le="5.0"}': 1, 'log_bucket{le="69.0"}': 1, 'log_bucket{le="79.0"}': 2, 'log_bucket{le="+Inf"}': 3,
            "total": 1}
        for name, value in expected.items():
            self.assertEqual(values.get("anytrace_all_of_them_" + name), value, name)
        self.assertAlmostEqual(values["anytrace_all_of_them_dev"], 1.25 ** 0.5, 12)
        own = {name for name in values if "pow_bucket" in name}
        self.assertEqual(len(own), 65)
        self.assertEqual(len([name for name in values if "drift_bucket" in name]), 127)
        self.check_formats(exporter, values)

    def check_formats(self, exporter, values):
        """Both formats have the same samples, by parsers of others."""
        status, headers, text = exporter.request(**OPENMETRICS)
        self.assertEqual((status, headers["Content-Type"]), (200, "application/openmetrics-text; version=1.0.0; charset=utf-8"))
        families = {family.name: family for family in read_openmetrics(text)}
        prefix = "anytrace_all_of_them_"
        self.assertEqual({name: families[prefix + name].type for name in ("reads", "bytes", "lat", "least", "dev", "pow", "lin")},
                         {"reads": "counter", "bytes": "counter", "lat": "summary", "least": "gauge", "dev": "gauge", "pow": "histogram", "lin": "histogram"})
        self.assertEqual(families[prefix + "reads"].documentation, "Reads by file.")
        self.assertEqual(families[prefix + "bytes"].documentation, "Aggregation @bytes_total of all-of.them.")
        self.assertEqual(sum(len(family.samples) for family in families.values()), len(values))
        self.assertEqual([sample.labels for sample in families[prefix + "reads"].samples], [{"file": 'a"b\\c', "cpu": "1"}, {"file": "\n", "cpu": "2"}])
        status, headers, text = exporter.request()
        self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        self.assertEqual(sum(len(family.samples) for family in read_prometheus(text)), len(values))

    def test_zero_from_the_beginning(self):
        values = self.start("-N", "n", "-n", "tick-1h { @c = count(); @k[1] = count(); @m = min(1); @a = avg(1); @q = quantize(1); }").values()
        self.assertEqual((values["anytrace_n_c_total"], values["anytrace_n_a_count"], values['anytrace_n_q_bucket{le="+Inf"}']), (0, 0, 0))
        self.assertFalse([name for name in values if "anytrace_n_k" in name or "anytrace_n_m" in name])

    def test_keys(self):
        exporter = self.start("-L", "c(text): Two lines.", "-n", r"""
            BEGIN { @c["\xff\x1b"] = count(); @c["\xfe\x1b"] = count(); @c["\xc3\xa4"] = count(); @s[stack()] = count(); @neg[-1, (uint8_t)255] = count(); @end = count(); }""")
        values = exporter.wait_value("anytrace_end_total", 1)
        # two keys with the same text are one series
        self.assertEqual(values['anytrace_c_total{text="\ufffd\ufffd"}'], 2)
        self.assertEqual(values['anytrace_c_total{text="ä"}'], 1)
        self.assertEqual(values['anytrace_neg_total{key1="-1",key2="255"}'], 1)
        self.assertEqual(len([name for name in values if name.startswith("anytrace_s_total{key1=")]), 1)

    # ---- what the program throws away

    def test_clear_and_trunc(self):
        exporter = self.start("-N", "c", "-n", """
            int n;
            tick-5ms /n < 200/ { n++; @count = count(); @sum[n % 7] = sum(n); @lat = quantize(n); @old = max(1000 - n); @most[n % 5] = max(n); }
            tick-20ms /n < 200/ { clear(@count); trunc(@sum); clear(@lat); trunc(@most, 2); normalize(@count, 7); printa(@count); }
            tick-20ms /n >= 200 && !done/ { clear(@old); @done = count(); done = 1; }
            int done;""")
        values = exporter.wait_value("anytrace_c_done_total", 1)
        self.assertEqual(values["anytrace_c_count_total"], 200)
        self.assertEqual(sum(value for name, value in values.items() if name.startswith("anytrace_c_sum_total{")), 200 * 201 / 2)
        self.assertEqual(len([name for name in values if name.startswith("anytrace_c_sum_total{")]), 7)
        self.assertEqual((values['anytrace_c_lat_bucket{le="127.0"}'], values['anytrace_c_lat_bucket{le="+Inf"}']), (127, 200))
        # the record of a clear() is read once in a second
        wait_for("clear(@old)", lambda: "anytrace_c_old" not in exporter.values())
        self.assertEqual(values['anytrace_c_most{key1="0"}'], 200)
        status, out = exporter.end()
        self.assertEqual((status, out), (0, ""))
        self.assertEqual(exporter.messages.count("printa() prints nothing here"), 1)

    def test_gone_down(self):
        exporter = self.start("-N", "g", "-n", "BEGIN { @depth = sum(5); @depth = sum(-7); @up = sum(1); @a = avg(-3); @q = quantize(1, -2); @up = sum(1); }")
        values = exporter.wait_value("anytrace_g_up_total", 2)
        self.assertEqual((values["anytrace_g_depth"], values["anytrace_g_a_sum"], values["anytrace_g_a_count"]), (-2, -3, 1))
        self.assertNotIn("anytrace_g_depth_total", values)
        self.assertIn("@depth has gone down: anytrace_g_depth is a gauge from now on", exporter.messages)
        families = {family.name: family.type for family in read_openmetrics(exporter.request(**OPENMETRICS)[2])}
        self.assertEqual((families["anytrace_g_depth"], families["anytrace_g_a_sum"], families["anytrace_g_q_bucket"]), ("gauge", "gauge", "gauge"))

    # ---- restarts

    PROGRAM_200 = "int n; tick-2ms /n < 200/ { n++; @c[\"a\\nb\\\\\"] = count(); @all = count(); @most = max(n); @lat = lquantize(n, 0, 1000, 100); @d = stddev(n); }"

    def test_restart(self):
        state = os.path.join(self.folder, "state")
        args = ("-N", "r", "-S", state, "--save", "1", "-n", self.PROGRAM_200)
        first = self.start(*args)
        first.wait_value("anytrace_r_all_total", 200)
        self.assertEqual(first.end(), (0, ""))
        second = self.start(*args)
        values = second.wait_value("anytrace_r_all_total", 400)
        self.assertEqual(values["anytrace_r_all_total"], 400)
        self.assertEqual(values['anytrace_r_c_total{key1="a\\nb\\\\"}'], 400)
        self.assertEqual((values["anytrace_r_most"], values['anytrace_r_lat_bucket{le="+Inf"}']), (200, 400))
        self.assertAlmostEqual(values["anytrace_r_d"], ((200 ** 2 - 1) / 12) ** 0.5, 9)
        self.assertEqual((values['anytrace_export_restarts_total{end="clean"}'], values['anytrace_export_restarts_total{end="unclean"}']), (1, 0))
        self.assertTrue(0 < values["anytrace_export_untraced_seconds_total"] < LIMIT)
        # in use: another one is refused
        self.assertIn(f"{state} is in use by another dtrace-export", self.fails(1, "in use", "--listen", "127.0.0.1:0", *args))
        # killed: what was saved is there, and it says so
        def saved():
            with open(state, encoding="utf-8") as text:
                return re.search(r"family anytrace_r_all .*\nseries 400\n", text.read())
        wait_for("400 is saved", saved)
        self.assertEqual(second.end(signal.SIGKILL)[0], -signal.SIGKILL)
        third = self.start(*args)
        values = third.wait_value("anytrace_r_all_total", 600)
        self.assertEqual(values["anytrace_r_all_total"], 600)
        self.assertEqual((values['anytrace_export_restarts_total{end="clean"}'], values['anytrace_export_restarts_total{end="unclean"}']), (1, 1))
        third.end()
        # another program: what it has no place for is said
        fourth = self.start("-N", "r", "-S", state, "-n", "tick-1h { @all = count(); @c[1, 2] = count(); @lat = lquantize(1, 0, 1000, 50); }")
        values = fourth.values()
        self.assertEqual(values["anytrace_r_all_total"], 600)
        self.assertEqual(values["anytrace_export_forgotten_total"], 4)
        for name in ("anytrace_r_c", "anytrace_r_most", "anytrace_r_lat", "anytrace_r_d"):
            self.assertIn(f"the program has no {name} of this kind", fourth.messages)

    def test_bad_state(self):
        state = os.path.join(self.folder, "state")
        args = ("--listen", "127.0.0.1:0", "-S", state, "-n", "BEGIN { @c = count(); exit(0); }")
        self.assertEqual(subprocess.run([PROGRAM, *args], capture_output=True, timeout=LIMIT, check=False).returncode, 0)
        with open(state, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual((lines[0], lines[-1]), ("anytrace-export 1", "end"))
        drops = [number for number, line in enumerate(lines) if line.startswith("drops")]
        for cut in [number for number in range(len(lines)) if number not in drops[2:]]:  # whatever is missing at its end
            self.file("state", "\n".join(lines[:cut]))
            self.assertRegex(self.fails(1, "begin anew, move the file away", *args), rf"state:{cut}: ") if cut else self.fails(1, "no state file", *args)
        for wrong in ("series -1", "series 1 2", "series x", "label x", "family a 1 0 0 0", "what"):
            self.file("state", "\n".join(lines[:-2] + [wrong, "end"]))
            self.fails(1, "begin anew, move the file away", *args)
        self.fails(1, "no-folder/state.lock: No such file", "--listen", "127.0.0.1:0", "-S", "/no-folder/state", "-n", "BEGIN { @ = count(); }")

    # ---- losses

    def test_limit(self):
        exporter = self.start("-N", "l", "-m", "10", "-n", "int n; tick-2ms /n < 100/ { @c[n % 50] = count(); n++; @all = count(); }")
        values = exporter.wait_value("anytrace_l_all_total", 100)
        series = {name: value for name, value in values.items() if name.startswith("anytrace_l_c_total{")}
        self.assertEqual(len(series), 10)
        self.assertEqual(sum(series.values()), 100)
        self.assertEqual(series['anytrace_l_c_total{key1="(left out)"}'], 100 - 9 * 2)
        self.assertTrue(0 < values["anytrace_export_left_out_total"] <= 82)
        self.assertEqual(values["anytrace_export_samples"], 10)

    def test_drops(self):
        """What arrives and what dtrace has dropped is all there was."""
        exporter = self.start("-N", "d", "-x", "aggsize=4k", "-n", 'int n; tick-1ms /n < 3000/ { @c[n] = count(); n++; } tick-1ms /n == 3000/ { n++; printf("done\\n"); }')
        self.assertEqual(exporter.process.stdout.readline(), "done\n")
        values = exporter.values()
        arrived = sum(value for name, value in values.items() if name.startswith("anytrace_d_c_total{"))
        dropped = values['anytrace_export_drops_total{kind="aggregation"}']
        self.assertGreater(dropped, 0)
        self.assertEqual(arrived + dropped, 3000)
        self.assertIn("aggregation drop", exporter.messages)

    def test_errors(self):
        exporter = self.start("-N", "e", "-n", "int n; tick-2ms /n < 50/ { n++; @before = count(); x = *(int *)8; @after = count(); } int x;")
        values = exporter.wait_value("anytrace_export_errors_total", 50)
        self.assertEqual((values["anytrace_export_errors_total"], values["anytrace_e_before_total"], values["anytrace_e_after_total"]), (50, 50, 0))
        self.assertIn("error on enabled probe", exporter.messages)

    # ---- the program's end, its text

    def test_exit(self):
        exporter = self.start("-n", 'BEGIN { printf("begun %s\\n", $$1); } tick-50ms { exit(7); } END { @e = count(); trace("ended"); }', "word")
        status, out = exporter.ended()
        self.assertEqual((status, out), (7, "begun word\nended"))

    def test_signal(self):
        state = os.path.join(self.folder, "state")
        exporter = self.start("-S", state, "-n", "END { @e = count(); }")
        self.assertEqual(exporter.end(signal.SIGINT), (0, ""))
        with open(state, encoding="utf-8") as file:
            self.assertRegex(file.read(), r"(?s)^anytrace-export 1\nsaved \S+ clean\n.*family anytrace_e 1793 0 0 1\nseries 1\nend\n$")

    # ---- requests

    def test_requests(self):
        exporter = self.start("-n", "tick-1h { @c = count(); }")
        status, headers, text = exporter.request("/")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn('href="/metrics"', text)
        self.assertEqual(exporter.request("/metrics?x=1")[0], 200)
        for path in ("/metrics/", "/x", "//"):
            self.assertEqual(exporter.request(path)[0], 404, path)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "NONSENSE"):
            status, headers, text = exporter.request(method=method)
            self.assertEqual((status, headers.get("Allow")), (405, "GET, HEAD"), method)
        status, headers, text = exporter.request(method="HEAD")
        self.assertEqual((status, text), (200, ""))
        self.assertGreater(int(headers["Content-Length"]), 1000)
        self.assertEqual(headers["Vary"], "Accept")

    def test_one_connection(self):
        """Prometheus keeps its connection."""
        exporter = self.start("-n", "tick-1h { @c = count(); }")
        connection = http.client.HTTPConnection(exporter.host, exporter.port, timeout=LIMIT)
        for _ in range(3):
            connection.request("GET", "/metrics")
            answer = connection.getresponse()
            answer.read()
            self.assertNotEqual(answer.getheader("Connection"), "close")
            self.assertIsNotNone(connection.sock)
        connection.close()

    # ---- what is wrong

    def test_command_lines(self):
        good = ("-n", "BEGIN { @c = count(); }")
        for wrong in ("x", "1", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "::1:80", ":80", "127.0.0.1:-1"):
            self.fails(2, "not ADDRESS:PORT, for example", "--listen", wrong, *good)
        self.fails(1, "--listen 203.0.113.1:80: Cannot assign", "--listen", "203.0.113.1:80", *good)
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            where = f"127.0.0.1:{other.getsockname()[1]}"
            self.assertEqual(self.fails(1, "in use", "--listen", where, *good), f"dtrace-export: --listen {where}: Address already in use\n")
        self.fails(2, "no program: give a script with -s, or a text with -n\nTry 'dtrace-export --help'.\n$")
        self.fails(2, "invalid argument of --max-samples: 0", "-m", "0", *good)
        self.fails(2, "invalid argument of --save: 1s", "--save", "1s", *good)
        for option in "-Q", "--foo":
            self.assertEqual(len(self.fails(2, "Try 'dtrace-export --help'.\n$", option, *good).splitlines()), 2)
        self.fails(2, r"-L: '\)' is missing at ''", "-L", "c(a", *good)
        done = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertRegex(done.stdout, r"^dtrace-export \(anytrace\) \d+\.\d+")
        done = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLessEqual(len(done.stdout.splitlines()), 24)

    def test_programs(self):
        here = ("--listen", "127.0.0.1:0")
        self.fails(1, "^dtrace-export: /no.d: No such file", *here, "-s", "/no.d")
        self.fails(1, "^dtrace-export: -n: .*syntax error", *here, "-n", "BEGIN {")
        self.fails(1, "the program has no aggregation: there is nothing to export", *here, "-n", "BEGIN { trace(1); }")
        self.fails(1, r"-L: @c has 1 keys, not 2", *here, "-L", "c(a, b)", "-n", "BEGIN { @c[1] = count(); }")
        self.fails(1, r"-L: the program has no @d", *here, "-L", "d", "-n", "BEGIN { @c[1] = count(); }")
        self.fails(1, r"@c is no quantize\(\)", *here, "-L", "c signed", "-n", "BEGIN { @c = count(); }")
        self.fails(1, r"x.d:2: not understood at 'b'", *here, "-s", self.file("x.d", "/*\n * @export a b\n */\nBEGIN { @a = count(); }\n"))
        self.fails(1, r"@x_sum cannot be anytrace_x_sum: another aggregation's metric", *here, "-n", "BEGIN { @x = avg(1); @x_sum = max(1); }")
        self.fails(1, r"@c cannot be anytrace_export_c: .*exporter's own", *here, "-N", "export", "-n", "BEGIN { @c = count(); }")
        self.fails(1, r"option nonsense: ", *here, "-x", "nonsense", "-n", "BEGIN { @c = count(); }")
        if not os.path.exists("/dev/dtrace/dtrace"):
            self.fails(1, r"only the host engine's probes are there: /dev/dtrace/dtrace is not there", *here, "-n", "syscall:::entry { @ = count(); }")

    def test_pipe(self):
        """A script that can be read once has its descriptions, too."""
        state = os.path.join(self.folder, "state")
        done = subprocess.run([PROGRAM, "--listen", "127.0.0.1:0", "-N", "p", "-S", state, "-s", "/dev/stdin"], capture_output=True, text=True, timeout=LIMIT,
                              check=False, input="/* @export c(way): Ways. */\nBEGIN { @c[7] = count(); exit(4); }\n")
        self.assertEqual(done.returncode, 4, done.stderr)
        if not os.path.exists("/dev/dtrace/dtrace"):
            self.assertRegex(done.stderr, "(?m)^dtrace-export: on the host engine, not the kernel's: /dev/dtrace/dtrace is not there")
        with open(state, encoding="utf-8") as file:
            self.assertIn("family anytrace_p_c 1793 0 1 1\nlabel way\nseries 1\n=7\nend\n", file.read())
        self.fails(1, "empty D program", "--listen", "127.0.0.1:0", "-s", "/dev/null")

    def test_several(self):
        exporter = self.start("-s", self.file("one.d", "/* @export a(x) */ BEGIN { @a[1] = count(); }"), "-s", self.file("two.d", "BEGIN { @b = count(); }"))
        values = exporter.wait_value("anytrace_one_b_total", 1)
        self.assertEqual(values['anytrace_one_a_total{x="1"}'], 1)

    # ---- pages

    def test_letters(self):
        with open(f"{TREE}/docs/dtrace-export.8", encoding="utf-8") as page:
            manual = page.read()
        with open(f"{TREE}/userland/export/dtrace-export.bash", encoding="utf-8") as page:
            completion = page.read()
        for option in ("-C", "-L", "-N", "-S", "-Z", "-l", "-m", "-n", "-s", "-w", "-x", "--listen", "--state", "--save", "--max-samples", "--help", "--version"):
            self.assertRegex(manual, r"(?m)^\.B[IR]* .*" + re.escape(option.replace("-", "\\-")), option)
            self.assertRegex(completion, rf" {option} ", option)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
