/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
BEGIN { trace(uregs[-1]); exit(0); }
