# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The module _ffi is made by tools/gen-python.py; what comes from C has no types in Python.
from typing import Any

ffi: Any
