#!/usr/bin/python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""test_engines.py DTRACE-EXPORT ROOT SOURCE - a dtrace-export on the host engine, scraped by the Prometheus and the PCP that are unpacked in ROOT: every number
arrives in both, exactly; so it does after a restart in the middle and after a SIGKILL, and no counter has been reset. The set-up is that of
docs/export.md, with the files that are installed for it."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

from exporter import Exporter, LIMIT, wait_for

EXPORT, ROOT, TREE = sys.argv[1:4]
EACH = 500  # firings of each run
PROGRAM = f"""
/* @export c(name, part): Firings by part. */
int n;
tick-2ms /n < {EACH}/
{{
	n++; @c["a b", n % 3] = count(); @all = count(); @lat = lquantize(n, 0, {EACH}, 100); @pow[n % 2] = quantize(n);
	@mean = avg(n); @bytes = sum(n * 1000); @most["x"] = max(n); @least = min(n); @dev = stddev(n);
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def installed(name, port):
    """A file of the package, with another port."""
    with open(f"{TREE}/packaging/export/{name}", encoding="utf-8") as file:
        text = file.read()
    assert text.count("127.0.0.1:10430") == 1, text
    return text.replace("10430", str(port))


def labels_of(text):
    """{name: value} of 'a="x",b="y"'."""
    return dict(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', text or ""))


def served(exporter):
    """{(name, labels): value} of what is served."""
    result = {}
    for line, value in exporter.values().items():
        name, labels = re.fullmatch(r"(\w+)(?:\{(.*)\})?", line).groups()
        result[name, frozenset(labels_of(labels).items())] = value
    return result


class Prometheus:
    """A Prometheus that scrapes one port, five times in a second."""

    def __init__(self, folder, target):
        self.port = free_port()
        config = os.path.join(folder, "prometheus.yml")
        with open(config, "w", encoding="utf-8") as out:
            out.write("global:\n  scrape_interval: 200ms\n  scrape_timeout: 200ms\n" + installed("prometheus.yml", target))
        check = subprocess.run([f"{ROOT}/usr/bin/promtool", "check", "config", config], capture_output=True, text=True, check=False)
        assert check.returncode == 0, check.stdout + check.stderr
        self.log = open(os.path.join(folder, "prometheus.log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([f"{ROOT}/usr/bin/prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder}/tsdb",
                                         f"--web.listen-address=127.0.0.1:{self.port}"], stdout=self.log, stderr=self.log, cwd=folder)
        wait_for("Prometheus answers", lambda: self.get("/-/ready") is not None)

    def get(self, path):
        if self.process.poll() is not None:
            self.log.seek(0)
            raise AssertionError("Prometheus has ended: " + self.log.read())
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=LIMIT) as answer:
                return answer.read().decode()
        except OSError:
            return None

    def query(self, expression):
        """{(name, labels): value} of the newest samples."""
        answer = json.loads(self.get("/api/v1/query?query=" + urllib.parse.quote(expression)) or '{"status":"no answer"}')
        assert answer["status"] == "success", answer
        result = {}
        for item in answer["data"]["result"]:
            labels = {key: value for key, value in item["metric"].items() if key not in ("__name__", "instance", "job")}
            result[item["metric"].get("__name__", ""), frozenset(labels.items())] = float(item["value"][1])
        return result

    def healthy(self):
        target = json.loads(self.get("/api/v1/targets"))["data"]["activeTargets"][0]
        assert target["lastError"] == "" and target["health"] == "up", target

    def end(self):
        self.process.terminate()
        self.process.wait(LIMIT)
        self.log.close()


class Pcp:
    """A pmcd with nothing but pmdaopenmetrics, all of whose files are in a folder."""

    def __init__(self, folder, target):
        self.folder = folder
        self.port = free_port()
        for name in ("run", "log", "var/pmns", "var/tmp", "var/pmdas/openmetrics", "var/config/pmda", "config.d", "lib"):
            os.makedirs(os.path.join(folder, name))
        # ctypes looks for the name that programs are linked by
        for library in os.listdir(f"{ROOT}/usr/lib"):
            if re.match(r"libpcp.*\.so\.\d+$", library):
                os.symlink(f"{ROOT}/usr/lib/{library}", f"{folder}/lib/{library}")
                os.symlink(library, f"{folder}/lib/{re.sub(r'[.][0-9]+$', '', library)}")
        self.write("pcp.conf", self.config())
        self.write("var/pmns/root", "root {\n\topenmetrics 144:*:*\n}\n")
        self.write("config.d/anytrace.url", installed("anytrace.url", target))
        agent = f"{ROOT}/usr/lib/pcp/pmdas/openmetrics/pmdaopenmetrics.python"
        self.write("pmcd.conf", f"openmetrics 144 pipe binary notready /usr/bin/python3 {agent} -c {folder}/config.d -l {folder}/log/openmetrics.log\n")
        libraries = f"{folder}/lib:{ROOT}/usr/lib/{os.uname().machine}-linux-gnu"
        self.environment = dict(os.environ, PCP_CONF=f"{folder}/pcp.conf", LD_LIBRARY_PATH=libraries, PMNS_DEFAULT=f"{folder}/var/pmns/root")
        self.process = subprocess.Popen([f"{ROOT}/usr/lib/pcp/bin/pmcd", "-f", "-A", "-c", f"{folder}/pmcd.conf", "-n", f"{folder}/var/pmns/root", "-p", str(self.port),
                                         "-i", "127.0.0.1", "-l", f"{folder}/log/pmcd.log", "-s", f"{folder}/run/pmcd.socket", "-U", self.user(),
                                         "-q", str(LIMIT)], env=self.environment, cwd=folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(text)

    @staticmethod
    def user():
        return subprocess.check_output(["id", "-un"], text=True).strip()

    def config(self):
        """PCP's own, with its programs in ROOT and everything that is written in the folder."""
        with open(f"{ROOT}/etc/pcp.conf", encoding="utf-8") as own:
            text = own.read()
        text = re.sub(r"(?m)=(/usr/(lib|share)/pcp)", rf"={ROOT}\1", text)
        text = re.sub(r"(?m)^(PCP_BIN_DIR)=.*", rf"\1={ROOT}/usr/bin", text)
        for name, path in (("VAR", "var"), ("RUN", "run"), ("LOG", "log"), ("TMP", "var/tmp"), ("PMDAS", "var/pmdas")):
            text = re.sub(rf"(?m)^PCP_{name}_DIR=.*", f"PCP_{name}_DIR={self.folder}/{path}", text)
        return re.sub(r"(?m)^PCP_(USER|GROUP)=.*", rf"PCP_\1={self.user()}", text)

    def values(self):
        """{(name, labels): value} of all metrics, by pminfo; None while it does not answer."""
        assert self.process.poll() is None, "pmcd has ended: " + self.logs()
        done = subprocess.run([f"{ROOT}/usr/bin/pminfo", "-h", f"127.0.0.1:{self.port}", "-f", "openmetrics.anytrace"], env=self.environment, capture_output=True, text=True, timeout=LIMIT, check=False)
        if done.returncode:
            return None
        result, name = {}, None
        for line in done.stdout.splitlines():
            instance = re.fullmatch(r'    inst \[\d+ or "\d+ (.*)"\] value (\S+)', line)
            if line.startswith("openmetrics."):
                name = line.split(".", 2)[2]
            elif line.startswith("    value "):
                result[name, frozenset()] = float(line.split()[1])
            elif instance:
                # NAME:VALUE, with a blank between two; values have blanks, too
                pairs = re.findall(r"(\w+):(.*?)(?= \w+:|$)", instance.group(1))
                result[name, frozenset(pairs)] = float(instance.group(2))
        return result

    def logs(self):
        text = ""
        for name in os.listdir(f"{self.folder}/log"):
            with open(f"{self.folder}/log/{name}", encoding="utf-8") as log:
                text += f"{name}:\n{log.read()}\n"
        return text

    def end(self):
        self.process.terminate()
        self.process.wait(LIMIT)


