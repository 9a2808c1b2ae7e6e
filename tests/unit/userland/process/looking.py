# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""What the scripts here have in common: values that are compared, and programs that print."""
import subprocess

failures = 0


def same(what, wanted, got):
    """Compare two values."""
    global failures
    failures += wanted != got
    print(f"ok: {what}" if wanted == got else f"FAILED: {what}: {got}, not {wanted}")


def run(*command):
    """What a command prints."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
