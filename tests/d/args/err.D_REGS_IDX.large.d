/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
BEGIN { trace(uregs[200]); exit(0); }
