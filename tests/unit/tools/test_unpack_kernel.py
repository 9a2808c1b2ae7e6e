#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""tools/unpack-kernel takes the kernel out of a bzImage, and says why it does not."""

import gzip
import lzma
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = Path(__file__).resolve().parents[3] / "tools" / "unpack-kernel"


def elf(note_type):
    """An ELF file of 64 bits with two notes of Xen's, the second of that type."""
    notes = struct.pack("<III", 4, 6, 6) + b"Xen\0linux\0\0\0" + struct.pack("<III", 4, 4, note_type) + b"Xen\0\0\0\0\1"
    program = struct.pack("<IIQQQQQQ", 4, 4, 64 + 56, 0, 0, len(notes), len(notes), 4)
    return b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, 0, 64, 0, 0, 64, 56, 1, 0, 0, 0) + program + notes


def bzimage(packed):
    """A boot sector, a sector of the setup, then the kernel."""
    head = bytearray(1024)
    head[0x1F1] = 1
    head[0x202:0x206] = b"HdrS"
    struct.pack_into("<H", head, 0x206, 0x20F)
    struct.pack_into("<II", head, 0x248, 16, len(packed))
    return bytes(head) + b"unpacks it.....\0" + packed + b"behind it"


def main():
    with tempfile.TemporaryDirectory() as name:
        image, out = Path(name) / "image", Path(name) / "out"

        def unpacks(data):
            out.unlink(missing_ok=True)
            image.write_bytes(data)
            run = subprocess.run([sys.executable, TOOL, image, out], capture_output=True, text=True, check=False)
            assert (run.returncode == 0) == out.exists() == (run.stderr == ""), run
            return run.stderr.removeprefix(f"unpack-kernel: {image}: ").strip()

        size = struct.pack("<I", 1000)  # what the kernel's build puts after it
        for packed in lzma.compress(elf(18)) + size, gzip.compress(elf(18)):
            assert unpacks(bzimage(packed)) == "" and out.read_bytes() == elf(18)
        assert unpacks(bzimage(lzma.compress(elf(17)))) == "it cannot be entered with 32 bits"
        assert unpacks(bzimage(lzma.compress(b"\x7fELF\x01" + elf(18)[5:]))) == "no ELF file of 64 bits comes out of it"
        assert unpacks(bzimage(b"LZO")) == "compressed in a way that is not known here"
        assert unpacks(bzimage(lzma.compress(elf(18))[:-20] + b"x" * 20)) != ""
        assert unpacks(b"MZ" * 600) == "no bzImage that says where its kernel is"
        assert unpacks(b"") == "no bzImage that says where its kernel is"


main()