def near(one, other):
    """The same number; pminfo prints ten digits."""
    return one == other or abs(one - other) <= 1e-9 * max(abs(one), abs(other))


def differences(wanted, got):
    return [f"{key}: {wanted.get(key)} is {got.get(key)}" for key in sorted(set(wanted) | set(got), key=str) if key not in wanted or key not in got or not near(wanted[key], got[key])]


class Watch:
    """The exporter, and both engines."""

    def __init__(self, folder):
        self.script = os.path.join(folder, "w.d")
        self.state = os.path.join(folder, "state")
        with open(self.script, "w", encoding="utf-8") as out:
            out.write(PROGRAM)
        self.exporter = None
        self.start()
        for name in ("prometheus", "pcp"):
            os.mkdir(os.path.join(folder, name))
        self.prometheus = Prometheus(os.path.join(folder, "prometheus"), self.exporter.port)
        self.pcp = Pcp(os.path.join(folder, "pcp"), self.exporter.port)

    def start(self):
        port = self.exporter.port if self.exporter else 0
        self.exporter = Exporter(EXPORT, "-S", self.state, "--save", "1", "-s", self.script, port=port)

    def check(self, count, clean, unclean):
        """That all is counted, and that both have every sample as it is served."""
        self.exporter.wait_value("anytrace_w_all_total", count)
        wanted = served(self.exporter)
        own = {key[0]: value for key, value in wanted.items() if not key[1]}
        total = EACH * (EACH + 1) // 2 * (count // EACH)
        assert own["anytrace_w_all_total"] == count and own["anytrace_w_mean_count"] == count, own
        assert own["anytrace_w_mean_sum"] == total and own["anytrace_w_bytes_total"] == total * 1000, own
        assert sum(value for key, value in wanted.items() if key[0] == "anytrace_w_c_total") == count
        restarts = {dict(key[1])["end"]: value for key, value in wanted.items() if key[0] == "anytrace_export_restarts_total"}
        assert restarts == {"clean": clean, "unclean": unclean}, restarts
        self.same("Prometheus", wanted, lambda: self.prometheus.query('{__name__=~"anytrace_.*"}'))
        self.prometheus.healthy()
        for name in {key[0] for key in wanted if re.fullmatch(r"anytrace_w_\w+(total|bucket|count|sum)", key[0])}:
            resets = self.prometheus.query(f"resets({name}[1h])")
            assert resets and not any(resets.values()), (name, resets)
        self.same("PCP", wanted, lambda: self.pcp.values() or {})
        print(f"{count} firings, {len(wanted)} samples: exact in Prometheus and in PCP; {clean} clean and {unclean} unclean restarts, no counter reset")

    @staticmethod
    def same(name, wanted, ask):
        last = []

        def question():
            last[:] = differences(wanted, ask())
            return not last
        try:
            wait_for(f"{name} has all of it", question)
        except AssertionError as error:
            raise AssertionError("\n".join([str(error), *last[:40]])) from None

    def wait_saved(self, count):
        def saved():
            with open(self.state, encoding="utf-8") as text:
                return re.search(rf"family anytrace_w_all .*\nseries {count}\n", text.read())
        wait_for(f"{count} is saved", saved)

    def end(self):
        self.prometheus.end()
        self.pcp.end()
        self.exporter.process.kill()
        self.exporter.ended()


def main():
    folder = tempfile.mkdtemp()
    watch = Watch(folder)
    try:
        text = watch.exporter.request()[2]
        lint = subprocess.run([f"{ROOT}/usr/bin/promtool", "check", "metrics"], input=text, capture_output=True, text=True, check=False)
        assert lint.returncode == 0 and not lint.stdout + lint.stderr, lint.stdout + lint.stderr
        watch.check(EACH, 0, 0)
        assert watch.exporter.end(signal.SIGTERM) == (0, "")
        watch.start()
        watch.check(2 * EACH, 1, 0)
        watch.wait_saved(2 * EACH)
        watch.exporter.end(signal.SIGKILL)
        watch.start()
        watch.check(3 * EACH, 1, 1)
    except BaseException:
        print(watch.exporter.messages, watch.pcp.logs(), sep="\n", file=sys.stderr)
        raise
    finally:
        watch.end()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
